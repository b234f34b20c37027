import { queryOptions } from '@tanstack/react-query';
import { callApi, sendJson } from '#platform/client/fetcher.ts';
import type { AdminPerson, ManyAnswer, PersonChange } from '../contract.ts';
import { pageSize, writeTableState, type TableShape, type TableState } from '../table.ts';

/** Query of one page of a table, by the state in the page's address. */
export function staffTableQuery<Row>(list: string, shape: TableShape, state: TableState) {
  const asked = askedFor(shape, state);
  return queryOptions({
    queryKey: ['admin', 'table', list, asked],
    meta: { private: true },
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const { body, headers } = await callApi<Row[]>(`/api/admin/${list}?${asked}`, { signal });
      const total = Number(headers.get('x-total-count') ?? body.length);
      return {
        items: body,
        total,
        totalIsExact: headers.get('x-total-is-exact') !== 'false',
        page: Number(headers.get('x-page') ?? 1),
        pageCount: Math.max(1, Math.ceil(total / pageSize)),
      };
    },
  });
}

function askedFor(shape: TableShape, state: TableState): string {
  return new URLSearchParams(
    Object.entries(writeTableState(shape, state)).map(([name, value]) => [name, String(value)]),
  ).toString();
}

/** Returns the path of the table's CSV export. */
export function exportPath(list: string, shape: TableShape, state: TableState): string {
  return `/api/admin/${list}.csv?${askedFor(shape, { ...state, page: 1 })}`;
}

/** Undoes the acts of these audit entries. */
export function undo(ids: readonly string[]): Promise<ManyAnswer> {
  return sendJson<ManyAnswer>('POST', '/api/admin/undo', { ids });
}

export function changeMany(ids: readonly string[], change: PersonChange): Promise<ManyAnswer> {
  return sendJson<ManyAnswer>('POST', '/api/admin/users/many', { ids, change });
}

export function retryJobs(ids: readonly string[], reason: string): Promise<ManyAnswer> {
  return sendJson<ManyAnswer>('POST', '/api/admin/jobs/many', { action: 'retry', ids, reason });
}

/** Starts viewing the site as someone else, which changes every page. */
export function actAs(id: string, reason: string): Promise<null> {
  return sendJson<null>('POST', `/api/admin/users/${id}/acting`, { reason });
}

export function changePerson(id: string, change: PersonChange): Promise<AdminPerson> {
  return sendJson<AdminPerson>('PATCH', `/api/admin/users/${id}`, change);
}
