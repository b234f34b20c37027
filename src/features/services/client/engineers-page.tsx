import { createFileRoute } from '@tanstack/react-router';
import { ServicesScreen } from './list-screen.tsx';
import { validateServiceSearch } from './list-search.ts';
import { loadServices, servicesHead } from './load-services.ts';

export const Route = createFileRoute('/engineers')({
  validateSearch: validateServiceSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => loadServices(context.queryClient, 'engineer', deps),
  head: ({ loaderData }) => servicesHead('/engineers', 'engineer', loaderData),
  component: Page,
});

function Page() {
  return <ServicesScreen type="engineer" query={Route.useSearch()} />;
}
