import { createFileRoute } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { AuthScreen } from './auth-screen.tsx';
import { validateSignInSearch } from '../going-on.ts';
import { servicesQuery } from './api.ts';

export const Route = createFileRoute('/register')({
  validateSearch: validateSignInSearch,
  loader: ({ context }) => context.queryClient.ensureQueryData(servicesQuery).catch(() => []),
  head: () => pageHead({ path: '/register', title: m['accounts.page.register_title']() }),
  component: RegisterPage,
});

function RegisterPage() {
  return <AuthScreen tab="register" search={Route.useSearch()} />;
}
