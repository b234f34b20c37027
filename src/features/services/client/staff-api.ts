import type { ManyAnswer } from '#features/admin/contract.ts';
import { sendJson } from '#platform/client/fetcher.ts';
import type { StaffService } from '../contract.ts';
import type { ServiceState } from '../states.ts';

export function setState(id: string, state: ServiceState, reason: string): Promise<StaffService> {
  return sendJson<StaffService>('PATCH', `/api/admin/services/${id}`, { state, reason });
}

export function setManyStates(
  ids: readonly string[],
  state: ServiceState,
  reason: string,
): Promise<ManyAnswer> {
  return sendJson<ManyAnswer>('POST', '/api/admin/services/many', { ids, state, reason });
}
