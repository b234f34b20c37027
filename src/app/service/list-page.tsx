import { createFileRoute } from '@tanstack/react-router';
import { useNatives } from '#features/ads/client/public.tsx';
import { ServicesScreen, validateServiceSearch } from '#features/services/client/public.tsx';

export const Route = createFileRoute('/services/')({
  validateSearch: validateServiceSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const { loadServices } = await import('./load-list.ts');
    return loadServices(context.queryClient, '/services', undefined, deps);
  },
  head: ({ loaderData }) => loaderData?.head ?? {},
  component: Page,
});

function Page() {
  return <ServicesScreen query={Route.useSearch()} between={useNatives()} />;
}
