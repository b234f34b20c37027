import { createFileRoute } from '@tanstack/react-router';
import { unreadSearch } from '#platform/client/address-search.ts';
import { loadedHead } from '#platform/client/loaded-head.ts';
import { FindScreen } from './find-screen.tsx';

export const Route = createFileRoute('/find/$kind')({
  validateSearch: unreadSearch<{ search?: string; page?: number }>,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps, params }) =>
    (await import('./load-find.ts'))?.loadFind(context.queryClient, params.kind, deps),
  head: loadedHead,
  component: Page,
});

function Page() {
  return <FindScreen {...Route.useLoaderData()} />;
}
