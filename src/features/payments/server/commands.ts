import { createHash } from 'node:crypto';
import type { ExpressionBuilder, Selectable } from 'kysely';
import { captured, post, unboundRefunded } from '#features/ledger/server/public.ts';
import { m } from '#i18n/generated/messages.js';
import type { Locale } from '#i18n/languages.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { databaseTime } from '#platform/server/db.ts';
import { failpoint } from '#platform/server/failpoints.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import { enqueue } from '#platform/server/jobs.ts';
import type { Database } from '#platform/server/schema.ts';
import type { Vault } from '#platform/server/sealed.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { beginningOf, codeUnits } from '#platform/shared/graphemes.ts';
import { paymentsErrors, type AttemptInput, type Begun } from '../contract.ts';
import { authenticationMinutes, lastQueryMs, nextQueryMs, refOf, unheardMs } from '../rules.ts';
import { movePayment, recordOpening, stepId } from './events.ts';
import { report } from './findings.ts';
import type { Gateway, GatewayPayment, Outcome } from './gateways/gateway.ts';
import { confirmOpenRefunds, decideRefund } from './refunds.ts';

/**
 * Subject of a payment, implemented by the rooms that sell. Its row is locked before the payment's, which rules out
 * deadlocks.
 */
export type PaymentTarget = {
  /** Locks the row and returns the ids of its parties. */
  lock(trx: Trx, id: string): Promise<readonly string[]>;
  /** Returns whether the subject still accepts this amount. Otherwise nothing is charged. */
  isWaiting(trx: Trx, id: string, amount: number, parts: readonly PaymentPart[]): Promise<boolean>;
  /** Accepts captured money and returns true; false means that it is refunded. */
  captured(
    trx: Trx,
    paid: {
      subjectId: string;
      paymentId: string;
      buyerId: string;
      amount: number;
      parts: readonly PaymentPart[];
    },
    now: Date,
  ): Promise<boolean>;
  /** Called when a deposit is waited for. */
  awaitsDeposit(trx: Trx, subjectId: string): Promise<void>;
  /** Called when the gateway took back accepted money; posts the journal for it. */
  reversed(
    trx: Trx,
    taken: { subjectId: string; paymentId: string; buyerId: string; parts: readonly TakenPart[] } & Taken,
    now: Date,
  ): Promise<void>;
};

/** Order that a payment is for, and its amount. */
export type PaymentPart = { orderId: string; amount: number };
/** Amount that is gone; `given` is goodwill that was paid before and is lost as well. */
type Taken = { amount: number; given: number };
export type TakenPart = Taken & { orderId: string };

export type PaymentDeps = {
  db: Db;
  vault: Vault;
  gateway: Gateway;
  publicOrigin: string;
  subjects: Record<Payment['subjectKind'], PaymentTarget>;
};
export type Payment = Selectable<Database['payment']>;

/** Purposes under which the vault seals data. */
export const sealedDeposit = 'deposit account';
export const sealedSecret = 'payment secret';

/**
 * Adds an attempt to pay in the caller's transaction, which holds the subject's lock. Continues an attempt that a
 * browser was sent away with; while the outcome of one is unknown there is no second one (`payment_pending`).
 */
export async function addAttempt(
  trx: Trx,
  { gateway }: Pick<PaymentDeps, 'gateway'>,
  wanted: {
    subjectKind: Payment['subjectKind'];
    subjectId: string;
    personId: string;
    amount: number;
    currency: string;
    orderName: string;
    method: string | null;
    /** The orders that are paid, which the caller has locked. Their amounts add up to `amount`; none for a gift. */
    parts: readonly PaymentPart[];
  },
  now: Date,
): Promise<string> {
  const earlier = await trx
    .selectFrom('payment')
    .select(['id', 'subjectKind', 'subjectId', 'state', 'method', 'gateway', 'amount', 'expiresAt'])
    .where(sharesSubject({ ...wanted, orderIds: wanted.parts.map(({ orderId }) => orderId) }))
    .where('state', 'in', ['new', 'authenticated', 'confirming', 'unknown'])
    .orderBy('id', 'desc')
    .execute();
  if (earlier.some(({ state }) => state === 'confirming' || state === 'unknown')) {
    throw new AppError(paymentsErrors.payment_pending);
  }
  const partsOfEarlier = await Promise.all(earlier.map(({ id: earlierId }) => partsOf(trx, earlierId)));
  const same = earlier.find(
    (one, index) =>
      one.subjectKind === wanted.subjectKind &&
      one.subjectId === wanted.subjectId &&
      one.method === wanted.method &&
      one.gateway === gateway.name &&
      one.amount === wanted.amount &&
      isSameParts(partsOfEarlier[index] ?? [], wanted.parts) &&
      one.expiresAt > now,
  );
  if (same) return same.id;
  if (!gateway.currencies.includes(wanted.currency)) throw new AppError(paymentsErrors.currency_not_payable);
  const id = uuidv7(now.getTime());
  const expiresAt = new Date(now.getTime() + authenticationMinutes * 60_000);
  await trx
    .insertInto('payment')
    .values({
      id,
      subjectKind: wanted.subjectKind,
      subjectId: wanted.subjectId,
      personId: wanted.personId,
      gateway: gateway.name,
      state: 'new',
      amount: wanted.amount,
      currency: wanted.currency,
      orderName: beginningOf(wanted.orderName, 100, codeUnits),
      method: wanted.method,
      ref: refOf('p', id),
      createdAt: now,
      expiresAt,
    })
    .execute();
  if (wanted.parts.length > 0) {
    await trx
      .insertInto('paymentPart')
      .values(wanted.parts.map((part) => ({ paymentId: id, ...part })))
      .execute();
  }
  await recordOpening(trx, 'payment', { id, state: 'new' }, { actorId: wanted.personId }, now);
  await enqueue(trx, 'payments.query', { id }, { key: `payments.query ${id}`, runAt: expiresAt });
  return id;
}

/** Matches payments of the same subject, and of any of the same orders: an order may be paid alone or in a basket. */
function sharesSubject({
  subjectKind,
  subjectId,
  orderIds,
}: Pick<Payment, 'subjectKind' | 'subjectId'> & { orderIds: readonly string[] }) {
  return (where: ExpressionBuilder<Database, 'payment'>) =>
    where.or([
      where.and([where('subjectKind', '=', subjectKind), where('subjectId', '=', subjectId)]),
      ...(orderIds.length === 0
        ? []
        : [
            where(
              'id',
              'in',
              where.selectFrom('paymentPart').select('paymentId').where('orderId', 'in', orderIds),
            ),
          ]),
    ]);
}

/** Returns whether two payments are for the same orders at the same amounts. */
function isSameParts(some: readonly PaymentPart[], others: readonly PaymentPart[]): boolean {
  const amounts = new Map(others.map(({ orderId, amount }) => [orderId, amount]));
  return (
    some.length === others.length && some.every(({ orderId, amount }) => amounts.get(orderId) === amount)
  );
}

/** Returns whether a payment of this subject is being charged, or may still be. */
export async function isBeingPaid(
  db: Db,
  { subjectKind, subjectId }: Pick<Payment, 'subjectKind' | 'subjectId'>,
): Promise<boolean> {
  const paying = await db
    .selectFrom('payment')
    .select('id')
    .where('subjectKind', '=', subjectKind)
    .where('subjectId', '=', subjectId)
    .where('state', 'in', ['confirming', 'unknown', 'waiting_deposit'])
    .executeTakeFirst();
  return paying !== undefined;
}

/** Returns which of these subjects are being paid. */
export async function findBeingPaid(
  db: Db,
  subjectKind: Payment['subjectKind'],
  subjectIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (subjectIds.length === 0) return new Set();
  const paying = await db
    .selectFrom('payment')
    .select('subjectId')
    .where('subjectKind', '=', subjectKind)
    .where('subjectId', 'in', [...subjectIds])
    .where('state', 'in', ['confirming', 'unknown', 'waiting_deposit'])
    .execute();
  return new Set(paying.map(({ subjectId }) => subjectId));
}

/** Takes the names of these subjects away from payments and payables, because whose words they are has left. */
export async function forgetNames(
  trx: Trx,
  { payments, payables }: { payments: readonly string[]; payables: readonly string[] },
): Promise<void> {
  if (payments.length > 0)
    await trx
      .updateTable('payment')
      .set({ orderName: '' })
      .where('subjectId', 'in', [...payments])
      .execute();
  if (payables.length > 0)
    await trx
      .updateTable('payable')
      .set({ title: '' })
      .where('orderId', 'in', [...payables])
      .execute();
}

/** Locks a payment for a refund of it, after the lock of its subject. */
export async function lockPayment(trx: Trx, id: string): Promise<Payment> {
  return trx.selectFrom('payment').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

/** Returns the orders that a payment is for; none for a sponsor's contribution. */
async function partsOf(db: Db, paymentId: string): Promise<PaymentPart[]> {
  return db
    .selectFrom('paymentPart')
    .select(['orderId', 'amount'])
    .where('paymentId', '=', paymentId)
    .orderBy('orderId')
    .execute();
}

/**
 * Asks the gateway how to reach its payment page; the same attempt leads to the same page. In another language the
 * attempt is begun again, if the gateway can do that.
 */
export async function beginAttempt(
  { db, gateway, publicOrigin }: PaymentDeps,
  id: string,
  person: { fullName: string; email: string },
  { locale, prefix, depositHours }: { locale: Locale; prefix: string; depositHours: number },
): Promise<Begun> {
  const payment = await db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { locale: keptLocale, ...rest } = (payment.begun ?? {}) as Partial<Begun> & { locale?: Locale };
  const kept = payment.begun === null ? null : (rest as Begun);
  if (kept !== null && (keptLocale === locale || !gateway.canBeginAgain)) return kept;
  const begun = await gateway.begin({
    ref: payment.ref,
    amount: payment.amount,
    currency: payment.currency,
    orderName: payment.orderName,
    customer: { key: customerKey(payment.personId), name: person.fullName, email: person.email },
    locale,
    method: payment.method as AttemptInput['method'],
    successUrl: `${publicOrigin}${prefix}/payment/success`,
    failUrl: `${publicOrigin}${prefix}/payment/fail`,
    validHours: depositHours,
  });
  failpoint('payment begun');
  if (kept !== null && (begun.kind !== 'done' || keyOf(begun.value) !== keyOf(kept))) return kept;
  if (begun.kind !== 'done') throw new AppError(paymentsErrors.gateway_unavailable);
  await db
    .updateTable('payment')
    .set({
      begun: JSON.stringify({ ...begun.value, locale }),
      ...(begun.value.kind === 'redirect' && { paymentKey: begun.value.paymentKey }),
    })
    .where('id', '=', id)
    // Another call has begun it meanwhile, or it was erased with its person.
    .where('begun', kept === null ? 'is' : 'is not', null)
    .execute();
  return begun.value;
}

const keyOf = (begun: Begun) => (begun.kind === 'redirect' ? begun.paymentKey : null);

/** Returns the customer's key at a gateway, which is neither their id nor guessable. */
function customerKey(personId: string): string {
  return createHash('sha256').update(`gongbang customer ${personId}`).digest('base64url').slice(0, 40);
}

/**
 * Confirms an attempt when the browser comes back: charges what was agreed to at the gateway. The stored values of
 * the attempt count, not those of the address. Throws `payment_not_found`, `amount_differs`, `payment_pending` and
 * `payment_over`.
 */
export async function confirmAttempt(
  deps: PaymentDeps,
  personId: string,
  asked: { id: string; paymentKey?: string | undefined; amount?: number | undefined },
): Promise<Payment> {
  const { db } = deps;
  const found = await db
    .selectFrom('payment')
    .select(['id', 'gateway', 'paymentKey', 'amount'])
    .where(isUuid(asked.id) ? 'id' : 'ref', '=', asked.id)
    .where('personId', '=', personId)
    .executeTakeFirst();
  if (!found || found.gateway !== deps.gateway.name) throw new AppError(paymentsErrors.payment_not_found);
  const { paymentKey = found.paymentKey, amount = found.amount } = asked;
  if (paymentKey === null) {
    throw new AppError(platformErrors.invalid_input, {
      fields: { paymentKey: (locale) => m['platform.field.required']({}, { locale }) },
    });
  }
  const isToAsk = await inPayment(deps, found.id, async (trx, payment, now) => {
    if (payment.amount !== amount) throw new AppError(paymentsErrors.amount_differs);
    if (payment.paymentKey !== null && payment.paymentKey !== paymentKey) {
      throw new AppError(paymentsErrors.payment_not_found);
    }
    // Confirmed before, in another tab or by a second click: both get the same response.
    if (['captured', 'waiting_deposit', 'confirming', 'unknown'].includes(payment.state)) return false;
    if (payment.state === 'failed' || payment.state === 'expired') {
      throw new AppError(paymentsErrors.payment_over);
    }
    const parts = await partsOf(trx, payment.id);
    await assertOnlyOne(trx, payment, { paymentKey, parts });
    const { subjectKind, subjectId } = payment;
    if (!(await deps.subjects[subjectKind].isWaiting(trx, subjectId, payment.amount, parts))) {
      throw new AppError(paymentsErrors.payment_over);
    }
    await movePayment(trx, payment, 'confirm', { paymentKey }, { actorId: personId }, now);
    // The job queries the outcome if this process dies before the response.
    await enqueue(
      trx,
      'payments.query',
      { id: payment.id },
      { key: `payments.query ${payment.id}`, runAt: new Date(now.getTime() + nextQueryMs(1)) },
    );
    return true;
  });
  failpoint('confirm stored');
  if (isToAsk) await askToConfirm(deps, found.id);
  return db.selectFrom('payment').selectAll().where('id', '=', found.id).executeTakeFirstOrThrow();
}

/** Asserts that no other payment of the subject is being charged, and that the key belongs to no other attempt. */
async function assertOnlyOne(
  trx: Trx,
  payment: Payment,
  { paymentKey, parts }: { paymentKey: string; parts: readonly PaymentPart[] },
): Promise<void> {
  const { id, gateway } = payment;
  const orderIds = parts.map(({ orderId }) => orderId);
  const others = await trx
    .selectFrom('payment')
    .select('paymentKey')
    .where('id', '<>', id)
    .where((where) =>
      where.or([
        where.and([where('gateway', '=', gateway), where('paymentKey', '=', paymentKey)]),
        where.and([
          sharesSubject({ ...payment, orderIds })(where),
          where('state', 'in', ['confirming', 'unknown']),
        ]),
      ]),
    )
    .execute();
  if (others.some((other) => other.paymentKey === paymentKey)) {
    throw new AppError(paymentsErrors.payment_not_found);
  }
  if (others.length > 0) throw new AppError(paymentsErrors.payment_pending);
}

/** Sends the same key and body each time, so that the gateway charges once. */
async function askToConfirm(deps: PaymentDeps, id: string): Promise<void> {
  const { ref, paymentKey, amount, currency } = await deps.db
    .selectFrom('payment')
    .select(['ref', 'paymentKey', 'amount', 'currency'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (paymentKey === null) return;
  const outcome = await deps.gateway.confirm({
    ref,
    paymentKey,
    amount,
    currency,
    idempotencyKey: `confirm:${id}`,
  });
  failpoint('confirm answered');
  // Somebody, possibly we, has confirmed it already, or it differs from the request: query its real state.
  const isOdd =
    outcome.kind === 'maybe_done' ||
    (outcome.kind === 'done' && (outcome.value.amount !== amount || outcome.value.currency !== currency));
  await reconcile(deps, id, isOdd ? await deps.gateway.find({ ref, paymentKey }) : outcome);
}

/**
 * Queries the state of a payment and adopts it: after a lost response, after a webhook, or for an abandoned attempt.
 */
export async function query(deps: PaymentDeps, id: string): Promise<void> {
  const payment = await deps.db
    .selectFrom('payment')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (payment.gateway !== deps.gateway.name) return;
  const { ref, paymentKey } = payment;
  const found = await deps.gateway.find({ ref, paymentKey });
  failpoint('query answered');
  const isAsked = payment.state === 'confirming' || payment.state === 'unknown';
  const isUncharged =
    found.kind === 'done' && (found.value?.status === 'ready' || found.value?.status === 'in_progress');
  // The gateway has not charged it: the request was lost, not the response.
  if (!isAsked || !isUncharged || paymentKey === null) await reconcile(deps, id, found);
  else if (await isStillWanted(deps, id)) await askToConfirm(deps, id);
}

/** Returns whether the subject still waits for this payment; otherwise the payment has failed. */
function isStillWanted(deps: PaymentDeps, id: string): Promise<boolean> {
  return inPayment(deps, id, async (trx, payment, now) => {
    const { subjectKind, subjectId, amount } = payment;
    const parts = await partsOf(trx, id);
    if (await deps.subjects[subjectKind].isWaiting(trx, subjectId, amount, parts)) return true;
    const failureCode = 'not_needed';
    await movePayment(trx, payment, 'fail', { failureCode }, { detail: { code: failureCode } }, now);
    return false;
  });
}

/** Adopts what the gateway reports; idempotent, for every source of the report. */
export async function reconcile(
  deps: PaymentDeps,
  id: string,
  outcome: Outcome<GatewayPayment | null>,
): Promise<void> {
  await inPayment(deps, id, async (trx, payment, now) => {
    if (outcome.kind !== 'done') {
      await reconcileFailure(trx, payment, outcome, now);
    } else if (outcome.value === null || isOfAnother(outcome.value, payment)) {
      await reconcileNothing(trx, payment, now);
    } else {
      await reconcilePayment(deps, trx, payment, outcome.value, now);
    }
  });
  failpoint('adopted');
}

/** Returns whether the browser came back with the key of another payment. */
function isOfAnother(found: GatewayPayment, payment: Payment): boolean {
  return found.ref !== '' && found.ref !== payment.ref;
}

type Failed = Exclude<Outcome<unknown>, { kind: 'done' }>;

async function reconcileFailure(
  trx: Trx,
  payment: Payment,
  { kind, code }: Failed,
  now: Date,
): Promise<void> {
  const isAsked = payment.state === 'confirming' || payment.state === 'unknown';
  if (kind === 'refused' && isAsked) {
    await movePayment(trx, payment, 'fail', { failureCode: code }, { detail: { code } }, now);
    return;
  }
  if (kind === 'our_fault') {
    await report(trx, { invariant: 'gateway', subject: `payment:${payment.id}`, detail: { code } }, now);
  }
  await askAgain(trx, payment, code, now);
}

/** Schedules another query, for as long as a gateway would retry its webhook. */
async function askAgain(trx: Trx, payment: Payment, code: string, now: Date): Promise<void> {
  if (payment.state === 'captured' || payment.state === 'failed') return;
  if (payment.state === 'confirming') {
    await movePayment(
      trx,
      payment,
      'lose',
      { unknownSince: now, queries: 0, failureCode: code },
      { detail: { code } },
      now,
    );
  }
  const since = payment.unknownSince ?? now;
  if (now.getTime() - since.getTime() > lastQueryMs) {
    await report(trx, { invariant: 'unknown', subject: `payment:${payment.id}`, detail: { code } }, now);
    return;
  }
  await trx
    .updateTable('payment')
    .set(({ eb }) => ({ queries: eb('queries', '+', 1) }))
    .where('id', '=', payment.id)
    .execute();
  await enqueue(
    trx,
    'payments.query',
    { id: payment.id },
    {
      key: `payments.query ${payment.id}`,
      runAt: new Date(now.getTime() + nextQueryMs(payment.state === 'confirming' ? 0 : payment.queries)),
    },
  );
}

/** Handles a payment unknown to the gateway. Right after the request that proves nothing. */
async function reconcileNothing(trx: Trx, payment: Payment, now: Date): Promise<void> {
  const isAsked = payment.state === 'confirming' || payment.state === 'unknown';
  const asked = payment.unknownSince ?? payment.createdAt;
  if (isAsked && now.getTime() - asked.getTime() < unheardMs) {
    await askAgain(trx, payment, 'not_found', now);
  } else if (payment.expiresAt <= now || isAsked) {
    await movePayment(trx, payment, 'expire', {}, {}, now);
  }
}

async function reconcilePayment(
  deps: PaymentDeps,
  trx: Trx,
  payment: Payment,
  found: GatewayPayment,
  now: Date,
): Promise<void> {
  const known = {
    paymentKey: found.paymentKey,
    gatewayBalance: found.balanceAmount,
    ...(found.method && { method: found.method }),
    ...(found.receiptUrl && { receiptUrl: found.receiptUrl }),
    ...(found.secret && { sealedSecret: deps.vault.seal(sealedSecret, found.secret) }),
    ...(found.deposit && {
      sealedDeposit: deps.vault.seal(sealedDeposit, JSON.stringify(found.deposit)),
      depositDueAt: found.deposit.dueAt,
    }),
  };
  const isCharged =
    found.status === 'done' ||
    ((found.status === 'cancelled' || found.status === 'partly_cancelled') && found.approvedAt !== null);
  if (isCharged && payment.state !== 'captured') {
    await capture(deps, trx, payment, found, known, now);
  } else if (found.status === 'waiting_deposit' && payment.state === 'captured') {
    await takeBack(deps, trx, payment, known, now);
  } else if (found.status === 'waiting_deposit' && payment.state !== 'waiting_deposit') {
    const expiresAt = found.deposit?.dueAt ?? payment.expiresAt;
    await movePayment(trx, payment, 'await_deposit', { ...known, expiresAt }, {}, now);
    await deps.subjects[payment.subjectKind].awaitsDeposit(trx, payment.subjectId);
    await enqueue(
      trx,
      'payments.query',
      { id: payment.id },
      { key: `payments.query ${payment.id}`, runAt: new Date(expiresAt.getTime() + 60_000) },
    );
  } else if (found.status === 'aborted' || (found.status === 'cancelled' && !isCharged)) {
    await movePayment(
      trx,
      payment,
      'fail',
      { ...known, failureCode: found.failure?.code ?? found.status },
      { detail: { code: found.failure?.code ?? found.status } },
      now,
    );
  } else if (found.status === 'expired') {
    await movePayment(trx, payment, 'expire', known, {}, now);
  } else if (found.status === 'ready' || found.status === 'in_progress') {
    if (payment.state === 'new' && found.status === 'in_progress') {
      await movePayment(trx, payment, 'authenticated', known, {}, now);
    } else if (payment.expiresAt <= now) {
      await movePayment(trx, payment, 'expire', known, {}, now);
    }
  } else {
    await trx.updateTable('payment').set(known).where('id', '=', payment.id).execute();
  }
}

/** Returns the order of a payment, if it is for one: the books name orders only. */
export function orderIdOf({
  subjectKind,
  subjectId,
}: Pick<Payment, 'subjectKind' | 'subjectId'>): string | null {
  return subjectKind === 'order' ? subjectId : null;
}

/** Captures a payment; the only place where its money is booked. A wrong amount and late money are refunded. */
async function capture(
  deps: PaymentDeps,
  trx: Trx,
  payment: Payment,
  found: GatewayPayment,
  known: object,
  now: Date,
): Promise<void> {
  const commandId = stepId('payment', payment);
  // A payment that was refunded already pays for nothing.
  const isRight = found.amount === payment.amount && found.balanceAmount === payment.amount;
  if (found.currency !== payment.currency) {
    // The books cannot represent it: report it to staff.
    await report(
      trx,
      { invariant: 'currency', subject: `payment:${payment.id}`, detail: { currency: found.currency } },
      now,
    );
    return;
  }
  await movePayment(
    trx,
    payment,
    'capture',
    {
      ...known,
      capturedAmount: found.amount,
      capturedAt: found.approvedAt ?? now,
      unknownSince: null,
      failureCode: null,
    },
    { commandId, detail: { amount: found.amount } },
    now,
  );
  const of = { paymentId: payment.id, buyerId: payment.personId };
  await post(
    trx,
    { ...captured(of, found.amount), commandId, paymentId: payment.id, orderId: orderIdOf(payment) },
    now,
  );
  const isTaken =
    isRight &&
    (await deps.subjects[payment.subjectKind].captured(
      trx,
      {
        subjectId: payment.subjectId,
        paymentId: payment.id,
        buyerId: payment.personId,
        amount: found.amount,
        parts: await partsOf(trx, payment.id),
      },
      now,
    ));
  if (isTaken) {
    await trx.updateTable('payment').set({ bound: true }).where('id', '=', payment.id).execute();
    return;
  }
  const reason = isRight ? 'not_needed' : 'amount_differs';
  const refundId = await decideRefund(
    trx,
    { payment, orderId: orderIdOf(payment), amount: found.amount, reason },
    now,
  );
  await post(
    trx,
    {
      ...unboundRefunded({ ...of, refundId }, found.amount),
      commandId: `${commandId}:unbound`,
      paymentId: payment.id,
      orderId: orderIdOf(payment),
      reason,
    },
    now,
  );
}

/** Returns what is lost of a captured amount after its refunds, and how much of these was goodwill. */
function takenOf(whole: number, refunds: readonly { amount: number; reason: string }[]): Taken {
  const sum = (list: typeof refunds) => list.reduce((total, { amount }) => total + amount, 0);
  return {
    amount: whole - sum(refunds),
    given: sum(refunds.filter(({ reason }) => reason === 'goodwill')),
  };
}

/** Handles a deposit that the bank took back, which ends its open refunds. */
async function takeBack(
  deps: PaymentDeps,
  trx: Trx,
  payment: Payment,
  known: object,
  now: Date,
): Promise<void> {
  const parts = await partsOf(trx, payment.id);
  const refunds = await confirmOpenRefunds(trx, payment.id, now);
  const taken = takenOf(payment.capturedAmount ?? 0, refunds);
  // The subject posts the journal, because it can tell where its money is. Money that was never bound was refunded in
  // full.
  if (payment.bound && taken.amount + taken.given > 0) {
    await deps.subjects[payment.subjectKind].reversed(
      trx,
      {
        subjectId: payment.subjectId,
        paymentId: payment.id,
        buyerId: payment.personId,
        ...taken,
        parts: parts.map(({ orderId, amount }) => ({
          orderId,
          ...takenOf(
            amount,
            refunds.filter((refund) => refund.orderId === orderId),
          ),
        })),
      },
      now,
    );
  }
  await movePayment(
    trx,
    payment,
    'reverse',
    { ...known, bound: false, capturedAmount: null, capturedAt: null },
    {},
    now,
  );
}

/** Runs a transaction that locks the subject and then the payment. The time is the database's. */
export async function inPayment<Result>(
  { db, subjects }: Pick<PaymentDeps, 'db' | 'subjects'>,
  id: string,
  act: (trx: Trx, payment: Payment, now: Date) => Promise<Result>,
): Promise<Result> {
  const { subjectKind, subjectId } = await db
    .selectFrom('payment')
    .select(['subjectKind', 'subjectId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return db.transaction().execute(async (trx) => {
    await subjects[subjectKind].lock(trx, subjectId);
    const payment = await trx
      .selectFrom('payment')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    return act(trx, payment, await databaseTime(trx));
  });
}

/**
 * Ends an attempt when a person comes back without having paid. Nothing was charged: a gateway charges only what we
 * confirm.
 */
export async function abandonAttempt(
  deps: PaymentDeps,
  personId: string,
  { ref, code }: { ref: string; code: string },
): Promise<Payment> {
  const found = await deps.db
    .selectFrom('payment')
    .select('id')
    .where('ref', '=', ref)
    .where('personId', '=', personId)
    .executeTakeFirst();
  if (!found) throw new AppError(paymentsErrors.payment_not_found);
  await inPayment(deps, found.id, async (trx, payment, now) => {
    if (payment.state === 'new' || payment.state === 'authenticated') {
      await movePayment(trx, payment, 'fail', { failureCode: code }, { detail: { code } }, now);
    }
  });
  return deps.db.selectFrom('payment').selectAll().where('id', '=', found.id).executeTakeFirstOrThrow();
}

/** Returns a payment to its payer for `GET /api/payments/{id}`, by our id. */
export async function getOwnPayment(db: Db, personId: string, id: string): Promise<Payment> {
  const payment = isUuid(id)
    ? await db
        .selectFrom('payment')
        .selectAll()
        .where('id', '=', id)
        .where('personId', '=', personId)
        .executeTakeFirst()
    : undefined;
  if (!payment) throw new AppError(paymentsErrors.payment_not_found);
  return payment;
}
