import type { Role } from '#platform/shared/roles.ts';

/** Who changes how the place runs. */
export function canChangeSettings(actor: { role: Role } | null): boolean {
  return actor?.role === 'admin';
}
