import type { Role } from '#platform/shared/roles.ts';

type Actor = { role: Role } | null;

/** Returns whether the actor may rule on objections, and list them. */
export function canRule(actor: Actor): boolean {
  return actor?.role === 'admin';
}
