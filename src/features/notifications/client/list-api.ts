import { queryOptions } from '@tanstack/react-query';
import { callApi, getJson } from '#platform/client/fetcher.ts';
import type { Notification, Settings } from '../contract.ts';

export const pageSize = 32;
const latestCount = 10;
export const notificationsKey = ['user-notifications'] as const;

/** Those that the bell shows. */
export const latestQuery = queryOptions({
  queryKey: [...notificationsKey, 'latest'],
  meta: { private: true },
  staleTime: 0,
  queryFn: ({ signal }) => getJson<Notification[]>(`/api/user/notifications?limit=${latestCount}`, signal),
});

export function notificationsQuery(page: number) {
  return queryOptions({
    queryKey: [...notificationsKey, page],
    meta: { private: true },
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const { body, headers } = await callApi<Notification[]>(
        `/api/user/notifications?page=${page}&limit=${pageSize}`,
        { signal },
      );
      const total = Number(headers.get('x-total-count') ?? body.length);
      return {
        items: body,
        page: Number(headers.get('x-page') ?? 1),
        pageCount: Math.max(1, Math.ceil(total / pageSize)),
      };
    },
  });
}

export const settingsQuery = queryOptions({
  queryKey: ['user-notification-settings'],
  meta: { private: true },
  staleTime: 60_000,
  queryFn: ({ signal }) => getJson<Settings>('/api/user/notification-settings', signal),
});
