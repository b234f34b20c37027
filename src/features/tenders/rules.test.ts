import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allPoints, criteria, maxPoints, rankBids, type Formula, type RatedBid } from './rules.ts';
import { stateAfter, tenderStates } from './states.ts';

const usual: Formula = { weights: { price: 50, time: 20, rating: 20, distance: 10 }, farKm: 100 };
const bid = (number: number, fields: Partial<RatedBid> = {}): RatedBid => ({
  number,
  principal: 100_000,
  readyInDays: 4,
  rating: 4,
  km: 10,
  ...fields,
});

test.each([
  ['the best in everything has all points', bid(1, { rating: 5, km: 0 }), 10_000],
  ['what nobody has rated counts as the middle', bid(1, { rating: null, km: 0 }), 9000],
  ['the worst rating counts for nothing', bid(1, { rating: 1, km: 0 }), 8000],
  ['so does what is as far as the formula says', bid(1, { rating: 5, km: 100 }), 9000],
  ['and whatever is farther', bid(1, { rating: 5, km: 250 }), 9000],
  ['a tender without a place has the middle for all', bid(1, { rating: 5, km: null }), 9500],
])('%s', (_name, only, score) => {
  expect(rankBids([only], usual)).toMatchObject([{ rank: 1, score }]);
});

test('half the price and half the time are worth twice as much', () => {
  const [first, second] = rankBids(
    [bid(1, { principal: 200_000, readyInDays: 9 }), bid(2, { principal: 100_000, readyInDays: 4 })],
    usual,
  );
  expect(first).toMatchObject({ number: 2, points: { price: 5000, time: 2000 } });
  expect(second).toMatchObject({ number: 1, points: { price: 2500, time: 1000 } });
});

test('the earlier one of equal bids is ranked first', () => {
  expect(rankBids([bid(3), bid(1), bid(2)], usual).map(({ number }) => number)).toEqual([1, 2, 3]);
});

const weight = fc.integer({ min: 1, max: 1000 });
const formula: fc.Arbitrary<Formula> = fc.record({
  weights: fc.record({ price: weight, time: weight, rating: weight, distance: weight }),
  farKm: fc.integer({ min: 1, max: 1000 }),
});
const bids = fc
  .array(
    fc.record({
      principal: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 1_000_000_000_000 })),
      readyInDays: fc.integer({ min: 0, max: 365 }),
      rating: fc.option(fc.double({ min: 1, max: 5, noNaN: true })),
      km: fc.option(fc.double({ min: 0, max: 20_000, noNaN: true })),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((each) => each.map((fields, index) => ({ ...fields, number: index + 1 })));

describe('any set of bids', () => {
  test('has scores from 0 to 100 that are the sums of their points', () => {
    fc.assert(
      fc.property(bids, formula, (all, by) => {
        for (const { score, points } of rankBids(all, by)) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(allPoints);
          expect(score).toBe(criteria.reduce((sum, each) => sum + points[each], 0));
          for (const each of criteria) expect(points[each]).toBeLessThanOrEqual(maxPoints(by, each));
        }
      }),
    );
  });

  test('is ranked independently of its order', () => {
    fc.assert(
      fc.property(bids, formula, fc.integer(), (all, by, seed) => {
        const shuffled = all.toSorted(
          (a, b) => ((a.number * 7919 + seed) % 13) - ((b.number * 7919 + seed) % 13),
        );
        expect(rankBids(shuffled, by)).toEqual(rankBids(all, by));
      }),
    );
  });

  test('never ranks a bid lower for a lower price alone', () => {
    fc.assert(
      fc.property(
        bids,
        formula,
        fc.nat(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (all, by, at, part) => {
          const { number, principal } = all[at % all.length] as RatedBid;
          const rankOf = (of: readonly RatedBid[]) =>
            rankBids(of, by).find((each) => each.number === number)?.rank ?? 0;
          const lowered = all.map((each) =>
            each.number === number ? { ...each, principal: Math.max(1, Math.floor(principal * part)) } : each,
          );
          expect(rankOf(lowered)).toBeLessThanOrEqual(rankOf(all));
        },
      ),
    );
  });
});

describe('the states', () => {
  test('only time closes a tender, and ended ones stay ended', () => {
    expect(stateAfter('open', 'close', 'customer')).toBeNull();
    expect(stateAfter('open', 'choose', 'customer')).toBeNull();
    expect(stateAfter('closed', 'choose', 'staff')).toBeNull();
    const events = ['publish', 'close', 'choose', 'lapse', 'cancel'] as const;
    const roles = ['customer', 'staff', 'house'] as const;
    for (const state of ['chosen', 'unchosen', 'cancelled'] as const)
      for (const event of events) for (const role of roles) expect(stateAfter(state, event, role)).toBeNull();
  });

  test('every state but a draft is reachable', () => {
    const reached = new Set<string>(['draft']);
    for (const state of tenderStates)
      for (const event of ['publish', 'close', 'choose', 'lapse', 'cancel'] as const)
        for (const role of ['customer', 'staff', 'house'] as const)
          reached.add(stateAfter(state, event, role) ?? 'draft');
    expect([...reached].toSorted()).toEqual([...tenderStates].toSorted());
  });
});
