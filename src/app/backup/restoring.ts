import { createReadStream, existsSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import { createGunzip } from 'node:zlib';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type Config } from '#platform/server/config.ts';
import { ConfigError } from '#platform/server/config/reading.ts';
import { dataKeysOf } from '#platform/server/config/kept-secrets.ts';
import { failpoint } from '#platform/server/failpoints.ts';
import { listMigrations, migrate, openedForRestore, restoreMark } from '#platform/server/migrate.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { enqueueJobs, partitioned, readLedger, readTables, type WaitingJob } from './database.ts';
import {
  blobsAtOnce,
  fingerprint,
  keyFiles,
  readFileLines,
  verifyBackup,
  writeHashed,
  type Manifest,
  type TableCopy,
} from './format.ts';

type Target = {
  config: Config;
  /** Created only after the backup was verified, because the database may not exist yet. */
  openDatabase(): Promise<string>;
  storage: BlobStore;
};

/**
 * Replaces the current data with a backup. Everything is verified before the first write. From then until the end the
 * database carries a mark: no server starts with it, and the same restore can be run again.
 */
export async function restoreBackup(
  options: Target & { folder: string; replace: boolean },
): Promise<{ manifest: Manifest; migrated: string[] }> {
  const folder = resolve(options.folder);
  const manifest = await verifyBackup(folder);
  await assertKnown(manifest);
  const connectionString = await options.openDatabase();
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await assertFree(client, options, manifest);
    await client.query(`create schema if not exists ${restoreMark}`);
    failpoint('restore.marked');
    await putKeys(options.config, folder);
    await putBlobs(options.storage, folder);
    failpoint('restore.blobs');
    await putDatabase(client, connectionString, folder, manifest);
    const migrated = await migrate(connectionString);
    await putJobs(client, connectionString, folder);
    await client.query(`drop schema ${restoreMark}`);
    return { manifest, migrated };
  } finally {
    await client.end();
  }
}

/** The backup's own migrations rebuild the schema, so all of them must exist here in the same order. */
async function assertKnown(manifest: Manifest): Promise<void> {
  const here = await listMigrations();
  if (!isDeepStrictEqual(here.slice(0, manifest.migrations.length), manifest.migrations))
    throw new ConfigError(
      'The backup is of a newer or another Gongbang: it has migrations that are not here. Nothing was restored.',
    );
}

async function assertFree(
  client: pg.Client,
  { config, storage, replace }: Target & { replace: boolean },
  manifest: Manifest,
): Promise<void> {
  const others = await client.query(
    `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );
  if (others.rowCount !== 0)
    throw new ConfigError('The database is in use. Stop Gongbang first. Nothing was restored.');
  if (config.dataKeys && !config.dataKeys.map(fingerprint).some((key) => manifest.dataKeys.includes(key)))
    throw new ConfigError(
      'Configuration: none of DATA_KEYS is a key of the backup, so phone and account numbers could not be read. Nothing was restored.',
    );
  if (replace || (await openedForRestore(client))) return;
  const { rowCount } = await client.query(
    `select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') limit 1`,
  );
  const found = (await storage.listAll()[Symbol.asyncIterator]().next()).done !== true;
  if (rowCount !== 0 || found || keyFiles.some((name) => existsSync(join(config.dataDir, name))))
    throw new ConfigError(
      'There is a marketplace here already. Restore into an empty DATA_DIR or database, or say --replace, which takes away what is there. Nothing was restored.',
    );
}

async function putKeys(config: Config, folder: string): Promise<void> {
  for (const name of keyFiles) {
    const secret = await readFile(join(folder, 'keys', name)).catch(() => null);
    if (secret === null) continue;
    const path = join(config.dataDir, name);
    const unfinished = `${path}.restored-${process.pid}`;
    await writeHashed(unfinished, Readable.from([secret]));
    await rename(unfinished, path);
  }
  // A key that neither the configuration sets nor the backup holds is created, as on a first start.
  dataKeysOf(config);
}

async function putBlobs(storage: BlobStore, folder: string): Promise<void> {
  const wanted = new Set<string>();
  const lines = readFileLines(folder);
  async function putNext(): Promise<void> {
    for (;;) {
      const next = await lines.next();
      if (next.done) return;
      const { path, sha256 } = next.value;
      if (!path.startsWith('blobs/')) continue;
      const key = path.slice('blobs/'.length);
      wanted.add(key);
      const stored = await storage.put(key, createReadStream(join(folder, path)));
      if (stored.sha256 !== sha256) throw new Error(`${key} was stored with other bytes`);
    }
  }
  await Promise.all(Array.from({ length: blobsAtOnce }, putNext));
  for await (const { key } of storage.listAll()) if (!wanted.has(key)) await storage.remove(key);
}

async function putDatabase(
  client: pg.Client,
  connectionString: string,
  folder: string,
  manifest: Manifest,
): Promise<void> {
  await client.query('drop schema if exists graphile_worker cascade');
  await client.query('drop schema public cascade');
  await client.query('create schema public');
  await migrate(connectionString, { upTo: manifest.migrations.at(-1) ?? '' });
  await client.query('begin');
  const tables = await readTables(client);
  const isSame = (one: TableCopy) =>
    tables.some((each) => each.name === one.name && isDeepStrictEqual(each.columns, one.columns));
  const strange = manifest.tables.find((each) => !isSame(each));
  if (strange) throw new Error(`the table ${strange.name} of the backup is another one here`);
  const names = tables.map(({ name }) => `"${name}"`).join(', ');
  // Triggers stay off: their checks passed when the rows were first written, and the rows that they write are in the
  // backup.
  for (const { name } of tables) await client.query(`alter table "${name}" disable trigger user`);
  // The backup holds the current state of rows that migrations insert.
  await client.query(`truncate ${names}`);
  const references = await dropReferences(client);
  for (const table of manifest.tables) await putTable(client, folder, table);
  failpoint('restore.tables');
  for (const { name, constraint, definition } of references)
    await client.query(`alter table ${name} add constraint ${constraint} ${definition}`);
  for (const [name, value] of Object.entries(manifest.sequences))
    await client.query('select setval($1::regclass, $2)', [`public."${name}"`, value]);
  // Unfinished uploads are not in a backup: their senders start again.
  await client.query(`update upload set received = 0, parts = '{}', writer = null where state = 'receiving'`);
  for (const { name } of tables) await client.query(`alter table "${name}" enable trigger user`);
  const ledger = await readLedger(client);
  if (ledger.sum !== 0 || !isDeepStrictEqual(ledger, manifest.ledger))
    throw new Error('the ledger does not come to what the backup says');
  await client.query('commit');
  await client.query('analyze');
}

/** Rows are loaded table by table; foreign keys are checked once all rows are there. */
async function dropReferences(client: pg.Client) {
  const { rows } = await client.query<{ name: string; constraint: string; definition: string }>(
    `select conrelid::regclass::text as name, quote_ident(conname) as constraint, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`,
  );
  for (const { name, constraint } of rows)
    await client.query(`alter table ${name} drop constraint ${constraint}`);
  return rows;
}

async function putTable(
  client: pg.Client,
  folder: string,
  { name, columns, rows, upTo }: TableCopy,
): Promise<void> {
  const partitions = partitioned[name];
  if (partitions) await client.query(`select ${partitions.make}($1)`, [upTo ?? 0]);
  const list = columns.map((each) => `"${each}"`).join(', ');
  await pipeline(
    createReadStream(join(folder, 'database', `${name}.copy.gz`)),
    createGunzip(),
    client.query(copyFrom(`copy "${name}" (${list}) from stdin`)),
  );
  const counted = await client.query<{ count: string }>(`select count(*) from "${name}"`);
  if (Number(counted.rows[0]?.count) !== rows) throw new Error(`${name} has another number of rows`);
}

async function putJobs(client: pg.Client, connectionString: string, folder: string): Promise<void> {
  await runMigrations({ connectionString });
  const text = await buffer(createReadStream(join(folder, 'database', 'jobs.jsonl.gz')).pipe(createGunzip()));
  const jobs = text
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line): WaitingJob => JSON.parse(line));
  await client.query('delete from graphile_worker._private_jobs');
  if (jobs.length > 0) await enqueueJobs(client, jobs);
}
