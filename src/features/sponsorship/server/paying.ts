import type { PaymentTarget } from '#features/payments/server/public.ts';
import { awaitDeposit, isPayable, takeBack, takePayment } from './contributions.ts';
import { lockContribution } from './locking.ts';

/** Contributions as a subject of payments: reacts to money that comes or goes. */
export const contributionPaymentTarget: PaymentTarget = {
  async lock(trx, id) {
    const held = await lockContribution(trx, id);
    if (!held) return [];
    const { row } = held;
    return row.recipientId === null ? [row.personId] : [row.personId, row.recipientId];
  },
  async isWaiting(trx, id, amount) {
    const held = await lockContribution(trx, id);
    return held !== undefined && isPayable(held) && held.row.amount === amount;
  },
  captured: (trx, { subjectId: id, paymentId, amount }, now) =>
    takePayment(trx, { id, paymentId, amount }, now),
  awaitsDeposit: awaitDeposit,
  reversed: (trx, { subjectId: id, paymentId, amount }, now) => takeBack(trx, { id, paymentId, amount }, now),
};
