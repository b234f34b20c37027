import { queryOptions } from '@tanstack/react-query';
import { getJson, sendJson } from '#platform/client/fetcher.ts';
import type { Setting, SettingInput } from '../contract.ts';

export const settingsQuery = queryOptions({
  queryKey: ['admin', 'settings'],
  meta: { private: true },
  staleTime: 0,
  queryFn: ({ signal }) => getJson<Setting[]>('/api/admin/settings', signal),
});

export const changeSetting = (name: string, input: SettingInput) =>
  sendJson<unknown>('PUT', `/api/admin/settings/${name}`, input);
