import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { Restricted } from './restricted.tsx';

/** A route names all that its page imports, and every page carries the routes: so this one imports next to nothing. */
const AdminDesk = lazy(async () => ({ default: (await import('./admin-desk.tsx')).AdminDesk }));

export const Route = createFileRoute('/admin/$')({
  loader: async ({ context, params }) =>
    (await import('./load-admin.ts'))?.loadAdmin(context.queryClient, params._splat),
  head: ({ loaderData }) => loaderData?.head ?? {},
  component: AdminPage,
});

function AdminPage() {
  const { data: user, isPending } = useQuery(currentUserQuery);
  const { _splat = '' } = Route.useParams();
  if (!isPending && !user) return <Restricted />;
  return (
    <Suspense fallback={<Checking />}>
      {user ? <AdminDesk path={_splat} user={user} /> : <Checking />}
    </Suspense>
  );
}

function Checking() {
  return (
    <div className="page grid min-h-96 content-center py-16" aria-busy="true">
      <p role="status">{m['app.admin.checking']()}</p>
    </div>
  );
}
