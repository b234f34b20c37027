import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { preloadInBatches, preloadStaggered } from './preload.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const never = new AbortController().signal;

/** Preloads that take 50 ms each and record their start times. */
function clocked(count: number) {
  const startedAt = Date.now();
  const begun: number[] = [];
  const preloads = Array.from({ length: count }, () => async () => {
    begun.push(Date.now() - startedAt);
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  });
  return { begun, preloads };
}

test.each([
  ['3 on a fast connection', { onLine: true }, [0, 0, 0, 350, 350]],
  ['2 on a medium one', { onLine: true, connection: { effectiveType: '3g' } }, [0, 0, 350, 350, 700]],
  ['1 on a slow one', { onLine: true, connection: { effectiveType: '2g' } }, [0, 350, 700, 1050, 1400]],
  ['none offline', { onLine: false }, []],
  ['only the likeliest when data is saved', { connection: { saveData: true } }, [0]],
  [
    'only the likeliest on the last of the battery',
    { getBattery: async () => ({ level: 0.1, charging: false }) },
    [0],
  ],
])('batches, 300 ms apart, have %s', async (_, navigator, at) => {
  vi.stubGlobal('navigator', navigator);
  const { begun, preloads } = clocked(5);
  const done = preloadInBatches(preloads, never);
  await vi.runAllTimersAsync();
  await done;
  expect(begun).toEqual(at);
});

test('batches adapt to a connection that gets worse', async () => {
  const navigator = { onLine: true, connection: { effectiveType: '4g' } };
  vi.stubGlobal('navigator', navigator);
  const { begun, preloads } = clocked(5);
  const done = preloadInBatches(preloads, never);
  await vi.advanceTimersByTimeAsync(100);
  navigator.connection.effectiveType = '2g';
  await vi.runAllTimersAsync();
  await done;
  expect(begun).toEqual([0, 0, 0, 350, 700]);
});

test('batches stop when the reader leaves the page', async () => {
  const leaving = new AbortController();
  const { begun, preloads } = clocked(9);
  const done = preloadInBatches(preloads, leaving.signal);
  await vi.advanceTimersByTimeAsync(360);
  leaving.abort();
  await vi.runAllTimersAsync();
  await done;
  expect(begun).toHaveLength(6);
});

test('category lists start 100 ms apart, without waiting for each other', async () => {
  const { begun, preloads } = clocked(6);
  const slow = preloads.map((preload) => async () => {
    await preload();
    await new Promise((resolve) => {
      setTimeout(resolve, 1000);
    });
  });
  const done = preloadStaggered(slow);
  await vi.runAllTimersAsync();
  await done;
  expect(begun).toEqual([0, 100, 200, 300, 400, 500]);
});

test.each([
  ['slow', { connection: { effectiveType: '2g' } }],
  ['offline', { onLine: false }],
  ['saving', { connection: { saveData: true } }],
])('category lists are skipped when %s', async (_, navigator) => {
  vi.stubGlobal('navigator', navigator);
  const { begun, preloads } = clocked(6);
  await preloadStaggered(preloads);
  expect(begun).toEqual([]);
});
