import { m } from '#i18n/generated/messages.js';
import type { Words } from '#platform/shared/words.ts';
import type { StaffDispute } from './contract.ts';
import type { DeliveryKind } from './rules.ts';
import type { DisputePhase, OrderState } from './states.ts';

const stateNames: Record<OrderState, Words> = {
  created: m['orders.page.state.created'],
  paid: m['orders.page.state.paid'],
  accepted: m['orders.page.state.accepted'],
  working: m['orders.page.state.working'],
  delivered: m['orders.page.state.delivered'],
  disputed: m['orders.page.state.disputed'],
  completed: m['orders.page.state.completed'],
  cancelled: m['orders.page.state.cancelled'],
  refunded: m['orders.page.state.refunded'],
  settled: m['orders.page.state.settled'],
};

/** Returns whether the order is of a lot, which has its own words: it is bought from a seller, not made. */
export function isLot({ serviceType }: { serviceType?: string }): boolean {
  return serviceType === 'auction';
}

/** Chooses words by the subject of the order. */
export function byBought<Said>(order: { serviceType?: string }, made: Said, lot: Said): Said {
  return isLot(order) ? lot : made;
}

/** Returns the state to show: a free order does not wait for a payment. */
export function stateOf({
  state,
  isFree,
  hasArrived = false,
  deliveryKind,
  ...order
}: {
  state: OrderState;
  isFree: boolean;
  hasArrived?: boolean;
  deliveryKind?: DeliveryKind;
  serviceType?: string;
}): Words {
  if (state === 'working' && isLot(order)) return m['orders.lot.preparing'];
  if (state === 'created' && isFree) return m['orders.page.state.created_free'];
  if (state !== 'delivered') return stateNames[state];
  if (hasArrived) return m['orders.page.state.arrived'];
  return deliveryKind === 'pickup' ? m['orders.page.state.ready'] : stateNames.delivered;
}

export const phaseWords: Record<DisputePhase, Words> = {
  answering: m['orders.page.dispute.answering'],
  negotiating: m['orders.page.dispute.negotiating'],
  ruling: m['orders.page.dispute.ruling'],
  ruled: m['orders.page.dispute.ruled'],
  appealed: m['orders.page.dispute.appealed'],
  ended: m['orders.page.dispute.ended'],
};

/** Returns what a buyer found. */
export function worksWords(works: boolean): Words {
  return works ? m['orders.arrival.works'] : m['orders.arrival.faulty'];
}

export const disputeKindNames: Record<StaffDispute['kind'], Words> = {
  dispute: m['orders.disputes.dispute'],
  claim: m['orders.disputes.claim'],
};
