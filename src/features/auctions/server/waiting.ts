import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';

const maxRead = 100;

/** Lists the lots that are offered to a person as the next bidder, and those of their own that they decide about. */
export async function listWaitingLots(
  db: Db,
  personId: string,
): Promise<{ id: string; title: string; side: 'seller' | 'offered'; until: Date }[]> {
  const { rows } = await sql<{ id: string; title: string; side: 'seller' | 'offered'; until: Date }>`
    (select id, title, 'offered' as side, offer_until as until from auction
      where offered_to = ${personId} and state = 'second_offer' and offer_until > now())
    union all
    (select id, title, 'seller', decide_by from auction
      where seller_id = ${personId} and state = 'ended' and decide_by > now())
    order by until limit ${maxRead}`.execute(db);
  return rows;
}
