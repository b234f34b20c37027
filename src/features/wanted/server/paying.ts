import type { PaymentTarget } from '#features/payments/server/public.ts';
import type { WantedTerms } from '#platform/shared/wanted-terms.ts';
import { awaitDeposit, isPayable, lockPledge, takeBack, takePayment } from './pledges.ts';

/** Pledges as a subject of payments: reacts to money that comes or goes. */
export function pledgePaymentTarget(terms: WantedTerms): PaymentTarget {
  return {
    async lock(trx, id) {
      const held = await lockPledge(trx, id);
      return held ? [held.pledge.personId] : [];
    },
    async isWaiting(trx, id, amount) {
      const held = await lockPledge(trx, id);
      return held?.pledge.amount === amount && (await isPayable(trx, held, terms));
    },
    captured: (trx, { subjectId: id, paymentId, amount }, now) =>
      takePayment(trx, { id, paymentId, amount }, terms, now),
    awaitsDeposit: (trx, id) => awaitDeposit(trx, id, terms),
    reversed: (trx, { subjectId: id, paymentId, amount }, now) =>
      takeBack(trx, { id, paymentId, amount }, now),
  };
}
