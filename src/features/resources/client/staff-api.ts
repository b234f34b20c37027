import type { ManyAnswer } from '#features/admin/contract.ts';
import { sendJson } from '#platform/client/fetcher.ts';
import type { ResourceState, StaffResource } from '../contract.ts';

type Change = { state: ResourceState; rule?: string; reason: string };

export function setState(id: string, change: Change): Promise<StaffResource> {
  return sendJson<StaffResource>('PATCH', `/api/admin/resources/${id}`, change);
}

export function setManyStates(ids: readonly string[], change: Change): Promise<ManyAnswer> {
  return sendJson<ManyAnswer>('POST', '/api/admin/resources/many', { ids, ...change });
}
