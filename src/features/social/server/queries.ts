import { sql } from 'kysely';
import { avatarUrl } from '#features/accounts/server/public.ts';
import { getVisibleResource } from '#features/resources/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import type { Author, Followed, Follows, Likes } from '../contract.ts';

export type Actor = { id: string; isAdmin: boolean } | null;
export type Page<Item> = { items: Item[]; total: number; page: number; pageCount: number };

/** Returns the row range of a page; one past the end is the last one. */
export function windowOf(wanted: { page: number; limit: number }, total: number) {
  const pageCount = Math.max(1, Math.ceil(total / wanted.limit));
  const page = Math.min(wanted.page, pageCount);
  return { page, pageCount, offset: (page - 1) * wanted.limit };
}

export function presentAuthor(row: {
  name: string;
  displayUsername: string;
  avatarId: string | null;
}): Author {
  return {
    username: row.displayUsername,
    fullName: row.name,
    avatarUrl: avatarUrl(row.avatarId),
  };
}

export async function getLikes(db: Db, actor: Actor, resourceId: string): Promise<Likes> {
  await getVisibleResource(db, actor, resourceId);
  const row = await db
    .selectFrom('resource')
    .leftJoin('resourceLike', (join) =>
      join.onRef('resourceId', '=', 'resource.id').on('personId', '=', actor?.id ?? null),
    )
    .select(['likeCount', 'personId'])
    .where('resource.id', '=', resourceId)
    .executeTakeFirstOrThrow();
  return { likeCount: row.likeCount, liked: row.personId !== null };
}

export async function getFollows(db: Db, actor: Actor, personId: string): Promise<Follows> {
  const { rows } = await sql<Follows>`
    select count(*)::integer as "followerCount",
      coalesce(bool_or(follower_id = ${actor?.id ?? null}::uuid), false) as following
    from follow join person p on p.id = follower_id
    where person_id = ${personId} and p.withdraws_at is null`.execute(db);
  return rows[0] ?? { followerCount: 0, following: false };
}

/** Lists the people that a person follows, last one first, without those who are leaving. */
export async function listFollowed(
  db: Db,
  followerId: string,
  wanted: { page: number; limit: number },
): Promise<Page<Followed>> {
  const mine = db
    .selectFrom('follow')
    .innerJoin('person', 'person.id', 'follow.personId')
    .where('followerId', '=', followerId)
    .where('withdrawsAt', 'is', null);
  const { count } = await mine
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const { offset, ...pages } = windowOf(wanted, count);
  const rows = await mine
    .select([
      'name',
      'displayUsername',
      'avatarId',
      'follow.createdAt',
      sql<number>`(select count(*) from resource r where r.owner_id = person.id and r.state = 'published')`.as(
        'resourceCount',
      ),
    ])
    .orderBy('follow.createdAt', 'desc')
    .orderBy('follow.personId')
    .limit(wanted.limit)
    .offset(offset)
    .execute();
  return {
    items: rows.map((row) => ({
      ...presentAuthor(row),
      resourceCount: row.resourceCount,
      since: row.createdAt.toISOString(),
    })),
    total: count,
    ...pages,
  };
}
