import type { Role } from '#platform/shared/roles.ts';

export function canModerate(actor: { role: Role } | null): boolean {
  return actor?.role === 'admin';
}

/** Returns whether the actor may report a thing; its owner can delete it instead. */
export function canReport(actor: { id: string } | null, thing: { aboutId: string }): boolean {
  return actor !== null && actor.id !== thing.aboutId;
}

/** Returns whether a moderator may decide: not about their own things, unless they are the only moderator. */
export function canDecide(
  actor: { id: string },
  about: { aboutId: string | null },
  others: readonly string[],
): boolean {
  return others.length === 0 || actor.id !== about.aboutId;
}

/**
 * Returns whether a moderator may decide an objection: not to their own decision, unless nobody else is impartial.
 */
export function canDecideObjection(
  actor: { id: string },
  decided: { aboutId: string | null; deciderId: string | null },
  others: readonly string[],
): boolean {
  return actor.id !== decided.deciderId || others.every((other) => other === decided.aboutId);
}

/** Returns whether the actor may read hearings and decisions; outside of the desk only the person concerned. */
export function isConcerned(actor: { id: string }, about: { aboutId: string | null }): boolean {
  return actor.id === about.aboutId;
}
