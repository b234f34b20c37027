import type { Hidden } from '#features/moderation/server/public.ts';
import { enqueue } from '#platform/server/jobs.ts';
import { isUuid } from '#platform/server/ids.ts';
import type { Trx } from '#platform/server/db.ts';
import { AppError, refused } from '#platform/shared/errors.ts';
import { resourcesErrors, type ResourceState } from '../contract.ts';
import { isSchedulable } from '../rules.ts';
import { reindex } from './indexing.ts';

/** Delay that batches several publications into one notification. */
const announcedAfterMs = 10 * 60_000;

/** Enqueues an event for features above this one: resources that someone has published lately. */
export async function announce(trx: Trx, ownerId: string, id: string, now: Date): Promise<void> {
  await enqueue(trx, 'resources.published', [id], {
    key: `published by ${ownerId}`,
    keepRunAt: true,
    runAt: new Date(now.getTime() + announcedAfterMs),
  });
}

/** Schedules the publication of a draft; null cancels it. Throws `publish_at`. */
export async function schedule(trx: Trx, id: string, publishAt: Date | null, now: Date): Promise<void> {
  if (publishAt === null) return;
  if (!isSchedulable(publishAt, now)) throw refused(resourcesErrors.publish_at, 'publishAt');
  await enqueue(
    trx,
    'resources.publish_due',
    { id },
    { key: `resources.publish_due ${id}`, runAt: publishAt },
  );
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
