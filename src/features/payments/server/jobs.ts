import { rollUpBalances } from '#features/ledger/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import { databaseTime } from '#platform/server/db.ts';
import { enqueue, type Job } from '#platform/server/jobs.ts';
import { dayMs, hourMs, lastQueryMs, payoutTerms } from '../rules.ts';
import { query } from './reconciling.ts';
import type { PaymentDeps } from './locking.ts';
import {
  deliverSandboxWebhook,
  webhookJob,
  type SandboxDeps,
  type SandboxEvent,
} from './gateways/sandbox.ts';
import { requestPayouts, submitPayout } from './payouts.ts';
import { submitRefund } from './refunds.ts';
import { bookSettlements, sweepFees } from './settlements.ts';

export function paymentsJobs(deps: PaymentDeps & SandboxDeps) {
  const { db } = deps;
  const deliver: Job<SandboxEvent> = (event) => deliverSandboxWebhook(deps, event);
  const ask: Job<{ id: string }> = ({ id }) => query(deps, id);
  const refund: Job<{ id: string }> = ({ id }) => submitRefund(deps, id);
  const payout: Job<{ id: string }> = ({ id }) => submitPayout(deps, id);
  const payEverybody: Job<unknown> = () => requestPayouts(deps);
  const settle: Job<unknown> = async () => {
    await bookSettlements(deps, await databaseTime(db));
    await rollUpBalances(db);
    await sweepFees(db);
  };
  const sweep: Job<unknown> = () => wakeForgotten(deps);
  const forget: Job<unknown> = async () => {
    await db
      .deleteFrom('paymentWebhook')
      .where('receivedAt', '<', new Date(currentTime().getTime() - 30 * 24 * 60 * 60 * 1000))
      .execute();
  };
  return {
    [webhookJob]: deliver,
    'payments.query': ask,
    'payments.refund': refund,
    'payments.payout': payout,
    'payments.request_payouts': payEverybody,
    'payments.settle': settle,
    'payments.wake_forgotten': sweep,
    'payments.forget_webhooks': forget,
  };
}

/** Maximum number per kind and run; oldest first, so that none starves. */
const wokenAtOnce = 1000;

/**
 * Wakes work in progress that has lost its job: the job failed ten times, its process was killed and its lock is
 * still held, or the database was restored. A waiting job keeps its schedule. Work whose retries are used up, and
 * work of another gateway, is left to staff.
 */
export async function wakeForgotten({ db, gateway }: Pick<PaymentDeps, 'db' | 'gateway'>): Promise<void> {
  const now = currentTime().getTime();
  const hourAgo = new Date(now - hourMs);
  const lastQuery = new Date(now - lastQueryMs);
  const payments = await db
    .selectFrom('payment')
    .select('id')
    .where('gateway', '=', gateway.name)
    .where((where) =>
      where.or([
        where('state', '=', 'confirming'),
        where.and([where('state', '=', 'unknown'), where('unknownSince', '>', lastQuery)]),
        where.and([
          where('state', 'in', ['new', 'authenticated', 'waiting_deposit']),
          where('expiresAt', '<', hourAgo),
        ]),
      ]),
    )
    .orderBy('id')
    .limit(wokenAtOnce)
    .execute();
  const refunds = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.paymentId')
    .select('refund.id')
    .where('gateway', '=', gateway.name)
    .where('paymentKey', 'is not', null)
    .where('refund.state', 'in', ['decided', 'submitting', 'unknown'])
    .where((where) =>
      where.or([where('refund.unknownSince', 'is', null), where('refund.unknownSince', '>', lastQuery)]),
    )
    .orderBy('refund.id')
    .limit(wokenAtOnce)
    .execute();
  const payouts =
    gateway.payouts === null
      ? []
      : await db
          .selectFrom('payout')
          .select('id')
          .where('gateway', '=', gateway.name)
          .where('state', 'in', ['requested', 'unknown'])
          .where('requestedAt', '>', new Date(now - payoutTerms.alertDays * dayMs))
          .orderBy('id')
          .limit(wokenAtOnce)
          .execute();
  const forgotten = { 'payments.query': payments, 'payments.refund': refunds, 'payments.payout': payouts };
  for (const [job, rows] of Object.entries(forgotten)) {
    for (const { id } of rows) await enqueue(db, job, { id }, { key: `${job} ${id}`, keepRunAt: true });
  }
}
