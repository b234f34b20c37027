import { createFileRoute } from '@tanstack/react-router';
import { SuccessScreen } from './success-screen.tsx';

export const Route = createFileRoute('/payment/success')({
  // Whatever a gateway adds; read by the screen.
  validateSearch: (raw: Record<string, unknown>): Record<string, unknown> => raw,
  component: SuccessPage,
});

function SuccessPage() {
  return <SuccessScreen search={Route.useSearch()} />;
}
