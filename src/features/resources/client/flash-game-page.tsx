import { createFileRoute } from '@tanstack/react-router';
import { loadedHead } from '#platform/client/loaded-head.ts';
import { ListScreen } from './list-screen.tsx';
import { validateListSearch } from './list-search.ts';

export const Route = createFileRoute('/flash-game')({
  validateSearch: validateListSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const { loadList } = await import('./load-list.ts');
    return loadList(context.queryClient, '/flash-game', { ...deps, type: 'flash_game' });
  },
  head: loadedHead,
  component: FlashGamePage,
});

function FlashGamePage() {
  return <ListScreen type="flash_game" query={Route.useSearch()} />;
}
