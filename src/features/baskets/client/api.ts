import { queryOptions } from '@tanstack/react-query';
import type { Use } from '#features/licensing/client/public.tsx';
import type { Attempt } from '#features/payments/contract.ts';
import { toast } from '#platform/client/toasts.tsx';
import { m } from '#i18n/generated/messages.js';
import { ApiError, getJson, sendJson } from '#platform/client/fetcher.ts';
import type {
  Basket,
  BasketSummary,
  BoughtInput,
  ItemInput,
  PlacedBasket,
  PlacingForm,
} from '../contract.ts';

const open = '/api/user/basket';
const placedPath = (id: string) => `/api/baskets/${encodeURIComponent(id)}`;

export const basketKey = ['basket'] as const;

export function basketQuery(use?: Use) {
  const parameters = use
    ? `?${new URLSearchParams({ purpose: use.purpose, withThanks: String(use.withThanks) })}`
    : '';
  return queryOptions({
    queryKey: [...basketKey, parameters],
    meta: { private: true },
    staleTime: 0,
    queryFn: ({ signal }) => getJson<Basket>(open + parameters, signal),
  });
}

export function placedBasketQuery(id: string) {
  return queryOptions({
    queryKey: ['placed basket', id],
    meta: { private: true },
    staleTime: 0,
    queryFn: ({ signal }) => getJson<PlacedBasket>(placedPath(id), signal),
  });
}

/** Baskets that were ordered, the newest first. */
export const basketsQuery = queryOptions({
  queryKey: ['baskets'],
  meta: { private: true },
  staleTime: 0,
  queryFn: ({ signal }) => getJson<BasketSummary[]>('/api/user/baskets?limit=10', signal),
});

/** The basket that an order is a part of, in a list of one or none. */
export function basketsOfOrderQuery(orderId: string) {
  return queryOptions({
    queryKey: ['baskets of order', orderId],
    meta: { private: true },
    staleTime: 60_000,
    queryFn: ({ signal }) => getJson<BasketSummary[]>(`/api/user/baskets?orderId=${orderId}`, signal),
  });
}

export const addItem = (item: Partial<ItemInput> & { serviceId: string }) =>
  sendJson<Basket>('POST', `${open}/items`, item);
export const removeItem = (id: string) => sendJson<Basket>('DELETE', `${open}/items/${id}`, undefined);
export const setBought = (input: BoughtInput) => sendJson<Basket>('PUT', `${open}/bought`, input);
export const setOwned = (basketId: string, line: number, isOwned: boolean) =>
  sendJson<null>('PATCH', `${placedPath(basketId)}/bought`, { line, isOwned });
export const addAgain = (id: string) => sendJson<{ leftOut: number }>('POST', `${placedPath(id)}/again`, {});
export const placeBasket = (input: PlacingForm, idempotencyKey: string) =>
  sendJson<PlacedBasket>('POST', `${open}/orders`, input, { idempotencyKey });
/** Idempotent: an attempt that was left open is continued. */
export const openBasketAttempt = (id: string) =>
  sendJson<Attempt>('POST', `${placedPath(id)}/payments`, {}, { idempotencyKey: crypto.randomUUID() });

/** Lets an order take the place of one that its maker declined; does nothing for one that was ordered alone. */
export async function replaceInBasket(replaces: string, orderId: string): Promise<void> {
  for (const isLast of [false, false, true]) {
    try {
      await sendJson<PlacedBasket>('POST', '/api/baskets/replacements', { replaces, orderId });
      return;
    } catch (error) {
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) return;
      // The order stands by itself, so it goes on to its payment in any case.
      if (isLast) toast('danger', m['baskets.replace_failed']());
    }
  }
}
