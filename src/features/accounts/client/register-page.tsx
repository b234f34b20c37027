import { createFileRoute } from '@tanstack/react-router';
import { loadedHead } from '#platform/client/loaded-head.ts';
import { AuthScreen } from './auth-screen.tsx';
import { validateSignInSearch } from '../going-on.ts';

export const Route = createFileRoute('/register')({
  validateSearch: validateSignInSearch,
  loader: async ({ context }) =>
    (await import('./load-steps.ts'))?.loadEntry(context.queryClient, '/register'),
  head: loadedHead,
  component: RegisterPage,
});

function RegisterPage() {
  return <AuthScreen tab="register" search={Route.useSearch()} />;
}
