import { captured, post, unboundRefunded } from '#features/ledger/server/public.ts';
import type { Trx } from '#platform/server/db.ts';
import { movePayment, stepId } from './events.ts';
import { report } from './findings.ts';
import type { GatewayPayment } from './gateways/gateway.ts';
import { confirmOpenRefunds, decideRefund } from './refunds.ts';
import { type Taken, type PaymentDeps, type Payment, partsOf, orderIdOf } from './locking.ts';

/** Captures a payment; the only place where its money is booked. A wrong amount and late money are refunded. */
export async function capture(
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
export async function takeBack(
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
