import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { sides, threadStates, whoseTurn, type Side, type ThreadState } from '../negotiation.ts';
import { isReal } from './requests.ts';

const maxRead = 200;

/** Lists the negotiations in which a person has to answer, the first to expire first; of a request's several once a state. */
export async function listWaitingQuotes(
  db: Db,
  personId: string,
): Promise<{ requestId: string; title: string; side: Side; state: ThreadState; until: Date }[]> {
  const found = [];
  for (const side of sides) {
    const own = side === 'customer' ? sql`request.customer_id` : sql`thread.provider_id`;
    const states = threadStates.filter((state) => whoseTurn(state) === side);
    const { rows } = await sql<{ requestId: string; title: string; state: ThreadState; until: Date }>`
      select thread.request_id, request.title, thread.state, min(thread.expires_at) as until
      from quote_thread thread join quote_request request on request.id = thread.request_id
      join person customer on customer.id = request.customer_id join person provider on provider.id = thread.provider_id
      where ${own} = ${personId} and thread.state = any(${states}) and thread.ordered_at is null
        and thread.expires_at > now() and ${isReal('customer')} and ${isReal('provider')}
      group by thread.request_id, request.title, thread.state order by until limit ${maxRead}`.execute(db);
    found.push(...rows.map((row) => ({ ...row, side })));
  }
  return found;
}
