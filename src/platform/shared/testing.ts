/** True in `npm run nightly`, which runs long variants; `npm test` has time for one of each kind. */
export const isLongRun = process.env['TEST_LONG'] === '1';

const factor = 16;
/** Minimum duration in milliseconds that can be measured well. */
const minMeasured = 0.05;

/**
 * Returns how much longer each part of a text takes when the text has sixteen times as many parts: 1 for a linear
 * algorithm, 16 for a quadratic one. Values below 6 are due to garbage collection, caches and missing compilation.
 */
export function slowdown(run: (text: string) => unknown, part: string, length: number): number {
  const few = { text: `${part.repeat(Math.ceil(length / factor / part.length))}x`, took: Infinity };
  const many = { text: `${part.repeat(Math.ceil(length / part.length))}x`, took: Infinity };
  for (let round = 0; round < 8; round += 1)
    for (const each of [few, many]) {
      const began = performance.now();
      run(each.text);
      each.took = Math.min(each.took, performance.now() - began);
    }
  return many.took / Math.max(few.took, minMeasured) / factor;
}

/**
 * Parameters for fast-check: TEST_RUNS and TEST_SEED are set by `npm run nightly`, TEST_PATH replays one failure.
 * fast-check prints seed and path of a failure.
 */
export function randomRuns(standard: number): { numRuns: number; seed?: number; path?: string } {
  const { TEST_RUNS: runs, TEST_SEED: seed, TEST_PATH: path } = process.env;
  return {
    numRuns: runs ? Number(runs) : standard,
    ...(seed && { seed: Number(seed) }),
    ...(path && { path }),
  };
}
