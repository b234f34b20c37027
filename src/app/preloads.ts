import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { listResourcesQuery, menuCategories } from '#features/resources/client/public.tsx';
import { listServicesQuery } from '#features/services/client/public.tsx';
import { logFailure } from '#platform/client/log.ts';
import type { Preload } from '#platform/client/preload.ts';

const firstItems = 6;

/** As a function, because each query has a type of its own. */
type Load = (client: QueryClient) => Promise<unknown>;

function load<Data>(query: FetchQueryOptions<Data, Error, Data, string[]>): Load {
  // Once: what is loaded ahead is not worth insisting on.
  return (client) => client.fetchQuery({ ...query, retry: false });
}

/** What every visit begins with. */
const first: Load[] = [
  load(currentUserQuery),
  load(listResourcesQuery({ limit: firstItems })),
  load(listServicesQuery({ limit: firstItems })),
];

const categoryLists: Load[] = menuCategories.map((type) => load(listResourcesQuery({ type })));

const allResources = load(listResourcesQuery({}));
const allServices = load(listServicesQuery({}));

/** The page after the first one, of a list that is known to have one. */
function secondPage(type?: string): Load {
  return async (client) => {
    const shown = client.getQueryData(listResourcesQuery({ type }).queryKey);
    if (shown && shown.pageCount > 1) await load(listResourcesQuery({ type, page: 2 }))(client);
  };
}

/** Where people go next, by where they are, likeliest first. Addresses as the route table has them. */
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
