import { queryOptions } from '@tanstack/react-query';
import { getJson } from '#platform/client/fetcher.ts';
import type { Site } from './contract.ts';

export const siteQuery = queryOptions({
  queryKey: ['site'],
  staleTime: Infinity,
  queryFn: ({ signal }) => getJson<Site>('/api/site', signal),
});
