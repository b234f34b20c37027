import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';

const maxRead = 100;

/** Lists a person's closed tenders that have bids to choose from, the first deadline first. */
export async function listTendersToChoose(
  db: Db,
  personId: string,
): Promise<{ id: string; title: string; until: Date }[]> {
  const { rows } = await sql<{ id: string; title: string; until: Date }>`
    select t.id, t.title, t.choose_by as until from tender t
    where t.customer_id = ${personId} and t.state in ('open', 'closed') and t.closes_at <= now() and t.choose_by > now()
      and exists (select from tender_bid b where b.tender_id = t.id and b.state = 'standing')
    order by t.choose_by limit ${maxRead}`.execute(db);
  return rows;
}
