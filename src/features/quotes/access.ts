type Actor = { id: string; isAdmin: boolean };

/** A quote is between whoever asked and the provider whom it binds. */
export function canSee(actor: Actor, quote: { personId: string; providerId: string }): boolean {
  return actor.id === quote.personId || actor.id === quote.providerId || actor.isAdmin;
}
