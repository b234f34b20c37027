import type { Trx } from '#platform/server/db.ts';
import { failpoint } from '#platform/server/failpoints.ts';
import { enqueue } from '#platform/server/jobs.ts';
import { lastQueryMs, nextQueryMs, unheardMs } from '../rules.ts';
import { movePayment } from './events.ts';
import { report } from './findings.ts';
import type { GatewayPayment, Outcome } from './gateways/gateway.ts';
import {
  type PaymentDeps,
  type Payment,
  sealedDeposit,
  sealedSecret,
  partsOf,
  inPayment,
} from './locking.ts';
import { capture, takeBack } from './capturing.ts';

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

/** Sends the same key and body each time, so that the gateway charges once. */
export async function askToConfirm(deps: PaymentDeps, id: string): Promise<void> {
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
