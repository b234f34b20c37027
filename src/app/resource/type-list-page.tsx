import { createFileRoute } from '@tanstack/react-router';
import { validateListSearch } from '#features/resources/client/public.tsx';
import { ListScreen, useNatives } from './list.ts';

export const Route = createFileRoute('/resources/type/$type')({
  validateSearch: validateListSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps, params }) => {
    const { loadList } = await import('./list.ts');
    const path = `/resources/type/${encodeURIComponent(params.type)}`;
    return loadList(context.queryClient, path, { ...deps, type: params.type });
  },
  head: ({ loaderData }) => loaderData?.head ?? {},
  component: TypeListPage,
});

function TypeListPage() {
  return <ListScreen type={Route.useParams().type} query={Route.useSearch()} between={useNatives()} />;
}
