/** State machine of auctions: transitions by event, and the sides that may trigger them. */
import { locales } from '#i18n/languages.ts';

export const auctionStates = [
  'draft',
  'scheduled',
  'live',
  'ended',
  'awaiting_payment',
  'second_offer',
  'sold',
  'unsold',
  'cancelled',
] as const;
export type AuctionState = (typeof auctionStates)[number];
/** States in which bidding is over, so that hidden data may be shown. */
export const closedStates: readonly AuctionState[] = [
  'ended',
  'awaiting_payment',
  'second_offer',
  'sold',
  'unsold',
];

export type AuctionSide = 'seller' | 'winner' | 'offered' | 'admin' | 'system';
export type AuctionEvent =
  | 'publish'
  | 'withdraw'
  | 'start'
  | 'close'
  | 'buy'
  | 'win'
  | 'miss'
  | 'paid'
  | 'unpaid'
  | 'reversed'
  | 'refunded'
  | 'offer'
  | 'consent'
  | 'refuse_offer'
  | 'offer_lapsed'
  | 'give_up'
  | 'cancel';

type Transition = {
  event: AuctionEvent;
  from: readonly AuctionState[];
  to: AuctionState;
  by: readonly AuctionSide[];
};

export const transitions: readonly Transition[] = [
  { event: 'publish', from: ['draft'], to: 'scheduled', by: ['seller'] },
  // Back to a draft, while nobody could bid.
  { event: 'withdraw', from: ['scheduled'], to: 'draft', by: ['seller'] },
  { event: 'start', from: ['scheduled'], to: 'live', by: ['system'] },
  { event: 'close', from: ['live'], to: 'ended', by: ['system'] },
  { event: 'buy', from: ['live'], to: 'ended', by: ['system'] },
  { event: 'win', from: ['ended'], to: 'awaiting_payment', by: ['system'] },
  { event: 'miss', from: ['ended'], to: 'unsold', by: ['system'] },
  { event: 'paid', from: ['awaiting_payment'], to: 'sold', by: ['system'] },
  { event: 'unpaid', from: ['awaiting_payment'], to: 'ended', by: ['system'] },
  // The bank reversed the payment: it can be paid again while the order waits.
  { event: 'reversed', from: ['sold'], to: 'awaiting_payment', by: ['system'] },
  // Everything was refunded, for any reason: the lot is the seller's again.
  { event: 'refunded', from: ['sold'], to: 'ended', by: ['system'] },
  // The seller decides to offer, and to which bidder.
  { event: 'offer', from: ['ended'], to: 'second_offer', by: ['seller'] },
  { event: 'consent', from: ['second_offer'], to: 'awaiting_payment', by: ['offered'] },
  { event: 'refuse_offer', from: ['second_offer'], to: 'ended', by: ['offered'] },
  { event: 'offer_lapsed', from: ['second_offer'], to: 'ended', by: ['system'] },
  { event: 'give_up', from: ['ended'], to: 'unsold', by: ['seller', 'system'] },
  { event: 'cancel', from: ['scheduled', 'live'], to: 'cancelled', by: ['seller', 'admin', 'system'] },
];

/** Returns the next state for an event of this side; null if there is none. */
export function stepOf(state: AuctionState, event: AuctionEvent, side: AuctionSide): AuctionState | null {
  const found = transitions.find(
    (one) => one.event === event && one.from.includes(state) && one.by.includes(side),
  );
  return found?.to ?? null;
}

/** Kinds of log rows: the first four while bids are accepted, the others for the end and later steps. */
export const logKinds = [
  'bid',
  'buy',
  'void',
  'cancel',
  'end',
  'paid',
  'unpaid',
  'reversed',
  'refunded',
  'offer',
  'consent',
  'refuse_offer',
  'offer_lapsed',
  'give_up',
] as const;

/** Filters and orders of the table of lots; drafts are private and not among them. */
export const lotsTable = {
  filters: {
    state: [
      'scheduled',
      'live',
      'ended',
      'awaiting_payment',
      'second_offer',
      'sold',
      'unsold',
      'cancelled',
    ] satisfies readonly AuctionState[],
    kind: ['thing', 'capacity', 'licence'],
    language: locales,
  },
  sorts: ['newest', 'oldest', 'ending', 'price', 'bids'],
} as const;

/** Filters and orders of the table of people who cannot bid. */
export const biddersTable = {
  filters: { state: ['suspended', 'struck', 'household'] },
  sorts: ['newest', 'name'],
} as const;
