import { actionsOf, liveStates, type Side, type ThreadAction, type ThreadState } from './negotiation.ts';

type Actor = { id: string; isAdmin: boolean };

/** A quote is between whoever asked and the provider whom it binds. */
export function canSee(actor: Actor, quote: { personId: string; providerId: string }): boolean {
  return actor.id === quote.personId || actor.id === quote.providerId || actor.isAdmin;
}

/** On which side of a negotiation somebody is; for everybody else, admins too, there is none. */
export function sideOf(
  actor: { id: string },
  { customerId, providerId }: { customerId: string; providerId: string },
): Side | null {
  if (actor.id === customerId) return 'customer';
  return actor.id === providerId ? 'provider' : null;
}

/** Files of others are for who still may make something of them. */
export function canReadFiles(side: Side, state: ThreadState): boolean {
  return side === 'customer' || liveStates.includes(state);
}

/** Nobody begins to write about what is over; who has begun goes on. */
export function canTalk(thread: { state: ThreadState; conversation: object | null }): boolean {
  return thread.conversation !== null || liveStates.includes(thread.state);
}

/** What goes on with a negotiation, and does not only end it. */
export const goesOn: readonly ThreadAction[] = ['offer', 'counter', 'accept'];

/** Nobody agrees with somebody who has gone or is leaving, nor about a service that is not offered any more. */
export function canDo(
  thread: Parameters<typeof actionsOf>[0],
  side: Side,
  { isAnyGone, isActive }: { isAnyGone: boolean; isActive: boolean },
): ThreadAction[] {
  const isStopped = isAnyGone || !isActive;
  return actionsOf(thread, side).filter((action) => !isStopped || !goesOn.includes(action));
}
