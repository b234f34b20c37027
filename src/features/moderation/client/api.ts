import { queryOptions } from '@tanstack/react-query';
import { callApi, sendJson } from '#platform/client/fetcher.ts';
import type { AdminReport, ResolveInput } from '../contract.ts';
import { reportStates, type ReportState } from '../rules.ts';

const pageSize = 32;

export const readState = (value: unknown): ReportState =>
  reportStates.find((state) => state === value) ?? 'open';

export function reportsQuery(wanted: { search?: string; page?: number; state: ReportState }) {
  const { search = '', page = 1, state } = wanted;
  return queryOptions({
    queryKey: ['admin', 'reports', state, search, page],
    meta: { private: true },
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const asked = new URLSearchParams({ state, page: String(page), limit: String(pageSize) });
      if (search !== '') asked.set('search', search);
      const { body, headers } = await callApi<AdminReport[]>(`/api/admin/reports?${asked}`, { signal });
      const total = Number(headers.get('x-total-count') ?? body.length);
      return {
        items: body,
        total,
        page: Number(headers.get('x-page') ?? 1),
        pageCount: Math.max(1, Math.ceil(total / pageSize)),
      };
    },
  });
}

export function resolveReport(id: string, input: ResolveInput): Promise<AdminReport> {
  return sendJson<AdminReport>('PATCH', `/api/admin/reports/${id}`, input);
}
