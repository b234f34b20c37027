/** Geography: cities, distances and coarse names of points. Not loaded by the home page. */

import type { City, Point } from './rules.ts';

export const geolocationTimeoutMs = 8000;
export const geolocationMaximumAgeMs = 30_000;

/** Bounding boxes of the large cities, which name a point without asking a service. */
const cityBoxes: [City, { south: number; north: number; west: number; east: number }][] = [
  ['seoul', { south: 37.42, north: 37.7, west: 126.76, east: 127.18 }],
  ['busan', { south: 34.98, north: 35.4, west: 128.75, east: 129.32 }],
  ['incheon', { south: 37.33, north: 37.62, west: 126.35, east: 126.76 }],
  ['gwangju', { south: 35.05, north: 35.27, west: 126.64, east: 127.02 }],
  ['daegu', { south: 35.6, north: 36.02, west: 128.35, east: 128.77 }],
  ['daejeon', { south: 36.18, north: 36.5, west: 127.24, east: 127.56 }],
];

/** Returns the bounding box of a city; smaller cities have none. */
export function boxOfCity(city: City) {
  return cityBoxes.find(([name]) => name === city)?.[1];
}

/** Returns the city whose box contains a point; null means "my current location". */
export function coarseCity({ lat, long }: Point): City | null {
  return (
    cityBoxes.find(
      ([, box]) => lat >= box.south && lat <= box.north && long >= box.west && long <= box.east,
    )?.[0] ?? null
  );
}

function roundTo(stepsPerDegree: number, { lat, long }: Point): Point {
  const round = (degrees: number) => Math.round(degrees * stepsPerDegree) / stepsPerDegree;
  return { lat: round(lat), long: round(long) };
}

/** Rounds a point to about 100 m, which is precise enough for a search and protects the searcher. */
export function roundPoint(point: Point): Point {
  return roundTo(1000, point);
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** GPS ellipsoid: equatorial radius in km, and the square of its eccentricity. */
export const ellipsoid = { km: 6378.137, eccentricity: 0.00669437999 };
/** Radius that converts chords to arcs; an approximation is precise enough for that. */
export const arcKm = 6371;

/** Returns a point in space, in km from the earth's centre. */
export function inSpace({ lat, long }: Point): { x: number; y: number; z: number } {
  const [sin, cos] = [Math.sin(radians(lat)), Math.cos(radians(lat))];
  const normal = ellipsoid.km / Math.sqrt(1 - ellipsoid.eccentricity * sin * sin);
  return {
    x: normal * cos * Math.cos(radians(long)),
    y: normal * cos * Math.sin(radians(long)),
    z: normal * (1 - ellipsoid.eccentricity) * sin,
  };
}

/**
 * Returns the distance in km along the ground. The chord through the ellipsoid is exact everywhere, including at the
 * poles and across the date line; the arc over it is off by less than 0.1% up to 1,000 km.
 */
export function distanceKm(a: Point, b: Point): number {
  const [from, to] = [inSpace(a), inSpace(b)];
  const chord = Math.hypot(from.x - to.x, from.y - to.y, from.z - to.z);
  return 2 * arcKm * Math.asin(Math.min(1, chord / (2 * arcKm)));
}

type Box = { south: number; north: number; west: number; east: number };

/** Returns boxes that contain everything within the radius, for an index scan; two across the date line. */
export function boxesAround({ lat, long }: Point, km: number): Box[] {
  // Slightly less than the length of a degree, because a box must not be too small; meridians converge towards the
  // poles.
  const dLat = km / 110.5;
  const [south, north] = [Math.max(-90, lat - dLat), Math.min(90, lat + dLat)];
  const farthest = Math.max(Math.abs(south), Math.abs(north));
  const dLong = farthest >= 89 ? 180 : km / (110.5 * Math.cos(radians(farthest)));
  if (dLong >= 180) return [{ south, north, west: -180, east: 180 }];
  const [west, east] = [long - dLong, long + dLong];
  if (west < -180) {
    return [
      { south, north, west: west + 360, east: 180 },
      { south, north, west: -180, east },
    ];
  }
  if (east > 180) {
    return [
      { south, north, west, east: 180 },
      { south, north, west: -180, east: east - 360 },
    ];
  }
  return [{ south, north, west, east }];
}

/**
 * Distance in km by which a point is blurred: near enough to be useful, without revealing the door. It is counted from the
 * true place of a service, and from the middle of the cell where only cells are blurred.
 */
export const blurKm = { least: 0.25, most: 0.55 };

/** Side in degrees of the cells whose points share one public point: about a kilometre. */
const cellDegrees = 0.01;

/**
 * Returns the middle of a point's cell, and the name of the cell. Where only cells are blurred, points of one person and
 * cell have one public point, and the average of many tells no more than one of them.
 */
export function cellOf({ lat, long }: Point): { name: string; middle: Point } {
  const [row, column] = [Math.round(lat / cellDegrees), Math.round(long / cellDegrees)];
  return { name: `${row} ${column}`, middle: { lat: row * cellDegrees, long: column * cellDegrees } };
}

/**
 * Moves a point in a random direction by a random distance; `random` returns two numbers in [0, 1). Rounded to about
 * a metre: lists carry these points, and more digits would be meaningless.
 */
export function blurPoint({ lat, long }: Point, random: () => number): Point {
  const angle = random() * 2 * Math.PI;
  const km = blurKm.least + random() * (blurKm.most - blurKm.least);
  return roundTo(100_000, {
    lat: lat + (km * Math.cos(angle)) / 111.2,
    long: long + (km * Math.sin(angle)) / (111.2 * Math.max(0.01, Math.cos(radians(lat)))),
  });
}
