import { createFileRoute } from '@tanstack/react-router';
import { ServicesScreen } from './list-screen.tsx';
import { validateServiceSearch } from './list-search.ts';
import { loadServices, servicesHead } from './load-services.ts';

export const Route = createFileRoute('/services/type/$type')({
  validateSearch: validateServiceSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, params }) => loadServices(context.queryClient, params.type, deps),
  head: ({ loaderData, params }) =>
    servicesHead(`/services/type/${encodeURIComponent(params.type)}`, params.type, loaderData),
  component: Page,
});

function Page() {
  return <ServicesScreen type={Route.useParams().type} query={Route.useSearch()} />;
}
