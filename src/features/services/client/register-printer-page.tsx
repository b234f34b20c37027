import { createFileRoute } from '@tanstack/react-router';
import { loadedHead } from '#platform/client/loaded-head.ts';
import { RegisterScreen } from './register-screen.tsx';

export const Route = createFileRoute('/register-printer')({
  loader: async () => {
    const { loadRegister } = await import('./load-register.ts');
    return loadRegister('/register-printer', '3d_printing');
  },
  head: loadedHead,
  component: RegisterPrinterPage,
});

function RegisterPrinterPage() {
  return <RegisterScreen title={Route.useLoaderData().title} type="3d_printing" />;
}
