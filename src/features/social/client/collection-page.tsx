import { createFileRoute } from '@tanstack/react-router';
import { unreadSearch } from '#platform/client/address-search.ts';
import { loadedHead } from '#platform/client/loaded-head.ts';
import { readPage } from './api.ts';
import { CollectionMissing, CollectionScreen } from './collection-screen.tsx';

export const Route = createFileRoute('/collections/$id')({
  validateSearch: unreadSearch<{ page?: number }>,
  loader: async ({ context, params, location }) =>
    (await import('./load-pages.ts'))?.loadCollection(context.queryClient, params.id, location.search),
  head: loadedHead,
  component: CollectionPage,
  notFoundComponent: CollectionMissing,
});

function CollectionPage() {
  const { id } = Route.useParams();
  return <CollectionScreen key={id} id={id} page={readPage(Route.useSearch())} />;
}
