import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

/** A route names all that its page imports, and every page carries the routes: so this one imports next to nothing. */
const CommunityScreen = lazy(async () => ({
  default: (await import('./community-screen.tsx')).CommunityScreen,
}));

/** What it is, one channel, or one message or question of it. */
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
