import { notify } from '#features/notifications/server/public.ts';
import type { PaymentPart, PaymentTarget } from '#features/payments/server/public.ts';
import type { Trx } from '#platform/server/db.ts';
import { basketOrderIds, lockBasket } from './commands.ts';

const basketPath = (id: string) => `/payment/basket/${id}`;

/**
 * Baskets as a subject of payments: one payment for several orders, each of which then has an escrow of its own. The
 * money is accepted for all of them or for none.
 */
export function basketPaymentTarget(orders: PaymentTarget): PaymentTarget {
  async function areWaiting(trx: Trx, parts: readonly PaymentPart[]): Promise<boolean> {
    for (const { orderId, amount } of parts) {
      if (!(await orders.isWaiting(trx, orderId, amount, []))) return false;
    }
    return parts.length > 0;
  }

  return {
    async lock(trx, id) {
      await lockBasket(trx, id);
      const parties = [];
      for (const orderId of await basketOrderIds(trx, id)) parties.push(await orders.lock(trx, orderId));
      return [...new Set(parties.flat())];
    },
    isWaiting: (trx, _id, _amount, parts) => areWaiting(trx, parts),
    async captured(trx, { subjectId, paymentId, buyerId, amount: total, parts }, now) {
      if (!(await areWaiting(trx, parts))) return false;
      for (const { orderId, amount } of parts) {
        const paid = { subjectId: orderId, paymentId, buyerId, amount, parts: [] };
        // Otherwise the orders before it would have been paid, and this one not.
        if (!(await orders.captured(trx, paid, now)))
          throw new Error(`the order ${orderId} refused the payment ${paymentId} that it waited for`);
      }
      // The orders of one payment are told of once, with the sum that the bank shows.
      if (parts.length > 1) {
        const { title } = await lockBasket(trx, subjectId);
        const params = { title, count: parts.length, amount: total };
        await notify(trx, buyerId, { what: 'basket_paid', path: basketPath(subjectId), params }, now);
      }
      return true;
    },
    async awaitsDeposit(trx, id) {
      for (const orderId of await basketOrderIds(trx, id)) await orders.awaitsDeposit(trx, orderId);
    },
    async reversed(trx, { paymentId, buyerId, parts }, now) {
      for (const { orderId, amount, given } of parts) {
        if (amount + given === 0) continue;
        await orders.reversed(trx, { subjectId: orderId, paymentId, buyerId, amount, given, parts: [] }, now);
      }
    },
  };
}
