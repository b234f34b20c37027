import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { m } from '#i18n/generated/messages.js';
import { randomRuns } from '#platform/shared/testing.ts';
import { distanceKm } from '../geo.ts';
import { centreOf } from '../places.ts';
import { cities } from '../rules.ts';
import { neighbourhoodOf, tableNames } from './address-table.ts';
import { cityName, findInGazetteer, findPlaceNames } from './gazetteer.ts';
import { measuredRoads, neighbourhoodPoints } from './known-points.ts';

const one = (address: string) => findInGazetteer(address)[0];

describe('an address in our own table', () => {
  test.each([
    ['성수동', '서울 성동구 성수동', 'neighbourhood'],
    ['서울 성수동2가 300-1', '서울 성동구 성수동2가', 'neighbourhood'],
    ['서울특별시 성동구 성수2가3동', '서울 성동구 성수2가3동', 'neighbourhood'],
    ['서울 성동구 성수이로 20', '서울 성동구 성수이로 20', 'road'],
    ['성수이로20길 16', '서울 성동구 성수이로 20', 'road'],
    ['서울 중구 세종대로 110', '서울 중구 세종대로 110', 'road'],
    ['서울 종로구 세종대로 175 (세종로)', '서울 종로구 세종대로 175', 'road'],
    ['서울 강남구 신사동', '서울 강남구 신사동', 'neighbourhood'],
    ['서울 은평구 신사동', '서울 은평구 신사동', 'district'],
    ['을지로3가', '서울 중구 을지로3가', 'neighbourhood'],
    ['부산 전포동', '부산 부산진구 전포동', 'neighbourhood'],
    ['인천광역시 연수구 송도과학로 일대 (송도동)', '인천 연수구 송도동', 'neighbourhood'],
    ['대전 유성구 전민동', '대전 유성구 전민동', 'district'],
    ['서울 강남구', '서울 강남구', 'district'],
    ['부산', '부산', 'city'],
    ['Seongdong-gu, Seoul', 'Seongdong-gu, Seoul', 'district'],
  ])('%s is %s (%s)', (address, found, precision) => {
    expect(one(address)).toMatchObject({ address: found, precision });
  });

  test.each([
    '신사동',
    '중앙동',
    '경기도 성남시 분당구 삼성동',
    '경기 성남시 성수동',
    '어딘가',
    '동',
    '로',
    'toString',
    '',
  ])('‘%s’ is not guessed', (address) => expect(findInGazetteer(address)).toEqual([]));

  test('성수이로 20 lies within 300 m of its place, and each number of a road near its neighbour', () => {
    // Between the market at number 32 and the river.
    expect(distanceKm(one('서울 성동구 성수이로 20')!, { lat: 37.53686, long: 127.05414 })).toBeLessThan(0.3);
    for (const { name, numbers } of measuredRoads) {
      const [[first], [last]] = numbers;
      for (let number = first; number < last; number += 2) {
        const [here, there] = [one(`서울 ${name} ${number}`)!, one(`서울 ${name} ${number + 2}`)!];
        expect(here.precision, `${name} ${number}`).toBe('road');
        expect(distanceKm(here, there)).toBeLessThan(0.03);
      }
    }
  });

  test('far beyond the known numbers of a road the district is all that is told', () => {
    expect(one('서울 성동구 성수이로 900')).toMatchObject({
      address: '서울 성동구 성수이로',
      precision: 'district',
    });
  });

  test('a service in a neighbourhood is in its district', () => {
    const elsewhere = { lat: 35, long: 135 };
    expect(findPlaceNames('서울 성수동2가 1', elsewhere)).toEqual({ city: 'seoul', district: 'seongdong' });
    expect(findPlaceNames('성수동 어딘가', elsewhere)).toEqual({ city: '', district: '' });
  });
});

describe('the table', () => {
  test('names only districts that exist, each neighbourhood once in its district', () => {
    expect(tableNames.unknownDistricts).toEqual([]);
    for (const [name, areas] of tableNames.neighbourhoods) {
      const places = areas.map(({ city, district }) => `${city} ${district}`);
      expect(new Set(places).size, name).toBe(places.length);
    }
  });

  test('finds each neighbourhood and road by its name in its district', () => {
    for (const [name, areas] of [...tableNames.neighbourhoods, ...tableNames.roads]) {
      for (const { city, district } of areas) {
        const isRoad = tableNames.roads.some(([road]) => road === name);
        const address = `${cityName(city)} ${m[`services.district.${district}`]({}, { locale: 'ko' })} ${isRoad ? name : `${name}동`}`;
        expect(findPlaceNames(address, { lat: 0.1, long: 0.1 }), address).toEqual({ city, district });
        expect(one(address), address).toBeDefined();
      }
    }
  });

  test('has points near the office of their district', () => {
    for (const city of cities) {
      for (const [district, points] of Object.entries(neighbourhoodPoints[city] ?? {})) {
        for (const [name, [lat, long]] of Object.entries(points)) {
          expect(neighbourhoodOf(`${name}동`) ?? neighbourhoodOf(`${name}1가`), name).toBe(name);
          expect(distanceKm({ lat, long }, centreOf(city, district)), name).toBeLessThan(6.5);
        }
      }
    }
  });

  test('never throws, and never finds a place outside Korea', () => {
    const words = [
      ...tableNames.neighbourhoods.map(([name]) => `${name}동`),
      ...tableNames.roads.map(([name]) => name),
      ...cities.map((city) => cityName(city)),
    ];
    const word = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom(...words),
      fc.nat(5000).map(String),
      fc.tuple(fc.constantFrom(...words), fc.nat(99)).map(([name, number]) => `${name}${number}길`),
    );
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 6 }),
        fc.constantFrom(' ', ', ', '', ' ('),
        (parts, between) => {
          for (const { lat, long } of findInGazetteer(parts.join(between))) {
            expect(lat).toBeGreaterThan(33);
            expect(lat).toBeLessThan(38.7);
            expect(long).toBeGreaterThan(124.5);
            expect(long).toBeLessThan(131);
          }
        },
      ),
      randomRuns(300),
    );
  });
});
