import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { flakyServer, type Behaviour } from '../../../fakes/flaky-server.ts';
import { getJson, retryRead } from './fetcher.ts';
import { createQueryClient } from './query-client.ts';

// Runs as in a browser, where no page is being rendered.
vi.mock('./page-context.ts', () => ({ pageContext: () => undefined, currentLocale: () => 'ko' }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Returns the times at which the requests of one query reached a server with this behaviour. */
async function times(behaviours: Behaviour[], more: { retry?: ReturnType<typeof retryRead> } = {}) {
  const flaky = flakyServer(...behaviours);
  vi.stubGlobal('fetch', flaky.answer);
  const client = createQueryClient();
  const stop = new QueryObserver(client, {
    queryKey: ['x'],
    queryFn: ({ signal }) => getJson('/api/x', signal),
    ...more,
  }).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  stop();
  client.clear();
  return flaky.times();
}

describe('a query reaches the server', () => {
  test.each<[string, Behaviour[], number[]]>([
    ['once when it works', [{ status: 200 }], [0]],
    ['three times when it fails', [{ status: 500 }], [0, 1000, 3000]],
    ['until it works', [{ status: 500 }, { status: 200 }], [0, 1000]],
    ['twice after another refusal', [{ status: 429 }], [0, 1000]],
    ['once after a final refusal', [{ status: 404 }], [0]],
    ['three times when it hangs, 15 s each', ['hangs'], [0, 16_000, 33_000]],
    ['three times when the connection breaks', ['breaks'], [0, 1000, 3000]],
  ])('%s', async (_, behaviours, at) => {
    expect(await times(behaviours)).toEqual(at);
  });

  test('twice on a slow connection', async () => {
    vi.stubGlobal('navigator', { onLine: true, connection: { effectiveType: '2g' } });
    expect(await times([{ status: 500 }])).toEqual([0, 1000]);
  });

  test('once while offline, so that the error is shown at once', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    expect(await times(['breaks'])).toEqual([0]);
  });

  test('four times for a list on screen', async () => {
    expect(await times([{ status: 503 }], { retry: retryRead(3) })).toEqual([0, 1000, 3000, 7000]);
  });

  test('once while a page is rendered', async () => {
    vi.stubGlobal('window', undefined);
    expect(await times([{ status: 500 }])).toEqual([0]);
  });
});

test('queries refetch on focus, reconnect and mount, and mutations do not wait for a connection', () => {
  expect(createQueryClient().getDefaultOptions()).toMatchObject({
    queries: {
      staleTime: 10 * 60_000,
      gcTime: 60 * 60_000,
      refetchOnMount: true,
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  });
});
