import { createFileRoute } from '@tanstack/react-router';
import { PayScreen } from './pay-screen.tsx';

export const Route = createFileRoute('/payment/service/$id')({
  // Parsed by the screen, so that other pages do not carry the parser.
  validateSearch: (raw: Record<string, unknown>): { quoteId?: string; quantity?: string; order?: string } =>
    raw,
  component: PayPage,
});

function PayPage() {
  return <PayScreen serviceId={Route.useParams().id} search={Route.useSearch()} />;
}
