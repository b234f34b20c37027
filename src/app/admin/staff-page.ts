import type { QueryClient } from '@tanstack/react-query';
import { unreadSearch } from '#platform/client/address-search.ts';
import { loadedHead } from '#platform/client/loaded-head.ts';

/** Search parameters of a staff page: search words, the row to open, and the filters of its table. */
type StaffSearch = Partial<
  Record<'search' | 'open' | 'page' | 'state' | 'phase' | 'type' | 'account' | 'order', string | number>
>;

/** Options that all staff page routes share. */
export const staffPage = {
  validateSearch: unreadSearch<StaffSearch>,
  loader: async ({
    context,
    location,
  }: {
    context: { queryClient: QueryClient };
    location: { pathname: string };
  }) => (await import('./load-admin.ts'))?.loadAdmin(context.queryClient, location.pathname),
  head: loadedHead,
};
