import { createFileRoute } from '@tanstack/react-router';
import { ListScreen } from './list-screen.tsx';
import { validateListSearch } from './list-search.ts';

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
  return <ListScreen query={Route.useSearch()} />;
}
