import { createFileRoute } from '@tanstack/react-router';
import { validateListSearch } from '#features/resources/client/public.tsx';
import { ListScreen, useNatives } from './list.ts';

export const Route = createFileRoute('/resources/')({
  validateSearch: validateListSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const { loadList } = await import('./list.ts');
    return loadList(context.queryClient, '/resources', { ...deps });
  },
  head: ({ loaderData }) => loaderData?.head ?? {},
  component: ListPage,
});

function ListPage() {
  return <ListScreen query={Route.useSearch()} between={useNatives()} />;
}
