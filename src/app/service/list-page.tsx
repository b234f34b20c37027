import { createFileRoute } from '@tanstack/react-router';
import { validateServiceSearch } from '#features/services/client/public.tsx';
import { loadedHead } from '#platform/client/loaded-head.ts';
import { list } from './list.ts';

export const Route = createFileRoute('/services/')({
  validateSearch: validateServiceSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const loaded = await import('./list.ts');
    return loaded.list.load(context.queryClient, '/services', undefined, deps);
  },
  head: loadedHead,
  component: Page,
});

function Page() {
  return <list.Screen query={Route.useSearch()} between={list.useNatives()} />;
}
