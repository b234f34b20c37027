import { Link } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';

/** Below a route that takes any path: see src/app/admin. */
const places: Record<'order' | 'refund' | 'payout' | 'books', string> = {
  order: '/admin/orders',
  refund: '/admin/refunds',
  payout: '/admin/payouts',
  books: '/admin/money',
};
const names = {
  order: () => m['payments.admin.to_order'](),
  refund: () => m['payments.admin.to_refund'](),
  payout: () => m['payments.admin.to_payout'](),
  books: () => m['payments.adjust.find'](),
};

/** Leads staff to one order, refund or payout among all, or to the books of an order; among buttons it looks like them. */
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
      search={(to === 'books' ? { order: id } : { search: id }) as never}
      {...(to === 'books' && { hash: 'adjustments' })}
      className={isButton ? buttonClass('secondary') : 'w-fit py-1 text-accent-strong underline'}
    >
      {names[to]()}
    </Link>
  );
}
