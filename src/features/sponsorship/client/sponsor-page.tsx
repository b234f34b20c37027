import { createFileRoute } from '@tanstack/react-router';
import { unreadSearch } from '#platform/client/address-search.ts';
import { loadedHead } from '#platform/client/loaded-head.ts';
import type { Wanted } from './api.ts';
import { SponsorScreen } from './sponsor-screen.tsx';

export const Route = createFileRoute('/sponsor')({
  validateSearch: unreadSearch<Wanted>,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) =>
    (await import('./load-sponsor.ts'))?.loadSponsor(context.queryClient, deps),
  head: loadedHead,
  component: SponsorPage,
});

function SponsorPage() {
  return <SponsorScreen wanted={Route.useLoaderData().wanted} />;
}
