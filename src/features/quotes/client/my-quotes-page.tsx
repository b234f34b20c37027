import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { unreadSearch } from '#platform/client/address-search.ts';

/** Imported lazily, because every page carries the routes with their imports. */
const MyQuotesScreen = lazy(async () => ({
  default: (await import('./my-quotes-screen.tsx')).MyQuotesScreen,
}));

export const Route = createFileRoute('/my/quotes')({
  validateSearch: unreadSearch<{ tab?: string | null; page?: number }>,
  component: MyQuotesPage,
});

function MyQuotesPage() {
  return (
    <Suspense fallback={<div aria-busy="true" className="min-h-screen" />}>
      <MyQuotesScreen search={Route.useSearch()} />
    </Suspense>
  );
}
