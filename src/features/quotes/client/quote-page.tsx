import { createFileRoute } from '@tanstack/react-router';
import { QuoteScreen } from './quote-screen.tsx';

export const Route = createFileRoute('/quotes/$id')({
  // What the estimate had said before, to be told where the quote differs; read by the screen.
  validateSearch: (raw: Record<string, unknown>): { estimated?: unknown } => raw,
  component: QuotePage,
});

function QuotePage() {
  return <QuoteScreen id={Route.useParams().id} estimated={Route.useSearch().estimated} />;
}
