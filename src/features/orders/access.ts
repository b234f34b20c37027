import { addMonths, type Terms } from './rules.ts';
import { isStaff, type Role } from '#platform/shared/roles.ts';
import type { Side } from './states.ts';

type Actor = { id: string; isAdmin: boolean };

/** Which side of an order somebody is on: admins who are no party decide, and strangers know nothing of it. */
export function sideOf(
  actor: Actor,
  order: { buyerId: string; providerId: string },
): Exclude<Side, 'system'> | null {
  if (actor.id === order.buyerId) return 'buyer';
  if (actor.id === order.providerId) return 'provider';
  return actor.isAdmin ? 'admin' : null;
}

/** The address is the provider's to know while they make it, and for as long as something may be wrong with it. */
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
