import { createFileRoute } from '@tanstack/react-router';
import { useNatives } from '#features/ads/client/public.tsx';
import { ListScreen, validateListSearch } from '#features/resources/client/public.tsx';

export const Route = createFileRoute('/resources/')({
  validateSearch: validateListSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const { loadList } = await import('./load-list.ts');
    return loadList(context.queryClient, '/resources', { ...deps });
  },
  head: ({ loaderData }) => loaderData?.head ?? {},
  component: ListPage,
});

function ListPage() {
  return <ListScreen query={Route.useSearch()} between={useNatives()} />;
}
