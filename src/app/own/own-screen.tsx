import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactNode } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { OwnBanner } from '#features/ads/client/public.tsx';
import { OwnCases } from '#features/moderation/client/public.tsx';
import { LoginNeeded } from '#features/people/client/public.tsx';
import { MySponsorships } from '#features/sponsorship/client/public.tsx';
import { OwnHelp } from '#features/support/client/public.tsx';

const MyOrders = lazy(async () => ({
  default: (await import('#features/orders/client/public.tsx')).MyOrders,
}));
const MyAuctions = lazy(async () => ({
  default: (await import('#features/auctions/client/public.tsx')).MyAuctions,
}));
const Receipt = lazy(async () => ({
  default: (await import('#features/orders/client/public.tsx')).Receipt,
}));
const MyCollections = lazy(async () => ({
  default: (await import('#features/social/client/public.tsx')).MyCollections,
}));
const MyFollowing = lazy(async () => ({
  default: (await import('#features/social/client/public.tsx')).MyFollowing,
}));
const MyJobs = lazy(async () => ({
  default: (await import('#features/tenders/client/public.tsx')).MyJobs,
}));
const MyProposals = lazy(async () => ({
  default: (await import('#features/assistant/client/public.tsx')).MyProposals,
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
export function OwnScreen({
  section,
  title,
  id = '',
}: {
  section: string;
  title: string;
  id?: string | undefined;
}) {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const screens: Record<string, ReactNode> = {
    orders: <MyOrders />,
    transactions: <Statement />,
    earnings: <MyEarnings />,
    receipts: <Receipt id={id} />,
    refunds: <RefundAccount id={id} />,
    auctions: <MyAuctions />,
    jobs: <MyJobs />,
    support: <OwnHelp whole />,
    collections: <MyCollections />,
    following: <MyFollowing />,
    moderation: <OwnCases id={id} />,
    proposals: <MyProposals />,
    sponsorships: <MySponsorships id={id} Banner={OwnBanner} />,
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
