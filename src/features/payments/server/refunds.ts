import type { Selectable } from 'kysely';
import { recordAudit } from '#features/admin/server/public.ts';
import { post, refundConfirmed } from '#features/ledger/server/public.ts';
import { notify } from '#features/notifications/server/public.ts';
import { databaseTime, type Db, type Trx } from '#platform/server/db.ts';
import { failpoint } from '#platform/server/failpoints.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { enqueue } from '#platform/server/jobs.ts';
import type { Database } from '#platform/server/schema.ts';
import { AppError } from '#platform/shared/errors.ts';
import { paymentsErrors } from '../contract.ts';
import { dayMs, hourMs, keyDays, lastQueryMs, nextQueryMs } from '../rules.ts';
import type { RefundState } from '../states.ts';
import type { PaymentDeps } from './commands.ts';
import { moveRefund, recordOpening, stepId } from './events.ts';
import { report } from './findings.ts';
import type { BankAccount, GatewayPayment, Outcome } from './gateways/gateway.ts';

export type Refund = Selectable<Database['refund']>;
type Payment = Selectable<Database['payment']>;

/** What is still to be sent, or perhaps was. */
const openStates: ReadonlySet<RefundState> = new Set(['decided', 'submitting', 'unknown']);

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

/** How much of a payment has come in and neither gone back nor been decided to; its row is to be locked before. */
export async function refundableOf(trx: Trx, paymentId: string): Promise<number> {
  const { captured, given } = await trx
    .selectFrom('payment')
    .select(({ fn, lit, selectFrom }) => [
      fn.coalesce('capturedAmount', lit(0)).as('captured'),
      selectFrom('refund')
        .select(fn.coalesce(fn.sum<number>('amount'), lit(0)).as('given'))
        .where('paymentId', '=', paymentId)
        .where('takenBack', '=', false)
        .as('given'),
    ])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  return Number(captured) - Number(given);
}

function enqueueRefund(trx: Db, id: string, runAt: Date): Promise<void> {
  return enqueue(trx, 'payments.refund', { id }, { key: `payments.refund ${id}`, runAt });
}

/** Sends a refund, or asks what became of it. Harmless however often. */
export async function submitRefund(deps: PaymentDeps, id: string): Promise<void> {
  const { gateway, vault } = deps;
  const taken = await takeTurn(deps, id);
  failpoint('refund stored');
  if (taken === null) return;
  const { refund, payment, paymentKey } = taken;
  if (refund.tries > 0) {
    // It may have arrived. Only when it has not is it sent again.
    const found = await gateway.find({ ref: payment.ref, paymentKey });
    failpoint('refund queried');
    // A question that failed says nothing of what was asked about.
    if (found.kind !== 'done') return adoptRefund(deps, id, { kind: 'unknown', code: found.code });
    if (found.value !== null && (await hasArrived(deps, refund, found.value))) {
      return adoptRefund(deps, id, { kind: 'done', value: found.value });
    }
  }
  const account =
    refund.sealedAccount === null
      ? null
      : (JSON.parse(vault.open(sealedRefundAccount, refund.sealedAccount)) as BankAccount);
  const outcome = await gateway.cancel({
    paymentKey,
    ...refund.body,
    idempotencyKey: refund.key,
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

/**
 * Marks a refund as being sent, as it was before; null where it is not to be sent now. Refunds of one payment go one after the
 * other, because what is left at the gateway tells whether one has arrived.
 */
async function takeTurn(
  deps: PaymentDeps,
  id: string,
): Promise<{ refund: Refund; payment: Payment; paymentKey: string } | null> {
  return inRefund(deps, id, async (trx, refund, now, payment) => {
    const { paymentKey } = payment;
    const isOpen = openStates.has(refund.state);
    if (!isOpen || payment.gateway !== deps.gateway.name || paymentKey === null) return null;
    const other = await trx
      .selectFrom('refund')
      .select(['id', 'unknownSince'])
      .where('paymentId', '=', refund.paymentId)
      .where('id', '<>', id)
      .where((where) =>
        where.or([
          where('state', 'in', ['submitting', 'unknown']),
          // Of those that wait, the first goes first; one that is out already goes on.
          ...(refund.state === 'decided'
            ? [where.and([where('state', '=', 'decided'), where('id', '<', id)])]
            : []),
        ]),
      )
      .executeTakeFirst();
    if (other) {
      // One that nobody asks for any more waits for people.
      const isGivenUp =
        other.unknownSince !== null && now.getTime() - other.unknownSince.getTime() > lastQueryMs;
      await enqueueRefund(trx, id, new Date(now.getTime() + (isGivenUp ? hourMs : nextQueryMs(0))));
      return null;
    }
    // Whatever was sent before is asked for before it is sent again, so that its key may be another.
    const isOld = now.getTime() - refund.keyedAt.getTime() > keyDays * dayMs;
    const key = isOld ? `refund:${id}:${refund.tries}` : refund.key;
    const set = { key, ...(isOld && { keyedAt: now }), tries: refund.tries + 1 };
    // One that was being sent when this process ended is already there.
    if (!(await moveRefund(trx, refund, 'submit', set, {}, now))) {
      await trx.updateTable('refund').set(set).where('id', '=', id).execute();
    }
    await enqueueRefund(trx, id, new Date(now.getTime() + nextQueryMs(1)));
    return { refund: { ...refund, key }, payment, paymentKey };
  });
}

/** Whether what is left at the gateway has room for all refunds that were confirmed and this one. */
async function hasArrived({ db }: PaymentDeps, refund: Refund, found: GatewayPayment): Promise<boolean> {
  const { confirmed } = await db
    .selectFrom('refund')
    .select(({ fn, lit }) => fn.coalesce(fn.sum<number>('amount'), lit(0)).as('confirmed'))
    .where('paymentId', '=', refund.paymentId)
    .where('state', '=', 'confirmed')
    .where('takenBack', '=', false)
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
            ...(await orderOf(trx, refund)),
            path: `/my/refunds/${refund.id}`,
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
      ...(await orderOf(trx, refund)),
    },
    now,
  );
}

/** What a refund is of, and where that is, as its buyer is told. */
async function orderOf(trx: Trx, { orderId, amount, body: { currency } }: Refund) {
  const order =
    orderId === null
      ? undefined
      : await trx
          .selectFrom('orders')
          .select(['title', 'buyerId', 'providerId'])
          .where('id', '=', orderId)
          .executeTakeFirst();
  // What is no order's is a sponsor's: the statement names it.
  if (!order) return { path: '/my/transactions', params: { amount, currency } };
  const { title, buyerId, providerId } = order;
  return { path: `/orders/${orderId}`, params: { amount, currency, title }, people: [buyerId, providerId] };
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
    await report(trx, { invariant: 'refund', subject: `refund:${refund.id}`, detail: { code } }, now);
    return;
  }
  await enqueueRefund(trx, refund.id, new Date(now.getTime() + nextQueryMs(refund.tries)));
}

/** Whoever a deposit goes back to has said where; answers whether that was asked for. */
export function giveAccount(
  deps: PaymentDeps,
  id: string,
  personId: string,
  account: BankAccount,
): Promise<boolean> {
  return inRefund(deps, id, async (trx, refund, now) => {
    if (refund.state !== 'needs_account') return false;
    const sealedAccount = deps.vault.seal(sealedRefundAccount, JSON.stringify(account));
    return sendAgain(trx, refund, { sealedAccount }, { actorId: personId }, now);
  });
}

/** Somebody of finance has a refund tried again; answers whether it can be. Throws `own_money`. */
export function retryRefund(
  deps: PaymentDeps,
  id: string,
  { actor, reason }: { actor: { id: string; username: string }; reason: string },
): Promise<boolean> {
  return inRefund(deps, id, async (trx, refund, now) => {
    if (refund.personId === actor.id) throw new AppError(paymentsErrors.own_money);
    const isMoved = await sendAgain(trx, refund, {}, { actorId: actor.id, detail: { reason } }, now);
    if (!isMoved) return false;
    await recordAudit(
      trx,
      {
        actor,
        action: 'refund.retry',
        target: { type: 'refund', id },
        about: [refund.personId],
        reason,
        before: { state: refund.state },
        after: { state: 'decided' },
      },
      now,
    );
    return true;
  });
}

async function sendAgain(
  trx: Trx,
  refund: Refund,
  set: { sealedAccount?: string },
  by: { actorId: string; detail?: Record<string, unknown> },
  now: Date,
): Promise<boolean> {
  const isMoved = await moveRefund(
    trx,
    refund,
    'retry',
    {
      ...set,
      failureCode: null,
      unknownSince: null,
      // What was refused for good would be refused again by its old key. How often it was sent stays: it is asked for first.
      key: `refund:${refund.id}:${refund.version}`,
      keyedAt: now,
    },
    by,
    now,
  );
  if (isMoved) await enqueueRefund(trx, refund.id, now);
  return isMoved;
}

/** How much of what went back, or is to, was the house's own: it lessens nothing that the provider has to bear. */
export async function goodwillOf(trx: Trx, paymentId: string): Promise<number> {
  const { given } = await trx
    .selectFrom('refund')
    .select(({ fn, lit }) => fn.coalesce(fn.sum<number>('amount'), lit(0)).as('given'))
    .where('paymentId', '=', paymentId)
    .where('reason', '=', 'goodwill')
    .where('takenBack', '=', false)
    .executeTakeFirstOrThrow();
  return Number(given);
}

/**
 * A bank has taken a deposit back, and with it what was still to be given back of it: all refunds of the payment are over.
 * Answers how much has gone back in all.
 */
export async function confirmOpenRefunds(trx: Trx, paymentId: string, now: Date): Promise<number> {
  const refunds = await trx
    .selectFrom('refund')
    .selectAll()
    .where('paymentId', '=', paymentId)
    .where('takenBack', '=', false)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const refund of refunds) {
    if (refund.state !== 'confirmed') await confirmRefund(trx, refund, 0, now);
  }
  await trx
    .updateTable('refund')
    .set({ takenBack: true })
    .where('paymentId', '=', paymentId)
    .where('takenBack', '=', false)
    .execute();
  return refunds.reduce((sum, { amount }) => sum + amount, 0);
}

/** Holds a refund and, before it, its payment; its steps touch nothing of what it was decided for. */
async function inRefund<Result>(
  { db }: Pick<PaymentDeps, 'db'>,
  id: string,
  act: (trx: Trx, refund: Refund, now: Date, payment: Payment) => Promise<Result>,
): Promise<Result> {
  const { paymentId } = await db
    .selectFrom('refund')
    .select('paymentId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return db.transaction().execute(async (trx) => {
    const payment = await trx
      .selectFrom('payment')
      .selectAll()
      .where('id', '=', paymentId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const refund = await trx
      .selectFrom('refund')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    return act(trx, refund, await databaseTime(trx), payment);
  });
}
