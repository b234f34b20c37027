import { createFileRoute } from '@tanstack/react-router';
import { FailScreen } from './fail-screen.tsx';

/** Gateways send people here after a failed payment and add parameters of their own to the address. */
export const Route = createFileRoute('/payment/fail')({ component: FailPage });

function FailPage() {
  return <FailScreen search={Route.useSearch()} />;
}
