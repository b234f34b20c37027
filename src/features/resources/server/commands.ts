import { sql } from 'kysely';
import { isLeaving } from '#features/accounts/server/public.ts';
import { recordAudit } from '#features/admin/server/public.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { AppError, platformErrors, refused } from '#platform/shared/errors.ts';
import { canEdit, canPublish, canRemove, canSee } from '../access.ts';
import {
  resourcesErrors,
  type ManyInput,
  type ResourceContent,
  type ResourceEdit,
  type ResourceState,
} from '../contract.ts';
import { limits, parseTags } from '../rules.ts';
import { reindex } from './indexing.ts';
import { keepStepPictures, writePictures, type Stored } from './pictures.ts';
import { announceFiles, nextSeq, addedNow, writeFiles, writeNeeded, addVersion } from './versions.ts';
import { announce, schedule, changeState } from './publishing.ts';

export type Actor = { id: string; isAdmin: boolean } | null;
/** Person who makes a change, as the audit log names them. */
type Editor = { id: string; isAdmin: boolean; username: string };

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
 * Removes one's own resource from public view. The row and its files stay for legal reasons and moderation.
 * Staff remove other people's resources in the staff table, with a rule and a reason.
 */
export async function removeResource(trx: Trx, actor: Editor, id: string, now: Date): Promise<void> {
  const resource = await lockResource(trx, actor, id);
  if (!canRemove(actor, resource)) throw new AppError(platformErrors.forbidden);
  await changeState(trx, id, 'removed', now);
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

/** jsonb columns are written as text; undefined fields stay out of the statement. */
function jsonColumns(content: Pick<ResourceEdit, 'assemblyInstructions' | 'translations'>) {
  return {
    ...(content.assemblyInstructions && {
      assemblyInstructions: JSON.stringify(content.assemblyInstructions),
    }),
    ...(content.translations && { translations: JSON.stringify(content.translations) }),
  };
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
