import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { getJson, sendJson } from '#platform/client/fetcher.ts';
import { getPage } from '#platform/client/get-page.ts';
import type {
  Adjustment,
  AdjustmentInput,
  byHandInput,
  Earnings,
  moneyState,
  OrderBooks,
  OwnRefund,
  refundAccountInput,
  Transaction,
} from '../contract.ts';

const perPage = 20;
const own = { meta: { private: true }, staleTime: 0 } as const;

export type StatementSearch = { side?: string; from?: string; to?: string };

export const statementQuery = (asked: StatementSearch & { page: number }) =>
  queryOptions({
    queryKey: ['money', 'statement', JSON.stringify(asked)],
    ...own,
    queryFn: ({ signal }) =>
      getPage<Transaction>('/api/user/transactions', asked, { limit: perPage, signal }),
  });
export const csvPath = (asked: StatementSearch) =>
  `/api/user/transactions.csv?${new URLSearchParams(asked as Record<string, string>)}`;

export const earningsQuery = queryOptions({
  queryKey: ['money', 'earnings'],
  ...own,
  queryFn: ({ signal }) => getJson<Earnings>('/api/user/earnings', signal),
});

const refundPath = (id: string) => `/api/refunds/${encodeURIComponent(id)}`;
export const refundQuery = (id: string) =>
  queryOptions({
    queryKey: ['money', 'refund', id],
    ...own,
    queryFn: ({ signal }) => getJson<OwnRefund>(refundPath(id), signal),
  });
export const sendRefundAccount = (id: string, input: z.input<typeof refundAccountInput>) =>
  sendJson<OwnRefund>('PUT', `${refundPath(id)}/account`, input);

export const moneyQuery = queryOptions({
  queryKey: ['admin', 'money'],
  ...own,
  queryFn: ({ signal }) => getJson<z.infer<typeof moneyState>>('/api/admin/money', signal),
});
export const resolveFinding = (id: string, reason: string) =>
  sendJson<unknown>('POST', `/api/admin/findings/${id}/resolve`, { reason });
export const settlePayout = (id: string, input: z.input<typeof byHandInput>) =>
  sendJson<unknown>('POST', `/api/admin/payouts/${id}/settle`, input);
export const retryRefund = (id: string, reason: string) =>
  sendJson<unknown>('POST', `/api/admin/refunds/${id}/retry`, { reason });
export const freezeOrder = (orderId: string, input: { frozen: boolean; reason: string }) =>
  sendJson<unknown>('POST', `/api/admin/orders/${orderId}/freeze`, input);

export const journalsQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['admin', 'journals', orderId],
    ...own,
    queryFn: ({ signal }) =>
      getJson<OrderBooks>(`/api/admin/orders/${encodeURIComponent(orderId)}/journals`, signal),
  });
export const proposeAdjustment = (input: AdjustmentInput) =>
  sendJson<unknown>('POST', '/api/admin/adjustments', input);
export const decideAdjustment = (id: string, decision: Adjustment['can'][number], reason: string) =>
  sendJson<unknown>('POST', `/api/admin/adjustments/${id}/${decision}`, { reason });
