import { createFileRoute, notFound } from '@tanstack/react-router';
import { Suspense } from 'react';
import { FailScreen, SuccessScreen } from '#features/orders/client/public.tsx';
import { SandboxScreen } from '#features/payments/client/public.tsx';
import { SponsorPayScreen } from '#features/sponsorship/client/public.tsx';

/** Where gateways send people back to, where the sandbox keeps them, and where sponsors pay: one route, because every route costs every page. */
export const Route = createFileRoute('/payment/$')({ component: OutcomePage });

function OutcomePage() {
  // Whatever a gateway adds; read by the screens.
  const search: Record<string, unknown> = Route.useSearch();
  const [outcome, key, ...more] = (Route.useParams()._splat ?? '').split('/');
  if (outcome === 'success' && key === undefined) return <SuccessScreen search={search} />;
  if (outcome === 'fail' && key === undefined) return <FailScreen search={search} />;
  if (outcome === 'sandbox' && key && more.length === 0) return <SandboxScreen id={key} />;
  if (outcome === 'sponsor' && key && more.length === 0)
    return (
      <Suspense fallback={<div aria-busy="true" className="min-h-screen" />}>
        <SponsorPayScreen id={key} />
      </Suspense>
    );
  throw notFound();
}
