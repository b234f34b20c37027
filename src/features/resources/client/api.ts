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
  /** True if the search must not be expanded beyond the words as typed. */
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
  /** Duration of the search in milliseconds. */
  searchMs: number | null;
  /** Other queries that the search was expanded to because the exact words found few results. */
  expansion: { texts: string[]; exactCount: number } | null;
};

/** Length of the text on a game's card, plus one letter that shows that the text goes on. */
const cardWidth = 2 * (gameTextLength + 1);

/** Key prefix shared by all lists of resources, so that one write can invalidate them together. */
const listKey = 'resources';

/** Searches are sorted by relevance, all other lists by date. */
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
 * Returns the query of a page's main list: it becomes stale sooner and retries longer than a secondary list.
 * An error is not refetched on mount; `useListRetry` decides when.
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
    queryFn: async ({ signal }): Promise<ResourceDetail> => {
      const resource = await getJson<ResourceDetail>(`/api/resources/${encodeURIComponent(id)}`, signal);
      // Pages read figures from `model`, and send their data twice.
      return { ...resource, files: resource.files.map((file) => ({ ...file, mesh: null })) };
    },
  });
}

export const ownResourcesQuery = queryOptions({
  queryKey: ['own-resources'],
  staleTime: 0,
  queryFn: ({ signal }) => getJson<OwnResource[]>('/api/user/resources', signal),
});

/** Returns a function that invalidates every query that shows resources. Call it after each write. */
export function useForgetResources() {
  const client = useQueryClient();
  return (changed?: ResourceDetail) => {
    if (changed) client.setQueryData(resourceQuery(changed.id).queryKey, changed);
    void client.invalidateQueries({ queryKey: [listKey] });
    void client.invalidateQueries({ queryKey: ownResourcesQuery.queryKey });
  };
}
