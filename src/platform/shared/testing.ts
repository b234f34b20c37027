/** Whether this is a row of `npm run nightly`: `npm test` has time for one of each kind. */
export const isLongRun = process.env['TEST_LONG'] === '1';

const factor = 16;
/** Milliseconds; less is not measured well. */
const leastMeasured = 0.05;

/**
 * How many times longer each part of a text takes where there are sixteen times as many of them: 1 where each is looked at once, 16
 * where each is looked at with all others. What lies below 6 is collecting garbage, caches, and what was not compiled yet.
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
  return many.took / Math.max(few.took, leastMeasured) / factor;
}

/**
 * How often chance is tried, as fast-check takes it: TEST_RUNS and TEST_SEED are set by `npm run nightly`, TEST_PATH goes straight to one
 * failure. fast-check prints seed and path where something fails.
 */
export function randomRuns(standard: number): { numRuns: number; seed?: number; path?: string } {
  const { TEST_RUNS: runs, TEST_SEED: seed, TEST_PATH: path } = process.env;
  return {
    numRuns: runs ? Number(runs) : standard,
    ...(seed && { seed: Number(seed) }),
    ...(path && { path }),
  };
}
