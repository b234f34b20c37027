import { addMonths, type Terms } from './rules.ts';
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
  return order.endedAt === null || addMonths(order.endedAt, claimSupplyMonths) > now;
}

/** Support looks at orders to help, finance for payouts; only admins decide. */
export function canListOrders(actor: { role: Role }): boolean {
  return isStaff(actor);
}
