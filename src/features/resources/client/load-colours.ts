import type { ColourTask } from './colour-worker.ts';
import type { Piece } from './highlight.ts';

/** Time limit of highlighting: a pattern of highlight.js may backtrack without end on untrusted input. */
const maxMs = 3000;

/**
 * Highlights a source in a worker that is terminated after the time limit. Returns null for an unknown
 * language and on failure.
 */
export function loadColours(task: ColourTask, signal: AbortSignal): Promise<Piece[][] | null> {
  const worker = new Worker(new URL('./colour-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Piece[][] | null>((resolve) => {
    const giveUp = () => resolve(null);
    signal.addEventListener('abort', giveUp);
    setTimeout(giveUp, maxMs);
    worker.addEventListener('message', ({ data }: MessageEvent<Piece[][] | null>) => resolve(data));
    worker.addEventListener('error', giveUp);
    worker.postMessage(task, []);
  }).finally(() => worker.terminate());
}
