import { createFileRoute } from '@tanstack/react-router';
import { ServicesScreen } from './list-screen.tsx';
import { validateServiceSearch } from './list-search.ts';

export const Route = createFileRoute('/engineers')({
  validateSearch: validateServiceSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const { loadServices } = await import('./load-services.ts');
    return loadServices(context.queryClient, '/engineers', 'engineer', deps);
  },
  head: ({ loaderData }) => loaderData?.head ?? {},
  component: Page,
});

function Page() {
  return <ServicesScreen type="engineer" query={Route.useSearch()} />;
}
