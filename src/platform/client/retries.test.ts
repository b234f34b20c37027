import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { backoffMs, listRetryMs, readRepeats, repeating, timeoutMs, writeRepeats } from './retries.ts';

describe('the timeout of a call', () => {
  test.each([
    ['GET', '/api/user', 15],
    ['GET', '/api/resources', 15],
    ['GET', '/api/resources?page=2', 15],
    ['GET', '/api/resources/type/software', 30],
    ['GET', '/api/services/nearby?lat=37', 30],
    ['GET', '/api/upload', 60],
    ['GET', '/api/resources/upload', 60],
    ['POST', '/api/login', 30],
    ['PATCH', '/api/resources/1', 30],
    ['DELETE', '/api/upload', 30],
  ])('%s %s %i s', (method, path, seconds) => {
    expect(timeoutMs(method, path)).toBe(seconds * 1000);
  });
});

test('the backoff starts at a second, doubles, and is capped at 10 s', () => {
  expect([0, 1, 2, 3, 4, 20].map(backoffMs)).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000]);
});

test('a failed list is fetched again after 3 s, times 1.5 per attempt, capped at 10 s', () => {
  expect([0, 1, 2, 3, 9].map(listRetryMs)).toEqual([3000, 4500, 6750, 10_000, 10_000]);
});

describe('a read is retried', () => {
  test.each([400, 401, 403, 404, 409, 422])('never after %i', (status) => {
    expect(readRepeats(status, 'fast')).toBe(0);
    expect(readRepeats(status, 'fast', 3)).toBe(0);
  });
  test.each([402, 408, 410, 413, 418, 429, 499])('once after %i', (status) => {
    expect(readRepeats(status, 'fast')).toBe(1);
    expect(readRepeats(status, 'slow')).toBe(1);
  });
  test.each([500, 502, 503, 504, 599, 0])('twice after %i, once on a slow connection', (status) => {
    expect(readRepeats(status, 'fast')).toBe(2);
    expect(readRepeats(status, 'medium')).toBe(2);
    expect(readRepeats(status, 'slow')).toBe(1);
  });
  test('three times for a list on screen', () => {
    expect(readRepeats(503, 'fast', 3)).toBe(3);
    expect(readRepeats(503, 'slow', 3)).toBe(1);
  });
  test.each([0, 429, 503])('never while offline, after %i', (status) => {
    expect(readRepeats(status, 'offline', 3)).toBe(0);
  });
  test('never after a response arrived', () => {
    expect(readRepeats(200, 'fast')).toBe(0);
  });
});

describe('a write is retried', () => {
  test.each([0, 500, 503])('once after %i if it is idempotent', (status) => {
    expect(writeRepeats(status, 'fast', true)).toBe(1);
    expect(writeRepeats(status, 'slow', true)).toBe(1);
  });
  test.each([0, 500, 503])('never after %i if it is not idempotent', (status) => {
    expect(writeRepeats(status, 'fast', false)).toBe(0);
  });
  test.each([400, 408, 409, 429])('never after %i', (status) => {
    expect(writeRepeats(status, 'fast', true)).toBe(0);
  });
  test('never while offline', () => {
    expect(writeRepeats(0, 'offline', true)).toBe(0);
  });
});

describe('retrying', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test('waits longer each time and rejects with the last error', async () => {
    const times: number[] = [];
    const startedAt = Date.now();
    const result = repeating(
      async (failures) => {
        times.push(Date.now() - startedAt);
        throw new Error(`failure ${failures}`);
      },
      () => 5,
    ).catch((error: Error) => error.message);
    await vi.runAllTimersAsync();
    expect(await result).toBe('failure 5');
    expect(times).toEqual([0, 1000, 3000, 7000, 15_000, 25_000]);
  });

  test('stops at the first success', async () => {
    const attempt = vi.fn<(failures: number) => Promise<string>>(async (failures) => {
      if (failures === 0) throw new Error('once');
      return 'done';
    });
    const result = repeating(attempt, () => 5);
    await vi.runAllTimersAsync();
    expect(await result).toBe('done');
    expect(attempt).toHaveBeenCalledTimes(2);
  });
});
