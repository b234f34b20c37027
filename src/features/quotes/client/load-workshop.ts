import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import type { ManagedWorkshop } from '#features/services/contract.ts';
import { m } from '#i18n/generated/messages.js';
import { getJson } from '#platform/client/fetcher.ts';
import { pageHead } from '#platform/client/page-head.ts';

export const workshopPath = (id: string) => `/api/user/services/${encodeURIComponent(id)}/workshop`;

export function workshopQuery(id: string) {
  return queryOptions({
    queryKey: ['own-services', id, 'workshop'],
    meta: { private: true },
    staleTime: 0,
    retry: false,
    // A refetch would replace what is being typed.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: ({ signal }) => getJson<ManagedWorkshop>(workshopPath(id), signal),
  });
}

export async function loadWorkshop(client: QueryClient, id: string) {
  await client.ensureQueryData(currentUserQuery).catch(() => null);
  return {
    head: pageHead({
      path: `/my/services/${id}/workshop`,
      title: m['quotes.workshop.title'](),
      hidden: true,
    }),
  };
}
