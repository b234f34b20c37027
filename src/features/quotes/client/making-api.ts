import { queryOptions } from '@tanstack/react-query';
import { getJson, sendJson } from '#platform/client/fetcher.ts';
import type { Making, NearWish, NearWishInput } from '../contract.ts';

/** How a resource can be made, around a point or in the whole country. Apart from api.ts: the page of a resource has it. */
export function makingQuery(resourceId: string, point: { lat: number; long: number } | null) {
  const place = point ? `?lat=${point.lat}&long=${point.long}` : '';
  return queryOptions({
    queryKey: ['making', resourceId, place],
    meta: { private: true },
    staleTime: 60_000,
    retry: false,
    queryFn: ({ signal }) =>
      getJson<Making>(`/api/resources/${encodeURIComponent(resourceId)}/making${place}`, signal),
  });
}

export const wishesQuery = queryOptions({
  queryKey: ['near-wishes'],
  meta: { private: true },
  staleTime: 0,
  queryFn: ({ signal }) => getJson<NearWish[]>('/api/user/near-wishes', signal),
});

export const addWish = (wish: NearWishInput) => sendJson<NearWish>('POST', '/api/user/near-wishes', wish);
export const removeWish = (id: string) => sendJson('DELETE', `/api/user/near-wishes/${id}`);
