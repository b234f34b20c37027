import type { QueryClient } from '@tanstack/react-query';
import { pageHead } from '#platform/client/page-head.ts';
import { asServiceType } from '../rules.ts';
import { listServicesQuery } from './api.ts';
import { serviceRequest, servicesTitle, type ServiceSearch } from './list-search.ts';

/** Has the list ready before the page is drawn; what fails is told in the list's place. */
export async function loadServices(client: QueryClient, type: string | undefined, query: ServiceSearch) {
  await client.ensureQueryData(listServicesQuery(serviceRequest(type, query))).catch(() => null);
  return { search: query.search, page: query.page ?? 1 };
}

export function servicesHead(
  path: string,
  type: string | undefined,
  loaded?: { search: string | undefined; page: number },
) {
  return pageHead({
    path,
    search: loaded && loaded.page > 1 ? `?page=${loaded.page}` : '',
    title: servicesTitle(type),
    hidden: loaded?.search !== undefined || (type !== undefined && asServiceType(type) === null),
  });
}
