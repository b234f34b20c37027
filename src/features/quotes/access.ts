import { actionsOf, liveStates, type Side, type ThreadAction, type ThreadState } from './negotiation.ts';

type Actor = { id: string; isAdmin: boolean };

/** Returns whether the actor may see a quote; only the person who asked and the provider may. */
export function canSee(actor: Actor, quote: { personId: string; providerId: string }): boolean {
  return actor.id === quote.personId || actor.id === quote.providerId || actor.isAdmin;
}

/** Returns the actor's side of a negotiation; null for everybody else, including admins. */
export function sideOf(
  actor: { id: string },
  { customerId, providerId }: { customerId: string; providerId: string },
): Side | null {
  if (actor.id === customerId) return 'customer';
  return actor.id === providerId ? 'provider' : null;
}

/** Returns whether a side may read the files; providers only while they may still get the job. */
export function canReadFiles(side: Side, state: ThreadState): boolean {
  return side === 'customer' || liveStates.includes(state);
}

/**
 * Returns whether a conversation about a negotiation is possible; a closed one only continues an existing
 * conversation.
 */
export function canTalk(thread: { state: ThreadState; conversation: object | null }): boolean {
  return thread.conversation !== null || liveStates.includes(thread.state);
}

/** Actions that continue a negotiation instead of ending it. */
export const goesOn: readonly ThreadAction[] = ['offer', 'counter', 'accept'];

/**
 * Returns whether an action is allowed: nobody agrees with a person who has left or is leaving, nor about a service
 * that is no longer offered.
 */
export function canDo(
  thread: Parameters<typeof actionsOf>[0],
  side: Side,
  { isAnyGone, isActive }: { isAnyGone: boolean; isActive: boolean },
): ThreadAction[] {
  const isStopped = isAnyGone || !isActive;
  return actionsOf(thread, side).filter((action) => !isStopped || !goesOn.includes(action));
}
