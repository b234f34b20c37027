import { connectionQuality, mustSave, type Connection } from './connection.ts';

/** Data that will probably be needed soon. Handles its own failure, because nothing awaits it. */
export type Preload = () => Promise<unknown>;

const staggerMs = 100;
const betweenBatchesMs = 300;
const batchSizes: Record<Connection, number> = { offline: 0, slow: 1, medium: 2, fast: 3 };

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** Starts preloads a little apart, without waiting for any. Skipped on a bad or metered connection. */
export async function preloadStaggered(preloads: Preload[]): Promise<void> {
  if (batchSizes[connectionQuality()] < 2 || (await mustSave())) return;
  for (const preload of preloads) {
    void preload();
    await pause(staggerMs);
  }
}

/**
 * Preloads in batches whose size follows the connection, checked before each batch. On a metered connection only the
 * first, likeliest item is loaded. Stops when the reader leaves the page.
 */
export async function preloadInBatches(preloads: Preload[], signal: AbortSignal): Promise<void> {
  let rest = (await mustSave()) ? preloads.slice(0, 1) : preloads;
  while (rest.length > 0 && !signal.aborted) {
    const size = batchSizes[connectionQuality()];
    if (size === 0) return;
    await Promise.all(rest.slice(0, size).map((preload) => preload()));
    rest = rest.slice(size);
    if (rest.length > 0) await pause(betweenBatchesMs);
  }
}
