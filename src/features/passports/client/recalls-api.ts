import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { getJson } from '#platform/client/fetcher.ts';
import type { ResourceRecalls } from '../contract.ts';

/** Apart from the other calls, because every page of a resource carries it. */
export function recallsQuery(resourceId: string) {
  return queryOptions({
    queryKey: ['recalls', resourceId],
    queryFn: ({ signal }) => getJson<ResourceRecalls>(`/api/resources/${resourceId}/recalls`, signal),
  });
}

/** Loads them on the server, so that warnings are there without scripts. */
export async function loadRecalls(client: QueryClient, resourceId: string): Promise<void> {
  await client.ensureQueryData(recallsQuery(resourceId)).catch(() => null);
}
