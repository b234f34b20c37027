import { queryOptions } from '@tanstack/react-query';
import { getJson, sendJson } from '#platform/client/fetcher.ts';
import type { PermissionRequest, Rights } from '../contract.ts';
import type { Purpose } from '../rules.ts';
import type { PublicKey } from '#platform/shared/signatures.ts';

export function permissionsQuery(side: 'asked' | 'received') {
  return queryOptions({
    queryKey: ['permissions', side],
    meta: { private: true },
    staleTime: 0,
    queryFn: ({ signal }) =>
      getJson<PermissionRequest[]>(`/api/user/permissions?side=${side}&limit=100`, signal),
  });
}

export function rightsQuery(resourceId: string, purpose: Purpose = 'own') {
  return queryOptions({
    queryKey: ['rights', resourceId, purpose],
    meta: { private: true },
    queryFn: ({ signal }) =>
      getJson<Rights>(`/api/resources/${encodeURIComponent(resourceId)}/rights?purpose=${purpose}`, signal),
  });
}

export const askPermission = (
  resourceId: string,
  input: { purpose: Purpose; pieces: number; note: string },
) => sendJson<PermissionRequest>('POST', `/api/resources/${resourceId}/permissions`, input);

export const answerPermission = (
  id: string,
  answer: 'grant' | 'refuse' | 'withdraw',
  input: { pieces?: number; answer?: string } = {},
) => sendJson<PermissionRequest>('POST', `/api/permissions/${id}/${answer}`, input);

export const saveShare = (resourceId: string, share: { amount: number | null; percent: number | null }) =>
  sendJson<{ amount: number | null; percent: number | null }>(
    'PUT',
    `/api/user/resources/${resourceId}/share`,
    share,
  );

export async function fetchKeys(): Promise<PublicKey[]> {
  return (await getJson<{ keys: PublicKey[] }>('/.well-known/gongbang-keys.json')).keys;
}
