import { createFileRoute } from '@tanstack/react-router';
import { ForgotScreen } from './forgot-screen.tsx';
import { ResetScreen } from './reset-screen.tsx';

/** `/forgot-password` and `/reset-password`: one route, because every route costs every page. */
export const Route = createFileRoute('/{$step}-password')({
  validateSearch: ({ token }: Record<string, unknown>): { token?: string } =>
    token === undefined ? {} : { token: String(token) },
  loader: async ({ params }) => (await import('./load-steps.ts'))?.loadPassword(params.step),
  head: ({ loaderData }) => loaderData?.head ?? {},
  component: PasswordPage,
});

function PasswordPage() {
  const { step } = Route.useParams();
  const { token = '' } = Route.useSearch();
  return step === 'reset' ? <ResetScreen token={token} /> : <ForgotScreen />;
}
