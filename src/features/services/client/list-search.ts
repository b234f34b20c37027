import { m } from '#i18n/generated/messages.js';
import {
  asServiceType,
  centreOf,
  cities,
  defaultRadiusKm,
  districtsOf,
  longestSearch,
  radiusesKm,
  type City,
  type District,
  type ServiceType,
} from '../rules.ts';
import type { ServiceListRequest } from './api.ts';

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

const titles: Record<ServiceType, () => string> = {
  '3d_printing': () => m['services.title.3d_printing'](),
  electronics: () => m['services.title.electronics'](),
  woodworking: () => m['services.title.woodworking'](),
  metalworking: () => m['services.title.metalworking'](),
  manufacturing: () => m['services.title.manufacturing'](),
  engineer: () => m['services.title.engineer'](),
};

export function servicesTitle(type: string | undefined): string {
  const known = type === undefined ? null : asServiceType(type);
  return known === null ? m['services.title.all']() : titles[known]();
}

/** What the list asks for before anybody's own place is known. */
export function serviceRequest(type: string | undefined, query: ServiceSearch): ServiceListRequest {
  const { city, district, radius, ...rest } = query;
  return {
    ...rest,
    type,
    ...(city && { near: centreOf(city, district), radius: radius ?? defaultRadiusKm }),
  };
}
