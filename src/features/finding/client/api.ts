import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getJson, sendJson } from '#platform/client/fetcher.ts';
import type { SavedSearch, SearchAnswer } from '../contract.ts';
import { limits, type Filters, type SavableKind, type SearchKind } from '../rules.ts';

const address = (text: string, more: string) => `/api/search?q=${encodeURIComponent(text)}${more}` as const;
const staleTime = 60_000;

/** How much of each kind there is. */
export function countsQuery(text: string) {
  return queryOptions({
    queryKey: ['found counts', text],
    staleTime,
    queryFn: ({ signal }) => getJson<SearchAnswer>(address(text, '&limit=0'), signal),
  });
}

/** The first few of each kind, while somebody types. */
export function foundFirstQuery(text: string) {
  return queryOptions({
    queryKey: ['found first', text],
    staleTime,
    queryFn: ({ signal }) => getJson<SearchAnswer>(address(text, ''), signal),
  });
}

/** One page of a kind, with the counts of all. */
export function foundQuery(kind: SearchKind, text: string, page: number) {
  return queryOptions({
    queryKey: ['found', kind, text, page],
    staleTime,
    queryFn: ({ signal }) =>
      getJson<SearchAnswer>(address(text, `&kind=${kind}&limit=${limits.perPage}&page=${page}`), signal),
  });
}

const savedKey = ['saved-searches'];
export const savedSearchesQuery = queryOptions({
  queryKey: savedKey,
  meta: { private: true },
  staleTime: 0,
  queryFn: ({ signal }) => getJson<SavedSearch[]>('/api/user/searches', signal),
});

export type Saving = { kind: SavableKind; text: string; filters: Filters };
export const saveSearch = (saving: Saving) => sendJson<SavedSearch>('POST', '/api/user/searches', saving);

/** Changes of saved searches; the list is fetched again after each. */
export function useSavedSearches() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: savedKey });
  const save = useMutation({ mutationFn: saveSearch, onSettled });
  const rename = useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      sendJson<SavedSearch>('PATCH', `/api/user/searches/${id}`, { name }),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (id: string) => sendJson<null>('DELETE', `/api/user/searches/${id}`),
    onSettled,
  });
  return { save, rename, remove };
}
