import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

/** A server of this test's own, because these tests kill it. */
class Server {
  readonly origin: string;
  readonly #port: string;
  readonly #dataDir: string;
  #process: ChildProcess | undefined;

  constructor(dataDir: string, port: number) {
    this.#dataDir = dataDir;
    this.#port = String(port);
    this.origin = `http://127.0.0.1:${port}`;
  }

  async start(environment: Record<string, string> = {}): Promise<void> {
    this.#process = spawn(process.execPath, ['dist/main.js'], {
      stdio: 'ignore',
      env: {
        PATH: process.env['PATH'],
        PORT: this.#port,
        DATA_DIR: this.#dataDir,
        DEMO_CONTENT: 'off',
        LOG_LEVEL: 'silent',
        ...environment,
      },
    });
    await expect
      .poll(async () => (await fetch(`${this.origin}/readyz`).catch(() => null))?.status, { timeout: 60_000 })
      .toBe(200);
  }

  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<{ code: number | null }> {
    const ended = once(this.#process as ChildProcess, 'exit');
    this.#process?.kill(signal);
    const [code] = (await ended) as [number | null];
    return { code };
  }
}

const post = (origin: string, path: string, body: object, cookie = '') =>
  fetch(origin + path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', cookie },
  });

let dataDir: string;
test.beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gongbang-process-'));
});
test.afterEach(() => rm(dataDir, { recursive: true, force: true }));

test('data and sessions survive a stop and a kill -9 @night', async () => {
  test.slow();
  const server = new Server(dataDir, 41_873);
  await server.start();
  const account = { fullName: '오래 남는 사람', email: 'keep@example.com', password: 'a long enough one' };
  const registered = await post(server.origin, '/api/register', account);
  expect(registered.status).toBe(201);
  const cookie = registered.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const titles: string[] = [];
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const title = `${signal} 전에 올린 것`;
    expect(
      (
        await post(
          server.origin,
          '/api/resources',
          { title, category: 'other', assemblyInstructions: '1. 만들기' },
          cookie,
        )
      ).status,
    ).toBe(201);
    titles.unshift(title);
    const { code } = await server.end(signal);
    if (signal === 'SIGTERM') expect(code).toBe(0);
    await server.start();
    const list = (await (await fetch(`${server.origin}/api/resources`)).json()) as { title: string }[];
    expect(list.map((resource) => resource.title)).toEqual(titles);
    expect((await fetch(`${server.origin}/api/user`, { headers: { cookie } })).status).toBe(200);
  }
  await server.end('SIGTERM');
});

test('SIGTERM lets a running request finish, and refuses new ones @night', async () => {
  test.slow();
  const server = new Server(dataDir, 41_874);
  await server.start({ DRAIN_MS: '1500' });
  const body = JSON.stringify({
    fullName: '느린 사람',
    email: 'slow@example.com',
    password: 'a long enough one',
  });
  const slow = request(`${server.origin}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  });
  const answered = new Promise<number>((resolve, reject) => {
    slow.on('response', (answer) => resolve(answer.statusCode ?? 0)).on('error', reject);
  });
  slow.write(body.slice(0, 10));
  const ended = server.end('SIGTERM');
  await expect.poll(async () => (await fetch(`${server.origin}/readyz`)).status).toBe(503);
  slow.end(body.slice(10));
  expect(await answered).toBe(201);
  expect((await ended).code).toBe(0);
});

test('an invalid configuration stops the start with one line that names the variable @night', async () => {
  for (const [name, value] of [
    ['PORT', 'abc'],
    ['DATABASE_URL', 'mysql://x'],
    ['LOG_LEVEL', 'loud'],
  ] as const) {
    const started = spawn(process.execPath, ['dist/main.js'], {
      env: { PATH: process.env['PATH'], DATA_DIR: dataDir, [name]: value },
    });
    let told = '';
    started.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()));
    const [code] = (await once(started, 'close')) as [number];
    expect(code).toBe(1);
    expect(told.trim().split('\n')).toHaveLength(1);
    expect(told).toContain(name);
  }
});
