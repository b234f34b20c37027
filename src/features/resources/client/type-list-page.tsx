import { createFileRoute } from '@tanstack/react-router';
import { ListScreen } from './list-screen.tsx';
import { listHead, loadList, validateListSearch } from './load-list.ts';

export const Route = createFileRoute('/resources/type/$type')({
  validateSearch: validateListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, params }) => loadList(context.queryClient, { ...deps, type: params.type }),
  head: ({ loaderData, params }) =>
    listHead(`/resources/type/${encodeURIComponent(params.type)}`, params.type, loaderData),
  component: TypeListPage,
});

function TypeListPage() {
  return <ListScreen type={Route.useParams().type} query={Route.useSearch()} />;
}
