import type { Role } from '#platform/shared/roles.ts';

/** Who makes our own banners, and decides about those of sponsors. */
export function canManageAds(actor: { role: Role } | null): boolean {
  return actor?.role === 'admin';
}
