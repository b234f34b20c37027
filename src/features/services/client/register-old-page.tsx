import { createFileRoute } from '@tanstack/react-router';
import { loadedHead } from '#platform/client/loaded-head.ts';
import { RegisterScreen } from './register-screen.tsx';

export const Route = createFileRoute('/services/register-old/{-$type}')({
  // Id of a draft to continue, or of a service to edit.
  validateSearch: (raw: Record<string, unknown>): { draft?: string; edit?: string } => ({
    ...(typeof raw['draft'] === 'string' && { draft: raw['draft'] }),
    ...(typeof raw['edit'] === 'string' && { edit: raw['edit'] }),
  }),
  loader: async ({ params }) => {
    const { loadRegister } = await import('./load-register.ts');
    return loadRegister(
      params.type ? `/services/register-old/${params.type}` : '/services/register-old',
      params.type,
    );
  },
  head: loadedHead,
  component: RegisterPage,
});

function RegisterPage() {
  return <RegisterScreen title={Route.useLoaderData().title} type={Route.useParams().type} />;
}
