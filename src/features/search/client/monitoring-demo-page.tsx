import { createFileRoute } from '@tanstack/react-router';
import { unreadSearch } from '#platform/client/address-search.ts';
import { loadedHead } from '#platform/client/loaded-head.ts';
import type { MonitoringSearch } from './api.ts';
import { MonitoringScreen } from './monitoring-screen.tsx';

export const Route = createFileRoute('/search-demo')({
  validateSearch: unreadSearch<Partial<MonitoringSearch>>,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) =>
    (await import('./load-monitoring.ts'))?.loadMonitoring(context.queryClient, '/search-demo', deps),
  head: loadedHead,
  component: MonitoringDemoPage,
});

function MonitoringDemoPage() {
  return <MonitoringScreen {...Route.useLoaderData()} />;
}
