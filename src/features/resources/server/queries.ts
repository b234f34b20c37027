import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import { AppError } from '#platform/shared/errors.ts';
import { canEdit, canSee } from '../access.ts';
import type { Figures } from '#platform/shared/models/measure.ts';
import type { ModelProblem } from '#platform/shared/models/mesh.ts';
import { resourcesErrors, type FileModel, type ResourceCard, type ResourceDetail } from '../contract.ts';
import { asCategory } from '../rules.ts';
import { cardWithCounts } from './cards.ts';
import type { Actor } from './commands.ts';

/** A resource as this actor may see it; throws `resource_not_found` for what is absent or not theirs to see. */
export async function getResource(db: Db, actor: Actor, id: string): Promise<ResourceDetail> {
  const resource = await findVisible(db, actor, id);
  const [images, files, versions] = await Promise.all([
    db
      .selectFrom('resourceImage')
      .select(['id', 'alt', 'width', 'height', 'widths', 'drawn'])
      .where('resourceId', '=', id)
      .orderBy('position')
      .execute(),
    db
      .selectFrom('resourceFile as file')
      .innerJoin('resourceVersion as version', 'version.id', 'file.versionId')
      .leftJoin('resourceModel as model', 'model.fileId', 'file.id')
      .select([
        'file.id',
        'file.name',
        'file.size',
        'file.sha256',
        'file.mediaType',
        'version.number as version',
        'model.fileId as modelOf',
        'model.figures',
        'model.problem',
      ])
      .where('file.resourceId', '=', id)
      .orderBy('version.number', 'desc')
      .orderBy('file.position')
      .execute(),
    db
      .selectFrom('resourceVersion')
      .select(['number', 'changelog', 'createdAt'])
      .where('resourceId', '=', id)
      .orderBy('number', 'desc')
      .execute(),
  ]);
  const first = images[0];
  const latest = files[0]?.version;
  return {
    id: resource.id,
    state: resource.state,
    version: resource.version,
    title: resource.title,
    description: resource.description,
    category: resource.category,
    resourceType: asCategory(resource.category),
    subcategory: resource.subcategory,
    tags: resource.tags,
    license: resource.license,
    author: resource.author || resource.ownerName,
    owner: { id: resource.ownerId, username: resource.ownerUsername, fullName: resource.ownerName },
    ownerUsername: resource.ownerUsername,
    language: resource.language,
    translations: resource.translations,
    imageUrl: first ? imageUrl(first.id, first.widths[0] ?? 480) : null,
    images,
    downloadUrl: resource.downloadUrl,
    downloadFile: files.find((file) => file.version === latest)?.name ?? null,
    files: files.map(({ modelOf, figures, problem, ...file }) => ({
      ...file,
      model: modelOf === null ? null : modelState(figures, problem),
    })),
    versions: versions.map((version) => ({ ...version, createdAt: version.createdAt.toISOString() })),
    sourceSite: resource.sourceSite,
    downloadCount: resource.downloadCount,
    likeCount: resource.likeCount,
    commentCount: resource.commentCount,
    makeCount: resource.makeCount,
    modelType: resource.modelType,
    usageInstructions: resource.usageInstructions,
    gameControls: resource.gameControls,
    gameCode: resource.gameCode,
    assemblyInstructions: resource.assemblyInstructions as ResourceDetail['assemblyInstructions'],
    details: resource.details as ResourceDetail['details'],
    createdAt: (resource.publishedAt ?? resource.createdAt).toISOString(),
    publishedAt: resource.publishedAt?.toISOString() ?? null,
    updatedAt: resource.updatedAt.toISOString(),
    can: { edit: canEdit(actor, resource), remove: canEdit(actor, resource) },
  };
}

function modelState(figures: Figures | null, problem: ModelProblem | null): FileModel {
  if (figures) return { state: 'measured', figures };
  return problem === null ? { state: 'waiting' } : { state: 'unreadable', problem };
}

export function imageUrl(id: string, width: number): string {
  return `/api/images/${id}/${width}.webp`;
}

async function findVisible(db: Db, actor: Actor, id: string) {
  const resource = isUuid(id)
    ? await db
        .selectFrom('resource')
        .innerJoin('person as owner', 'owner.id', 'resource.ownerId')
        .selectAll('resource')
        .select(['owner.name as ownerName', 'owner.displayUsername as ownerUsername'])
        .where('resource.id', '=', id)
        .executeTakeFirst()
    : undefined;
  if (!resource || !canSee(actor, resource)) throw new AppError(resourcesErrors.resource_not_found);
  return resource;
}

/** Whose a resource is and what it is called, if this actor may see it; throws `resource_not_found`. */
export async function getVisibleResource(
  db: Db,
  actor: Actor,
  id: string,
): Promise<{ id: string; ownerId: string; title: string; isPublic: boolean }> {
  const { ownerId, title, state } = await findVisible(db, actor, id);
  return { id, ownerId, title, isPublic: state === 'published' };
}

/** The cards of those among the given resources that everybody may see, by id. */
export async function findCards(db: Db, ids: readonly string[]): Promise<Map<string, ResourceCard>> {
  const { rows } = await sql<{ id: string; card: string }>`
    select r.id, ${sql.raw(cardWithCounts)} as card from resource r
    where r.id = any (${ids}::uuid[]) and r.state = 'published'`.execute(db);
  return new Map(rows.map(({ id, card }) => [id, JSON.parse(card) as ResourceCard]));
}

export type DownloadSource = {
  id: string;
  category: string;
  downloadUrl: string | null;
  file: { id: string; name: string; size: number; sha256: string; mediaType: string; blobKey: string } | null;
};

/** What a download hands out: the named file, or the first one of the latest version. */
export async function getDownloadSource(
  db: Db,
  actor: Actor,
  id: string,
  fileId: string | undefined,
): Promise<DownloadSource> {
  const resource = await findVisible(db, actor, id);
  let query = db
    .selectFrom('resourceFile as file')
    .innerJoin('resourceVersion as version', 'version.id', 'file.versionId')
    .select(['file.id', 'file.name', 'file.size', 'file.sha256', 'file.mediaType', 'file.blobKey'])
    .where('file.resourceId', '=', id)
    .orderBy('version.number', 'desc')
    .orderBy('file.position')
    .limit(1);
  if (fileId !== undefined) {
    if (!isUuid(fileId)) throw new AppError(resourcesErrors.no_file);
    query = query.where('file.id', '=', fileId);
  }
  const file = (await query.executeTakeFirst()) ?? null;
  return { id: resource.id, category: resource.category, downloadUrl: resource.downloadUrl, file };
}

/** Where a picture's bytes are, if this actor may see what it belongs to. */
export async function findPicture(
  db: Db,
  actor: Actor,
  imageId: string,
  width: number,
): Promise<{ blobKey: string; isPublic: boolean } | null> {
  if (!isUuid(imageId)) return null;
  const row = await db
    .selectFrom('resourceImage as image')
    .innerJoin('resource', 'resource.id', 'image.resourceId')
    .select(['image.blobPrefix', 'image.widths', 'resource.state', 'resource.ownerId'])
    .where('image.id', '=', imageId)
    .executeTakeFirst();
  if (!row || !canSee(actor, row)) return null;
  // Small pictures are kept in fewer widths: the nearest one at least as wide, else the widest.
  const kept = row.widths.toSorted((a, b) => a - b);
  const best = kept.find((each) => each >= width) ?? kept.at(-1);
  return best === undefined
    ? null
    : { blobKey: `${row.blobPrefix}/${best}.webp`, isPublic: row.state === 'published' };
}

/** Who downloads, without keeping who: a keyed hash of an account's id, or of a day and an address. */
export function personKey(secret: string, seed: string): string {
  return createHmac('sha256', secret).update(seed).digest('base64url').slice(0, 22);
}

export type OwnResource = {
  id: string;
  title: string;
  category: string;
  state: 'draft' | 'published' | 'hidden';
  imageUrl: string | null;
  downloadCount: number;
  updatedAt: string;
};

/** A person's own resources, drafts included, last changed first. */
export async function listOwnResources(db: Db, ownerId: string): Promise<OwnResource[]> {
  const { rows } = await sql<
    Omit<OwnResource, 'imageUrl' | 'updatedAt'> & { imageId: string | null; updatedAt: Date }
  >`
    select r.id, r.title, r.category, r.state, r.download_count, r.updated_at,
      (select i.id from resource_image i where i.resource_id = r.id order by i.position limit 1) as image_id
    from resource r where r.owner_id = ${ownerId} and r.state <> 'removed'
    order by r.updated_at desc limit 1000`.execute(db);
  return rows.map(({ imageId, updatedAt, ...row }) => ({
    ...row,
    imageUrl: imageId === null ? null : imageUrl(imageId, 480),
    updatedAt: updatedAt.toISOString(),
  }));
}

/** Blob keys and prefixes among the given ones that rows still point at. */
export async function referencedBlobs(db: Db, prefixes: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select blob_key as key from resource_file where blob_key = any(${prefixes})
    union select blob_prefix from resource_image where blob_prefix = any(${prefixes})`.execute(db);
  return new Set(rows.map((row) => row.key));
}

/** One page of what somebody has published, newest first: an array of cards, as PostgreSQL wrote it. */
export async function listPublishedBy(
  db: Db,
  ownerId: string,
  wanted: { page: number; limit: number },
): Promise<{ json: string; total: number; page: number; pageCount: number }> {
  const { limit } = wanted;
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total from resource where owner_id = ${ownerId} and state = 'published'`.execute(
    db,
  );
  const total = counted.rows[0]?.total ?? 0;
  const pageCount = Math.max(1, Math.ceil(total / limit));
  const page = Math.min(wanted.page, pageCount);
  const { rows } = await sql<{ json: string }>`
    select coalesce('[' || string_agg(card, ',' order by seq desc) || ']', '[]') as json from (
      select ${sql.raw(cardWithCounts)} as card, r.seq from resource r
      where r.owner_id = ${ownerId} and r.state = 'published'
      order by r.seq desc limit ${limit} offset ${(page - 1) * limit}) cards`.execute(db);
  return { json: rows[0]?.json ?? '[]', total, page, pageCount };
}

export type PublicAddress = { path: string; changedAt?: string };

/** The place of the newest published resource in the order of publication; 0 where there is none. */
export async function newestSeq(db: Db): Promise<number> {
  const { newest } = await db
    .selectFrom('resource')
    .select((eb) => eb.fn.max('seq').as('newest'))
    .where('state', '=', 'published')
    .executeTakeFirstOrThrow();
  return newest ?? 0;
}

/**
 * Where published resources are, for search engines: those of one stretch in the order of publication. So each part
 * costs the same, and what is removed moves nothing from one part to another.
 */
export async function listPublicAddresses(db: Db, part: number, length: number): Promise<PublicAddress[]> {
  const rows = await db
    .selectFrom('resource')
    .select(['id', 'updatedAt'])
    .where('state', '=', 'published')
    .where('seq', '>', (part - 1) * length)
    .where('seq', '<=', part * length)
    .orderBy('seq')
    .execute();
  return rows.map(({ id, updatedAt }) => ({ path: `/resources/${id}`, changedAt: updatedAt.toISOString() }));
}

/** The newest resources with their own words, for the feed. */
export async function listFeed(db: Db, limit: number) {
  const rows = await db
    .selectFrom('resource')
    .select(['id', 'title', 'description', 'language', 'translations', 'category', 'publishedAt'])
    .where('state', '=', 'published')
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, publishedAt: row.publishedAt ?? new Date(0) }));
}
