import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { m } from '#i18n/generated/messages.js';
import { Frame, Skeleton } from '#features/orders/client/public.tsx';

const BasketScreen = lazy(async () => ({ default: (await import('./basket-screen.tsx')).BasketScreen }));

export const Route = createFileRoute('/payment/basket/')({ component: BasketPage });

function BasketPage() {
  return (
    <Frame title={m['baskets.title']()} wide>
      <h1 className="mb-6 text-3xl font-bold">{m['baskets.title']()}</h1>
      <Suspense fallback={<Skeleton />}>
        <BasketScreen />
      </Suspense>
    </Frame>
  );
}
