import { sql } from 'kysely';
import type { Trx } from '#platform/server/db.ts';
import { enqueue } from '#platform/server/jobs.ts';
import { hourMs } from '../rules.ts';
import type { Order } from './locking.ts';

export const inHours = (now: Date, hours: number) => new Date(now.getTime() + hours * hourMs);
export const inDays = (now: Date, days: number) => inHours(now, days * 24);

/** Postpones the completion, so that a request is answered before the order completes by itself. */
export async function postponeCompletion(trx: Trx, order: Order, least: Date): Promise<void> {
  const timer = await trx
    .selectFrom('orderTimer')
    .select(['at', 'leftMs'])
    .where('orderId', '=', order.id)
    .where('kind', '=', 'auto_complete')
    .executeTakeFirst();
  if (timer && timer.leftMs === null && timer.at < least)
    await setTimer(trx, order.id, 'auto_complete', least);
}

/** Sets a timer on the database's clock. A job runs at that time, and checks again whether the event is still due. */
export async function setTimer(trx: Trx, orderId: string, kind: string, at: Date): Promise<void> {
  await trx
    .insertInto('orderTimer')
    .values({ orderId, kind, at, leftMs: null })
    .onConflict((conflict) => conflict.columns(['orderId', 'kind']).doUpdateSet({ at, leftMs: null }))
    .execute();
  await enqueue(
    trx,
    'orders.timer',
    { orderId, kind },
    { key: `orders.timer ${orderId} ${kind}`, runAt: at },
  );
}

export async function clearTimers(trx: Trx, orderId: string, kinds?: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('orderTimer')
    .where('orderId', '=', orderId)
    .$if(kinds !== undefined, (query) => query.where('kind', 'in', [...(kinds ?? [])]))
    .execute();
}

export async function freezeTimers(trx: Trx, orderId: string, now: Date): Promise<void> {
  await sql`update order_timer set left_ms = greatest(0, extract(epoch from at - ${now}::timestamptz) * 1000)::bigint
    where order_id = ${orderId} and left_ms is null`.execute(trx);
}
