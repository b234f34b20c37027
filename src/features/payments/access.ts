import { isStaff, type Role } from '#platform/shared/roles.ts';

type Actor = { role: Role } | null;

/** Who looks at payouts, refunds and the state of all money. */
export function canSeeMoney(actor: Actor): boolean {
  return actor?.role === 'finance' || actor?.role === 'admin';
}

/** Who tries something again, says what a bank did, and adjusts what takes two. */
export function canHandleMoney(actor: Actor): boolean {
  return actor?.role === 'finance' || actor?.role === 'admin';
}

export function canFreezeMoney(actor: Actor): boolean {
  return actor !== null && isStaff(actor);
}
