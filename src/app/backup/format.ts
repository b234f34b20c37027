import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { ConfigError } from '#platform/server/config/reading.ts';

/**
 * Format of a backup: a folder with `manifest.json`, `files.jsonl` (path, size and SHA-256 of each other file),
 * `database/<table>.copy.gz`, `blobs/<key>` and `keys/`. See docs/decisions/0056.
 */
export const format = 1;
export const manifestName = 'manifest.json';
export const filesName = 'files.jsonl';
/** Number of blobs that are copied concurrently: most are small, and each waits for the disk or the network. */
export const blobsAtOnce = 8;
/** Secrets that are stored with the data unless the configuration sets them. */
export const keyFiles = ['session-secret', 'data-key'] as const;

const table = z.object({
  name: z.string().regex(/^[a-z_][a-z0-9_]*$/),
  columns: z.array(z.string().regex(/^[a-z_][a-z0-9_]*$/)).min(1),
  rows: z.number().int().nonnegative(),
  /** For a partitioned table: highest key for which partitions have to exist. */
  upTo: z.number().int().nonnegative().optional(),
});
const ledger = z.object({
  journals: z.number().int(),
  entries: z.number().int(),
  /** Sum of all entries; the books balance only if it is zero. */
  sum: z.number().int(),
  /** Balance of each account. */
  accounts: z.record(z.string(), z.number().int()),
});
export const manifestSchema = z.object({
  format: z.literal(format),
  createdAt: z.iso.datetime(),
  /** Applied migrations, in order. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(table),
  /** Current value of each sequence. */
  sequences: z.record(z.string().regex(/^[a-z_][a-z0-9_]*$/), z.number().int().positive()),
  ledger,
  /** Background jobs that were waiting. */
  jobs: z.number().int().nonnegative(),
  blobs: z.object({ count: z.number().int(), bytes: z.number().int() }),
  /** Fingerprints of the keys that sealed the personal data, newest first. */
  dataKeys: z.array(z.string()),
  files: z.object({ count: z.number().int(), sha256: z.string() }),
});
export type Manifest = z.infer<typeof manifestSchema>;
export type TableCopy = z.infer<typeof table>;
export type Ledger = z.infer<typeof ledger>;

const fileLine = z.object({
  // The pattern keeps paths inside the backup folder.
  path: z.string().regex(/^(database|blobs|keys)(\/[a-z0-9_][a-z0-9_.-]*)+$/),
  size: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type FileLine = z.infer<typeof fileLine>;

/** Returns the fingerprint of a key, which does not reveal the key. */
export function fingerprint(key: string): string {
  return createHash('sha256').update(`gongbang backup ${key}`).digest('hex').slice(0, 16);
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}

/** Writes bytes durably (they survive a power cut) and returns their manifest entry. */
export async function writeHashed(
  path: string,
  bytes: AsyncIterable<Buffer>,
  mode = 0o600,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(path, 'wx', mode);
  try {
    for await (const chunk of bytes) {
      hash.update(chunk);
      size += chunk.length;
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { size, sha256: hash.digest('hex') };
}

/** Reads the lines of `files.jsonl`, of which there may be millions. */
export async function* readFileLines(folder: string): AsyncGenerator<FileLine> {
  for await (const line of createInterface({ input: createReadStream(join(folder, filesName)) }))
    yield fileLine.parse(JSON.parse(line));
}

/**
 * Reads the manifest and checks every file against it. Throws a readable error before anything is done with a damaged
 * backup.
 */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => null);
  if (text === null) throw new ConfigError(`${folder} is no backup: it has no ${manifestName}`);
  const damaged = (what: string) => new ConfigError(`The backup is damaged: ${what}. Nothing was restored.`);
  let manifest: Manifest;
  try {
    manifest = manifestSchema.parse(JSON.parse(text));
  } catch {
    throw damaged(`${manifestName} cannot be read`);
  }
  if ((await sha256Of(join(folder, filesName)).catch(() => '')) !== manifest.files.sha256)
    throw damaged(`${filesName} is not what was written`);
  let count = 0;
  for await (const { path, size, sha256 } of readFileLines(folder)) {
    count += 1;
    const found = await stat(join(folder, path)).catch(() => null);
    if (!found) throw damaged(`${path} is missing`);
    if (found.size !== size || (await sha256Of(join(folder, path))) !== sha256)
      throw damaged(`${path} is not what was written`);
  }
  if (count !== manifest.files.count) throw damaged(`${filesName} has another length`);
  return manifest;
}
