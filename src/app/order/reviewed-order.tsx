import { Suspense } from 'react';
import type { OrderDetail } from '#features/orders/contract.ts';
import { OrderScreen } from '#features/orders/client/public.tsx';
import { OrderReviews } from '#features/reviews/client/public.tsx';

/** An order, with what its sides said of each other. */
export function ReviewedOrder({ id }: { id: string }) {
  return <OrderScreen id={id} reviews={reviewsOf} />;
}

function reviewsOf({ id }: OrderDetail) {
  return (
    <Suspense>
      <OrderReviews orderId={id} />
    </Suspense>
  );
}
