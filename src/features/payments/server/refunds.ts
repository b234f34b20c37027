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
import type { PaymentDeps } from './locking.ts';
import { moveRefund, recordOpening, stepId } from './events.ts';
import { report } from './findings.ts';
import type { BankAccount, GatewayPayment, Outcome } from './gateways/gateway.ts';

export type Refund = Selectable<Database['refund']>;
type Payment = Selectable<Database['payment']>;

/** States of refunds that are still to be sent, or may have been sent. */
const openStates: ReadonlySet<RefundState> = new Set(['decided', 'submitting', 'unknown']);

/** Purpose under which the vault seals accounts. */
export const sealedRefundAccount = 'refund account';

/**
 * Decides a refund in the caller's transaction; the caller posts the journal with the returned id. A job sends it.
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

/** Returns what was captured for an order and has no refund yet; the caller has to lock the order or the payment. */
export async function refundableOf(
  trx: Trx,
  { paymentId, orderId }: { paymentId: string; orderId: string },
): Promise<number> {
  const { captured, given } = await trx
    .selectFrom('payment')
    .innerJoin('paymentPart as part', 'part.paymentId', 'payment.id')
    .select(({ fn, lit, selectFrom, case: when }) => [
      when()
        .when('capturedAmount', 'is', null)
        .then(lit(0))
        .else(fn<number>('coalesce', ['part.amount']))
        .end()
        .as('captured'),
      selectFrom('refund')
        .select(fn.coalesce(fn.sum<number>('amount'), lit(0)).as('given'))
        .where('paymentId', '=', paymentId)
        .where('orderId', '=', orderId)
        .where('takenBack', '=', false)
        .as('given'),
    ])
    .where('payment.id', '=', paymentId)
    .where('part.orderId', '=', orderId)
    .executeTakeFirstOrThrow();
  return Number(captured) - Number(given);
}

function enqueueRefund(trx: Db, id: string, runAt: Date): Promise<void> {
  return enqueue(trx, 'payments.refund', { id }, { key: `payments.refund ${id}`, runAt });
}

/** Sends a refund, or queries its outcome. Idempotent. */
export async function submitRefund(deps: PaymentDeps, id: string): Promise<void> {
  const { gateway, vault } = deps;
  const taken = await takeTurn(deps, id);
  failpoint('refund stored');
  if (taken === null) return;
  const { refund, payment, paymentKey } = taken;
  if (refund.tries > 0) {
    // It may have arrived, and is sent again only if it has not.
    const found = await gateway.find({ ref: payment.ref, paymentKey });
    failpoint('refund queried');
    // A failed query tells nothing about the refund.
    if (found.kind !== 'done') return reconcileRefund(deps, id, { kind: 'unknown', code: found.code });
    if (found.value !== null && (await hasArrived(deps, refund, found.value))) {
      return reconcileRefund(deps, id, { kind: 'done', value: found.value });
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
  await reconcileRefund(
    deps,
    id,
    // Refunded by us or somebody else: the remaining balance tells.
    outcome.kind === 'maybe_done' ? { kind: 'unknown', code: outcome.code } : outcome,
  );
}

/**
 * Marks a refund as being sent and returns it as it was; null if it must not be sent now. Refunds of one payment are
 * sent one at a time, because the balance at the gateway tells whether one has arrived.
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
          // The oldest waiting refund goes first; one that was sent already continues.
          ...(refund.state === 'decided'
            ? [where.and([where('state', '=', 'decided'), where('id', '<', id)])]
            : []),
        ]),
      )
      .executeTakeFirst();
    if (other) {
      // A refund whose retries are used up waits for staff.
      const isGivenUp =
        other.unknownSince !== null && now.getTime() - other.unknownSince.getTime() > lastQueryMs;
      await enqueueRefund(trx, id, new Date(now.getTime() + (isGivenUp ? hourMs : nextQueryMs(0))));
      return null;
    }
    // The outcome is queried before a refund is sent again, so a new key is safe.
    const isOld = now.getTime() - refund.keyedAt.getTime() > keyDays * dayMs;
    const key = isOld ? `refund:${id}:${refund.tries}` : refund.key;
    const set = { key, ...(isOld && { keyedAt: now }), tries: refund.tries + 1 };
    // A refund that was being sent when its process died is in this state already.
    if (!(await moveRefund(trx, refund, 'submit', set, {}, now))) {
      await trx.updateTable('refund').set(set).where('id', '=', id).execute();
    }
    await enqueueRefund(trx, id, new Date(now.getTime() + nextQueryMs(1)));
    return { refund: { ...refund, key }, payment, paymentKey };
  });
}

/** Returns whether the balance at the gateway accounts for all confirmed refunds and this one. */
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

async function reconcileRefund(
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
  // Every supported gateway deducts refunds from its next settlement.
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

/** Returns the subject of a refund and its page, for the buyer's notification. */
async function orderOf(trx: Trx, { orderId, amount, body: { currency } }: Refund) {
  const order =
    orderId === null
      ? undefined
      : await trx
          .selectFrom('orders')
          .select(['title', 'buyerId', 'providerId'])
          .where('id', '=', orderId)
          .executeTakeFirst();
  // A refund without an order belongs to a sponsor, whose statement lists it.
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

/** Stores the account to which a deposit is returned; returns whether one was asked for. */
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

/** Retries a refund for finance; returns whether that is possible. Throws `own_money`. */
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
      // The old key would be refused again. The number of tries stays, so that the outcome is queried first.
      key: `refund:${refund.id}:${refund.version}`,
      keyedAt: now,
    },
    by,
    now,
  );
  if (isMoved) await enqueueRefund(trx, refund.id, now);
  return isMoved;
}

/** Closes all open refunds of a payment whose deposit a bank took back. Returns all of its refunds. */
export async function confirmOpenRefunds(trx: Trx, paymentId: string, now: Date): Promise<Refund[]> {
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
  return refunds;
}

/** Runs a transaction that locks the payment and then the refund; steps of a refund do not touch its subject. */
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
