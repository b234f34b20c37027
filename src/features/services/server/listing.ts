import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';

/** Returns the addresses of active services for a sitemap, the newest first. */
export async function listServiceAddresses(
  db: Db,
  most: number,
): Promise<{ path: string; changedAt: string }[]> {
  const { rows } = await sql<{ id: string; changedAt: Date }>`
    select s.id, s.updated_at as changed_at from service s
    where s.state = 'active' order by s.seq desc limit ${most}`.execute(db);
  return rows.map(({ id, changedAt }) => ({ path: `/services/${id}`, changedAt: changedAt.toISOString() }));
}

/** Returns the ids of all services of a person, in every state. */
export async function listServiceIdsOf(db: Db, ownerId: string): Promise<string[]> {
  const rows = await db.selectFrom('service').select('id').where('ownerId', '=', ownerId).execute();
  return rows.map(({ id }) => id);
}
