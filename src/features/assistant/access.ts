type Person = { id: string } | null;
/** Who is here: signed in, or a browser by its cookie's hash. */
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

/** A model costs: it answers people, and nobody without a name. */
export function mayUseModel({ person }: Visitor): boolean {
  return person !== null;
}

/** The author alone changes a guide; moderators do it by other ways. */
export function canDecide(person: Person, resource: { ownerId: string }): boolean {
  return person !== null && person.id === resource.ownerId;
}
