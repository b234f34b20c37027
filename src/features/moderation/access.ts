import type { Role } from '#platform/shared/roles.ts';

export function canModerate(actor: { role: Role } | null): boolean {
  return actor?.role === 'admin';
}

/** Whoever would report their own can take it away. */
export function canReport(actor: { id: string } | null, thing: { aboutId: string }): boolean {
  return actor !== null && actor.id !== thing.aboutId;
}

/** Of moderators: nobody decides about what is theirs while there are others. */
export function canDecide(
  actor: { id: string },
  about: { aboutId: string | null },
  others: readonly string[],
): boolean {
  return others.length === 0 || actor.id !== about.aboutId;
}

/** Nor about an objection to what they decided, while there is somebody else whom it does not concern. */
export function canDecideObjection(
  actor: { id: string },
  decided: { aboutId: string | null; deciderId: string | null },
  others: readonly string[],
): boolean {
  return actor.id !== decided.deciderId || others.every((other) => other === decided.aboutId);
}

/** Hearings and decisions are read by whose thing it was, and by nobody else outside the desk. */
export function isConcerned(actor: { id: string }, about: { aboutId: string | null }): boolean {
  return actor.id === about.aboutId;
}
