import { databaseTime } from '#platform/server/db.ts';
import { enqueue } from '#platform/server/jobs.ts';
import type { IncomingHttpHeaders } from 'node:http';
import { sealedSecret, type PaymentDeps } from './locking.ts';

/**
 * Handles a webhook as a hint to query, never as the truth: it may be early, repeated, late or forged. Returns false
 * if the gateway cannot have sent it.
 */
export async function takeWebhook(
  { db, vault, gateway }: PaymentDeps,
  { headers, rawBody }: { headers: IncomingHttpHeaders; rawBody: Buffer },
): Promise<boolean> {
  const now = await databaseTime(db);
  const webhook = await gateway.readWebhook({
    headers,
    rawBody,
    now,
    async secretOf(ref) {
      const payment = await db
        .selectFrom('payment')
        .select('sealedSecret')
        .where('ref', '=', ref)
        .executeTakeFirst();
      return payment?.sealedSecret == null ? null : vault.open(sealedSecret, payment.sealedSecret);
    },
  });
  if (webhook.kind === 'forged') return false;
  if (webhook.kind === 'ignored' || webhook.kind === 'seller') return true;
  await db.transaction().execute(async (trx) => {
    const isNew = await trx
      .insertInto('paymentWebhook')
      .values({ gateway: gateway.name, id: webhook.id.slice(0, 200), receivedAt: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!isNew) return;
    if (webhook.kind === 'payout') {
      const payout = await trx
        .selectFrom('payout')
        .select('id')
        .where('ref', '=', webhook.ref)
        .executeTakeFirst();
      if (payout)
        await enqueue(trx, 'payments.payout', { id: payout.id }, { key: `payments.payout ${payout.id}` });
      return;
    }
    const payment = await trx
      .selectFrom('payment')
      .select('id')
      .where('gateway', '=', gateway.name)
      .where((where) =>
        where.or([
          ...(webhook.ref === null ? [] : [where('ref', '=', webhook.ref)]),
          ...(webhook.paymentKey === null ? [] : [where('paymentKey', '=', webhook.paymentKey)]),
        ]),
      )
      .executeTakeFirst();
    if (!payment) return;
    // Uses a separate key, so that the timed query keeps its schedule.
    await enqueue(trx, 'payments.query', { id: payment.id }, { key: `payments.webhook ${payment.id}` });
  });
  return true;
}
