import { sql } from 'kysely';
import { addToCount, lockPublished } from '#features/resources/server/public.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { AppError } from '#platform/shared/errors.ts';
import { canFollow } from '../access.ts';
import { socialErrors } from '../contract.ts';

/**
 * Locks the resources of comments or makes. Every transaction locks these first, and several in one order, because
 * their counts change too; another order could deadlock.
 */
export async function lockResourcesOf(
  trx: Db,
  table: 'comment' | 'make',
  ids: readonly string[],
): Promise<void> {
  await sql`select from resource
    where id in (select resource_id from ${sql.table(table)} where id = any (${ids}::uuid[]))
    order by id for no key update`.execute(trx);
}

/** Likes or unlikes a published resource. Idempotent. */
export async function setLike(
  trx: Trx,
  personId: string,
  resourceId: string,
  liked: boolean,
  now: Date,
): Promise<void> {
  await lockPublished(trx, resourceId);
  const changed = liked
    ? await trx
        .insertInto('resourceLike')
        .values({ resourceId, personId, createdAt: now })
        .onConflict((conflict) => conflict.doNothing())
        .returning('personId')
        .executeTakeFirst()
    : await trx
        .deleteFrom('resourceLike')
        .where('resourceId', '=', resourceId)
        .where('personId', '=', personId)
        .returning('personId')
        .executeTakeFirst();
  if (changed) await addToCount(trx, resourceId, 'likeCount', liked ? 1 : -1);
}

/** Follows a person. Throws `own_follow`. */
export async function follow(
  db: Db,
  actor: { id: string; isAdmin: boolean },
  personId: string,
  now: Date,
): Promise<void> {
  if (!canFollow(actor, personId)) throw new AppError(socialErrors.own_follow);
  await db
    .insertInto('follow')
    .values({ followerId: actor.id, personId, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function unfollow(db: Db, followerId: string, personId: string): Promise<void> {
  await db
    .deleteFrom('follow')
    .where('followerId', '=', followerId)
    .where('personId', '=', personId)
    .execute();
}
