import { sql } from 'kysely';
import { notify } from '#features/notifications/server/public.ts';
import { report } from '#features/payments/server/public.ts';
import { databaseTime, type Db } from '#platform/server/db.ts';
import { enqueue, type Job } from '#platform/server/jobs.ts';
import { hourMs } from '../rules.ts';
import type { SystemEvent } from '../states.ts';
import { sweepOrphans } from '#platform/server/orphans.ts';
import { auditMoney } from './checks.ts';
import { hold, raiseBySystem, setTimer, type OrderDeps } from './commands.ts';
import { orderPath } from './notices.ts';

/** Timers that raise an event; what else there is reminds somebody. */
const raising: Record<string, SystemEvent> = {
  unpaid: 'unpaid',
  unanswered: 'unanswered',
  auto_complete: 'auto_complete',
  proposal_expired: 'proposal_expired',
  answer_missed: 'answer_missed',
  negotiation_over: 'negotiation_over',
  ruling_final: 'ruling_final',
};

export function ordersJobs(deps: OrderDeps) {
  const { db, storage } = deps;
  const timer: Job<{ orderId: string; kind: string }> = ({ orderId, kind }) => runTimer(deps, orderId, kind);
  /** Wakes what is due and was not woken: a job that failed for good, or was lost with a restored database. */
  const sweep: Job<unknown> = async () => {
    const due = await db
      .selectFrom('orderTimer')
      .select(['orderId', 'kind'])
      .where('leftMs', 'is', null)
      .where('at', '<', sql<Date>`now() - interval '1 minute'`)
      .limit(1000)
      .execute();
    for (const { orderId, kind } of due) {
      await enqueue(db, 'orders.timer', { orderId, kind }, { key: `orders.timer ${orderId} ${kind}` });
    }
  };
  const audit: Job<unknown> = () => auditMoney(db);
  const sweepPhotos: Job<unknown> = async () => {
    await sweepOrphans(storage, 'order-photos', (owners) => referencedPhotos(db, owners), new Date());
  };
  return {
    'orders.timer': timer,
    'orders.sweep_timers': sweep,
    'orders.audit_money': audit,
    'orders.sweep_photos': sweepPhotos,
  };
}

async function referencedPhotos(db: Db, owners: string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('orderPhoto')
    .select('blobPrefix')
    .where('blobPrefix', 'in', owners)
    .execute();
  return new Set(rows.map(({ blobPrefix }) => blobPrefix));
}

/** Does what is due of one order, on the database's clock; nothing where it is not due any more. */
export async function runTimer(deps: OrderDeps, orderId: string, kind: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const held = await hold(trx, orderId);
    if (!held) return;
    const timer = await trx
      .selectFrom('orderTimer')
      .select(['at', 'leftMs'])
      .where('orderId', '=', orderId)
      .where('kind', '=', kind)
      .executeTakeFirst();
    if (!timer || timer.leftMs !== null) return;
    const now = await databaseTime(trx);
    if (timer.at > now) {
      await enqueue(
        trx,
        'orders.timer',
        { orderId, kind },
        { key: `orders.timer ${orderId} ${kind}`, runAt: timer.at },
      );
      return;
    }
    const event = raising[kind];
    if (event) {
      const isRaised = await raiseBySystem(deps, trx, orderId, event);
      if (!isRaised && event === 'auto_complete' && held.facts.proposal !== null) {
        // After a long outage this may come before the end of what was proposed, which goes first.
        await setTimer(trx, orderId, kind, new Date(now.getTime() + hourMs));
      }
    } else if (kind === 'ruling_due' || kind === 'claim_due') {
      await report(trx, { invariant: 'ruling', subject: `order:${orderId}`, detail: { due: timer.at } }, now);
    } else if (held.facts.proposal === null) {
      await notify(
        trx,
        held.order.buyerId,
        {
          what: 'order_completes_soon',
          path: orderPath(orderId),
          params: { title: held.order.title, days: kind === 'remind_1d' ? 1 : 3 },
        },
        now,
      );
    }
    await trx
      .deleteFrom('orderTimer')
      .where('orderId', '=', orderId)
      .where('kind', '=', kind)
      .where('at', '<=', now)
      .execute();
  });
}
