import type { Subject } from '#features/payments/server/public.ts';
import { awaitDeposit, hold, takeBack, takePayment } from './commands.ts';

/** How contributions take part in payments: what happens to one when its money comes or goes. */
export const contributionSubject: Subject = {
  async lock(trx, id) {
    const row = await hold(trx, id);
    if (!row) return [];
    return row.recipientId === null ? [row.personId] : [row.personId, row.recipientId];
  },
  async isWaiting(trx, id, amount) {
    const row = await hold(trx, id);
    return row?.state === 'open' && row.amount === amount;
  },
  captured: (trx, { subjectId: id, paymentId, amount }, now) =>
    takePayment(trx, { id, paymentId, amount }, now),
  awaitsDeposit: awaitDeposit,
  reversed: (trx, { subjectId: id, paymentId, amount }, now) => takeBack(trx, { id, paymentId, amount }, now),
};
