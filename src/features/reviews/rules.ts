/** Pure rules of what the sides of an order say of each other. */

export const reviewLimits = { text: 2000, answer: 1000, photos: 4 } as const;
export const reviewsPerPage = 10;
export const ratings = [1, 2, 3, 4, 5] as const;

export const dayMs = 24 * 60 * 60 * 1000;
/** How long the first one waits for the other side's. */
export const waitDays = 14;
/** After so many days a review weighs half as much. */
const halfLifeDays = 180;

export const reviewSides = ['buyer', 'provider'] as const;
export type ReviewSide = (typeof reviewSides)[number];

/** What a rating weighs by now: people get better, and worse. */
function weightOf(at: Date, now: Date): number {
  const days = Math.max(0, now.getTime() - at.getTime()) / dayMs;
  return 0.5 ** (days / halfLifeDays);
}

/** The mean in which a newer review weighs more, to two places; null without any. */
export function ratingOf(reviews: readonly { rating: number; at: Date }[], now: Date): number | null {
  const newest = Math.max(...reviews.map(({ at }) => at.getTime()));
  if (reviews.length === 0) return null;
  // From the newest on: however old all of them are, the weights do not vanish.
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

/** Of which orders somebody may tell how it was: those that came to an end after there was work to tell of. */
export function isReviewable(order: { state: string; isFree: boolean; startedAt: Date | null }): boolean {
  if (order.state === 'completed' || order.state === 'settled') return true;
  return order.state === 'refunded' && !order.isFree && order.startedAt !== null;
}
