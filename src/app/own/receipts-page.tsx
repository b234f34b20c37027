import { createFileRoute, redirect } from '@tanstack/react-router';

/** Receipts are listed with everything else that happened to somebody's money. */
export const Route = createFileRoute('/my/receipts/')({
  beforeLoad: () => {
    throw redirect({ to: '/my/transactions' });
  },
});
