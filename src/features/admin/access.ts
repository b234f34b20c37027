import { isStaff, type Role } from '#platform/shared/roles.ts';

type Actor = { role: Role } | null;

/** Returns true for support, who help people, and for finance, who pay them. */
export function canListPeople(actor: Actor): boolean {
  return actor !== null && isStaff(actor);
}

/**
 * Returns true for actors who see full e-mail addresses. Other staff can only check if a known address has an
 * account.
 */
export function canReadAddresses(actor: Actor): boolean {
  return actor?.role === 'admin';
}

/** Returns true for actors who change roles and suspensions. */
export function canChangePeople(actor: Actor): boolean {
  return actor?.role === 'admin';
}

/** Returns true for actors who send news to everyone who agreed to marketing. */
export function canTellNews(actor: Actor): boolean {
  return actor?.role === 'admin';
}

/** Returns true for actors who see background jobs and retry failed ones. */
export function canManageJobs(actor: Actor): boolean {
  return actor?.role === 'admin';
}

/** Returns true for actors who can view the site as a person, to help them. */
export function canAct(actor: Actor): boolean {
  return actor?.role === 'support' || actor?.role === 'admin';
}

/** Staff are never viewed as. */
export function canActAs(
  actor: { id: string; role: Role } | null,
  person: { id: string; role: Role },
): boolean {
  return canAct(actor) && actor?.id !== person.id && person.role === 'user';
}

export function canReadAudit(actor: Actor): boolean {
  return actor?.role === 'admin';
}

/** Returns true for actors who export data of people and their content to a file. */
export function canExport(actor: Actor): boolean {
  return actor?.role === 'admin';
}
