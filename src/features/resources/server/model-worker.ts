import { parentPort, workerData } from 'node:worker_threads';
import { drawModel } from '#platform/shared/models/draw.ts';
import { measure, type Figures } from '#platform/shared/models/measure.ts';
import { ModelError, type ModelFormat, type ModelProblem } from '#platform/shared/models/mesh.ts';
import { readModel } from '#platform/shared/models/read-model.ts';

export type ModelTask = {
  format: ModelFormat;
  bytes: Uint8Array<ArrayBuffer>;
  /** Asks for a drawing too. */
  drawing: { width: number; height: number } | null;
};
export type ModelAnswer =
  | { figures: Figures; pixels: Uint8ClampedArray<ArrayBuffer> | null }
  | { problem: ModelProblem };

/** One model, then the thread ends and its memory with it. */
function answer({ format, bytes, drawing }: ModelTask): ModelAnswer {
  try {
    const mesh = readModel(format, bytes);
    const figures = measure(mesh);
    return { figures, pixels: drawing && drawModel(mesh, drawing.width, drawing.height) };
  } catch (error) {
    return { problem: error instanceof ModelError ? error.problem : 'failed' };
  }
}

const message = answer(workerData as ModelTask);
parentPort?.postMessage(message, 'figures' in message && message.pixels ? [message.pixels.buffer] : []);
