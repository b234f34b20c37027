import { createFileRoute } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { AddToBasket, replaceInBasket } from '#features/baskets/client/public.tsx';
import { PayScreen } from '#features/orders/client/public.tsx';

export const Route = createFileRoute('/payment/service/$id')({
  // Parsed by the screen, so that other pages do not carry the parser.
  validateSearch: (
    raw: Record<string, unknown>,
  ): { quoteId?: string; quantity?: string; order?: string; replaces?: string } => raw,
  component: PayPage,
});

function PayPage() {
  const search = Route.useSearch();
  const { replaces } = search;
  return (
    <PayScreen
      serviceId={Route.useParams().id}
      search={search}
      {...(replaces === undefined
        ? { later: addToBasket }
        : { onPlaced: (orderId: string) => replaceInBasket(replaces, orderId) })}
    />
  );
}

function addToBasket(item: ComponentProps<typeof AddToBasket>['item']) {
  return <AddToBasket item={item} />;
}
