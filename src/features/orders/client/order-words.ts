import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { dateFormat } from '#platform/shared/formats.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { relativeTime } from '#platform/shared/relative-time.ts';
import { daysBetween } from '#platform/shared/working-days.ts';
import { isPricedByWeight } from '#platform/shared/trades.ts';
import type { OrderDetail, OrderSummary } from '../contract.ts';
import type { DeliveryKind } from '../rules.ts';
import {
  isBoundWinner,
  isTerminal,
  type OrderEvent,
  type Outcome,
  type PersonEvent,
  type ProposalKind,
  type Side,
} from '../states.ts';
import { byBought, isLot, phaseWords, stateOf } from '../words.ts';

export { byBought, isLot, phaseWords };

type Event = OrderDetail['events'][number];

export const sideWords: Record<Side, () => string> = {
  buyer: () => m['orders.page.buyer'](),
  provider: () => m['orders.page.provider'](),
  admin: () => m['orders.page.admin'](),
  system: () => m['orders.page.system'](),
};

/** Returns the name of a side, which depends on the subject of the order. */
export function sideName(side: Side, order: { serviceType?: string }): string {
  return side === 'provider' && isLot(order) ? m['orders.lot.seller']() : sideWords[side]();
}

export function stateWords(order: Parameters<typeof stateOf>[0]): string {
  return stateOf(order)();
}

/** Returns whether the reader has to act. */
export function isOwnTurn({ waitsFor, side }: Pick<OrderSummary, 'waitsFor' | 'side'>): boolean {
  return waitsFor === side || (waitsFor === 'both' && side !== 'admin');
}

/** Returns who has to act, from the reader's point of view. */
export function whoseTurn(order: Pick<OrderSummary, 'waitsFor' | 'side' | 'serviceType'>): string {
  const { waitsFor } = order;
  if (waitsFor === null) return m['orders.page.over']();
  if (isOwnTurn(order)) return m['orders.page.my_turn']();
  return waitsFor === 'both'
    ? m['orders.page.both_turn']()
    : m['orders.page.their_turn']({ who: sideName(waitsFor, order) });
}

/** Returns who has to act and by when; empty if the order waits for nobody. */
export function turnWords(order: OrderSummary, formatMoment: (iso: string) => string): string {
  const { waitsFor, until } = order;
  if (waitsFor === null) return '';
  const turn = whoseTurn(order);
  return until === null ? turn : m['orders.list.turn_until']({ turn, moment: formatMoment(until) });
}

/** For a lot, this outcome reads as the seller getting everything. */
export function outcomeName(outcome: Outcome, order: { serviceType?: string }): string {
  return outcome === 'provider' && isLot(order)
    ? m['orders.lot.outcome_provider']()
    : outcomeWords[outcome]();
}

export const outcomeWords: Record<Outcome, () => string> = {
  provider: () => m['orders.page.field.outcome_provider'](),
  buyer: () => m['orders.page.field.outcome_buyer'](),
  split: () => m['orders.page.field.outcome_split'](),
};

/** Describes the next step in one or two sentences from the reader's point of view. */
export function nextWords(order: OrderDetail): string {
  const { state, isFree, proposal, claim, waitsFor, payment } = order;
  if (claim?.state === 'open' && isTerminal(state))
    return waitsFor === 'admin'
      ? m['orders.page.next.claim_ruling']()
      : byBought(order, m['orders.page.next.claim_open'], m['orders.lot.next.claim_open'])();
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
        ? byBought(order, m['orders.page.next.deposit'], m['orders.lot.next.deposit'])()
        : byBought(order, m['orders.page.next.created'], m['orders.lot.next.created'])();
    case 'paid':
      return byBought(order, m['orders.page.next.paid'], m['orders.lot.next.paid'])();
    case 'accepted':
      return isFree
        ? m['orders.page.next.accepted_free']()
        : byBought(order, m['orders.page.next.accepted'], m['orders.lot.next.accepted'])();
    case 'working':
      return order.delivery.kind === 'pickup' && !isLot(order)
        ? m['orders.page.next.working_pickup']()
        : byBought(order, m['orders.page.next.working'], m['orders.lot.next.working'])();
    case 'delivered':
      if (order.delivery.arrivedAt === null)
        return order.delivery.kind === 'pickup'
          ? byBought(order, m['orders.page.next.delivered_pickup'], m['orders.lot.next.delivered_pickup'])()
          : byBought(order, m['orders.page.next.delivered'], m['orders.lot.next.delivered'])();
      return isFree
        ? m['orders.page.next.arrived_free']()
        : byBought(order, m['orders.page.next.arrived'], m['orders.lot.next.arrived'])();
    case 'disputed':
      return disputeNext(order);
    case 'completed':
      return isFree
        ? m['orders.page.next.completed_free']()
        : byBought(order, m['orders.page.next.completed'], m['orders.lot.next.completed'])();
    case 'cancelled':
    case 'refunded':
    case 'settled':
      return endWords(order);
  }
}

/**
 * Returns the next steps with deadlines, the proposal first. The state's own deadline keeps running while a proposal
 * waits, and may come sooner.
 */
export function nextSteps(order: OrderDetail): { words: string; by: string | null }[] {
  const { proposal, payment, state, waitsFor } = order;
  // The bank's deadline for a deposit is a little before our own.
  const until = (payment?.state === 'waiting_deposit' && payment.deposit?.dueAt) || order.until;
  const by = isTerminal(state) && waitsFor === null ? null : until;
  if (!proposal || by === null) return [{ words: nextWords(order), by }];
  const { expiresAt } = proposal;
  const answer = { words: nextWords(order), by: expiresAt };
  return by < expiresAt ? [answer, { words: nextWords({ ...order, proposal: null }), by }] : [answer];
}

/** Describes why the order ended, from its last event. */
function endWords(order: OrderDetail): string {
  const { state, events } = order;
  const last = events.findLast(({ fromState, toState }) => toState === state && fromState !== state);
  if (state === 'cancelled')
    return last?.event === 'unpaid' ? m['orders.page.next.expired']() : m['orders.page.next.cancelled']();
  if (state === 'settled')
    return last?.event === 'agree'
      ? m['orders.page.next.settled_agreed']()
      : m['orders.page.next.settled_ruled']();
  if (last?.event === 'decline')
    return byBought(order, m['orders.page.next.declined'], m['orders.lot.next.declined'])();
  if (last?.event === 'unanswered')
    return byBought(order, m['orders.page.next.unanswered'], m['orders.lot.next.unanswered'])();
  return last?.event === 'cancel'
    ? m['orders.page.next.cancelled_refund']()
    : m['orders.page.next.refunded']();
}

function disputeNext(order: OrderDetail): string {
  const { dispute } = order;
  switch (dispute?.phase) {
    case 'answering':
      return dispute.openedBy === 'buyer'
        ? byBought(order, m['orders.page.next.answering_provider'], m['orders.lot.next.answering_provider'])()
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

/** Actions with a separate name for events whose meaning depends on the state or the kind of proposal. */
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

/** What the page knows about an action: its button and the form that opens. */
type Action = {
  label(): string;
  /** Place among the buttons, 0 by default: answers to a proposal come first, then what continues the order, last what ends it. */
  rank?: number;
  /** `main` is the primary button where it is the first; `danger` ends or stops the order. */
  look?: 'main' | 'danger';
  note: 'optional' | 'required' | null;
  /** True if its form takes photos. */
  photos?: true;
};

export const actions: Record<ActionName, Action> = {
  accept: { label: () => m['orders.page.do.accept'](), look: 'main', note: 'optional' },
  decline: { label: () => m['orders.page.do.decline'](), rank: 9, look: 'danger', note: 'optional' },
  start: { label: () => m['orders.page.do.start'](), look: 'main', note: null },
  progress: { label: () => m['orders.page.do.progress'](), look: 'main', note: 'optional', photos: true },
  inspect: {
    label: () => m['orders.page.do.inspect'](),
    rank: 1,
    look: 'main',
    note: 'optional',
    photos: true,
  },
  deliver: {
    label: () => m['orders.page.do.deliver'](),
    rank: 1,
    look: 'main',
    note: 'optional',
    photos: true,
  },
  arrived: { label: () => m['orders.page.do.arrived'](), look: 'main', note: 'optional', photos: true },
  confirm: { label: () => m['orders.page.do.confirm'](), rank: 2, note: 'optional', photos: true },
  cancel: { label: () => m['orders.page.do.cancel'](), rank: 9, look: 'danger', note: 'optional' },
  cancel_late: { label: () => m['orders.page.do.cancel_late'](), note: 'optional' },
  ask_cancel: { label: () => m['orders.page.do.ask_cancel'](), note: 'optional' },
  settle: { label: () => m['orders.page.do.settle'](), rank: 5, note: 'optional' },
  rework: { label: () => m['orders.page.do.rework'](), rank: 4, note: 'required', photos: true },
  agree: { label: () => m['orders.page.do.agree'](), rank: -2, look: 'main', note: 'optional' },
  refuse: { label: () => m['orders.page.do.refuse'](), rank: -1, note: 'optional' },
  dispute: {
    label: () => m['orders.page.do.dispute'](),
    rank: 8,
    look: 'danger',
    note: 'required',
    photos: true,
  },
  answer: { label: () => m['orders.page.do.answer'](), look: 'main', note: 'required', photos: true },
  withdraw: { label: () => m['orders.page.do.withdraw'](), rank: 6, note: 'optional' },
  withdraw_dispute: { label: () => m['orders.page.do.withdraw_dispute'](), note: 'optional' },
  appeal: { label: () => m['orders.page.do.appeal'](), rank: 7, note: 'required', photos: true },
  rule: { label: () => m['orders.page.do.rule'](), look: 'main', note: 'required' },
  claim: { label: () => m['orders.page.do.claim'](), rank: 6, note: 'required', photos: true },
  claim_grant: { label: () => m['orders.page.do.claim_grant'](), note: 'optional' },
  claim_refuse: { label: () => m['orders.page.do.claim_refuse'](), note: 'required' },
};

const lotActions: Partial<Record<ActionName, () => string>> = {
  start: () => m['orders.lot.do.start'](),
  rework: () => m['orders.lot.do.rework'](),
};

/** Words by the way of delivery: what is fetched is never sent, and files are handed over. */
const kindActions: Partial<Record<ActionName, Partial<Record<DeliveryKind, () => string>>>> = {
  deliver: {
    pickup: () => m['orders.page.do.ready'](),
    digital: () => m['orders.page.do.hand_over'](),
  },
  arrived: { pickup: () => m['orders.page.do.arrived_pickup']() },
  inspect: { digital: () => m['orders.page.do.inspect_files']() },
};

const lotReworks = {
  agree: () => m['orders.lot.do.agree_rework'](),
  refuse: () => m['orders.lot.do.refuse_rework'](),
};

/**
 * Labels of answers name the proposal, because an order can wait for its acceptance and for such an answer at once.
 */
const answers: Record<'agree' | 'refuse', Record<ProposalKind, () => string>> = {
  agree: {
    settlement: () => m['orders.page.do.agree_settlement'](),
    rework: () => m['orders.page.do.agree_rework'](),
    return: () => m['orders.page.do.agree_return'](),
    late_cancel: () => m['orders.page.do.agree_cancel'](),
    cancel: () => m['orders.page.do.agree_cancel'](),
  },
  refuse: {
    settlement: () => m['orders.page.do.refuse_settlement'](),
    rework: () => m['orders.page.do.refuse_rework'](),
    return: () => m['orders.page.do.refuse_return'](),
    late_cancel: () => m['orders.page.do.refuse_cancel'](),
    cancel: () => m['orders.page.do.refuse_cancel'](),
  },
};

export function actionLabel(
  name: ActionName,
  order: {
    side?: OrderDetail['side'];
    serviceType?: string;
    deliveryKind?: DeliveryKind;
    proposal: { kind: ProposalKind } | null;
  },
): string {
  if ((name === 'agree' || name === 'refuse') && order.proposal) {
    const { kind } = order.proposal;
    return kind === 'rework' && isLot(order) ? lotReworks[name]() : answers[name][kind]();
  }
  // The provider does not receive anything: they tell that the buyer was there.
  if (name === 'arrived' && order.deliveryKind === 'pickup' && order.side === 'provider')
    return m['orders.page.do.arrived_fetched']();
  const byKind = kindActions[name]?.[order.deliveryKind ?? 'ship'];
  if (byKind) return byKind();
  return ((isLot(order) ? lotActions[name] : undefined) ?? actions[name].label)();
}

export const proposalWords: Record<ProposalKind, () => string> = {
  settlement: () => m['orders.page.proposal.settlement'](),
  rework: () => m['orders.page.proposal.rework'](),
  return: () => m['orders.page.proposal.return'](),
  late_cancel: () => m['orders.page.proposal.late_cancel'](),
  cancel: () => m['orders.page.proposal.cancel'](),
};

const events: Record<OrderEvent | 'create', (event: Event) => string> = {
  create: () => m['orders.page.event.create'](),
  accept: () => m['orders.page.event.accept'](),
  decline: () => m['orders.page.event.decline'](),
  start: () => m['orders.page.event.start'](),
  progress: ({ detail }) =>
    detail['stage'] === 'finished'
      ? m['orders.page.event.progress_finished']()
      : m['orders.page.event.progress_underway'](),
  inspect: ({ detail }) =>
    detail['works'] === false
      ? m['orders.page.event.inspect_faulty']()
      : m['orders.page.event.inspect_works'](),
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

const lotEvents: Record<string, () => string> = {
  start: () => m['orders.lot.event.start'](),
  rework: () => m['orders.lot.event.rework'](),
  unanswered: () => m['orders.lot.event.unanswered'](),
};

/** Words of events by the way of delivery. */
const kindEvents: Record<string, Partial<Record<DeliveryKind, () => string>>> = {
  deliver: {
    pickup: () => m['orders.page.event.ready'](),
    digital: () => m['orders.page.event.hand_over'](),
  },
  arrived: { pickup: () => m['orders.page.event.fetched']() },
};

export function eventWords(
  event: Event,
  order: { serviceType?: string; deliveryKind?: DeliveryKind },
): string {
  const byKind = kindEvents[event.event]?.[order.deliveryKind ?? 'ship'];
  if (byKind) return byKind();
  if (
    event.event === 'progress' &&
    event.detail['stage'] === 'underway' &&
    isPricedByWeight(order.serviceType)
  )
    return m['orders.page.event.progress_layer']();
  const ofLot = isLot(order) ? lotEvents[event.event] : undefined;
  return ofLot?.() ?? events[event.event as keyof typeof events]?.(event) ?? event.event;
}

const minuteMs = 60_000;

/** Formats the day by which an order is due, in Korea, where the estimate and the quote count it too. */
export function dueWords(dueAt: string, now: number): string {
  const day = koreanDay(new Date(dueAt));
  const moment = dateFormat(currentLocale(), {
    month: 'long',
    day: 'numeric',
    weekday: 'short',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));
  const ahead = daysBetween(koreanDay(new Date(now)), day);
  return m['orders.page.due']({ moment, relative: relativeTime(ahead, 'day', currentLocale()) });
}

/** Formats how far away a moment is in the largest fitting unit, such as "3시간 후". */
export function relativeWords(at: string, now: number): string {
  const minutes = Math.round((Date.parse(at) - now) / minuteMs);
  if (Math.abs(minutes) < 60) return relativeTime(minutes, 'minute', currentLocale());
  const hours = Math.round(minutes / 60);
  return Math.abs(hours) < 48
    ? relativeTime(hours, 'hour', currentLocale())
    : relativeTime(Math.round(hours / 24), 'day', currentLocale());
}
