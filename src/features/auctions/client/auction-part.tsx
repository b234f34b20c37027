import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, type ReactNode } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';
import { auctionQuery } from './api.ts';
import { AuctionScreen } from './auction-screen.tsx';

const LogScreen = lazy(async () => ({ default: (await import('./log-screen.tsx')).LogScreen }));
const LotFormScreen = lazy(async () => ({ default: (await import('./lot-form-screen.tsx')).LotFormScreen }));
const OrderLotScreen = lazy(async () => ({
  default: (await import('./order-lot-screen.tsx')).OrderLotScreen,
}));

export type Part = 'lot' | 'create' | 'edit' | 'log' | 'order';

/** The lot itself is bundled with the page; rarely opened parts are loaded on demand. */
export function AuctionPart({ id, part }: { id: string; part: Part }) {
  if (part === 'lot') return <Lot id={id} />;
  return (
    <Suspense fallback={<div aria-busy="true" className="min-h-screen" />}>
      {part === 'log' ? (
        <LogScreen id={id} />
      ) : (
        <Own part={part}>
          {part === 'order' ? <OrderLotScreen id={id} /> : <LotFormScreen id={part === 'edit' ? id : ''} />}
        </Own>
      )}
    </Suspense>
  );
}

function Lot({ id }: { id: string }) {
  return <AuctionScreen auction={useSuspenseQuery(auctionQuery(id)).data} />;
}

/** Renders its children for signed-in people; a guest logs in and returns here. */
function Own({ part, children }: { part: 'create' | 'edit' | 'order'; children: ReactNode }) {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const { pathname } = useLocation();
  const isOrder = part === 'order';
  return (
    <div className="page max-w-4xl py-8">
      <h1 className="text-3xl font-bold">
        {isOrder
          ? m['auctions.order.title']()
          : part === 'create'
            ? m['auctions.form.title_new']()
            : m['auctions.form.title_edit']()}
      </h1>
      <div className="mt-6">
        {user ? (
          children
        ) : (
          <div className="grid justify-items-start gap-4 rounded-lg border border-line bg-surface p-6">
            <p>{isOrder ? m['auctions.order.login_needed']() : m['auctions.form.login_needed']()}</p>
            <Link to="/login" search={{ next: pathname }} className={buttonClass()}>
              {m['auctions.bid.login']()}
            </Link>
          </div>
        )}
      </div>
    </div>
  );
}
