import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Navigate, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, type ComponentType } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { toast } from '#platform/client/toasts.tsx';
import { AdminScreen } from './admin-screen.tsx';

export const Route = createFileRoute('/admin/$')({
  head: ({ params }) =>
    pageHead({ path: `/admin/${params._splat ?? ''}`, title: m['app.admin.title'](), hidden: true }),
  component: AdminPage,
});

/** Not pages of the route table, which every visitor loads: these are for staff alone. */
const UsersScreen = lazy(async () => ({
  default: (await import('#features/admin/client/public.tsx')).UsersScreen,
}));
const ReportsScreen = lazy(async () => ({
  default: (await import('#features/moderation/client/public.tsx')).ReportsScreen,
}));
const AuditScreen = lazy(async () => ({
  default: (await import('#features/admin/client/public.tsx')).AuditScreen,
}));
const OrdersScreen = lazy(async () => ({
  default: (await import('#features/orders/client/public.tsx')).OrdersScreen,
}));
const DisputesScreen = lazy(async () => ({
  default: (await import('#features/orders/client/public.tsx')).DisputesScreen,
}));
const PayoutsScreen = lazy(async () => ({
  default: (await import('#features/payments/client/public.tsx')).PayoutsScreen,
}));
const RefundsScreen = lazy(async () => ({
  default: (await import('#features/payments/client/public.tsx')).RefundsScreen,
}));
const MoneyScreen = lazy(async () => ({
  default: (await import('#features/payments/client/public.tsx')).MoneyScreen,
}));

const screens: Record<string, ComponentType> = {
  users: UsersScreen,
  reports: ReportsScreen,
  audit: AuditScreen,
  orders: OrdersScreen,
  disputes: DisputesScreen,
  payouts: PayoutsScreen,
  refunds: RefundsScreen,
  money: MoneyScreen,
};

/** Courtesy: every call behind it asks on the server who is asking. */
function AdminPage() {
  const { data: user, isPending } = useQuery(currentUserQuery);
  const { _splat = '' } = Route.useParams();
  const navigate = useNavigate();
  const isAdmin = user?.isAdmin === true;
  useEffect(() => {
    if (isPending || isAdmin) return;
    toast('danger', m['app.admin.restricted'](), m['app.admin.restricted_text']());
    void navigate({ to: '/', replace: true });
  }, [isAdmin, isPending, navigate]);
  // An admin uploads as everybody does.
  if (isAdmin && _splat === 'resources/upload')
    return <Navigate to="/resources/upload{$variant}" params={{ variant: '' }} replace />;
  const Screen = screens[_splat] ?? AdminScreen;
  if (isAdmin) {
    return (
      <Suspense fallback={<div aria-busy="true" className="min-h-96" />}>
        <Screen />
      </Suspense>
    );
  }
  return (
    <div className="page grid min-h-96 content-center gap-2 py-16" aria-busy={isPending}>
      {isPending ? (
        <p role="status">{m['app.admin.checking']()}</p>
      ) : (
        <>
          <h1 className="text-2xl font-bold">{m['app.admin.restricted']()}</h1>
          <p className="text-ink-soft">{m['app.admin.restricted_text']()}</p>
        </>
      )}
    </div>
  );
}
