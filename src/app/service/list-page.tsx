import { createFileRoute } from '@tanstack/react-router';
import { validateServiceSearch } from '#features/services/client/public.tsx';
import { ServicesScreen, useNatives } from './list.ts';

export const Route = createFileRoute('/services/')({
  validateSearch: validateServiceSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const { loadServices } = await import('./list.ts');
    return loadServices(context.queryClient, '/services', undefined, deps);
  },
  head: ({ loaderData }) => loaderData?.head ?? {},
  component: Page,
});

function Page() {
  return <ServicesScreen query={Route.useSearch()} between={useNatives()} />;
}
