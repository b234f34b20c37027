import { createFileRoute, notFound } from '@tanstack/react-router';
import { FailScreen } from './fail-screen.tsx';
import { SuccessScreen } from './success-screen.tsx';

/** Where gateways send people back to: one route, because every route costs every page. */
export const Route = createFileRoute('/payment/$outcome')({ component: OutcomePage });

function OutcomePage() {
  // Whatever a gateway adds; read by the screens.
  const search: Record<string, unknown> = Route.useSearch();
  const { outcome } = Route.useParams();
  if (outcome === 'success') return <SuccessScreen search={search} />;
  if (outcome === 'fail') return <FailScreen search={search} />;
  throw notFound();
}
