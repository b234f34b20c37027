import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  blurKm,
  blurPoint,
  boxAround,
  centreOf,
  cities,
  coarseCity,
  defaultRadiusKm,
  distanceKm,
  districtsOf,
  geolocationMaximumAgeMs,
  geolocationTimeoutMs,
  radiusesKm,
  seoul,
  sortPrice,
  unknownPrice,
} from './rules.ts';

const korea = fc.record({
  lat: fc.double({ min: 33, max: 43, noNaN: true }),
  long: fc.double({ min: 124, max: 132, noNaN: true }),
});
const none = { isFreeService: false, pricing: '' };

describe('the price that "lowest first" goes by', () => {
  test.each([
    ['is 0 for a free service', { ...none, isFreeService: true, hourlyRate: 50_000 }, 0],
    ['is 0 where the words say free', { ...none, pricing: '재료비만 받고 무료', price: 3000 }, 0],
    ['is 0 where English says so', { ...none, pricing: 'Free for students' }, 0],
    ['is 0 where Japanese says so', { ...none, pricing: '初回無料' }, 0],
    ['is not 0 for a word that only holds it', { ...none, pricing: 'freelance, 40,000' }, 40_000],
    ['is the hourly rate first', { ...none, hourlyRate: 50_000, pricePerUnit: 2000, price: 1 }, 50_000],
    ['then the price of a unit', { ...none, hourlyRate: null, pricePerUnit: 2000, price: 1 }, 2000],
    ['then the price', { ...none, pricing: '99원', price: 30_000 }, 30_000],
    ['then the first number of the words', { ...none, pricing: '10g당 2,000원 (후가공 별도)' }, 10],
    ['and unknown comes last', { ...none, pricing: '견적 문의' }, unknownPrice],
  ])('%s', (_name, service, price) => expect(sortPrice(service)).toBe(price));

  test('is a whole number that a bigint holds, whatever the words', () => {
    fc.assert(
      fc.property(fc.string(), (pricing) => {
        const price = sortPrice({ ...none, pricing });
        expect(Number.isSafeInteger(price)).toBe(true);
        expect(price).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('the constants of the specification', () => {
  test('search radius options 5, 10, 20, 50 km (default 10)', () => {
    expect([radiusesKm, defaultRadiusKm]).toEqual([[5, 10, 20, 50], 10]);
  });

  test('geolocation timeout 8000 ms, maximum age 30000 ms, fallback Seoul (37.5665, 126.978)', () => {
    expect([geolocationTimeoutMs, geolocationMaximumAgeMs]).toEqual([8000, 30_000]);
    expect(seoul).toEqual({ lat: 37.5665, long: 126.978 });
  });

  test('cities: Seoul, Busan, Incheon, Daejeon, Daegu, Gwangju, Ulsan, Sejong', () => {
    expect(cities).toEqual(['seoul', 'busan', 'incheon', 'daejeon', 'daegu', 'gwangju', 'ulsan', 'sejong']);
  });
});

describe('places', () => {
  test('an unknown city or district counts as Seoul', () => {
    expect(centreOf(undefined, undefined)).toEqual(seoul);
    expect(centreOf('atlantis', undefined)).toEqual(seoul);
    expect(centreOf('busan', 'nowhere')).toEqual(centreOf('busan', undefined));
  });

  test('Seoul offers eight districts, Busan three, the others none', () => {
    expect(cities.map((city) => districtsOf(city).length)).toEqual([8, 3, 0, 0, 0, 0, 0, 0]);
  });

  test('the coarse boxes know the middle of their city and nothing far away', () => {
    for (const city of ['seoul', 'busan', 'incheon', 'gwangju', 'daegu', 'daejeon'] as const) {
      expect(coarseCity(centreOf(city, undefined))).toBe(city);
    }
    expect(coarseCity({ lat: 35.68, long: 139.76 })).toBeNull();
  });

  test('a box holds everything within its radius', () => {
    const fraction = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(korea, fraction, fraction, fc.integer({ min: 1, max: 100 }), (centre, x, y, km) => {
        const box = boxAround(centre, km);
        // Somewhere in a wider box: what is near must be in the narrower one.
        const wide = boxAround(centre, km * 1.2);
        const point = {
          lat: wide.south + x * (wide.north - wide.south),
          long: wide.west + y * (wide.east - wide.west),
        };
        const inside =
          point.lat >= box.south &&
          point.lat <= box.north &&
          point.long >= box.west &&
          point.long <= box.east;
        expect(inside || distanceKm(centre, point) > km).toBe(true);
      }),
    );
  });

  test('a blurred point is near, and never at the door', () => {
    const fraction = fc.double({ min: 0, max: 0.999999, noNaN: true });
    fc.assert(
      fc.property(korea, fraction, fraction, (point, angle, far) => {
        const numbers = [angle, far];
        const km = distanceKm(
          point,
          blurPoint(point, () => numbers.shift() ?? 0),
        );
        expect(km).toBeGreaterThan(blurKm.least * 0.95);
        expect(km).toBeLessThan(blurKm.most * 1.05);
      }),
    );
  });
});
