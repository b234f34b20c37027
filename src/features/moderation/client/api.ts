import { queryOptions } from '@tanstack/react-query';
import { getJson, sendJson } from '#platform/client/fetcher.ts';
import type { OwnCase } from '../contract.ts';
import { reasons, reportKinds, type Reason, type ReportKind } from '../rules.ts';

export type LogWanted = {
  year?: number | undefined;
  kind?: ReportKind | undefined;
  reason?: Reason | undefined;
  page?: number | undefined;
};

/** Parses the address; invalid values are dropped. */
export function readLogSearch(asked: Record<string, unknown>): LogWanted {
  const [year, page] = [Number(asked['year']), Number(asked['page'])];
  const kind = reportKinds.find((each) => each === asked['kind']);
  const reason = reasons.find((each) => each === asked['reason']);
  return {
    ...(Number.isSafeInteger(year) && year >= 2020 && year <= 2200 && { year }),
    ...(kind && { kind }),
    ...(reason && { reason }),
    ...(Number.isSafeInteger(page) && page > 1 && page < 1e6 && { page }),
  };
}

export const logQuery = (wanted: LogWanted) =>
  queryOptions({
    queryKey: ['moderation-log', wanted],
    queryFn: ({ signal }) => {
      const asked = new URLSearchParams();
      for (const [name, value] of Object.entries(wanted)) asked.set(name, String(value));
      return getJson<'/api/moderation-log'>(`/api/moderation-log?${asked}`, signal);
    },
  });

export const ownCasesQuery = queryOptions({
  queryKey: ['moderation', 'own'],
  meta: { private: true },
  staleTime: 0,
  queryFn: ({ signal }) => getJson<'/api/user/moderation'>('/api/user/moderation', signal),
});
const pathOf = (id: string) => `/api/user/moderation/${encodeURIComponent(id)}` as const;
export const ownCaseQuery = (id: string) =>
  queryOptions({
    queryKey: ['moderation', 'own', id],
    meta: { private: true },
    staleTime: 0,
    queryFn: ({ signal }) => getJson<'/api/user/moderation/{id}'>(pathOf(id), signal),
  });

export const sendAnswer = (id: string, text: string) =>
  sendJson<OwnCase>('POST', `${pathOf(id)}/answer`, { text });
export const sendObjection = (id: string, text: string) =>
  sendJson<OwnCase>('POST', `${pathOf(id)}/objection`, { text });
export const takeDown = (id: string) => sendJson<OwnCase>('POST', `${pathOf(id)}/take-down`);
