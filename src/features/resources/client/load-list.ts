import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { facetsQuery, listResourcesQuery, type ListRequest } from './api.ts';
import { listTitle, validateListSearch } from './list-screen.tsx';
import { asCategory } from '../rules.ts';

/**
 * Has the list ready before the page is drawn. A page past the end goes to the last one, in the address too. A
 * failed call leaves the page to tell it: the list's place shows the error and a way to try again.
 */
export async function loadList(
  client: QueryClient,
  request: ListRequest,
): Promise<{ search: string | undefined; page: number; image: string | null }> {
  const page = request.page ?? 1;
  const [list] = await Promise.all([
    client.ensureQueryData(listResourcesQuery(request)).catch(() => null),
    // Without them the list stands, and cannot be narrowed down.
    client.ensureQueryData(facetsQuery(request.type)).catch(() => null),
  ]);
  if (list && list.page < page) {
    const { type: _type, page: _page, limit: _limit, ...asked } = request;
    const search = validateListSearch({ ...asked, page: list.page });
    throw redirect({ to: '.', search, replace: true });
  }
  return { search: request.search, page, image: list?.items[0]?.imageUrl ?? null };
}

export function listHead(
  path: string,
  type: string | undefined,
  loaded: Awaited<ReturnType<typeof loadList>> | undefined,
) {
  const title = listTitle(type);
  const search = loaded?.search;
  return pageHead({
    path,
    search: loaded && loaded.page > 1 ? `?page=${loaded.page}` : '',
    title: search === undefined ? title : m['resources.list.results']({ term: search }),
    // A page of search results is for the one who searched; a type that somebody made up is no page of ours.
    hidden: search !== undefined || (type !== undefined && asCategory(type) !== type),
    image: loaded?.image ?? null,
  });
}
