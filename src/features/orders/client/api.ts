import { queryOptions } from '@tanstack/react-query';
import type { Use } from '#features/licensing/client/public.tsx';
import type { Attempt, OwnPayment } from '#features/payments/contract.ts';
import { getJson, sendJson } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { sendForm } from '#platform/client/send-form.ts';
import type {
  Alternatives,
  EventInput,
  OrderDetail,
  OrderInput,
  OrderOffer,
  OrderPhoto,
  Said,
} from '../contract.ts';
import type { PersonEvent } from '../states.ts';

const orderPath = (id: string) => `/api/orders/${encodeURIComponent(id)}`;
const paymentPath = (idOrRef: string) => `/api/payments/${encodeURIComponent(idOrRef)}`;

export type Asked = {
  serviceId: string;
  quoteId: string | undefined;
  replaces?: string | undefined;
  quantity: number;
  use?: Use | undefined;
};

/** The person is part of the key, because an offer names the obstacle for this person. */
export function offerQuery({ serviceId, quoteId, replaces, quantity, use }: Asked) {
  const parameters = new URLSearchParams({
    quantity: String(quantity),
    ...(quoteId && { quoteId }),
    ...(replaces && { replaces }),
    ...(use && { purpose: use.purpose, withThanks: String(use.withThanks) }),
  });
  return queryOptions({
    queryKey: ['order offer', serviceId, String(parameters)],
    meta: { private: true },
    staleTime: 0,
    queryFn: ({ signal }) =>
      getJson<OrderOffer>(`/api/services/${encodeURIComponent(serviceId)}/offer?${parameters}`, signal),
  });
}

export function orderQuery(id: string) {
  return queryOptions({
    queryKey: ['order', id],
    meta: { private: true },
    staleTime: 0,
    queryFn: ({ signal }) => getJson<OrderDetail>(orderPath(id), signal),
  });
}

export function alternativesQuery(id: string) {
  return queryOptions({
    queryKey: ['order', id, 'alternatives'],
    meta: { private: true },
    // Files are measured for it.
    staleTime: 10 * 60_000,
    queryFn: ({ signal }) => getJson<Alternatives>(`${orderPath(id)}/alternatives`, signal),
  });
}

export function paymentQuery(id: string) {
  return queryOptions({
    queryKey: ['payment', id],
    meta: { private: true },
    staleTime: 0,
    queryFn: ({ signal }) => getJson<OwnPayment>(paymentPath(id), signal),
  });
}

export const placeOrder = (input: OrderInput, idempotencyKey: string) =>
  sendJson<OrderDetail>('POST', '/api/orders', input, { idempotencyKey });

/** Idempotent: an attempt that was left open is continued. */
export const openAttempt = (orderId: string) =>
  sendJson<Attempt>('POST', `${orderPath(orderId)}/payments`, {}, { idempotencyKey: crypto.randomUUID() });

/** Idempotent, so it may be retried after a lost response. */
export const confirmPayment = (ref: string, input: { paymentKey: string; amount: number }) =>
  sendJson<OwnPayment>('POST', `${paymentPath(ref)}/confirm`, input, { idempotencyKey: `confirm ${ref}` });

export const failPayment = (ref: string, code: string | undefined) =>
  sendJson<OwnPayment>('POST', `${paymentPath(ref)}/fail`, code === undefined ? {} : { code });

export const raiseEvent = (
  id: string,
  event: PersonEvent,
  input: Partial<EventInput>,
  idempotencyKey: string,
) => sendJson<OrderDetail>('POST', `${orderPath(id)}/${event}`, input, { idempotencyKey });

export const sayInOrder = (id: string, { text, clientId }: { text: string; clientId: string }) =>
  sendJson<Said>('POST', `${orderPath(id)}/messages`, { text, clientId }, { idempotencyKey: clientId });

export function addPhoto(orderId: string, file: File, signal: AbortSignal): Promise<OrderPhoto> {
  const form = new FormData();
  form.set('image', file);
  return sendForm<OrderPhoto>('POST', `${orderPath(orderId)}/photos`, form, {
    idempotencyKey: crypto.randomUUID(),
    locale: currentLocale(),
    onProgress: () => {},
    signal,
  });
}

export const photoPath = (orderId: string, photoId: string, width: number) =>
  `${orderPath(orderId)}/photos/${photoId}/${width}.webp`;
export const filePath = (orderId: string, fileId: string) => `${orderPath(orderId)}/files/${fileId}`;
