import { longestSearch, radiusesKm, cities, type City } from '../rules.ts';

/** Search parameters of a list; all others are dropped. */
export type ServiceSearch = {
  search?: string | undefined;
  city?: City | undefined;
  /** District of the city in places.ts, which is not loaded with every page; unknown names count as absent. */
  district?: string | undefined;
  /** `country`: everywhere, what is sent by post. */
  radius?: number | 'country' | undefined;
  sort?: Sort | undefined;
  view?: 'map' | undefined;
  page?: number | undefined;
};

export const sorts = ['newest', 'lowPrice', 'distance', 'rating'] as const;
export type Sort = (typeof sorts)[number];

export function validateServiceSearch(raw: Record<string, unknown>): ServiceSearch {
  const text = (name: string) =>
    typeof raw[name] === 'string' || typeof raw[name] === 'number' ? String(raw[name]) : '';
  const search = text('search')
    .toWellFormed()
    .replaceAll(/[\u0000-\u001F\u007F\uFFFD]/g, ' ')
    .trim()
    .slice(0, longestSearch);
  const city = cities.find((each) => each === raw['city']);
  const district = city && /^[a-z]{1,20}$/.exec(text('district'))?.[0];
  const radius =
    raw['radius'] === 'country' ? 'country' : radiusesKm.find((each) => each === Number(raw['radius']));
  const sort = sorts.find((each) => each === raw['sort']);
  const page = Number(raw['page']);
  // Undefined ones are listed too, or the router would keep their original values.
  return {
    search: search === '' ? undefined : search,
    city,
    district,
    radius,
    sort,
    view: raw['view'] === 'map' ? 'map' : undefined,
    page: Number.isSafeInteger(page) && page > 1 && page <= 999_999_999 ? page : undefined,
  };
}
