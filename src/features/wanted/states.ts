/** State machines of things wanted and of the pledges to their bounties. */

export const wantedStates = ['pending', 'open', 'grace', 'disputed', 'solved', 'ended', 'withdrawn'] as const;
export type WantedState = (typeof wantedStates)[number];
export type WantedEvent = 'open' | 'expire' | 'object' | 'give' | 'end' | 'withdraw';

/**
 * A post with a bounty is `pending` until its asker has paid. After its end there are days of grace if there is a
 * bounty, and an objection leaves the decision to staff. `give` has one journal if there is a bounty; `end` and
 * `withdraw` return each pledge with a journal of its own.
 */
export const wantedTransitions: Record<WantedState, Partial<Record<WantedEvent, WantedState>>> = {
  pending: { open: 'open', withdraw: 'withdrawn' },
  open: { give: 'solved', expire: 'grace', end: 'ended', withdraw: 'withdrawn' },
  grace: { give: 'solved', object: 'disputed', end: 'ended', withdraw: 'withdrawn' },
  disputed: { object: 'disputed', give: 'solved', end: 'ended' },
  solved: {},
  ended: {},
  withdrawn: {},
};

export const pledgeStates = ['open', 'held', 'given', 'expired', 'refunded', 'reversed'] as const;
export type PledgeState = (typeof pledgeStates)[number];
export type PledgeEvent = 'pay' | 'give' | 'expire' | 'refund' | 'reverse';

/** `pay`, `refund` and `reverse` each have one journal; `give` is a part of the journal of the whole bounty. */
export const pledgeTransitions: Record<PledgeState, Partial<Record<PledgeEvent, PledgeState>>> = {
  open: { pay: 'held', expire: 'expired' },
  held: { give: 'given', refund: 'refunded', reverse: 'reversed' },
  given: { reverse: 'reversed' },
  expired: {},
  refunded: {},
  reversed: {},
};
