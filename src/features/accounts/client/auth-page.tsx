import { createFileRoute } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { AuthScreen } from './auth-screen.tsx';

export const Route = createFileRoute('/auth')({
  head: () => pageHead({ path: '/auth', title: m['accounts.page.title']() }),
  component: () => <AuthScreen tab="login" />,
});
