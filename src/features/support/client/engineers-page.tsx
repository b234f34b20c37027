import { createFileRoute } from '@tanstack/react-router';
import { unreadSearch } from '#platform/client/address-search.ts';
import { loadedHead } from '#platform/client/loaded-head.ts';
import type { EngineerSearch } from './api.ts';
import { EngineersScreen } from './engineers-screen.tsx';

export const Route = createFileRoute('/engineers')({
  validateSearch: unreadSearch<Partial<EngineerSearch>>,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) =>
    (await import('./load-engineers.ts'))?.loadEngineers(context.queryClient, deps),
  head: loadedHead,
  component: Page,
});

function Page() {
  return <EngineersScreen search={Route.useLoaderData().search} />;
}
