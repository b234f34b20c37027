import { createFileRoute } from '@tanstack/react-router';
import { NoAuction } from './no-auction.tsx';
import { AuctionPart } from './auction-part.tsx';

/** All pages of one lot, and the form for a new one: one route, because every page carries the routes. */
export const Route = createFileRoute('/auctions/$')({
  loader: async ({ context, params }) =>
    (await import('./load-auctions.ts'))?.loadAuctionPart(context.queryClient, params._splat ?? ''),
  head: ({ loaderData }) => loaderData?.head ?? {},
  component: Page,
  notFoundComponent: NoAuction,
});

function Page() {
  const { id, part } = Route.useLoaderData();
  return <AuctionPart key={`${id}/${part}`} id={id} part={part} />;
}
