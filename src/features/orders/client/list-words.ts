import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import type { OrderSummary } from '../contract.ts';
import type { DisputePhase, OrderState, Side } from '../states.ts';

export const stateNames: Record<OrderState, () => string> = {
  created: () => m['orders.list.state.created'](),
  paid: () => m['orders.list.state.paid'](),
  accepted: () => m['orders.list.state.accepted'](),
  working: () => m['orders.list.state.working'](),
  delivered: () => m['orders.list.state.delivered'](),
  disputed: () => m['orders.list.state.disputed'](),
  completed: () => m['orders.list.state.completed'](),
  cancelled: () => m['orders.list.state.cancelled'](),
  refunded: () => m['orders.list.state.refunded'](),
  settled: () => m['orders.list.state.settled'](),
};

export const sideNames: Record<Side, () => string> = {
  buyer: () => m['orders.list.side.buyer'](),
  provider: () => m['orders.list.side.provider'](),
  admin: () => m['orders.list.side.admin'](),
  system: () => m['orders.list.side.system'](),
};

export const phaseNames: Record<DisputePhase, () => string> = {
  answering: () => m['orders.disputes.phase.answering'](),
  negotiating: () => m['orders.disputes.phase.negotiating'](),
  ruling: () => m['orders.disputes.phase.ruling'](),
  ruled: () => m['orders.disputes.phase.ruled'](),
  appealed: () => m['orders.disputes.phase.appealed'](),
  ended: () => m['orders.disputes.phase.ended'](),
};

/** Who has to act, and by when it happens by itself; nothing where nobody has to. */
export function turnWords({ waitsFor, until, side }: OrderSummary): string {
  if (waitsFor === null) return '';
  const who = waitsFor === side ? m['orders.list.you']() : sideNames[waitsFor]();
  return until === null
    ? m['orders.list.turn']({ who })
    : m['orders.list.turn_until']({ who, time: formatMoment(until) });
}

export function formatMoment(at: string): string {
  return new Intl.DateTimeFormat(currentLocale(), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Asia/Seoul',
  }).format(new Date(at));
}

export function formatDay(at: string): string {
  return new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'long', timeZone: 'Asia/Seoul' }).format(
    new Date(at),
  );
}

export function amountWords({ amounts, isFree }: Pick<OrderSummary, 'amounts' | 'isFree'>): string {
  if (isFree) return m['orders.list.free']();
  return new Intl.NumberFormat(currentLocale(), { style: 'currency', currency: amounts.currency }).format(
    amounts.total,
  );
}
