import { Suspense } from 'react';
import { OrderBuild } from '#features/assistant/client/public.tsx';
import { BasketOfOrder } from '#features/baskets/client/public.tsx';
import type { OrderDetail } from '#features/orders/contract.ts';
import { OrderScreen } from '#features/orders/client/public.tsx';
import { OrderPassports } from '#features/passports/client/public.tsx';
import { OrderReviews } from '#features/reviews/client/public.tsx';
import { OrderHelp } from '#features/support/client/public.tsx';

function helpWith({ id, resources, side }: OrderDetail) {
  return (
    <>
      <Suspense>
        <OrderPassports orderId={id} />
      </Suspense>
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

/** The buyer says of what was made, but not of a lot, whether it works. */
function reviewsOf({ id, side, auctionId, making, parts, arrival }: OrderDetail) {
  const made =
    side === 'buyer' && auctionId === null
      ? {
          machine: making.machine,
          materials: [...new Set(parts.map(({ material }) => material))],
          worked: arrival?.works ?? null,
        }
      : null;
  return (
    <Suspense>
      <OrderReviews orderId={id} made={made} />
    </Suspense>
  );
}
