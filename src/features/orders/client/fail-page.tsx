import { createFileRoute } from '@tanstack/react-router';
import { FailScreen } from './fail-screen.tsx';

export const Route = createFileRoute('/payment/fail')({
  // Whatever a gateway adds; read by the screen.
  validateSearch: (raw: Record<string, unknown>): Record<string, unknown> => raw,
  component: FailPage,
});

function FailPage() {
  return <FailScreen search={Route.useSearch()} />;
}
