import { queryOptions } from '@tanstack/react-query';
import { getJson } from '#platform/client/fetcher.ts';
import type { Game } from '../contract.ts';

export function gameQuery(id: string) {
  return queryOptions({
    queryKey: ['game', id],
    // The frame's address is valid for a day; refetching must not restart a running game.
    staleTime: 60 * 60_000,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) => getJson<Game>(`/api/play/${encodeURIComponent(id)}`, signal),
  });
}
