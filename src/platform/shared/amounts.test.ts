import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divide, maxTotal } from './amounts.ts';

test('an amount is divided by weights, and what rounding leaves goes to those that lost most', () => {
  expect(divide(100, [1, 1, 1])).toEqual([34, 33, 33]);
  expect(divide(3000, [45_000, 30_000, 21_600])).toEqual([1397, 932, 671]);
  expect(divide(1, [1, 5, 1])).toEqual([0, 1, 0]);
  expect(divide(5, [0, 0])).toEqual([0, 0]);
  expect(divide(5, [])).toEqual([]);
});

test('parts add up to the amount, and none is off by a whole won', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: maxTotal }),
      fc.array(fc.integer({ min: 0, max: maxTotal }), { minLength: 1, maxLength: 6 }),
      (amount, weights) => {
        const whole = weights.reduce((sum, weight) => sum + weight, 0);
        const parts = divide(amount, weights);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(whole === 0 ? 0 : amount);
        for (const [index, part] of parts.entries()) {
          const exact = whole === 0 ? 0 : (amount * (weights[index] ?? 0)) / whole;
          expect(Math.abs(part - exact)).toBeLessThan(1 + exact * 1e-12);
        }
      },
    ),
  );
});
