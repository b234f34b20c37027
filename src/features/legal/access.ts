import type { Role } from '#platform/shared/roles.ts';

/** Returns whether the actor may read drafts of legal documents, change and publish them. */
export function canEditLegal(actor: { role: Role } | null): boolean {
  return actor?.role === 'admin';
}
