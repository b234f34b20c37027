import { queryOptions } from '@tanstack/react-query';
import { getJson } from '#platform/client/fetcher.ts';
import type { Overview } from './contract.ts';

export const overviewQuery = queryOptions({
  queryKey: ['admin', 'overview'],
  meta: { private: true },
  staleTime: 5000,
  queryFn: ({ signal }) => getJson<Overview>('/api/admin/stats', signal),
});
