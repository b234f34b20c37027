import { isStaff, type Role } from '#platform/shared/roles.ts';

type Actor = { role: Role } | null;

/** Support looks people up to help them; finance does for payouts. */
export function canListPeople(actor: Actor): boolean {
  return actor !== null && isStaff(actor);
}

/** Roles and suspensions. */
export function canChangePeople(actor: Actor): boolean {
  return actor?.role === 'admin';
}

/** To everybody who agreed to it. */
export function canTellNews(actor: Actor): boolean {
  return actor?.role === 'admin';
}

export function canReadAudit(actor: Actor): boolean {
  return actor?.role === 'admin';
}
