import { createFileRoute } from '@tanstack/react-router';
import { ListScreen } from './list-screen.tsx';
import { listHead, loadList, validateListSearch } from './load-list.ts';

export const Route = createFileRoute('/flash-game')({
  validateSearch: validateListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => loadList(context.queryClient, { ...deps, type: 'flash_game' }),
  head: ({ loaderData }) => listHead('/flash-game', 'flash_game', loaderData),
  component: FlashGamePage,
});

function FlashGamePage() {
  return <ListScreen type="flash_game" query={Route.useSearch()} />;
}
