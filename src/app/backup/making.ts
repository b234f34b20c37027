import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type Config } from '#platform/server/config.ts';
import { ConfigError } from '#platform/server/config/reading.ts';
import { dataKeysOf } from '#platform/server/config/kept-secrets.ts';
import { openedForRestore } from '#platform/server/migrate.ts';
import { folderBlobStore, type BlobStore } from '#platform/server/storage.ts';
import { readBound, readLedger, readSequences, readTables, waitingJobs } from './database.ts';
import {
  blobsAtOnce,
  filesName,
  fingerprint,
  format,
  keyFiles,
  manifestName,
  writeHashed,
  type FileLine,
  type Manifest,
  type TableCopy,
} from './format.ts';

/**
 * Copies everything into a new folder while the servers keep running: a consistent snapshot of the database, every file
 * that it refers to, and the keys. The folder appears under its name only when it is complete.
 */
export async function makeBackup(options: {
  config: Config;
  connectionString: string;
  storage: BlobStore;
  folder: string;
}): Promise<Manifest> {
  const folder = resolve(options.folder);
  if (existsSync(folder)) throw new ConfigError(`${folder} is there already. Name a folder that is not.`);
  const unfinished = `${folder}.unfinished`;
  // Left over from a backup that was killed.
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(join(unfinished, 'database'), { recursive: true, mode: 0o700 });
  const client = new pg.Client({ connectionString: options.connectionString });
  await client.connect();
  try {
    const manifest = await copyAll(client, options, unfinished);
    await writeHashed(
      join(unfinished, manifestName),
      Readable.from([Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)]),
    );
    await syncFolder(unfinished);
    await rename(unfinished, folder);
    await syncFolder(dirname(folder));
    return manifest;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  } finally {
    await client.end();
  }
}

async function copyAll(
  client: pg.Client,
  { config, storage }: { config: Config; storage: BlobStore },
  folder: string,
): Promise<Manifest> {
  if (await openedForRestore(client))
    throw new ConfigError('A restore of this database did not finish: there is nothing whole to copy.');
  const started = await client.query(
    `select to_regclass('graphile_worker._private_jobs') is not null as it_is`,
  );
  if (started.rows[0]?.it_is !== true)
    throw new ConfigError('There is no marketplace here yet: start it once, and wait until it is open.');
  const lines: FileLine[] = [];
  // Copy most files before the database snapshot, so that few can be deleted between the two, and copy the newer ones
  // afterwards. A file is always written before the row that refers to it.
  const blobs = new Map<string, number>();
  await copyBlobs(storage, folder, blobs, lines);
  await client.query('begin isolation level repeatable read, read only');
  const tables: TableCopy[] = [];
  for (const { name, columns } of await readTables(client)) {
    const { rows } = await client.query<{ count: string }>(`select count(*) from "${name}"`);
    const path = `database/${name}.copy.gz`;
    const select = `copy (select ${columns.map((each) => `"${each}"`).join(', ')} from "${name}") to stdout`;
    lines.push({ path, ...(await writeGzipped(join(folder, path), client.query(copyTo(select)))) });
    const upTo = await readBound(client, name);
    tables.push({ name, columns, rows: Number(rows[0]?.count), ...(upTo !== undefined && { upTo }) });
  }
  const jobs = await waitingJobs(client);
  const jobLines = Readable.from(jobs.map((job) => Buffer.from(`${JSON.stringify(job)}\n`)));
  lines.push({
    path: 'database/jobs.jsonl.gz',
    ...(await writeGzipped(join(folder, 'database/jobs.jsonl.gz'), jobLines)),
  });
  const migrations = await client.query<{ name: string }>(
    'select name from kysely_migration order by name collate "C"',
  );
  const ledger = await readLedger(client);
  const sequences = await readSequences(client);
  await client.query('commit');
  await copyBlobs(storage, folder, blobs, lines);
  await copyKeys(config, folder, lines);
  const text = lines.map((line) => `${JSON.stringify(line)}\n`);
  const written = await writeHashed(
    join(folder, filesName),
    Readable.from(text.map((line) => Buffer.from(line))),
  );
  return {
    format,
    createdAt: new Date().toISOString(),
    migrations: migrations.rows.map(({ name }) => name),
    tables,
    sequences,
    ledger,
    jobs: jobs.length,
    blobs: { count: blobs.size, bytes: [...blobs.values()].reduce((sum, size) => sum + size, 0) },
    dataKeys: dataKeysOf(config).map(fingerprint),
    files: { count: lines.length, sha256: written.sha256 },
  };
}

function writeGzipped(path: string, rows: Readable) {
  const gzip = createGzip({ level: 3 });
  rows.once('error', (error) => gzip.destroy(error)).pipe(gzip);
  return writeHashed(path, gzip);
}

/** Copies the blobs that are not in `copied` yet. Unfinished uploads are not blobs yet. */
async function copyBlobs(
  storage: BlobStore,
  folder: string,
  copied: Map<string, number>,
  lines: FileLine[],
): Promise<void> {
  const target = folderBlobStore(join(folder, 'blobs'));
  const keys = storage.listAll()[Symbol.asyncIterator]();
  async function copyNext(): Promise<void> {
    for (;;) {
      const next = await keys.next();
      if (next.done) return;
      const { key } = next.value;
      if (copied.has(key)) continue;
      try {
        const { size, sha256 } = await target.put(key, storage.read(key));
        copied.set(key, size);
        lines.push({ path: `blobs/${key}`, size, sha256 });
      } catch (error) {
        // A blob that somebody deleted in between is not missing.
        if ((await storage.size(key)) !== null) throw error;
      }
    }
  }
  await Promise.all(Array.from({ length: blobsAtOnce }, copyNext));
  // Temporary folder of an unfinished backup.
  await rm(join(folder, 'blobs', 'unfinished'), { recursive: true, force: true });
}

async function copyKeys(config: Config, folder: string, lines: FileLine[]): Promise<void> {
  await mkdir(join(folder, 'keys'), { mode: 0o700 });
  for (const name of keyFiles) {
    const secret = await readFile(join(config.dataDir, name)).catch(() => null);
    if (secret === null) continue;
    const path = `keys/${name}`;
    lines.push({ path, ...(await writeHashed(join(folder, path), Readable.from([secret]))) });
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
