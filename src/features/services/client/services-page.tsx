import { createFileRoute } from '@tanstack/react-router';
import { ServicesScreen } from './list-screen.tsx';
import { validateServiceSearch } from './list-search.ts';
import { loadServices, servicesHead } from './load-services.ts';

export const Route = createFileRoute('/services/')({
  validateSearch: validateServiceSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => loadServices(context.queryClient, undefined, deps),
  head: ({ loaderData }) => servicesHead('/services', undefined, loaderData),
  component: Page,
});

function Page() {
  return <ServicesScreen query={Route.useSearch()} />;
}
