import type { Role } from '#platform/shared/roles.ts';

/** Returns true for actors who create house banners and decide about sponsors' banners. */
export function canManageAds(actor: { role: Role } | null): boolean {
  return actor?.role === 'admin';
}
