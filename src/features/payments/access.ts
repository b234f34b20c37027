import { isStaff, type Role } from '#platform/shared/roles.ts';

type Actor = { role: Role } | null;

/** Returns whether the actor sees payouts, refunds and the state of all money. */
export function canSeeMoney(actor: Actor): boolean {
  return actor?.role === 'finance' || actor?.role === 'admin';
}

/** Returns whether the actor may retry transfers, settle them by hand and take part in adjustments. */
export function canHandleMoney(actor: Actor): boolean {
  return actor?.role === 'finance' || actor?.role === 'admin';
}

export function canFreezeMoney(actor: Actor): boolean {
  return actor !== null && isStaff(actor);
}
