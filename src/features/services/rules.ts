/** Pure rules of services; safe for both sides. */

export { asServiceType, serviceTypes, type ServiceType } from '#platform/shared/trades.ts';

/** Fills one to four columns, and keeps the page within 25 kB. */
export const pageSize = 24;
/** Limited, because a radius in a dense city may contain hundreds of thousands. */
export const maxPerPage = 200;
export const radiusesKm = [5, 10, 20, 50] as const;
export const defaultRadiusKm = 10;
/** Largest radius of a search around a point. */
export const farthestKm = 500;
export const longestSearch = 200;

export type Point = { lat: number; long: number };

/** Default centre of a search: central Seoul. */
export const seoul: Point = { lat: 37.5665, long: 126.978 };

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

/** Words for "free" in the three languages; a price text with one counts as 0: docs/product.md, "Price order". */
const freeWording = /무료|공짜|\bfree\b|無料/i;

/** Sorts after every known price; fits both PostgreSQL's bigint and JavaScript numbers. */
export const unknownPrice = Number.MAX_SAFE_INTEGER;

/**
 * Returns the price of the order "lowest first": 0 if free, then the fields in this order, then the first number in
 * the text.
 */
export function sortPrice(service: {
  isFreeService: boolean;
  pricing: string;
  hourlyRate?: number | null | undefined;
  pricePerUnit?: number | null | undefined;
  price?: number | null | undefined;
}): number {
  const pricing = service.pricing.normalize('NFKC');
  if (service.isFreeService || freeWording.test(pricing)) return 0;
  return service.hourlyRate ?? service.pricePerUnit ?? service.price ?? firstNumber(pricing);
}

const tenThousand = /[만万萬]/;
const thousand = /[천千]/;
/** Matches a number with thousands separators, and 천 or 만 after it; after 만 also the thousands that belong to it. */
const numberInWords =
  /(\d[\d,]*(?:\.\d+)?)\s*([천千]?\s*[만万萬]|[천千])?(?:(?<=[만万萬])\s*(\d[\d,]*)\s*([천千]|(?=[원円])))?/;

function firstNumber(words: string): number {
  const [, digits, units = '', more, moreUnits = ''] = numberInWords.exec(words) ?? [];
  if (digits === undefined) return unknownPrice;
  const times = (tenThousand.test(units) ? 10_000 : 1) * (thousand.test(units) ? 1000 : 1);
  const rest = more === undefined ? 0 : plain(more) * (thousand.test(moreUnits) ? 1000 : 1);
  const value = Math.round(plain(digits) * times + rest);
  return Number.isSafeInteger(value) ? value : unknownPrice;
}

function plain(digits: string): number {
  return Number(digits.replaceAll(',', ''));
}
