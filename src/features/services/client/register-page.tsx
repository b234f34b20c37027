import { createFileRoute } from '@tanstack/react-router';
import { RegisterScreen } from './register-screen.tsx';

export const Route = createFileRoute('/services/register/{-$type}')({
  loader: async ({ params }) => {
    const { loadRegister } = await import('./load-register.ts');
    return loadRegister(
      params.type ? `/services/register/${params.type}` : '/services/register',
      params.type,
    );
  },
  head: ({ loaderData }) => loaderData?.head ?? {},
  component: RegisterPage,
});

function RegisterPage() {
  return <RegisterScreen title={Route.useLoaderData().title} type={Route.useParams().type} />;
}
