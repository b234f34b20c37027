import type { Role } from '#platform/shared/roles.ts';
import type { ResourceState } from './contract.ts';

type Actor = { id: string; isAdmin: boolean } | null;
type Owned = { ownerId: string; state: ResourceState };

/** What is not published exists for its owner and for admins only; what was removed, for admins only. */
export function canSee(actor: Actor, resource: Owned): boolean {
  if (resource.state === 'published') return true;
  if (actor?.isAdmin) return true;
  return resource.state !== 'removed' && actor?.id === resource.ownerId;
}

export function canEdit(actor: Actor, resource: Owned): boolean {
  return actor !== null && resource.state !== 'removed' && (actor.id === resource.ownerId || actor.isAdmin);
}

/** What is somebody else's goes by a decision of staff alone, who say why: not on its own page. */
export function canRemove(actor: Actor, resource: Owned): boolean {
  return canEdit(actor, resource) && actor?.id === resource.ownerId;
}

/** What a moderator has hidden is brought back by moderators alone, who write down why: not on its own page. */
export function canPublish(actor: Actor, resource: Owned): boolean {
  return canEdit(actor, resource) && resource.state !== 'hidden';
}

/** Looks through all of them, hides and restores. */
export function canManage(actor: { role: Role } | null): boolean {
  return actor?.role === 'admin';
}
