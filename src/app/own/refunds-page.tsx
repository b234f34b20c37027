import { createFileRoute, redirect } from '@tanstack/react-router';

/** Refunds are part of the list of a person's transactions. */
export const Route = createFileRoute('/my/refunds/')({
  beforeLoad: () => {
    throw redirect({ to: '/my/transactions' });
  },
});
