import { createFileRoute } from '@tanstack/react-router';
import { unreadSearch } from '#platform/client/address-search.ts';
import { loadedHead } from '#platform/client/loaded-head.ts';
import type { LogWanted } from './api.ts';
import { LogScreen } from './log-screen.tsx';

export const Route = createFileRoute('/moderation-log')({
  validateSearch: unreadSearch<LogWanted>,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => (await import('./load-log.ts'))?.loadLog(context.queryClient, deps),
  head: loadedHead,
  component: LogPage,
});

function LogPage() {
  return <LogScreen wanted={Route.useLoaderData().wanted} />;
}
