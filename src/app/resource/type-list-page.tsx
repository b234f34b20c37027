import { createFileRoute } from '@tanstack/react-router';
import { useNatives } from '#features/ads/client/public.tsx';
import { ListScreen, validateListSearch } from '#features/resources/client/public.tsx';

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
  return <ListScreen type={Route.useParams().type} query={Route.useSearch()} between={useNatives()} />;
}
