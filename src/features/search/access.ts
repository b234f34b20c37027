import type { Role } from '#platform/shared/roles.ts';

type Actor = { role: Role } | null;

/** Synonyms change what everyone finds. */
export function canManageSynonyms(actor: Actor): boolean {
  return actor?.role === 'admin';
}

/** Terms that found nothing may be anything that somebody typed. */
export function canSeeZeroResults(actor: Actor): boolean {
  return actor?.role === 'admin';
}
