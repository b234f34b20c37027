import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { relativeTime } from '#platform/shared/relative-time.ts';
import type { OrderDetail, OrderSummary } from '../contract.ts';
import {
  isBoundWinner,
  isTerminal,
  type Outcome,
  type PersonEvent,
  type ProposalKind,
  type Side,
} from '../states.ts';
import { phaseWords, stateOf } from '../words.ts';

export { phaseWords };

type Event = OrderDetail['events'][number];

export const sideWords: Record<Side, () => string> = {
  buyer: () => m['orders.page.buyer'](),
  provider: () => m['orders.page.provider'](),
  admin: () => m['orders.page.admin'](),
  system: () => m['orders.page.system'](),
};

export function stateWords(order: Parameters<typeof stateOf>[0]): string {
  return stateOf(order)();
}

/** Whether whoever reads has to act. */
export function isOwnTurn({ waitsFor, side }: Pick<OrderSummary, 'waitsFor' | 'side'>): boolean {
  return waitsFor === side || (waitsFor === 'both' && side !== 'admin');
}

/** Who has to act, seen from whoever reads. */
export function whoseTurn(order: Pick<OrderSummary, 'waitsFor' | 'side'>): string {
  const { waitsFor } = order;
  if (waitsFor === null) return m['orders.page.over']();
  if (isOwnTurn(order)) return m['orders.page.my_turn']();
  return waitsFor === 'both'
    ? m['orders.page.both_turn']()
    : m['orders.page.their_turn']({ who: sideWords[waitsFor]() });
}

/** Who has to act, and by when it happens by itself; nothing where nobody has to. */
export function turnWords(order: OrderSummary, formatMoment: (iso: string) => string): string {
  const { waitsFor, until } = order;
  if (waitsFor === null) return '';
  const turn = whoseTurn(order);
  return until === null ? turn : m['orders.list.turn_until']({ turn, moment: formatMoment(until) });
}

export const outcomeWords: Record<Outcome, () => string> = {
  provider: () => m['orders.page.field.outcome_provider'](),
  buyer: () => m['orders.page.field.outcome_buyer'](),
  split: () => m['orders.page.field.outcome_split'](),
};

/** What happens next, in one or two sentences that are right for whoever reads them. */
export function nextWords(order: OrderDetail): string {
  const { state, isFree, proposal, claim, waitsFor, payment } = order;
  if (claim?.state === 'open' && isTerminal(state))
    return waitsFor === 'admin' ? m['orders.page.next.claim_ruling']() : m['orders.page.next.claim_open']();
  if (proposal)
    return proposal.kind === 'return' || proposal.kind === 'late_cancel'
      ? m['orders.page.next.proposal_counts']()
      : m['orders.page.next.proposal_lapses']();
  switch (state) {
    case 'created':
      if (isFree) return m['orders.page.next.created_free']();
      if (payment?.state === 'unknown' || payment?.state === 'confirming')
        return m['orders.page.next.checking']();
      return payment?.state === 'waiting_deposit'
        ? m['orders.page.next.deposit']()
        : m['orders.page.next.created']();
    case 'paid':
      return m['orders.page.next.paid']();
    case 'accepted':
      return isFree ? m['orders.page.next.accepted_free']() : m['orders.page.next.accepted']();
    case 'working':
      return m['orders.page.next.working']();
    case 'delivered':
      if (order.delivery.arrivedAt === null)
        return order.delivery.kind === 'pickup'
          ? m['orders.page.next.delivered_pickup']()
          : m['orders.page.next.delivered']();
      return isFree ? m['orders.page.next.arrived_free']() : m['orders.page.next.arrived']();
    case 'disputed':
      return disputeNext(order);
    case 'completed':
      return isFree ? m['orders.page.next.completed_free']() : m['orders.page.next.completed']();
    case 'cancelled':
    case 'refunded':
    case 'settled':
      return endWords(order);
  }
}

/** How it came to an end: what ended it says why. */
function endWords({ state, events }: OrderDetail): string {
  const last = events.findLast(({ fromState, toState }) => toState === state && fromState !== state);
  if (state === 'cancelled')
    return last?.event === 'unpaid' ? m['orders.page.next.expired']() : m['orders.page.next.cancelled']();
  if (state === 'settled')
    return last?.event === 'agree'
      ? m['orders.page.next.settled_agreed']()
      : m['orders.page.next.settled_ruled']();
  if (last?.event === 'decline') return m['orders.page.next.declined']();
  if (last?.event === 'unanswered') return m['orders.page.next.unanswered']();
  return last?.event === 'cancel'
    ? m['orders.page.next.cancelled_refund']()
    : m['orders.page.next.refunded']();
}

function disputeNext({ dispute }: OrderDetail): string {
  switch (dispute?.phase) {
    case 'answering':
      return dispute.openedBy === 'buyer'
        ? m['orders.page.next.answering_provider']()
        : m['orders.page.next.answering_buyer']();
    case 'negotiating':
      return m['orders.page.next.negotiating']();
    case 'ruled':
      return m['orders.page.next.ruled']();
    case 'appealed':
      return m['orders.page.next.appealed']();
    default:
      return m['orders.page.next.ruling']();
  }
}

/** Events that are another thing in another state, or of another kind of proposal. */
export type ActionName =
  | Exclude<PersonEvent, 'propose-settlement'>
  | 'settle'
  | 'cancel_late'
  | 'ask_cancel'
  | 'withdraw_dispute'
  | 'claim_grant'
  | 'claim_refuse';

export function actionName(event: PersonEvent, order: OrderDetail): ActionName {
  const { state, claim, side } = order;
  const isClaim = claim?.state === 'open' && isTerminal(state);
  if (event === 'propose-settlement') return 'settle';
  if (event === 'cancel' && isBoundWinner(order, side)) return 'ask_cancel';
  if (event === 'cancel' && state === 'working') return 'cancel_late';
  if (event === 'withdraw' && state === 'disputed') return 'withdraw_dispute';
  if (event === 'agree' && isClaim) return 'claim_grant';
  return event === 'refuse' && isClaim ? 'claim_refuse' : event;
}

export const actionWords: Record<ActionName, () => string> = {
  accept: () => m['orders.page.do.accept'](),
  decline: () => m['orders.page.do.decline'](),
  start: () => m['orders.page.do.start'](),
  deliver: () => m['orders.page.do.deliver'](),
  arrived: () => m['orders.page.do.arrived'](),
  confirm: () => m['orders.page.do.confirm'](),
  cancel: () => m['orders.page.do.cancel'](),
  cancel_late: () => m['orders.page.do.cancel_late'](),
  ask_cancel: () => m['orders.page.do.ask_cancel'](),
  settle: () => m['orders.page.do.settle'](),
  rework: () => m['orders.page.do.rework'](),
  agree: () => m['orders.page.do.agree'](),
  refuse: () => m['orders.page.do.refuse'](),
  dispute: () => m['orders.page.do.dispute'](),
  answer: () => m['orders.page.do.answer'](),
  withdraw: () => m['orders.page.do.withdraw'](),
  withdraw_dispute: () => m['orders.page.do.withdraw_dispute'](),
  appeal: () => m['orders.page.do.appeal'](),
  rule: () => m['orders.page.do.rule'](),
  claim: () => m['orders.page.do.claim'](),
  claim_grant: () => m['orders.page.do.claim_grant'](),
  claim_refuse: () => m['orders.page.do.claim_refuse'](),
};

export const proposalWords: Record<ProposalKind, () => string> = {
  settlement: () => m['orders.page.proposal.settlement'](),
  rework: () => m['orders.page.proposal.rework'](),
  return: () => m['orders.page.proposal.return'](),
  late_cancel: () => m['orders.page.proposal.late_cancel'](),
  cancel: () => m['orders.page.proposal.cancel'](),
};

const events: Record<string, (event: Event) => string> = {
  create: () => m['orders.page.event.create'](),
  accept: () => m['orders.page.event.accept'](),
  decline: () => m['orders.page.event.decline'](),
  start: () => m['orders.page.event.start'](),
  deliver: () => m['orders.page.event.deliver'](),
  arrived: () => m['orders.page.event.arrived'](),
  confirm: () => m['orders.page.event.confirm'](),
  cancel: ({ fromState, toState }) => {
    if (toState === 'working') return m['orders.page.event.cancel_late']();
    return fromState === toState ? m['orders.page.event.ask_cancel']() : m['orders.page.event.cancel']();
  },
  'propose-settlement': () => m['orders.page.event.settle'](),
  rework: () => m['orders.page.event.rework'](),
  agree: () => m['orders.page.event.agree'](),
  refuse: () => m['orders.page.event.refuse'](),
  dispute: () => m['orders.page.event.dispute'](),
  answer: () => m['orders.page.event.answer'](),
  withdraw: ({ fromState }) =>
    fromState === 'disputed' ? m['orders.page.event.withdraw_dispute']() : m['orders.page.event.withdraw'](),
  appeal: () => m['orders.page.event.appeal'](),
  rule: () => m['orders.page.event.rule'](),
  claim: () => m['orders.page.event.claim'](),
  captured: () => m['orders.page.event.captured'](),
  deposit_reversed: () => m['orders.page.event.deposit_reversed'](),
  unpaid: () => m['orders.page.event.unpaid'](),
  unanswered: () => m['orders.page.event.unanswered'](),
  auto_complete: () => m['orders.page.event.auto_complete'](),
  proposal_expired: () => m['orders.page.event.proposal_expired'](),
  answer_missed: () => m['orders.page.event.answer_missed'](),
  negotiation_over: () => m['orders.page.event.negotiation_over'](),
  ruling_final: () => m['orders.page.event.ruling_final'](),
};

export function eventWords(event: Event): string {
  return events[event.event]?.(event) ?? event.event;
}

const minuteMs = 60_000;

/** "3시간 후": how far away a moment is, in the largest unit that fits. */
export function relativeWords(at: string, now: number): string {
  const minutes = Math.round((Date.parse(at) - now) / minuteMs);
  if (Math.abs(minutes) < 60) return relativeTime(minutes, 'minute', currentLocale());
  const hours = Math.round(minutes / 60);
  return Math.abs(hours) < 48
    ? relativeTime(hours, 'hour', currentLocale())
    : relativeTime(Math.round(hours / 24), 'day', currentLocale());
}
