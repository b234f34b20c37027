import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, type ReactNode } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { LoginNeeded } from '#features/people/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';

const MyOrders = lazy(async () => ({
  default: (await import('#features/orders/client/public.tsx')).MyOrders,
}));
const Receipt = lazy(async () => ({
  default: (await import('#features/orders/client/public.tsx')).Receipt,
}));
const MyJobs = lazy(async () => ({
  default: (await import('#features/tenders/client/public.tsx')).MyJobs,
}));
const Statement = lazy(async () => ({
  default: (await import('#features/payments/client/public.tsx')).Statement,
}));
const MyEarnings = lazy(async () => ({
  default: (await import('#features/payments/client/public.tsx')).MyEarnings,
}));
const RefundAccount = lazy(async () => ({
  default: (await import('#features/payments/client/public.tsx')).RefundAccount,
}));

/** What stands on a page of one's own, for whoever is logged in. */
export function OwnScreen({ section, title, id = '' }: { section: string; title: string; id?: string }) {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const screens: Record<string, ReactNode> = {
    orders: <MyOrders />,
    transactions: <Statement />,
    earnings: <MyEarnings />,
    receipts: <Receipt id={id} />,
    refunds: <RefundAccount id={id} />,
    auctions: <NoAuctions />,
    jobs: <MyJobs />,
  };
  return (
    <div className="page max-w-4xl py-8">
      <h1 className="mb-6 text-3xl font-bold">{title}</h1>
      {user ? (
        <Suspense fallback={<div aria-busy="true" className="h-64 animate-pulse rounded-lg bg-sunken" />}>
          {screens[section]}
        </Suspense>
      ) : (
        <LoginNeeded />
      )}
    </div>
  );
}

/** Until its room opens: what will stand there, and what to do meanwhile. */
function NoAuctions() {
  return (
    <div className="grid justify-items-center gap-4 rounded-lg border border-dashed border-line-strong p-8 text-center">
      <p className="text-lg font-semibold">{m['people.my.auctions.empty']()}</p>
      <p className="max-w-prose text-ink-soft">{m['people.my.auctions.text']()}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <Link to="/$" params={{ _splat: 'auctions' }} className={buttonClass()}>
          {m['people.my.auctions.about']()}
        </Link>
        <Link to="/resources" className={buttonClass('secondary')}>
          {m['people.my.auctions.resources']()}
        </Link>
      </div>
    </div>
  );
}
