import { createFileRoute } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { AuthScreen } from './auth-screen.tsx';

export const Route = createFileRoute('/login')({
  head: () => pageHead({ path: '/login', title: m['accounts.page.login_title']() }),
  component: () => <AuthScreen tab="login" />,
});
