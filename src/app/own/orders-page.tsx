import { createFileRoute } from '@tanstack/react-router';
import { MyBaskets } from '#features/baskets/client/public.tsx';
import { MyOrders } from '#features/orders/client/public.tsx';
import { unreadSearch } from '#platform/client/address-search.ts';
import { OwnPage } from './own-page.tsx';
import { ownRoute } from './own-route.ts';

export const Route = createFileRoute('/my/orders')({
  ...ownRoute('orders'),
  validateSearch: unreadSearch<{ side?: string; state?: string; page?: number }>,
  component: OrdersPage,
});

function OrdersPage() {
  return (
    <OwnPage title={Route.useLoaderData().title}>
      <MyBaskets />
      <MyOrders />
    </OwnPage>
  );
}
