import { queryOptions } from '@tanstack/react-query';
import { getJson } from '#platform/client/fetcher.ts';
import type { DataExport } from '../contract.ts';

const askAgainMs = 2000;

export const exportQuery = queryOptions<DataExport>({
  queryKey: ['user-export'],
  meta: { private: true },
  staleTime: 60_000,
  // Polled, so that an open page shows when it is ready.
  refetchInterval: ({ state }) => (state.data?.state === 'preparing' ? askAgainMs : false),
  queryFn: ({ signal }) => getJson<DataExport>('/api/user/export/state', signal),
});
