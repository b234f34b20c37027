import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { unreadSearch } from '#platform/client/address-search.ts';

/** A route names all that its page imports, and every page carries the routes: so this one imports next to nothing. */
const NewRequestScreen = lazy(async () => ({
  default: (await import('./new-request-screen.tsx')).NewRequestScreen,
}));
const RequestScreen = lazy(async () => ({ default: (await import('./request-screen.tsx')).RequestScreen }));

export const Route = createFileRoute('/quote-requests/$id')({
  validateSearch: unreadSearch<{ serviceId?: string; resourceId?: string; fileId?: string }>,
  component: RequestPage,
});

function RequestPage() {
  const { id } = Route.useParams();
  const search = Route.useSearch();
  return (
    <Suspense fallback={<div aria-busy="true" className="min-h-screen" />}>
      {id === 'new' ? <NewRequestScreen search={search} /> : <RequestScreen key={id} id={id} />}
    </Suspense>
  );
}
