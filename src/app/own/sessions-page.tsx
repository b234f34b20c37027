import { createFileRoute, redirect } from '@tanstack/react-router';

/** Sessions are listed on the page about account security. */
export const Route = createFileRoute('/my/sessions')({
  beforeLoad: () => {
    throw redirect({ to: '/my/security', hash: 'sessions' });
  },
});
