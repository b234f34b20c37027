import type { Role } from '#platform/shared/roles.ts';

/** Returns whether the actor may change settings. */
export function canChangeSettings(actor: { role: Role } | null): boolean {
  return actor?.role === 'admin';
}
