import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { unreadSearch } from '#platform/client/address-search.ts';
import type { QuestionSearch } from '#features/community/client/public.tsx';
import type { HelpAbout } from '#features/support/client/public.tsx';
import { loadedHead } from '#platform/client/loaded-head.ts';
import { RemoteSupport } from './remote-support.tsx';

/** Overview, one channel, or a message, question or call in it; also the page to ask for help. */
export const Route = createFileRoute('/remote-support/{-$channel}/{-$id}')({
  validateSearch: unreadSearch<HelpAbout & Partial<QuestionSearch>>,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, params, deps }) =>
    (await import('./load-remote-support.ts'))?.loadRemoteSupport(context.queryClient, params, deps),
  head: loadedHead,
  component: RemoteSupportPage,
});

function RemoteSupportPage() {
  const { channel, id } = Route.useParams();
  return (
    <Suspense fallback={<div aria-busy="true" className="min-h-screen" />}>
      <RemoteSupport slug={channel} id={id} search={Route.useSearch()} />
    </Suspense>
  );
}
