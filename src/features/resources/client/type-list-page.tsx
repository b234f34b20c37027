import { createFileRoute } from '@tanstack/react-router';
import { ListScreen } from './list-screen.tsx';
import { validateListSearch } from './list-search.ts';

export const Route = createFileRoute('/resources/type/$type')({
  validateSearch: validateListSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps, params }) => {
    const { loadList } = await import('./load-list.ts');
    const path = `/resources/type/${encodeURIComponent(params.type)}`;
    return loadList(context.queryClient, path, { ...deps, type: params.type });
  },
  head: ({ loaderData }) => loaderData?.head ?? {},
  component: TypeListPage,
});

function TypeListPage() {
  return <ListScreen type={Route.useParams().type} query={Route.useSearch()} />;
}
