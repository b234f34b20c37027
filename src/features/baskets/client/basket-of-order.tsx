import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ShoppingBasket } from 'lucide-react';
import { m } from '#i18n/generated/messages.js';
import { basketsOfOrderQuery } from './api.ts';
import { basketStateWords } from './words.ts';

/** Link from an order to the basket that it was ordered and paid with; nothing for an order alone. */
export function BasketOfOrder({ orderId }: { orderId: string }) {
  const { data } = useQuery(basketsOfOrderQuery(orderId));
  const basket = data?.[0];
  if (!basket) return null;
  return (
    <Link
      to="/payment/basket/$id"
      params={{ id: basket.id }}
      className="flex min-h-11 items-center gap-3 rounded-lg border border-line bg-surface p-4 hover:border-accent"
    >
      <ShoppingBasket aria-hidden="true" className="size-5 shrink-0 text-accent-strong" />
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere">
          {m['baskets.of_order']({ title: basket.title, count: basket.orders })}
        </span>
        <span className="text-sm text-ink-soft">{basketStateWords[basket.state]()}</span>
      </span>
    </Link>
  );
}
