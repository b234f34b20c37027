import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { ApiError, getJson } from '#platform/client/fetcher.ts';
import { freshness } from '#platform/client/freshness.ts';
import type { CurrentUser } from '../contract.ts';
import type { ServiceName } from '../going-on.ts';

/** Query of the signed-in person; null for guests. A 401 is an answer here and not a failure. */
export const currentUserQuery = queryOptions({
  queryKey: ['user'],
  ...freshness('/api/user'),
  queryFn: async ({ signal }): Promise<CurrentUser | null> => {
    try {
      return await getJson<CurrentUser>('/api/user', signal);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
});

/** Query of the external services that are configured for sign-in. */
export const servicesQuery = queryOptions({
  queryKey: ['auth-services'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) => getJson<ServiceName[]>('/api/auth/services', signal),
});

/**
 * Returns a function that switches to another user and refetches all else: cached answers depend on
 * permissions.
 */
export function useSwitchUser() {
  const client = useQueryClient();
  return (user: CurrentUser | null) => {
    client.setQueryData(currentUserQuery.queryKey, user);
    // A refetch without a session would be refused, and the page that shows it is about to change.
    client.removeQueries({ predicate: (query) => query.meta?.['private'] === true });
    client.removeQueries({ type: 'inactive', predicate: (query) => query.queryKey[0] !== 'user' });
    void client.invalidateQueries({ predicate: (query) => query.queryKey[0] !== 'user' });
  };
}
