import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterEach, expect, test, vi } from 'vitest';
import { createHttpServer, type App } from './http.ts';

const histogram = Object.getPrototypeOf(Object.getPrototypeOf(monitorEventLoopDelay())) as { mean: number };
let app: App;
afterEach(async () => {
  await app.close();
  vi.restoreAllMocks();
});

/** Starts a server with this measured delay of its event loop, in nanoseconds. */
async function measured(mean: number): Promise<App> {
  vi.spyOn(histogram, 'mean', 'get').mockReturnValue(mean);
  app = await createHttpServer({
    logLevel: 'silent',
    overloadMs: 3000,
    publicOrigin: 'http://localhost',
    trustedProxies: [],
  });
  app.get('/', () => 'here');
  await app.ready();
  // The delay is measured each second.
  await new Promise((resolve) => setTimeout(resolve, 1200));
  return app;
}

test('refuses requests while the event loop is late', async () => {
  const answer = await (await measured(9e9)).inject('/');
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
});

test('without a measurement, refuses requests only after a turn that was too long', async () => {
  const server = await measured(Number.NaN);
  expect((await server.inject('/')).body).toBe('here');
  for (const [blockedMs, status] of [
    [1200, 200],
    [3500, 503],
  ] as const) {
    const until = performance.now() + blockedMs;
    while (performance.now() < until);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect((await server.inject('/')).statusCode, `after ${blockedMs} ms`).toBe(status);
  }
  await new Promise((resolve) => setTimeout(resolve, 1300));
  expect((await server.inject('/')).body).toBe('here');
});
