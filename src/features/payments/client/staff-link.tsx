import { Link } from '@tanstack/react-router';
import type { StaffPlace } from '#features/admin/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { orderNumber } from '#platform/shared/order-number.ts';
import { buttonClass } from '#ui/button.tsx';

const places: Record<'order' | 'refund' | 'payout' | 'books' | 'reverses' | 'reversedBy', StaffPlace> = {
  order: '/admin/orders',
  refund: '/admin/refunds',
  payout: '/admin/payouts',
  books: '/admin/money',
  reverses: '/admin/journals',
  reversedBy: '/admin/journals',
};
const names = {
  order: () => m['payments.admin.to_order'](),
  refund: () => m['payments.admin.to_refund'](),
  payout: () => m['payments.admin.to_payout'](),
  books: () => m['payments.adjust.find'](),
  reverses: () => m['payments.books.to_reverses'](),
  reversedBy: () => m['payments.books.to_reversed_by'](),
};

/**
 * Links staff to an order, refund, payout or journal in its table, or to the books of an order; looks like a button
 * next to buttons.
 */
export function StaffLink({
  to,
  id,
  isButton = false,
}: {
  to: keyof typeof places;
  id: string;
  isButton?: boolean;
}) {
  return (
    <Link
      to={places[to]}
      search={to === 'books' ? { order: orderNumber(id) } : { search: id }}
      {...(to === 'books' && { hash: 'books' })}
      className={isButton ? buttonClass('secondary') : 'w-fit py-1 text-accent-strong underline'}
    >
      {names[to]()}
    </Link>
  );
}
