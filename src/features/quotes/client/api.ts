import { queryOptions } from '@tanstack/react-query';
import { m } from '#i18n/generated/messages.js';
import { ApiError, callApi, getJson, sendJson } from '#platform/client/fetcher.ts';
import { freshness } from '#platform/client/freshness.ts';
import type {
  PartInput,
  PrintersAnswer,
  Quote,
  RequestCounts,
  RequestDetail,
  RequestSummary,
  Said,
  Thread,
} from '../contract.ts';
import { requestsPerPage, type ThreadAction } from '../negotiation.ts';
import { maxPrinters } from '../rules.ts';

/** Query for printers nearby with the data of an estimate; `serviceId` comes first, at any distance. */
export function printersQuery(
  { lat, long }: { lat: number; long: number },
  { radius, isCountry }: { radius: number; isCountry: boolean },
  serviceId: string | undefined,
) {
  const parameters = new URLSearchParams({
    lat: String(lat),
    long: String(long),
    ...(isCountry ? { area: 'country' } : { maxDistance: String(radius) }),
    limit: String(maxPrinters),
    ...(serviceId !== undefined && { serviceId }),
  });
  return queryOptions({
    queryKey: ['services', 'printers', String(parameters)],
    ...freshness('/api/services'),
    queryFn: ({ signal }) => getJson<PrintersAnswer>(`/api/services/printers?${parameters}`, signal),
  });
}

export function quoteQuery(id: string) {
  return queryOptions({
    queryKey: ['quote', id],
    meta: { private: true },
    queryFn: ({ signal }) => getJson<Quote>(`/api/quotes/${encodeURIComponent(id)}`, signal),
  });
}

export const askForQuote = (serviceId: string, parts: readonly PartInput[], idempotencyKey: string) =>
  sendJson<Quote>('POST', '/api/quotes', { serviceId, parts }, { idempotencyKey });

export const lowerQuote = (id: string, principal: number) =>
  sendJson<Quote>('POST', `/api/quotes/${encodeURIComponent(id)}/lower`, { principal });

/** Polling interval of an open negotiation, in milliseconds. */
const pollMs = 15_000;

export const requestsKey = ['quote-requests'];

async function readList<Item>(path: string, page: number, signal: AbortSignal) {
  const { body, headers } = await callApi<unknown>(`${path}page=${page}&limit=${requestsPerPage}`, {
    signal,
  });
  if (!Array.isArray(body)) throw new ApiError(200, 'wrong_format', m['platform.client.wrong_format']());
  const total = Number(headers.get('x-total-count') ?? body.length);
  return {
    items: body as Item[],
    page: Number(headers.get('x-page') ?? 1),
    pageCount: Math.max(1, Math.ceil(total / requestsPerPage)),
  };
}

export function requestsQuery(side: 'asked' | 'received', page: number) {
  return queryOptions({
    queryKey: [...requestsKey, side, String(page)],
    meta: { private: true },
    staleTime: 0,
    queryFn: ({ signal }) => readList<RequestSummary>(`/api/user/quote-requests?side=${side}&`, page, signal),
  });
}

export const requestCountsQuery = queryOptions({
  queryKey: [...requestsKey, 'counts'],
  meta: { private: true },
  staleTime: 0,
  queryFn: ({ signal }) => getJson<RequestCounts>('/api/user/quote-requests/counts', signal),
});

export function instantQuotesQuery(side: 'asked' | 'received', page: number) {
  return queryOptions({
    queryKey: [...requestsKey, 'instant', side, String(page)],
    meta: { private: true },
    staleTime: 0,
    queryFn: ({ signal }) => readList<Quote>(`/api/user/quotes?side=${side}&`, page, signal),
  });
}

const requestPath = (id: string) => `/api/quote-requests/${encodeURIComponent(id)}`;
export const filePath = (requestId: string, fileId: string) => `${requestPath(requestId)}/files/${fileId}`;

export function requestQuery(id: string) {
  return queryOptions({
    queryKey: [...requestsKey, id],
    meta: { private: true },
    staleTime: 0,
    refetchInterval: pollMs,
    queryFn: ({ signal }) => getJson<RequestDetail>(requestPath(id), signal),
  });
}

export const askProviders = (input: unknown, idempotencyKey: string) =>
  sendJson<RequestDetail>('POST', '/api/quote-requests', input, { idempotencyKey });

export const changeFiles = (id: string, input: { version: number; files: readonly object[] }) =>
  sendJson<RequestDetail>('PUT', `${requestPath(id)}/files`, input);

export const closeRequest = (id: string) => sendJson<RequestDetail>('POST', `${requestPath(id)}/close`);

export const sayInThread = (id: string, { text, clientId }: { text: string; clientId: string }) =>
  sendJson<Said>(
    'POST',
    `/api/quote-threads/${id}/messages`,
    { text, clientId },
    { idempotencyKey: clientId },
  );

export const actOnThread = (
  thread: { id: string; version: number },
  action: ThreadAction,
  terms: object,
  idempotencyKey: string,
) =>
  sendJson<Thread>(
    'POST',
    `/api/quote-threads/${thread.id}/${action}`,
    { version: thread.version, ...terms },
    { idempotencyKey },
  );
