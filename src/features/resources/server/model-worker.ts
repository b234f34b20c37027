import { parentPort, workerData } from 'node:worker_threads';
import { drawModel } from '#platform/shared/models/draw.ts';
import { examine } from '#platform/shared/models/examine.ts';
import type { Figures } from '#platform/shared/models/measure.ts';
import {
  millimetres,
  ModelError,
  type Mesh,
  type ModelFormat,
  type ModelProblem,
  type Unit,
} from '#platform/shared/models/mesh.ts';
import { readModel } from '#platform/shared/models/read-model.ts';
import { readStep } from '#platform/shared/models/step.ts';
import { writeStl } from '#platform/shared/models/write-stl.ts';
import { readGgufHeader } from '#platform/shared/gguf.ts';
import { readKerasConfig } from '#platform/shared/keras.ts';
import { readSafetensorsHeader } from '#platform/shared/safetensors.ts';
import { headerOf, TensorError, type HeaderAnswer, type TensorFormat } from '#platform/shared/tensors.ts';
import { loadStepLibrary } from './step-library.ts';

/** Task to parse the header of an AI model's file. */
export type HeaderTask = {
  format: Exclude<TensorFormat, 'onnx'>;
  /** The header alone if its length is known, else the file's beginning. */
  bytes: Uint8Array<ArrayBuffer>;
  /** Second text of a Keras model. */
  about?: Uint8Array<ArrayBuffer> | null;
  fileSize: number;
};
export type ModelTask = {
  format: ModelFormat;
  bytes: Uint8Array<ArrayBuffer>;
  /** Size of the drawing, if one is wanted. */
  drawing: { width: number; height: number } | null;
};
/** Task to write a model as an STL in millimetres, for a slicer. */
export type StlTask = { format: ModelFormat; bytes: Uint8Array<ArrayBuffer>; unit: Unit };
export type StlAnswer = { stl: Uint8Array<ArrayBuffer> } | { problem: ModelProblem };

export type ModelAnswer =
  | { figures: Figures; pixels: Uint8ClampedArray<ArrayBuffer> | null }
  | { problem: ModelProblem };

/** Handles one model, then the thread ends and frees its memory. */
async function answer({ format, bytes, drawing }: ModelTask): Promise<ModelAnswer> {
  try {
    const mesh = await meshOf(format, bytes);
    const figures = examine(mesh);
    return { figures, pixels: drawing && drawModel(mesh, drawing.width, drawing.height) };
  } catch (error) {
    return { problem: error instanceof ModelError ? error.problem : 'failed' };
  }
}

/** The library of STEP files is loaded for those alone. */
async function meshOf(format: ModelFormat, bytes: Uint8Array<ArrayBuffer>): Promise<Mesh> {
  return format === 'step' ? readStep(await loadStepLibrary(), bytes) : readModel(format, bytes);
}

async function answerStl({ format, bytes, unit }: StlTask): Promise<StlAnswer> {
  try {
    const mesh = await meshOf(format, bytes);
    // A unit that the file states is what it is.
    const scale = mesh.unitIsGuessed ? millimetres[unit] / millimetres[mesh.unit] : 1;
    return { stl: writeStl(mesh.positions, scale) };
  } catch (error) {
    return { problem: error instanceof ModelError ? error.problem : 'failed' };
  }
}

function answerHeader({ format, bytes, about = null, fileSize }: HeaderTask): HeaderAnswer {
  try {
    const { tensors, metadata } =
      format === 'keras'
        ? { tensors: [], metadata: readKerasConfig(bytes, about) }
        : format === 'safetensors'
          ? readSafetensorsHeader(bytes, fileSize)
          : readGgufHeader(bytes, fileSize);
    return headerOf(format, tensors, metadata);
  } catch (error) {
    return { problem: error instanceof TensorError ? error.problem : 'failed' };
  }
}

const task = workerData as ModelTask | HeaderTask | StlTask;
const message =
  'fileSize' in task ? answerHeader(task) : 'unit' in task ? await answerStl(task) : await answer(task);
const moved =
  'stl' in message
    ? message.stl.buffer
    : 'figures' in message && message.pixels
      ? message.pixels.buffer
      : null;
parentPort?.postMessage(message, moved ? [moved] : []);
