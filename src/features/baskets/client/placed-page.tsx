import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { m } from '#i18n/generated/messages.js';
import { Frame, Skeleton } from '#features/orders/client/public.tsx';

const PlacedScreen = lazy(async () => ({ default: (await import('./placed-screen.tsx')).PlacedScreen }));

export const Route = createFileRoute('/payment/basket/$id')({ component: PlacedPage });

function PlacedPage() {
  const { id } = Route.useParams();
  return (
    <Frame title={m['baskets.placed.title']()} wide>
      <Suspense fallback={<Skeleton />}>
        <PlacedScreen key={id} id={id} />
      </Suspense>
    </Frame>
  );
}
