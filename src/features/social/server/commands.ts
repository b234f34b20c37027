import { addToCount, lockPublished } from '#features/resources/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import { AppError } from '#platform/shared/errors.ts';
import { canFollow } from '../access.ts';
import { socialErrors } from '../contract.ts';

/** Likes a published resource, or likes it no more; both may be said again. */
export async function setLike(
  db: Db,
  personId: string,
  resourceId: string,
  liked: boolean,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
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
  });
}

/** Throws `own_follow`. */
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
