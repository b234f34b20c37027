import type { ManyAnswer } from '#features/admin/contract.ts';
import { sendJson } from '#platform/client/fetcher.ts';
import type { StaffService } from '../contract.ts';
import type { ServiceState } from '../states.ts';

type Change = { state: ServiceState; rule?: string; reason: string };

export function setState(id: string, change: Change): Promise<StaffService> {
  return sendJson<StaffService>('PATCH', `/api/admin/services/${id}`, change);
}

export function setManyStates(ids: readonly string[], change: Change): Promise<ManyAnswer> {
  return sendJson<ManyAnswer>('POST', '/api/admin/services/many', { ids, ...change });
}
