/** Pure rules of tenders: scores of bids, and the content of commitments. Shared by client and server. */

import { maxAmount } from '#platform/shared/amounts.ts';

export const tenderLimits = {
  title: 100,
  description: 5000,
  detail: 200,
  quantity: 100_000,
  money: maxAmount,
  address: 200,
  note: 1000,
  readyInDays: 365,
  reason: 500,
} as const;
/** Minimum length of the reason for a choice, which is explained to the other bidders. */
export const shortestReason = 10;
export const tendersPerPage = 20;
export const maxPerPage = 100;

export const criteria = ['price', 'time', 'rating', 'distance'] as const;
export type Criterion = (typeof criteria)[number];

/** Formula that is published with a tender. */
export type Formula = {
  weights: Record<Criterion, number>;
  /** Distance in km from which nearness gives no points. */
  farKm: number;
};

export type RatedBid = {
  number: number;
  principal: number;
  readyInDays: number;
  /** One to five; null without ratings. */
  rating: number | null;
  /** Distance between the coarse places; null if the tender has no place. */
  km: number | null;
};

/** Score of one bid. Points are hundredths: the maximum is 10,000. */
export type RankedBid = {
  number: number;
  rank: number;
  score: number;
  points: Record<Criterion, number>;
};

export const allPoints = 10_000;
const middle = 0.5;

/** Returns how good a bid is in each criterion, from 0 to 1. */
function shares(
  bid: RatedBid,
  best: { principal: number; readyInDays: number },
  farKm: number,
): Record<Criterion, number> {
  return {
    price: best.principal / bid.principal,
    // One day is added, so that "at once" does not divide by zero.
    time: (best.readyInDays + 1) / (bid.readyInDays + 1),
    rating: bid.rating === null ? middle : (bid.rating - 1) / 4,
    distance: bid.km === null ? middle : Math.max(0, 1 - bid.km / farKm),
  };
}

/** Returns the maximum points of a criterion. Rounded down, so that the total never exceeds 100. */
export function maxPoints({ weights }: Pick<Formula, 'weights'>, criterion: Criterion): number {
  return pointsOf(1, criterion, weights);
}

function pointsOf(share: number, criterion: Criterion, weights: Formula['weights']): number {
  const sum = criteria.reduce((total, each) => total + weights[each], 0);
  return Math.floor((share * weights[criterion] * allPoints) / sum);
}

/** Ranks the bids, best first; the earlier one of equal bids comes first. */
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
 * Returns the text of a bid's details that is hashed. It has a separate salt: the hash is public, and anybody who
 * knew the salt could try services until one matches.
 */
export function detailsText(bid: {
  detailSalt: string;
  serviceId: string;
  machine: string;
  note: string;
}): string {
  return `${bid.detailSalt}\n${JSON.stringify([bid.serviceId, bid.machine, bid.note])}`;
}

/** Returns the text whose SHA-256 is the commitment; `details` is that of {@link detailsText}, in hex. */
export function commitmentText(bid: {
  salt: string;
  tenderId: string;
  principal: number;
  readyInDays: number;
  details: string;
}): string {
  return `${bid.salt}\n${JSON.stringify([bid.tenderId, bid.principal, bid.readyInDays, bid.details])}`;
}
