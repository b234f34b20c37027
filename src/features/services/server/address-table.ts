/** Neighbourhoods and roads of addresses in our own table. Pure. */

import { centreOf, districtsOf, type District } from '../places.ts';
import { cities, type City, type Point } from '../rules.ts';
import { beyondNumbers, measuredRoads, neighbourhoodPoints } from './known-points.ts';
import { neighbourhoodNames, roadNames } from './neighbourhoods.ts';

/** How near a point is: on the road at about that number, in that neighbourhood, or only in that district or city. */
type TablePrecision = 'road' | 'neighbourhood' | 'district' | 'city';

/** What an address names beyond its city; `part` is the neighbourhood or road as it is written. */
export type TableEntry = {
  city: City;
  district: District;
  part: string;
  point: Point;
  precision: TablePrecision;
};

type Area = { city: City; district: District };

/** Provinces without a city of the table. */
const otherProvinces = [
  '경기',
  '강원',
  '충청',
  '충북',
  '충남',
  '전라',
  '전북',
  '전남',
  '경상',
  '경북',
  '경남',
  '제주',
];

const endings = ['동', '본동', '가동', '가제동', '제동', '동가', '가', '읍', '면'];

function areasByName(names: Partial<Record<City, Record<string, string>>>): Map<string, Area[]> {
  const areas = new Map<string, Area[]>();
  for (const city of cities) {
    for (const [district, words] of Object.entries(names[city] ?? {})) {
      for (const word of words.split(' ')) {
        areas.set(word, [...(areas.get(word) ?? []), { city, district: district as District }]);
      }
    }
  }
  return areas;
}

const neighbourhoods = areasByName(neighbourhoodNames);
const roads = areasByName(roadNames);
const measured = new Map(measuredRoads.map((road) => [road.name, road]));

/** Returns the neighbourhood that a word names, without 동 and numbers: 성수 of 성수동, 성수동2가 and 성수2가3동. */
export function neighbourhoodOf(word: string): string | undefined {
  const plain = word.replaceAll(/[\d.·,]/g, '');
  return endings
    .filter((ending) => plain.endsWith(ending) && (ending !== '가' || plain !== word))
    .map((ending) => plain.slice(0, -ending.length))
    .find((name) => neighbourhoods.has(name));
}

/** Returns the longest road of the table that a word begins with, and the number after it, in the same word or the next. */
function roadOf(
  word: string,
  next: string | undefined,
): { name: string; number: number | undefined } | undefined {
  for (let length = Math.min(word.length, 12); length > 1; length -= 1) {
    const name = word.slice(0, length);
    const rest = word.slice(length);
    if ((roads.has(name) || measured.has(name)) && /^(?:\d{1,4}(?:번|[가-힣]?길|-|$)|$)/.test(rest)) {
      const digits = /^\d{1,4}(?!\d)/.exec(rest === '' ? (next ?? '') : rest)?.[0];
      return { name, number: digits === undefined ? undefined : Number(digits) };
    }
  }
  return undefined;
}

/** Returns the place of a number on a measured road; undefined too far beyond what is known of it. */
function pointOnRoad(name: string, number: number | undefined): Point | undefined {
  const road = measured.get(name);
  if (!road || number === undefined) return undefined;
  const [[first, ...from], [last, ...to]] = road.numbers;
  if (number < first - beyondNumbers || number > last + beyondNumbers) return undefined;
  const part = (number - first) / (last - first);
  const between = (a: number, b: number) => Math.round((a + (b - a) * part) * 1e5) / 1e5;
  return { lat: between(from[0], to[0]), long: between(from[1], to[1]) };
}

function areasOfRoad({ name, number = 0 }: { name: string; number: number | undefined }): Area[] {
  const road = measured.get(name);
  if (!road) return roads.get(name) ?? [];
  const district = road.districts.findLast(([from]) => number >= from)?.[1] ?? road.districts[0]?.[1];
  return district === undefined ? [] : [{ city: road.city, district: district as District }];
}

/**
 * Finds the neighbourhood or road in a Korean address, in the city and district that it names, if it names any. Null where
 * it names none of the table, or one that is in several districts.
 */
export function findInTable(
  address: string,
  named: { city?: City | undefined; district?: District | undefined; districtName(area: Area): string },
): TableEntry | null {
  const words = address
    .normalize('NFC')
    .split(/[\s(),]+/)
    .filter(Boolean);
  if (named.city === undefined && otherProvinces.some((province) => words[0]?.startsWith(province)))
    return null;
  const road = words.map((word, index) => roadOf(word, words[index + 1])).find((each) => each !== undefined);
  const neighbourhood = words.map((word) => neighbourhoodOf(word)).find((each) => each !== undefined);
  const isPossible = (area: Area) =>
    (named.city ?? area.city) === area.city &&
    (named.district ?? area.district) === area.district &&
    // A district that is not this one, such as 분당구.
    words.every((word) => !/^[가-힣]{2,6}[시군구]$/.test(word) || isNameOf(area, word, named));
  const ofRoad = (road ? areasOfRoad(road) : []).filter(isPossible);
  const ofNeighbourhood = (neighbourhoods.get(neighbourhood ?? '') ?? []).filter(isPossible);
  const both = ofRoad.filter((one) => ofNeighbourhood.some((other) => isSame(one, other)));
  const areas = both.length > 0 ? both : ofNeighbourhood.length > 0 ? ofNeighbourhood : ofRoad;
  const [area] = areas;
  if (!area || areas.length > 1) return null;
  const onRoad =
    road && ofRoad.some((each) => isSame(each, area)) ? pointOnRoad(road.name, road.number) : undefined;
  const known = neighbourhoodPoints[area.city]?.[area.district]?.[neighbourhood ?? ''];
  if (road && onRoad)
    return { ...area, part: `${road.name} ${road.number}`, point: onRoad, precision: 'road' };
  const part = words.find((word) => neighbourhoodOf(word) !== undefined) ?? road?.name ?? '';
  return known
    ? { ...area, part, point: { lat: known[0], long: known[1] }, precision: 'neighbourhood' }
    : { ...area, part, point: centreOf(area.city, area.district), precision: 'district' };
}

const isSame = (one: Area, other: Area) => one.city === other.city && one.district === other.district;

function isNameOf(area: Area, word: string, named: { districtName(area: Area): string }): boolean {
  // 서울시 names the city, which was looked at before; 성동구 the district.
  return word === named.districtName(area) || /^(?:서울|부산|인천|대전|대구|광주|울산|세종)/.test(word);
}

/** All entries, for tests: each neighbourhood and road with its areas. */
export const tableNames = {
  neighbourhoods: [...neighbourhoods],
  roads: [
    ...roads,
    ...measuredRoads.map(({ name }): [string, Area[]] => [name, areasOfRoad({ name, number: undefined })]),
  ],
  unknownDistricts: [...neighbourhoods.values(), ...roads.values()]
    .flat()
    .filter(({ city, district }) => !districtsOf(city).includes(district)),
};
