import { createFileRoute } from '@tanstack/react-router';
import { AddToBasket } from '#features/baskets/client/public.tsx';
import type { Quote } from '#features/quotes/contract.ts';
import { QuoteScreen } from '#features/quotes/client/public.tsx';

export const Route = createFileRoute('/quotes/$id')({
  // Earlier estimate, shown if the quote differs; parsed by the screen.
  validateSearch: (raw: Record<string, unknown>): { estimated?: unknown } => raw,
  component: QuotePage,
});

function QuotePage() {
  return (
    <QuoteScreen id={Route.useParams().id} estimated={Route.useSearch().estimated} later={addToBasket} />
  );
}

function addToBasket({ id: quoteId, serviceId }: Quote) {
  return <AddToBasket item={{ serviceId, quoteId, quantity: 1 }} />;
}
