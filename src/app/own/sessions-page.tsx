import { createFileRoute, redirect } from '@tanstack/react-router';

/** Sessions stand among what guards an account. */
export const Route = createFileRoute('/my/sessions')({
  beforeLoad: () => {
    throw redirect({ to: '/my/security', hash: 'sessions' });
  },
});
