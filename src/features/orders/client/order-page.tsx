import { createFileRoute } from '@tanstack/react-router';
import { OrderScreen } from './order-screen.tsx';

export const Route = createFileRoute('/orders/$id')({ component: OrderPage });

function OrderPage() {
  return <OrderScreen id={Route.useParams().id} />;
}
