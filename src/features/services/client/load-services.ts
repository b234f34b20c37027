import type { QueryClient } from '@tanstack/react-query';
import { countsQuery } from '#features/finding/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { shortened } from '#platform/shared/graphemes.ts';
import { centreOf } from '../places.ts';
import { asServiceType, defaultRadiusKm, maxPerPage, type Point } from '../rules.ts';
import { listServicesQuery, type ServiceListRequest } from './api.ts';
import type { ServiceSearch, Sort } from './list-search.ts';
import { tradeWordsOf } from './trade-words.ts';

const maxTypeLetters = 40;

/** Shortens a made-up type to fit its place. */
export function shownType(type: string): string {
  // The ellipsis comes on top.
  return shortened(type, maxTypeLetters + 1);
}

export function servicesTitle(type: string | undefined): string {
  if (type === undefined) return m['services.title.all']();
  return tradeWordsOf(type)?.title() ?? m['services.title.unknown']({ type: shownType(type) });
}

/** Returns the centre: a chosen city, else `here`; sorting by distance falls back to Seoul. The whole country has none. */
export function middleOf(query: ServiceSearch, here: Point | undefined): Point | undefined {
  if (query.radius === 'country') return undefined;
  if (query.city !== undefined) return centreOf(query.city, query.district);
  return here ?? (query.sort === 'distance' ? centreOf(undefined, undefined) : undefined);
}

/** Returns the chosen order; newest first by default, with or without a location. */
export function sortOf({ sort = 'newest' }: ServiceSearch): Sort {
  return sort;
}

/** Returns the request of the list; `here` is undefined until the location is known. */
export function serviceRequest(
  type: string | undefined,
  { search, radius, sort, page, view, ...place }: ServiceSearch,
  here?: Point,
): ServiceListRequest {
  const near = middleOf({ sort, radius, ...place }, here);
  return {
    type,
    search,
    sort: sortOf({ sort }),
    // A map shows as many services as one response can contain.
    ...(view === 'map' ? { limit: maxPerPage } : { page }),
    ...(near && { near, radius: radius === 'country' ? undefined : (radius ?? defaultRadiusKm) }),
    ...(radius === 'country' && { byPost: true }),
  };
}

/** Loads the list before rendering; the page shows errors in its place. */
export async function loadServices(
  client: QueryClient,
  path: string,
  type: string | undefined,
  query: ServiceSearch,
) {
  await Promise.all([
    client.ensureQueryData(listServicesQuery(serviceRequest(type, query))).catch(() => null),
    query.search === undefined ? null : client.ensureQueryData(countsQuery(query.search)).catch(() => null),
  ]);
  return {
    head: pageHead({
      path,
      search: query.page === undefined ? '' : `?page=${query.page}`,
      title: servicesTitle(type),
      hidden: query.search !== undefined || (type !== undefined && asServiceType(type) === null),
    }),
  };
}
