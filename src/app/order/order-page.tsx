import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { OrderDetail } from '#features/orders/contract.ts';
import { OrderScreen } from '#features/orders/client/public.tsx';
import { OrderReviews } from '#features/reviews/client/public.tsx';

export const Route = createFileRoute('/orders/$id')({ component: OrderPage });

function OrderPage() {
  return <OrderScreen id={Route.useParams().id} reviews={reviewsOf} />;
}

function reviewsOf({ id }: OrderDetail) {
  return (
    <Suspense>
      <OrderReviews orderId={id} />
    </Suspense>
  );
}
