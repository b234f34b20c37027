import type { Subject } from '#features/payments/server/public.ts';
import { mostTotal } from '#platform/shared/amounts.ts';
import { awaitDeposit, hold, raiseBySystem, type OrderDeps } from './commands.ts';

/** Orders as a subject of payments: reacts to money that comes or goes. */
export function orderSubject(deps: OrderDeps): Subject {
  return {
    async lock(trx, id) {
      const held = await hold(trx, id);
      return held ? [held.order.buyerId, held.order.providerId] : [];
    },
    async isWaiting(trx, id, amount) {
      const held = await hold(trx, id);
      const { order } = held ?? {};
      // Order from before there were ceilings: it is ended, not paid.
      return order?.state === 'created' && order.total === amount && order.total <= mostTotal;
    },
    async captured(trx, { subjectId, paymentId, amount }) {
      const held = await hold(trx, subjectId);
      // A payment of another amount than agreed pays for nothing.
      if (held?.order.total !== amount) return false;
      return raiseBySystem(deps, trx, subjectId, 'captured', { paymentId });
    },
    awaitsDeposit: (trx, subjectId) => awaitDeposit(deps, trx, subjectId),
    async reversed(trx, { subjectId, paymentId, amount, given }) {
      const isTold = await raiseBySystem(deps, trx, subjectId, 'deposit_reversed', {
        paymentId,
        amount,
        given,
      });
      // Otherwise the payment would lose its money without a journal.
      if (!isTold) throw new Error(`the order ${subjectId} does not know of the payment ${paymentId}`);
    },
  };
}
