import { sql } from 'kysely';
import { databaseTime, type Db, type Trx } from '#platform/server/db.ts';
import { whoseTurn } from '../negotiation.ts';
import {
  type RequestRow,
  lockRequest,
  threadsOf,
  guardThread,
  moveThread,
  closeIfOver,
  tell,
} from './threads.ts';

/** Expires what is due in one request; false if none is left. Uses the database's clock. */
export function expireOne(db: Db): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const request = await takeDue(
      trx,
      sql`t.expires_at <= now() and t.ordered_at is null
      and t.state in ('asked', 'offered', 'countered', 'accepted', 'void')`,
    );
    if (!request) return false;
    const now = await databaseTime(trx);
    for (const thread of await threadsOf(trx, request.id)) {
      const judged = guardThread(thread, 'expire', 'house', now);
      if (thread.expiresAt > now || !('to' in judged)) continue;
      await moveThread(trx, thread, judged.to, { now, endedBy: 'house' });
    }
    await closeIfOver(trx, request.id, now);
    return true;
  });
}

/** Reminds the side that has to act in one request; false if nobody is left. */
export function remindOne(db: Db): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const request = await takeDue(trx, sql`t.remind_at <= now()`);
    if (!request) return false;
    const now = await databaseTime(trx);
    for (const thread of await threadsOf(trx, request.id)) {
      if (thread.remindAt === null || thread.remindAt > now) continue;
      await trx.updateTable('quoteThread').set({ remindAt: null }).where('id', '=', thread.id).execute();
      const side = whoseTurn(thread.state);
      if (side === null || thread.expiresAt <= now || thread.orderedAt !== null) continue;
      const personId = side === 'customer' ? request.customerId : thread.providerId;
      await tell(trx, personId, 'quote_expiring', { request, thread, by: null, now });
    }
    return true;
  });
}

/** Locks a request with a due negotiation; other workers skip it. */
async function takeDue(trx: Trx, condition: ReturnType<typeof sql>): Promise<RequestRow | undefined> {
  const { rows } = await sql<{ id: string }>`
    select r.id from quote_request r
    where r.id in (select t.request_id from quote_thread t where ${condition} limit 100)
    limit 1 for update skip locked`.execute(trx);
  return rows[0] && lockRequest(trx, rows[0].id);
}
