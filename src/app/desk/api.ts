import { queryOptions } from '@tanstack/react-query';
import { getJson } from '#platform/client/fetcher.ts';
import type { Desk } from './contract.ts';

export const deskQuery = queryOptions({
  queryKey: ['desk'],
  meta: { private: true },
  staleTime: 0,
  queryFn: ({ signal }) => getJson<Desk>('/api/user/desk', signal),
});
