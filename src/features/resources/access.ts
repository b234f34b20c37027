import type { Role } from '#platform/shared/roles.ts';
import type { ResourceState } from './contract.ts';

type Actor = { id: string; isAdmin: boolean } | null;
type Owned = { ownerId: string; state: ResourceState };

/**
 * Returns true if the actor can see the resource. An unpublished one is visible to its owner and to admins; a
 * removed one to admins only.
 */
export function canSee(actor: Actor, resource: Owned): boolean {
  if (resource.state === 'published') return true;
  if (actor?.isAdmin) return true;
  return resource.state !== 'removed' && actor?.id === resource.ownerId;
}

export function canEdit(actor: Actor, resource: Owned): boolean {
  return actor !== null && resource.state !== 'removed' && (actor.id === resource.ownerId || actor.isAdmin);
}

/**
 * Returns true for the owner. Staff remove other people's resources only in the staff table, with a reason,
 * and not on the resource's page.
 */
export function canRemove(actor: Actor, resource: Owned): boolean {
  return canEdit(actor, resource) && actor?.id === resource.ownerId;
}

/**
 * Returns true for the owner. A resource that a moderator has hidden is restored only in the staff table,
 * with a reason, and not on its own page.
 */
export function canPublish(actor: Actor, resource: Owned): boolean {
  return canEdit(actor, resource) && resource.state !== 'hidden';
}

/** Returns true for actors who can list every resource, and hide and restore them. */
export function canManage(actor: { role: Role } | null): boolean {
  return actor?.role === 'admin';
}
