import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { unreadSearch } from '#platform/client/address-search.ts';

/** A route names all that its page imports, and every page carries the routes: so this one imports next to nothing. */
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
