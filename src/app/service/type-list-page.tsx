import { createFileRoute } from '@tanstack/react-router';
import { validateServiceSearch } from '#features/services/client/public.tsx';
import { loadedHead } from '#platform/client/loaded-head.ts';
import { list } from './list.ts';

export const Route = createFileRoute('/services/type/$type')({
  validateSearch: validateServiceSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps, params }) => {
    const loaded = await import('./list.ts');
    const path = `/services/type/${encodeURIComponent(params.type)}`;
    return loaded.list.load(context.queryClient, path, params.type, deps);
  },
  head: loadedHead,
  component: Page,
});

function Page() {
  return <list.Screen type={Route.useParams().type} query={Route.useSearch()} between={list.useNatives()} />;
}
