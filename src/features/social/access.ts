type Actor = { id: string; isAdmin: boolean } | null;

/** Nobody puts words into somebody else's mouth, an admin neither. */
export function canEditComment(actor: Actor, comment: { authorId: string | null }): boolean {
  return actor !== null && actor.id === comment.authorId;
}

/** Whoever wrote it, whoever's resource it stands below, and admins. */
export function canRemoveComment(
  actor: Actor,
  comment: { authorId: string | null; ownerId: string },
): boolean {
  return (
    canEditComment(actor, comment) || (actor !== null && (actor.isAdmin || actor.id === comment.ownerId))
  );
}

export function canEditMake(actor: Actor, make: { authorId: string }): boolean {
  return actor !== null && actor.id === make.authorId;
}

/** Not the resource's owner: a make that failed must stay. */
export function canRemoveMake(actor: Actor, make: { authorId: string }): boolean {
  return canEditMake(actor, make) || actor?.isAdmin === true;
}

/** What a moderator has hidden is there for its owner alone. */
export function canSeeCollection(
  actor: Actor,
  collection: { ownerId: string; isPublic: boolean; hiddenAt: Date | null },
): boolean {
  return (collection.isPublic && collection.hiddenAt === null) || actor?.id === collection.ownerId;
}

export function canEditCollection(actor: Actor, collection: { ownerId: string }): boolean {
  return actor !== null && actor.id === collection.ownerId;
}

export function canFollow(actor: Actor, personId: string): boolean {
  return actor !== null && actor.id !== personId;
}
