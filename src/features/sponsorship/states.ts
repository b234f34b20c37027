/** State machines of sponsorships and contributions. */

export const sponsorshipStates = ['pending', 'active', 'ended'] as const;
export type SponsorshipState = (typeof sponsorshipStates)[number];
export type SponsorshipEvent = 'begin' | 'end';

export const sponsorshipTransitions: Record<
  SponsorshipState,
  Partial<Record<SponsorshipEvent, SponsorshipState>>
> = {
  pending: { begin: 'active', end: 'ended' },
  active: { end: 'ended' },
  ended: {},
};

/** Filters of the staff table. */
export const sponsorsTable = {
  filters: { state: sponsorshipStates, cadence: ['once', 'monthly'], wall: ['open', 'hidden'] },
  sorts: ['newest', 'oldest', 'amount'],
} as const;

export const contributionStates = ['open', 'paid', 'kept', 'expired', 'refunded', 'reversed'] as const;
export type ContributionState = (typeof contributionStates)[number];
export type ContributionEvent = 'pay' | 'keep' | 'expire' | 'refund' | 'reverse';

/**
 * Only `pay`, `keep`, `refund` and `reverse` move money, each with one journal. Late payments are refunded
 * automatically.
 */
export const contributionTransitions: Record<
  ContributionState,
  Partial<Record<ContributionEvent, ContributionState>>
> = {
  open: { pay: 'paid', expire: 'expired' },
  paid: { keep: 'kept', refund: 'refunded', reverse: 'reversed' },
  kept: { reverse: 'reversed' },
  expired: {},
  refunded: {},
  reversed: {},
};
