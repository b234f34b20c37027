import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { FailScreen, SuccessScreen } from '#features/orders/client/public.tsx';
import { SandboxScreen } from '#features/payments/client/public.tsx';
import { SponsorPayScreen } from '#features/sponsorship/client/public.tsx';

/** Where gateways send people back to, where the sandbox keeps them, and where sponsors pay: one route, because every route costs every page. */
export const Route = createFileRoute('/payment/$')({
  loader: async ({ params }) => (await import('./load-outcome.ts'))?.loadOutcome(params._splat),
  component: OutcomePage,
});

function OutcomePage() {
  // Whatever a gateway adds; read by the screens.
  const search: Record<string, unknown> = Route.useSearch();
  const { outcome, key } = Route.useLoaderData();
  switch (outcome) {
    case 'success':
      return <SuccessScreen search={search} />;
    case 'fail':
      return <FailScreen search={search} />;
    case 'sandbox':
      return <SandboxScreen id={key} />;
    case 'sponsor':
      return (
        <Suspense fallback={<div aria-busy="true" className="min-h-screen" />}>
          <SponsorPayScreen id={key} />
        </Suspense>
      );
  }
}
