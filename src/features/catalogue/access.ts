import type { Role } from '#platform/shared/roles.ts';

/** Who takes the catalogue out of the house, and brings one in. */
export function canManageCatalogue(actor: { role: Role } | null): boolean {
  return actor?.role === 'admin';
}
