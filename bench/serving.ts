import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { freePort } from '../fakes/free-port.ts';
import { allocatorEnvironment, nodeFlags } from '../scripts/lib-server-process.mjs';

/** Starts the built server and its references, and measures the cost of a response for each. */

export type Serving = { child: ChildProcess; origin: string };

const roundSeconds = 3;
const children: ChildProcess[] = [];

export async function startServer(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string },
  environment: Record<string, string> = {},
): Promise<Serving> {
  const port = await freePort();
  const child = spawn(process.execPath, [...nodeFlags, 'dist/main.js'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...allocatorEnvironment,
      PATH: process.env['PATH'],
      PORT: String(port),
      DATA_DIR: join(dataDir, `server-${port}`),
      DATABASE_URL: databaseUrl,
      DEMO_CONTENT: 'off',
      JOBS: 'off',
      ...environment,
    },
  });
  children.push(child);
  return { child, origin: await ready(`http://127.0.0.1:${port}`, '/readyz') };
}

export async function startConstant(body: string, databaseUrl: string): Promise<Serving> {
  const port = await freePort();
  const child = spawn(process.execPath, ['bench/constant-server.ts', String(port), body, databaseUrl], {
    stdio: 'inherit',
  });
  children.push(child);
  return { child, origin: await ready(`http://127.0.0.1:${port}`, '/') };
}

export async function stopAll(): Promise<void> {
  await Promise.all(children.map((child) => stopServer({ child })));
}

async function ready(origin: string, path: string): Promise<string> {
  for (let tries = 0; tries < 1800; tries += 1) {
    const answer = await fetch(origin + path).catch(() => null);
    if (answer?.ok) return origin;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${origin} did not start`);
}

/** Responses per second, all of them 200. */
export async function rate(url: string, headers: Record<string, string> = {}): Promise<number> {
  const result = await autocannon({
    url,
    connections: 32,
    duration: roundSeconds,
    headers: { 'accept-language': 'ko', ...headers },
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} failed under load`);
  return result.requests.average;
}

/** User and system time of the process, in milliseconds; Linux counts in hundredths of a second. */
async function cpuMs(child: ChildProcess): Promise<number> {
  const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/**
 * CPU time of the server per response, in milliseconds. `pathOf` returns the path of each of `amount` requests; the
 * same number runs before as an unmeasured warm-up.
 */
export async function cpuPerRequest(
  { child, origin }: Serving,
  pathOf: (index: number) => string,
  amount: number,
): Promise<number> {
  let index = 0;
  const ask = async () => {
    const result = await autocannon({
      url: origin,
      connections: 8,
      amount,
      requests: [
        {
          headers: { 'accept-language': 'ko' },
          setupRequest: (request) => ({ ...request, path: pathOf(index++) }),
        },
      ],
    });
    if (result.non2xx > 0 || result.errors > 0) throw new Error(`${pathOf(0)} failed under load`);
  };
  await ask();
  const before = await cpuMs(child);
  await ask();
  return ((await cpuMs(child)) - before) / amount;
}

/** Resident memory of the process. */
export function residentBytes({ pid }: ChildProcess): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

/** Opens an account and returns its cookie. */
export async function signUp(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      fullName: '벤치',
      email: 'bench@example.com',
      password: 'correct horse battery',
      consents: { terms: true, privacy: true, age14: true },
    }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
}

export async function stopServer({ child }: Pick<Serving, 'child'>): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(0)}%`;
}
