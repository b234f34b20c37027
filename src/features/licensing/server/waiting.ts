import { sql } from 'kysely';
import { listResourceTitles } from '#features/resources/server/public.ts';
import type { Db } from '#platform/server/db.ts';

const maxRead = 100;

/** Lists the requests that an author has not answered, oldest first. */
export async function listUnansweredPermissions(
  db: Db,
  authorId: string,
): Promise<{ id: string; title: string }[]> {
  const { rows } = await sql<{ id: string; resourceId: string }>`
    select id, resource_id from making_permission where author_id = ${authorId} and state = 'asked'
    order by id limit ${maxRead}`.execute(db);
  if (rows.length === 0) return [];
  const ids = rows.map(({ resourceId }) => resourceId);
  const titles = new Map((await listResourceTitles(db, ids)).map(({ id, title }) => [id, title]));
  return rows.map(({ id, resourceId }) => ({ id, title: titles.get(resourceId) ?? '' }));
}
