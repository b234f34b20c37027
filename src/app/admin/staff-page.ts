import type { QueryClient } from '@tanstack/react-query';
import { unreadSearch } from '#platform/client/address-search.ts';
import { loadedHead } from '#platform/client/loaded-head.ts';

/** What a link to a page of staff may ask for: words to search for, a row to open, and what its table is narrowed down to. */
type StaffSearch = Partial<
  Record<'search' | 'open' | 'page' | 'state' | 'phase' | 'type' | 'account' | 'order', string | number>
>;

/** What all pages of staff have in common, but for what they show. */
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
