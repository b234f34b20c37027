import { createFileRoute } from '@tanstack/react-router';
import { ServicesScreen } from './list-screen.tsx';
import { validateServiceSearch } from './list-search.ts';

export const Route = createFileRoute('/services/')({
  validateSearch: validateServiceSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const { loadServices } = await import('./load-services.ts');
    return loadServices(context.queryClient, '/services', undefined, deps);
  },
  head: ({ loaderData }) => loaderData?.head ?? {},
  component: Page,
});

function Page() {
  return <ServicesScreen query={Route.useSearch()} />;
}
