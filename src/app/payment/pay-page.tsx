import { createFileRoute } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { AddToBasket } from '#features/baskets/client/public.tsx';
import { PayScreen } from '#features/orders/client/public.tsx';

export const Route = createFileRoute('/payment/service/$id')({
  // Parsed by the screen, so that other pages do not carry the parser.
  validateSearch: (raw: Record<string, unknown>): { quoteId?: string; quantity?: string; order?: string } =>
    raw,
  component: PayPage,
});

function PayPage() {
  return <PayScreen serviceId={Route.useParams().id} search={Route.useSearch()} later={addToBasket} />;
}

function addToBasket(item: ComponentProps<typeof AddToBasket>['item']) {
  return <AddToBasket item={item} />;
}
