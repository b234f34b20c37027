import { createFileRoute } from '@tanstack/react-router';
import { loadedHead } from '#platform/client/loaded-head.ts';
import { NoAuction } from './no-auction.tsx';
import { AuctionPart } from './auction-part.tsx';

/** All pages of one lot, and the form for a new one: one route, because every page carries the routes. */
export const Route = createFileRoute('/auctions/$')({
  loader: async ({ context, params }) =>
    (await import('./load-auctions.ts'))?.loadAuctionPart(context.queryClient, params._splat ?? ''),
  head: loadedHead,
  component: Page,
  notFoundComponent: NoAuction,
});

function Page() {
  const { id, part } = Route.useLoaderData();
  // The first draft gives a new lot an address of its own, under which its form stays as it is.
  const key = part === 'create' || part === 'edit' ? 'form' : `${id}/${part}`;
  return <AuctionPart key={key} id={id} part={part} />;
}
