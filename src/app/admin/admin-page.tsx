import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { Restricted } from './restricted.tsx';

const AdminDesk = lazy(async () => ({ default: (await import('./admin-desk.tsx')).AdminDesk }));

export const Route = createFileRoute('/admin')({ component: AdminPage });

/** Frame of every staff page, or the refusal in place of it. */
function AdminPage() {
  const { data: user, isPending } = useQuery(currentUserQuery);
  const { pathname } = useLocation();
  if (!isPending && !user) return <Restricted />;
  return (
    <Suspense fallback={<Checking />}>
      {user ? (
        <AdminDesk path={pathname} user={user}>
          <Outlet />
        </AdminDesk>
      ) : (
        <Checking />
      )}
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
