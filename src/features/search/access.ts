import type { Role } from '#platform/shared/roles.ts';

type Actor = { role: Role } | null;

/** Returns whether the actor may edit synonyms, which affect everybody's search. */
export function canManageSynonyms(actor: Actor): boolean {
  return actor?.role === 'admin';
}

/** Returns whether the actor may see terms without results, which may contain anything that people type. */
export function canSeeZeroResults(actor: Actor): boolean {
  return actor?.role === 'admin';
}
