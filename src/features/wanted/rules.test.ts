import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomRuns } from '#platform/shared/testing.ts';
import { standardWantedTerms } from '#platform/shared/wanted-terms.ts';
import {
  choicesOf,
  daysLeft,
  debtsOfLoss,
  demandOf,
  fittingMeasures,
  receivedOfAward,
  remindersDue,
  splitEqually,
  takeParts,
} from './rules.ts';

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
const amounts = fc.array(fc.integer({ min: 1, max: 5_000_000 }), { minLength: 1, maxLength: 10 });

describe('splitting', () => {
  test.each([
    [10_001, 2, [5001, 5000]],
    [1000, 3, [334, 333, 333]],
    [2, 3, [1, 1, 0]],
    [5000, 1, [5000]],
  ])('%i among %i', (amount, count, parts) => expect(splitEqually(amount, count)).toEqual(parts));

  test('parts add up and differ by a won at most', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 5_000_000 }),
        fc.integer({ min: 1, max: 10 }),
        (amount, count) => {
          const parts = splitEqually(amount, count);
          expect(sumOf(parts)).toBe(amount);
          expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
        },
      ),
      randomRuns(500),
    );
  });

  test('awards are taken from pledges so that both add up, with a pledge of each no more than once', () => {
    fc.assert(
      fc.property(amounts, amounts, (some, others) => {
        // The last of the side that has less takes what is missing.
        const missing = sumOf(some) - sumOf(others);
        const awards = [...some, ...(missing < 0 ? [-missing] : [])];
        const pledges = [...others, ...(missing > 0 ? [missing] : [])];
        const parts = takeParts(awards, pledges);
        for (const [index, amount] of awards.entries())
          expect(sumOf(parts.filter(({ award }) => award === index).map((part) => part.amount))).toBe(amount);
        for (const [index, amount] of pledges.entries())
          expect(sumOf(parts.filter(({ pledge }) => pledge === index).map((part) => part.amount))).toBe(
            amount,
          );
        expect(new Set(parts.map(({ award, pledge }) => `${award} ${pledge}`)).size).toBe(parts.length);
        expect(parts.every(({ amount }) => amount > 0)).toBe(true);
      }),
      randomRuns(500),
    );
  });

  test('more awards than pledges are an error', () => {
    expect(() => takeParts([3], [1, 1])).toThrow('less than');
  });
});

test('what receivers owe of a lost pledge is never more than they received', () => {
  fc.assert(
    fc.property(amounts, fc.constantFrom(0, 5, 10, 33.33), (awardAmounts, percent) => {
      const parts = awardAmounts.map((awardAmount) => ({
        amount: awardAmount,
        awardAmount,
        fee: receivedOfAward(awardAmount, percent).fee,
      }));
      const lost = sumOf(awardAmounts);
      const debts = debtsOfLoss(lost, parts);
      expect(sumOf(debts)).toBe(lost - sumOf(parts.map(({ fee }) => fee)));
      expect(debtsOfLoss(0, parts)).toEqual(parts.map(() => 0));
    }),
    randomRuns(300),
  );
});

test('reminders come when grace begins, on its 14th and its 27th day', () => {
  const until = new Date('2026-12-31T00:00:00Z');
  const onDay = (day: number) =>
    remindersDue(until, standardWantedTerms, new Date(until.getTime() - (30 - day) * 86_400_000));
  expect([0, 13.9, 14, 26.9, 27, 30].map(onDay)).toEqual([1, 1, 2, 2, 3, 3]);
});

test('days left are those of the calendar in Korea, without the last one', () => {
  const now = new Date('2026-12-01T00:00:00Z');
  const midnight = (day: string) => `${day}T00:00:00+09:00`;
  expect(daysLeft(midnight('2026-12-02'), now)).toBe(0);
  expect(daysLeft(midnight('2026-12-03'), now)).toBe(1);
  expect(daysLeft(midnight('2027-01-01'), new Date(midnight('2026-12-01')))).toBe(30);
  expect(daysLeft(midnight('2026-11-30'), now)).toBe(0);
});

describe('choices', () => {
  const asker = { isAsker: true, isGiver: true, hasAnswered: false };
  const other = { isAsker: false, isGiver: false, hasAnswered: false };
  test.each([
    ['pending', asker, false, ['withdraw']],
    ['open', asker, false, ['pledge', 'withdraw']],
    ['open', asker, true, ['pledge', 'give']],
    ['open', other, true, ['pledge', 'answer']],
    ['open', { ...other, isGiver: true }, true, ['pledge']],
    ['open', { ...other, hasAnswered: true }, true, ['answer']],
    ['grace', asker, true, ['give']],
    ['grace', { ...other, hasAnswered: true }, true, ['answer', 'object']],
    ['disputed', asker, true, ['give']],
    ['disputed', { ...other, hasAnswered: true }, true, ['object']],
    ['solved', asker, true, []],
    ['ended', asker, true, []],
    ['withdrawn', asker, false, []],
  ] as const)('while %s', (state, viewer, hasAnswers, expected) => {
    const can = choicesOf({ state, hasAnswers, ...viewer });
    expect(Object.entries(can).flatMap(([name, may]) => (may ? [name] : []))).toEqual(expected);
  });
});

describe('measures of a part', () => {
  test.each([
    [[42.3, 18.1, 6], [6.1, 42, 18], 3],
    [[42.3, 18.1, 6], [6.1, 80, 18], 2],
    [[10, 10], [10, 50, 4], 1],
    [[10, 10], [10.2, 9.9, 4], 2],
    [[200], [205.9, 1, 1], 1],
    [[200], [206.1, 1, 1], 0],
    [[], [1, 2, 3], 0],
  ] as const)('%j of %j: %i', (measures, size, count) =>
    expect(fittingMeasures(measures, [...size])).toBe(count),
  );

  test('a part fits itself, in whatever order it was measured, and never more than what was measured', () => {
    const side = fc.double({ min: 1, max: 1000, noNaN: true });
    fc.assert(
      fc.property(fc.tuple(side, side, side), fc.tuple(side, side, side), (size, other) => {
        expect(fittingMeasures(size.toReversed(), size)).toBe(3);
        expect(fittingMeasures(size.slice(0, 2), size)).toBe(2);
        expect(fittingMeasures(other, size)).toBeLessThanOrEqual(3);
      }),
      randomRuns(200),
    );
  });
});

describe('demand', () => {
  const at = (personId: string, district: string, city = 'seoul') => ({ personId, city, district });

  test('is counted by district from three people on, each once', () => {
    const three = ['a', 'b', 'c'].map((person) => at(person, 'jung'));
    expect(demandOf([...three, at('a', 'jung'), at('a', 'mapo'), at('b', 'mapo')])).toEqual([
      { city: 'seoul', district: 'jung', people: 3 },
    ]);
    // One person's many wishes tell nobody of them.
    expect(demandOf(Array.from({ length: 9 }, () => at('a', 'jung')))).toEqual([]);
    // The same district's name in two cities is two, and an unknown place is none.
    expect(demandOf([at('a', 'jung'), at('b', 'jung'), at('c', 'jung', 'busan')])).toEqual([]);
    expect(demandOf(['a', 'b', 'c'].map((person) => at(person, '', '')))).toEqual([]);
  });

  test('never tells of fewer than three', () => {
    const seeker = fc.record({
      personId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      city: fc.constantFrom('', 'seoul', 'busan'),
      district: fc.constantFrom('', 'jung', 'nam'),
    });
    fc.assert(
      fc.property(fc.array(seeker, { maxLength: 40 }), (seekers) => {
        const found = demandOf(seekers);
        for (const { city, district, people } of found) {
          expect(people).toBeGreaterThanOrEqual(3);
          const there = seekers.filter((each) => each.city === city && each.district === district);
          expect(new Set(there.map(({ personId }) => personId)).size).toBe(people);
        }
        expect(new Set(found.map((each) => `${each.city} ${each.district}`)).size).toBe(found.length);
      }),
      randomRuns(200),
    );
  });
});
