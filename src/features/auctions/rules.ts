/** The rules of bidding: a hidden maximum, published increments, a hidden reserve and a soft close. Prices are whole won. */

import { mostAmount } from '#platform/shared/amounts.ts';
import type { Increments } from '#platform/shared/auction-terms.ts';

export const auctionLimits = {
  price: mostAmount,
  title: 80,
  description: 5000,
  condition: 500,
  pictures: 10,
  picturesMb: 5,
  handover: 300,
  reason: 500,
  search: 100,
};
export const auctionsPerPage = 24;

export const lotKinds = ['thing', 'capacity', 'licence'] as const;
export type LotKind = (typeof lotKinds)[number];
export const conditions = ['new', 'like_new', 'used', 'for_parts'] as const;
export { lotCategories as categories } from '#platform/shared/lot-categories.ts';

/** What a lot says of itself before it is published. */
type LotTerms = {
  description: string;
  lotKind: LotKind;
  condition: string | null;
  capacity: { from: string; until: string } | null;
  licenceTerms: string;
  delivery: readonly string[];
  startPrice: number | null;
  reservePrice: number | null;
  buyNowPrice: number | null;
};
export type LotProblem =
  | 'required'
  | 'reserve_below_start'
  | 'buy_now_too_low'
  | 'delivery_needed'
  | 'until_too_early';

/** The lowest price at which a lot can sell: below its reserve it stays unsold. */
export function lowestSale(startPrice: number, reservePrice: number | null): number {
  return Math.max(startPrice, reservePrice ?? 0);
}

/** What keeps a lot from being published, each at its field, as far as the lot alone tells: the form and the server say the same. */
export function lotProblems(lot: LotTerms): Record<string, LotProblem> {
  const { startPrice, reservePrice, buyNowPrice, lotKind, capacity } = lot;
  const problems: Record<string, LotProblem> = {};
  if (lot.description.trim() === '') problems['description'] = 'required';
  if (startPrice === null) problems['startPrice'] = 'required';
  const start = startPrice ?? 0;
  if (reservePrice !== null && reservePrice < start) problems['reservePrice'] = 'reserve_below_start';
  if (buyNowPrice !== null && buyNowPrice < Math.max(start, reservePrice ?? 0))
    problems['buyNowPrice'] = 'buy_now_too_low';
  if (lotKind === 'thing' && lot.condition === null) problems['condition'] = 'required';
  if (lot.delivery.length === 0) problems['delivery'] = 'delivery_needed';
  if (lotKind === 'capacity') {
    if (capacity === null) problems['capacity'] = 'required';
    else if (new Date(capacity.until) <= new Date(capacity.from))
      problems['capacity.until'] = 'until_too_early';
  }
  if (lotKind === 'licence' && lot.licenceTerms.trim() === '') problems['licenceTerms'] = 'required';
  return problems;
}

export function incrementAt(price: number, increments: Increments): number {
  return (increments.find(({ below }) => price < below) ?? increments.at(-1)!).by;
}

/** What bids are held against. */
export type BidRules = { startPrice: number; reserve: number | null; increments: Increments };
export type Bid = { seq: number; bidder: string; maximum: number };

/** How an auction stands. `runnerUp` is the highest maximum of anybody but the leader. */
export type Standing = {
  price: number | null;
  leader: Bid | null;
  runnerUp: number | null;
  isReserveMet: boolean;
};

export function opening({ reserve }: Pick<BidRules, 'reserve'>): Standing {
  return { price: null, leader: null, runnerUp: null, isReserveMet: reserve === null };
}

/** The least maximum that a bid of somebody may have now. */
export function leastBid(
  { price }: Pick<Standing, 'price'>,
  rules: Pick<BidRules, 'startPrice' | 'increments'>,
): number {
  return price === null ? rules.startPrice : price + incrementAt(price, rules.increments);
}

/** Why a bid does not count: too little for all, or not more than the leader has promised already. */
export type BidRefusal = { refusal: 'too_low' | 'not_raised'; least: number };

/** The standing after one more bid; the order of bids is the order in which they are handed in. */
export function placeBid(standing: Standing, bid: Bid, rules: BidRules): Standing | BidRefusal {
  const least = leastBid(standing, rules);
  if (bid.maximum < least) return { refusal: 'too_low', least };
  const { leader } = standing;
  if (leader?.bidder === bid.bidder) {
    if (bid.maximum <= leader.maximum) {
      return { refusal: 'not_raised', least: Math.max(least, leader.maximum + 1) };
    }
    return priced({ ...standing, leader: bid }, rules);
  }
  // Of two maxima that are the same the earlier one leads.
  const leads = leader === null || bid.maximum > leader.maximum;
  const beaten = leads ? (leader?.maximum ?? null) : bid.maximum;
  return priced(
    {
      ...standing,
      leader: leads ? bid : leader,
      runnerUp: Math.max(standing.runnerUp ?? 0, beaten ?? 0) || null,
    },
    rules,
  );
}

/** As little as the leader has to pay. */
function priced(standing: Standing, { startPrice, reserve, increments }: BidRules): Standing {
  const { leader, runnerUp } = standing;
  if (leader === null) return standing;
  const wanted = runnerUp === null ? startPrice : runnerUp + incrementAt(runnerUp, increments);
  const isReserveMet = reserve === null || leader.maximum >= reserve;
  const floor = isReserveMet ? (reserve ?? 0) : 0;
  return { ...standing, isReserveMet, price: Math.max(floor, Math.min(leader.maximum, wanted)) };
}

/** How an auction stands after all these bids, refused ones left out: what it is recomputed from when one is voided. */
export function standingAfter(bids: readonly Bid[], rules: BidRules): Standing {
  let standing = opening(rules);
  for (const bid of bids) {
    const next = placeBid(standing, bid, rules);
    // What was valid beside a bid that is void now may be too low without it, never the other way round: it still counts.
    standing = 'refusal' in next ? standing : next;
  }
  return standing;
}

/** Whether a bid raises the visible price: the first one does not while the price stays what everybody saw, the start price. */
export function hasRaised(
  { startPrice }: Pick<BidRules, 'startPrice'>,
  before: Pick<Standing, 'price'>,
  after: Pick<Standing, 'price'>,
): boolean {
  return (after.price ?? startPrice) > (before.price ?? startPrice);
}

/** Whether a bid may move the end. Logs of version 1 were published while the first bid of a lot moved it too. */
export function extendsEnd(
  { version, startPrice }: Pick<BidRules, 'startPrice'> & { version: 1 | 2 },
  before: Pick<Standing, 'price'>,
  after: Pick<Standing, 'price'>,
): boolean {
  return version === 1 ? after.price !== before.price : hasRaised({ startPrice }, before, after);
}

/** When an auction ends after a bid: one that raises the price in the last minutes gives everybody as many again. */
export function endAfterBid(
  { endsAt, now }: { endsAt: Date; now: Date },
  { raises }: { raises: boolean },
  { softCloseMinutes }: { softCloseMinutes: number },
): Date {
  const softMs = softCloseMinutes * 60_000;
  return raises && endsAt.getTime() - now.getTime() < softMs ? new Date(now.getTime() + softMs) : endsAt;
}

export const strikeCauses = ['unpaid', 'cancelled', 'reversed'] as const;
export type StrikeCause = (typeof strikeCauses)[number];

/** Why a lot's buyer is struck when its order ends with nothing paid; null where that was not their doing. */
export function strikeOf(order: {
  isBroken: boolean;
  isFunded: boolean;
  wasDelivered: boolean;
}): StrikeCause | null {
  if (order.isBroken) return 'cancelled';
  // A payment that was taken back before anything was sent is none.
  return order.isFunded || order.wasDelivered ? null : 'reversed';
}

/** The highest each bidder has promised, the highest first and of equal ones the earliest. */
export function highestBids(bids: readonly Bid[]): Bid[] {
  const best = new Map<string, Bid>();
  for (const bid of bids) {
    const before = best.get(bid.bidder);
    if (!before || bid.maximum > before.maximum) best.set(bid.bidder, bid);
  }
  return [...best.values()].toSorted((a, b) => b.maximum - a.maximum || a.seq - b.seq);
}
