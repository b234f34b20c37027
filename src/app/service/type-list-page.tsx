import { createFileRoute } from '@tanstack/react-router';
import { validateServiceSearch } from '#features/services/client/public.tsx';
import { ServicesScreen, useNatives } from './list.ts';

export const Route = createFileRoute('/services/type/$type')({
  validateSearch: validateServiceSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps, params }) => {
    const { loadServices } = await import('./list.ts');
    const path = `/services/type/${encodeURIComponent(params.type)}`;
    return loadServices(context.queryClient, path, params.type, deps);
  },
  head: ({ loaderData }) => loaderData?.head ?? {},
  component: Page,
});

function Page() {
  return <ServicesScreen type={Route.useParams().type} query={Route.useSearch()} between={useNatives()} />;
}
