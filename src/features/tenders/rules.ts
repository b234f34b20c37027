/** Pure rules of tenders: what bids are worth, and what a commitment is made of. Safe for both sides. */

import { mostAmount } from '#platform/shared/amounts.ts';

export const tenderLimits = {
  title: 100,
  description: 5000,
  detail: 200,
  quantity: 100_000,
  money: mostAmount,
  address: 200,
  note: 1000,
  readyInDays: 365,
  reason: 500,
} as const;
/** A choice is explained to those who were not chosen: a word is no reason. */
export const shortestReason = 10;
export const tendersPerPage = 20;
export const mostPerPage = 100;

export const criteria = ['price', 'time', 'rating', 'distance'] as const;
export type Criterion = (typeof criteria)[number];

/** As it is published with a tender. */
export type Formula = {
  weights: Record<Criterion, number>;
  /** From so many km on, nearness counts for nothing. */
  farKm: number;
};

export type RatedBid = {
  number: number;
  principal: number;
  readyInDays: number;
  /** One to five; null where nobody has rated the service yet. */
  rating: number | null;
  /** Between the coarse places; null where the tender has none. */
  km: number | null;
};

/** What one bid is worth. Points are hundredths: 10,000 are all that there are. */
export type RankedBid = {
  number: number;
  rank: number;
  score: number;
  points: Record<Criterion, number>;
};

export const allPoints = 10_000;
const middle = 0.5;

/** How well a bid does in each respect, from 0 to 1. */
function shares(
  bid: RatedBid,
  best: { principal: number; readyInDays: number },
  farKm: number,
): Record<Criterion, number> {
  return {
    price: best.principal / bid.principal,
    // A day more than said, so that "at once" can be divided by.
    time: (best.readyInDays + 1) / (bid.readyInDays + 1),
    rating: bid.rating === null ? middle : (bid.rating - 1) / 4,
    distance: bid.km === null ? middle : Math.max(0, 1 - bid.km / farKm),
  };
}

/** Points of one criterion when nothing could be better. Rounded down, so that all together are never above 100. */
export function mostPoints({ weights }: Pick<Formula, 'weights'>, criterion: Criterion): number {
  return pointsOf(1, criterion, weights);
}

function pointsOf(share: number, criterion: Criterion, weights: Formula['weights']): number {
  const sum = criteria.reduce((total, each) => total + weights[each], 0);
  return Math.floor((share * weights[criterion] * allPoints) / sum);
}

/** The bids, best first; of equals the one that came first. */
export function rankBids(bids: readonly RatedBid[], { weights, farKm }: Formula): RankedBid[] {
  const best = {
    principal: Math.min(...bids.map(({ principal }) => principal)),
    readyInDays: Math.min(...bids.map(({ readyInDays }) => readyInDays)),
  };
  return bids
    .map((bid) => {
      const of = shares(bid, best, farKm);
      const points = {
        price: pointsOf(of.price, 'price', weights),
        time: pointsOf(of.time, 'time', weights),
        rating: pointsOf(of.rating, 'rating', weights),
        distance: pointsOf(of.distance, 'distance', weights),
      };
      const score = criteria.reduce((sum, each) => sum + points[each], 0);
      return { number: bid.number, points, score };
    })
    .toSorted((a, b) => b.score - a.score || a.number - b.number)
    .map((bid, index) => ({ ...bid, rank: index + 1 }));
}

/**
 * What a bid's details are hashed from. They have a salt of their own: the record tells their hash to everybody, and who
 * knew the salt could try out services until one fits.
 */
export function detailsText(bid: {
  detailSalt: string;
  serviceId: string;
  machine: string;
  note: string;
}): string {
  return `${bid.detailSalt}\n${JSON.stringify([bid.serviceId, bid.machine, bid.note])}`;
}

/** What a commitment is the SHA-256 of; `details` is that of {@link detailsText}, in hex. */
export function commitmentText(bid: {
  salt: string;
  tenderId: string;
  principal: number;
  readyInDays: number;
  details: string;
}): string {
  return `${bid.salt}\n${JSON.stringify([bid.tenderId, bid.principal, bid.readyInDays, bid.details])}`;
}
