import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { CommunityScreen } from './community-screen.tsx';

/** What it is, one channel, or one message, question or call of it. */
export const Route = createFileRoute('/remote-support/{-$channel}/{-$id}')({
  loaderDeps: ({ search }) => search,
  loader: async ({ context, params, deps }) =>
    (await import('./load-community.ts'))?.loadCommunity(context.queryClient, params, deps),
  head: ({ loaderData }) => loaderData?.head ?? {},
  component: CommunityPage,
});

function CommunityPage() {
  const { channel, id } = Route.useParams();
  return (
    <Suspense fallback={<div aria-busy="true" className="min-h-screen" />}>
      <CommunityScreen slug={channel} id={id} search={Route.useSearch()} />
    </Suspense>
  );
}
