import { sql } from 'kysely';
import { notify, notifyAll } from '#features/notifications/server/public.ts';
import { report } from '#features/payments/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import { databaseTime, type Db, type Trx } from '#platform/server/db.ts';
import { enqueue, type Job } from '#platform/server/jobs.ts';
import { orderNumber } from '#platform/shared/order-number.ts';
import { dayMs, hourMs } from '../rules.ts';
import { rulingTimers, type SystemEvent } from '../states.ts';
import { sweepOrphans } from '#platform/server/orphans.ts';
import { auditMoney, type MoneyQuestions } from './checks.ts';
import { lockOrder, type Order, type OrderDeps } from './locking.ts';
import { dispatchSystemEvent } from './commands.ts';
import { setTimer } from './timers.ts';
import { orderPath } from './notices.ts';
import { returnUnclaimedShares } from './unclaimed-shares.ts';

/** Timers that dispatch an event; all others send reminders. */
const raising: Record<string, SystemEvent> = {
  unpaid: 'unpaid',
  unanswered: 'unanswered',
  auto_complete: 'auto_complete',
  proposal_expired: 'proposal_expired',
  answer_missed: 'answer_missed',
  negotiation_over: 'negotiation_over',
  ruling_final: 'ruling_final',
};

export function ordersJobs(deps: OrderDeps & { moneyAbove: readonly MoneyQuestions[] }) {
  const { db, storage } = deps;
  const timer: Job<{ orderId: string; kind: string }> = ({ orderId, kind }) => runTimer(deps, orderId, kind);
  /**
   * Wakes timers that are due and have no job: the job failed permanently, or was lost when a backup was restored.
   */
  const sweep: Job<unknown> = async () => {
    const due = await db
      .selectFrom('orderTimer')
      .select(['orderId', 'kind'])
      .where('leftMs', 'is', null)
      .where('at', '<', sql<Date>`now() - interval '1 minute'`)
      // Overdue rulings are reminded of by another job.
      .where(({ not, and, eb, exists, selectFrom }) =>
        not(
          and([
            eb('kind', 'in', rulingTimers),
            exists(
              selectFrom('orderTimer as reminder')
                .select('reminder.orderId')
                .whereRef('reminder.orderId', '=', 'orderTimer.orderId')
                .where('reminder.kind', '=', 'remind_ruling'),
            ),
          ]),
        ),
      )
      .limit(1000)
      .execute();
    for (const { orderId, kind } of due) {
      await enqueue(db, 'orders.timer', { orderId, kind }, { key: `orders.timer ${orderId} ${kind}` });
    }
  };
  const audit: Job<unknown> = () => auditMoney(db, deps.moneyAbove);
  const sweepPhotos: Job<unknown> = async () => {
    await sweepOrphans(storage, 'order-photos', (owners) => referencedPhotos(db, owners), currentTime());
  };
  return {
    'orders.timer': timer,
    'orders.sweep_timers': sweep,
    'orders.audit_money': audit,
    'orders.return_shares': () => returnUnclaimedShares(deps),
    'orders.sweep_photos': sweepPhotos,
  };
}

const isRulingDue = (kind: string) => rulingTimers.some((each) => each === kind);

/** Reports an overdue ruling to staff and to every admin who may rule, daily until one of them has ruled. */
async function remindOfRuling(trx: Trx, order: Order, due: Date, now: Date): Promise<void> {
  await report(trx, { invariant: 'ruling', subject: `order:${order.id}`, detail: { due } }, now);
  const admins = await trx
    .selectFrom('person')
    .select('id')
    .where('role', '=', 'admin')
    .where('withdrawsAt', 'is', null)
    .where('erasedAt', 'is', null)
    .where('id', 'not in', [order.buyerId, order.providerId])
    .execute();
  await notifyAll(
    trx,
    admins.map(({ id }) => id),
    {
      what: 'ruling_overdue',
      path: orderPath(order.id),
      params: { title: order.title, number: orderNumber(order.id), due: due.toISOString() },
      people: [order.buyerId, order.providerId],
    },
    now,
  );
  await setTimer(trx, order.id, 'remind_ruling', new Date(now.getTime() + dayMs));
}

async function referencedPhotos(db: Db, owners: string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('orderPhoto')
    .select('blobPrefix')
    .where('blobPrefix', 'in', owners)
    .execute();
  return new Set(rows.map(({ blobPrefix }) => blobPrefix));
}

/** Runs a timer of an order on the database's clock; does nothing if it is not due any more. */
export async function runTimer(deps: OrderDeps, orderId: string, kind: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const held = await lockOrder(trx, orderId);
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
      const isRaised = await dispatchSystemEvent(deps, trx, orderId, event);
      if (!isRaised && event === 'auto_complete' && held.facts.proposal !== null) {
        // After a long outage this timer may fire before that of a proposal, which takes precedence.
        await setTimer(trx, orderId, kind, new Date(now.getTime() + hourMs));
      }
    } else if (isRulingDue(kind)) {
      // The timer stays, as the start of the delay.
      await remindOfRuling(trx, held.order, timer.at, now);
      return;
    } else if (kind === 'remind_ruling') {
      const due = await trx
        .selectFrom('orderTimer')
        .select('at')
        .where('orderId', '=', orderId)
        .where('kind', 'in', rulingTimers)
        .where('leftMs', 'is', null)
        .where('at', '<=', now)
        .executeTakeFirst();
      if (due) await remindOfRuling(trx, held.order, due.at, now);
    } else if (held.facts.proposal === null) {
      const completion = await trx
        .selectFrom('orderTimer')
        .select('at')
        .where('orderId', '=', orderId)
        .where('kind', '=', 'auto_complete')
        .executeTakeFirst();
      await notify(
        trx,
        held.order.buyerId,
        {
          what: 'order_completes_soon',
          path: orderPath(orderId),
          params: {
            title: held.order.title,
            days: kind === 'remind_1d' ? 1 : 3,
            by: completion?.at.toISOString() ?? null,
          },
          people: [held.order.buyerId, held.order.providerId],
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
