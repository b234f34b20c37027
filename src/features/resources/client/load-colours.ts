import type { ColourTask } from './colour-worker.ts';
import type { Piece } from './highlight.ts';

/** The patterns of highlight.js are not ours: what they stumble over stays without colours. */
const mostMs = 3000;

/**
 * A source cut into lines of coloured stretches, by a thread of the browser that ends when it takes too long. Null for a language
 * that we have no colours for, and where it came to nothing.
 */
export function loadColours(task: ColourTask, signal: AbortSignal): Promise<Piece[][] | null> {
  const worker = new Worker(new URL('./colour-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Piece[][] | null>((resolve) => {
    const giveUp = () => resolve(null);
    signal.addEventListener('abort', giveUp);
    setTimeout(giveUp, mostMs);
    worker.addEventListener('message', ({ data }: MessageEvent<Piece[][] | null>) => resolve(data));
    worker.addEventListener('error', giveUp);
    worker.postMessage(task, []);
  }).finally(() => worker.terminate());
}
