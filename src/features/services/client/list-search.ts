import { cities, districtsOf, longestSearch, radiusesKm, type City, type District } from '../rules.ts';

/** What the address of a services list may say; anything else in it is left out. */
export type ServiceSearch = {
  search?: string | undefined;
  city?: City | undefined;
  district?: District | undefined;
  radius?: number | undefined;
  sort?: 'lowPrice' | undefined;
  page?: number | undefined;
};

export function validateServiceSearch(raw: Record<string, unknown>): ServiceSearch {
  const text = (name: string) =>
    typeof raw[name] === 'string' || typeof raw[name] === 'number' ? String(raw[name]) : '';
  const search = text('search')
    .toWellFormed()
    .replaceAll(/[\u0000-\u001F\u007F\uFFFD]/g, ' ')
    .trim()
    .slice(0, longestSearch);
  const city = cities.find((each) => each === raw['city']);
  const district = districtsOf(city).find((each) => each === raw['district']);
  const radius = radiusesKm.find((each) => each === Number(raw['radius']));
  const page = Number(raw['page']);
  return {
    ...(search !== '' && { search }),
    ...(city && { city }),
    ...(district && { district }),
    ...(radius !== undefined && { radius }),
    ...(raw['sort'] === 'lowPrice' && { sort: 'lowPrice' as const }),
    ...(Number.isSafeInteger(page) && page > 1 && page <= 999_999_999 && { page }),
  };
}
