import { createFileRoute } from '@tanstack/react-router';
import { unreadSearch } from '#platform/client/address-search.ts';
import { loadedHead } from '#platform/client/loaded-head.ts';
import type { MonitoringSearch } from './api.ts';
import { MonitoringScreen } from './monitoring-screen.tsx';

export const Route = createFileRoute('/search')({
  validateSearch: unreadSearch<Partial<MonitoringSearch>>,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) =>
    (await import('./load-monitoring.ts'))?.loadMonitoring(context.queryClient, '/search', deps),
  head: loadedHead,
  component: MonitoringPage,
});

function MonitoringPage() {
  return <MonitoringScreen {...Route.useLoaderData()} />;
}
