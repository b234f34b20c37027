import { queryOptions } from '@tanstack/react-query';
import { getJson } from '#platform/client/fetcher.ts';
import { getPage } from '#platform/client/get-page.ts';
import type { OrderDetail, OrderSummary, StaffDispute, StaffOrder } from '../contract.ts';

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

export const allOrdersQuery = (asked: { state: string; search: string; page: number }) =>
  queryOptions({
    queryKey: ['admin', 'orders', asked.state, asked.search, String(asked.page)],
    meta: { private: true },
    staleTime: 0,
    queryFn: ({ signal }) =>
      getPage<StaffOrder>('/api/admin/orders', asked, { limit: ordersPerPage, signal }),
  });

export const disputesQuery = (page: number) =>
  queryOptions({
    queryKey: ['admin', 'disputes', String(page)],
    meta: { private: true },
    staleTime: 0,
    queryFn: ({ signal }) =>
      getPage<StaffDispute>('/api/admin/disputes', { page }, { limit: ordersPerPage, signal }),
  });
