import { queryOptions } from '@tanstack/react-query';
import { getJson } from '#platform/client/fetcher.ts';
import type { HelpNumbers } from './contract.ts';

export const helpNumbersQuery = queryOptions({
  queryKey: ['help'],
  staleTime: Infinity,
  queryFn: ({ signal }) => getJson<HelpNumbers>('/api/help', signal),
});
