import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { cityNames } from '#features/services/client/public.tsx';
import { getJson, sendJson } from '#platform/client/fetcher.ts';
import { getPage } from '#platform/client/get-page.ts';
import type { TenderCard, TenderDetail } from '../contract.ts';
import { tendersPerPage } from '../rules.ts';

export const sorts = ['newest', 'closing', 'distance'] as const;
export const shownStates = ['open', 'closed', 'ended'] as const;
export type ListSearch = {
  search: string;
  type: string;
  city: string;
  state: (typeof shownStates)[number];
  sort: (typeof sorts)[number];
  page: number;
};

/** Parses the search parameters; invalid values are dropped. */
export function readSearch(raw: object): ListSearch {
  const { search, type, city, state, sort, page } = raw as Record<string, unknown>;
  const text = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, 60) : '';
  const wanted = Number(page);
  return {
    search: text(search),
    type: text(type),
    city: Object.hasOwn(cityNames, text(city)) ? text(city) : '',
    state: shownStates.find((each) => each === state) ?? 'open',
    sort: sorts.find((each) => each === sort) ?? 'newest',
    page: Number.isSafeInteger(wanted) && wanted > 1 && wanted < 1e9 ? wanted : 1,
  };
}

/** Returns the search parameters without defaults. */
export function searchOf({ search, type, city, state, sort, page }: ListSearch) {
  return {
    ...(search !== '' && { search }),
    ...(type !== '' && { type }),
    ...(city !== '' && { city }),
    ...(state !== 'open' && { state }),
    ...(sort !== 'newest' && { sort }),
    ...(page > 1 && { page }),
  };
}

/** Polling interval of an open tender, in milliseconds. */
const pollMs = 30_000;

export function tendersQuery(search: ListSearch, point?: { lat: number; long: number }) {
  const { lat, long } = point ?? {};
  return queryOptions({
    queryKey: ['tenders', JSON.stringify({ ...search, lat, long })],
    staleTime: pollMs,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      getPage<TenderCard>('/api/tenders', { ...search, lat, long }, { limit: tendersPerPage, signal }),
  });
}

export const ownTendersKey = ['own-tenders'];
export function ownTendersQuery(side: 'posted' | 'bid', page: number) {
  return queryOptions({
    queryKey: [...ownTendersKey, side, String(page)],
    meta: { private: true },
    staleTime: 0,
    queryFn: ({ signal }) =>
      getPage<TenderCard>('/api/user/tenders', { side, page }, { limit: tendersPerPage, signal }),
  });
}

const pathOf = (id: string) => `/api/tenders/${encodeURIComponent(id)}`;
export const filePath = (tenderId: string, fileId: string) => `${pathOf(tenderId)}/files/${fileId}`;
export const reportPath = (id: string) => `${pathOf(id)}/reports`;

export function tenderQuery(id: string) {
  return queryOptions({
    queryKey: ['tender', id],
    meta: { private: true },
    staleTime: 0,
    refetchInterval: pollMs,
    queryFn: ({ signal }) => getJson<TenderDetail>(pathOf(id), signal),
  });
}

export const beginTender = (input: object, idempotencyKey: string) =>
  sendJson<TenderDetail>('POST', '/api/tenders', input, { idempotencyKey });
export const changeTender = (id: string, input: object) => sendJson<TenderDetail>('PUT', pathOf(id), input);
export const removeTender = (id: string) => sendJson<null>('DELETE', pathOf(id));
export const publishTender = ({ id, version }: TenderDetail) =>
  sendJson<TenderDetail>('POST', `${pathOf(id)}/publish`, { version });
export const cancelTender = ({ id, version }: TenderDetail, reason: string) =>
  sendJson<TenderDetail>('POST', `${pathOf(id)}/cancel`, { version, reason });
export const cancelAsStaff = ({ id }: TenderDetail, reason: string) =>
  sendJson<TenderDetail>('POST', `/api/admin/tenders/${id}/cancel`, { reason });
export const sendBid = (id: string, bid: object, idempotencyKey: string) =>
  sendJson<TenderDetail>('POST', `${pathOf(id)}/bids`, bid, { idempotencyKey });
export const withdrawBid = (id: string) => sendJson<TenderDetail>('DELETE', `${pathOf(id)}/bids`);
export const chooseBid = (
  { id, version }: TenderDetail,
  choice: { bidId: string; reason: string },
  idempotencyKey: string,
) => sendJson<TenderDetail>('POST', `${pathOf(id)}/choose`, { version, ...choice }, { idempotencyKey });

/** Geocodes an address, likeliest result first. */
export const findPlace = (address: string) =>
  getJson<{ address: string; lat: number; long: number }[]>(
    `/api/geocode?address=${encodeURIComponent(address)}`,
  );
