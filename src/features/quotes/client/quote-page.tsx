import { createFileRoute } from '@tanstack/react-router';
import { QuoteScreen } from './quote-screen.tsx';

export const Route = createFileRoute('/quotes/$id')({
  // What the estimate had said before, to be told where the quote differs.
  validateSearch: ({ estimated }: Record<string, unknown>): { estimated?: number | undefined } => ({
    // Addresses hold texts; what is none of ours is taken out.
    estimated: estimated !== undefined && Number(estimated) >= 0 ? Number(estimated) : undefined,
  }),
  loader: async ({ params }) => (await import('./load-estimate.ts'))?.loadQuote(params.id),
  head: ({ loaderData }) => loaderData?.head ?? {},
  component: QuotePage,
});

function QuotePage() {
  return <QuoteScreen id={Route.useParams().id} estimated={Route.useSearch().estimated} />;
}
