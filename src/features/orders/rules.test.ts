import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderNumber } from '#platform/shared/order-number.ts';
import { addMonths, directLines, split, type Price } from './rules.ts';
import { totalOf } from '#platform/shared/fee.ts';

const price: fc.Arbitrary<Price> = fc.record({
  principal: fc.integer({ min: 1, max: 1_000_000_000_000 }),
  feePercent: fc.integer({ min: 0, max: 3000 }).map((hundredths) => hundredths / 100),
  feeBearer: fc.constantFrom('buyer', 'provider'),
});

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
    expect(split({ principal, feePercent: 10, feeBearer: 'buyer' }, keep)).toEqual({ provider, fee, buyer });
  });

  test('a provider who bears the fee receives less, and the buyer pays no more than the price', () => {
    expect(totalOf({ principal: 10_000, feePercent: 10, feeBearer: 'provider' })).toBe(10_000);
    expect(split({ principal: 10_000, feePercent: 10, feeBearer: 'provider' }, 6000)).toEqual({
      provider: 5400,
      fee: 600,
      buyer: 4000,
    });
  });

  test('always adds up to the total, has no negative part, and rounds in the buyer’s favour', () => {
    fc.assert(
      fc.property(price, fc.double({ min: 0, max: 1, noNaN: true }), (of, share) => {
        const keep = Math.floor(of.principal * share);
        const { provider, fee, buyer } = split(of, keep);
        expect(provider + fee + buyer).toBe(totalOf(of));
        expect(Math.min(provider, fee, buyer)).toBeGreaterThanOrEqual(0);
        expect(fee).toBeLessThanOrEqual((keep * of.feePercent) / 100 + 1e-3);
      }),
      { numRuns: 2000 },
    );
  });

  test('a larger part for the provider never leaves the buyer more', () => {
    fc.assert(
      fc.property(price, fc.nat(), fc.nat(), (of, a, b) => {
        const [less, more] = [a % (of.principal + 1), b % (of.principal + 1)].toSorted((x, y) => x - y);
        expect(split(of, more ?? 0).buyer).toBeLessThanOrEqual(split(of, less ?? 0).buyer);
        expect(split(of, more ?? 0).provider).toBeGreaterThanOrEqual(split(of, less ?? 0).provider);
      }),
    );
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
