import { isStaff, type Role } from '#platform/shared/roles.ts';

type Actor = { role: Role } | null;

/** Support looks people up to help them; finance does for payouts. */
export function canListPeople(actor: Actor): boolean {
  return actor !== null && isStaff(actor);
}

/** Whole e-mail addresses. Everybody else of the staff is told whether one that they were given is somebody's. */
export function canReadAddresses(actor: Actor): boolean {
  return actor?.role === 'admin';
}

/** Roles and suspensions. */
export function canChangePeople(actor: Actor): boolean {
  return actor?.role === 'admin';
}

/** To everybody who agreed to it. */
export function canTellNews(actor: Actor): boolean {
  return actor?.role === 'admin';
}

/** What the machine does by itself, and what of it went wrong. */
export function canManageJobs(actor: Actor): boolean {
  return actor?.role === 'admin';
}

/** Looks through people's eyes to help them. */
export function canAct(actor: Actor): boolean {
  return actor?.role === 'support' || actor?.role === 'admin';
}

/** Never through those of staff. */
export function canActAs(
  actor: { id: string; role: Role } | null,
  person: { id: string; role: Role },
): boolean {
  return canAct(actor) && actor?.id !== person.id && person.role === 'user';
}

export function canReadAudit(actor: Actor): boolean {
  return actor?.role === 'admin';
}

/** Of people and what they made, as a file that leaves the house. */
export function canExport(actor: Actor): boolean {
  return actor?.role === 'admin';
}
