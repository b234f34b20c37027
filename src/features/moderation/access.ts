type Actor = { id: string; isAdmin: boolean } | null;

export function canModerate(actor: Actor): boolean {
  return actor?.isAdmin === true;
}

/** Whoever would report their own can take it away. */
export function canReport(actor: Actor, thing: { aboutId: string }): boolean {
  return actor !== null && actor.id !== thing.aboutId;
}
