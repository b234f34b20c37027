import { connectionQuality, mustSave, type Connection } from './connection.ts';

/** Something that will probably be wanted soon. It handles its own failure: nobody waits for it. */
export type Preload = () => Promise<unknown>;

const staggerMs = 100;
const betweenBatchesMs = 300;
const batchSizes: Record<Connection, number> = { offline: 0, slow: 1, medium: 2, fast: 3 };

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** Begins one after the other, a little apart, without waiting for any. Not on a bad or a costly connection. */
export async function preloadStaggered(preloads: Preload[]): Promise<void> {
  if (batchSizes[connectionQuality()] < 2 || (await mustSave())) return;
  for (const preload of preloads) {
    void preload();
    await pause(staggerMs);
  }
}

/**
 * Loads in batches as large as the connection bears, which is looked at anew before each. Who must save gets only
 * the first one, the likeliest. Stops when the reader has gone elsewhere.
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
