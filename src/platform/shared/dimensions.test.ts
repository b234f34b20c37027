import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deviationOf, isWithin, roundMm } from './dimensions.ts';

test.each([
  [{ targetMm: 0.3, toleranceMm: 0.1 }, 0.2, true],
  [{ targetMm: 3.2, toleranceMm: 0.1 }, 3.3, true],
  [{ targetMm: 3.2, toleranceMm: 0.1 }, 3.301, false],
  [{ targetMm: 40, toleranceMm: 0.2 }, 39.79, false],
  [{ targetMm: 40, toleranceMm: 0.2 }, null, null],
])('%o measured as %s mm', (dimension, measured, within) => {
  expect(isWithin(dimension, measured)).toBe(within);
});

test('both ends of a tolerance belong to it, and a thousandth more does not', () => {
  const thousandths = (most: number) => fc.integer({ min: 1, max: most }).map((count) => count / 1000);
  fc.assert(
    fc.property(
      thousandths(10_000_000),
      thousandths(100_000),
      fc.constantFrom(1, -1),
      (target, tolerance, sign) => {
        const dimension = { targetMm: target, toleranceMm: tolerance };
        const end = roundMm(target + sign * tolerance);
        fc.pre(end > 0);
        expect(isWithin(dimension, end)).toBe(true);
        expect(isWithin(dimension, roundMm(end + sign * 0.001))).toBe(false);
        expect(deviationOf(dimension, end)).toBe(roundMm(sign * tolerance));
      },
    ),
  );
});
