import type { Role } from '#platform/shared/roles.ts';

type Actor = { role: Role } | null;

/** Who looks at who sponsors what. */
export function canListSponsors(actor: Actor): boolean {
  return actor?.role === 'finance' || actor?.role === 'admin';
}

/** Who writes down what the house has paid out of it. */
export function canRecordSpending(actor: Actor): boolean {
  return actor?.role === 'finance' || actor?.role === 'admin';
}
