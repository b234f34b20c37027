import { queryOptions, useQueryClient, type Query } from '@tanstack/react-query';
import { m } from '#i18n/generated/messages.js';
import { ApiError, callApi, getJson, retryRead } from '#platform/client/fetcher.ts';
import { freshness, shownListStaleMs } from '#platform/client/freshness.ts';
import { cardsForReader } from '#platform/client/translated.ts';
import type { Facets, OwnResource, ResourceCard, ResourceDetail, Sort } from '../contract.ts';
import { gameTextLength, pageSize } from '../rules.ts';

export type ListRequest = {
  type?: string | undefined;
  search?: string | undefined;
  tag?: string | undefined;
  license?: string | undefined;
  fileType?: string | undefined;
  /** Whether a search stays with the words as they were typed. */
  exact?: boolean | undefined;
  sort?: Sort | undefined;
  page?: number | undefined;
  limit?: number | undefined;
};

export type ListAnswer = {
  items: ResourceCard[];
  total: number;
  totalIsExact: boolean;
  page: number;
  pageCount: number;
  /** How long a search took. */
  searchMs: number | null;
  /** What else a search was taken to mean, because the words as typed found little. */
  expansion: { texts: string[]; exactCount: number } | null;
};

/** What the cards of games show, and one letter that says there is more. */
const cardWidth = 2 * (gameTextLength + 1);

/** Everything about one kind of resources is asked for under one key, so that a write can forget it all. */
const listKey = 'resources';

/** Whoever searches wants the best first; whoever looks around, the newest. */
export function defaultSort({ search }: { search?: string | undefined }): Sort {
  return search === undefined ? 'newest' : 'relevance';
}

function expansionOf(headers: Pick<Headers, 'get'>): ListAnswer['expansion'] {
  const texts = headers.get('x-search-expanded-to');
  if (texts === null) return null;
  return {
    texts: texts.split(', ').map(decodeURIComponent),
    exactCount: Number(headers.get('x-search-exact-count')),
  };
}

export function listResourcesQuery(request: ListRequest) {
  const { type, search, tag, license, fileType, exact, page = 1, limit = pageSize } = request;
  const sort = request.sort ?? defaultSort(request);
  const parameters = new URLSearchParams();
  if (search) parameters.set('search', search);
  if (tag) parameters.set('tag', tag);
  if (license) parameters.set('license', license);
  if (fileType) parameters.set('fileType', fileType);
  if (exact) parameters.set('exact', 'true');
  if (sort !== 'newest') parameters.set('sort', sort);
  if (page > 1) parameters.set('page', String(page));
  if (limit !== pageSize) parameters.set('limit', String(limit));
  const query = parameters.size > 0 ? `?${parameters}` : '';
  const path =
    (type === undefined ? '/api/resources' : `/api/resources/type/${encodeURIComponent(type)}`) + query;
  return queryOptions({
    queryKey: [listKey, path],
    ...freshness(path),
    queryFn: async ({ signal }): Promise<ListAnswer> => {
      const { body, headers } = await callApi<unknown>(path, { signal });
      if (!Array.isArray(body)) throw new ApiError(200, 'wrong_format', m['platform.client.wrong_format']());
      const total = Number(headers.get('x-total-count') ?? body.length);
      const searchMs = headers.get('x-search-ms');
      return {
        items: cardsForReader<ResourceCard>(body, cardWidth),
        total,
        totalIsExact: headers.get('x-total-is-exact') !== 'false',
        page: Number(headers.get('x-page') ?? 1),
        pageCount: Math.max(1, Math.ceil(total / limit)),
        searchMs: searchMs === null ? null : Number(searchMs),
        expansion: expansionOf(headers),
      };
    },
  });
}

/**
 * The list that a page is about: fresher and more stubborn than one beside other things. What failed is not asked for
 * again just because it is shown; `useListRetry` says when.
 */
export function shownListQuery(request: ListRequest) {
  return {
    ...listResourcesQuery(request),
    staleTime: shownListStaleMs,
    retry: retryRead(3),
    enabled: ({ state }: Query<ListAnswer, Error, ListAnswer, string[]>) =>
      state.status !== 'error' || state.data !== undefined,
  };
}

/** By what a list can be narrowed down. */
export function facetsQuery(type: string | undefined) {
  const path = `/api/resources/facets${type === undefined ? '' : `?type=${encodeURIComponent(type)}`}`;
  return queryOptions({
    queryKey: [listKey, path],
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) => getJson<Facets>(path, signal),
  });
}

export function resourceQuery(id: string) {
  return queryOptions({
    queryKey: ['resource', id],
    queryFn: ({ signal }) => getJson<ResourceDetail>(`/api/resources/${encodeURIComponent(id)}`, signal),
  });
}

export const ownResourcesQuery = queryOptions({
  queryKey: ['own-resources'],
  staleTime: 0,
  queryFn: ({ signal }) => getJson<OwnResource[]>('/api/user/resources', signal),
});

/** After a write, nothing that shows resources may be older than it. */
export function useForgetResources() {
  const client = useQueryClient();
  return (changed?: ResourceDetail) => {
    if (changed) client.setQueryData(resourceQuery(changed.id).queryKey, changed);
    void client.invalidateQueries({ queryKey: [listKey] });
    void client.invalidateQueries({ queryKey: ownResourcesQuery.queryKey });
  };
}
