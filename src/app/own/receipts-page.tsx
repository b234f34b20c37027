import { createFileRoute, redirect } from '@tanstack/react-router';

/** Receipts are part of the list of a person's transactions. */
export const Route = createFileRoute('/my/receipts/')({
  beforeLoad: () => {
    throw redirect({ to: '/my/transactions' });
  },
});
