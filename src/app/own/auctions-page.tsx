import { createFileRoute } from '@tanstack/react-router';
import { MyAuctions } from '#features/auctions/client/public.tsx';
import { unreadSearch } from '#platform/client/address-search.ts';
import { OwnPage } from './own-page.tsx';
import { ownRoute } from './own-route.ts';

export const Route = createFileRoute('/my/auctions')({
  ...ownRoute('auctions'),
  validateSearch: unreadSearch<{ role?: string; page?: number }>,
  component: AuctionsPage,
});

function AuctionsPage() {
  return (
    <OwnPage title={Route.useLoaderData().title}>
      <MyAuctions />
    </OwnPage>
  );
}
