import { QueryClient } from '@tanstack/react-query';
import { defaultFreshness } from './freshness.ts';
import { retryRead } from './fetcher.ts';
import { backoffMs } from './retries.ts';

/** What is read is kept, refreshed and repeated by these rules; `freshness.ts` knows the kinds that differ. */
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
        // Offline, a reader is told at once; the library's own rule would wait without a word.
        networkMode: 'always',
      },
      // Repeated where they are sent, because only there is it known whether that does harm.
      mutations: { retry: false, networkMode: 'always' },
      // What a rendered page carries is JSON anyway: as one text it is written and read in less time and fewer bytes than object by
      // object, as the router would write it.
      ...(import.meta.env.SSR && { dehydrate: { serializeData: JSON.stringify } }),
      hydrate: { deserializeData: JSON.parse },
    },
  });
}
