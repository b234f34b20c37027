import { createFileRoute } from '@tanstack/react-router';
import { QuoteScreen } from './quote-screen.tsx';

export const Route = createFileRoute('/quotes/$id')({
  // Earlier estimate, shown if the quote differs; parsed by the screen.
  validateSearch: (raw: Record<string, unknown>): { estimated?: unknown } => raw,
  component: QuotePage,
});

function QuotePage() {
  return <QuoteScreen id={Route.useParams().id} estimated={Route.useSearch().estimated} />;
}
