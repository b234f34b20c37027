import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { listResourcesQuery, menuCategories } from '#features/resources/client/public.tsx';
import { listServicesQuery } from '#features/services/client/public.tsx';
import { logFailure } from '#platform/client/log.ts';
import type { Preload } from '#platform/client/preload.ts';

const firstItems = 6;

/** A function, because each query has its own type. */
type Load = (client: QueryClient) => Promise<unknown>;

function load<Data>(query: FetchQueryOptions<Data, Error, Data, string[]>): Load {
  // No retry: a preload is not worth repeating.
  return (client) => client.fetchQuery({ ...query, retry: false });
}

/** Preloads of every visit. */
const first: Load[] = [
  load(currentUserQuery),
  load(listResourcesQuery({ limit: firstItems })),
  load(listServicesQuery({ limit: firstItems })),
];

const categoryLists: Load[] = menuCategories.map((type) => load(listResourcesQuery({ type })));

const allResources = load(listResourcesQuery({}));
const allServices = load(listServicesQuery({}));

/** Preloads the second page of a list that is known to have one. */
function secondPage(type?: string): Load {
  return async (client) => {
    const shown = client.getQueryData(listResourcesQuery({ type }).queryKey);
    if (shown && shown.pageCount > 1) await load(listResourcesQuery({ type, page: 2 }))(client);
  };
}

/** Likely next pages by current page, most likely first. Paths as in the route table. */
const next: { path: RegExp; loads: (type: string) => Load[] }[] = [
  { path: /^\/$/, loads: () => [allResources, allServices] },
  { path: /^\/resources$/, loads: () => [secondPage()] },
  { path: /^\/resources\/type\/([^/]+)$/, loads: (type) => [secondPage(type), allResources] },
  { path: /^\/resources\/[^/]+$/, loads: () => [allResources] },
  { path: /^\/services/, loads: () => [allServices] },
  { path: /^\/(auth|login|register)$/, loads: () => [allResources] },
];

function loadsAfter(path: string): Load[] {
  for (const place of next) {
    const match = place.path.exec(path);
    if (match) return place.loads(match[1] ?? '');
  }
  return [];
}

export function preloads(client: QueryClient) {
  const bind = (loads: Load[]): Preload[] =>
    loads.map((each) => () => each(client).catch((error: unknown) => logFailure('Preload', error)));
  return {
    first: () => bind(first),
    categoryLists: () => bind(categoryLists),
    after: (path: string) => bind(loadsAfter(path)),
  };
}
