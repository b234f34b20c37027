import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import type { InjectOptions } from 'fastify';
import { inject } from 'vitest';
import { createSignedIn } from '#features/accounts/server/testing.ts';
import { readConfig } from '#platform/server/config.ts';
import { createTestDatabase } from '#platform/server/testing.ts';
import type { App } from '#platform/server/http.ts';
import { openRuntime, type Runtime } from './runtime.ts';
import { buildServer } from './server.ts';

export type Person = { id: string; email: string; username: string; password: string; cookie: string };

/** Whole server without pages, on a database and a folder of its own. */
export async function startTestServer(
  environment: Record<string, string> = {},
  serverOptions?: (runtime: Runtime) => Parameters<typeof buildServer>[1],
) {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'gongbang-app-'));
  const config = readConfig({
    PORT: '0',
    PUBLIC_ORIGIN: 'http://gongbang.test',
    DATA_DIR: dataDir,
    DATABASE_URL: database.connectionString,
    DATABASE_POOL_SIZE: '6',
    LOG_LEVEL: 'silent',
    LIST_CACHE_MS: '0',
    // High limits, so that a busy machine does not refuse requests before the tested code runs.
    OVERLOAD_MS: '600000',
    PASSWORD_COST: 'test',
    ...environment,
  });
  const runtime = await openRuntime(config, () => {});
  const app = await buildServer(runtime, serverOptions?.(runtime));
  await app.ready();

  /** Requests are in Korean unless a test sets a language. */
  async function call(method: string, url: string, options: Partial<InjectOptions> & { as?: Person } = {}) {
    const { as, headers, ...rest } = options;
    const answer = await app.inject({
      method: method as 'GET',
      url,
      ...rest,
      headers: { 'accept-language': 'ko', ...(as && { cookie: as.cookie }), ...headers },
    });
    return answer;
  }

  return {
    app,
    runtime,
    call,
    ...peopleOn({ call, runtime }),
    async close() {
      await app.close();
      await runtime.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Makes a call and returns its response, in process or over a network. */
export type Call = (
  method: string,
  url: string,
  options?: Partial<InjectOptions> & { as?: Person },
) => Promise<Pick<Awaited<ReturnType<App['inject']>>, 'statusCode' | 'headers' | 'body' | 'json'>>;

/** Creates people in the database and acts as them, over any transport. */
export function peopleOn({ call, runtime }: { call: Call; runtime: Runtime }) {
  let people = 0;
  const next = () => {
    people += 1;
    return {
      fullName: `사람 ${people}`,
      email: `person${people}@example.com`,
      username: `person${people}`,
      password: 'correct horse battery',
    };
  };

  /** Creates a person with a session, without registering. */
  async function signUp(
    more: { isAdmin?: boolean; role?: 'support' | 'finance' | 'admin' } = {},
  ): Promise<Person> {
    const { fullName, ...person } = next();
    const { id, cookie } = await createSignedIn(runtime, { fullName, ...person });
    const role = more.isAdmin ? 'admin' : more.role;
    if (role) await runtime.db.updateTable('person').set({ role }).where('id', '=', id).execute();
    return { ...person, id, cookie };
  }

  /** Registers a person, for tests of what registration does. */
  async function register(): Promise<Person> {
    const { fullName, ...person } = next();
    const consents = { terms: true, privacy: true, age14: true };
    const answer = await call('POST', '/api/register', { payload: { fullName, ...person, consents } });
    if (answer.statusCode !== 201) throw new Error(`registering failed: ${answer.body}`);
    const { id } = answer.json<{ id: string }>();
    return { ...person, id, cookie: cookieOf(answer.headers['set-cookie']) };
  }

  /** Has a moderator hide something at once, after `reporter` has reported it as dangerous. */
  async function hideReported(
    url: string,
    { id, reporter, admin }: { id: string; reporter: Person; admin: Person },
  ) {
    const report = await call('POST', url, { as: reporter, payload: { reason: 'dangerous' } });
    if (report.statusCode !== 201) throw new Error(`not reported: ${report.body}`);
    const cases = await call('GET', `/api/admin/reports?search=${id}`, { as: admin });
    const [found] = cases.json<{ id: string }[]>();
    return call('PATCH', `/api/admin/reports/${found?.id}`, {
      as: admin,
      payload: { resolution: 'hide', reason: '위험해 보여요.' },
    });
  }

  return { signUp, register, hideReported };
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>;

const childSources = `
  export { readConfig } from '#platform/server/config.ts';
  export { openRuntime } from '#app/runtime.ts';
  export { buildServer } from '#app/server.ts';
  export { startJobs, startClock } from '#app/jobs.ts';
`;

const bundled = new Map<string, Promise<string>>();
/**
 * Bundles the modules that a source imports into one script and returns its path: loading hundreds of modules doubles
 * the start of each child.
 */
export function bundle(source: string): Promise<string> {
  const known = bundled.get(source) ?? buildBundle(source);
  bundled.set(source, known);
  return known;
}

async function buildBundle(source: string): Promise<string> {
  const { build } = await import('esbuild');
  // Inside the project folder, so that packages resolve.
  const folder = await mkdtemp(join(inject('bundles'), 'script-'));
  await build({
    stdin: { contents: source, resolveDir: process.cwd(), loader: 'ts' },
    outfile: join(folder, 'script.js'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    packages: 'external',
    // Minified: a third of the bytes, which load in three quarters of the time.
    minifyWhitespace: true,
    minifySyntax: true,
    logLevel: 'warning',
  });
  return join(folder, 'script.js');
}

const childProgram = (script: string, starts: string, options: string) => `
  import { flushCompileCache } from 'node:module';
  import { readConfig, openRuntime, buildServer, ${starts} } from '${script}';
  // The child never outlives the tests, however they end.
  process.on('disconnect', () => process.exit());
  const runtime = await openRuntime(readConfig(process.env), () => {});
  const app = await buildServer(runtime, ${options});
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { rows } = await runtime.pool.query('select clock_timestamp() as now');
  await ${starts}(runtime, app.log);
  console.log(JSON.stringify({ origin: 'http://127.0.0.1:' + app.server.address().port, ready: rows[0].now }));
  // A killed process does not write its compile cache, so write it now.
  flushCompileCache();
`;

/**
 * Starts the whole server in a separate process on the same database, which a test may kill. `ready` is a time of the
 * database's clock.
 */
export async function startChild(
  { runtime: { config } }: TestServer,
  starts: 'startJobs' | 'startClock',
  environment: Record<string, string> = {},
  /** Options of `buildServer`, as source text. */
  options = '{}',
) {
  const program = childProgram(pathToFileURL(await bundle(childSources)).href, starts, options);
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: {
      ...process.env,
      NODE_NO_WARNINGS: '1',
      DATABASE_URL: config.databaseUrl ?? '',
      DATA_DIR: config.dataDir,
      PUBLIC_ORIGIN: config.publicOrigin,
      LOG_LEVEL: 'silent',
      PASSWORD_COST: 'test',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  child.channel?.unref();
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  if (!child.stdout) throw new Error('a child without an output');
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { origin, ready } = JSON.parse(line) as { origin: string; ready: string };
  return {
    origin,
    ready: new Date(ready),
    isAlive,
    /** Exit code, and the signal that killed it. */
    ended: isAlive() ? once(child, 'exit') : Promise.resolve([child.exitCode, child.signalCode]),
    async kill() {
      if (!isAlive()) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
export type Child = Awaited<ReturnType<typeof startChild>>;

/** Returns the part of a Set-Cookie header that a browser would send back. */
export function cookieOf(header: string | string[] | undefined): string {
  return [header ?? []]
    .flat()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

type Part =
  | { name: string; value: string }
  | { name: string; filename: string; type?: string; bytes: Uint8Array };

/** Builds a multipart form byte for byte as a browser does, including hostile file names. */
export function formOf(parts: readonly Part[]): { payload: Buffer; headers: { 'content-type': string } } {
  const boundary = 'gongbang-test-boundary-7f3a';
  const chunks: Buffer[] = [];
  for (const part of parts) {
    const isFile = 'bytes' in part;
    const disposition = `form-data; name="${part.name}"${isFile ? `; filename="${part.filename}"` : ''}`;
    const type = isFile ? `\r\nContent-Type: ${part.type ?? 'application/octet-stream'}` : '';
    chunks.push(Buffer.from(`--${boundary}\r\nContent-Disposition: ${disposition}${type}\r\n\r\n`));
    chunks.push(isFile ? Buffer.from(part.bytes) : Buffer.from(part.value), Buffer.from('\r\n'));
  }
  chunks.push(Buffer.from(`--${boundary}--\r\n`));
  return {
    payload: Buffer.concat(chunks),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
