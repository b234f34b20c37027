import { createFileRoute } from '@tanstack/react-router';
import { validateListSearch } from '#features/resources/client/public.tsx';
import { loadedHead } from '#platform/client/loaded-head.ts';
import { list } from './list.ts';

export const Route = createFileRoute('/resources/')({
  validateSearch: validateListSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const loaded = await import('./list.ts');
    return loaded.list.load(context.queryClient, '/resources', { ...deps });
  },
  head: loadedHead,
  component: ListPage,
});

function ListPage() {
  return <list.Screen query={Route.useSearch()} between={list.useNatives()} />;
}
