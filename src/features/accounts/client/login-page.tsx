import { createFileRoute } from '@tanstack/react-router';
import { AuthScreen } from './auth-screen.tsx';
import { validateSignInSearch } from '../going-on.ts';

export const Route = createFileRoute('/login')({
  validateSearch: validateSignInSearch,
  loader: async ({ context }) => (await import('./load-steps.ts'))?.loadEntry(context.queryClient, '/login'),
  head: ({ loaderData }) => loaderData?.head ?? {},
  component: LoginPage,
});

function LoginPage() {
  return <AuthScreen tab="login" search={Route.useSearch()} />;
}
