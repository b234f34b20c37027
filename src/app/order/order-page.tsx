import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

/** See own/section-page.tsx. */
const ReviewedOrder = lazy(async () => ({ default: (await import('./reviewed-order.tsx')).ReviewedOrder }));

export const Route = createFileRoute('/orders/$id')({ component: OrderPage });

function OrderPage() {
  const { id } = Route.useParams();
  return (
    <Suspense fallback={<div aria-busy="true" className="min-h-screen" />}>
      <ReviewedOrder key={id} id={id} />
    </Suspense>
  );
}
