import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { countsQuery } from '#features/finding/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { listRetryMs } from '#platform/client/retries.ts';
import { beginningOf } from '#platform/shared/graphemes.ts';
import { asCategory } from '../rules.ts';
import { facetsQuery, shownListQuery, type ListAnswer, type ListRequest } from './api.ts';
import { validateListSearch } from './list-search.ts';
import { categoryNames } from './words.ts';

/** Longest unknown type, in letters, that is shown. */
export const maxTypeLetters = 40;

export function listTitle(type: string | undefined): string {
  if (type === undefined) return m['resources.all']();
  const category = asCategory(type);
  return category === type
    ? categoryNames[category]()
    : m['resources.list.title_unknown']({ type: beginningOf(type, maxTypeLetters) });
}

/** Time that a page waits in the browser for its list before it shows a skeleton. */
const patienceMs = 200;

/**
 * Loads the list before the page renders, if that is quick. Redirects a page past the end to the last one. An
 * error is left to the page, which shows it with a retry button.
 */
export async function loadList(client: QueryClient, path: string, request: ListRequest) {
  const page = request.page ?? 1;
  const query = shownListQuery(request);
  const onServer = typeof window === 'undefined';
  // The counts of other kinds stand above the list; without them the tabs have none.
  const counts =
    request.search === undefined
      ? null
      : client.ensureQueryData(countsQuery(request.search)).catch(() => null);
  const facets = client.ensureQueryData(facetsQuery(request.type)).catch(() => null);
  const [list] = await Promise.all([
    onServer ? loadForSending(client, query) : loadSoon(client, query),
    // The list works without its facets, only without filters.
    onServer ? facets : null,
    onServer ? counts : null,
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
    // Search results and made-up types are not to be indexed by search engines.
    hidden: search !== undefined || (type !== undefined && asCategory(type) !== type),
    image: list?.items[0]?.imageUrl ?? null,
  });
  return { head };
}

type Query = ReturnType<typeof shownListQuery>;

/** A failure is not sent to the browser, which fetches by itself and retries by its own rules. */
async function loadForSending(client: QueryClient, query: Query): Promise<ListAnswer | null> {
  try {
    return await client.ensureQueryData(query);
  } catch {
    client.removeQueries({ queryKey: query.queryKey });
    return null;
  }
}

async function loadSoon(client: QueryClient, query: Query): Promise<ListAnswer | null> {
  // Preloading on hover may have failed a moment ago: the click that follows must not fetch again.
  const { errorUpdatedAt = 0 } = client.getQueryState(query.queryKey) ?? {};
  if (Date.now() - errorUpdatedAt < listRetryMs(0)) return null;
  const patience = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), patienceMs);
  });
  return Promise.race([client.ensureQueryData(query).catch(() => null), patience]);
}
