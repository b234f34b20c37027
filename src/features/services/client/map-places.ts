import { m } from '#i18n/generated/messages.js';
import { centreOf, districtCentres } from '../places.ts';
import { type Point, cities } from '../rules.ts';
import { districtNames } from './place-words.ts';
import { cityNames } from './words.ts';

/** Names on a map without tiles: well-known towns that are not searchable. */
export const towns: [() => string, Point][] = [
  [() => m['services.town.suwon'](), { lat: 37.2636, long: 127.0286 }],
  [() => m['services.town.chuncheon'](), { lat: 37.8813, long: 127.73 }],
  [() => m['services.town.gangneung'](), { lat: 37.7519, long: 128.8761 }],
  [() => m['services.town.cheongju'](), { lat: 36.6424, long: 127.489 }],
  [() => m['services.town.jeonju'](), { lat: 35.8242, long: 127.148 }],
  [() => m['services.town.mokpo'](), { lat: 34.8118, long: 126.3922 }],
  [() => m['services.town.pohang'](), { lat: 36.019, long: 129.3435 }],
  [() => m['services.town.changwon'](), { lat: 35.228, long: 128.6811 }],
  [() => m['services.town.jeju'](), { lat: 33.4996, long: 126.5312 }],
  [() => m['services.town.pyongyang'](), { lat: 39.0392, long: 125.7625 }],
  [() => m['services.town.tokyo'](), { lat: 35.6812, long: 139.7671 }],
  [() => m['services.town.nagoya'](), { lat: 35.1815, long: 136.9066 }],
  [() => m['services.town.osaka'](), { lat: 34.6937, long: 135.5023 }],
  [() => m['services.town.hiroshima'](), { lat: 34.3853, long: 132.4553 }],
  [() => m['services.town.fukuoka'](), { lat: 33.5902, long: 130.4017 }],
  [() => m['services.town.sendai'](), { lat: 38.2682, long: 140.8694 }],
  [() => m['services.town.sapporo'](), { lat: 43.0618, long: 141.3545 }],
];

export const largePlaces: [() => string, Point][] = [
  ...cities.map((city): [() => string, Point] => [cityNames[city], centreOf(city, undefined)]),
  ...towns,
];

export const smallPlaces: [() => string, Point][] = cities.flatMap((city) =>
  Object.entries(districtCentres[city]).map(([district, centre]): [() => string, Point] => [
    districtNames[district as keyof typeof districtNames],
    centre,
  ]),
);
