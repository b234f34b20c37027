import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { sideOf } from '../access.ts';
import type { OrderSummary } from '../contract.ts';

/** An order by its title, leading to its page for those who may open that: support and finance only see that there is one. */
export function OrderTitle({ order }: { order: OrderSummary }) {
  const { data: user } = useQuery(currentUserQuery);
  const parties = { buyerId: order.buyer.id, providerId: order.provider.id };
  if (!user || sideOf(user, parties) === null) {
    return <span className="font-semibold wrap-anywhere">{order.title}</span>;
  }
  return (
    <Link
      to="/orders/$id"
      params={{ id: order.id }}
      className="py-1 font-semibold wrap-anywhere text-accent-strong underline"
    >
      {order.title}
    </Link>
  );
}
