import { createFileRoute } from '@tanstack/react-router';
import { loadedHead } from '#platform/client/loaded-head.ts';
import { ListScreen } from './list-screen.tsx';
import { validateAuctionSearch, type AuctionSearch } from './list-search.ts';

export const Route = createFileRoute('/auctions/')({
  // Validated by the loader and the screen, so that other pages need not load that code.
  validateSearch: (raw: Record<string, unknown>): AuctionSearch => raw,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) =>
    (await import('./load-auctions.ts'))?.loadAuctions(context.queryClient, deps),
  head: loadedHead,
  component: Page,
});

function Page() {
  return <ListScreen query={validateAuctionSearch(Route.useSearch())} />;
}
