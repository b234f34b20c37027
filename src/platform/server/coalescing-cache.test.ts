import { expect, test } from 'vitest';
import { CoalescingCache } from './coalescing-cache.ts';

/** A cache with a manual clock, and loads that a test resolves. */
function setUp(options: { lifetimeMs?: number; most?: number } = {}) {
  const clock = { now: 0 };
  const cache = new CoalescingCache<string>({ lifetimeMs: 1000, most: 10, ...options, now: () => clock.now });
  const loads: { resolve(value: string): void; reject(error: Error): void }[] = [];
  const load = () =>
    new Promise<string>((resolve, reject) => {
      loads.push({ resolve, reject });
    });
  return { cache, clock, load, loads };
}

test('concurrent callers share one load', async () => {
  const { cache, load, loads } = setUp();
  const answers = Array.from({ length: 100 }, () => cache.get('a', load));
  expect(loads).toHaveLength(1);
  loads[0]?.resolve('answer');
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['answer']));
  expect(await cache.get('a', load)).toBe('answer');
  expect(loads).toHaveLength(1);
});

test('each key has a load of its own', async () => {
  const { cache, load, loads } = setUp();
  const [a, b] = [cache.get('a', load), cache.get('b', load)];
  loads[1]?.resolve('of b');
  loads[0]?.resolve('of a');
  expect(await Promise.all([a, b])).toEqual(['of a', 'of b']);
});

test('an expired entry is loaded again; its lifetime starts when its load starts', async () => {
  const { cache, clock, load, loads } = setUp();
  const first = cache.get('a', load);
  clock.now = 600;
  loads[0]?.resolve('old');
  await first;
  clock.now = 999;
  expect(await cache.get('a', load)).toBe('old');
  clock.now = 1000;
  expect(cache.peek('a')).toBeUndefined();
  const second = cache.get('a', load);
  loads[1]?.resolve('new');
  expect(await second).toBe('new');
  clock.now = 1999;
  expect(await cache.get('a', load)).toBe('new');
  expect(loads).toHaveLength(2);
});

test('a failed load rejects every caller that shared it, and no later one', async () => {
  const { cache, load, loads } = setUp();
  const sharing = [cache.get('a', load), cache.get('a', load)];
  loads[0]?.reject(new Error('database away'));
  for (const each of sharing) await expect(each).rejects.toThrow('database away');
  const next = cache.get('a', load);
  loads[1]?.resolve('back again');
  expect(await next).toBe('back again');
});

test('a load that fails late does not remove its successor', async () => {
  const { cache, clock, load, loads } = setUp();
  const slow = cache.get('a', load);
  clock.now = 1000;
  const fast = cache.get('a', load);
  loads[1]?.resolve('good');
  await fast;
  loads[0]?.reject(new Error('too slow'));
  await expect(slow).rejects.toThrow('too slow');
  expect(await cache.get('a', load)).toBe('good');
  expect(loads).toHaveLength(2);
});

test('peek returns a cached entry and loads nothing', async () => {
  const { cache, load, loads } = setUp();
  expect(cache.peek('a')).toBeUndefined();
  const loading = cache.get('a', load);
  expect(cache.peek('a')).toBe(loading);
  loads[0]?.resolve('x');
  expect(await cache.peek('a')).toBe('x');
  expect(loads).toHaveLength(1);
});

test('never exceeds its maximum size: the oldest entry is evicted first', () => {
  const { cache, clock, load } = setUp({ most: 3 });
  for (const key of ['a', 'b', 'c']) void cache.get(key, load);
  void cache.get('d', load);
  expect(['a', 'b', 'c', 'd'].filter((key) => cache.peek(key) !== undefined)).toEqual(['b', 'c', 'd']);
  // Expired entries are evicted with the next insertion, so that memory holds only recent responses.
  clock.now = 1000;
  void cache.get('e', load);
  clock.now = 0;
  expect(['b', 'c', 'd', 'e'].filter((key) => cache.peek(key) !== undefined)).toEqual(['e']);
});

test('after clear() earlier entries are not returned', async () => {
  const { cache, load, loads } = setUp();
  const before = cache.get('a', load);
  loads[0]?.resolve('old');
  await before;
  cache.clear();
  const after = cache.get('a', load);
  loads[1]?.resolve('new');
  expect(await after).toBe('new');
});

test('a load that started before clear() is not returned to later callers', async () => {
  const { cache, load, loads } = setUp();
  const before = cache.get('a', load);
  cache.clear();
  const after = cache.get('a', load);
  expect(loads).toHaveLength(2);
  // Regardless of the order in which they end, the old load must not replace the new one.
  loads[1]?.resolve('new');
  await after;
  loads[0]?.resolve('old');
  expect(await before).toBe('old');
  expect(await after).toBe('new');
  expect(await cache.get('a', load)).toBe('new');
  expect(loads).toHaveLength(2);
});

test('a load that starts before clear() and ends after it is not cached', async () => {
  const { cache, load, loads } = setUp();
  const before = cache.get('a', load);
  cache.clear();
  loads[0]?.resolve('old');
  await before;
  expect(cache.peek('a')).toBeUndefined();
  void cache.get('a', load);
  expect(loads).toHaveLength(2);
});

test('with a lifetime of 0 a load is shared only by callers that asked before it started', async () => {
  const { cache, load, loads } = setUp({ lifetimeMs: 0 });
  const first = cache.get('a', load);
  const second = [cache.get('a', load), cache.get('a', load)];
  const other = cache.get('b', load);
  expect(loads).toHaveLength(2);
  loads[0]?.resolve('1');
  loads[1]?.resolve('b');
  expect(await first).toBe('1');
  expect(await other).toBe('b');
  await expect.poll(() => loads.length).toBe(3);
  const third = cache.get('a', load);
  loads[2]?.reject(new Error('database away'));
  for (const each of second) await expect(each).rejects.toThrow('database away');
  await expect.poll(() => loads.length).toBe(4);
  loads[3]?.resolve('3');
  expect(await third).toBe('3');
  expect(cache.peek('a')).toBeUndefined();
});
