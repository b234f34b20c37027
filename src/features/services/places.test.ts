import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placeOf } from './coarse-place.ts';
import { asDistrict, centreOf, districtCentres, districtsOf } from './places.ts';
import { coarseCity, distanceKm } from './geo.ts';
import { seoul, cities, type City } from './rules.ts';

/** South, north, west and east limits of each city, islands included. */
const territories: Record<City, [number, number, number, number]> = {
  seoul: [37.42, 37.71, 126.76, 127.19],
  busan: [34.87, 35.4, 128.74, 129.32],
  incheon: [36.9, 37.84, 124.6, 126.8],
  daejeon: [36.18, 36.5, 127.24, 127.56],
  daegu: [35.6, 36.33, 128.34, 128.83],
  gwangju: [35.05, 35.26, 126.64, 127.02],
  ulsan: [35.31, 35.73, 128.96, 129.47],
  sejong: [36.4, 36.74, 127.12, 127.41],
};

const places = cities.flatMap((city) =>
  districtsOf(city).map((district) => ({ city, district, centre: centreOf(city, district) })),
);

describe('the table of places', () => {
  test('has all districts of Seoul (25) and Busan (16), and those of the other cities', () => {
    expect(cities.map((city) => districtsOf(city).length)).toEqual([25, 16, 10, 5, 9, 5, 5, 0]);
  });

  test.each(cities)('%s: its centre and those of its districts lie within it', (city) => {
    const [south, north, west, east] = territories[city];
    for (const { lat, long } of [centreOf(city, undefined), ...Object.values(districtCentres[city])]) {
      expect(lat).toBeGreaterThan(south);
      expect(lat).toBeLessThan(north);
      expect(long).toBeGreaterThan(west);
      expect(long).toBeLessThan(east);
    }
  });

  test('no two districts share a place', () => {
    for (const [index, one] of places.entries()) {
      for (const other of places.slice(index + 1)) {
        const what = `${one.city} ${one.district}, ${other.city} ${other.district}`;
        expect(distanceKm(one.centre, other.centre), what).toBeGreaterThan(0.8);
      }
    }
  });

  test('districts with the same name in two cities are different', () => {
    expect(distanceKm(centreOf('seoul', 'jung'), centreOf('busan', 'jung'))).toBeGreaterThan(300);
    expect(asDistrict('seoul', 'haeundae')).toBeUndefined();
    expect(asDistrict(undefined, 'jung')).toBeUndefined();
  });

  test('an unknown city counts as Seoul, an unknown district as its city', () => {
    expect(centreOf(undefined, undefined)).toEqual(seoul);
    expect(centreOf('atlantis', 'gangnam')).toEqual(seoul);
    expect(centreOf('toString', undefined)).toEqual(seoul);
    expect(centreOf('busan', 'nowhere')).toEqual(centreOf('busan', undefined));
    expect(centreOf('busan', 'constructor')).toEqual(centreOf('busan', undefined));
  });
});

describe('the name of a point', () => {
  test('the centre of a city with a bounding box lies in it', () => {
    for (const city of ['seoul', 'busan', 'incheon', 'gwangju', 'daegu', 'daejeon'] as const) {
      expect(coarseCity(centreOf(city, undefined))).toBe(city);
    }
    expect(coarseCity({ lat: 35.68, long: 139.76 })).toBeNull();
  });

  test.each([
    ['왕십리', { lat: 37.5612, long: 127.0385 }, { city: 'seoul', district: 'seongdong' }],
    ['해운대 해수욕장', { lat: 35.1587, long: 129.1604 }, { city: 'busan', district: 'haeundae' }],
    ['송도', { lat: 37.3925, long: 126.6394 }, { city: 'incheon', district: 'yeonsu' }],
    ['유성온천', { lat: 36.3537, long: 127.3414 }, { city: 'daejeon', district: 'yuseong' }],
    ['태화강역', { lat: 35.5395, long: 129.3539 }, { city: 'ulsan', district: 'nam' }],
    ['정부세종청사', { lat: 36.504, long: 127.265 }, { city: 'sejong', district: undefined }],
    ['도쿄', { lat: 35.68, long: 139.76 }, null],
    ['제주', { lat: 33.4996, long: 126.5312 }, null],
  ])('%s', (_name, point, place) => expect(placeOf(point)).toEqual(place));

  test('of a district’s own office is that district', () => {
    const inTheirBox = places.filter(({ city, centre }) => coarseCity(centre) === city);
    expect(inTheirBox.map(({ centre }) => placeOf(centre))).toEqual(
      inTheirBox.map(({ city, district }) => ({ city, district })),
    );
  });

  test('is returned without an error for any point of the earth', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -90, max: 90, noNaN: true }),
        fc.double({ min: -180, max: 180, noNaN: true }),
        (lat, long) => {
          const place = placeOf({ lat, long });
          expect(place === null || cities.includes(place.city)).toBe(true);
        },
      ),
    );
  });
});
