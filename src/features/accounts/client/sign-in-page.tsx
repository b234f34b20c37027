import { createFileRoute } from '@tanstack/react-router';
import { loadedHead } from '#platform/client/loaded-head.ts';
import { validateSignInSearch } from '../going-on.ts';
import { CodeScreen } from './code-screen.tsx';
import { CompleteScreen } from './complete-screen.tsx';

/** Serves `/sign-in/code` and `/sign-in/complete`. */
export const Route = createFileRoute('/sign-in/$step')({
  validateSearch: validateSignInSearch,
  loader: async ({ params }) => (await import('./load-steps.ts'))?.loadSignIn(params.step),
  head: loadedHead,
  component: SignInPage,
});

function SignInPage() {
  const { step } = Route.useParams();
  const { completion } = Route.useLoaderData();
  const search = Route.useSearch();
  return step === 'code' ? <CodeScreen search={search} /> : <CompleteScreen completion={completion} />;
}
