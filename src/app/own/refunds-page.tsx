import { createFileRoute, redirect } from '@tanstack/react-router';

/** Refunds are listed with everything else that happened to somebody's money. */
export const Route = createFileRoute('/my/refunds/')({
  beforeLoad: () => {
    throw redirect({ to: '/my/transactions' });
  },
});
