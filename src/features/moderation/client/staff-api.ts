import type { ManyAnswer } from '#features/admin/contract.ts';
import { sendJson } from '#platform/client/fetcher.ts';
import type { ResolveInput, StaffCase } from '../contract.ts';

export function resolveCase(id: string, input: ResolveInput): Promise<StaffCase> {
  return sendJson<StaffCase>('PATCH', `/api/admin/reports/${id}`, input);
}

export function dismissMany(ids: readonly string[], reason: string): Promise<ManyAnswer> {
  return sendJson<ManyAnswer>('POST', '/api/admin/reports/many', { ids, reason });
}
