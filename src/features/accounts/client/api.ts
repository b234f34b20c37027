import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { ApiError, getJson } from '#platform/client/fetcher.ts';
import { freshness } from '#platform/client/freshness.ts';
import type { CurrentUser } from '../contract.ts';
import type { ServiceName } from '../going-on.ts';

/** Who is signed in; null for guests. A 401 is an answer, not a failure. */
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

/** Which services one can sign in with: those that are configured. */
export const servicesQuery = queryOptions({
  queryKey: ['auth-services'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) => getJson<ServiceName[]>('/api/auth/services', signal),
});

/** What one person may see is another's secret: everything but the new user is asked for again. */
export function useSwitchUser() {
  const client = useQueryClient();
  return (user: CurrentUser | null) => {
    client.setQueryData(currentUserQuery.queryKey, user);
    // Asked for again without its person, it would only be refused; the page that shows it is about to change.
    client.removeQueries({ predicate: (query) => query.meta?.['private'] === true });
    client.removeQueries({ type: 'inactive', predicate: (query) => query.queryKey[0] !== 'user' });
    void client.invalidateQueries({ predicate: (query) => query.queryKey[0] !== 'user' });
  };
}
