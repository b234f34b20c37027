import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { freePort } from '../fakes/free-port.ts';
import { startEmbeddedPostgres } from '../src/platform/server/embedded-postgres.ts';
import { cpuOfThreads } from './backend-cpu.ts';

const rounds = 11;
const requests = 20_000;
const connections = 32;

/**
 * Maximum CPU time of the server per request, in multiples of the bare route, from the original requirement for
 * accounts.
 */
const demanded = 2.5;

const say = (line: string) => process.stdout.write(`${line}\n`);
const children: ChildProcess[] = [];
const dataDir = await mkdtemp(join(tmpdir(), 'gongbang-bench-'));
const database = await startEmbeddedPostgres({ dataDir, log: say });
try {
  const bare = await start(['bench/bare-server.ts'], (port) => ({ args: [String(port)], path: '/' }));
  const server = await start(['dist/main.js'], (port) => ({
    args: [],
    path: '/readyz',
    env: {
      PORT: String(port),
      DATA_DIR: join(dataDir, 'server'),
      DATABASE_URL: database.connectionString,
      DEMO_CONTENT: 'off',
      JOBS: 'off',
    },
  }));
  const cookies = await Promise.all(Array.from({ length: connections }, (_, index) => signUp(index)));

  const ratios: number[] = [];
  // Both are compiled while they run: the steady state is measured.
  for (let warmUp = 0; warmUp < 4; warmUp += 1) {
    await cpuPerRequest(bare, '/', []);
    await cpuPerRequest(server, '/api/user', cookies);
  }
  for (let round = 0; round < rounds; round += 1) {
    const bareCpu = await cpuPerRequest(bare, '/', []);
    const userCpu = await cpuPerRequest(server, '/api/user', cookies);
    ratios.push(userCpu / bareCpu);
    say(`bare route ${bareCpu.toFixed(4)} ms, GET /api/user ${userCpu.toFixed(4)} ms of CPU a request`);
  }
  const ratio = ratios.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN;
  const enough = ratio <= demanded;
  say(
    `\nGET /api/user, ${connections} people: ${ratio.toFixed(2)} times a bare route (at most ${demanded}) ${enough ? 'ok' : 'TOO SLOW'}`,
  );
  process.exitCode = enough ? 0 : 1;

  async function signUp(index: number): Promise<string> {
    const response = await fetch(`${server.origin}/api/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        fullName: `사람 ${index}`,
        email: `bench${index}@example.com`,
        password: 'correct horse battery',
        consents: { terms: true, privacy: true, age14: true },
      }),
    });
    if (!response.ok) throw new Error(await response.text());
    return response.headers.get('set-cookie')?.split(';')[0] ?? '';
  }
} finally {
  await Promise.all(children.map(stop));
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}

type Running = { child: ChildProcess; origin: string };

async function start(
  command: string[],
  options: (port: number) => { args: string[]; path: string; env?: Record<string, string> },
): Promise<Running> {
  const port = await freePort();
  const { args, path, env } = options(port);
  const child = spawn(process.execPath, [...command, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env },
  });
  children.push(child);
  const origin = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 300; tries += 1) {
    const answer = await fetch(origin + path).catch(() => null);
    if (answer?.ok) return { child, origin };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${command.join(' ')} did not start`);
}

/** CPU time of the server process alone, in ms; with cookies, each connection is another person. */
async function cpuPerRequest({ child, origin }: Running, path: string, cookies: string[]): Promise<number> {
  const before = cpuOfThreads(child.pid ?? 0);
  let client = 0;
  const result = await autocannon({
    url: origin + path,
    connections,
    amount: requests,
    headers: { 'accept-language': 'ko' },
    setupClient(connection) {
      const cookie = cookies[client % Math.max(1, cookies.length)];
      client += 1;
      if (cookie !== undefined) connection.setHeaders({ 'accept-language': 'ko', cookie });
    },
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${origin}${path} failed under load`);
  return (cpuOfThreads(child.pid ?? 0) - before) / requests;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}
