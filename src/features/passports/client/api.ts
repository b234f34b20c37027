import { queryOptions } from '@tanstack/react-query';
import { getJson, sendJson } from '#platform/client/fetcher.ts';
import type { Handover, OrderPassports, Passport, RecallInput, ResourceRecalls, Thing } from '../contract.ts';
import type { Each } from '../rules.ts';

const pathOf = (code: string) => `/api/passports/${encodeURIComponent(code)}`;

export function passportQuery(code: string) {
  return queryOptions({
    queryKey: ['passport', code],
    meta: { private: true },
    staleTime: 0,
    queryFn: ({ signal }) => getJson<Passport>(pathOf(code), signal),
  });
}

export function thingsQuery(label?: string) {
  return queryOptions({
    queryKey: ['things', label ?? ''],
    meta: { private: true },
    staleTime: 0,
    queryFn: ({ signal }) =>
      getJson<Thing[]>(
        `/api/user/things?limit=100${label === undefined ? '' : `&label=${encodeURIComponent(label)}`}`,
        signal,
      ),
  });
}

export function orderPassportsQuery(orderId: string) {
  return queryOptions({
    queryKey: ['order passports', orderId],
    meta: { private: true },
    staleTime: 0,
    queryFn: ({ signal }) => getJson<OrderPassports>(`/api/orders/${orderId}/passports`, signal),
  });
}

export const claimThing = (code: string, handover?: string) =>
  sendJson<Passport>('POST', `${pathOf(code)}/claim`, { ...(handover !== undefined && { handover }) });

export const passOn = (code: string) => sendJson<Handover>('POST', `${pathOf(code)}/handover`, {});
export const keepThing = (code: string) => sendJson<Passport>('DELETE', `${pathOf(code)}/handover`);

export type LabelChoice = {
  each?: Each;
  title?: string;
  showsMaker: boolean;
  warrantyMonths: number | null;
  warranty: string;
  gtin: string;
};
export const chooseLabels = (orderId: string, choice: LabelChoice) =>
  sendJson<OrderPassports>('PUT', `/api/orders/${orderId}/passports`, choice);
export const changeLabel = (id: string, act: 'revoke' | 'reissue') =>
  sendJson<OrderPassports>('POST', `/api/made-things/${id}/${act}`, {});

export const postRecall = (resourceId: string, input: RecallInput) =>
  sendJson<ResourceRecalls>('POST', `/api/resources/${resourceId}/recalls`, input);
export const updateRecall = (id: string, text: string) =>
  sendJson<ResourceRecalls>('POST', `/api/recalls/${id}/updates`, { text });
export const endRecall = (id: string) => sendJson<ResourceRecalls>('POST', `/api/recalls/${id}/end`, {});
