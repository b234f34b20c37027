import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';

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

/** Deletes the viewers of past days; the sums stay. */
export async function forgetViewers(db: Db, today: string): Promise<void> {
  await sql`delete from resource_view_seen where day < ${today}::date`.execute(db);
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
