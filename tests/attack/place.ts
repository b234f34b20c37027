import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRuntime, type Runtime } from '../../src/app/runtime.ts';
import { peopleOn, type Call, type Person, type TestServer } from '../../src/app/testing.ts';
import { dereferenced } from '../../src/app/test-api-document.ts';
import { makeForeignThings, type OpenApi } from '../../src/app/test-foreign-things.ts';
import { auctioningOn, type Auctioning } from '../../src/features/auctions/server/testing.ts';
import { readConfig, variables } from '../../src/platform/server/config.ts';
import type { Document } from '../../src/platform/server/openapi-components.ts';
import { startEmbeddedPostgres } from '../../src/platform/server/embedded-postgres.ts';
import { ask } from './asking.ts';

export const maxSocketsPerAddress = 40;

export type Who = 'guest' | 'person' | 'provider' | 'staff';

/** Target of the attacks: the built server in two processes on one database, with people and their things. */
export type Place = {
  /** The first trusts `X-Forwarded-For` from this machine, the second from nobody. */
  origins: readonly [string, string];
  /** Adapter for the test helpers; its calls go to the first process. */
  server: TestServer;
  on: Auctioning;
  api: OpenApi;
  people: Record<Who, Person | null>;
  /** Ids of other people's private things, and of visible ones. */
  foreign: Record<string, string>;
  known: string[];
  errors(): string;
  isUp(): boolean;
  stop(): Promise<void>;
};

export async function openPlace(): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gongbang-attack-'));
  const closers = [() => rm(dataDir, { recursive: true, force: true })];
  const stop = async () => {
    for (const close of closers.toReversed()) await close();
  };
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
    closers.push(() => postgres.stop());
    // Rate limits are raised, because the calls behind them are attacked; those of logins and sockets stay.
    const kept = /_LOGIN_/;
    const environment = {
      ...Object.fromEntries(
        Object.keys(variables)
          .filter((name) => name.startsWith('RATE_LIMIT_') && !kept.test(name))
          .map((name) => [name, '10000000']),
      ),
      NODE_ENV: 'production',
      PUBLIC_ORIGIN: 'http://gongbang.test',
      DATABASE_URL: postgres.connectionString,
      DATABASE_POOL_SIZE: '8',
      DATA_DIR: dataDir,
      DEMO_CONTENT: 'off',
      LOG_LEVEL: 'error',
      MAX_SOCKETS_PER_ADDRESS: String(maxSocketsPerAddress),
      // High limit, so that a busy machine does not refuse requests before the attacked code runs.
      OVERLOAD_MS: '600000',
    };
    const runtime = await openRuntime(readConfig({ ...environment, PORT: '0' }), () => {});
    closers.push(() => runtime.close());
    let errors = '';
    const children: ChildProcess[] = [];
    const serve = (more: Record<string, string>): Promise<string> => {
      const child = spawn(process.execPath, ['dist/main.js'], {
        env: { PATH: process.env['PATH'], ...environment, PORT: '0', HOST: '127.0.0.1', ...more },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      children.push(child);
      closers.push(async () => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = once(child, 'exit');
        const late = setTimeout(() => child.kill('SIGKILL'), 30_000);
        child.kill('SIGTERM');
        await ended;
        clearTimeout(late);
      });
      child.stderr?.on('data', (chunk) => (errors = (errors + String(chunk)).slice(-20_000)));
      let said = '';
      return new Promise((resolve, reject) => {
        child.stdout?.on('data', (chunk) => {
          said = (said + String(chunk)).slice(-20_000);
          const port = /open at http:\/\/localhost:(\d+)/.exec(said)?.[1];
          if (port) resolve(`http://127.0.0.1:${port}`);
        });
        child.once('exit', () => reject(new Error(`the server did not start: ${said}${errors}`)));
      });
    };
    const origins = [await serve({ TRUSTED_PROXIES: '127.0.0.1' }), await serve({})] as const;
    const server = serverAt(origins[0], runtime);
    const on = auctioningOn(server);
    const { foreign, other } = await makeForeignThings(server, on);
    const { provider, serviceId } = await on.provide();
    const person = await on.someone();
    const known = [
      serviceId,
      (await on.order(person, serviceId)).id,
      (await on.draft(provider)).id,
      (await on.live()).id,
      other.id,
      person.id,
      person.username,
    ];
    const people = { guest: null, person, provider, staff: await server.signUp({ isAdmin: true }) };
    const api = dereferenced((await server.call('GET', '/api/openapi.json')).json<Document>()) as OpenApi;
    return {
      origins,
      server,
      on,
      api,
      people,
      foreign,
      known,
      errors: () => errors,
      isUp: () => children.every((child) => child.exitCode === null && child.signalCode === null),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Adapts a running server to the interface of the test helpers. */
export function serverAt(origin: string, runtime: Runtime): TestServer {
  const call = (async (method, url, { as, headers, payload } = {}) => {
    const isJson = typeof payload === 'object' && !Buffer.isBuffer(payload);
    const answer = await ask(origin, {
      method,
      path: String(url),
      headers: {
        'accept-language': 'ko',
        ...(as && { cookie: as.cookie }),
        ...(isJson && { 'content-type': 'application/json' }),
        ...(headers as Record<string, string>),
      },
      ...(payload !== undefined && { body: isJson ? JSON.stringify(payload) : (payload as string | Buffer) }),
    });
    return {
      statusCode: answer.status,
      headers: answer.headers,
      body: answer.body,
      json: () => JSON.parse(answer.body) as unknown,
    };
  }) as Call;
  return { runtime, call, ...peopleOn({ call, runtime }) } as unknown as TestServer;
}
