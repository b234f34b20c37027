import { createHash } from 'node:crypto';
import type { ExpressionBuilder } from 'kysely';
import { m } from '#i18n/generated/messages.js';
import type { Locale } from '#i18n/languages.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { failpoint } from '#platform/server/failpoints.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import { enqueue } from '#platform/server/jobs.ts';
import type { Database } from '#platform/server/schema.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { beginningOf, codeUnits } from '#platform/shared/graphemes.ts';
import { paymentsErrors, type AttemptInput, type Begun } from '../contract.ts';
import { authenticationMinutes, nextQueryMs, refOf } from '../rules.ts';
import { movePayment, recordOpening } from './events.ts';
import { type PaymentPart, type PaymentDeps, type Payment, partsOf, inPayment } from './locking.ts';
import { askToConfirm } from './reconciling.ts';

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
