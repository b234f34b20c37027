import { queryOptions } from '@tanstack/react-query';
import type { ResourceCard } from '#features/resources/contract.ts';
import type { ServiceCard } from '#features/services/contract.ts';
import { m } from '#i18n/generated/messages.js';
import { ApiError, callApi, getJson, sendWrite } from '#platform/client/fetcher.ts';
import type { Profile, PublicPerson } from '../contract.ts';
import { servicesPerPage } from '../rules.ts';

const addressOf = (username: string) => `/api/people/${encodeURIComponent(username)}`;

export function personQuery(username: string) {
  return queryOptions({
    queryKey: ['person', username],
    queryFn: ({ signal }) => getJson<PublicPerson>(addressOf(username), signal),
  });
}

export type Shown<Item> = { items: Item[]; total: number; page: number; pageCount: number };

function shownQuery<Item>(path: string, page: number, limit: number) {
  const address = `${path}?page=${page}&limit=${limit}`;
  return queryOptions({
    queryKey: ['person', address],
    queryFn: async ({ signal }): Promise<Shown<Item>> => {
      const { body, headers } = await callApi<unknown>(address, { signal });
      if (!Array.isArray(body)) throw new ApiError(200, 'wrong_format', m['platform.client.wrong_format']());
      const total = Number(headers.get('x-total-count') ?? body.length);
      return {
        items: body as Item[],
        total,
        page: Number(headers.get('x-page') ?? 1),
        pageCount: Math.max(1, Math.ceil(total / limit)),
      };
    },
  });
}

export const personResourcesQuery = (username: string, page: number) =>
  shownQuery<ResourceCard>(`${addressOf(username)}/resources`, page, 32);
export const personServicesQuery = (username: string, page: number) =>
  shownQuery<ServiceCard>(`${addressOf(username)}/services`, page, servicesPerPage);

export const profileQuery = queryOptions({
  queryKey: ['user-profile'],
  meta: { private: true },
  staleTime: 0,
  queryFn: ({ signal }) => getJson<Profile>('/api/user/profile', signal),
});

/** Uploads a picture unchanged; the server validates its content. */
export function sendAvatar(file: File): Promise<Profile> {
  const init = { method: 'PUT', headers: { 'content-type': 'application/octet-stream' }, body: file };
  const path = '/api/user/avatar';
  return sendWrite(`PUT ${path}`, async () => (await callApi<Profile>(path, init)).body, true);
}
