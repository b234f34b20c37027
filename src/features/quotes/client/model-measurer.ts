import { measure, type Figures } from '#platform/shared/models/measure.ts';
import { ModelError, type ModelFormat, type ModelProblem } from '#platform/shared/models/mesh.ts';
import { readModel } from '#platform/shared/models/read-model.ts';

/** A thread of the browser's own: a large model must not hold up the page. */
export type MeasurerTask = { format: ModelFormat; bytes: Uint8Array<ArrayBuffer> };
export type MeasurerAnswer = { figures: Figures } | { problem: ModelProblem };

function answer({ format, bytes }: MeasurerTask): MeasurerAnswer {
  try {
    return { figures: measure(readModel(format, bytes)) };
  } catch (error) {
    return { problem: error instanceof ModelError ? error.problem : 'failed' };
  }
}

self.addEventListener('message', ({ data }: MessageEvent<MeasurerTask>) => {
  // A worker's answers have one place to go to.
  self.postMessage(answer(data), { transfer: [] });
});
