import { parentPort, workerData } from 'node:worker_threads';
import { drawModel } from '#platform/shared/models/draw.ts';
import { measure, type Figures } from '#platform/shared/models/measure.ts';
import { ModelError, type ModelFormat, type ModelProblem } from '#platform/shared/models/mesh.ts';
import { readModel } from '#platform/shared/models/read-model.ts';
import { readGgufHeader } from '#platform/shared/gguf.ts';
import { readSafetensorsHeader } from '#platform/shared/safetensors.ts';
import {
  keptText,
  summarise,
  TensorError,
  tensorLimits,
  type TensorFormat,
  type TensorProblem,
} from '#platform/shared/tensors.ts';

/** Task to parse the header of an AI model's file. */
export type HeaderTask = {
  format: TensorFormat;
  /** The header alone if its length is known, else the file's beginning. */
  bytes: Uint8Array<ArrayBuffer>;
  fileSize: number;
};
/**
 * JSON text: the largest lists of tensors are megabytes, and serializing them would block the main thread.
 */
export type HeaderAnswer = { header: string; tensors: string } | { problem: TensorProblem };

export type ModelTask = {
  format: ModelFormat;
  bytes: Uint8Array<ArrayBuffer>;
  /** Size of the drawing, if one is wanted. */
  drawing: { width: number; height: number } | null;
};
export type ModelAnswer =
  | { figures: Figures; pixels: Uint8ClampedArray<ArrayBuffer> | null }
  | { problem: ModelProblem };

/** Handles one model, then the thread ends and frees its memory. */
function answer({ format, bytes, drawing }: ModelTask): ModelAnswer {
  try {
    const mesh = readModel(format, bytes);
    const figures = measure(mesh);
    return { figures, pixels: drawing && drawModel(mesh, drawing.width, drawing.height) };
  } catch (error) {
    return { problem: error instanceof ModelError ? error.problem : 'failed' };
  }
}

function answerHeader({ format, bytes, fileSize }: HeaderTask): HeaderAnswer {
  try {
    const { tensors, metadata } =
      format === 'safetensors' ? readSafetensorsHeader(bytes, fileSize) : readGgufHeader(bytes, fileSize);
    const kept = tensors.map((tensor) => ({ ...tensor, name: keptText(tensor.name, tensorLimits.name) }));
    const list = JSON.stringify(kept);
    if (list.length > tensorLimits.list) return { problem: 'too_large' };
    return { header: JSON.stringify(summarise(format, tensors, metadata)), tensors: list };
  } catch (error) {
    return { problem: error instanceof TensorError ? error.problem : 'failed' };
  }
}

const task = workerData as ModelTask | HeaderTask;
const message = 'fileSize' in task ? answerHeader(task) : answer(task);
parentPort?.postMessage(message, 'figures' in message && message.pixels ? [message.pixels.buffer] : []);
