import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { standardSettings } from '#platform/shared/settings.ts';
import { dayOfMonth, isWithdrawable, nextDueOn, tierOf, tiers } from './rules.ts';

const amounts = standardSettings.sponsorTiers;
const day = fc
  .date({ min: new Date('2024-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('tiers', () => {
  test.each([
    [2999, null],
    [3000, 'screw'],
    [9999, 'screw'],
    [10_000, 'gear'],
    [30_000, 'motor'],
    [99_999, 'motor'],
    [5_000_000, 'bench'],
  ])('%d is %s', (amount, tier) => {
    expect(tierOf(amount, amounts)).toBe(tier);
  });

  test('a larger amount is never in a lower tier', () => {
    fc.assert(
      fc.property(fc.nat(5_000_000), fc.nat(5_000_000), (amount, more) => {
        const rank = (of: number) => {
          const tier = tierOf(of, amounts);
          return tier === null ? -1 : tiers.indexOf(tier);
        };
        expect(rank(amount + more)).toBeGreaterThanOrEqual(rank(amount));
      }),
    );
  });
});

describe('the due day', () => {
  test.each([
    [31, '2026-01-31', '2026-02-28'],
    [31, '2026-02-28', '2026-03-31'],
    [31, '2028-02-01', '2028-02-29'],
    [30, '2026-12-30', '2027-01-30'],
    [1, '2026-11-30', '2026-12-01'],
    [15, '2026-11-14', '2026-11-15'],
  ])('for day %d after %s is %s', (anchor, today, next) => {
    expect(nextDueOn(anchor, today)).toBe(next);
  });

  test('comes within a month, later than today, on the anchor or the last day of a shorter month', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 31 }), day, (anchor, today) => {
        const next = nextDueOn(anchor, today);
        expect(next > today).toBe(true);
        expect(Date.parse(next) - Date.parse(today)).toBeLessThanOrEqual(31 * 24 * 60 * 60_000);
        const tomorrow = new Date(Date.parse(next) + 24 * 60 * 60_000).toISOString().slice(0, 10);
        expect(dayOfMonth(next) === anchor || (dayOfMonth(next) < anchor && dayOfMonth(tomorrow) === 1)).toBe(
          true,
        );
      }),
    );
  });

  test('does not drift: a year has twelve of them, even after a short month', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 31 }), day, (anchor, start) => {
        let at = nextDueOn(anchor, start);
        const first = at;
        for (let month = 0; month < 12; month += 1) at = nextDueOn(anchor, at);
        expect(at.slice(0, 4)).toBe(String(Number(first.slice(0, 4)) + 1));
        expect(at.slice(5, 7)).toBe(first.slice(5, 7));
      }),
    );
  });
});

test('a payment can be withdrawn while it is held, and not after it was used', () => {
  const heldUntil = new Date('2026-11-30T00:00:00Z');
  const paid = { state: 'paid', heldUntil, usedAt: null };
  const before = new Date(heldUntil.getTime() - 1);
  expect(isWithdrawable(paid, before)).toBe(true);
  expect(isWithdrawable(paid, heldUntil)).toBe(false);
  expect(isWithdrawable({ ...paid, usedAt: before }, before)).toBe(false);
  expect(isWithdrawable({ ...paid, state: 'kept' }, before)).toBe(false);
});
