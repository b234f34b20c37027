import { sql, type Selectable } from 'kysely';
import type { Locale } from '#i18n/languages.ts';
import type { Db } from '#platform/server/db.ts';
import type { Database } from '#platform/server/schema.ts';
import { unfinishedKey } from '#platform/server/storage.ts';
import { fileErrors, uploadsErrors, type UploadInfo } from '../contract.ts';

export type Upload = Selectable<Database['upload']>;

/** Returns a person's own upload; expired ones count as gone even before their removal. */
export async function findUpload(
  db: Db,
  ownerId: string,
  id: string,
  now: Date,
): Promise<Upload | undefined> {
  return db
    .selectFrom('upload')
    .selectAll()
    .where('id', '=', id)
    .where('ownerId', '=', ownerId)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** Lists a person's uploads in progress, oldest first. */
export async function listUploads(db: Db, ownerId: string, now: Date): Promise<Upload[]> {
  return db
    .selectFrom('upload')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('expiresAt', '>', now)
    .orderBy('createdAt')
    .limit(1000)
    .execute();
}

/** Returns the error with which an upload was refused. */
export function refusalOf(upload: Upload) {
  const kinds = { ...fileErrors, ...uploadsErrors };
  return Object.values(kinds).find(({ code }) => code === upload.refusal) ?? null;
}

export function presentUpload(upload: Upload, locale: Locale): UploadInfo {
  const { id, name, size, received, state, sha256, expiresAt } = upload;
  const refusal = refusalOf(upload);
  return {
    id,
    name,
    size,
    received,
    state,
    sha256,
    refusal: refusal && { code: refusal.code, message: refusal.words(locale) },
    expiresAt: expiresAt.toISOString(),
  };
}

/** Returns which of these blob keys belong to uploads or kept files. */
export async function keptUploadBlobs(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const byId = new Map<string, string[]>();
  for (const key of keys) {
    const id = /^[0-9a-f]{8}-[0-9a-f-]{27}$/.exec(key.slice(-36))?.[0];
    if (id !== undefined && (key === `files/${id}` || key === unfinishedKey(`files/${id}`)))
      byId.set(id, [...(byId.get(id) ?? []), key]);
  }
  if (byId.size === 0) return new Set();
  const ids = [...byId.keys()];
  const { rows } = await sql<{ id: string }>`
    select id from upload where id = any(${ids}::uuid[]) and state <> 'refused'
    union select id from kept_file where id = any(${ids}::uuid[])`.execute(db);
  return new Set(rows.flatMap(({ id }) => byId.get(id) ?? []));
}
