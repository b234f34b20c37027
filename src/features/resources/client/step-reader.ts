import start from 'occt-import-js';
import { ModelError, type Mesh, type ModelProblem } from '#platform/shared/models/mesh.ts';
import { readStep, startStepLibrary } from '#platform/shared/models/step.ts';

/** Runs in a web worker, whose script may start WebAssembly (step-worker in app/pages.ts). */
export type StepTask = { bytes: Uint8Array<ArrayBuffer>; code: Uint8Array<ArrayBuffer> };
export type StepAnswer = { mesh: Mesh } | { problem: ModelProblem };

async function answer({ bytes, code }: StepTask): Promise<StepAnswer> {
  try {
    return { mesh: readStep(await startStepLibrary(start, code), bytes) };
  } catch (error) {
    return { problem: error instanceof ModelError ? error.problem : 'failed' };
  }
}

async function reply(task: StepTask): Promise<void> {
  const message = await answer(task);
  self.postMessage(message, { transfer: 'mesh' in message ? [message.mesh.positions.buffer] : [] });
}

self.addEventListener('message', ({ data }: MessageEvent<StepTask>) => void reply(data));
