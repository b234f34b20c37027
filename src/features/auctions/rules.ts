/**
 * Rules of bidding: hidden maxima, published increments, a hidden reserve and a soft close. Prices are
 * integers in won.
 */

import { maxAmount } from '#platform/shared/amounts.ts';
import type { Increments } from '#platform/shared/auction-terms.ts';

export const auctionLimits = {
  price: maxAmount,
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
export const categories = [
  'machines',
  'tools',
  'materials',
  'parts',
  'electronics',
  'works',
  'capacity',
  'licences',
  'other',
] as const;

/** Terms of a lot before it is published. */
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

/** Returns the lowest price at which a lot can sell: below its reserve it stays unsold. */
export function lowestSale(startPrice: number, reservePrice: number | null): number {
  return Math.max(startPrice, reservePrice ?? 0);
}

/**
 * Returns the problems of publishing a lot by field, as far as they depend on the lot alone. Shared by form
 * and server.
 */
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

/** Terms that decide about bids. */
export type BidRules = { startPrice: number; reserve: number | null; increments: Increments };
export type Bid = { seq: number; bidder: string; maximum: number };

/** Standing of an auction. `runnerUp` is the highest maximum of anyone except the leader. */
export type Standing = {
  price: number | null;
  leader: Bid | null;
  runnerUp: number | null;
  isReserveMet: boolean;
};

export function opening({ reserve }: Pick<BidRules, 'reserve'>): Standing {
  return { price: null, leader: null, runnerUp: null, isReserveMet: reserve === null };
}

/** Returns the smallest maximum that a person may bid now. */
export function minBid(
  { price }: Pick<Standing, 'price'>,
  rules: Pick<BidRules, 'startPrice' | 'increments'>,
): number {
  return price === null ? rules.startPrice : price + incrementAt(price, rules.increments);
}

/** Reason why a bid is refused: below the minimum, or not above the leader's own maximum. */
export type BidRefusal = { refusal: 'too_low' | 'not_raised'; least: number };

/** Returns the standing after one more bid; bids are processed in the order of arrival. */
export function placeBid(standing: Standing, bid: Bid, rules: BidRules): Standing | BidRefusal {
  const least = minBid(standing, rules);
  if (bid.maximum < least) return { refusal: 'too_low', least };
  const { leader } = standing;
  if (leader?.bidder === bid.bidder) {
    if (bid.maximum <= leader.maximum) {
      return { refusal: 'not_raised', least: Math.max(least, leader.maximum + 1) };
    }
    return priced({ ...standing, leader: bid }, rules);
  }
  // The earlier of two equal maxima leads.
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

/** Returns the minimum price that keeps the leader ahead. */
function priced(standing: Standing, { startPrice, reserve, increments }: BidRules): Standing {
  const { leader, runnerUp } = standing;
  if (leader === null) return standing;
  const wanted = runnerUp === null ? startPrice : runnerUp + incrementAt(runnerUp, increments);
  const isReserveMet = reserve === null || leader.maximum >= reserve;
  const floor = isReserveMet ? (reserve ?? 0) : 0;
  return { ...standing, isReserveMet, price: Math.max(floor, Math.min(leader.maximum, wanted)) };
}

/**
 * Returns the standing after all these bids, without refused ones. Used to recompute it after one is voided.
 */
export function standingAfter(bids: readonly Bid[], rules: BidRules): Standing {
  let standing = opening(rules);
  for (const bid of bids) {
    const next = placeBid(standing, bid, rules);
    // Voiding a bid can only lower the minimum of later ones, so a bid that was valid still counts.
    standing = 'refusal' in next ? standing : next;
  }
  return standing;
}

/** Returns true if a bid raises the visible price. A first bid at the starting price does not. */
export function hasRaised(
  { startPrice }: Pick<BidRules, 'startPrice'>,
  before: Pick<Standing, 'price'>,
  after: Pick<Standing, 'price'>,
): boolean {
  return (after.price ?? startPrice) > (before.price ?? startPrice);
}

/** Returns true if a bid may move the end. In logs of version 1 the first bid moves it too. */
export function extendsEnd(
  { version, startPrice }: Pick<BidRules, 'startPrice'> & { version: 1 | 2 },
  before: Pick<Standing, 'price'>,
  after: Pick<Standing, 'price'>,
): boolean {
  return version === 1 ? after.price !== before.price : hasRaised({ startPrice }, before, after);
}

/**
 * Returns the end after a bid: one that raises the price in the last minutes extends it by as many minutes.
 */
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

/** Returns the reason for a strike when a lot's order ends unpaid; null if that was not the buyer's fault. */
export function strikeOf(order: {
  isBroken: boolean;
  isFunded: boolean;
  wasDelivered: boolean;
}): StrikeCause | null {
  if (order.isBroken) return 'cancelled';
  // A payment that was reversed before delivery counts as none.
  return order.isFunded || order.wasDelivered ? null : 'reversed';
}

/** Returns each bidder's highest bid, highest first and the earliest of equal ones first. */
export function highestBids(bids: readonly Bid[]): Bid[] {
  const best = new Map<string, Bid>();
  for (const bid of bids) {
    const before = best.get(bid.bidder);
    if (!before || bid.maximum > before.maximum) best.set(bid.bidder, bid);
  }
  return [...best.values()].toSorted((a, b) => b.maximum - a.maximum || a.seq - b.seq);
}
