import { foldHouseAccounts } from '#features/ledger/server/public.ts';
import { databaseTime, type Db } from '#platform/server/db.ts';
import { enqueue, type Job } from '#platform/server/jobs.ts';
import { query, type PaymentDeps } from './commands.ts';
import {
  deliverSandboxWebhook,
  webhookJob,
  type SandboxDeps,
  type SandboxEvent,
} from './gateways/sandbox.ts';
import { providersDue, requestPayout, submitPayout } from './payouts.ts';
import { submitRefund } from './refunds.ts';
import { bookSettlements, sweepFees } from './settlements.ts';

export function paymentsJobs(deps: PaymentDeps & SandboxDeps) {
  const { db } = deps;
  const deliver: Job<SandboxEvent> = (event) => deliverSandboxWebhook(deps, event);
  const ask: Job<{ id: string }> = ({ id }) => query(deps, id);
  const refund: Job<{ id: string }> = ({ id }) => submitRefund(deps, id);
  const payout: Job<{ id: string }> = ({ id }) => submitPayout(deps, id);
  const payEverybody: Job<unknown> = async () => {
    for (const providerId of await providersDue(db)) await requestPayout(deps, providerId);
  };
  const settle: Job<unknown> = async () => {
    await bookSettlements(deps, await databaseTime(db));
    await foldHouseAccounts(db);
    await sweepFees(db);
  };
  const sweep: Job<unknown> = () => wakeForgotten(db);
  const forget: Job<unknown> = async () => {
    await db
      .deleteFrom('paymentWebhook')
      .where('receivedAt', '<', new Date(Date.now() - 30 * 24 * 60 * 60 * 1000))
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

/**
 * What is under way and has no job any more: one that failed ten times, one whose process was killed and that nobody else takes
 * for hours, one that a restored database does not have. A job that waits stays where it stands in time.
 */
async function wakeForgotten(db: Db): Promise<void> {
  const hourAgo = new Date(Date.now() - 60 * 60 * 1000);
  const payments = await db
    .selectFrom('payment')
    .select('id')
    .where((where) =>
      where.or([
        where('state', 'in', ['confirming', 'unknown']),
        where.and([
          where('state', 'in', ['new', 'authenticated', 'waiting_deposit']),
          where('expiresAt', '<', hourAgo),
        ]),
      ]),
    )
    .limit(1000)
    .execute();
  for (const { id } of payments) {
    await enqueue(db, 'payments.query', { id }, { key: `payments.query ${id}`, keepRunAt: true });
  }
  const refunds = await db
    .selectFrom('refund')
    .select('id')
    .where('state', 'in', ['decided', 'submitting', 'unknown'])
    .limit(1000)
    .execute();
  for (const { id } of refunds) {
    await enqueue(db, 'payments.refund', { id }, { key: `payments.refund ${id}`, keepRunAt: true });
  }
  const payouts = await db
    .selectFrom('payout')
    .select('id')
    .where('state', 'in', ['requested', 'unknown'])
    .limit(1000)
    .execute();
  for (const { id } of payouts) {
    await enqueue(db, 'payments.payout', { id }, { key: `payments.payout ${id}`, keepRunAt: true });
  }
}
