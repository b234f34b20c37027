import { m } from '#i18n/generated/messages.js';
import type { RequestCounts, Thread } from '../contract.ts';
import type { NeedCode } from '../missing.ts';
import { isAnswering, type Side } from '../negotiation.ts';

export const needNames: Record<NeedCode, () => string> = {
  model: () => m['quotes.need.model'](),
  drawing: () => m['quotes.need.drawing'](),
  design: () => m['quotes.need.design'](),
  goal: () => m['quotes.need.goal'](),
  dimensions: () => m['quotes.need.dimensions'](),
  material: () => m['quotes.need.material'](),
  quantity: () => m['quotes.need.quantity'](),
  tolerance: () => m['quotes.need.tolerance'](),
  finish: () => m['quotes.need.finish'](),
  colour: () => m['quotes.need.colour'](),
  parts: () => m['quotes.need.parts'](),
  date: () => m['quotes.need.date'](),
  budget: () => m['quotes.need.budget'](),
};

/** Describes the state of a negotiation for its reader. */
export function stateWords({ state, endedBy, orderedAt }: Thread, role: Side): string {
  const isCustomer = role === 'customer';
  if (orderedAt !== null)
    return isCustomer ? m['quotes.state.ordered_customer']() : m['quotes.state.ordered_provider']();
  switch (state) {
    case 'asked':
      return isCustomer ? m['quotes.state.asked_customer']() : m['quotes.state.asked_provider']();
    case 'offered':
      return isCustomer ? m['quotes.state.offered_customer']() : m['quotes.state.offered_provider']();
    case 'countered':
      return isCustomer ? m['quotes.state.countered_customer']() : m['quotes.state.countered_provider']();
    case 'accepted':
      return isCustomer ? m['quotes.state.accepted_customer']() : m['quotes.state.accepted_provider']();
    case 'void':
      return isCustomer ? m['quotes.state.void_customer']() : m['quotes.state.void_provider']();
    case 'expired':
      return m['quotes.state.expired']();
    case 'declined':
      if (endedBy === 'house')
        return isCustomer ? m['quotes.state.passed_customer']() : m['quotes.state.passed_provider']();
      return endedBy === role ? m['quotes.state.declined_mine']() : m['quotes.state.declined_other']();
    case 'withdrawn':
      return endedBy === role ? m['quotes.state.withdrawn_mine']() : m['quotes.state.withdrawn_other']();
  }
}

/** Returns whether the reader has to act. */
export const isMyTurn = ({ can }: Pick<Thread, 'can'>) => isAnswering(can);

/** Returns the tab on which the reader has to act, else one with something open. */
export function tabToOpen({ asked, received }: RequestCounts): 'asked' | 'received' {
  if (asked.waiting > 0 || received.waiting > 0) return asked.waiting > 0 ? 'asked' : 'received';
  return asked.open === 0 && received.open > 0 ? 'received' : 'asked';
}
