import { queryOptions } from '@tanstack/react-query';
import { getJson, sendJson } from '#platform/client/fetcher.ts';
import type { LegalDocument, LegalInput, StaffLegal } from '../contract.ts';
import type { LegalKind } from '../rules.ts';

/** Query for a version of a document; undefined for the one in force. */
export const legalQuery = (kind: LegalKind, version: string | undefined) =>
  queryOptions({
    queryKey: ['legal', kind, version ?? ''],
    queryFn: ({ signal }) =>
      getJson<LegalDocument>(
        `/api/legal/${kind}${version === undefined ? '' : `?version=${encodeURIComponent(version)}`}`,
        signal,
      ),
  });

export const staffLegalQuery = queryOptions({
  queryKey: ['admin', 'legal'],
  meta: { private: true },
  staleTime: 0,
  queryFn: ({ signal }) => getJson<StaffLegal[]>('/api/admin/legal', signal),
});

export const saveLegal = (kind: LegalKind, input: LegalInput) =>
  sendJson<unknown>('PUT', `/api/admin/legal/${kind}`, input);
