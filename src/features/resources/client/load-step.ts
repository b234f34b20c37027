import codeAddress from 'occt-import-js/dist/occt-import-js.wasm?url';
import type { StepAnswer, StepTask } from './step-reader.ts';

/** The same as on the server. */
const slowMs = 60_000;

/** Reads a STEP file in a worker with OpenCASCADE, which is loaded for it. */
export async function loadStep(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<StepAnswer> {
  const response = await fetch(codeAddress, { signal });
  if (!response.ok) throw new Error(`${response.status}`);
  const code = new Uint8Array(await response.arrayBuffer());
  const worker = new Worker(new URL('./step-reader.ts', import.meta.url), { type: 'module' });
  return new Promise<StepAnswer>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
    worker.addEventListener('message', ({ data }: MessageEvent<StepAnswer>) => resolve(data));
    // The worker ran out of memory, or its script no longer exists after a deployment.
    worker.addEventListener('error', () => resolve({ problem: 'failed' }));
    setTimeout(() => resolve({ problem: 'too_slow' }), slowMs);
    worker.postMessage({ bytes, code } satisfies StepTask, [bytes.buffer, code.buffer]);
  }).finally(() => worker.terminate());
}
