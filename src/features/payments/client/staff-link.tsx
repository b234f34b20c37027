import { Link } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';

/** Below a route that takes any path: see src/app/admin. */
const places: Record<'order' | 'refund' | 'payout', string> = {
  order: '/admin/orders',
  refund: '/admin/refunds',
  payout: '/admin/payouts',
};
const names = {
  order: () => m['payments.admin.to_order'](),
  refund: () => m['payments.admin.to_refund'](),
  payout: () => m['payments.admin.to_payout'](),
};

/** Leads staff to one order, refund or payout among all. */
export function StaffLink({ to, id }: { to: keyof typeof places; id: string }) {
  return (
    <Link
      to={places[to]}
      search={{ search: id } as never}
      className="w-fit py-1 text-accent-strong underline"
    >
      {names[to]()}
    </Link>
  );
}
