import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { RemoteSupport } from './remote-support.tsx';

/** What it is, one channel, or one message, question or call of it; and where help is asked for. */
export const Route = createFileRoute('/remote-support/{-$channel}/{-$id}')({
  loaderDeps: ({ search }) => search,
  loader: async ({ context, params, deps }) =>
    (await import('./load-remote-support.ts'))?.loadRemoteSupport(context.queryClient, params, deps),
  head: ({ loaderData }) => loaderData?.head ?? {},
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
