import { queryOptions } from '@tanstack/react-query';
import { getJson } from '#platform/client/fetcher.ts';

export const unreadQuery = queryOptions({
  queryKey: ['user-unread'],
  meta: { private: true },
  staleTime: 60_000,
  queryFn: ({ signal }) =>
    getJson<'/api/user/notifications/unread'>('/api/user/notifications/unread', signal),
});
