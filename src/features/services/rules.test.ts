import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  blurKm,
  blurPoint,
  boxesAround,
  distanceKm,
  geolocationMaximumAgeMs,
  geolocationTimeoutMs,
  roundPoint,
} from './geo.ts';
import { defaultRadiusKm, radiusesKm, seoul, sortPrice, unknownPrice, type Point, cities } from './rules.ts';

const korea = fc.record({
  lat: fc.double({ min: 33, max: 43, noNaN: true }),
  long: fc.double({ min: 124, max: 132, noNaN: true }),
});
const none = { isFreeService: false, pricing: '' };

describe('the price of the order "lowest first"', () => {
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
    ['with separators', { ...none, pricing: '개당 1,500원' }, 1500],
    ['with 만', { ...none, pricing: '3만원부터' }, 30_000],
    ['with 만 and 천', { ...none, pricing: '1만 5천원' }, 15_000],
    ['and unknown comes last', { ...none, pricing: '견적 문의' }, unknownPrice],
  ])('%s', (_name, service, price) => expect(sortPrice(service)).toBe(price));

  test('is an integer that fits a bigint, for any text', () => {
    fc.assert(
      fc.property(fc.string(), (pricing) => {
        const price = sortPrice({ ...none, pricing });
        expect(Number.isSafeInteger(price)).toBe(true);
        expect(price).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('the constants of docs/product.md, "Nearby"', () => {
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
  const anywhere = fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    long: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  const fraction = fc.double({ min: 0, max: 0.999999, noNaN: true });

  /** Vincenty's inverse solution on the same ellipsoid, precise to a millimetre where it converges. */
  function geodesicKm(a: Point, b: Point): number {
    const [major, flattening] = [6378.137, 1 / 298.257223563];
    const minor = major * (1 - flattening);
    const radians = (degrees: number) => (degrees * Math.PI) / 180;
    const long = radians(b.long - a.long);
    const [u, v] = [a, b].map(({ lat }) => Math.atan((1 - flattening) * Math.tan(radians(lat)))) as [
      number,
      number,
    ];
    let lambda = long;
    for (let round = 0; round < 200; round++) {
      const [sin, cos] = [Math.sin(lambda), Math.cos(lambda)];
      const sinSigma = Math.hypot(
        Math.cos(v) * sin,
        Math.cos(u) * Math.sin(v) - Math.sin(u) * Math.cos(v) * cos,
      );
      if (sinSigma === 0) return 0;
      const cosSigma = Math.sin(u) * Math.sin(v) + Math.cos(u) * Math.cos(v) * cos;
      const sigma = Math.atan2(sinSigma, cosSigma);
      const sinAlpha = (Math.cos(u) * Math.cos(v) * sin) / sinSigma;
      const cos2Alpha = 1 - sinAlpha ** 2;
      const middle = cos2Alpha === 0 ? 0 : cosSigma - (2 * Math.sin(u) * Math.sin(v)) / cos2Alpha;
      const c = (flattening / 16) * cos2Alpha * (4 + flattening * (4 - 3 * cos2Alpha));
      const next =
        long +
        (1 - c) *
          flattening *
          sinAlpha *
          (sigma + c * sinSigma * (middle + c * cosSigma * (2 * middle ** 2 - 1)));
      if (Math.abs(next - lambda) < 1e-12) {
        const square = (cos2Alpha * (major ** 2 - minor ** 2)) / minor ** 2;
        const big = 1 + (square / 16_384) * (4096 + square * (-768 + square * (320 - 175 * square)));
        const small = (square / 1024) * (256 + square * (-128 + square * (74 - 47 * square)));
        const delta =
          small *
          sinSigma *
          (middle +
            (small / 4) *
              (cosSigma * (2 * middle ** 2 - 1) -
                (small / 6) * middle * (4 * sinSigma ** 2 - 3) * (4 * middle ** 2 - 3)));
        return minor * big * (sigma - delta);
      }
      lambda = next;
    }
    throw new Error('did not converge');
  }

  test('distances are within 0.5% or 0.05 km of those along the ellipsoid, up to 500 km', () => {
    fc.assert(
      fc.property(anywhere, fraction, fraction, (from, angle, far) => {
        // Up to about 500 km in any direction; beyond the pole it comes down on the other side.
        const dLat = (far * 500 * Math.cos(angle * 2 * Math.PI)) / 111;
        const dLong =
          (far * 500 * Math.sin(angle * 2 * Math.PI)) /
          (111 * Math.max(0.05, Math.cos((from.lat * Math.PI) / 180)));
        const to = {
          lat: Math.max(-90, Math.min(90, from.lat + dLat)),
          long: ((from.long + dLong + 540) % 360) - 180,
        };
        const exact = geodesicKm(from, to);
        fc.pre(exact <= 1000);
        expect(Math.abs(distanceKm(from, to) - exact)).toBeLessThanOrEqual(Math.max(0.05, exact * 0.005));
      }),
      { numRuns: 2000 },
    );
  });

  test('distances are right across the date line and over the pole', () => {
    expect(distanceKm({ lat: 0, long: 179.95 }, { lat: 0, long: -179.95 })).toBeCloseTo(11.13, 1);
    expect(distanceKm({ lat: 89.9, long: 0 }, { lat: 89.9, long: 180 })).toBeCloseTo(22.34, 1);
  });

  test('the boxes contain everything within their radius, and are never inverted', () => {
    fc.assert(
      fc.property(
        anywhere,
        anywhere,
        fraction,
        fc.integer({ min: 0, max: 500 }),
        (centre, other, near, km) => {
          const boxes = boxesAround(centre, km);
          for (const box of boxes) {
            expect(box.south).toBeLessThanOrEqual(box.north);
            expect(box.west).toBeLessThanOrEqual(box.east);
          }
          // A point between the two, which is often close enough to matter.
          const point = {
            lat: centre.lat + (other.lat - centre.lat) * near ** 4,
            long: centre.long + (other.long - centre.long) * near ** 4,
          };
          const inside = boxes.some(
            (box) =>
              point.lat >= box.south - 1e-9 &&
              point.lat <= box.north + 1e-9 &&
              point.long >= box.west - 1e-9 &&
              point.long <= box.east + 1e-9,
          );
          expect(inside || distanceKm(centre, point) > km).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('points of requests are rounded to about 100 m', () => {
    expect(roundPoint({ lat: 37.566_534_9, long: 126.977_966_1 })).toEqual({ lat: 37.567, long: 126.978 });
  });

  test('a blurred point is near, and never at the door', () => {
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
