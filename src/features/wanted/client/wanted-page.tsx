import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { unreadSearch } from '#platform/client/address-search.ts';
import { loadedHead } from '#platform/client/loaded-head.ts';
import type { ListSearch } from './api.ts';
import type { Prefilled } from './post-form.tsx';

/** Imported lazily, because every page carries the routes with their imports. */
// Imported directly on the server, because lazily streamed content needs a script to be shown.
const BoardScreen = import.meta.env.SSR
  ? (await import('./board-screen.tsx')).BoardScreen
  : lazy(async () => ({ default: (await import('./board-screen.tsx')).BoardScreen }));
const PostScreen = import.meta.env.SSR
  ? (await import('./post-screen.tsx')).PostScreen
  : lazy(async () => ({ default: (await import('./post-screen.tsx')).PostScreen }));
const DeskScreen = import.meta.env.SSR
  ? (await import('./desk-screen.tsx')).DeskScreen
  : lazy(async () => ({ default: (await import('./desk-screen.tsx')).DeskScreen }));
const DemandScreen = import.meta.env.SSR
  ? (await import('./demand-screen.tsx')).DemandScreen
  : lazy(async () => ({ default: (await import('./demand-screen.tsx')).DemandScreen }));
const PostForm = lazy(async () => ({ default: (await import('./post-form.tsx')).PostFormScreen }));

/** The board, the form at `new`, the desk at `broken-part`, the map at `demand`, or one post. */
export const Route = createFileRoute('/wanted/{-$id}')({
  validateSearch: unreadSearch<Partial<ListSearch> & Prefilled & { mm?: string }>,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, params, deps }) =>
    (await import('./load-wanted.ts'))?.loadWanted(context.queryClient, params.id, deps),
  head: loadedHead,
  component: WantedPage,
});

function WantedPage() {
  const { id } = Route.useParams();
  const search = Route.useSearch();
  return (
    <Suspense fallback={<div aria-busy="true" className="min-h-screen" />}>
      {id === undefined ? (
        <BoardScreen search={search} />
      ) : id === 'new' ? (
        <PostForm search={search} />
      ) : id === 'broken-part' ? (
        <DeskScreen search={search} />
      ) : id === 'demand' ? (
        <DemandScreen search={search} />
      ) : (
        <PostScreen key={id} id={id} />
      )}
    </Suspense>
  );
}
