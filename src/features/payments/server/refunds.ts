import type { Selectable } from 'kysely';
import { post, refundConfirmed } from '#features/ledger/server/public.ts';
import { notify } from '#features/notifications/server/public.ts';
import { databaseTime, type Db, type Trx } from '#platform/server/db.ts';
import { failpoint } from '#platform/server/failpoints.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { enqueue } from '#platform/server/jobs.ts';
import type { Database } from '#platform/server/schema.ts';
import { dayMs, keyDays, lastQueryMs, nextQueryMs } from '../rules.ts';
import type { PaymentDeps } from './commands.ts';
import { moveRefund, recordOpening, stepId } from './events.ts';
import { report } from './findings.ts';
import type { BankAccount, GatewayPayment, Outcome } from './gateways/gateway.ts';

export type Refund = Selectable<Database['refund']>;
type Payment = Selectable<Database['payment']>;

/** Purpose of the vault. */
export const sealedRefundAccount = 'refund account';

/**
 * Decides that money goes back, in the transaction that takes it from where it is: the caller posts that, with the id that this
 * gives. A job sends it.
 */
export async function decideRefund(
  trx: Trx,
  {
    payment,
    orderId,
    amount,
    reason,
  }: {
    payment: Pick<Payment, 'id' | 'personId' | 'currency'>;
    orderId: string | null;
    amount: number;
    reason: string;
  },
  now: Date,
): Promise<string> {
  const id = uuidv7(now.getTime());
  await trx
    .insertInto('refund')
    .values({
      id,
      paymentId: payment.id,
      orderId,
      personId: payment.personId,
      state: 'decided',
      amount,
      reason,
      body: JSON.stringify({ amount, currency: payment.currency, reason }),
      key: `refund:${id}`,
      keyedAt: now,
      decidedAt: now,
    })
    .execute();
  await recordOpening(trx, 'refund', { id, state: 'decided' }, { detail: { reason, amount } }, now);
  await enqueueRefund(trx, id, now);
  return id;
}

function enqueueRefund(trx: Db, id: string, runAt: Date): Promise<void> {
  return enqueue(trx, 'payments.refund', { id }, { key: `payments.refund ${id}`, runAt });
}

/** Sends a refund, or asks what became of it. Harmless however often. */
export async function submitRefund(deps: PaymentDeps, id: string): Promise<void> {
  const { db, gateway, vault } = deps;
  const refund = await db.selectFrom('refund').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const payment = await db
    .selectFrom('payment')
    .selectAll()
    .where('id', '=', refund.paymentId)
    .executeTakeFirstOrThrow();
  if (payment.gateway !== gateway.name || payment.paymentKey === null) return;
  // Refunds of one payment go one after the other: what is left at the gateway tells whether one has arrived.
  const earlier = await db
    .selectFrom('refund')
    .select('id')
    .where('paymentId', '=', refund.paymentId)
    .where('id', '<', refund.id)
    .where('state', 'in', ['decided', 'submitting', 'unknown'])
    .executeTakeFirst();
  if (earlier) return enqueueRefund(db, id, new Date(Date.now() + nextQueryMs(0)));
  if (refund.state === 'submitting' || refund.state === 'unknown') {
    // It may have arrived. Only when it has not is it sent again.
    const found = await gateway.find({ ref: payment.ref, paymentKey: payment.paymentKey });
    failpoint('refund queried');
    if (found.kind !== 'done') return adoptRefund(deps, id, found);
    if (found.value !== null && (await hasArrived(deps, refund, payment, found.value))) {
      return adoptRefund(deps, id, { kind: 'done', value: found.value });
    }
  } else if (refund.state !== 'decided') return;

  const sent = await inRefund(deps, id, async (trx, row, now) => {
    const isOld = now.getTime() - row.keyedAt.getTime() > keyDays * dayMs;
    const key = isOld ? `refund:${row.id}:${row.tries}` : row.key;
    const set = { key, ...(isOld && { keyedAt: now }), tries: row.tries + 1 };
    // One that was being sent when this process ended is already there.
    if (row.state !== 'submitting' && !(await moveRefund(trx, row, 'submit', set, {}, now))) return null;
    await enqueueRefund(trx, row.id, new Date(now.getTime() + nextQueryMs(1)));
    return { ...row, key };
  });
  failpoint('refund stored');
  if (sent === null) return;
  const account =
    sent.sealedAccount === null
      ? null
      : (JSON.parse(vault.open(sealedRefundAccount, sent.sealedAccount)) as BankAccount);
  const outcome = await gateway.cancel({
    paymentKey: payment.paymentKey,
    ...sent.body,
    idempotencyKey: sent.key,
    account,
  });
  failpoint('refund answered');
  await adoptRefund(
    deps,
    id,
    // Perhaps ours, perhaps somebody else's: what is left tells.
    outcome.kind === 'maybe_done' ? { kind: 'unknown', code: outcome.code } : outcome,
  );
}

/** Whether what is left at the gateway has room for all refunds that were confirmed and this one. */
async function hasArrived(
  { db }: PaymentDeps,
  refund: Refund,
  payment: Payment,
  found: GatewayPayment,
): Promise<boolean> {
  const { confirmed } = await db
    .selectFrom('refund')
    .select(({ fn, lit }) => fn.coalesce(fn.sum<number>('amount'), lit(0)).as('confirmed'))
    .where('paymentId', '=', payment.id)
    .where('state', '=', 'confirmed')
    .executeTakeFirstOrThrow();
  return found.balanceAmount <= found.amount - Number(confirmed) - refund.amount;
}

async function adoptRefund(
  deps: PaymentDeps,
  id: string,
  outcome: Outcome<GatewayPayment | null>,
): Promise<void> {
  await inRefund(deps, id, async (trx, refund, now) => {
    if (outcome.kind === 'done' && outcome.value !== null) {
      await confirmRefund(trx, refund, outcome.value.balanceAmount, now);
    } else if (outcome.kind === 'needs_account') {
      const isNew = await moveRefund(trx, refund, 'need_account', { failureCode: outcome.code }, {}, now);
      if (isNew) {
        await notify(
          trx,
          refund.personId,
          {
            what: 'refund_needs_account',
            path: `/my/refunds/${refund.id}`,
            params: { amount: refund.amount },
          },
          now,
        );
      }
    } else if (outcome.kind === 'refused' || outcome.kind === 'our_fault') {
      await moveRefund(
        trx,
        refund,
        'fail',
        { failureCode: outcome.code },
        { detail: { code: outcome.code } },
        now,
      );
      await report(
        trx,
        { invariant: 'refund', subject: `refund:${refund.id}`, detail: { code: outcome.code } },
        now,
      );
    } else {
      await askAgain(trx, refund, 'code' in outcome ? outcome.code : 'not_found', now);
    }
  });
  failpoint('refund adopted');
}

async function confirmRefund(trx: Trx, refund: Refund, left: number, now: Date): Promise<void> {
  const commandId = stepId('refund', refund);
  const isNew = await moveRefund(
    trx,
    refund,
    'confirm',
    { confirmedAt: now, failureCode: null, unknownSince: null },
    { commandId },
    now,
  );
  if (!isNew) return;
  const { paymentId, amount, personId } = refund;
  // Every gateway here keeps what it gave back from what it pays to us next.
  await post(
    trx,
    {
      ...refundConfirmed({ paymentId, refundId: refund.id, buyerId: personId }, amount, amount),
      commandId,
      paymentId,
      orderId: refund.orderId,
    },
    now,
  );
  await trx.updateTable('payment').set({ gatewayBalance: left }).where('id', '=', paymentId).execute();
  await notify(
    trx,
    personId,
    {
      what: 'refund_sent',
      path: refund.orderId === null ? '/my/transactions' : `/orders/${refund.orderId}`,
      params: { amount },
    },
    now,
  );
}

async function askAgain(trx: Trx, refund: Refund, code: string, now: Date): Promise<void> {
  const since = refund.unknownSince ?? now;
  await moveRefund(
    trx,
    refund,
    'lose',
    { unknownSince: since, failureCode: code },
    { detail: { code } },
    now,
  );
  if (now.getTime() - since.getTime() > lastQueryMs) {
    await report(trx, { invariant: 'unknown', subject: `refund:${refund.id}`, detail: { code } }, now);
    return;
  }
  await enqueueRefund(trx, refund.id, new Date(now.getTime() + nextQueryMs(refund.tries)));
}

/** A refund that failed, or that needs to know where to, is tried again; `account` where the person said where. */
export async function retryRefund(
  deps: PaymentDeps,
  id: string,
  by: { actorId: string; account?: BankAccount; reason?: string },
): Promise<boolean> {
  return inRefund(deps, id, async (trx, refund, now) => {
    const moved = await moveRefund(
      trx,
      refund,
      'retry',
      {
        failureCode: null,
        unknownSince: null,
        tries: 0,
        // What was refused for good would be refused again by its old key.
        key: `refund:${refund.id}:${refund.version}`,
        keyedAt: now,
        ...(by.account && {
          sealedAccount: deps.vault.seal(sealedRefundAccount, JSON.stringify(by.account)),
        }),
      },
      { actorId: by.actorId, detail: by.reason ? { reason: by.reason } : {} },
      now,
    );
    if (moved) await enqueueRefund(trx, refund.id, now);
    return moved;
  });
}

/** Holds a refund; its steps touch nothing of what it was decided for. */
function inRefund<Result>(
  { db }: Pick<PaymentDeps, 'db'>,
  id: string,
  act: (trx: Trx, refund: Refund, now: Date) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    const refund = await trx
      .selectFrom('refund')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    return act(trx, refund, await databaseTime(trx));
  });
}
