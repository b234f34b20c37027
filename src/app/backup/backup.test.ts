import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { randomBytes } from 'node:crypto';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orderingOn, type Ordering } from '#features/orders/server/testing.ts';
import { startEmbeddedPostgres } from '#platform/server/embedded-postgres.ts';
import { enqueue } from '#platform/server/jobs.ts';
import { listMigrations, migrate } from '#platform/server/migrate.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { isLongRun } from '#platform/shared/testing.ts';
import { loadDemo } from '../../../demo/load.ts';
import { openRuntime } from '../runtime.ts';
import { buildServer } from '../server.ts';
import { bundle, startTestServer, type Person, type TestServer } from '../testing.ts';
import { filesName, manifestName, type Manifest } from './format.ts';
import { makeBackup } from './making.ts';
import { restoreBackup } from './restoring.ts';
import { ask, blobsOf, contentOf, emptyTargets, sourceOf, type Target } from './testing.ts';

let server: TestServer;
let on: Ordering;
let buyer: Person;
let work: string;
/** Backup made while nobody wrote to the database. */
let quiet: string;
let manifest: Manifest;
const targets = emptyTargets(() => work);
const emptyTarget = targets.make;

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'gongbang-backup-'));
  server = await startTestServer();
  // Copying or restoring the demo marketplace takes twenty seconds each, so it is left to the nightly run. By day a
  // small data set has to do.
  if (isLongRun) await loadDemo(server.runtime, () => {});
  on = orderingOn(server);
  buyer = await server.signUp();
  const { provider, serviceId } = await on.provide();
  const { id } = await on.order(buyer, serviceId);
  await on.pay(buyer, id);
  await on.move(provider, id, 'accept');
  await on.photo(provider, id);
  const uploads = [await on.upload(buyer, Buffer.from('모두의 파일'), 'a.txt')];
  const made = await server.call('POST', '/api/resources', {
    as: buyer,
    payload: { title: '백업되는 자료', category: 'other', state: 'published', uploads },
  });
  if (made.statusCode !== 201) throw new Error(`no resource: ${made.body}`);
  await enqueue(server.runtime.db, 'social.nothing', { a: 1 }, { key: 'a key', queue: 'a queue' });
  quiet = join(work, 'quiet');
  manifest = await makeBackup({ ...sourceOf(server.runtime), folder: quiet });
}, 300_000);
afterAll(async () => {
  await server.close();
  await targets.drop();
  await rm(work, { recursive: true, force: true });
});

const isEmpty = async (target: Target) =>
  (await ask(await target.openDatabase(), `select from pg_class where relnamespace = 'public'::regnamespace`))
    .length === 0 && Object.keys(await blobsOf(target.storage)).length === 0;

describe('a backup of a marketplace', () => {
  test('holds everything, describes itself, and is readable by its owner alone', async () => {
    expect(manifest.blobs.count).toBeGreaterThan(isLongRun ? 100 : 1);
    expect(manifest.ledger).toMatchObject({ sum: 0 });
    expect(manifest.ledger.entries).toBeGreaterThan(isLongRun ? 10 : 1);
    expect(manifest.migrations).toEqual(await listMigrations());
    expect(manifest.jobs).toBeGreaterThan(0);
    for (const name of ['session-secret', 'data-key'])
      expect((await stat(join(quiet, 'keys', name))).mode & 0o777).toBe(0o600);
    expect((await stat(quiet)).mode & 0o777).toBe(0o700);
    expect(await readFile(join(quiet, manifestName), 'utf8')).not.toContain(
      (await readFile(join(server.runtime.config.dataDir, 'data-key'), 'utf8')).trim(),
    );
    // No temporary files of the unfinished backup are left.
    expect(await readdir(work)).not.toContain('quiet.unfinished');
  });

  test('is restored row by row and file by file, and people sign in', { timeout: 120_000 }, async () => {
    const target = await emptyTarget();
    const { migrated } = await restoreBackup({ ...target, folder: quiet, replace: false });
    expect(migrated).toEqual([]);
    const { connectionString, storage } = sourceOf(server.runtime);
    const restored = await contentOf(await target.openDatabase());
    expect(restored).toEqual(await contentOf(connectionString));
    expect(await blobsOf(target.storage)).toEqual(await blobsOf(storage));
    expect((await stat(join(target.config.dataDir, 'data-key'))).mode & 0o777).toBe(0o600);
    // Foreign keys and triggers are enabled again.
    const guards = `select (select count(*) from pg_constraint where contype = 'f')::int as keys,
      (select count(*) from pg_trigger where tgenabled = 'O')::int as triggers`;
    expect(await ask(await target.openDatabase(), guards)).toEqual(await ask(connectionString, guards));

    const runtime = await openRuntime(target.config, () => {});
    const app = await buildServer(runtime);
    try {
      const { email, password } = buyer;
      const login = await app.inject({ method: 'POST', url: '/api/login', payload: { email, password } });
      expect(login.statusCode).toBe(200);
      // Sessions from before the backup still work: their secret is the same.
      const orders = await app.inject({ url: '/api/user/orders', headers: { cookie: buyer.cookie } });
      expect(orders.json<unknown[]>()).toHaveLength(1);
      const phones = await runtime.db
        .selectFrom('person')
        .select('sealedPhone')
        .where('sealedPhone', 'is not', null)
        .execute();
      for (const { sealedPhone } of phones)
        expect(runtime.vault.open('phone', sealedPhone ?? '')).toMatch(/^\+82/);
      // New rows do not collide with restored ids.
      const made = await app.inject({
        method: 'POST',
        url: '/api/resources',
        headers: { cookie: buyer.cookie },
        payload: { title: '복원 뒤의 자료', category: 'other', state: 'published' },
      });
      expect(made.statusCode).toBe(201);
      const waiting = await runtime.pool.query(
        `select payload from graphile_worker._private_jobs j where key = 'a key'`,
      );
      expect(waiting.rows).toEqual([{ payload: { a: 1 } }]);
    } finally {
      await app.close();
      await runtime.close();
    }
  });

  test.runIf(isLongRun)(
    'is refused where there is a marketplace, and takes its place when told to',
    { timeout: 120_000 },
    async () => {
      const target = await emptyTarget();
      await migrate(await target.openDatabase());
      await target.storage.put('files/old', Buffer.from('of before'));
      await expect(restoreBackup({ ...target, folder: quiet, replace: false })).rejects.toThrow('--replace');
      expect(Object.keys(await blobsOf(target.storage))).toEqual(['files/old']);
      await restoreBackup({ ...target, folder: quiet, replace: true });
      expect(Object.keys(await blobsOf(target.storage))).toHaveLength(manifest.blobs.count);
      expect(await target.storage.size('files/old')).toBeNull();
      expect(await contentOf(await target.openDatabase())).toEqual(
        await contentOf(sourceOf(server.runtime).connectionString),
      );
    },
  );

  test('is refused while the database is in use', async () => {
    const target = await emptyTarget();
    const somebody = new pg.Client({ connectionString: await target.openDatabase() });
    await somebody.connect();
    await expect(restoreBackup({ ...target, folder: quiet, replace: true })).rejects.toThrow('in use');
    await somebody.end();
    expect(await isEmpty(target)).toBe(true);
  });

  test('is refused with keys that open nothing in it', async () => {
    const target = await emptyTarget();
    const config = { ...target.config, dataKeys: [randomBytes(32).toString('base64url')] };
    await expect(restoreBackup({ ...target, config, folder: quiet, replace: false })).rejects.toThrow(
      'DATA_KEYS',
    );
    expect(await isEmpty(target)).toBe(true);
  });

  test.each([
    ['a byte of a table', async (folder: string) => spoil(join(folder, 'database', 'person.copy.gz'))],
    ['a file that is cut off', async (folder: string) => truncate(await aBlobOf(folder), 3)],
    ['a file that is missing', async (folder: string) => rm(await aBlobOf(folder))],
    ['a line of the list', async (folder: string) => spoil(join(folder, filesName))],
    ['the manifest', async (folder: string) => truncate(join(folder, manifestName), 40)],
    ['its format', async (folder: string) => changeManifest(folder, { format: 2 })],
    [
      'migrations of the future',
      async (folder: string) =>
        changeManifest(folder, { migrations: [...manifest.migrations, '29991231235959-new'] }),
    ],
  ])('with %s changed is refused before anything is touched', async (_what, damage) => {
    const folder = await mkdtemp(join(work, 'damaged-'));
    await cp(quiet, folder, { recursive: true });
    await damage(folder);
    const target = await emptyTarget();
    await expect(restoreBackup({ ...target, folder, replace: false })).rejects.toThrow(
      'Nothing was restored',
    );
    expect(await isEmpty(target)).toBe(true);
    await rm(folder, { recursive: true });
  });

  test('an unfinished restore leaves nothing behind', async () => {
    const { storage, ...source } = sourceOf(server.runtime);
    const failing: BlobStore = {
      ...storage,
      read() {
        throw new Error('the disk is gone');
      },
    };
    const folder = join(work, 'failed');
    await expect(makeBackup({ ...source, storage: failing, folder })).rejects.toThrow('the disk is gone');
    expect((await readdir(work)).filter((name) => name.startsWith('failed'))).toEqual([]);
    await expect(makeBackup({ ...source, storage, folder: quiet })).rejects.toThrow('is there already');
    const empty = await emptyTarget();
    const nothing = { ...empty, connectionString: await empty.openDatabase(), folder };
    await expect(makeBackup(nothing)).rejects.toThrow('no marketplace here yet');
  });
});

async function spoil(path: string): Promise<void> {
  const bytes = await readFile(path);
  bytes[bytes.length >> 1]! ^= 1;
  await writeFile(path, bytes);
}

async function aBlobOf(folder: string): Promise<string> {
  const entries = await readdir(join(folder, 'blobs'), { recursive: true, withFileTypes: true });
  const entry = entries.find((each) => each.isFile());
  return join(entry?.parentPath ?? '', entry?.name ?? '');
}

async function changeManifest(folder: string, change: object): Promise<void> {
  await writeFile(join(folder, manifestName), JSON.stringify({ ...manifest, ...change }));
}

test(
  'copies a consistent snapshot while orders are paid and files arrive',
  { timeout: 120_000 },
  async () => {
    const { provider, serviceId } = await on.provide();
    const folder = join(work, 'busy');
    const copying = makeBackup({ ...sourceOf(server.runtime), folder });
    const state = { isDone: false };
    void copying.finally(() => (state.isDone = true)).catch(() => {});
    let written = 0;
    while (!state.isDone || written === 0) {
      const { id } = await on.order(buyer, serviceId);
      await on.pay(buyer, id);
      await on.move(provider, id, 'accept');
      await on.photo(provider, id);
      written += 1;
    }
    const busy = await copying;
    expect(busy.ledger.sum).toBe(0);
    const target = await emptyTarget();
    await restoreBackup({ ...target, folder, replace: false });
    // Every picture that a row refers to is in the backup.
    const photos = await ask<{ prefix: string; width: number }>(
      await target.openDatabase(),
      'select blob_prefix as prefix, widths[1] as width from order_photo',
    );
    expect(photos.length).toBeGreaterThan(0);
    for (const { prefix, width } of photos)
      expect(await target.storage.size(`${prefix}/${width}.webp`), prefix).not.toBeNull();
  },
);

/** Points at which the process is killed: in the nightly run, with the real commands and `--replace`. */
const points = ['restore.marked', 'restore.blobs', 'restore.tables'];

test.runIf(isLongRun).each(points)(
  'a restore that is killed at %s leaves what no server opens, and is run again',
  { timeout: 240_000 },
  async (point) => {
    const target = await emptyTarget();
    const run = (environment: Record<string, string> = {}) =>
      runFile('restore', [quiet], {
        DATABASE_URL: target.config.databaseUrl ?? '',
        DATA_DIR: target.config.dataDir,
        ...environment,
      });
    expect(await run({ FAILPOINT: point })).toMatchObject({ signal: 'SIGKILL' });
    await expect(openRuntime(target.config, () => {})).rejects.toThrow('did not finish');
    await expect(
      makeBackup({ ...target, connectionString: await target.openDatabase(), folder: join(work, point) }),
    ).rejects.toThrow('did not finish');
    const again = await run();
    expect(again.output).toContain('the ledger comes to the same');
    const counts = await ask<{ count: number }>(
      await target.openDatabase(),
      'select count(*)::int as count from orders',
    );
    expect(counts[0]?.count).toBe(manifest.tables.find(({ name }) => name === 'orders')?.rows);
    const runtime = await openRuntime(target.config, () => {});
    await runtime.close();
  },
);

test.runIf(isLongRun)('a backup of an older Gongbang is restored and migrated', async () => {
  const names = await listMigrations();
  const old = names.slice(0, -3);
  const source = await emptyTarget();
  const connectionString = await source.openDatabase();
  await migrate(connectionString, { upTo: old.at(-1) ?? '' });
  await runMigrations({ connectionString });
  await ask(connectionString, `insert into search_synonym (words) values (array['가나다', 'ganada'])`);
  const folder = join(work, 'older');
  const made = await makeBackup({ ...source, connectionString, folder });
  expect(made.migrations).toEqual(old);
  const target = await emptyTarget();
  const { migrated } = await restoreBackup({ ...target, folder, replace: false });
  expect(migrated).toEqual(names.slice(-3));
  const found = `select from search_synonym where words @> array['ganada']`;
  expect(await ask(await target.openDatabase(), found)).toHaveLength(1);
  const runtime = await openRuntime(target.config, () => {});
  await runtime.close();
});

test.runIf(isLongRun)(
  'the commands copy the embedded database of a server that runs, and restore into a new folder',
  { timeout: 300_000 },
  async () => {
    const dataDir = await mkdtemp(join(work, 'running-'));
    const running = await startEmbeddedPostgres({
      dataDir,
      log: () => {},
      settings: { shared_buffers: '16MB' },
    });
    const folder = join(work, 'of-embedded');
    try {
      await migrate(running.connectionString);
      await runMigrations({ connectionString: running.connectionString });
      await ask(
        running.connectionString,
        `insert into search_synonym (words) values (array['라마바', 'ramaba'])`,
      );
      const made = await runFile('backup', [folder], { DATA_DIR: dataDir });
      expect(made).toMatchObject({ code: 0 });
      expect(made.output).toContain('Whoever has this folder has the marketplace');
    } finally {
      await running.stop();
    }
    const restored = await mkdtemp(join(work, 'new-'));
    const done = await runFile('restore', [folder], { DATA_DIR: restored });
    expect(done).toMatchObject({ code: 0 });
    const opened = await startEmbeddedPostgres({ dataDir: restored, log: () => {} });
    try {
      const found = `select from search_synonym where words @> array['ramaba']`;
      expect(await ask(opened.connectionString, found)).toHaveLength(1);
    } finally {
      await opened.stop();
    }
    // Without a running server the command starts the database for the copy.
    expect(await runFile('backup', [join(work, 'of-stopped')], { DATA_DIR: restored })).toMatchObject({
      code: 0,
    });
    expect(await runFile('backup', [], { DATA_DIR: restored })).toMatchObject({ code: 1 });
  },
);

/** Runs one of the commands as npm does. */
async function runFile(name: 'backup' | 'restore', words: string[], environment: Record<string, string>) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [await bundle(`import '#app/backup/${name}.ts';`), ...words], {
    env: {
      PATH,
      NODE_COMPILE_CACHE,
      NODE_NO_WARNINGS: '1',
      PUBLIC_ORIGIN: 'http://gongbang.test',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null, string | null]>,
  ]);
  return { code, signal, output: output + errors };
}
