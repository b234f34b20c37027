import { createFileRoute } from '@tanstack/react-router';
import { FailScreen } from './fail-screen.tsx';

/** Where gateways send people back to who did not pay, with whatever they add to the address. */
export const Route = createFileRoute('/payment/fail')({ component: FailPage });

function FailPage() {
  return <FailScreen search={Route.useSearch()} />;
}
