type Actor = { isAdmin: boolean } | null;

/** Synonyms change what everyone finds. */
export function canManageSynonyms(actor: Actor): boolean {
  return actor?.isAdmin === true;
}

/** Terms that found nothing may be anything that somebody typed. */
export function canSeeZeroResults(actor: Actor): boolean {
  return actor?.isAdmin === true;
}
