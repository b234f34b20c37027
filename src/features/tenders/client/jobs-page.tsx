import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { unreadSearch } from '#platform/client/address-search.ts';
import { loadedHead } from '#platform/client/loaded-head.ts';
import type { ListSearch } from './api.ts';

/** Imported lazily, because every page carries the routes with their imports. */
// Imported directly on the server, because lazily streamed content needs a script to be shown.
const JobsScreen = import.meta.env.SSR
  ? (await import('./jobs-screen.tsx')).JobsScreen
  : lazy(async () => ({ default: (await import('./jobs-screen.tsx')).JobsScreen }));
const JobScreen = import.meta.env.SSR
  ? (await import('./job-screen.tsx')).JobScreen
  : lazy(async () => ({ default: (await import('./job-screen.tsx')).JobScreen }));
const JobFormScreen = lazy(async () => ({ default: (await import('./job-form.tsx')).JobFormScreen }));

/** The list, the form at `create`, or one tender. */
export const Route = createFileRoute('/auctions/jobs/{-$id}')({
  validateSearch: unreadSearch<Partial<ListSearch> & { draft?: string }>,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, params, deps }) =>
    (await import('./load-jobs.ts'))?.loadJobs(context.queryClient, params.id, deps),
  head: loadedHead,
  component: JobsPage,
});

function JobsPage() {
  const { id } = Route.useParams();
  const search = Route.useSearch();
  return (
    <Suspense fallback={<div aria-busy="true" className="min-h-screen" />}>
      {id === undefined ? (
        <JobsScreen search={search} />
      ) : id === 'create' ? (
        <JobFormScreen search={search} />
      ) : (
        <JobScreen key={id} id={id} />
      )}
    </Suspense>
  );
}
