import { queryOptions, useMutation, useQueryClient, type Query } from '@tanstack/react-query';
import { m } from '#i18n/generated/messages.js';
import { ApiError, callApi, getJson, retryRead, sendJson } from '#platform/client/fetcher.ts';
import { freshness, shownListStaleMs } from '#platform/client/freshness.ts';
import type { ResourceCard, ResourceDetail, Sort } from '../contract.ts';
import { pageSize } from '../rules.ts';

export type ListRequest = {
  type?: string | undefined;
  search?: string | undefined;
  tag?: string | undefined;
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
};

/** Everything about one kind of resources is asked for under one key, so that a write can forget it all. */
const listKey = 'resources';

export function listResourcesQuery(request: ListRequest) {
  const { type, search, tag, sort, page = 1, limit = pageSize } = request;
  const parameters = new URLSearchParams();
  if (search) parameters.set('search', search);
  if (tag) parameters.set('tag', tag);
  if (sort && sort !== 'newest') parameters.set('sort', sort);
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
      return {
        items: body as ResourceCard[],
        total,
        totalIsExact: headers.get('x-total-is-exact') !== 'false',
        page: Number(headers.get('x-page') ?? 1),
        pageCount: Math.max(1, Math.ceil(total / limit)),
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

export function resourceQuery(id: string) {
  return queryOptions({
    queryKey: ['resource', id],
    queryFn: ({ signal }) => getJson<ResourceDetail>(`/api/resources/${encodeURIComponent(id)}`, signal),
  });
}

export type OwnResource = {
  id: string;
  title: string;
  category: string;
  state: 'draft' | 'published' | 'hidden';
  imageUrl: string | null;
  downloadCount: number;
  updatedAt: string;
};

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

export function useRemoveResource() {
  const forget = useForgetResources();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => sendJson<null>('DELETE', `/api/resources/${id}`),
    onSuccess: (_answer, id) => {
      client.removeQueries({ queryKey: resourceQuery(id).queryKey });
      forget();
    },
  });
}
