import { loadStepReader } from '#features/resources/client/public.tsx';
import { modelFormatOf, modelLimits } from '#platform/shared/models/mesh.ts';
import type { MeasurerAnswer, MeasurerTask } from './model-measurer.ts';

/** Measures a local file in a worker, without an upload. Null if its name is not one of a model. */
export async function measureFile(file: File, signal: AbortSignal): Promise<MeasurerAnswer | null> {
  const format = modelFormatOf(file.name);
  if (!format) return null;
  if (file.size > modelLimits.bytes) return { problem: 'too_large' };
  const bytes = new Uint8Array(await file.arrayBuffer());
  signal.throwIfAborted();
  if (format !== 'step') return measureInWorker({ format, bytes }, signal);
  const { loadStep } = await loadStepReader();
  const read = await loadStep(bytes, signal);
  return 'mesh' in read ? measureInWorker(read, signal) : read;
}

function measureInWorker(task: MeasurerTask, signal: AbortSignal): Promise<MeasurerAnswer> {
  const worker = new Worker(new URL('./model-measurer.ts', import.meta.url), { type: 'module' });
  return new Promise<MeasurerAnswer>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
    worker.addEventListener('message', ({ data }: MessageEvent<MeasurerAnswer>) => resolve(data));
    // The worker ran out of memory, or its script is gone after a deployment.
    worker.addEventListener('error', () => resolve({ problem: 'failed' }));
    worker.postMessage(task, ['mesh' in task ? task.mesh.positions.buffer : task.bytes.buffer]);
  }).finally(() => worker.terminate());
}
