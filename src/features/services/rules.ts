/** Pure rules of services; safe for both sides. */

export const serviceTypes = [
  '3d_printing',
  'electronics',
  'woodworking',
  'metalworking',
  'manufacturing',
  'engineer',
] as const;
export type ServiceType = (typeof serviceTypes)[number];

export function asServiceType(value: string): ServiceType | null {
  return serviceTypes.find((type) => type === value) ?? null;
}

export const pageSize = 32;
/** A radius in a dense city would answer hundreds of thousands. */
export const mostPerPage = 200;
export const radiusesKm = [5, 10, 20, 50] as const;
export const defaultRadiusKm = 10;
export const longestSearch = 200;

export type Point = { lat: number; long: number };

/** Where a search begins when nobody says where they are: central Seoul. */
export const seoul: Point = { lat: 37.5665, long: 126.978 };

export const geolocationTimeoutMs = 8000;
export const geolocationMaximumAgeMs = 30_000;

export const cities = [
  'seoul',
  'busan',
  'incheon',
  'daejeon',
  'daegu',
  'gwangju',
  'ulsan',
  'sejong',
] as const;
export type City = (typeof cities)[number];

/** Centres of the cities; the codes are those of addresses in the page's address line. */
const cityCentres: Record<City, Point> = {
  seoul,
  busan: { lat: 35.1796, long: 129.0756 },
  incheon: { lat: 37.4563, long: 126.7052 },
  daejeon: { lat: 36.3504, long: 127.3845 },
  daegu: { lat: 35.8714, long: 128.6014 },
  gwangju: { lat: 35.1595, long: 126.8526 },
  ulsan: { lat: 35.5384, long: 129.3114 },
  sejong: { lat: 36.48, long: 127.289 },
};

/** Districts offered once a city is chosen: eight of Seoul, three of Busan. */
export const districts = {
  seoul: ['gangnam', 'seongdong', 'mapo', 'yeongdeungpo', 'guro', 'jung', 'jongno', 'songpa'],
  busan: ['haeundae', 'busanjin', 'saha'],
} as const satisfies Partial<Record<City, readonly string[]>>;
export type District = (typeof districts)['seoul' | 'busan'][number];

const districtCentres: Record<District, Point> = {
  gangnam: { lat: 37.5172, long: 127.0473 },
  seongdong: { lat: 37.5634, long: 127.0369 },
  mapo: { lat: 37.5663, long: 126.9019 },
  yeongdeungpo: { lat: 37.5264, long: 126.8963 },
  guro: { lat: 37.4955, long: 126.8877 },
  jung: { lat: 37.5641, long: 126.9979 },
  jongno: { lat: 37.573, long: 126.9794 },
  songpa: { lat: 37.5145, long: 127.1059 },
  haeundae: { lat: 35.1631, long: 129.1636 },
  busanjin: { lat: 35.1629, long: 129.0532 },
  saha: { lat: 35.1046, long: 128.9749 },
};

export function districtsOf(city: City | undefined): readonly District[] {
  return city === 'seoul' || city === 'busan' ? districts[city] : [];
}

/** The middle of a chosen city or district; whatever is unknown counts as Seoul. */
export function centreOf(city: string | undefined, district: string | undefined): Point {
  return (
    (district === undefined ? undefined : districtCentres[district as District]) ??
    (city === undefined ? undefined : cityCentres[city as City]) ??
    seoul
  );
}

/** Boxes around the large cities: enough to say where somebody is without asking anyone. */
const cityBoxes: [City, { south: number; north: number; west: number; east: number }][] = [
  ['seoul', { south: 37.42, north: 37.7, west: 126.76, east: 127.18 }],
  ['busan', { south: 34.98, north: 35.4, west: 128.75, east: 129.32 }],
  ['incheon', { south: 37.33, north: 37.62, west: 126.35, east: 126.76 }],
  ['gwangju', { south: 35.05, north: 35.27, west: 126.64, east: 127.02 }],
  ['daegu', { south: 35.6, north: 36.02, west: 128.35, east: 128.77 }],
  ['daejeon', { south: 36.18, north: 36.5, west: 127.24, east: 127.56 }],
];

/** The city that a point lies in by its coarse box, or null: then it is only "my current location". */
export function coarseCity({ lat, long }: Point): City | null {
  return (
    cityBoxes.find(
      ([, box]) => lat >= box.south && lat <= box.north && long >= box.west && long <= box.east,
    )?.[0] ?? null
  );
}

const earthKm = 6371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Great-circle distance in km. */
export function distanceKm(a: Point, b: Point): number {
  const lat = Math.sin(radians(b.lat - a.lat) / 2);
  const long = Math.sin(radians(b.long - a.long) / 2);
  const part = lat * lat + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * long * long;
  return 2 * earthKm * Math.asin(Math.min(1, Math.sqrt(part)));
}

/** A box that holds everything within the radius, for an index to begin with. */
export function boxAround({ lat, long }: Point, km: number) {
  // A degree is a little longer than this, and meridians close in towards the poles: the box may only be too large.
  const dLat = km / 111;
  const dLong = km / (111 * Math.max(0.01, Math.cos(radians(Math.abs(lat) + dLat))));
  return { south: lat - dLat, north: lat + dLat, west: long - dLong, east: long + dLong };
}

/** How far from the true place an individual's public point lies, in km: near enough to be useful, no door. */
export const blurKm = { least: 0.25, most: 0.55 };

/** A point in a random direction and distance; `random` gives two numbers from 0 up to 1. */
export function blurPoint({ lat, long }: Point, random: () => number): Point {
  const angle = random() * 2 * Math.PI;
  const km = blurKm.least + random() * (blurKm.most - blurKm.least);
  return {
    lat: lat + (km * Math.cos(angle)) / 111.2,
    long: long + (km * Math.sin(angle)) / (111.2 * Math.max(0.01, Math.cos(radians(lat)))),
  };
}

/** Words for "free" in the three languages; product.md: a price in words that says so counts as 0. */
const freeWording = /무료|공짜|\bfree\b|無料/i;

/** Orders after every price that is known; PostgreSQL's bigint and JavaScript both hold it. */
export const unknownPrice = Number.MAX_SAFE_INTEGER;

/** What "lowest price first" goes by: free is 0, then the fields in this order, then the first number in the words. */
export function sortPrice(service: {
  isFreeService: boolean;
  pricing: string;
  hourlyRate?: number | null | undefined;
  pricePerUnit?: number | null | undefined;
  price?: number | null | undefined;
}): number {
  if (service.isFreeService || freeWording.test(service.pricing)) return 0;
  const field = service.hourlyRate ?? service.pricePerUnit ?? service.price;
  if (field !== undefined && field !== null) return field;
  const number = /\d[\d,]*(?:\.\d+)?/.exec(service.pricing)?.[0];
  const value = number === undefined ? Number.NaN : Math.round(Number(number.replaceAll(',', '')));
  return Number.isSafeInteger(value) ? value : unknownPrice;
}
