import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { CallScreen } from '#features/calls/client/public.tsx';
import { LogScreen } from '#features/moderation/client/public.tsx';
import { DemoScreen, ExampleScreen } from '#features/orders/client/public.tsx';
import { MonitoringScreen } from '#features/search/client/public.tsx';
import { SponsorScreen } from '#features/sponsorship/client/public.tsx';
import { LegalDocument } from '../legal/legal-document.tsx';

/** Where gateways send people back to: nothing that others need. */
const Outcome = lazy(async () => ({ default: (await import('../payment/outcome.tsx')).Outcome }));

/** Whatever has no route of its own, because each costs every page: see load-room.ts. */
export const Route = createFileRoute('/$')({
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps, location }) =>
    (await import('./load-room.ts'))?.loadRoom(context.queryClient, location.pathname, deps),
  head: ({ loaderData }) => loaderData?.head ?? {},
  component: RoomPage,
});

function RoomPage() {
  const loaded = Route.useLoaderData();
  return <Suspense fallback={<div aria-busy="true" className="min-h-screen" />}>{screenOf(loaded)}</Suspense>;
}

function screenOf(loaded: ReturnType<typeof Route.useLoaderData>) {
  switch (loaded.kind) {
    case 'call':
      return <CallScreen place={loaded.call} />;
    case 'monitoring':
      return <MonitoringScreen {...loaded} />;
    case 'text':
      return <LegalDocument name={loaded.name} />;
    case 'log':
      return <LogScreen wanted={loaded.wanted} />;
    case 'payment':
      return <Outcome {...loaded} />;
    case 'payment-demo':
      return <DemoScreen />;
    case 'payment-example':
      return <ExampleScreen />;
    case 'sponsor':
      return <SponsorScreen wanted={loaded.wanted} />;
  }
}
