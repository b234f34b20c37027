import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderNumber } from '#platform/shared/order-number.ts';
import { addMonths, directLines, keepsDelivery, orderTotal, piecesOf, split, type Price } from './rules.ts';

const price: fc.Arbitrary<Price> = fc.record({
  principal: fc.integer({ min: 1, max: 1_000_000_000_000 }),
  feePercent: fc.integer({ min: 0, max: 3000 }).map((hundredths) => hundredths / 100),
  feeBearer: fc.constantFrom('buyer', 'provider'),
  deliveryPrice: fc.integer({ min: 0, max: 1_000_000 }),
  shares: fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { maxLength: 5 }),
});
const plain = { feePercent: 10, deliveryPrice: 0, shares: [] };
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

describe('the split of the total', () => {
  test.each([
    // P, k, provider, fee, buyer gets back (T = P + F)
    [10_000, 10_000, 10_000, 1000, 0],
    [10_000, 0, 0, 0, 11_000],
    [10_000, 1, 1, 0, 10_999],
    [33_333, 12_345, 12_345, 1234, 23_087],
    [9, 9, 9, 0, 0],
    [19, 10, 10, 1, 9],
  ])('splits %d when %d is kept', (principal, keep, provider, fee, buyer) => {
    expect(split({ ...plain, principal, feeBearer: 'buyer' }, keep, false)).toEqual({
      provider,
      fee,
      authors: [],
      buyer,
    });
  });

  test('a provider who bears the fee receives less, and the buyer pays no more than the price', () => {
    const of = { ...plain, principal: 10_000, feeBearer: 'provider' } as const;
    expect(orderTotal(of)).toBe(10_000);
    expect(split(of, 6000, false)).toEqual({ provider: 5400, fee: 600, authors: [], buyer: 4000 });
  });

  test('always adds up to the total, has no negative part, and rounds in the buyer’s favour', () => {
    fc.assert(
      fc.property(price, fc.double({ min: 0, max: 1, noNaN: true }), (of, share) => {
        const keep = Math.floor(of.principal * share);
        for (const isDeliveryKept of [true, false]) {
          const { provider, fee, authors, buyer } = split(of, keep, isDeliveryKept);
          expect(provider + fee + sumOf(authors) + buyer).toBe(orderTotal(of));
          expect(Math.min(provider, fee, buyer, ...authors)).toBeGreaterThanOrEqual(0);
        }
        const { fee } = split(of, keep, false);
        expect(fee).toBeLessThanOrEqual((keep * of.feePercent) / 100 + 1e-3);
      }),
      { numRuns: 2000 },
    );
  });

  test('a larger part for the provider never leaves the buyer more', () => {
    fc.assert(
      fc.property(price, fc.nat(), fc.nat(), (of, a, b) => {
        const [less, more] = [a % (of.principal + 1), b % (of.principal + 1)].toSorted((x, y) => x - y);
        const [small, large] = [split(of, less ?? 0, false), split(of, more ?? 0, false)];
        expect(large.buyer).toBeLessThanOrEqual(small.buyer);
        expect(large.provider).toBeGreaterThanOrEqual(small.provider);
        for (const [index, share] of large.authors.entries())
          expect(share).toBeGreaterThanOrEqual(small.authors[index] ?? 0);
      }),
    );
  });
});

describe('delivery and shares', () => {
  const of: Price = {
    principal: 10_000,
    feePercent: 10,
    feeBearer: 'buyer',
    deliveryPrice: 3500,
    shares: [1000, 333],
  };

  test('are in the total without our fee', () => {
    expect(orderTotal(of)).toBe(10_000 + 1000 + 3500 + 1333);
  });

  test.each([
    // k, delivery kept: provider, fee, authors, buyer
    [10_000, true, 13_500, 1000, [1000, 333], 0],
    [0, false, 0, 0, [0, 0], 15_833],
    [5000, true, 8500, 500, [500, 166], 6167],
    [5000, false, 5000, 500, [500, 166], 9667],
    [1, false, 1, 0, [0, 0], 15_832],
  ])('are split when %d is kept', (keep, isDeliveryKept, provider, fee, authors, buyer) => {
    expect(split(of, keep, isDeliveryKept)).toEqual({ provider, fee, authors, buyer });
  });

  test.each([
    ['a full release', 10_000, { wasSent: false }, true],
    ['a full refund', 0, { wasSent: true, bearer: 'buyer' }, false],
    ['a split of what was sent', 5000, { wasSent: true }, true],
    ['a split of what was never sent', 5000, { wasSent: false }, false],
    ['a ruling against the provider', 5000, { wasSent: true, bearer: 'provider' }, false],
    ['a ruling against the buyer', 5000, { wasSent: false, bearer: 'buyer' }, true],
  ] as const)('%s decides who bears the delivery', (_name, keep, how, isKept) => {
    expect(keepsDelivery(of, keep, how)).toBe(isKept);
  });
});

test('a service without a quote is priced from its own prices', () => {
  const none = { price: null, hourlyRate: null, pricePerUnit: null };
  expect(directLines({ ...none, price: 5000 }, 1)).toEqual([
    { code: 'base', count: 1, each: 5000, amount: 5000 },
  ]);
  expect(directLines({ ...none, price: 5000 }, 2)).toEqual([
    { code: 'base', count: 2, each: 5000, amount: 10_000 },
  ]);
  expect(directLines({ ...none, hourlyRate: 40_000 }, 3)).toEqual([
    { code: 'hours', count: 3, each: 40_000, amount: 120_000 },
  ]);
  expect(
    directLines({ price: 5000, hourlyRate: 1, pricePerUnit: 100 }, 3)?.map(({ amount }) => amount),
  ).toEqual([5000, 300]);
  expect(directLines(none, 1)).toBeNull();
  expect(directLines({ ...none, price: 0 }, 1)).toBeNull();
});

test('numbers of orders from the same millisecond differ', () => {
  expect(orderNumber('019b1234-5678-7abc-8def-0123456789ab')).toBe('GB-019B12345678-6789AB');
});

test('adding three months lands on the last day of a shorter month', () => {
  expect(addMonths(new Date('2026-11-30T01:00:00Z'), 3).toISOString()).toBe('2027-02-28T01:00:00.000Z');
  expect(addMonths(new Date('2026-01-15T01:00:00Z'), 3).toISOString()).toBe('2026-04-15T01:00:00.000Z');
});

test('a receipt counts the pieces of a quote, and of other lines what they are priced by', () => {
  expect(piecesOf({ code: 'quote', count: 1 }, { quantity: 3 })).toBe(3);
  expect(piecesOf({ code: 'base', count: 1 }, { quantity: 3 })).toBe(1);
  expect(piecesOf({ code: 'units', count: 3 }, { quantity: 3 })).toBe(3);
});
