import { createFileRoute } from '@tanstack/react-router';
import { CollectionMissing, CollectionScreen } from './collection-screen.tsx';

export const Route = createFileRoute('/collections/$id')({
  validateSearch: (search: Record<string, unknown>): { page?: number } => {
    const page = Number(search['page']);
    return Number.isSafeInteger(page) && page > 1 ? { page } : {};
  },
  loaderDeps: ({ search }) => search,
  loader: async ({ context, params, deps }) =>
    (await import('./load-pages.ts')).loadCollection(context.queryClient, params.id, deps.page ?? 1),
  head: ({ loaderData }) => loaderData?.head ?? {},
  component: CollectionPage,
  notFoundComponent: CollectionMissing,
});

function CollectionPage() {
  const { id } = Route.useParams();
  return <CollectionScreen key={id} id={id} page={Route.useSearch().page ?? 1} />;
}
