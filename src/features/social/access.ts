type Actor = { id: string; isAdmin: boolean } | null;

/** Only the author may edit a comment; not even an admin. */
export function canEditComment(actor: Actor, comment: { authorId: string | null }): boolean {
  return actor !== null && actor.id === comment.authorId;
}

/** Returns whether the actor may remove a comment: its author, the owner of the resource, and admins. */
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

/** Excludes the owner of the resource, so that failed makes stay visible. */
export function canRemoveMake(actor: Actor, make: { authorId: string }): boolean {
  return canEditMake(actor, make) || actor?.isAdmin === true;
}

/** A collection that a moderator has hidden is visible to its owner only. */
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
