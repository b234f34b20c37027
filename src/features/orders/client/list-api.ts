import { queryOptions } from '@tanstack/react-query';
import { getJson } from '#platform/client/fetcher.ts';
import { getPage } from '#platform/client/get-page.ts';
import type { OrderDetail, OrderSummary, StaffOrderDetail } from '../contract.ts';

export const ordersPerPage = 20;

export const myOrdersQuery = (asked: { side: 'buyer' | 'provider'; state: 'open' | 'ended'; page: number }) =>
  queryOptions({
    queryKey: ['orders', 'mine', asked.side, asked.state, String(asked.page)],
    meta: { private: true },
    staleTime: 0,
    queryFn: ({ signal }) =>
      getPage<OrderSummary>('/api/user/orders', asked, { limit: ordersPerPage, signal }),
  });

export const receiptQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'receipt', id],
    meta: { private: true },
    staleTime: 0,
    queryFn: ({ signal }) => getJson<OrderDetail>(`/api/orders/${encodeURIComponent(id)}`, signal),
  });

export const staffOrderQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'order', id],
    meta: { private: true },
    staleTime: 0,
    queryFn: ({ signal }) => getJson<StaffOrderDetail>(`/api/admin/orders/${encodeURIComponent(id)}`, signal),
  });
