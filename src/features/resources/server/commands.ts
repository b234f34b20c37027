import { sql, type RawBuilder } from 'kysely';
import { isLeaving } from '#features/accounts/server/public.ts';
import { recordAudit } from '#features/admin/server/public.ts';
import { extensionOf, type IncomingFile } from '#features/uploads/server/public.ts';
import { type Hidden } from '#features/moderation/server/public.ts';
import { notifyAll } from '#features/notifications/server/public.ts';
import { enqueue } from '#platform/server/jobs.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import { arrangePictures } from '#platform/server/pictures.ts';
import { onlyRow, type Db, type Trx } from '#platform/server/db.ts';
import { excerptOf } from '#platform/shared/plain-text.ts';
import { AppError, platformErrors, refused } from '#platform/shared/errors.ts';
import { mayHoldModel, modelFormatOf } from '#platform/shared/models/mesh.ts';
import { tensorFormatOf } from '#platform/shared/tensors.ts';
import { canEdit, canPublish, canRemove, canSee } from '../access.ts';
import {
  resourcesErrors,
  type ManyInput,
  type ResourceContent,
  type ResourceEdit,
  type ResourceState,
} from '../contract.ts';
import { isSchedulable, limits, maxFiles, maxPictures, parseTags } from '../rules.ts';
import { newestFirst, nextFiles } from '../version-files.ts';
import type { IncomingPicture } from './incoming.ts';
import { writeCards } from './cards.ts';
import { indexResource } from './search-index.ts';

export type Actor = { id: string; isAdmin: boolean } | null;
/** Person who makes a change, as the audit log names them. */
type Editor = { id: string; isAdmin: boolean; username: string };
/** New files, and existing ones that stay: see `attachments` in contract.ts. */
type Stored = {
  files: readonly IncomingFile[];
  pictures: readonly IncomingPicture[];
  keptFiles?: readonly string[] | undefined;
  imageOrder?: readonly string[] | undefined;
};

/** Writes a resource with its first version, files and pictures. Returns its id. */
export async function createResource(
  trx: Trx,
  owner: { id: string },
  { needed, ...content }: ResourceContent,
  stored: Stored,
  now: Date,
  id = uuidv7(now.getTime()),
): Promise<string> {
  const { state } = content;
  const publishAt = state === 'draft' ? content.publishAt : null;
  await assertRemixOf(trx, { id: owner.id, isAdmin: false }, content.remixOf, id);
  await schedule(trx, id, publishAt, now);
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
      publishAt,
      ownerId: owner.id,
      publishedAt: state === 'published' ? now : null,
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  await keepStepPictures(trx, id, owner.id, content.assemblyInstructions);
  await addVersion(trx, {
    resourceId: id,
    number: 1,
    changelog: '',
    files: addedNow(stored.files, now),
    now,
  });
  await writeNeeded(trx, id, needed);
  await writePictures(trx, id, stored, now);
  await reindex(trx, id);
  if (state === 'published') {
    await announce(trx, owner.id, id, now);
    await announceFiles(trx, id);
  }
  return id;
}

/** Delay that batches several publications into one notification. */
const announcedAfterMs = 10 * 60_000;

/** Enqueues an event for features above this one: resources that someone has published lately. */
async function announce(trx: Trx, ownerId: string, id: string, now: Date): Promise<void> {
  await enqueue(trx, 'resources.published', [id], {
    key: `published by ${ownerId}`,
    keepRunAt: true,
    runAt: new Date(now.getTime() + announcedAfterMs),
  });
}

/** Enqueues an event for features above this one: the public files have changed. */
async function announceFiles(trx: Trx, id: string): Promise<void> {
  await enqueue(trx, 'resources.files_published', [id], { key: `files published of ${id}` });
}

/**
 * Changes only the fields that were sent. A change of files makes a new version if the resource was ever
 * published.
 */
export async function editResource(
  trx: Trx,
  actor: Editor,
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
    publishAt,
    needed,
    ...content
  } = edit;
  if (expected !== undefined && expected !== resource.version) throw new AppError(platformErrors.conflict);
  if (state === 'published' && !canPublish(actor, resource)) throw new AppError(platformErrors.forbidden);
  // An account that is being withdrawn publishes nothing.
  if (state === 'published' && resource.state !== 'published' && (await isLeaving(trx, resource.ownerId)))
    throw new AppError(resourcesErrors.not_from_this_state);

  // The original may be gone by now: check it only when it changes.
  if (content.remixOf !== undefined && content.remixOf !== resource.remixOf)
    await assertRemixOf(trx, actor, content.remixOf, id);
  if (actor.id !== resource.ownerId) await recordEdit(trx, actor, id, edit, stored, now);
  // A published resource is no longer scheduled.
  const waitsUntil = (state ?? resource.state) === 'published' ? null : publishAt;
  if (waitsUntil) await schedule(trx, id, waitsUntil, now);

  const publishes = state === 'published' && resource.seq === null;
  await trx
    .updateTable('resource')
    .set({
      ...content,
      ...jsonColumns({ assemblyInstructions, translations }),
      // Merge by kind: a request with one kind must not clear the others.
      ...(details && { details: sql<string>`details || ${JSON.stringify(details)}::jsonb` }),
      ...(state !== undefined && resource.state !== 'hidden' && { state }),
      ...(publishes && { seq: await nextSeq(trx), publishedAt: now }),
      ...(waitsUntil !== undefined && { publishAt: waitsUntil }),
      version: resource.version + 1,
      updatedAt: now,
    })
    .where('id', '=', id)
    .execute();
  if (assemblyInstructions) await keepStepPictures(trx, id, actor.id, assemblyInstructions);
  await writePictures(trx, id, stored, now);
  if (stored.files.length > 0 || stored.keptFiles)
    await writeFiles(trx, { ...stored, resourceId: id, changelog, now }, resource.seq !== null);
  if (needed) await writeNeeded(trx, id, needed);
  await reindex(trx, id);
  if (publishes) await announce(trx, resource.ownerId, id, now);
  const hasOtherFiles = stored.files.length > 0 || stored.keptFiles !== undefined;
  if (publishes || (hasOtherFiles && resource.state === 'published')) await announceFiles(trx, id);
}

/** Records a staff edit of someone else's resource in the audit log, before it is made. */
async function recordEdit(
  trx: Trx,
  actor: Editor,
  id: string,
  { version: _version, changelog: _changelog, ...edit }: ResourceEdit,
  { files, pictures, keptFiles, imageOrder }: Stored,
  now: Date,
): Promise<void> {
  const resource = await trx
    .selectFrom('resource')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const row: Record<string, unknown> = resource;
  const same = (name: string, value: unknown) => JSON.stringify(row[name]) === JSON.stringify(value);
  const changes = Object.entries(edit).filter(([name, value]) => value !== undefined && !same(name, value));
  const media = {
    ...(files.length > 0 && { files: files.map(({ name }) => name) }),
    ...(keptFiles && { keptFiles }),
    ...(pictures.length > 0 && { pictures: pictures.length }),
    ...(imageOrder && { imageOrder }),
  };
  if (changes.length === 0 && Object.keys(media).length === 0) return;
  await recordAudit(
    trx,
    {
      actor,
      action: 'resource.edit',
      target: { type: 'resource', id },
      about: [resource.ownerId],
      reason: '',
      before: Object.fromEntries(changes.map(([name]) => [name, row[name] ?? null])),
      after: { ...Object.fromEntries(changes), ...media },
    },
    now,
  );
}

/** Maximum number of uploaded pictures that a person has not used yet. */
const maxUnusedPictures = 200;

/** Stores a picture for a step that is being written. */
export async function addStepPicture(
  db: Db,
  person: { id: string },
  { id, width, height, widths, blobPrefix }: IncomingPicture,
  now: Date,
): Promise<void> {
  const { unused } = await db
    .selectFrom('resourceStepPicture')
    .select((eb) => eb.fn.countAll<number>().as('unused'))
    .where('personId', '=', person.id)
    .executeTakeFirstOrThrow();
  if (unused >= maxUnusedPictures)
    throw new AppError(resourcesErrors.too_many_step_pictures, { retryAfterSeconds: 3600 });
  const picture = { id, width, height, widths, blobPrefix };
  await db
    .insertInto('resourceStepPicture')
    .values({ ...picture, personId: person.id, resourceId: null, createdAt: now })
    .execute();
}

/** Attaches the pictures that steps show to the resource, and deletes those that no step shows any more. */
async function keepStepPictures(
  trx: Trx,
  resourceId: string,
  actorId: string,
  steps: ResourceContent['assemblyInstructions'],
): Promise<void> {
  const ids = steps.flatMap(({ imageId }) => imageId ?? []);
  const kept =
    ids.length === 0
      ? []
      : await trx
          .updateTable('resourceStepPicture')
          .set({ resourceId, personId: null })
          .where('id', 'in', ids)
          .where((eb) => eb.or([eb('resourceId', '=', resourceId), eb('personId', '=', actorId)]))
          .returning('id')
          .execute();
  const found = new Set(kept.map(({ id }) => id));
  const { words } = resourcesErrors.step_picture_not_found;
  const absent = steps.flatMap(({ imageId }, index) =>
    imageId === undefined || found.has(imageId) ? [] : [[`assemblyInstructions[${index}].imageId`, words]],
  );
  if (absent.length > 0)
    throw new AppError(resourcesErrors.step_picture_not_found, { fields: Object.fromEntries(absent) });
  const gone = await trx
    .deleteFrom('resourceStepPicture')
    .where('resourceId', '=', resourceId)
    .$if(ids.length > 0, (query) => query.where('id', 'not in', ids))
    .returning(['blobPrefix', 'widths'])
    .execute();
  if (gone.length > 0) await enqueue(trx, 'resources.remove_pictures', { pictures: gone });
}

/** Deletes step pictures that are a day old and unused. Their bytes are swept with other orphans. */
export async function forgetUnusedStepPictures(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('resourceStepPicture')
    .where('resourceId', 'is', null)
    .where('createdAt', '<', new Date(now.getTime() - 24 * 60 * 60 * 1000))
    .execute();
}

export async function keepProgress(
  db: Db,
  who: { personId: string; resourceId: string },
  done: readonly number[],
  now: Date,
): Promise<void> {
  const kept = { done: [...new Set(done)].toSorted((a, b) => a - b), updatedAt: now };
  await db
    .insertInto('resourceProgress')
    .values({ ...who, ...kept })
    .onConflict((conflict) => conflict.columns(['personId', 'resourceId']).doUpdateSet(kept))
    .execute();
}

/**
 * Sets a drawing of the model as the picture, in place of an earlier drawing. Returns false if someone has
 * uploaded a picture meanwhile.
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

/**
 * Removes one's own resource from public view. The row and its files stay for legal reasons and moderation.
 * Staff remove other people's resources in the staff table, with a rule and a reason.
 */
export async function removeResource(trx: Trx, actor: Editor, id: string, now: Date): Promise<void> {
  const resource = await lockResource(trx, actor, id);
  if (!canRemove(actor, resource)) throw new AppError(platformErrors.forbidden);
  await changeState(trx, id, 'removed', now);
}

/** Schedules the publication of a draft; null cancels it. Throws `publish_at`. */
async function schedule(trx: Trx, id: string, publishAt: Date | null, now: Date): Promise<void> {
  if (publishAt === null) return;
  if (!isSchedulable(publishAt, now)) throw refused(resourcesErrors.publish_at, 'publishAt');
  await enqueue(
    trx,
    'resources.publish_due',
    { id },
    { key: `resources.publish_due ${id}`, runAt: publishAt },
  );
}

/** Publishes a draft that is due. Returns false if its owner has cancelled, is leaving or is suspended. */
export async function publishDue(db: Db, id: string, now: Date): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const resource = await trx
      .selectFrom('resource')
      .innerJoin('person as owner', 'owner.id', 'resource.ownerId')
      .select(['resource.state', 'resource.ownerId', 'owner.displayUsername'])
      .where('resource.id', '=', id)
      // The job was scheduled by the database's clock. Ours may be behind it, and the job would not run
      // again.
      .where('resource.publishAt', '<=', sql<Date>`greatest(${now}::timestamptz, now())`)
      .where('owner.withdrawsAt', 'is', null)
      .where((eb) => eb.or([eb('owner.suspendedAt', 'is', null), eb('owner.suspendedUntil', '<=', now)]))
      .forUpdate('resource')
      .executeTakeFirst();
    if (resource?.state !== 'draft') return false;
    const owner = { id: resource.ownerId, isAdmin: false, username: resource.displayUsername };
    await editResource(trx, owner, id, { state: 'published' }, { files: [], pictures: [] }, now);
    return true;
  });
}

/** Applies a bulk action to one resource, in a transaction of its own. */
export async function changeOneOfMany(
  trx: Trx,
  actor: Editor,
  id: string,
  input: ManyInput,
  now: Date,
): Promise<void> {
  if (input.action === 'remove') return removeResource(trx, actor, id, now);
  const nothing = { files: [], pictures: [] };
  if (input.action !== 'change') {
    const state = input.action === 'publish' ? 'published' : 'draft';
    // A moderator's decision to hide stays: report it here, because nothing else is changed.
    const resource = await lockResource(trx, actor, id);
    if (!canPublish(actor, resource)) throw new AppError(platformErrors.forbidden);
    return editResource(trx, actor, id, { state }, nothing, now);
  }
  const { category, license, addTags = [], removeTags = [] } = input;
  const { tags } = await lockResource(trx, actor, id);
  const removed = new Set(removeTags.map((tag) => tag.toLowerCase()));
  const kept = parseTags([...tags, ...addTags]).filter((tag) => !removed.has(tag.toLowerCase()));
  if (kept.length > limits.tags) throw refused(resourcesErrors.too_many_tags, 'addTags');
  await editResource(
    trx,
    actor,
    id,
    { tags: kept, ...(category && { category }), ...(license && { license }) },
    nothing,
    now,
  );
}

/** Maximum depth of a chain of remixes, and of what the page follows. */
const deepestRemix = 100;

/**
 * Throws `remix_of` for an original that the actor cannot see, and `remix_circle` for one that derives from
 * this resource.
 */
async function assertRemixOf(trx: Trx, actor: Actor, originId: string | null, id: string): Promise<void> {
  if (originId === null) return;
  const origin = await trx
    .selectFrom('resource')
    .select(['ownerId', 'state'])
    .where('id', '=', originId)
    .executeTakeFirst();
  if (!origin || !canSee(actor, origin)) throw refused(resourcesErrors.remix_of, 'remixOf');
  const { rows } = await sql<{ id: string }>`
    with recursive origin as (
      select id, remix_of, 1 as depth from resource where id = ${originId}
      union all
      select r.id, r.remix_of, depth + 1 from resource r join origin on r.id = origin.remix_of
      where depth < ${deepestRemix}
    )
    select id from origin`.execute(trx);
  if (rows.length >= deepestRemix || rows.some((row) => row.id === id))
    throw refused(resourcesErrors.remix_circle, 'remixOf');
}

/** Counts one view per person and day. Returns true if this one counted. */
export async function countView(
  db: Db,
  id: string,
  look: { personKey: string; day: string; source: string },
): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    with seen as (
      insert into resource_view_seen (resource_id, day, person_key)
      values (${id}, ${look.day}, ${look.personKey}) on conflict do nothing returning 1
    )
    insert into resource_view_day (resource_id, day, source, count)
    select ${id}, ${look.day}, ${look.source}, 1 from seen
    on conflict (resource_id, day, source) do update set count = resource_view_day.count + 1
    returning count`.execute(db);
  return rows.length > 0;
}

/** Stores the version that a person has downloaded, unless a newer one is stored. */
export async function noteTaken(
  db: Db,
  personId: string,
  taken: { resourceId: string; version: number },
  now: Date,
): Promise<void> {
  await sql`
    insert into resource_taken (person_id, resource_id, version, told, taken_at)
    values (${personId}, ${taken.resourceId}, ${taken.version}, ${taken.version}, ${now})
    on conflict (person_id, resource_id) do update set version = excluded.version,
      told = greatest(resource_taken.told, excluded.told), taken_at = excluded.taken_at
    where resource_taken.version < excluded.version`.execute(db);
}

/** Maximum length of the changelog in a notification, in letters. */
const quotedLetters = 200;

/**
 * Notifies everyone who has an earlier version of a published resource about its latest one, once. Returns
 * their number.
 */
export async function tellOfVersion(db: Db, resourceId: string, now: Date): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const latest = await trx
      .selectFrom('resourceVersion as version')
      .innerJoin('resource', 'resource.id', 'version.resourceId')
      .select(['version.number', 'version.changelog', 'resource.title', 'resource.ownerId'])
      .where('resource.id', '=', resourceId)
      .where('resource.state', '=', 'published')
      .orderBy('version.number', 'desc')
      .executeTakeFirst();
    if (!latest) return 0;
    const { rows } = await sql<{ personId: string }>`
      update resource_taken taken set told = ${latest.number} from person
      where taken.resource_id = ${resourceId} and told < ${latest.number}
        and person.id = taken.person_id and person.withdraws_at is null
      returning taken.person_id`.execute(trx);
    await notifyAll(
      trx,
      rows.map(({ personId }) => personId),
      {
        what: 'new_version',
        path: `/resources/${resourceId}`,
        params: {
          title: latest.title,
          number: latest.number,
          changes: excerptOf(latest.changelog, quotedLetters),
        },
        people: [latest.ownerId],
      },
      now,
    );
    return rows.length;
  });
}

/** Deletes the viewers of past days; the sums stay. */
export async function forgetViewers(db: Db, today: string): Promise<void> {
  await sql`delete from resource_view_seen where day < ${today}::date`.execute(db);
}

/** Hides a resource for a moderator. Its owner still sees it and cannot publish it. */
export async function hideResource(trx: Trx, id: string, now: Date): Promise<string | null> {
  const row = await lockState(trx, id);
  if (row?.state !== 'published' && row?.state !== 'draft') return null;
  await changeState(trx, id, 'hidden', now);
  return row.state;
}

/**
 * Restores a resource that a moderator has hidden or removed; as a draft if its owner is leaving. One that
 * its owner has removed stays removed.
 */
export async function showResource(
  trx: Trx,
  id: string,
  { as, removed }: Hidden,
  now: Date,
): Promise<boolean | 'private'> {
  const row = await lockState(trx, id);
  if (row?.state !== (removed ? 'removed' : 'hidden')) return false;
  const state = as === 'draft' || row.withdrawsAt !== null ? 'draft' : 'published';
  await changeState(trx, id, state, now);
  return state === 'published' || 'private';
}

/** Locks a resource in any state. */
export function lockState(trx: Trx, id: string) {
  return trx
    .selectFrom('resource')
    .innerJoin('person as owner', 'owner.id', 'resource.ownerId')
    .select([
      'resource.state',
      'resource.publishedAt',
      'resource.ownerId',
      'resource.title',
      'resource.category',
    ])
    .select('owner.withdrawsAt')
    .where('resource.id', '=', id)
    .forUpdate('resource')
    .executeTakeFirst();
}

/** Sets the state of a resource. The caller has checked permissions. */
export async function changeState(trx: Trx, id: string, state: ResourceState, now: Date): Promise<void> {
  await trx
    .updateTable('resource')
    .set((eb) => ({ state, version: eb('version', '+', 1), updatedAt: now }))
    .where('id', '=', id)
    .execute();
  await reindex(trx, id);
}

/** Locks a published resource until the transaction ends; throws `resource_not_found` for any other. */
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

/** Adds to a counter of a resource. */
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

/** Counts one download per person and day. Returns true if this one counted. */
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
): Promise<{
  ownerId: string;
  state: ResourceState;
  version: number;
  seq: number | null;
  tags: string[];
  remixOf: string | null;
  title: string;
  category: string;
}> {
  const resource = await trx
    .selectFrom('resource')
    .select(['ownerId', 'state', 'version', 'seq', 'tags', 'remixOf', 'title', 'category'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!resource || !canSee(actor, resource)) throw new AppError(resourcesErrors.resource_not_found);
  return resource;
}

async function nextSeq(trx: Trx): Promise<number> {
  const { seq } = await onlyRow(sql<{ seq: number }>`select nextval('resource_seq') as seq`, trx);
  return seq;
}

/** jsonb columns are written as text; undefined fields stay out of the statement. */
function jsonColumns(content: Pick<ResourceEdit, 'assemblyInstructions' | 'translations'>) {
  return {
    ...(content.assemblyInstructions && {
      assemblyInstructions: JSON.stringify(content.assemblyInstructions),
    }),
    ...(content.translations && { translations: JSON.stringify(content.translations) }),
  };
}

/** Delay before people are notified of a version, because mistakes are often corrected within minutes. */
const tellAfterMs = 10 * 60_000;

type NewFiles = Pick<Stored, 'files' | 'keptFiles'> & { resourceId: string; changelog: string; now: Date };
type FileRow = IncomingFile & { createdAt: Date; needed?: number | null };

function addedNow(files: readonly IncomingFile[], now: Date): FileRow[] {
  return files.map((file) => ({ ...file, createdAt: now }));
}

/**
 * Adds files and replaces those of the same name. A resource that was published gets a new version; others
 * change their only version. Throws `unknown_file`, `too_many_files`, `last_file`.
 */
async function writeFiles(trx: Trx, written: NewFiles, wasPublished: boolean): Promise<void> {
  const { resourceId, changelog, files, keptFiles, now } = written;
  const version = await trx
    .selectFrom('resourceVersion')
    .select(['id', 'number'])
    .where('resourceId', '=', resourceId)
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow();
  const current = await trx
    .selectFrom('resourceFile')
    .select(['id', 'name', 'size', 'sha256', 'mediaType', 'blobKey', 'createdAt', 'needed'])
    .where('versionId', '=', version.id)
    .orderBy('position')
    .execute();
  const isThere = new Set(current.map(({ id }) => id));
  for (const [index, id] of keptFiles?.entries() ?? [])
    if (!isThere.has(id)) throw refused(resourcesErrors.unknown_file, `keptFiles[${index}]`);
  // As many are needed of a file that replaces one as of that one.
  const neededBefore = new Map(
    current.map(({ name, needed }) => [name.normalize('NFC').toLowerCase(), needed]),
  );
  const next = nextFiles(current, addedNow(files, now), keptFiles && new Set(keptFiles)).map((file) => ({
    ...file,
    needed: file.needed ?? neededBefore.get(file.name.normalize('NFC').toLowerCase()) ?? null,
  }));
  if (next.length > maxFiles) throw refused(resourcesErrors.too_many_files, 'uploads');
  if (files.length === 0 && next.length === current.length) return;
  if (next.length === 0 && (wasPublished || version.number > 1))
    throw refused(resourcesErrors.last_file, 'keptFiles');

  const drawn = newestModel(current);
  const toDraw = newestModel(next);
  if (drawn && !toDraw) await removeDrawing(trx, resourceId);
  // The picture shows the newest model. If that changes, the model is measured again to be drawn.
  const isDone = ({ id }: FileRow) => isThere.has(id) && (id !== toDraw?.id || id === drawn?.id);
  if (!wasPublished) {
    await putInPlace(trx, { resourceId, versionId: version.id, changelog, now }, next, current);
    await awaitMeasuring(
      trx,
      next.filter((file) => !isDone(file)),
      now,
    );
    return;
  }
  const copies = next.map((file) => (isThere.has(file.id) ? { ...file, id: uuidv7(now.getTime()) } : file));
  await addVersion(trx, {
    resourceId,
    number: version.number + 1,
    changelog,
    files: copies,
    measuredAs: new Map(
      next.flatMap((file, position) => (isDone(file) ? [[copies[position]!.id, file.id]] : [])),
    ),
    now,
  });
  // Debounced: one notification for all that is added meanwhile.
  await enqueue(
    trx,
    'resources.tell_of_version',
    { id: resourceId },
    { key: `resources.tell_of_version ${resourceId}`, runAt: new Date(now.getTime() + tellAfterMs) },
  );
}

/** Writes how many of each file of the newest version are needed, by name; null says nothing. */
async function writeNeeded(trx: Trx, resourceId: string, needed: ResourceContent['needed']): Promise<void> {
  const counts = Object.entries(needed).map(([name, count]) => ({ name: name.normalize('NFC'), count }));
  if (counts.length === 0) return;
  await sql`
    update resource_file file set needed = said.count
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as said (name text, count integer)
    where file.resource_id = ${resourceId} and normalize(file.name, nfc) = said.name
      and file.version_id = (select id from resource_version where resource_id = ${resourceId} order by number desc limit 1)`.execute(
    trx,
  );
}

/** Replaces the files of a version. Files that stay keep their rows, and with them their measurements. */
async function putInPlace(
  trx: Trx,
  version: { resourceId: string; versionId: string; changelog: string; now: Date },
  next: readonly FileRow[],
  current: readonly FileRow[],
): Promise<void> {
  const { changelog, versionId } = version;
  if (changelog !== '')
    await trx.updateTable('resourceVersion').set({ changelog }).where('id', '=', versionId).execute();
  const stays = new Set(next.map(({ id }) => id));
  const gone = current.filter(({ id }) => !stays.has(id)).map(({ id }) => id);
  if (gone.length > 0) await trx.deleteFrom('resourceFile').where('id', 'in', gone).execute();
  const wasThere = new Set(current.map(({ id }) => id));
  const placed = next.map((file, position) => ({ ...file, position }));
  for (const { id, position } of placed)
    if (wasThere.has(id))
      await trx.updateTable('resourceFile').set({ position }).where('id', '=', id).execute();
  await insertFiles(
    trx,
    version,
    placed.filter(({ id }) => !wasThere.has(id)),
  );
}

function newestModel(files: readonly FileRow[]): FileRow | undefined {
  return newestFirst(files).find(({ name }) => modelFormatOf(name) !== null);
}

async function removeDrawing(trx: Trx, resourceId: string): Promise<void> {
  const pictures = await trx
    .deleteFrom('resourceImage')
    .where('resourceId', '=', resourceId)
    .where('drawn', '=', true)
    .returning(['blobPrefix', 'widths'])
    .execute();
  if (pictures.length > 0) await enqueue(trx, 'resources.remove_pictures', { pictures });
}

type NewVersion = {
  resourceId: string;
  number: number;
  changelog: string;
  files: readonly FileRow[];
  /** Maps a copied file to its original, whose measurements are valid for it too. */
  measuredAs?: ReadonlyMap<string, string>;
  now: Date;
};

async function addVersion(
  trx: Trx,
  { files, measuredAs = new Map(), ...version }: NewVersion,
): Promise<void> {
  const { resourceId, now } = version;
  const { id: versionId } = await trx
    .insertInto('resourceVersion')
    .values({
      id: uuidv7(now.getTime()),
      resourceId,
      number: version.number,
      changelog: version.changelog,
      createdAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertFiles(
    trx,
    { resourceId, versionId },
    files.map((file, position) => ({ ...file, position })),
  );
  await awaitMeasuring(
    trx,
    files.filter(({ id }) => !measuredAs.has(id)),
    now,
  );
  for (const [id, original] of measuredAs) {
    await sql`
      insert into resource_model (file_id, stored_at, figures, header, tensors, problem, tries)
      select ${id}, stored_at, figures, header, tensors, problem, tries
      from resource_model where file_id = ${original}`.execute(trx);
  }
}

async function insertFiles(
  trx: Trx,
  { resourceId, versionId }: { resourceId: string; versionId: string },
  files: readonly (FileRow & { position: number })[],
): Promise<void> {
  if (files.length === 0) return;
  await trx
    .insertInto('resourceFile')
    .values(files.map((file) => ({ ...file, resourceId, versionId })))
    .execute();
}

/**
 * Queues models for measuring and headers for reading after the upload, so that the uploader does not wait.
 */
async function awaitMeasuring(
  trx: Trx,
  files: readonly { id: string; name: string }[],
  now: Date,
): Promise<void> {
  const models = files.filter(
    ({ name }) => modelFormatOf(name) !== null || tensorFormatOf(name) !== null || mayHoldModel(name),
  );
  if (models.length === 0) return;
  await trx
    .insertInto('resourceModel')
    .values(models.map(({ id }) => ({ fileId: id, storedAt: now })))
    .onConflict((conflict) =>
      conflict
        .column('fileId')
        .doUpdateSet({ storedAt: now, beganAt: null, figures: null, problem: null, tries: 0 }),
    )
    .execute();
  await enqueue(trx, 'resources.measure_models', {}, { key: 'resources.measure_models' });
}

/**
 * SQL of the model that a resource is drawn from: the newest readable one of its latest version, no archive: whether that
 * holds one is known late.
 */
export function modelToDraw(resourceId: string): RawBuilder<{ id: string; name: string }> {
  return sql<{ id: string; name: string }>`
    select f.id, f.name from resource_file f
    join resource_version v on v.id = f.version_id
    join resource_model m on m.file_id = f.id
    where f.resource_id = ${resourceId} and m.problem is null and m.header is null
      and v.number = (select max(number) from resource_version where resource_id = ${resourceId})
      and f.name !~* '\\.(safetensors|gguf|onnx|keras|zip)$'
    order by f.created_at desc, f.position limit 1`;
}

/**
 * Writes the pictures in the requested order. Drawings are only a fallback: they are dropped once there are
 * uploaded pictures.
 */
async function writePictures(
  trx: Trx,
  resourceId: string,
  { pictures, imageOrder }: Pick<Stored, 'pictures' | 'imageOrder'>,
  now: Date,
): Promise<void> {
  if (pictures.length === 0 && !imageOrder) return;
  const old = await trx
    .selectFrom('resourceImage')
    .selectAll()
    .where('resourceId', '=', resourceId)
    .orderBy('position')
    .execute();
  const arranged = arrangePictures(old, pictures, imageOrder, { field: 'imageOrder', most: maxPictures });
  const next = arranged.length > 0 ? arranged : old.filter(({ drawn }) => drawn);
  await trx.deleteFrom('resourceImage').where('resourceId', '=', resourceId).execute();
  if (next.length > 0)
    await trx
      .insertInto('resourceImage')
      .values(next.map((picture, position) => ({ createdAt: now, ...picture, resourceId, position })))
      .execute();
  // The last uploaded picture is gone: draw the model again.
  if (old.length > 0 && next.length === 0)
    await awaitMeasuring(trx, (await modelToDraw(resourceId).execute(trx)).rows, now);
  const gone = old.filter((picture) => !next.includes(picture));
  // Enqueued with the commit and retried: the old bytes are deleted only when no row refers to them.
  if (gone.length > 0)
    await enqueue(trx, 'resources.remove_pictures', {
      pictures: gone.map(({ blobPrefix, widths }) => ({ blobPrefix, widths })),
    });
}

/** Updates the search index in the same transaction as the row. */
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

/** Returns the extensions of the latest version's files. */
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
 * Reindexes one batch of rows that predate licences, file types and words in the index, or today's folding of texts.
 * Returns the size of the batch. Each row is a transaction of its own, so that the job can stop at any time.
 */
export async function indexBacklog(db: Db): Promise<number> {
  const { rows } = await sql<{ id: string; seq: number }>`
    select r.id, r.seq from resource r
    where r.seq in (select seq from resource_search where license = '' union all select seq from resource_search_refold)
    limit ${backlogBatch}`.execute(db);
  for (const { id, seq } of rows) {
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom('resource').select('id').where('id', '=', id).forUpdate().execute();
      await reindex(trx, id);
      await sql`delete from resource_search_refold where seq = ${seq}`.execute(trx);
    });
  }
  return rows.length;
}
