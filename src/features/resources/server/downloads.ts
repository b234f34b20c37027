import { createHmac } from 'node:crypto';
import { blobOfWidth } from '#platform/server/pictures.ts';
import type { Db } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import { AppError } from '#platform/shared/errors.ts';
import { canSee } from '../access.ts';
import { resourcesErrors } from '../contract.ts';
import type { WholeVersion } from './all-files.ts';
import type { Actor } from './commands.ts';
import { findVisible } from './queries.ts';

export type DownloadSource = {
  id: string;
  category: string;
  isPublic: boolean;
  downloadUrl: string | null;
  ownerId: string;
  file: {
    id: string;
    name: string;
    size: number;
    sha256: string;
    mediaType: string;
    blobKey: string;
    version: number;
  } | null;
};

/**
 * Returns the latest version that has files, or null. The caller has checked that the resource is visible.
 */
export async function findWholeVersion(
  db: Db,
  id: string,
  wanted: number | undefined,
): Promise<WholeVersion | null> {
  const rows = await db
    .selectFrom('resourceFile as file')
    .innerJoin('resourceVersion as version', 'version.id', 'file.versionId')
    .innerJoin('resource', 'resource.id', 'file.resourceId')
    .innerJoin('person as owner', 'owner.id', 'resource.ownerId')
    .select(['file.name', 'file.size', 'file.sha256', 'file.blobKey', 'version.number', 'version.createdAt'])
    .select([
      'resource.id',
      'resource.title',
      'resource.author',
      'resource.license',
      'owner.name as ownerName',
    ])
    .where('file.resourceId', '=', id)
    .$if(wanted !== undefined, (query) => query.where('version.number', '=', wanted!))
    .orderBy('version.number', 'desc')
    .orderBy('file.position')
    .execute();
  const [first] = rows;
  if (!first) return null;
  const { title, author, license, ownerName, number, createdAt } = first;
  const files = rows.filter((row) => row.number === number);
  return { id, title, author, license, ownerName, number, createdAt, files };
}

/**
 * Returns the file of a download: the named one, or else the first one of the given or the latest version.
 */
export async function getDownloadSource(
  db: Db,
  actor: Actor,
  id: string,
  { file: fileId, version }: { file?: string | undefined; version?: number | undefined },
): Promise<DownloadSource> {
  const resource = await findVisible(db, actor, id);
  let query = db
    .selectFrom('resourceFile as file')
    .innerJoin('resourceVersion as version', 'version.id', 'file.versionId')
    .select([
      'file.id',
      'file.name',
      'file.size',
      'file.sha256',
      'file.mediaType',
      'file.blobKey',
      'version.number as version',
    ])
    .where('file.resourceId', '=', id)
    .orderBy('version.number', 'desc')
    .orderBy('file.position')
    .limit(1);
  if (fileId !== undefined) {
    if (!isUuid(fileId)) throw new AppError(resourcesErrors.no_file);
    query = query.where('file.id', '=', fileId);
  }
  if (version !== undefined) query = query.where('version.number', '=', version);
  const file = (await query.executeTakeFirst()) ?? null;
  const { category, downloadUrl, ownerId, state } = resource;
  return { id: resource.id, category, ownerId, isPublic: state === 'published', downloadUrl, file };
}

/** Returns the prefix of a picture's blobs if the actor can see the picture's owner row. */
export async function findPicture(
  db: Db,
  actor: Actor,
  imageId: string,
  width: number,
): Promise<{ name: string; source: string; isPublic: boolean } | null> {
  if (!isUuid(imageId)) return null;
  const row =
    (await db
      .selectFrom('resourceImage as image')
      .innerJoin('resource', 'resource.id', 'image.resourceId')
      .select(['image.blobPrefix', 'image.widths', 'resource.state', 'resource.ownerId'])
      .where('image.id', '=', imageId)
      .executeTakeFirst()) ?? (await findStepPicture(db, imageId));
  if (!row || !canSee(actor, row)) return null;
  return { ...blobOfWidth(row, width), isPublic: row.state === 'published' };
}

/** A step's picture is visible to those who can see its resource; before it is attached, to its uploader. */
async function findStepPicture(db: Db, imageId: string) {
  const row = await db
    .selectFrom('resourceStepPicture as picture')
    .leftJoin('resource', 'resource.id', 'picture.resourceId')
    .select([
      'picture.blobPrefix',
      'picture.widths',
      'picture.personId',
      'resource.state',
      'resource.ownerId',
    ])
    .where('picture.id', '=', imageId)
    .executeTakeFirst();
  return (
    row && { ...row, state: row.state ?? ('draft' as const), ownerId: row.ownerId ?? row.personId ?? '' }
  );
}

/**
 * Returns a keyed hash of an account's id, or of a day and an address: downloads are counted per person
 * without storing who it was.
 */
export function personKey(secret: string, seed: string): string {
  return createHmac('sha256', secret).update(seed).digest('base64url').slice(0, 22);
}
