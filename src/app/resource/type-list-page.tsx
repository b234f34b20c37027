import { createFileRoute } from '@tanstack/react-router';
import { validateListSearch } from '#features/resources/client/public.tsx';
import { loadedHead } from '#platform/client/loaded-head.ts';
import { list } from './list.ts';

export const Route = createFileRoute('/resources/type/$type')({
  validateSearch: validateListSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps, params }) => {
    const loaded = await import('./list.ts');
    const path = `/resources/type/${encodeURIComponent(params.type)}`;
    return loaded.list.load(context.queryClient, path, { ...deps, type: params.type });
  },
  head: loadedHead,
  component: TypeListPage,
});

function TypeListPage() {
  return <list.Screen type={Route.useParams().type} query={Route.useSearch()} between={list.useNatives()} />;
}
