import { createFileRoute } from '@tanstack/react-router';
import { loadedHead } from '#platform/client/loaded-head.ts';
import { NoAuction } from './no-auction.tsx';
import { AuctionPart } from './auction-part.tsx';

/**
 * All pages of one lot and the form for a new one share a route, because each route adds to every page's
 * size.
 */
export const Route = createFileRoute('/auctions/$')({
  loader: async ({ context, params }) =>
    (await import('./load-auctions.ts'))?.loadAuctionPart(context.queryClient, params._splat ?? ''),
  head: loadedHead,
  component: Page,
  notFoundComponent: NoAuction,
});

function Page() {
  const { id, part } = Route.useLoaderData();
  // The first saved draft changes the address of a new lot, but must not remount the form.
  const key = part === 'create' || part === 'edit' ? 'form' : `${id}/${part}`;
  return <AuctionPart key={key} id={id} part={part} />;
}
