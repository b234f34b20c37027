import { createFileRoute } from '@tanstack/react-router';
import { ListScreen } from './list-screen.tsx';
import { validateAuctionSearch } from './list-search.ts';

export const Route = createFileRoute('/auctions/')({
  validateSearch: validateAuctionSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) =>
    (await import('./load-auctions.ts'))?.loadAuctions(context.queryClient, deps),
  head: ({ loaderData }) => loaderData?.head ?? {},
  component: Page,
});

function Page() {
  return <ListScreen query={Route.useSearch()} />;
}
