import { queryOptions } from '@tanstack/react-query';
import { getJson, sendJson } from '#platform/client/fetcher.ts';
import { freshness } from '#platform/client/freshness.ts';
import type { PrintersAnswer, Quote, QuoteInput } from '../contract.ts';
import { mostPrinters } from '../rules.ts';

/** Everybody nearby who prints, with what an estimate needs of them. */
export function printersQuery({ lat, long }: { lat: number; long: number }, radiusKm: number) {
  const parameters = new URLSearchParams({
    lat: String(lat),
    long: String(long),
    maxDistance: String(radiusKm),
    limit: String(mostPrinters),
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

export const askForQuote = (serviceId: string, input: QuoteInput, idempotencyKey: string) =>
  sendJson<Quote>('POST', `/api/services/${encodeURIComponent(serviceId)}/quote`, input, { idempotencyKey });
