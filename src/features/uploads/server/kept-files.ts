import type { FastifyReply, FastifyRequest } from 'fastify';
import { create as contentDisposition } from 'content-disposition';
import { sql, type Selectable } from 'kysely';
import type { Db, Trx } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import { sendBlob } from '#platform/server/send-blob.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import type { Database } from '#platform/server/schema.ts';
import { safeFileName } from '#platform/shared/file-name.ts';
import type { KeptFile } from '../contract.ts';
import { blobKeyOf, takeUploads, type IncomingFile } from './commands.ts';

export type KeptRow = Selectable<Database['keptFile']>;

/**
 * Turns finished uploads into kept files, in the caller's transaction. An upload that its owner has handed over
 * before is the same file again. Throws as {@link takeUploads} does.
 */
export async function keepUploads(
  trx: Trx,
  owner: { id: string },
  ids: readonly string[],
  now: Date,
): Promise<KeptRow[]> {
  const files: KeptRow[] = [];
  for (const id of ids) {
    // Locked, so that no sweep removes it before something refers to it.
    const before = await selectOwn(trx, owner.id, id)?.forKeyShare().executeTakeFirst();
    if (before) {
      files.push(before);
      continue;
    }
    const [taken] = await takeUploads(trx, owner, [id], now);
    if (taken) files.push(await keepFile(trx, owner, taken, now));
  }
  return files;
}

/** Writes the row of a file whose bytes are stored. */
export async function keepFile(
  trx: Trx,
  owner: { id: string },
  file: IncomingFile,
  now: Date,
): Promise<KeptRow> {
  const { id, name, size, sha256, mediaType, blobKey, resourceId = null } = file;
  return trx
    .insertInto('keptFile')
    .values({ id, ownerId: owner.id, name, size, sha256, mediaType, blobKey, resourceId, createdAt: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Copies stored bytes, so that an agreement keeps its files. The caller keeps or removes the copy. */
export async function copyFile(
  storage: BlobStore,
  { name, mediaType, blobKey: from, resourceId }: Omit<IncomingFile, 'id' | 'size' | 'sha256'>,
  now: Date,
): Promise<IncomingFile> {
  const id = uuidv7(now.getTime());
  const blobKey = blobKeyOf(id);
  const stored = await storage.put(blobKey, storage.read(from));
  return { id, name, mediaType, blobKey, ...(resourceId !== undefined && { resourceId }), ...stored };
}

/** Returns a file that this person has handed over. */
export async function findOwnKeptFile(db: Db, ownerId: string, id: string): Promise<KeptRow | undefined> {
  return selectOwn(db, ownerId, id)?.executeTakeFirst();
}

function selectOwn(db: Db, ownerId: string, id: string) {
  if (!isUuid(id)) return undefined;
  return db.selectFrom('keptFile').selectAll().where('id', '=', id).where('ownerId', '=', ownerId);
}

export function presentKeptFile({ id, name, size, sha256, mediaType }: KeptFile): KeptFile {
  return { id, name, size, sha256, mediaType };
}

/** Sends a file; the caller has checked the recipient's rights; never displayed in the page's own origin. */
export function sendKeptFile(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: BlobStore,
  file: Pick<KeptRow, 'name' | 'size' | 'sha256' | 'mediaType' | 'blobKey'>,
): Promise<FastifyReply> {
  reply
    .header('content-disposition', contentDisposition(safeFileName(file.name)))
    .header('cache-control', 'private, no-cache')
    .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'");
  return sendBlob(request, reply, storage, {
    key: file.blobKey,
    size: file.size,
    etag: file.sha256,
    mediaType: file.mediaType,
  });
}

/** Grace period in which a reference to a new file is written. */
const unreferredMs = 24 * 60 * 60 * 1000;

/** Removes files without references. Returns their number. */
export async function sweepKeptFiles(
  { db, storage }: { db: Db; storage: BlobStore },
  now: Date,
): Promise<number> {
  const keys = await removeUnreferred(
    db,
    sql`kept.created_at < ${new Date(now.getTime() - unreferredMs)}`,
    1000,
  );
  await Promise.all(keys.map((key) => storage.remove(key)));
  return keys.length;
}

/** Removes unreferenced files of one person at once. Returns the keys of their blobs. */
export function removeKeptFilesOf(trx: Db, ownerId: string): Promise<string[]> {
  return removeUnreferred(trx, sql`kept.owner_id = ${ownerId}`, 1_000_000);
}

async function removeUnreferred(db: Db, condition: ReturnType<typeof sql>, most: number): Promise<string[]> {
  const referring = await findReferring(db);
  const unreferred = referring.map(
    ({ table, column }) =>
      sql`not exists (select from ${sql.table(table)} r where ${sql.ref(`r.${column}`)} = kept.id)`,
  );
  const { rows } = await sql<{ blobKey: string }>`
    delete from kept_file where id in (
      select kept.id from kept_file kept where ${sql.join([condition, ...unreferred], sql` and `)}
      order by kept.created_at limit ${most} for update of kept skip locked)
    returning blob_key as "blobKey"`.execute(db);
  return rows.map(({ blobKey }) => blobKey);
}

/** Finds every column that refers to kept files in the database's own catalog, so that no room above is forgotten. */
async function findReferring(db: Db): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select source.relname as "table", a.attname as "column"
    from pg_constraint c
    join pg_class source on source.oid = c.conrelid
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'kept_file'::regclass`.execute(db);
  return rows;
}

/** Returns the resources that kept files are copies of, by the files' ids. */
export async function resourcesOfKeptFiles(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('keptFile')
    .select(['id', 'resourceId'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.flatMap(({ id, resourceId }) => (resourceId === null ? [] : [[id, resourceId]])));
}
