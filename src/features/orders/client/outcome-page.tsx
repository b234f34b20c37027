import { createFileRoute, notFound } from '@tanstack/react-router';
import { SandboxScreen } from '#features/payments/client/public.tsx';
import { FailScreen } from './fail-screen.tsx';
import { SuccessScreen } from './success-screen.tsx';

/** Where gateways send people back to, and where the sandbox keeps them: one route, because every route costs every page. */
export const Route = createFileRoute('/payment/$')({ component: OutcomePage });

function OutcomePage() {
  // Whatever a gateway adds; read by the screens.
  const search: Record<string, unknown> = Route.useSearch();
  const [outcome, key, ...more] = (Route.useParams()._splat ?? '').split('/');
  if (outcome === 'success' && key === undefined) return <SuccessScreen search={search} />;
  if (outcome === 'fail' && key === undefined) return <FailScreen search={search} />;
  if (outcome === 'sandbox' && key && more.length === 0) return <SandboxScreen id={key} />;
  throw notFound();
}
