import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
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
import { paymentsErrors, type AttemptInput, type Begun } from '../contract.ts';
import { authenticationMinutes, lastQueryMs, nextQueryMs, refOf, unheardMs } from '../rules.ts';
import { movePayment, recordOpening, stepId } from './events.ts';
import { report } from './findings.ts';
import type { Gateway, GatewayPayment, Outcome } from './gateways/gateway.ts';
import { confirmOpenRefunds, goodwillOf, decideRefund } from './refunds.ts';

/**
 * What somebody pays for. The rooms that sell hand this in: they stand above payments, and their row is locked before any
 * payment's, so that no two ever wait for each other.
 */
export type Subject = {
  /** Holds it; answers between whom it is. */
  lock(trx: Trx, id: string): Promise<readonly string[]>;
  /** Whether it would take so much now. Nobody is charged for what takes nothing. */
  isWaiting(trx: Trx, id: string, amount: number): Promise<boolean>;
  /** Money came. Takes it and answers true, or leaves it, to be given back. */
  captured(
    trx: Trx,
    paid: { subjectId: string; paymentId: string; buyerId: string; amount: number },
    now: Date,
  ): Promise<boolean>;
  /** A deposit is waited for. */
  awaitsDeposit(trx: Trx, subjectId: string): Promise<void>;
  /** Money that was taken has gone again at the gateway; posts where from. */
  reversed(
    trx: Trx,
    /** `given` is what the house gave of its own before, which is gone as well. */
    taken: { subjectId: string; paymentId: string; buyerId: string; amount: number; given: number },
    now: Date,
  ): Promise<void>;
};

export type PaymentDeps = {
  db: Db;
  vault: Vault;
  gateway: Gateway;
  publicOrigin: string;
  subjects: Record<Payment['subjectKind'], Subject>;
};
export type Payment = Selectable<Database['payment']>;

/** Purposes of the vault. */
export const sealedDeposit = 'deposit account';
export const sealedSecret = 'payment secret';

/**
 * An attempt to pay, in the caller's transaction, which holds the subject. One that a browser was sent away with is gone on
 * with; while nobody knows how one ended there is no second (`payment_pending`).
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
  },
  now: Date,
): Promise<string> {
  const earlier = await trx
    .selectFrom('payment')
    .select(['id', 'state', 'method', 'gateway', 'amount', 'expiresAt', 'createdAt'])
    .where('subjectKind', '=', wanted.subjectKind)
    .where('subjectId', '=', wanted.subjectId)
    .where('state', 'in', ['new', 'authenticated', 'confirming', 'unknown'])
    .orderBy('id', 'desc')
    .execute();
  if (earlier.some(({ state }) => state === 'confirming' || state === 'unknown')) {
    throw new AppError(paymentsErrors.payment_pending);
  }
  const same = earlier.find(
    (one) =>
      one.method === wanted.method &&
      one.gateway === gateway.name &&
      one.amount === wanted.amount &&
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
      orderName: wanted.orderName.slice(0, 100),
      method: wanted.method,
      ref: refOf('p', id),
      createdAt: now,
      expiresAt,
    })
    .execute();
  await recordOpening(trx, 'payment', { id, state: 'new' }, { actorId: wanted.personId }, now);
  await enqueue(trx, 'payments.query', { id }, { key: `payments.query ${id}`, runAt: expiresAt });
  return id;
}

/**
 * Asks the gateway how the person gets there; the same attempt is led to the same place. One that is gone on with in another
 * language is begun in that one, where the gateway can.
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
    // Begun by another call meanwhile, or erased together with its person.
    .where('begun', kept === null ? 'is' : 'is not', null)
    .execute();
  return begun.value;
}

const keyOf = (begun: Begun) => (begun.kind === 'redirect' ? begun.paymentKey : null);

/** What a gateway knows a customer by: neither their id nor to be guessed from it by others. */
function customerKey(personId: string): string {
  return createHash('sha256').update(`gongbang customer ${personId}`).digest('base64url').slice(0, 40);
}

/**
 * What a browser that came back asks for: charges what was agreed to at the gateway. Whatever the address said, what counts is
 * what was written down when the attempt was opened. Throws `payment_not_found`, `amount_differs`, `payment_pending` and
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
    // Asked before, in another tab or by a second click: whoever asked first is answered, and so is this.
    if (['captured', 'waiting_deposit', 'confirming', 'unknown'].includes(payment.state)) return false;
    if (payment.state === 'failed' || payment.state === 'expired') {
      throw new AppError(paymentsErrors.payment_over);
    }
    await assertOnlyOne(trx, payment, paymentKey);
    if (!(await deps.subjects[payment.subjectKind].isWaiting(trx, payment.subjectId, payment.amount))) {
      throw new AppError(paymentsErrors.payment_over);
    }
    await movePayment(trx, payment, 'confirm', { paymentKey }, { actorId: personId }, now);
    // If this process ends before it has heard the answer, the job asks.
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

/** Nothing else is being charged for the same, and the key is of no other attempt. */
async function assertOnlyOne(trx: Trx, payment: Payment, paymentKey: string): Promise<void> {
  const { id, gateway, subjectKind, subjectId } = payment;
  const others = await trx
    .selectFrom('payment')
    .select('paymentKey')
    .where('id', '<>', id)
    .where((where) =>
      where.or([
        where.and([where('gateway', '=', gateway), where('paymentKey', '=', paymentKey)]),
        where.and([
          where('subjectKind', '=', subjectKind),
          where('subjectId', '=', subjectId),
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

/** The same key and the same body however often: a gateway charges once. */
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
  // Somebody has it already, perhaps we; or it is not what was asked for: what it says by itself counts.
  const isOdd =
    outcome.kind === 'maybe_done' ||
    (outcome.kind === 'done' && (outcome.value.amount !== amount || outcome.value.currency !== currency));
  await adopt(deps, id, isOdd ? await deps.gateway.find({ ref, paymentKey }) : outcome);
}

/**
 * Asks the gateway how things stand with a payment, and makes them so here: after a lost answer, a webhook, or an attempt that
 * nobody came back from.
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
  // They have not charged what we asked them to: the question got lost, not the answer.
  if (!isAsked || !isUncharged || paymentKey === null) await adopt(deps, id, found);
  else if (await isStillWanted(deps, id)) await askToConfirm(deps, id);
}

/** Whether what a payment is for still waits for it; a payment that is not wanted any more has failed. */
function isStillWanted(deps: PaymentDeps, id: string): Promise<boolean> {
  return inPayment(deps, id, async (trx, payment, now) => {
    const { subjectKind, subjectId, amount } = payment;
    if (await deps.subjects[subjectKind].isWaiting(trx, subjectId, amount)) return true;
    const failureCode = 'not_needed';
    await movePayment(trx, payment, 'fail', { failureCode }, { detail: { code: failureCode } }, now);
    return false;
  });
}

/** Makes what a gateway said so, whichever way it came and however often. */
export async function adopt(
  deps: PaymentDeps,
  id: string,
  outcome: Outcome<GatewayPayment | null>,
): Promise<void> {
  await inPayment(deps, id, async (trx, payment, now) => {
    if (outcome.kind !== 'done') {
      await adoptFailure(trx, payment, outcome, now);
    } else if (outcome.value === null || isOfAnother(outcome.value, payment)) {
      await adoptNothing(trx, payment, now);
    } else {
      await adoptPayment(deps, trx, payment, outcome.value, now);
    }
  });
  failpoint('adopted');
}

/** Somebody came back with the key of another payment. */
function isOfAnother(found: GatewayPayment, payment: Payment): boolean {
  return found.ref !== '' && found.ref !== payment.ref;
}

type Failed = Exclude<Outcome<unknown>, { kind: 'done' }>;

async function adoptFailure(trx: Trx, payment: Payment, { kind, code }: Failed, now: Date): Promise<void> {
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

/** Nobody knows: it is asked for again, for as long as a gateway would try to tell us. */
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

/** The gateway does not know it. Just after the question that proves nothing. */
async function adoptNothing(trx: Trx, payment: Payment, now: Date): Promise<void> {
  const isAsked = payment.state === 'confirming' || payment.state === 'unknown';
  const asked = payment.unknownSince ?? payment.createdAt;
  if (isAsked && now.getTime() - asked.getTime() < unheardMs) {
    await askAgain(trx, payment, 'not_found', now);
  } else if (payment.expiresAt <= now || isAsked) {
    await movePayment(trx, payment, 'expire', {}, {}, now);
  }
}

async function adoptPayment(
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

/** The order that a payment is of, where it is one's: the books name orders alone. */
export function orderIdOf({
  subjectKind,
  subjectId,
}: Pick<Payment, 'subjectKind' | 'subjectId'>): string | null {
  return subjectKind === 'order' ? subjectId : null;
}

/** Money moves here and nowhere else. What is not what was asked for, or comes too late, goes back. */
async function capture(
  deps: PaymentDeps,
  trx: Trx,
  payment: Payment,
  found: GatewayPayment,
  known: object,
  now: Date,
): Promise<void> {
  const commandId = stepId('payment', payment);
  // What has gone back already pays for nothing.
  const isRight = found.amount === payment.amount && found.balanceAmount === payment.amount;
  if (found.currency !== payment.currency) {
    // It cannot be in the books at all: somebody has to look.
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

/** A deposit that the bank has taken back: with it, what of it was still to be given back. */
async function takeBack(
  deps: PaymentDeps,
  trx: Trx,
  payment: Payment,
  known: object,
  now: Date,
): Promise<void> {
  const given = await goodwillOf(trx, payment.id);
  const givenBack = await confirmOpenRefunds(trx, payment.id, now);
  const amount = (payment.capturedAmount ?? 0) - givenBack;
  // The journal is the subject's: it knows where its money is. What it never took has gone back whole.
  if (payment.bound && amount + given > 0) {
    await deps.subjects[payment.subjectKind].reversed(
      trx,
      { subjectId: payment.subjectId, paymentId: payment.id, buyerId: payment.personId, amount, given },
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

/** A transaction that holds a payment and, before it, what it is for. The time is the database's. */
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

/** A person comes back without having paid. Nothing was charged: a gateway charges only what we confirm. */
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

/** Of `GET /api/payments/{id}`: by our id, for whoever pays. */
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
