import { addMonths, type DeliveryKind, type Terms } from './rules.ts';
import { isStaff, type Role } from '#platform/shared/roles.ts';
import type { Side } from './states.ts';

type Actor = { id: string; isAdmin: boolean };

/** Returns the actor's side of an order. Admins count as a side only if they are no party; strangers have none. */
export function sideOf(
  actor: Actor,
  order: { buyerId: string; providerId: string },
): Exclude<Side, 'system'> | null {
  if (actor.id === order.buyerId) return 'buyer';
  if (actor.id === order.providerId) return 'provider';
  return actor.isAdmin ? 'admin' : null;
}

/** Providers see the delivery address from acceptance until nothing can be claimed any more. */
export function canSeeAddress(
  side: Side,
  order: { acceptedAt: Date | null; endedAt: Date | null },
  now: Date,
  { claimSupplyMonths }: Pick<Terms, 'claimSupplyMonths'>,
): boolean {
  if (side === 'buyer') return true;
  if (side !== 'provider' || order.acceptedAt === null) return false;
  return isClaimable(order, now, claimSupplyMonths);
}

/**
 * The buyer, and staff, see where an order is picked up once it is paid and ready to be fetched, until nothing can be
 * claimed any more. It is the provider's own place, so they always see what will be told.
 */
export function canSeePlace(
  side: Side,
  order: {
    deliveryKind: DeliveryKind;
    isFree: boolean;
    paymentId: string | null;
    deliveredAt: Date | null;
    sealedPickupCode: string | null;
    endedAt: Date | null;
  },
  now: Date,
  { claimSupplyMonths }: Pick<Terms, 'claimSupplyMonths'>,
): boolean {
  if (order.deliveryKind !== 'pickup') return false;
  if (side === 'provider') return true;
  const isPaid = order.isFree || order.paymentId !== null;
  const isReady = order.deliveredAt !== null && order.sealedPickupCode !== null;
  return isPaid && isReady && isClaimable(order, now, claimSupplyMonths);
}

function isClaimable({ endedAt }: { endedAt: Date | null }, now: Date, months: number): boolean {
  return endedAt === null || addMonths(endedAt, months) > now;
}

/** Support looks at orders to help, finance for payouts; only admins decide. */
export function canListOrders(actor: { role: Role }): boolean {
  return isStaff(actor);
}
