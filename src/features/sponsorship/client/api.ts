import { queryOptions } from '@tanstack/react-query';
import type { ManyAnswer } from '#features/admin/contract.ts';
import type { Attempt } from '#features/payments/contract.ts';
import { getJson, sendJson } from '#platform/client/fetcher.ts';
import { getPage } from '#platform/client/get-page.ts';
import type {
  AskedRecipient,
  Books,
  OwnSponsorship,
  Sponsor,
  SponsorChange,
  SponsorInput,
  SponsorOffer,
  SpendingInput,
} from '../contract.ts';

export type Wanted = { resource?: string; person?: string };

/** Parses the recipient in the address; invalid values are dropped. */
export function readWanted(search: Record<string, unknown>): Wanted {
  const { resource, person } = search;
  if (typeof resource === 'string' && resource.length <= 40) return { resource };
  return typeof person === 'string' && person.length > 0 && person.length <= 40 ? { person } : {};
}

export const offerQuery = queryOptions({
  queryKey: ['sponsorship'],
  staleTime: 0,
  queryFn: ({ signal }) => getJson<SponsorOffer>('/api/sponsorship', signal),
});

export const recipientQuery = (wanted: Wanted) =>
  queryOptions({
    queryKey: ['sponsor recipient', wanted.resource ?? '', wanted.person ?? ''],
    meta: { private: true },
    staleTime: 0,
    queryFn: ({ signal }) =>
      getJson<AskedRecipient>(`/api/sponsorship/recipient?${new URLSearchParams(wanted)}`, signal),
  });

const wallLimit = 24;
export const wallQuery = (page: number) =>
  queryOptions({
    queryKey: ['sponsors', page],
    staleTime: 0,
    queryFn: ({ signal }) => getPage<Sponsor>('/api/sponsors', { page }, { limit: wallLimit, signal }),
  });

export const booksQuery = queryOptions({
  queryKey: ['sponsor books'],
  staleTime: 0,
  queryFn: ({ signal }) => getJson<Books>('/api/sponsorship/books', signal),
});

export const ownListQuery = queryOptions({
  queryKey: ['sponsorships'],
  meta: { private: true },
  staleTime: 0,
  queryFn: ({ signal }) => getJson<OwnSponsorship[]>('/api/user/sponsorships?limit=100', signal),
});
export const ownQuery = (id: string) =>
  queryOptions({
    queryKey: ['sponsorships', id],
    meta: { private: true },
    staleTime: 0,
    queryFn: ({ signal }) =>
      getJson<OwnSponsorship>(`/api/user/sponsorships/${encodeURIComponent(id)}`, signal),
  });
export const contributionQuery = (id: string) =>
  queryOptions({
    queryKey: ['contribution', id],
    meta: { private: true },
    staleTime: 0,
    queryFn: ({ signal }) => getJson<OwnSponsorship>(`/api/contributions/${encodeURIComponent(id)}`, signal),
  });

export const promise = (input: SponsorInput, idempotencyKey: string) =>
  sendJson<OwnSponsorship>('POST', '/api/sponsorships', input, { idempotencyKey });
export const openAttempt = (contributionId: string) =>
  sendJson<Attempt>(
    'POST',
    `/api/contributions/${contributionId}/payments`,
    {},
    { idempotencyKey: crypto.randomUUID() },
  );
export const withdraw = (contributionId: string) =>
  sendJson<OwnSponsorship>('POST', `/api/contributions/${contributionId}/withdraw`, undefined, {
    idempotencyKey: `withdraw ${contributionId}`,
  });
export const cancel = (id: string) => sendJson<OwnSponsorship>('POST', `/api/sponsorships/${id}/cancel`);
export const change = (id: string, input: SponsorChange) =>
  sendJson<OwnSponsorship>('PATCH', `/api/sponsorships/${id}`, input);

export const hideMany = (ids: string[], hidden: boolean, reason: string) =>
  sendJson<ManyAnswer>('POST', '/api/admin/sponsors/many', { ids, hidden, reason });
export const hide = (id: string, input: { hidden: boolean; reason: string }) =>
  sendJson<unknown>('POST', `/api/admin/sponsors/${id}/hide`, input);
export const recordSpending = (input: SpendingInput, idempotencyKey: string) =>
  sendJson<unknown>('POST', '/api/admin/sponsor-spendings', input, { idempotencyKey });
export const reverseSpending = (id: string, reason: string) =>
  sendJson<unknown>('POST', `/api/admin/sponsor-spendings/${id}/reverse`, { reason });
