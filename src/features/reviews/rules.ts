/** Pure rules of reviews between the sides of an order. */

export const reviewLimits = { text: 2000, answer: 1000, photos: 4 } as const;
export const reviewsPerPage = 10;
export const ratings = [1, 2, 3, 4, 5] as const;

export const dayMs = 24 * 60 * 60 * 1000;
/** Days that the first review waits for the other side's. */
export const waitDays = 14;
/** Days after which the weight of a review halves. */
const halfLifeDays = 180;

export const reviewSides = ['buyer', 'provider'] as const;
export type ReviewSide = (typeof reviewSides)[number];

/** Returns the current weight of a review; older ones count less, because people change. */
function weightOf(at: Date, now: Date): number {
  const days = Math.max(0, now.getTime() - at.getTime()) / dayMs;
  return 0.5 ** (days / halfLifeDays);
}

/** Returns the weighted mean to two decimals; null without reviews. */
export function ratingOf(reviews: readonly { rating: number; at: Date }[], now: Date): number | null {
  const newest = Math.max(...reviews.map(({ at }) => at.getTime()));
  if (reviews.length === 0) return null;
  // Weights are relative to the newest review, so that they do not vanish with age.
  const from = new Date(Math.min(now.getTime(), newest));
  let weights = 0;
  let sum = 0;
  for (const { rating, at } of reviews) {
    const weight = weightOf(at, from);
    weights += weight;
    sum += weight * rating;
  }
  return Math.round((sum / weights) * 100) / 100;
}

/** Returns whether an order can be reviewed: it has ended, and work on it had begun. */
export function isReviewable(order: { state: string; isFree: boolean; startedAt: Date | null }): boolean {
  if (order.state === 'completed' || order.state === 'settled') return true;
  return order.state === 'refunded' && !order.isFree && order.startedAt !== null;
}
