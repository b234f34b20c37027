import type { ManyAnswer } from '#features/admin/contract.ts';
import { sendJson } from '#platform/client/fetcher.ts';
import type { ResourceState, StaffResource } from '../contract.ts';

export function setState(id: string, state: ResourceState, reason: string): Promise<StaffResource> {
  return sendJson<StaffResource>('PATCH', `/api/admin/resources/${id}`, { state, reason });
}

export function setManyStates(
  ids: readonly string[],
  state: ResourceState,
  reason: string,
): Promise<ManyAnswer> {
  return sendJson<ManyAnswer>('POST', '/api/admin/resources/many', { ids, state, reason });
}
