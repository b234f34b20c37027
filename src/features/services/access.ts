import type { Role } from '#platform/shared/roles.ts';
import type { ServiceState } from './states.ts';

type Actor = { id: string; isAdmin: boolean } | null;
type Owned = { ownerId: string; state: ServiceState };

/** What is not active exists for its owner and for admins only; what was removed, for admins only. */
export function canSee(actor: Actor, service: Owned): boolean {
  if (service.state === 'active' || actor?.isAdmin) return true;
  return service.state !== 'removed' && actor?.id === service.ownerId;
}

export function canEdit(actor: Actor, service: Owned): boolean {
  return actor !== null && service.state !== 'removed' && (actor.id === service.ownerId || actor.isAdmin);
}

/** What is somebody else's goes by a decision of staff alone, who say why: not on its own page. */
export function canRemove(actor: Actor, service: Owned): boolean {
  return canEdit(actor, service) && actor?.id === service.ownerId;
}

/** Looks through all of them, hides and shows again. */
export function canManage(actor: { role: Role } | null): boolean {
  return actor?.role === 'admin';
}
