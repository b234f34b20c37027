import { locales } from '#i18n/languages.ts';
/** The machine of auctions: from which state which event leads where, and who may raise it. */

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
/** Those in which bidding is over, and with it what was hidden may be shown. */
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
  // Back to the desk, as long as nobody could bid.
  { event: 'withdraw', from: ['scheduled'], to: 'draft', by: ['seller'] },
  { event: 'start', from: ['scheduled'], to: 'live', by: ['system'] },
  { event: 'close', from: ['live'], to: 'ended', by: ['system'] },
  { event: 'buy', from: ['live'], to: 'ended', by: ['system'] },
  { event: 'win', from: ['ended'], to: 'awaiting_payment', by: ['system'] },
  { event: 'miss', from: ['ended'], to: 'unsold', by: ['system'] },
  { event: 'paid', from: ['awaiting_payment'], to: 'sold', by: ['system'] },
  { event: 'unpaid', from: ['awaiting_payment'], to: 'ended', by: ['system'] },
  // The bank took the money back: it can be paid once more, for as long as the order waits.
  { event: 'reversed', from: ['sold'], to: 'awaiting_payment', by: ['system'] },
  // All of it went back to the buyer, for whatever reason: the lot is its seller's again.
  { event: 'refunded', from: ['sold'], to: 'ended', by: ['system'] },
  // To whom is the seller's choice; that it happens at all is too.
  { event: 'offer', from: ['ended'], to: 'second_offer', by: ['seller'] },
  { event: 'consent', from: ['second_offer'], to: 'awaiting_payment', by: ['offered'] },
  { event: 'refuse_offer', from: ['second_offer'], to: 'ended', by: ['offered'] },
  { event: 'offer_lapsed', from: ['second_offer'], to: 'ended', by: ['system'] },
  { event: 'give_up', from: ['ended'], to: 'unsold', by: ['seller', 'system'] },
  { event: 'cancel', from: ['scheduled', 'live'], to: 'cancelled', by: ['seller', 'admin', 'system'] },
];

/** Where an event of this side leads from a state; null where it changes nothing. */
export function stepOf(state: AuctionState, event: AuctionEvent, side: AuctionSide): AuctionState | null {
  const found = transitions.find(
    (one) => one.event === event && one.from.includes(state) && one.by.includes(side),
  );
  return found?.to ?? null;
}

/** What the rows of a log say: the first four while bids are taken, the others of how it ended and what became of the lot. */
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

/** What the table of lots can be narrowed down by: a draft is its seller's alone. */
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

/** What the table of who cannot bid where can be narrowed down by. */
export const biddersTable = {
  filters: { state: ['suspended', 'struck', 'household'] },
  sorts: ['newest', 'name'],
} as const;
