import { orderStates, type OrderState } from '#platform/shared/order-states.ts';
import { addMonths, dayMs, hourMs, orderLimits, type Terms } from './rules.ts';

/** State machine of orders: transitions, the sides that may dispatch them, and their guards. */

export { orderStates, type OrderState };
export const terminalStates = ['completed', 'cancelled', 'refunded', 'settled'] as const;
export type TerminalState = (typeof terminalStates)[number];

export const sides = ['buyer', 'provider', 'admin', 'system'] as const;
export type Side = (typeof sides)[number];

/** Side that has to act, or both parties. */
export const turns = [...sides, 'both'] as const;
export type Turn = (typeof turns)[number];

/** Events of people, by their name in the API. */
export const personEvents = [
  'accept',
  'decline',
  'start',
  'progress',
  'deliver',
  'arrived',
  'inspect',
  'confirm',
  'cancel',
  'propose-settlement',
  'rework',
  'agree',
  'refuse',
  'dispute',
  'answer',
  'withdraw',
  'appeal',
  'rule',
  'claim',
] as const;
export type PersonEvent = (typeof personEvents)[number];
/** Events of payments, timers and gateways. */
export const systemEvents = [
  'captured',
  'deposit_reversed',
  'unpaid',
  'unanswered',
  'auto_complete',
  'proposal_expired',
  'answer_missed',
  'negotiation_over',
  'ruling_final',
] as const;
export type SystemEvent = (typeof systemEvents)[number];
export type OrderEvent = PersonEvent | SystemEvent;

export const proposalKinds = ['settlement', 'rework', 'return', 'late_cancel', 'cancel'] as const;
export type ProposalKind = (typeof proposalKinds)[number];
export const disputePhases = ['answering', 'negotiating', 'ruling', 'ruled', 'appealed', 'ended'] as const;
export type DisputePhase = (typeof disputePhases)[number];

/** Reasons why an event is refused now. `not_now`: the state has no such event. */
export type DenialReason =
  | 'not_now'
  | 'not_yours'
  | 'consent_missing'
  | 'files_changed'
  | 'not_overdue'
  | 'custom_made'
  | 'too_late'
  | 'too_early'
  | 'proposal_open'
  | 'no_proposal'
  | 'own_proposal'
  | 'rework_limit'
  | 'already_arrived'
  | 'not_arrived'
  | 'not_measured'
  | 'note_limit'
  | 'not_opener'
  | 'own_dispute'
  | 'already_answered'
  | 'not_ruled'
  | 'already_appealed'
  | 'not_ruling'
  | 'claim_open'
  | 'claim_refused'
  | 'no_claim'
  | 'free_order'
  | 'not_free'
  | 'not_funded';

type OpenDispute = { openedBy: Side; phase: DisputePhase };
/** Facts about an order that the state machine reads. */
export type Facts = {
  state: OrderState;
  isFree: boolean;
  /** True if the buyer's money is here: false before the payment, and after a deposit was taken back. */
  isFunded: boolean;
  customMade: boolean;
  hasConsent: boolean;
  filesUnchanged: boolean;
  /** False for a lot, which exists already. */
  isMade: boolean;
  /** Notes about the making so far, and about what arrived. */
  notes: { progress: number; inspect: number };
  /** False as long as a dimension that matters to the buyer was not measured. */
  isMeasured: boolean;
  dueAt: Date | null;
  deliveredAt: Date | null;
  arrivedAt: Date | null;
  reworks: number;
  proposal: { kind: ProposalKind; side: 'buyer' | 'provider' } | null;
  dispute:
    | (OpenDispute & { previousState: 'accepted' | 'working' | 'delivered'; hasAppealed: boolean })
    | null;
  claim: { isAnswered: boolean } | null;
  /** True if an admin has refused a claim. */
  wasClaimRefused: boolean;
};

type Judge = (facts: Facts, side: Side, now: Date, terms: Terms) => DenialReason | null;
type Transition = {
  event: OrderEvent;
  from: readonly OrderState[];
  /** Target: `same` if the state stays, `previous` for the state in which a dispute began. */
  to: OrderState | 'same' | 'previous' | 'outcome';
  by: readonly Side[];
  unless?: Judge;
};

const parties: readonly Side[] = ['buyer', 'provider'];
const system: readonly Side[] = ['system'];

const isOthersProposal: Judge = ({ proposal, claim }, side) => {
  if (claim && side === 'provider') return null;
  if (proposal === null) return 'no_proposal';
  return proposal.side === side ? 'own_proposal' : null;
};
const noProposal: Judge = ({ proposal }) => (proposal === null ? null : 'proposal_open');
const paidOnly: Judge = ({ isFree }) => (isFree ? 'free_order' : null);
const funded: Judge = ({ isFree, isFunded }) => {
  if (isFree) return 'free_order';
  return isFunded ? null : 'not_funded';
};
const hasArrived: Judge = ({ arrivedAt }) => (arrivedAt === null ? 'not_arrived' : null);
const freeOnly: Judge = ({ isFree }) => (isFree ? null : 'not_free');

/** Returns the first obstacle. */
function all(...judges: readonly Judge[]): Judge {
  return (facts, side, now, terms) => {
    for (const one of judges) {
      const obstacle = one(facts, side, now, terms);
      if (obstacle) return obstacle;
    }
    return null;
  };
}

const isOverdue: Judge = ({ dueAt }, _side, now, terms) =>
  dueAt !== null && now.getTime() > dueAt.getTime() + terms.overdueDays * dayMs ? null : 'not_overdue';

const mayWithdraw: Judge = (facts, _side, now, terms) => {
  if (facts.customMade) return 'custom_made';
  const since = facts.arrivedAt;
  return since !== null && now.getTime() > since.getTime() + terms.withdrawalDays * dayMs ? 'too_late' : null;
};

const mayClaim: Judge = ({ deliveredAt, arrivedAt, claim, wasClaimRefused }, _side, now, terms) => {
  if (claim) return 'claim_open';
  if (wasClaimRefused) return 'claim_refused';
  const supplied = arrivedAt ?? deliveredAt;
  // Settled before anything was handed over.
  if (supplied === null) return 'too_early';
  return now > addMonths(supplied, terms.claimSupplyMonths) ? 'too_late' : null;
};

/**
 * Transitions: `by` lists the sides that may dispatch the event, `unless` its guard. An event that is missing here
 * changes nothing. Free orders end in `cancelled` instead of refunded or settled: see {@link resultOf}.
 */
export const transitions: readonly Transition[] = [
  { event: 'captured', from: ['created'], to: 'paid', by: system, unless: paidOnly },
  // Staff end an order that must not continue: before the work by cancelling it, afterwards by a dispute that they
  // rule on.
  { event: 'cancel', from: ['created'], to: 'cancelled', by: ['buyer', 'admin'] },
  { event: 'unpaid', from: ['created'], to: 'cancelled', by: system, unless: paidOnly },
  { event: 'accept', from: ['created'], to: 'accepted', by: ['provider'], unless: freeOnly },
  { event: 'decline', from: ['created'], to: 'cancelled', by: ['provider'], unless: freeOnly },
  { event: 'unanswered', from: ['created'], to: 'cancelled', by: system, unless: freeOnly },

  { event: 'deposit_reversed', from: ['paid'], to: 'created', by: system },
  { event: 'accept', from: ['paid'], to: 'accepted', by: ['provider'] },
  { event: 'decline', from: ['paid'], to: 'refunded', by: ['provider'] },
  // A lot's winner can only ask to be let go, unless they accept a strike: see the effect of `cancel`.
  { event: 'cancel', from: ['paid'], to: 'refunded', by: ['buyer', 'admin'] },
  { event: 'unanswered', from: ['paid'], to: 'refunded', by: system },

  { event: 'deposit_reversed', from: ['accepted', 'working', 'delivered'], to: 'disputed', by: system },
  { event: 'deposit_reversed', from: ['disputed', ...terminalStates], to: 'same', by: system },

  { event: 'cancel', from: ['accepted'], to: 'refunded', by: [...parties, 'admin'] },
  {
    event: 'start',
    from: ['accepted'],
    to: 'working',
    by: ['provider'],
    unless: ({ customMade, isFree, hasConsent, filesUnchanged, proposal }) => {
      if (proposal) return 'proposal_open';
      if (customMade && !isFree && !hasConsent) return 'consent_missing';
      return filesUnchanged ? null : 'files_changed';
    },
  },

  {
    event: 'progress',
    from: ['working'],
    to: 'same',
    by: ['provider'],
    unless: ({ isMade, isMeasured, notes }) => {
      if (!isMade) return 'not_now';
      // What has to be measured before it is sent can always be measured.
      if (!isMeasured) return null;
      return notes.progress < orderLimits.notes ? null : 'note_limit';
    },
  },
  // An open proposal is answered first: once the work is handed over, silence could count as agreement. The buyer
  // reads what was measured before anything is sent.
  {
    event: 'deliver',
    from: ['working'],
    to: 'delivered',
    by: ['provider'],
    unless: all(noProposal, ({ isMeasured }) => (isMeasured ? null : 'not_measured')),
  },
  { event: 'cancel', from: ['working'], to: 'same', by: ['buyer'], unless: all(isOverdue, noProposal) },
  {
    event: 'propose-settlement',
    from: ['working', 'delivered'],
    to: 'same',
    by: parties,
    unless: all(funded, noProposal),
  },
  {
    event: 'agree',
    from: ['paid', 'accepted', 'working'],
    to: 'outcome',
    by: parties,
    unless: isOthersProposal,
  },
  {
    event: 'refuse',
    from: ['paid', 'accepted', 'working', 'delivered'],
    to: 'same',
    by: parties,
    unless: isOthersProposal,
  },
  {
    event: 'proposal_expired',
    from: ['paid', 'accepted', 'working', 'delivered', 'disputed'],
    to: 'outcome',
    by: system,
  },

  {
    event: 'arrived',
    from: ['delivered'],
    to: 'same',
    by: parties,
    unless: ({ arrivedAt }) => (arrivedAt === null ? null : 'already_arrived'),
  },
  {
    event: 'inspect',
    from: ['delivered'],
    to: 'same',
    by: ['buyer'],
    unless: all(hasArrived, ({ notes }) => (notes.inspect < orderLimits.notes ? null : 'note_limit')),
  },
  // Says that it arrived as well; the page offers it once that was said.
  { event: 'confirm', from: ['delivered'], to: 'completed', by: ['buyer'] },
  {
    event: 'auto_complete',
    from: ['delivered'],
    to: 'completed',
    by: system,
    unless: all(noProposal, ({ arrivedAt }) => (arrivedAt === null ? 'too_early' : null)),
  },
  {
    event: 'rework',
    from: ['delivered'],
    to: 'same',
    by: parties,
    unless: all(noProposal, ({ reworks }, _side, _now, terms) =>
      reworks < terms.reworks ? null : 'rework_limit',
    ),
  },
  { event: 'withdraw', from: ['delivered'], to: 'same', by: ['buyer'], unless: all(noProposal, mayWithdraw) },
  { event: 'agree', from: ['delivered'], to: 'outcome', by: parties, unless: isOthersProposal },

  { event: 'dispute', from: ['working', 'delivered'], to: 'disputed', by: [...parties, 'admin'] },
  {
    event: 'answer',
    from: ['disputed'],
    to: 'same',
    by: parties,
    unless: ({ dispute }, side) => {
      if (dispute?.phase !== 'answering') return 'already_answered';
      return dispute.openedBy === side ? 'own_dispute' : null;
    },
  },
  {
    event: 'withdraw',
    from: ['disputed'],
    to: 'previous',
    by: parties,
    unless: ({ dispute }, side) => {
      if (dispute?.openedBy !== side) return 'not_opener';
      // A party cannot take back what an admin has decided.
      return dispute.phase === 'ruled' || dispute.phase === 'appealed' ? 'too_late' : null;
    },
  },
  {
    event: 'propose-settlement',
    from: ['disputed'],
    to: 'same',
    by: parties,
    unless: all(funded, noProposal),
  },
  { event: 'agree', from: ['disputed'], to: 'outcome', by: parties, unless: isOthersProposal },
  { event: 'refuse', from: ['disputed'], to: 'same', by: parties, unless: isOthersProposal },
  { event: 'answer_missed', from: ['disputed'], to: 'outcome', by: system },
  { event: 'negotiation_over', from: ['disputed'], to: 'same', by: system },
  {
    event: 'rule',
    from: ['disputed'],
    to: 'outcome',
    by: ['admin'],
    unless: ({ dispute }) => (dispute?.phase === 'ruled' || dispute === null ? 'not_ruling' : null),
  },
  {
    event: 'appeal',
    from: ['disputed'],
    to: 'same',
    by: parties,
    unless: ({ dispute }) => {
      if (dispute?.phase !== 'ruled') return 'not_ruled';
      return dispute.hasAppealed ? 'already_appealed' : null;
    },
  },
  { event: 'ruling_final', from: ['disputed'], to: 'outcome', by: system },

  {
    event: 'claim',
    from: ['completed', 'settled'],
    to: 'same',
    by: ['buyer'],
    unless: all(funded, mayClaim),
  },
  {
    event: 'agree',
    from: ['completed', 'settled'],
    to: 'same',
    by: ['provider'],
    unless: ({ claim }) => (claim ? null : 'no_claim'),
  },
  {
    event: 'refuse',
    from: ['completed', 'settled'],
    to: 'same',
    by: ['provider'],
    unless: ({ claim }) => {
      if (!claim) return 'no_claim';
      return claim.isAnswered ? 'already_answered' : null;
    },
  },
  {
    event: 'rule',
    from: ['completed', 'settled'],
    to: 'same',
    by: ['admin'],
    unless: ({ claim }) => (claim ? null : 'no_claim'),
  },
];

/** Returns the obstacle of an event for an actor, if there is one. */
export function guard(
  event: OrderEvent,
  side: Side,
  facts: Facts,
  now: Date,
  terms: Terms,
): { transition: Transition } | { obstacle: DenialReason } {
  const known = transitions.filter((one) => one.event === event && one.from.includes(facts.state));
  if (known.length === 0) return { obstacle: 'not_now' };
  let obstacle: DenialReason = 'not_yours';
  for (const transition of known) {
    if (!transition.by.includes(side)) continue;
    const found = transition.unless?.(facts, side, now, terms) ?? null;
    if (found === null) return { transition };
    obstacle = found;
  }
  return { obstacle };
}

/** Returns whether a side may dispatch an event in any state at all. */
export function mayEver(event: OrderEvent, side: Side): boolean {
  return transitions.some((one) => one.event === event && one.by.includes(side));
}

/** Returns whether an event needs a fresh proof of identity from staff. */
export function needsProof(event: PersonEvent, side: Side): boolean {
  return event === 'rule' || side === 'admin';
}

/** Returns the events that a side may dispatch now, and the obstacles of the others that belong to this state. */
export function choicesOf(
  side: Side,
  facts: Facts,
  now: Date,
  terms: Terms,
): { can: PersonEvent[]; cannot: { event: PersonEvent; why: DenialReason }[] } {
  const can: PersonEvent[] = [];
  const cannot: { event: PersonEvent; why: DenialReason }[] = [];
  for (const event of personEvents) {
    const judged = guard(event, side, facts, now, terms);
    if ('transition' in judged) can.push(event);
    else if (judged.obstacle !== 'not_now' && judged.obstacle !== 'not_yours') {
      cannot.push({ event, why: judged.obstacle });
    }
  }
  return { can, cannot };
}

/** Facts that decide who acts next, and how. */
export type Standing = Pick<Facts, 'state' | 'isFree' | 'arrivedAt' | 'proposal' | 'claim'> & {
  dispute: OpenDispute | null;
};

/** Returns who has to act now; the house if only time leads on. */
export function turnOf(facts: Standing): Turn | null {
  const { state, isFree, proposal, dispute, claim } = facts;
  if (claim) return claim.isAnswered ? 'admin' : 'provider';
  if (isTerminal(state)) return null;
  if (proposal) return proposal.side === 'buyer' ? 'provider' : 'buyer';
  if (dispute) {
    if (dispute.phase === 'answering') return dispute.openedBy === 'buyer' ? 'provider' : 'buyer';
    if (dispute.phase === 'negotiating') return 'both';
    return dispute.phase === 'ruled' ? 'system' : 'admin';
  }
  if (state === 'created') return isFree ? 'provider' : 'buyer';
  return state === 'delivered' ? 'buyer' : 'provider';
}

/** Action that the order waits for. */
export type NextStep =
  | 'pay'
  | 'accept'
  | 'accept_free'
  | 'start'
  | 'deliver'
  | 'arrive'
  | 'confirm'
  | 'proposal_lapses'
  | 'proposal_counts'
  | 'answer'
  | 'negotiate'
  | 'rule'
  | 'appeal'
  | 'answer_claim'
  | 'rule_claim';

export function nextStepOf({
  state,
  isFree,
  arrivedAt,
  proposal,
  dispute,
  claim,
}: Standing): NextStep | null {
  if (claim) return claim.isAnswered ? 'rule_claim' : 'answer_claim';
  if (isTerminal(state)) return null;
  if (proposal) return isAgreedBySilence(proposal.kind) ? 'proposal_counts' : 'proposal_lapses';
  if (dispute) {
    if (dispute.phase === 'answering') return 'answer';
    if (dispute.phase === 'negotiating') return 'negotiate';
    return dispute.phase === 'ruled' ? 'appeal' : 'rule';
  }
  if (state === 'created') return isFree ? 'accept_free' : 'pay';
  if (state === 'paid') return 'accept';
  if (state === 'delivered') return arrivedAt === null ? 'arrive' : 'confirm';
  return state === 'accepted' ? 'start' : 'deliver';
}

export function isTerminal(state: OrderState): state is TerminalState {
  return (terminalStates as readonly OrderState[]).includes(state);
}

/** Free orders were not paid, so their end is not a refund. */
export function endOf<State extends OrderState>(to: State, isFree: boolean): State | 'cancelled' {
  return isFree && to === 'refunded' ? 'cancelled' : to;
}

/** Outcomes of an order: the provider keeps all, the buyer gets all back, or a split. */
export const outcomes = ['provider', 'buyer', 'split'] as const;
export type Outcome = (typeof outcomes)[number];

export function outcomeOf(keep: number, principal: number): Outcome {
  if (keep === principal) return 'provider';
  return keep === 0 ? 'buyer' : 'split';
}

/** Returns the terminal state of an outcome. */
export function resultOf(outcome: Outcome, isFree: boolean): TerminalState {
  if (outcome === 'provider') return 'completed';
  return outcome === 'buyer' ? endOf('refunded', isFree) : 'settled';
}

/** Returns whether silence agrees to a proposal: a return counts as received, a late order as cancelled. */
export function isAgreedBySilence(kind: ProposalKind): boolean {
  return kind === 'return' || kind === 'late_cancel';
}

/** Effect of an unanswered dispute: a refund before the delivery, otherwise a ruling. */
export function afterSilence(dispute: NonNullable<Facts['dispute']>): 'refunded' | 'ruling' {
  return dispute.openedBy === 'buyer' && dispute.previousState === 'working' ? 'refunded' : 'ruling';
}

/** Deadlines of rulings; they stay after they have passed, to show the delay. */
export const rulingTimers = ['ruling_due', 'claim_due'] as const;

/** A lot's winner is bound until the seller begins: they leave with the seller's consent, or with a strike. */
export function isBoundWinner(
  { auctionId, state }: { auctionId: string | null; state: OrderState },
  side: Side,
): boolean {
  return auctionId !== null && side === 'buyer' && (state === 'paid' || state === 'accepted');
}

/** Returns how long a proposal stays open. */
export function proposalMs(kind: ProposalKind, terms: Terms): number {
  if (kind === 'return') return terms.returnDays * dayMs;
  if (kind === 'late_cancel') return terms.overdueAnswerHours * hourMs;
  return terms.proposalHours * hourMs;
}

/** Filters of the staff tables; `open` and `ended` combine several states. */
export const ordersTable = {
  filters: { state: ['open', 'ended', ...orderStates], price: ['paid', 'free'] },
  sorts: ['newest', 'oldest', 'total'],
} as const;
export const disputesTable = {
  filters: { kind: ['dispute', 'claim'], phase: disputePhases },
  sorts: ['oldest', 'newest', 'total'],
} as const;
