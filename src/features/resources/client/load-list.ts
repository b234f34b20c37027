import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { listRetryMs } from '#platform/client/retries.ts';
import { asCategory } from '../rules.ts';
import { facetsQuery, shownListQuery, type ListAnswer, type ListRequest } from './api.ts';
import { validateListSearch } from './list-search.ts';
import { categoryNames } from './words.ts';

/** Of a type that somebody made up no more is told. */
export const mostTypeLetters = 40;

export function listTitle(type: string | undefined): string {
  if (type === undefined) return m['resources.all']();
  const category = asCategory(type);
  return category === type
    ? categoryNames[category]()
    : m['resources.list.title_unknown']({ type: type.slice(0, mostTypeLetters) });
}

/** In the browser a page waits this long for its list; then it comes with places in the shape of it. */
const patienceMs = 200;

/**
 * Has the list ready before the page is drawn, if it can be had soon. A page past the end goes to the last one, in
 * the address too. A failed call leaves the page to tell it: the list's place shows the error and a way to try again.
 */
export async function loadList(client: QueryClient, path: string, request: ListRequest) {
  const page = request.page ?? 1;
  const query = shownListQuery(request);
  const onServer = typeof window === 'undefined';
  const facets = client.ensureQueryData(facetsQuery(request.type)).catch(() => null);
  const [list] = await Promise.all([
    onServer ? loadForSending(client, query) : loadSoon(client, query),
    // Without them the list stands, and cannot be narrowed down.
    onServer ? facets : null,
  ]);
  if (list && list.page < page) {
    const { type: _type, page: _page, limit: _limit, ...asked } = request;
    const search = validateListSearch({ ...asked, page: list.page });
    throw redirect({ to: '.', search, replace: true });
  }
  const { search, type } = request;
  const title = listTitle(type);
  const head = pageHead({
    path,
    search: page > 1 ? `?page=${page}` : '',
    title: search === undefined ? title : m['resources.list.results']({ term: search }),
    // A page of search results is for the one who searched; a type that somebody made up is no page of ours.
    hidden: search !== undefined || (type !== undefined && asCategory(type) !== type),
    image: list?.items[0]?.imageUrl ?? null,
  });
  return { head };
}

type Query = ReturnType<typeof shownListQuery>;

/** A failure is not sent along: the browser asks itself, and repeats by its rules. */
async function loadForSending(client: QueryClient, query: Query): Promise<ListAnswer | null> {
  try {
    return await client.ensureQueryData(query);
  } catch {
    client.removeQueries({ queryKey: query.queryKey });
    return null;
  }
}

async function loadSoon(client: QueryClient, query: Query): Promise<ListAnswer | null> {
  // Pointing at a link asks already; the click that follows must not ask again for what has just failed.
  const { errorUpdatedAt = 0 } = client.getQueryState(query.queryKey) ?? {};
  if (Date.now() - errorUpdatedAt < listRetryMs(0)) return null;
  const patience = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), patienceMs);
  });
  return Promise.race([client.ensureQueryData(query).catch(() => null), patience]);
}
