import type { Side } from './rules.ts';

type Actor = { id: string };
type Parties = { customerId: string; providerId: string };

/** Returns the actor's side; null for everybody else, including admins, who cannot see the conversation. */
export function sideOf(actor: Actor, { customerId, providerId }: Parties): Side | null {
  if (actor.id === customerId) return 'customer';
  return actor.id === providerId ? 'provider' : null;
}

/** Returns whether the actor may inquire; owners cannot ask themselves. */
export function canInquire(actor: Actor, service: { ownerId: string }): boolean {
  return actor.id !== service.ownerId;
}

/** Returns whether messages can be written: not if one of the two has left or is leaving. */
export function canWrite(conversation: { isAnyGone: boolean }): boolean {
  return !conversation.isAnyGone;
}

/** Returns whether this side may settle a message; only the provider, who would have to answer it. */
export function canSettle(side: Side): boolean {
  return side === 'provider';
}
