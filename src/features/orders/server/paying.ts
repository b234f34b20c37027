import type { PaymentTarget } from '#features/payments/server/public.ts';
import { maxTotal } from '#platform/shared/amounts.ts';
import { lockOrder, type OrderDeps } from './locking.ts';
import { dispatchSystemEvent } from './commands.ts';
import type { Trx } from '#platform/server/db.ts';
import { inHours, setTimer } from './timers.ts';

/** Orders as a subject of payments: reacts to money that comes or goes. */
export function orderPaymentTarget(deps: OrderDeps): PaymentTarget {
  return {
    async lock(trx, id) {
      const held = await lockOrder(trx, id);
      return held
        ? [held.order.buyerId, held.order.providerId, ...held.shares.map(({ authorId }) => authorId)]
        : [];
    },
    async isWaiting(trx, id, amount) {
      const held = await lockOrder(trx, id);
      const { order } = held ?? {};
      // Order from before there were ceilings: it is ended, not paid.
      return order?.state === 'created' && order.total === amount && order.total <= maxTotal;
    },
    async captured(trx, { subjectId, paymentId, amount }) {
      const held = await lockOrder(trx, subjectId);
      // A payment of another amount than agreed pays for nothing.
      if (held?.order.total !== amount) return false;
      return dispatchSystemEvent(deps, trx, subjectId, 'captured', { paymentId });
    },
    awaitsDeposit: (trx, subjectId) => awaitDeposit(deps, trx, subjectId),
    async reversed(trx, { subjectId, paymentId, amount, given }) {
      const isTold = await dispatchSystemEvent(deps, trx, subjectId, 'deposit_reversed', {
        paymentId,
        amount,
        given,
      });
      // Otherwise the payment would lose its money without a journal.
      if (!isTold) throw new Error(`the order ${subjectId} does not know of the payment ${paymentId}`);
    },
  };
}

/** Extends the payment deadline to the deposit's deadline plus one hour. */
async function awaitDeposit({ terms }: OrderDeps, trx: Trx, id: string): Promise<void> {
  const held = await lockOrder(trx, id);
  if (held?.order.state !== 'created') return;
  const before = await trx
    .selectFrom('orderTimer')
    .select('at')
    .where('orderId', '=', id)
    .where('kind', '=', 'unpaid')
    .executeTakeFirst();
  const at = inHours(held.now, terms.depositHours);
  // A won lot may have a later payment deadline than the deposit.
  await setTimer(trx, id, 'unpaid', before && before.at > at ? before.at : at);
}
