import { createFileRoute } from '@tanstack/react-router';
import { loadedHead } from '#platform/client/loaded-head.ts';
import { AuthScreen } from './auth-screen.tsx';
import { validateSignInSearch } from '../going-on.ts';

export const Route = createFileRoute('/login')({
  validateSearch: validateSignInSearch,
  loader: async ({ context }) => (await import('./load-steps.ts'))?.loadEntry(context.queryClient, '/login'),
  head: loadedHead,
  component: LoginPage,
});

function LoginPage() {
  return <AuthScreen tab="login" search={Route.useSearch()} />;
}
