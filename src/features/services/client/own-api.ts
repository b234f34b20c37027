import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { getJson } from '#platform/client/fetcher.ts';
import type { FoundAddress, ManagedService } from '../contract.ts';
import { ownServicesQuery, serviceQuery } from './api.ts';

/** Query of all fields of the owner's service. */
export function managedServiceQuery(id: string) {
  return queryOptions({
    queryKey: ['own-services', id],
    meta: { private: true },
    staleTime: 0,
    queryFn: ({ signal }) => getJson<ManagedService>(`/api/user/services/${encodeURIComponent(id)}`, signal),
  });
}

export const findAddress = (address: string) =>
  getJson<FoundAddress[]>(`/api/geocode?${new URLSearchParams({ address })}`);

/** Invalidates everything that shows services, after a write. */
export function useForgetServices() {
  const client = useQueryClient();
  return (id: string) => {
    void client.invalidateQueries({ queryKey: ['services'] });
    void client.invalidateQueries({ queryKey: ownServicesQuery.queryKey });
    client.removeQueries({ queryKey: serviceQuery(id).queryKey });
  };
}
