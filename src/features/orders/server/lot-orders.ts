import type { Trx } from '#platform/server/db.ts';
import type { OrderState } from '../states.ts';
import { lockOrder } from './locking.ts';

/** State of a winner's order, as auctions see it. */
export type LotOrderState = {
  state: OrderState;
  /** Payment deadline. */
  unpaidAt: Date | null;
  /** True if the buyer’s money is here, or was until we refunded it; false after a chargeback. */
  isFunded: boolean;
  wasDelivered: boolean;
  /** True if the buyer left without the seller’s agreement. */
  isBroken: boolean;
  isEndedByStaff: boolean;
};

/** Locks an order and returns its state. */
export async function findOrderState(trx: Trx, id: string): Promise<LotOrderState | null> {
  const held = await lockOrder(trx, id);
  if (!held) return null;
  const timer = await trx
    .selectFrom('orderTimer')
    .select('at')
    .where('orderId', '=', id)
    .where('kind', '=', 'unpaid')
    .executeTakeFirst();
  const { state, paymentId } = held.order;
  const events = await trx
    .selectFrom('orderEvent')
    .select(['event', 'side', 'fromState', 'toState'])
    .where('orderId', '=', id)
    .execute();
  return {
    state,
    unpaidAt: timer?.at ?? null,
    isFunded: paymentId !== null,
    // A rework clears the delivery of the order, but not its events.
    wasDelivered: events.some(({ event }) => event === 'deliver'),
    isBroken: events.some(
      ({ event, side, fromState, toState }) =>
        event === 'cancel' && side === 'buyer' && fromState !== 'created' && toState === 'refunded',
    ),
    isEndedByStaff: events.some(({ event, side }) => event === 'cancel' && side === 'admin'),
  };
}
