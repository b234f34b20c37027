import { sql } from 'kysely';
import { recordAudit } from '#features/admin/server/public.ts';
import { notifyEach } from '#features/notifications/server/public.ts';
import { canManageResources, findDesign, listVersions } from '#features/resources/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { failpoint } from '#platform/server/failpoints.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import { enqueue } from '#platform/server/jobs.ts';
import type { Role } from '#platform/shared/roles.ts';
import { AppError, platformErrors, refused } from '#platform/shared/errors.ts';
import { codeOf, passportPath } from '../code.ts';
import { passportsErrors, type Recall, type RecallInput, type ResourceRecalls } from '../contract.ts';
import { passportLimits, type Urgency } from '../rules.ts';

type Actor = { id: string; isAdmin: boolean; role: Role; username: string };

const dayMs = 86_400_000;
/** Holders who are told in one transaction. */
const batch = 200;

/** Lists the recalls of resources: open ones first, and the newest of each first. */
export async function listRecalls(
  db: Db,
  resourceIds: readonly string[],
): Promise<(Recall & { resourceId: string })[]> {
  if (resourceIds.length === 0) return [];
  const rows = await db
    .selectFrom('recall')
    .selectAll()
    .where('resourceId', 'in', [...resourceIds])
    .orderBy(sql`ended_at is not null`)
    .orderBy('id', 'desc')
    .execute();
  if (rows.length === 0) return [];
  const updates = await db
    .selectFrom('recallUpdate')
    .select(['recallId', 'text', 'createdAt'])
    .where(
      'recallId',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ id, resourceId, versions, urgency, what, remedy, isByStaff, createdAt, endedAt }) => ({
    id,
    resourceId,
    versions,
    urgency,
    what,
    remedy,
    isByStaff,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    updates: updates
      .filter(({ recallId }) => recallId === id)
      .map(({ text, createdAt: at }) => ({ text, createdAt: at.toISOString() })),
  }));
}

/** Returns the recalls of a resource that the reader can see. Throws `not_found`. */
export async function getResourceRecalls(
  db: Db,
  actor: Actor | null,
  resourceId: string,
): Promise<ResourceRecalls> {
  const design = await findRecalled(db, resourceId);
  const isSeen = design?.ownerId === null || (await findDesign(db, actor, resourceId)) !== null;
  if (!design || !isSeen) throw new AppError(platformErrors.not_found);
  return { canPost: canPost(actor, design.ownerId), recalls: await readersRecalls(db, resourceId) };
}

async function readersRecalls(db: Db, resourceId: string): Promise<Recall[]> {
  const found = await listRecalls(db, [resourceId]);
  return found.map(({ resourceId: _resource, ...recall }) => recall);
}

type Recalled = { id: string; ownerId: string | null };

/**
 * Finds the design of a recall, whether it is public or not. One that is gone has no owner: it is known by the things that
 * were made of it, and staff still warn their holders.
 */
async function findRecalled(db: Db, resourceId: string): Promise<Recalled | null> {
  if (!isUuid(resourceId)) return null;
  const design = await findDesign(db, null, resourceId, { isKnown: true });
  if (design) return { id: resourceId, ownerId: design.ownerId };
  return (await madeVersions(db, resourceId)).length > 0 ? { id: resourceId, ownerId: null } : null;
}

/** Returns the versions of a design that held things were made of: only holders are told. */
async function madeVersions(db: Db, resourceId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('passport')
    .select('version')
    .distinct()
    .where('resourceId', '=', resourceId)
    .where('holderId', 'is not', null)
    .execute();
  return rows.flatMap(({ version }) => version ?? []);
}

/** The author of a resource, and staff. */
function canPost(actor: Actor | null, ownerId: string | null): boolean {
  return actor !== null && (actor.id === ownerId || canManageResources(actor));
}

/**
 * Posts a fix or a recall and has its holders told. Throws `not_found`, `forbidden`, `unknown_version`,
 * `too_many_recalls`, `recalls_too_often` and `stops_too_often`.
 */
export async function postRecall(
  db: Db,
  actor: Actor,
  resourceId: string,
  input: RecallInput,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // A design that was taken down may need a warning most.
    const design = await findRecalled(trx, resourceId);
    if (!design) throw new AppError(platformErrors.not_found);
    if (!canPost(actor, design.ownerId)) throw new AppError(platformErrors.forbidden);
    const { versions, urgency, what, remedy } = input;
    const known =
      design.ownerId === null ? await madeVersions(trx, resourceId) : await listVersions(trx, resourceId);
    if (versions?.some((version) => !known.includes(version)))
      throw refused(passportsErrors.unknown_version, 'versions');
    const now = currentTime();
    const isByStaff = actor.id !== design.ownerId;
    if (!isByStaff) await assertAuthorCanPost(trx, resourceId, urgency, now);
    const id = uuidv7(now.getTime());
    await trx
      .insertInto('recall')
      .values({
        id,
        resourceId,
        versions: versions === null ? null : [...new Set(versions)].toSorted((a, b) => a - b),
        urgency,
        what,
        remedy,
        authorId: actor.id,
        isByStaff,
        createdAt: now,
        endedAt: null,
      })
      .execute();
    if (isByStaff)
      await audit(trx, actor, design, 'recall.post', { reason: what, after: { id, urgency } }, now);
    await tellSoon(trx, { id }, now);
  });
}

/**
 * Starts telling at once, and again a little later: what a process that was killed was telling is locked for most of a
 * minute, and another need not wait for that. Nobody is left to tell then, usually.
 */
async function tellSoon(trx: Trx, about: { id: string; updateId?: string }, now: Date): Promise<void> {
  await enqueue(trx, 'passports.tell', about);
  for (const seconds of [10, 30])
    await enqueue(trx, 'passports.tell', about, { runAt: new Date(now.getTime() + seconds * 1000) });
}

/**
 * Asserts that an author has room for another recall. Staff are neither limited nor counted: an author could use up the
 * room otherwise, and keep them from warning. Throws `too_many_recalls`, `recalls_too_often` and `stops_too_often`.
 */
async function assertAuthorCanPost(trx: Trx, resourceId: string, urgency: Urgency, now: Date): Promise<void> {
  const counts = await countOfAuthor(trx, resourceId, now);
  if (counts.open >= passportLimits.recalls) throw new AppError(passportsErrors.too_many_recalls);
  if (urgency === 'stop') {
    if (counts.stops >= passportLimits.stopsADay) throw new AppError(passportsErrors.stops_too_often);
  } else if (counts.notices >= passportLimits.noticesADay)
    throw new AppError(passportsErrors.recalls_too_often);
}

/** Counts an author's open recalls of a design, and what its holders were told by them within a day. */
async function countOfAuthor(
  trx: Trx,
  resourceId: string,
  now: Date,
): Promise<{ open: number; stops: number; notices: number }> {
  // Two notices at once count one another.
  await sql`select pg_advisory_xact_lock(hashtextextended('recalls ' || ${resourceId}, 0))`.execute(trx);
  const since = new Date(now.getTime() - dayMs);
  const { rows } = await sql<{ open: number; stops: number; fixes: number; updates: number }>`
    select count(*) filter (where ended_at is null)::int as open,
      count(*) filter (where urgency = 'stop' and created_at > ${since})::int as stops,
      count(*) filter (where urgency = 'fix' and created_at > ${since})::int as fixes,
      (select count(*) from recall_update join recall on recall.id = recall_id
        where resource_id = ${resourceId} and not recall_update.is_by_staff
          and recall_update.created_at > ${since})::int as updates
    from recall where resource_id = ${resourceId} and not is_by_staff`.execute(trx);
  const { open, stops, fixes, updates } = rows[0]!;
  return { open, stops, notices: fixes + updates };
}

/**
 * Adds to a recall what has become known, and has its holders told. Throws `recall_not_found`, `recall_ended`,
 * `too_many_recalls` and `recalls_too_often`.
 */
export async function updateRecall(db: Db, actor: Actor, id: string, text: string): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const { recall, design } = await lockRecall(trx, actor, id);
    const now = currentTime();
    const isByStaff = actor.id !== design.ownerId;
    if (!isByStaff) await assertAuthorCanUpdate(trx, recall, now);
    const updateId = uuidv7(now.getTime());
    await trx
      .insertInto('recallUpdate')
      .values({ id: updateId, recallId: id, text, authorId: actor.id, isByStaff, createdAt: now })
      .execute();
    if (isByStaff) await audit(trx, actor, design, 'recall.update', { reason: text, after: { id } }, now);
    await tellSoon(trx, { id, updateId }, now);
    return recall.resourceId;
  });
}

/** Asserts that an author has room for another update. Throws `too_many_recalls` and `recalls_too_often`. */
async function assertAuthorCanUpdate(
  trx: Trx,
  { id, resourceId }: { id: string; resourceId: string },
  now: Date,
): Promise<void> {
  const { count } = await trx
    .selectFrom('recallUpdate')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('recallId', '=', id)
    .where('isByStaff', '=', false)
    .executeTakeFirstOrThrow();
  if (count >= passportLimits.updates) throw new AppError(passportsErrors.too_many_recalls);
  const { notices } = await countOfAuthor(trx, resourceId, now);
  if (notices >= passportLimits.noticesADay) throw new AppError(passportsErrors.recalls_too_often);
}

/** Ends a recall, which stays to be read. Throws `recall_not_found`, `recall_ended` and `forbidden`. */
export async function endRecall(db: Db, actor: Actor, id: string): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const { recall, design } = await lockRecall(trx, actor, id);
    // What staff warn of is not for its author to take away.
    if (recall.isByStaff && !canManageResources(actor)) throw new AppError(platformErrors.forbidden);
    const now = currentTime();
    await trx.updateTable('recall').set({ endedAt: now }).where('id', '=', id).execute();
    if (actor.id !== design.ownerId)
      await audit(trx, actor, design, 'recall.end', { reason: recall.what, after: { id } }, now);
    return recall.resourceId;
  });
}

async function lockRecall(trx: Trx, actor: Actor, id: string) {
  const recall = isUuid(id)
    ? await trx.selectFrom('recall').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    : undefined;
  const design = recall && (await findRecalled(trx, recall.resourceId));
  if (!recall || !design || !canPost(actor, design.ownerId))
    throw new AppError(passportsErrors.recall_not_found);
  if (recall.endedAt !== null) throw new AppError(passportsErrors.recall_ended);
  return { recall, design };
}

function audit(
  trx: Trx,
  actor: Actor,
  design: Recalled,
  action: 'recall.post' | 'recall.update' | 'recall.end',
  { reason, after }: { reason: string; after: Record<string, unknown> },
  now: Date,
): Promise<string> {
  const target = { type: 'resource', id: design.id } as const;
  return recordAudit(
    trx,
    {
      actor,
      action,
      target,
      about: design.ownerId === null ? [] : [design.ownerId],
      reason,
      before: {},
      after,
    },
    now,
  );
}

/**
 * Tells a batch of holders of a recall, or of an update of it, and enqueues the next in the same transaction: a job that
 * dies is repeated by another process, and the rows of who was told keep everybody from being told twice.
 */
export async function tellHolders(
  db: Db,
  { id, updateId }: { id: string; updateId?: string },
): Promise<void> {
  const aboutId = updateId ?? id;
  const told = await db.transaction().execute(async (trx) => {
    const recall = await trx.selectFrom('recall').selectAll().where('id', '=', id).executeTakeFirst();
    const update =
      updateId === undefined
        ? null
        : await trx.selectFrom('recallUpdate').select('text').where('id', '=', updateId).executeTakeFirst();
    // A notice that was ended is told to nobody else.
    if (!recall || recall.endedAt !== null || update === undefined) return 0;
    const now = currentTime();
    const { rows: holders } = await sql<{ personId: string }>`
      insert into recall_notice (about_id, person_id, told_at)
      select ${aboutId}::uuid, holder_id, ${now} from (
        select distinct holder_id from passport
        where resource_id = ${recall.resourceId} and holder_id is not null
          and (${recall.versions}::integer[] is null or version = any (${recall.versions}::integer[]))
          and not exists (select from recall_notice where about_id = ${aboutId}::uuid and person_id = holder_id)
        order by holder_id limit ${batch}) waiting
      on conflict do nothing returning person_id`.execute(trx);
    if (holders.length === 0) return 0;
    const things = await thingsConcerned(
      trx,
      recall,
      holders.map(({ personId }) => personId),
    );
    await notifyEach(
      trx,
      holders.map(({ personId }) => {
        const [thing, ...others] = things.get(personId) ?? [];
        const path = thing?.code && others.length === 0 ? passportPath(codeOf(thing.code)) : '/my/things';
        const what =
          recall.urgency === 'stop'
            ? update === null
              ? 'recall_stop'
              : 'recall_stop_updated'
            : update === null
              ? 'recall_fix'
              : 'recall_fix_updated';
        return {
          personId,
          what,
          path,
          params: { title: thing?.title ?? '', what: update?.text ?? recall.what, remedy: recall.remedy },
        };
      }),
      { now },
    );
    await enqueue(trx, 'passports.tell', updateId === undefined ? { id } : { id, updateId });
    failpoint('passports telling');
    return holders.length;
  });
  if (told > 0) failpoint('passports told');
}

async function thingsConcerned(
  trx: Trx,
  { resourceId, versions }: { resourceId: string; versions: number[] | null },
  holderIds: readonly string[],
): Promise<Map<string, { title: string; code: string | null }[]>> {
  const { rows } = await sql<{ holderId: string; title: string; code: string | null }>`
    select holder_id, title, code from passport
    left join passport_code on passport_id = passport.id and revoked_at is null
    where resource_id = ${resourceId} and holder_id = any (${[...holderIds]}::uuid[])
      and (${versions}::integer[] is null or version = any (${versions}::integer[]))
    order by passport.id desc`.execute(trx);
  return Map.groupBy(rows, ({ holderId }) => holderId);
}
