import { createFileRoute } from '@tanstack/react-router';
import { loadedHead } from '#platform/client/loaded-head.ts';
import { ForgotScreen } from './forgot-screen.tsx';
import { ResetScreen } from './reset-screen.tsx';

/** `/forgot-password` and `/reset-password`: one route, because every route costs every page. */
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
