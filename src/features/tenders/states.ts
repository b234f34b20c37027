/** States of a tender, and the roles that may change them. */
export const tenderStates = ['draft', 'open', 'closed', 'chosen', 'unchosen', 'cancelled'] as const;
export type TenderState = (typeof tenderStates)[number];

/** The house acts for deadlines. */
export type TenderRole = 'customer' | 'staff' | 'house';
export type TenderEvent = 'publish' | 'close' | 'choose' | 'lapse' | 'cancel';

type Change = { by: readonly TenderRole[]; to: TenderState };

const transitions: Record<TenderState, Partial<Record<TenderEvent, Change>>> = {
  draft: { publish: { by: ['customer'], to: 'open' } },
  open: {
    close: { by: ['house'], to: 'closed' },
    cancel: { by: ['customer', 'staff', 'house'], to: 'cancelled' },
  },
  closed: {
    choose: { by: ['customer'], to: 'chosen' },
    lapse: { by: ['house'], to: 'unchosen' },
    cancel: { by: ['customer', 'staff', 'house'], to: 'cancelled' },
  },
  chosen: {},
  unchosen: {},
  cancelled: {},
};

/** Returns the next state; null if the event is not possible. */
export function stateAfter(state: TenderState, event: TenderEvent, role: TenderRole): TenderState | null {
  const change = transitions[state][event];
  return change?.by.includes(role) ? change.to : null;
}
