import { sql } from 'kysely';
import { extensionOf, type IncomingFile } from '#features/uploads/server/public.ts';
import { enqueue } from '#platform/server/jobs.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { modelFormatOf } from '#platform/shared/models/mesh.ts';
import { canEdit, canPublish, canSee } from '../access.ts';
import { resourcesErrors, type ResourceContent, type ResourceEdit, type ResourceState } from '../contract.ts';
import type { IncomingPicture } from './incoming.ts';
import { writeCards } from './cards.ts';
import { indexResource } from './search-index.ts';

export type Actor = { id: string; isAdmin: boolean } | null;
type Stored = { files: readonly IncomingFile[]; pictures: readonly IncomingPicture[] };

/** Writes a resource with its first version, files and pictures. Returns its id. */
export async function createResource(
  trx: Trx,
  owner: { id: string },
  content: ResourceContent,
  stored: Stored,
  now: Date,
): Promise<string> {
  const id = uuidv7(now.getTime());
  const { state } = content;
  const seq = state === 'published' ? await nextSeq(trx) : null;
  await trx
    .insertInto('resource')
    .values({
      ...content,
      assemblyInstructions: JSON.stringify(content.assemblyInstructions),
      details: JSON.stringify(content.details),
      translations: JSON.stringify(content.translations),
      id,
      seq,
      ownerId: owner.id,
      publishedAt: state === 'published' ? now : null,
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  await addVersion(trx, { resourceId: id, number: 1, changelog: '', files: stored.files, now });
  await addPictures(trx, id, stored.pictures, now);
  await reindex(trx, id);
  if (state === 'published') await announce(trx, owner.id, id, now);
  return id;
}

/** Long enough that somebody who publishes several things together is told of once. */
const announcedAfterMs = 10 * 60_000;

/** An event for rooms above this one: which resources somebody has published lately. */
async function announce(trx: Trx, ownerId: string, id: string, now: Date): Promise<void> {
  await enqueue(trx, 'resources.published', [id], {
    key: `published by ${ownerId}`,
    keepRunAt: true,
    runAt: new Date(now.getTime() + announcedAfterMs),
  });
}

/** Changes what was sent and nothing else. New files make a new version. */
export async function editResource(
  trx: Trx,
  actor: Actor,
  id: string,
  edit: ResourceEdit,
  stored: Stored,
  now: Date,
): Promise<void> {
  const resource = await lockResource(trx, actor, id);
  if (!canEdit(actor, resource)) throw new AppError(platformErrors.forbidden);
  const {
    version: expected,
    changelog = '',
    state,
    assemblyInstructions,
    details,
    translations,
    ...content
  } = edit;
  if (expected !== undefined && expected !== resource.version) throw new AppError(platformErrors.conflict);
  if (state === 'published' && !canPublish(actor, resource)) throw new AppError(platformErrors.forbidden);

  const publishes = state === 'published' && resource.seq === null;
  await trx
    .updateTable('resource')
    .set({
      ...content,
      ...jsonColumns({ assemblyInstructions, details, translations }),
      ...(state !== undefined && (resource.state !== 'hidden' || actor?.isAdmin) && { state }),
      ...(publishes && { seq: await nextSeq(trx), publishedAt: now }),
      version: resource.version + 1,
      updatedAt: now,
    })
    .where('id', '=', id)
    .execute();
  if (stored.files.length > 0) {
    const { number } = await trx
      .selectFrom('resourceVersion')
      .select((eb) => eb.fn.max('number').as('number'))
      .where('resourceId', '=', id)
      .executeTakeFirstOrThrow();
    await addVersion(trx, { resourceId: id, number: number + 1, changelog, files: stored.files, now });
  }
  if (stored.pictures.length > 0) {
    const old = await trx
      .deleteFrom('resourceImage')
      .where('resourceId', '=', id)
      .returning(['blobPrefix', 'widths'])
      .execute();
    await addPictures(trx, id, stored.pictures, now);
    // After the commit, and again if it fails: the old bytes go only when no row shows them.
    await enqueue(trx, 'resources.remove_pictures', { pictures: old });
  }
  await reindex(trx, id);
  if (publishes) await announce(trx, resource.ownerId, id, now);
}

/**
 * Shows a resource by a drawing of its model, instead of an earlier one. Gives whether it did: not where somebody has
 * sent a picture meanwhile.
 */
export async function replaceDrawing(
  trx: Trx,
  id: string,
  drawing: IncomingPicture,
  now: Date,
): Promise<boolean> {
  const resource = await trx
    .selectFrom('resource')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  const sent = await trx
    .selectFrom('resourceImage')
    .select('id')
    .where('resourceId', '=', id)
    .where('drawn', '=', false)
    .executeTakeFirst();
  if (!resource || sent) return false;
  const old = await trx
    .deleteFrom('resourceImage')
    .where('resourceId', '=', id)
    .returning(['blobPrefix', 'widths'])
    .execute();
  if (old.length > 0) await enqueue(trx, 'resources.remove_pictures', { pictures: old });
  await trx
    .insertInto('resourceImage')
    .values({ ...drawing, resourceId: id, position: 0, drawn: true, createdAt: now })
    .execute();
  await reindex(trx, id);
  return true;
}

/** Takes a resource away from everyone; the row and its files stay for what the law and moderation need. */
export async function removeResource(trx: Trx, actor: Actor, id: string, now: Date): Promise<void> {
  const resource = await lockResource(trx, actor, id);
  if (!canEdit(actor, resource)) throw new AppError(platformErrors.forbidden);
  await trx
    .updateTable('resource')
    .set({ state: 'removed', version: resource.version + 1, updatedAt: now })
    .where('id', '=', id)
    .execute();
  await reindex(trx, id);
}

/** A moderator takes a resource out of sight; its owner sees it still, and cannot bring it back. */
export async function hideResource(trx: Trx, id: string, now: Date): Promise<void> {
  const hidden = await trx
    .updateTable('resource')
    .set((eb) => ({ state: 'hidden', version: eb('version', '+', 1), updatedAt: now }))
    .where('id', '=', id)
    .where('state', 'in', ['published', 'draft'])
    .returning('id')
    .executeTakeFirst();
  if (hidden) await reindex(trx, id);
}

/** Holds a published resource as it is until the transaction ends; throws `resource_not_found` for any other. */
export async function lockPublished(trx: Trx, id: string): Promise<{ ownerId: string; title: string }> {
  const resource = isUuid(id)
    ? await trx
        .selectFrom('resource')
        .select(['ownerId', 'title', 'state'])
        .where('id', '=', id)
        .forNoKeyUpdate()
        .executeTakeFirst()
    : undefined;
  if (resource?.state !== 'published') throw new AppError(resourcesErrors.resource_not_found);
  return resource;
}

/** Adds to what a resource counts of what people did with it. */
export async function addToCount(
  trx: Db,
  id: string,
  count: 'likeCount' | 'commentCount' | 'makeCount',
  more: number,
): Promise<void> {
  await trx
    .updateTable('resource')
    .set((eb) => ({ [count]: eb(count, '+', more) }))
    .where('id', '=', id)
    .execute();
}

/** Counts one download per person and day. Returns whether this one counted. */
export async function countDownload(db: Db, id: string, personKey: string, day: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const counted = await trx
      .insertInto('resourceDownload')
      .values({ resourceId: id, day, personKey })
      .onConflict((conflict) => conflict.doNothing())
      .returning('day')
      .executeTakeFirst();
    if (!counted) return false;
    await trx
      .updateTable('resource')
      .set((eb) => ({ downloadCount: eb('downloadCount', '+', 1) }))
      .where('id', '=', id)
      .execute();
    return true;
  });
}

async function lockResource(
  trx: Trx,
  actor: Actor,
  id: string,
): Promise<{ ownerId: string; state: ResourceState; version: number; seq: number | null }> {
  const resource = await trx
    .selectFrom('resource')
    .select(['ownerId', 'state', 'version', 'seq'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!resource || !canSee(actor, resource)) throw new AppError(resourcesErrors.resource_not_found);
  return resource;
}

async function nextSeq(trx: Trx): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select nextval('resource_seq') as seq`.execute(trx);
  const seq = rows[0]?.seq;
  if (seq === undefined) throw new Error('resource_seq gave nothing');
  return seq;
}

/** jsonb columns are written as text; what is not sent stays out of the statement. */
function jsonColumns(content: Pick<ResourceEdit, 'assemblyInstructions' | 'details' | 'translations'>) {
  return {
    ...(content.assemblyInstructions && {
      assemblyInstructions: JSON.stringify(content.assemblyInstructions),
    }),
    ...(content.details && { details: JSON.stringify(content.details) }),
    ...(content.translations && { translations: JSON.stringify(content.translations) }),
  };
}

async function addVersion(
  trx: Trx,
  version: {
    resourceId: string;
    number: number;
    changelog: string;
    files: readonly IncomingFile[];
    now: Date;
  },
): Promise<void> {
  const { id: versionId } = await trx
    .insertInto('resourceVersion')
    .values({
      id: uuidv7(version.now.getTime()),
      resourceId: version.resourceId,
      number: version.number,
      changelog: version.changelog,
      createdAt: version.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (version.files.length === 0) return;
  await trx
    .insertInto('resourceFile')
    .values(
      version.files.map((file, position) => ({
        ...file,
        resourceId: version.resourceId,
        versionId,
        position,
        createdAt: version.now,
      })),
    )
    .execute();
  await awaitMeasuring(trx, version.files, version.now);
}

/** Models are measured after their files are stored: nobody who uploads waits for it. */
async function awaitMeasuring(trx: Trx, files: readonly IncomingFile[], now: Date): Promise<void> {
  const models = files.filter(({ name }) => modelFormatOf(name) !== null);
  if (models.length === 0) return;
  await trx
    .insertInto('resourceModel')
    .values(models.map(({ id }) => ({ fileId: id, storedAt: now })))
    .execute();
  await enqueue(trx, 'resources.measure_models', {}, { key: 'resources.measure_models' });
}

async function addPictures(
  trx: Trx,
  resourceId: string,
  pictures: readonly IncomingPicture[],
  now: Date,
): Promise<void> {
  if (pictures.length === 0) return;
  await trx
    .insertInto('resourceImage')
    .values(pictures.map((picture, position) => ({ ...picture, resourceId, position, createdAt: now })))
    .execute();
}

/** Brings the search index in line with the row, in the same transaction. */
export async function reindex(trx: Db, id: string): Promise<void> {
  const row = await trx
    .selectFrom('resource')
    .select(['seq', 'state', 'category', 'title', 'description', 'tags', 'translations', 'license'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (row.seq === null) return;
  const { seq, state, ...content } = row;
  const fileTypes = await listFileTypes(trx, id);
  await indexResource(trx, { seq, published: state === 'published', fileTypes, ...content });
  await writeCards(trx, sql`r.id = ${id}`);
}

/** The extensions of the latest version's files. */
async function listFileTypes(trx: Db, id: string): Promise<string[]> {
  const files = await trx
    .selectFrom('resourceFile as file')
    .innerJoin('resourceVersion as version', 'version.id', 'file.versionId')
    .select(['file.name', 'version.number'])
    .where('file.resourceId', '=', id)
    .orderBy('version.number', 'desc')
    .execute();
  return files
    .filter(({ number }) => number === files[0]?.number)
    .map(({ name }) => extensionOf(name))
    .filter((extension) => extension !== '');
}

const backlogBatch = 200;

/**
 * Writes anew what was indexed before licences, kinds of files and words were: one batch. Returns how many there were.
 * Each is a transaction of its own, so that it may be ended at any time.
 */
export async function indexBacklog(db: Db): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select r.id from resource_search s join resource r using (seq)
    where s.license = '' limit ${backlogBatch}`.execute(db);
  for (const { id } of rows) {
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom('resource').select('id').where('id', '=', id).forUpdate().execute();
      await reindex(trx, id);
    });
  }
  return rows.length;
}
