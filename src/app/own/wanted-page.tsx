import { createFileRoute } from '@tanstack/react-router';
import { MyWanted } from '#features/wanted/client/public.tsx';
import { unreadSearch } from '#platform/client/address-search.ts';
import { OwnPage } from './own-page.tsx';
import { ownRoute } from './own-route.ts';

export const Route = createFileRoute('/my/wanted')({
  ...ownRoute('wanted'),
  validateSearch: unreadSearch<{ side?: string; page?: number }>,
  component: WantedPage,
});

function WantedPage() {
  return (
    <OwnPage title={Route.useLoaderData().title}>
      <MyWanted />
    </OwnPage>
  );
}
