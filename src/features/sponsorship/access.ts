import type { Role } from '#platform/shared/roles.ts';

type Actor = { role: Role } | null;

/** Returns whether the actor may list sponsorships. */
export function canListSponsors(actor: Actor): boolean {
  return actor?.role === 'finance' || actor?.role === 'admin';
}

/** Returns whether the actor may record spending. */
export function canRecordSpending(actor: Actor): boolean {
  return actor?.role === 'finance' || actor?.role === 'admin';
}
