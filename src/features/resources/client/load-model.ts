import { mayHoldModel, modelFormatOf } from '#platform/shared/models/mesh.ts';
import type { ReaderAnswer, ReaderTask } from './model-reader.ts';

/**
 * Fetches a model and parses it in a worker. `onProgress` receives the fraction that has arrived, from 0 to
 * 1.
 */
export async function loadModel(
  address: string,
  { name, size }: { name: string; size: number },
  {
    signal,
    onProgress,
    headers = {},
  }: { signal: AbortSignal; onProgress(part: number): void; headers?: Record<string, string> },
): Promise<ReaderAnswer> {
  const format = modelFormatOf(name) ?? (mayHoldModel(name) ? 'gltf' : null);
  if (!format) return { problem: 'malformed' };
  const response = await fetch(address, { signal, headers });
  if (!response.ok || !response.body) throw new Error(`${response.status}`);
  const bytes = new Uint8Array(size);
  let at = 0;
  let told = 0;
  const reader = response.body.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    bytes.set(piece.value, at);
    at += piece.value.length;
    const part = at / size;
    if (part - told > 0.02 || part === 1) {
      told = part;
      onProgress(part);
    }
  }
  if (format !== 'step') return readInWorker({ format, bytes }, signal);
  const { loadStep } = await import('./load-step.ts');
  const read = await loadStep(bytes, signal);
  return 'mesh' in read ? readInWorker(read, signal) : read;
}

function readInWorker(task: ReaderTask, signal: AbortSignal): Promise<ReaderAnswer> {
  const worker = new Worker(new URL('./model-reader.ts', import.meta.url), { type: 'module' });
  return new Promise<ReaderAnswer>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
    worker.addEventListener('message', ({ data }: MessageEvent<ReaderAnswer>) => resolve(data));
    // The worker ran out of memory, or its script no longer exists after a deployment.
    worker.addEventListener('error', () => resolve({ problem: 'failed' }));
    worker.postMessage(task, ['mesh' in task ? task.mesh.positions.buffer : task.bytes.buffer]);
  }).finally(() => worker.terminate());
}
