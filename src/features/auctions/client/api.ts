import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ManyAnswer } from '#features/admin/contract.ts';
import { callApi, getJson, sendJson } from '#platform/client/fetcher.ts';
import { getPage, type Page } from '#platform/client/get-page.ts';
import type {
  AuctionCard,
  AuctionDetail,
  AuctionLog,
  BidReceipt,
  LotOrderInput,
  OwnAuctionCard,
  OwnRole,
} from '../contract.ts';
import { auctionsPerPage } from '../rules.ts';
import type { AuctionSearch } from './list-search.ts';

/** Time for which server-rendered data is not refetched: later changes are pushed. */
const freshMs = 5000;

const pathOf = (id: string) => `/api/auctions/${encodeURIComponent(id)}`;

/** `now` is the server's time of the response, which the countdowns use. */
export type AuctionList = Page<AuctionCard> & { now: number };

export function listAuctionsQuery(search: AuctionSearch) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    if (value !== undefined) parameters.set(name, String(value));
  const path = parameters.size > 0 ? `/api/auctions?${parameters}` : '/api/auctions';
  return queryOptions({
    queryKey: ['auctions', path],
    meta: { private: true },
    staleTime: freshMs,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<AuctionList> => {
      const { body, headers } = await callApi<AuctionCard[]>(path, { signal });
      const total = Number(headers.get('x-total-count') ?? body.length);
      return {
        items: body,
        total,
        page: Number(headers.get('x-page') ?? 1),
        pageCount: Math.max(1, Math.ceil(total / auctionsPerPage)),
        now: Date.parse(headers.get('date') ?? '') || Date.now(),
      };
    },
  });
}

export const ownAuctionsQuery = (asked: { role: OwnRole; page: number }) =>
  queryOptions({
    queryKey: ['auctions', 'own', asked.role, String(asked.page)],
    meta: { private: true },
    staleTime: 0,
    queryFn: ({ signal }) =>
      getPage<OwnAuctionCard>('/api/user/auctions', asked, { limit: auctionsPerPage, signal }),
  });

export function auctionQuery(id: string) {
  return queryOptions({
    queryKey: ['auction', id],
    meta: { private: true },
    staleTime: freshMs,
    queryFn: ({ signal }) => getJson<AuctionDetail>(pathOf(id), signal),
  });
}

export function auctionLogQuery(id: string) {
  return queryOptions({
    queryKey: ['auction-log', id],
    staleTime: 0,
    queryFn: ({ signal }) => getJson<AuctionLog>(`${pathOf(id)}/log`, signal),
  });
}

export const placeBid = (id: string, maximum: number, idempotencyKey: string) =>
  sendJson<BidReceipt>('POST', `${pathOf(id)}/bids`, { maximum }, { idempotencyKey });

export const buyNow = (id: string, price: number, idempotencyKey: string) =>
  sendJson<AuctionDetail>('POST', `${pathOf(id)}/buy`, { price }, { idempotencyKey });

export const setWatched = (id: string, isWatched: boolean) =>
  sendJson<null>(isWatched ? 'PUT' : 'DELETE', `${pathOf(id)}/watch`);

export type LotStep =
  | 'publish'
  | 'withdraw'
  | 'cancel'
  | 'second-offer'
  | 'give-up'
  | 'take-offer'
  | 'refuse-offer';

/** Runs a step of the seller, or of a bidder with an offer. */
export const takeStep = (id: string, step: LotStep, body: object = {}) =>
  sendJson<AuctionDetail>('POST', `${pathOf(id)}/${step}`, body);

export const relist = (id: string, idempotencyKey: string) =>
  sendJson<AuctionDetail>('POST', `${pathOf(id)}/relist`, {}, { idempotencyKey });

export const voidBid = (id: string, seq: number, reason: string) =>
  sendJson<AuctionDetail>('POST', `/api/admin/auctions/${encodeURIComponent(id)}/bids/${seq}/void`, {
    reason,
  });

export const removeDraft = (id: string) => sendJson<null>('DELETE', pathOf(id));

export const orderLot = (id: string, input: LotOrderInput, idempotencyKey: string) =>
  sendJson<{ orderId: string }>('POST', `${pathOf(id)}/order`, input, { idempotencyKey });

export const cancelLots = (ids: string[], reason: string) =>
  sendJson<ManyAnswer>('POST', '/api/admin/auctions/many', { ids, reason });
export const liftAllStrikes = (ids: string[], reason: string) =>
  sendJson<ManyAnswer>('POST', '/api/admin/bidders/many', { ids, reason });
export const liftStrike = (id: string, reason: string) =>
  sendJson<unknown>('POST', `/api/admin/strikes/${id}/lift`, { reason });
export const setHousehold = (id: string, input: { with: string | null; reason: string }) =>
  sendJson<unknown>('PUT', `/api/admin/people/${id}/household`, input);
