import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cellOf, distanceKm } from '../geo.ts';
import { coarsePlace, stableBlur } from './commands.ts';

const korea = fc.record({
  lat: fc.double({ min: 33.1, max: 38.5, noNaN: true }),
  long: fc.double({ min: 125.1, max: 129.5, noNaN: true }),
});
const person = fc.uuid();
const secret = 'a server key of tests';
const averageOf = (points: readonly { lat: number; long: number }[]) => ({
  lat: points.reduce((sum, { lat }) => sum + lat, 0) / points.length,
  long: points.reduce((sum, { long }) => sum + long, 0) / points.length,
});

describe('the public point of a place', () => {
  test('is one for all posts of a person from there: their average is no nearer than a single one', () => {
    fc.assert(
      fc.property(korea, person, (home, personId) => {
        const place = { address: '서울 중구 을지로 123', ...home };
        const posts = Array.from({ length: 1000 }, () => coarsePlace(place, { personId, secret }));
        const single = distanceKm(home, posts[0]!);
        // Sums of floating-point numbers are off by less than a millimetre.
        expect(distanceKm(home, averageOf(posts))).toBeGreaterThan(single - 1e-6);
      }),
      { numRuns: 20 },
    );
  });

  test('says nothing of where in its cell somebody is', () => {
    fc.assert(
      fc.property(korea, korea, person, (home, other, personId) => {
        const { middle, name } = cellOf(home);
        expect(cellOf(middle).name).toBe(name);
        // Another point of the same cell.
        const near = {
          lat: middle.lat + ((other.lat % 0.01) - 0.005) * 0.9,
          long: middle.long + ((other.long % 0.01) - 0.005) * 0.9,
        };
        expect(stableBlur(near, { personId, secret })).toEqual(stableBlur(home, { personId, secret }));
        expect(distanceKm(home, stableBlur(home, { personId, secret }))).toBeLessThan(1.4);
      }),
    );
  });

  test('is another one for another person, and cannot be computed without the key', () => {
    fc.assert(
      fc.property(korea, person, person, (home, one, two) => {
        fc.pre(one !== two);
        const blurred = stableBlur(home, { personId: one, secret });
        expect(stableBlur(home, { personId: two, secret })).not.toEqual(blurred);
        expect(stableBlur(home, { personId: one, secret: 'another key' })).not.toEqual(blurred);
      }),
    );
  });
});
