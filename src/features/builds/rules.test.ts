import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countedBuilds, countedSince, lowerBound, rateOf, shownRate, type Counted } from './rules.ts';

const now = new Date('2026-12-24T00:00:00Z');
const dayMs = 24 * 60 * 60 * 1000;
const person = fc.constantFrom('maker', 'buyer', 'owner', 'other');
const builds: fc.Arbitrary<Counted[]> = fc
  .array(
    fc.record({
      source: fc.constantFrom('order' as const, 'make' as const),
      makerId: fc.option(person),
      forId: fc.option(person),
      ownerId: fc.option(person),
      worked: fc.boolean(),
      daysAgo: fc.integer({ min: -10, max: 800 }),
    }),
    { maxLength: 40 },
  )
  .map((list) =>
    list.map(({ daysAgo, ...build }, index) => ({
      ...build,
      id: String(index),
      builtAt: new Date(now.getTime() - daysAgo * dayMs),
    })),
  );

test('a rate never counts more than there is, whatever the order of builds', () => {
  fc.assert(
    fc.property(builds, fc.integer(), (list, seed) => {
      const { made, worked } = rateOf(list, now);
      expect(worked).toBeLessThanOrEqual(made);
      expect(made).toBeLessThanOrEqual(list.length);
      const shuffled = list.toSorted(
        (a, b) => ((Number(a.id) * 31 + seed) % 17) - ((Number(b.id) * 31 + seed) % 17),
      );
      expect(rateOf(shuffled, now)).toEqual({ made, worked });
    }),
  );
});

test('what counts is of the last 24 months, not the author’s own, and once a week for a pair', () => {
  fc.assert(
    fc.property(builds, (list) => {
      const counted = countedBuilds(list, now);
      const isOwn = ({ makerId, forId, ownerId }: Counted) =>
        ownerId !== null && [makerId, forId].includes(ownerId);
      const isRecent = ({ builtAt }: Counted) => builtAt > countedSince(now) && builtAt <= now;
      const otherOf = ({ source, forId, ownerId }: Counted) => (source === 'make' ? ownerId : forId);
      const pairOf = (build: Counted) => [build.makerId, otherOf(build)].toSorted().join();
      const isOfPair = (build: Counted) => build.makerId !== null && otherOf(build) !== null;
      expect(counted.filter((build) => isOwn(build) || !isRecent(build))).toEqual([]);
      const pairs = Map.groupBy(counted.filter(isOfPair), pairOf);
      const apart = (one: Counted, other: Counted) =>
        Math.abs(one.builtAt.getTime() - other.builtAt.getTime());
      const gaps = [...pairs.values()].flatMap((ofPair) =>
        ofPair.slice(1).map((build, index) => apart(build, ofPair[index]!)),
      );
      expect(Math.min(Infinity, ...gaps)).toBeGreaterThanOrEqual(7 * dayMs);
      // What is not counted has one of its pair within a week.
      const missing = list.filter(
        (build) =>
          !counted.includes(build) &&
          !isOwn(build) &&
          isRecent(build) &&
          !(isOfPair(build) && pairs.get(pairOf(build))?.some((one) => apart(one, build) < 7 * dayMs)),
      );
      expect(missing).toEqual([]);
    }),
  );
});

test('a rate is shown from the third build on', () => {
  expect(shownRate({ made: 2, worked: 2 })).toBeNull();
  expect(shownRate({ made: 3, worked: 0 })).toEqual({ made: 3, worked: 0 });
});

test('the lower bound lies below the rate, and rises with what worked and with the number', () => {
  const rate = fc
    .integer({ min: 1, max: 500 })
    .chain((made) => fc.record({ made: fc.constant(made), worked: fc.integer({ min: 0, max: made }) }));
  fc.assert(
    fc.property(rate, ({ made, worked }) => {
      const bound = lowerBound({ made, worked });
      expect(bound).toBeGreaterThanOrEqual(0);
      expect(bound).toBeLessThanOrEqual(worked / made + 1e-12);
      expect(lowerBound({ made: made + 1, worked: worked + 1 })).toBeGreaterThan(bound);
      expect(lowerBound({ made: made + 1, worked })).toBeLessThanOrEqual(bound + 1e-12);
    }),
  );
  expect(lowerBound({ made: 0, worked: 0 })).toBe(0);
  // As a table of the interval says.
  expect(lowerBound({ made: 41, worked: 39 })).toBeCloseTo(0.862, 2);
});
