import { examine } from '#platform/shared/models/examine.ts';
import type { Figures } from '#platform/shared/models/measure.ts';
import { ModelError, type Mesh, type ModelProblem } from '#platform/shared/models/mesh.ts';
import { readModel, type PlainFormat } from '#platform/shared/models/read-model.ts';

/** Runs in a worker, so that a large model does not block the page. */
export type MeasurerTask = { format: PlainFormat; bytes: Uint8Array<ArrayBuffer> } | { mesh: Mesh };
export type MeasurerAnswer = { figures: Figures } | { problem: ModelProblem };

function answer(task: MeasurerTask): MeasurerAnswer {
  try {
    return { figures: examine('mesh' in task ? task.mesh : readModel(task.format, task.bytes)) };
  } catch (error) {
    return { problem: error instanceof ModelError ? error.problem : 'failed' };
  }
}

self.addEventListener('message', ({ data }: MessageEvent<MeasurerTask>) => {
  // `postMessage` of a worker takes no target origin, unlike that of a window.
  self.postMessage(answer(data), { transfer: [] });
});
