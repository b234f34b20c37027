/** State machine of a negotiation between a customer and one provider. */

import { maxAmount } from '#platform/shared/amounts.ts';
export const threadStates = [
  'asked',
  'offered',
  'countered',
  'accepted',
  'declined',
  'withdrawn',
  'expired',
  'void',
] as const;
export type ThreadState = (typeof threadStates)[number];

export const sides = ['customer', 'provider'] as const;
export type Side = (typeof sides)[number];
/** The house acts for rules: expiry, changed files, and providers who were not chosen. */
export type Role = Side | 'house';

export const threadActions = ['offer', 'counter', 'accept', 'decline', 'withdraw'] as const;
export type ThreadAction = (typeof threadActions)[number];
export type ThreadEvent = ThreadAction | 'void' | 'expire' | 'pass_over' | 'close';

/** Maximum number of counter-offers of both sides together; after that the last one is accepted or declined. */
export const maxCounters = 6;

type Change = { by: Role; to: ThreadState };
type Changes = Partial<Record<ThreadEvent, Change>>;

/** The side that spoke last may withdraw; the other one answers. */
const waitingForProvider: Changes = {
  offer: { by: 'provider', to: 'offered' },
  decline: { by: 'provider', to: 'declined' },
  withdraw: { by: 'customer', to: 'withdrawn' },
};
const ending: Changes = {
  expire: { by: 'house', to: 'expired' },
  close: { by: 'house', to: 'withdrawn' },
};
const passingOver: Changes = { pass_over: { by: 'house', to: 'declined' } };
const voiding: Changes = { void: { by: 'house', to: 'void' } };

const transitions: Record<ThreadState, Changes> = {
  asked: { ...waitingForProvider, ...ending, ...passingOver },
  offered: {
    counter: { by: 'customer', to: 'countered' },
    accept: { by: 'customer', to: 'accepted' },
    decline: { by: 'customer', to: 'declined' },
    withdraw: { by: 'provider', to: 'withdrawn' },
    ...ending,
    ...passingOver,
    ...voiding,
  },
  countered: {
    counter: { by: 'provider', to: 'offered' },
    accept: { by: 'provider', to: 'accepted' },
    decline: { by: 'provider', to: 'declined' },
    withdraw: { by: 'customer', to: 'withdrawn' },
    ...ending,
    ...passingOver,
    ...voiding,
  },
  // The files have changed: the provider may make another offer for the new ones.
  void: { ...waitingForProvider, ...ending, ...passingOver },
  // Binds the provider; the customer is free until they order.
  accepted: { withdraw: { by: 'customer', to: 'withdrawn' }, ...ending, ...voiding },
  declined: {},
  withdrawn: {},
  expired: {},
};

/** States in which an agreement is still possible. */
export const liveStates: readonly ThreadState[] = threadStates.filter(
  (state) => transitions[state].expire !== undefined,
);

export type ThreadRefusal = 'impossible' | 'not_your_turn' | 'no_more_counters' | 'expired' | 'ordered';

/** Returns the next state, or why the action is refused. */
export function guard(
  thread: { state: ThreadState; counters: number; isExpired: boolean; isOrdered: boolean },
  event: ThreadEvent,
  role: Role,
): { to: ThreadState } | { refusal: ThreadRefusal } {
  if (thread.isOrdered) return { refusal: 'ordered' };
  const change = transitions[thread.state][event];
  // The negotiation may have expired before the job has recorded it.
  if (thread.isExpired && role !== 'house')
    return { refusal: transitions[thread.state].expire ? 'expired' : 'impossible' };
  if (!change) return { refusal: 'impossible' };
  if (change.by !== role) return { refusal: 'not_your_turn' };
  if (event === 'counter' && thread.counters >= maxCounters) return { refusal: 'no_more_counters' };
  return { to: change.to };
}

/** Lists the actions of a side. */
export function actionsOf(
  thread: { state: ThreadState; counters: number; isExpired: boolean; isOrdered: boolean },
  side: Side,
): ThreadAction[] {
  return threadActions.filter((action) => 'to' in guard(thread, action, side));
}

/** Returns whether a side with these actions is waited for; withdrawing and declining alone do not count. */
export function isAnswering(actions: readonly ThreadAction[]): boolean {
  return actions.some((action) => action === 'offer' || action === 'accept' || action === 'counter');
}

/** Lists the states in which a side is waited for. */
export function statesWaitingFor(side: Side): ThreadState[] {
  const fresh = { counters: 0, isExpired: false, isOrdered: false };
  return threadStates.filter((state) => isAnswering(actionsOf({ ...fresh, state }, side)));
}

/** Returns whose turn it is; null if nobody is waited for. */
export function whoseTurn(state: ThreadState): Side | null {
  if (state === 'asked' || state === 'void' || state === 'countered') return 'provider';
  return state === 'offered' || state === 'accepted' ? 'customer' : null;
}

export const requestLimits = {
  title: 100,
  description: 5000,
  detail: 200,
  services: 10,
  files: 20,
  quantity: 100_000,
  money: maxAmount,
  note: 2000,
  readyInDays: 365,
  validDays: 30,
  copiedBytes: 500 * 1024 * 1024,
} as const;
/** Default validity of an offer, in days. */
export const usualValidDays = 7;
export const requestsPerPage = 20;
