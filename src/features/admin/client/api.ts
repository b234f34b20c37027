import { queryOptions } from '@tanstack/react-query';
import { callApi, sendJson } from '#platform/client/fetcher.ts';
import type { AdminPerson, AuditEntry, PersonChange } from '../contract.ts';

const pageSize = 32;

/** What the address of a list says. */
export type ListSearch = { search?: string; page?: number };

export function readListSearch(search: Record<string, unknown>): ListSearch {
  const page = Number(search['page']);
  // A word of digits comes out of the address as a number.
  const words = ['string', 'number'].includes(typeof search['search']) ? String(search['search']).trim() : '';
  return {
    ...(words !== '' && { search: words.slice(0, 200) }),
    ...(Number.isSafeInteger(page) && page > 1 && { page }),
  };
}

function listQuery<Item>(list: 'users' | 'audit', { search = '', page = 1 }: ListSearch) {
  return queryOptions({
    queryKey: ['admin', list, search, page],
    meta: { private: true },
    staleTime: 30_000,
    queryFn: async ({ signal }) => {
      const asked = new URLSearchParams({ page: String(page), limit: String(pageSize) });
      if (search !== '') asked.set('search', search);
      const { body, headers } = await callApi<Item[]>(`/api/admin/${list}?${asked}`, { signal });
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

export const usersQuery = (search: ListSearch) => listQuery<AdminPerson>('users', search);
export const auditQuery = (search: ListSearch) => listQuery<AuditEntry>('audit', search);

export function changePerson(id: string, change: PersonChange): Promise<AdminPerson> {
  return sendJson<AdminPerson>('PATCH', `/api/admin/users/${id}`, change);
}
