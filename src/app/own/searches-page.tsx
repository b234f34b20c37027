import { createFileRoute } from '@tanstack/react-router';
import { SavedSearches } from '#features/finding/client/public.tsx';
import { unreadSearch } from '#platform/client/address-search.ts';
import { OwnPage } from './own-page.tsx';
import { ownRoute } from './own-route.ts';

export const Route = createFileRoute('/my/searches')({
  ...ownRoute('searches'),
  // What a guest wanted to save before the login: saving-address.ts.
  validateSearch: unreadSearch<object>,
  component: SearchesPage,
});

function SearchesPage() {
  return (
    <OwnPage title={Route.useLoaderData().title}>
      <SavedSearches />
    </OwnPage>
  );
}
