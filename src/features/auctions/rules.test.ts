import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { standardIncrements } from '#platform/shared/auction-terms.ts';
import { randomRuns } from '#platform/shared/testing.ts';
import {
  endAfterBid,
  highestBids,
  incrementAt,
  minBid,
  lotProblems,
  lowestSale,
  opening,
  placeBid,
  standingAfter,
  type Bid,
  type BidRules,
  type Standing,
} from './rules.ts';

const rules: BidRules = { startPrice: 10_000, reserve: null, increments: standardIncrements };

function run(bids: readonly [bidder: string, maximum: number][], wanted: BidRules = rules) {
  let standing: Standing = opening(wanted);
  return bids.map(([bidder, maximum], index) => {
    const next = placeBid(standing, { seq: index + 1, bidder, maximum }, wanted);
    if ('refusal' in next) return [next.refusal, next.least];
    standing = next;
    return [standing.price, standing.leader?.bidder];
  });
}

test.each([
  [1, 100],
  [9999, 100],
  [10_000, 1000],
  [49_999, 1000],
  [50_000, 2500],
  [99_999, 2500],
  [100_000, 5000],
  [499_999, 5000],
  [500_000, 10_000],
  [4_999_999, 10_000],
  [5_000_000, 50_000],
  [900_000_000, 50_000],
])('the increment at a price of %d is %d', (price, by) => {
  expect(incrementAt(price, standardIncrements)).toBe(by);
});

test('the examples of the rules: the price is the minimum needed, and of equal bids the earlier one leads', () => {
  expect(
    run([
      ['A', 30_000],
      ['B', 20_000],
      ['C', 30_000],
      ['D', 30_500],
      ['D', 40_000],
      ['A', 40_000],
    ]),
  ).toEqual([
    [10_000, 'A'],
    [21_000, 'A'],
    [30_000, 'A'],
    ['too_low', 31_000],
    [31_000, 'D'],
    [40_000, 'D'],
  ]);
});

test('the leader can only raise their maximum, and the raise is invisible', () => {
  expect(
    run([
      ['A', 30_000],
      ['A', 20_000],
      ['A', 30_000],
      ['A', 50_000],
      ['B', 30_000],
    ]),
  ).toEqual([
    [10_000, 'A'],
    ['not_raised', 30_001],
    ['not_raised', 30_001],
    [10_000, 'A'],
    [31_000, 'A'],
  ]);
});

test('a reserve is hidden until a bid meets it, and then becomes the price', () => {
  const reserved = { ...rules, reserve: 50_000 };
  expect(
    run(
      [
        ['A', 20_000],
        ['B', 30_000],
        ['B', 60_000],
        ['A', 70_000],
      ],
      reserved,
    ),
  ).toEqual([
    [10_000, 'A'],
    [21_000, 'B'],
    [50_000, 'B'],
    [62_500, 'A'],
  ]);
});

test('a first bid below the starting price is refused', () => {
  expect(run([['A', 9999]])).toEqual([['too_low', 10_000]]);
});

describe('the end', () => {
  const endsAt = new Date('2026-11-22T12:00:00Z');
  const before = (minutes: number) => new Date(endsAt.getTime() - minutes * 60_000);
  const end = (now: Date, hasRaised: boolean) =>
    endAfterBid({ endsAt, now }, { raises: hasRaised }, { softCloseMinutes: 5 }).getTime() - endsAt.getTime();

  test('moves when the price rises in the last minutes', () => {
    expect(end(before(2), true)).toBe(3 * 60_000);
    expect(end(before(0.01), true)).toBeCloseTo(4.99 * 60_000);
  });
  test('stays when the price does not rise, or when there is time left', () => {
    expect(end(before(2), false)).toBe(0);
    expect(end(before(5), true)).toBe(0);
    expect(end(before(60), true)).toBe(0);
  });
});

test('lists the highest bid of each bidder, highest first and the earlier of equal ones first', () => {
  const bid = (seq: number, bidder: string, maximum: number): Bid => ({ seq, bidder, maximum });
  expect(
    highestBids([bid(1, 'A', 100), bid(2, 'B', 300), bid(3, 'A', 300), bid(4, 'C', 200)]).map(
      ({ bidder }) => bidder,
    ),
  ).toEqual(['B', 'A', 'C']);
});

/** Bids around the current minimum: some too low, some equal, some far above. */
const anyAuction = fc.record({
  startPrice: fc.integer({ min: 1, max: 2_000_000 }),
  reserveAbove: fc.option(fc.integer({ min: 0, max: 3_000_000 })),
  bids: fc.array(
    fc.record({
      bidder: fc.constantFrom('A', 'B', 'C', 'D', 'E'),
      more: fc.oneof(fc.integer({ min: -3000, max: 20_000 }), fc.integer({ min: 0, max: 3_000_000 })),
    }),
    { maxLength: 40 },
  ),
});

/** Reference implementation of the rules. */
function byTheWords(bids: readonly Bid[], { startPrice, reserve, increments }: BidRules) {
  const best = highestBids(bids);
  const [first, second] = best;
  if (!first) return { price: null, leader: null };
  const plain = second
    ? Math.min(first.maximum, second.maximum + incrementAt(second.maximum, increments))
    : startPrice;
  const price = reserve !== null && first.maximum >= reserve ? Math.max(plain, reserve) : plain;
  return { price, leader: first.bidder };
}

const tries = randomRuns(4000);

test(`${tries.numRuns} random auctions: the price only rises, never above the leader’s maximum, never below the second`, () => {
  fc.assert(
    fc.property(anyAuction, ({ startPrice, reserveAbove, bids }) => {
      const wanted: BidRules = {
        startPrice,
        reserve: reserveAbove === null ? null : startPrice + reserveAbove,
        increments: standardIncrements,
      };
      let standing = opening(wanted);
      const counting: Bid[] = [];
      for (const { bidder, more } of bids) {
        const bid = { seq: counting.length + 1, bidder, maximum: minBid(standing, wanted) + more };
        if (bid.maximum < 1) continue;
        const next = placeBid(standing, bid, wanted);
        expect(!('refusal' in next) || bid.maximum < next.least).toBe(true);
        if ('refusal' in next) continue;
        counting.push(bid);
        expect(next.price).toBeGreaterThanOrEqual(standing.price ?? 0);
        expect(next.price).toBeLessThanOrEqual(next.leader!.maximum);
        expect(next.price).toBeGreaterThanOrEqual(next.runnerUp ?? 0);
        expect({ price: next.price, leader: next.leader!.bidder }).toEqual(byTheWords(counting, wanted));
        standing = next;
      }
      expect(standingAfter(counting, wanted)).toEqual(standing);
      // After one bid is voided, all others still count.
      for (const voided of counting.slice(0, 3)) {
        const left = counting.filter((bid) => bid !== voided);
        const after = standingAfter(left, wanted);
        expect({ price: after.price, leader: after.leader?.bidder ?? null }).toEqual(
          byTheWords(left, wanted),
        );
      }
    }),
    tries,
  );
}, 120_000);

test('reports all problems of publishing at once, each at its field', () => {
  const empty = {
    description: ' ',
    lotKind: 'thing' as const,
    condition: null,
    capacity: null,
    licenceTerms: '',
    delivery: [],
    startPrice: null,
    reservePrice: null,
    buyNowPrice: null,
  };
  expect(lotProblems(empty)).toEqual({
    description: 'required',
    startPrice: 'required',
    condition: 'required',
    delivery: 'delivery_needed',
  });
  expect(lotProblems({ ...empty, lotKind: 'licence' })).toMatchObject({ licenceTerms: 'required' });
  const whole = { ...empty, description: '합판', condition: 'new', delivery: ['pickup'], startPrice: 12_000 };
  expect(lotProblems(whole)).toEqual({});
  expect(lotProblems({ ...whole, reservePrice: 10_000, buyNowPrice: 11_000 })).toEqual({
    reservePrice: 'reserve_below_start',
    buyNowPrice: 'buy_now_too_low',
  });
  const at = '2026-12-01T00:00:00.000Z';
  expect(lotProblems({ ...whole, lotKind: 'capacity', capacity: { from: at, until: at } })).toEqual({
    'capacity.until': 'until_too_early',
  });
});

test('the lowest sale price is the reserve, if it is above the starting price', () => {
  expect(lowestSale(20_000, null)).toBe(20_000);
  expect(lowestSale(20_000, 25_000)).toBe(25_000);
  expect(lowestSale(20_000, 20_000)).toBe(20_000);
  expect(lowestSale(0, 25_000)).toBe(25_000);
});
