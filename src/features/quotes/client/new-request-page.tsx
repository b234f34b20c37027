import { createFileRoute } from '@tanstack/react-router';
import { NewRequestScreen } from './new-request-screen.tsx';

export const Route = createFileRoute('/quote-requests/new')({
  // Read by the screen, which other pages need not carry.
  validateSearch: (raw: Record<string, unknown>): NewRequestSearch => raw,
  component: NewRequestPage,
});

type NewRequestSearch = { serviceId?: unknown; resourceId?: unknown; fileId?: unknown };

function NewRequestPage() {
  return <NewRequestScreen search={Route.useSearch()} />;
}
