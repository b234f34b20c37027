import type { Role } from '#platform/shared/roles.ts';

/** Returns true for actors who export and import the catalogue. */
export function canManageCatalogue(actor: { role: Role } | null): boolean {
  return actor?.role === 'admin';
}
