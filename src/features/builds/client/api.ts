import { queryOptions } from '@tanstack/react-query';
import { getJson } from '#platform/client/fetcher.ts';
import type { BuildRates } from '../contract.ts';

export function serviceBuildsQuery(serviceId: string) {
  return queryOptions({
    queryKey: ['service-builds', serviceId],
    queryFn: ({ signal }) =>
      getJson<BuildRates>(`/api/services/${encodeURIComponent(serviceId)}/builds`, signal),
  });
}
