import { createFileRoute } from '@tanstack/react-router';
import { useNatives } from '#features/ads/client/public.tsx';
import { ServicesScreen, validateServiceSearch } from '#features/services/client/public.tsx';

export const Route = createFileRoute('/services/type/$type')({
  validateSearch: validateServiceSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps, params }) => {
    const { loadServices } = await import('./load-list.ts');
    const path = `/services/type/${encodeURIComponent(params.type)}`;
    return loadServices(context.queryClient, path, params.type, deps);
  },
  head: ({ loaderData }) => loaderData?.head ?? {},
  component: Page,
});

function Page() {
  return <ServicesScreen type={Route.useParams().type} query={Route.useSearch()} between={useNatives()} />;
}
