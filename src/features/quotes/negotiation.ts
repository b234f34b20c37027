/** States of what a customer and one provider negotiate, and who may change which into which. */

import { mostAmount } from '#platform/shared/amounts.ts';
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
/** The house acts where a rule does: what has expired, what was meant for other files, whoever was not chosen. */
export type Role = Side | 'house';

export const threadActions = ['offer', 'counter', 'accept', 'decline', 'withdraw'] as const;
export type ThreadAction = (typeof threadActions)[number];
export type ThreadEvent = ThreadAction | 'void' | 'expire' | 'pass_over' | 'close';

/** After this many counter-offers, both sides' together, somebody says yes or no. */
export const mostCounters = 6;

type Change = { by: Role; to: ThreadState };
type Changes = Partial<Record<ThreadEvent, Change>>;

/** Whoever said the last word may take it back; the other one answers it. */
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
  // The files have changed since: the provider may offer again for those that there are now.
  void: { ...waitingForProvider, ...ending, ...passingOver },
  // A provider is bound; a customer is not until they order.
  accepted: { withdraw: { by: 'customer', to: 'withdrawn' }, ...ending, ...voiding },
  declined: {},
  withdrawn: {},
  expired: {},
};

/** States from which something may still come of it. */
export const liveStates: readonly ThreadState[] = threadStates.filter(
  (state) => transitions[state].expire !== undefined,
);

export type ThreadRefusal = 'impossible' | 'not_your_turn' | 'no_more_counters' | 'expired' | 'ordered';

/** What becomes of a negotiation, or why nothing does. */
export function judge(
  thread: { state: ThreadState; counters: number; isExpired: boolean; isOrdered: boolean },
  event: ThreadEvent,
  role: Role,
): { to: ThreadState } | { refusal: ThreadRefusal } {
  if (thread.isOrdered) return { refusal: 'ordered' };
  const change = transitions[thread.state][event];
  // Time may have passed although the job that notes it has not come by yet.
  if (thread.isExpired && role !== 'house')
    return { refusal: transitions[thread.state].expire ? 'expired' : 'impossible' };
  if (!change) return { refusal: 'impossible' };
  if (change.by !== role) return { refusal: 'not_your_turn' };
  if (event === 'counter' && thread.counters >= mostCounters) return { refusal: 'no_more_counters' };
  return { to: change.to };
}

/** What one side may do now. */
export function actionsOf(
  thread: { state: ThreadState; counters: number; isExpired: boolean; isOrdered: boolean },
  side: Side,
): ThreadAction[] {
  return threadActions.filter((action) => 'to' in judge(thread, action, side));
}

/** Whether a side that may do these is waited for: taking back what one has said, or saying no, nobody waits for. */
export function isAnswering(actions: readonly ThreadAction[]): boolean {
  return actions.some((action) => action === 'offer' || action === 'accept' || action === 'counter');
}

/** States in which a side is waited for. */
export function statesWaitingFor(side: Side): ThreadState[] {
  const fresh = { counters: 0, isExpired: false, isOrdered: false };
  return threadStates.filter((state) => isAnswering(actionsOf({ ...fresh, state }, side)));
}

/** Whose turn it is; null when nobody is waited for. */
export function whoseTurn(state: ThreadState): Side | null {
  if (state === 'asked' || state === 'void' || state === 'countered') return 'provider';
  return state === 'offered' || state === 'accepted' ? 'customer' : null;
}

export const requestLimits = {
  title: 100,
  description: 5000,
  detail: 200,
  services: 10,
  files: 10,
  quantity: 100_000,
  money: mostAmount,
  note: 2000,
  readyInDays: 365,
  validDays: 30,
  copiedBytes: 500 * 1024 * 1024,
} as const;
/** How long an offer holds unless it says otherwise. */
export const usualValidDays = 7;
export const requestsPerPage = 20;
