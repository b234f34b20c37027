import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { unreadSearch } from '#platform/client/address-search.ts';

/** Imported lazily, because every page carries the routes with their imports. */
const NewRequestScreen = lazy(async () => ({
  default: (await import('./new-request-screen.tsx')).NewRequestScreen,
}));
const RequestScreen = lazy(async () => ({ default: (await import('./request-screen.tsx')).RequestScreen }));

export const Route = createFileRoute('/quote-requests/$id')({
  validateSearch: unreadSearch<{
    serviceId?: string;
    resourceId?: string;
    fileId?: string;
    trade?: string;
    insteadOf?: string;
  }>,
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
