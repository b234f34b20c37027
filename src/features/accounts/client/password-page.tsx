import { createFileRoute } from '@tanstack/react-router';
import { loadedHead } from '#platform/client/loaded-head.ts';
import { ForgotScreen } from './forgot-screen.tsx';
import { ResetScreen } from './reset-screen.tsx';

/**
 * Serves `/forgot-password` and `/reset-password` with one route, because each route adds to every page's
 * size.
 */
export const Route = createFileRoute('/{$step}-password')({
  validateSearch: ({ token }: Record<string, unknown>): { token?: string } =>
    token === undefined ? {} : { token: String(token) },
  loader: async ({ params }) => (await import('./load-steps.ts'))?.loadPassword(params.step),
  head: loadedHead,
  component: PasswordPage,
});

function PasswordPage() {
  const { step } = Route.useParams();
  const { token = '' } = Route.useSearch();
  return step === 'reset' ? <ResetScreen token={token} /> : <ForgotScreen />;
}
