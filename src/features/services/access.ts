import type { Role } from '#platform/shared/roles.ts';
import type { ServiceState } from './states.ts';

type Actor = { id: string; isAdmin: boolean } | null;
type Owned = { ownerId: string; state: ServiceState };

/**
 * Returns whether the actor may see a service: inactive ones are visible to their owner and admins, removed ones to
 * admins only.
 */
export function canSee(actor: Actor, service: Owned): boolean {
  if (service.state === 'active' || actor?.isAdmin) return true;
  return service.state !== 'removed' && actor?.id === service.ownerId;
}

export function canEdit(actor: Actor, service: Owned): boolean {
  return actor !== null && service.state !== 'removed' && (actor.id === service.ownerId || actor.isAdmin);
}

/**
 * Returns whether the actor may remove a service on its page; other people's are removed in the staff table, with a
 * reason.
 */
export function canRemove(actor: Actor, service: Owned): boolean {
  return canEdit(actor, service) && actor?.id === service.ownerId;
}

/** Returns whether the actor may list, hide and show all services. */
export function canManage(actor: { role: Role } | null): boolean {
  return actor?.role === 'admin';
}
