import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayMs, isReviewable, ratingOf } from './rules.ts';

const now = new Date('2026-11-22T00:00:00Z');
const ago = (days: number) => new Date(now.getTime() - days * dayMs);
const review = fc.record({
  rating: fc.integer({ min: 1, max: 5 }),
  at: fc.integer({ min: 0, max: 20_000 }).map(ago),
});

describe('the rating', () => {
  test('is null without reviews, and that of a single one', () => {
    expect(ratingOf([], now)).toBeNull();
    expect(ratingOf([{ rating: 4, at: ago(4000) }], now)).toBe(4);
  });

  test('halves the weight of a review every 180 days', () => {
    // (5 × 1 + 2 × 0.5) ÷ 1.5
    expect(
      ratingOf(
        [
          { rating: 5, at: now },
          { rating: 2, at: ago(180) },
        ],
        now,
      ),
    ).toBe(4);
  });

  test('lies between the worst and the best review, in any order', () => {
    fc.assert(
      fc.property(fc.array(review, { minLength: 1, maxLength: 40 }), (reviews) => {
        const rating = ratingOf(reviews, now) ?? 0;
        const each = reviews.map((one) => one.rating);
        expect(rating).toBeGreaterThanOrEqual(Math.min(...each));
        expect(rating).toBeLessThanOrEqual(Math.max(...each));
        expect(ratingOf(reviews.toReversed(), now)).toBeCloseTo(rating, 1);
      }),
    );
  });

  test('never falls for a best review of today, and never rises for a worst one', () => {
    fc.assert(
      fc.property(fc.array(review, { minLength: 1, maxLength: 40 }), (reviews) => {
        const before = ratingOf(reviews, now) ?? 0;
        expect(ratingOf([...reviews, { rating: 5, at: now }], now)).toBeGreaterThanOrEqual(before);
        expect(ratingOf([...reviews, { rating: 1, at: now }], now)).toBeLessThanOrEqual(before);
      }),
    );
  });
});

test('an order without work or without an end cannot be reviewed', () => {
  const order = { state: 'completed', isFree: false, startedAt: now };
  expect(isReviewable(order)).toBe(true);
  expect(isReviewable({ ...order, isFree: true })).toBe(true);
  expect(isReviewable({ ...order, state: 'settled' })).toBe(true);
  expect(isReviewable({ ...order, state: 'refunded' })).toBe(true);
  expect(isReviewable({ ...order, state: 'refunded', startedAt: null })).toBe(false);
  for (const state of ['created', 'paid', 'accepted', 'working', 'delivered', 'disputed', 'cancelled'])
    expect(isReviewable({ ...order, state })).toBe(false);
});
