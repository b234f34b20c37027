import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ShoppingBasket } from 'lucide-react';
import { m } from '#i18n/generated/messages.js';
import { basketQuery, basketsQuery } from './api.ts';
import { basketStateWords } from './words.ts';

const row =
  'flex min-h-11 items-center gap-3 rounded-lg border border-line bg-surface p-4 hover:border-accent';

/** What is in the basket, and baskets that were ordered and are not over; nothing where there is neither. */
export function MyBaskets() {
  const { data: open } = useQuery(basketQuery());
  const { data: placed = [] } = useQuery(basketsQuery);
  const count = open?.items.length ?? 0;
  const current = placed.filter(({ state }) => state !== 'done' && state !== 'ended');
  if (count === 0 && current.length === 0) return null;
  return (
    <ul className="mb-6 grid gap-3">
      {count > 0 && (
        <li>
          {/* Needs a full page load, because the CSP of payment pages belongs to their document. */}
          <Link to="/payment/basket" reloadDocument className={row}>
            <ShoppingBasket aria-hidden="true" className="size-5 shrink-0 text-accent-strong" />
            <span className="font-semibold">{m['baskets.own.open']({ count })}</span>
          </Link>
        </li>
      )}
      {current.map(({ id, title, orders, state }) => (
        <li key={id}>
          <Link to="/payment/basket/$id" params={{ id }} className={row}>
            <ShoppingBasket aria-hidden="true" className="size-5 shrink-0 text-accent-strong" />
            <span className="min-w-0">
              <span className="block font-semibold wrap-anywhere">
                {m['baskets.of_order']({ title, count: orders })}
              </span>
              <span className="text-sm text-ink-soft">{basketStateWords[state]()}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
