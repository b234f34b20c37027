import { createFileRoute } from '@tanstack/react-router';
import { ListScreen } from './list-screen.tsx';
import { listHead, loadList, validateListSearch } from './load-list.ts';

export const Route = createFileRoute('/resources/')({
  validateSearch: validateListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => loadList(context.queryClient, { ...deps }),
  head: ({ loaderData }) => listHead('/resources', undefined, loaderData),
  component: ListPage,
});

function ListPage() {
  return <ListScreen query={Route.useSearch()} />;
}
