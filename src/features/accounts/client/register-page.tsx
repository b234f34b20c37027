import { createFileRoute } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { AuthScreen } from './auth-screen.tsx';

export const Route = createFileRoute('/register')({
  head: () => pageHead({ path: '/register', title: m['accounts.page.register_title']() }),
  component: () => <AuthScreen tab="register" />,
});
