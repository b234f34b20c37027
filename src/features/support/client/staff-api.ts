import type { ManyAnswer } from '#features/admin/contract.ts';
import { sendJson } from '#platform/client/fetcher.ts';

export function suspendVolunteers(
  ids: readonly string[],
  change: { suspended: boolean; reason: string },
): Promise<ManyAnswer> {
  return sendJson<ManyAnswer>('POST', '/api/admin/engineers/many', { ids, ...change });
}
