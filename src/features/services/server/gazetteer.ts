import { m } from '#i18n/generated/messages.js';
import { type Locale, locales } from '#i18n/languages.ts';
import type { FoundAddress } from '../contract.ts';
import { placeOf } from '../coarse-place.ts';
import { centreOf, districtsOf, type District } from '../places.ts';
import { type Point, cities, type City } from '../rules.ts';
import { findInTable, type TableEntry } from './address-table.ts';

const languages = locales;

/** Returns the Korean name of a city, as in addresses; empty for none. */
export function cityName(city: City | null, locale: Locale = 'ko'): string {
  return city === null ? '' : m[`services.city.${city}`]({}, { locale });
}

const districtName = (district: District, locale: Locale): string =>
  m[`services.district.${district}`]({}, { locale });

/** Returns the name of a city's district in a language, by its Korean name. */
export function districtNameIn(city: City, name: string, locale: Locale): string | undefined {
  const district = districtsOf(city).find((each) => districtName(each, 'ko') === name);
  return district && districtName(district, locale);
}

/** Returns whether a text names a place: Korean addresses begin with the city, others may end with it. */
function names(text: string, name: string, locale: Locale, begins: boolean): boolean {
  if (locale === 'ko') {
    const words = text.replace(/^대한민국\s+/, '').split(/\s+/);
    return begins ? (words[0] ?? '').startsWith(name) : words.includes(name);
  }
  if (locale === 'ja') return text.includes(name);
  const letters = (written: string) =>
    ` ${written
      .toLowerCase()
      .replaceAll(/[^a-z]+/g, ' ')
      .trim()} `;
  return letters(text).includes(letters(name));
}

function find(address: string): { city: City; district: District | undefined; locale: Locale } | null {
  for (const locale of languages) {
    const city = cities.find((each) => names(address, cityName(each, locale), locale, true));
    if (city === undefined) continue;
    const district = districtsOf(city).find((each) =>
      names(address, districtName(each, locale), locale, false),
    );
    return { city, district, locale };
  }
  return null;
}

/** Returns what a Korean address names beyond its city. */
function findPart(address: string, found: ReturnType<typeof find>): TableEntry | null {
  if (found && found.locale !== 'ko') return null;
  return findInTable(address, {
    city: found?.city,
    district: found?.district,
    districtName: ({ district }) => districtName(district, 'ko'),
  });
}

/** Returns city and district by the address, else by the point; empty if unknown. */
export function findPlaceNames(address: string, point: Point): { city: City | ''; district: string } {
  const named = find(address);
  const found = (named && !named.district ? findPart(address, named) : null) ?? named ?? placeOf(point);
  return { city: found?.city ?? '', district: found?.district ?? '' };
}

/** Names a district or a city in a language, with its centre; null for none that is known. */
export function describeDistrict(
  { city, district }: { city: string; district: string },
  locale: Locale,
): FoundAddress | null {
  const known = cities.find((each) => each === city);
  if (known === undefined) return null;
  const part = districtsOf(known).find((each) => each === district);
  const parts = [cityName(known, locale), ...(part ? [districtName(part, locale)] : [])];
  return {
    address: joined(parts, locale),
    ...centreOf(known, part),
    precision: part ? 'district' : 'city',
  };
}

const joined = (parts: readonly string[], locale: Locale) =>
  locale === 'en' ? parts.toReversed().join(', ') : parts.join(locale === 'ja' ? '' : ' ');

/** Returns the road, neighbourhood, district or city that an address names, as near as it is known, without a request. */
export function findInGazetteer(address: string): FoundAddress[] {
  const found = find(address);
  const part = findPart(address, found);
  if (part) {
    const { city, district, point, precision } = part;
    const written = [cityName(city), districtName(district, 'ko'), part.part].filter(Boolean);
    return [{ address: written.join(' '), ...point, precision }];
  }
  if (!found) return [];
  const { city, district, locale } = found;
  const parts = [cityName(city, locale), ...(district ? [districtName(district, locale)] : [])];
  return [
    {
      address: joined(parts, locale),
      ...centreOf(city, district),
      precision: district ? 'district' : 'city',
    },
  ];
}
