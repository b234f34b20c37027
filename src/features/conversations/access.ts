import type { Side } from './rules.ts';

type Actor = { id: string };
type Parties = { customerId: string; providerId: string };

/** On which side somebody is; for everybody else, admins too, there is no such conversation. */
export function sideOf(actor: Actor, { customerId, providerId }: Parties): Side | null {
  if (actor.id === customerId) return 'customer';
  return actor.id === providerId ? 'provider' : null;
}

/** Nobody inquires with themselves. */
export function canInquire(actor: Actor, service: { ownerId: string }): boolean {
  return actor.id !== service.ownerId;
}

/** Nobody would read what is written to somebody who has gone or is leaving, and who has gone says nothing more. */
export function canWrite(conversation: { isAnyGone: boolean }): boolean {
  return !conversation.isAnyGone;
}

/** Whether an answer is needed is for the one who would have to give it. */
export function canSettle(side: Side): boolean {
  return side === 'provider';
}
