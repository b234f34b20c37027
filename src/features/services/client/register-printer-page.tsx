import { createFileRoute } from '@tanstack/react-router';
import { RegisterScreen } from './register-screen.tsx';

export const Route = createFileRoute('/register-printer')({
  loader: async () => {
    const { loadRegister } = await import('./load-register.ts');
    return loadRegister('/register-printer', '3d_printing');
  },
  head: ({ loaderData }) => loaderData?.head ?? {},
  component: RegisterPrinterPage,
});

function RegisterPrinterPage() {
  return <RegisterScreen title={Route.useLoaderData().title} type="3d_printing" />;
}
