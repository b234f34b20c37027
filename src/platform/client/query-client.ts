import { QueryClient } from '@tanstack/react-query';
import { defaultFreshness } from './freshness.ts';
import { retryRead } from './fetcher.ts';
import { backoffMs } from './retries.ts';

/** Creates the query cache with these defaults for caching, refetching and retries; `freshness.ts` has the exceptions. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        ...defaultFreshness,
        retry: retryRead(),
        retryDelay: backoffMs,
        refetchOnMount: true,
        refetchOnWindowFocus: true,
        refetchOnReconnect: true,
        // Offline a reader gets an error at once; the library's default would wait silently.
        networkMode: 'always',
      },
      // Mutations are retried by the fetcher, because only it knows whether a retry is safe.
      mutations: { retry: false, networkMode: 'always' },
      // A rendered page carries its data as JSON: one string is written and parsed in less time and fewer bytes than
      // the object-by-object form of the router.
      ...(import.meta.env.SSR && { dehydrate: { serializeData: JSON.stringify } }),
      hydrate: { deserializeData: JSON.parse },
    },
  });
}
