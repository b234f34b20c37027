import { createFileRoute } from '@tanstack/react-router';
import { QuoteScreen } from './quote-screen.tsx';

export const Route = createFileRoute('/quotes/$id')({
  // What the estimate had said before, to be told where the quote differs.
  validateSearch: (raw: Record<string, unknown>): { estimated?: number } =>
    typeof raw['estimated'] === 'number' ? { estimated: raw['estimated'] } : {},
  loader: async ({ params }) => (await import('./load-estimate.ts'))?.loadQuote(params.id),
  head: ({ loaderData }) => loaderData?.head ?? {},
  component: QuotePage,
});

function QuotePage() {
  return <QuoteScreen id={Route.useParams().id} estimated={Route.useSearch().estimated} />;
}
