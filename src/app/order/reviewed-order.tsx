import { Suspense } from 'react';
import { OrderBuild } from '#features/assistant/client/public.tsx';
import { BasketOfOrder } from '#features/baskets/client/public.tsx';
import type { OrderDetail } from '#features/orders/contract.ts';
import { OrderScreen } from '#features/orders/client/public.tsx';
import { OrderReviews } from '#features/reviews/client/public.tsx';
import { OrderHelp } from '#features/support/client/public.tsx';

function helpWith({ id, resources, side }: OrderDetail) {
  return (
    <>
      {side === 'buyer' && <BasketOfOrder orderId={id} />}
      <OrderBuild resources={resources} />
      <Suspense>
        <OrderHelp orderId={id} />
      </Suspense>
    </>
  );
}

/** Order with the reviews of both sides, and support for it. */
export function ReviewedOrder({ id }: { id: string }) {
  return <OrderScreen id={id} reviews={reviewsOf} help={helpWith} />;
}

function reviewsOf({ id }: OrderDetail) {
  return (
    <Suspense>
      <OrderReviews orderId={id} />
    </Suspense>
  );
}
