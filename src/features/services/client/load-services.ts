import type { QueryClient } from '@tanstack/react-query';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { centreOf } from '../places.ts';
import { asServiceType, defaultRadiusKm, mostPerPage, type Point } from '../rules.ts';
import { listServicesQuery, type ServiceListRequest } from './api.ts';
import type { ServiceSearch, Sort } from './list-search.ts';
import { tradeWordsOf } from './trade-words.ts';

const mostTypeLetters = 40;

/** A type that somebody made up, as far as there is room for it. */
export function shownType(type: string): string {
  const letters = [...type];
  return letters.length > mostTypeLetters ? `${letters.slice(0, mostTypeLetters).join('')}…` : type;
}

export function servicesTitle(type: string | undefined): string {
  if (type === undefined) return m['services.title.all']();
  return tradeWordsOf(type).title() ?? m['services.title.unknown']({ type: shownType(type) });
}

/** Around a chosen city, else around `here`; by distance there must be some middle, which is then Seoul. */
export function middleOf(query: ServiceSearch, here: Point | undefined): Point | undefined {
  if (query.city !== undefined) return centreOf(query.city, query.district);
  return here ?? (query.sort === 'distance' ? centreOf(undefined, undefined) : undefined);
}

/** The order that was chosen; else the newest first, wherever somebody is. */
export function sortOf({ sort = 'newest' }: ServiceSearch): Sort {
  return sort;
}

/** What the list asks for; `here` is unknown until somebody says where they are. */
export function serviceRequest(
  type: string | undefined,
  { search, radius, sort, page, view, ...place }: ServiceSearch,
  here?: Point,
): ServiceListRequest {
  const near = middleOf({ sort, ...place }, here);
  return {
    type,
    search,
    sort: sortOf({ sort }),
    // A map shows as many as one answer holds.
    ...(view === 'map' ? { limit: mostPerPage } : { page }),
    ...(near && { near, radius: radius ?? defaultRadiusKm }),
  };
}

/** Has the list ready before the page is drawn; what fails is told in the list's place. */
export async function loadServices(
  client: QueryClient,
  path: string,
  type: string | undefined,
  query: ServiceSearch,
) {
  await client.ensureQueryData(listServicesQuery(serviceRequest(type, query))).catch(() => null);
  return {
    head: pageHead({
      path,
      search: query.page === undefined ? '' : `?page=${query.page}`,
      title: servicesTitle(type),
      hidden: query.search !== undefined || (type !== undefined && asServiceType(type) === null),
    }),
  };
}
