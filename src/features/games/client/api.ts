import { queryOptions } from '@tanstack/react-query';
import { getJson } from '#platform/client/fetcher.ts';
import type { Game } from '../contract.ts';

export function gameQuery(id: string) {
  return queryOptions({
    queryKey: ['game', id],
    // The address of its frame holds for a day; what is asked for again must not restart a game that runs.
    staleTime: 60 * 60_000,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) => getJson<Game>(`/api/play/${encodeURIComponent(id)}`, signal),
  });
}
