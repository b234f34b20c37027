type Person = { id: string } | null;
/** Visitor: signed in, or a browser by the hash of its cookie. */
export type Visitor = { person: Person; guestKey: string | null };

export function ownsConversation(
  { person, guestKey }: Visitor,
  conversation: { personId: string | null; guestKey: string | null },
): boolean {
  if (conversation.personId !== null) return conversation.personId === person?.id;
  return conversation.guestKey !== null && conversation.guestKey === guestKey;
}

export function canReadDocument(person: Person, document: { ownerId: string }): boolean {
  return person !== null && person.id === document.ownerId;
}

/** Models cost money: they answer signed-in people only. */
export function mayUseModel({ person }: Visitor): boolean {
  return person !== null;
}

/** Only the author changes a guide; moderators use other ways. */
export function canDecide(person: Person, resource: { ownerId: string }): boolean {
  return person !== null && person.id === resource.ownerId;
}
