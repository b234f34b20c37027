import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';
import { NotRead } from '#ui/load-failed.tsx';
import { auctionQuery } from './api.ts';
import { LotForm } from './lot-form.tsx';

/** Form for a new lot or a draft. */
export function LotFormScreen({ id }: { id: string }) {
  const navigate = useNavigate();
  // Read once: autosave must not remount the form.
  const [isNew] = useState(id === '');
  const [isWaiting, setIsWaiting] = useState(!isNew);
  const { data: auction, error, refetch, isFetching } = useQuery({ ...auctionQuery(id), enabled: isWaiting });
  if (isWaiting && auction && !isFetching) setIsWaiting(false);
  const toLot = (lotId: string) => navigate({ to: '/auctions/$', params: { _splat: lotId } });
  if (isNew || (auction && !isWaiting)) {
    if (!isNew && auction?.me?.can.includes('edit') !== true)
      return (
        <div className="grid justify-items-start gap-4 rounded-lg border border-line bg-surface p-6">
          <p>{m['auctions.error.not_a_draft']()}</p>
          <Link to="/auctions/$" params={{ _splat: id }} className={buttonClass()}>
            {m['auctions.order.back']()}
          </Link>
        </div>
      );
    return (
      <LotForm
        lot={isNew ? undefined : auction}
        onPublished={(saved) => void toLot(saved.id)}
        onKept={(saved) => void toLot(saved)}
      />
    );
  }
  if (error)
    return (
      <NotRead error={error} retry={refetch}>
        <Link to="/auctions" className={buttonClass()}>
          {m['auctions.page.all']()}
        </Link>
      </NotRead>
    );
  return <div aria-busy="true" className="h-96 animate-pulse rounded-lg bg-sunken" />;
}
