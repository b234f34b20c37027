import { createFileRoute } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { AuthScreen } from './auth-screen.tsx';
import { validateSignInSearch } from '../going-on.ts';
import { servicesQuery } from './api.ts';

export const Route = createFileRoute('/login')({
  validateSearch: validateSignInSearch,
  loader: ({ context }) => context.queryClient.ensureQueryData(servicesQuery).catch(() => []),
  head: () => pageHead({ path: '/login', title: m['accounts.page.login_title']() }),
  component: LoginPage,
});

function LoginPage() {
  return <AuthScreen tab="login" search={Route.useSearch()} />;
}
