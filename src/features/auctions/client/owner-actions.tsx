import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import type { AuctionDetail } from '../contract.ts';
import { auctionQuery, relist, removeDraft, type LotStep } from './api.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { useLotStep } from './result.tsx';
import { Sure } from './sure.tsx';
import { isBeingClosed, won } from './words.ts';

type Asked = 'publish' | 'withdraw' | 'cancel' | 'second-offer' | 'give-up' | 'remove';

/** Actions of the seller and of staff on a lot. */
export function OwnerActions({ auction }: { auction: AuctionDetail }) {
  const { id, me, mine, state } = auction;
  const navigate = useNavigate();
  const client = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const step = useLotStep(id);
  const relistKey = useRef('');
  const again = useMutation({
    mutationFn: () => relist(id, (relistKey.current ||= crypto.randomUUID())),
    onSuccess: (draft) => navigate({ to: '/auctions/$', params: { _splat: `${draft.id}/edit` } }),
    onError: (error) => toast('danger', m['auctions.step.failed'](), describeError(error)),
  });
  const removal = useMutation({
    mutationFn: () => removeDraft(id),
    onSuccess: async () => {
      toast('success', m['auctions.own.removed']());
      await navigate({
        to: '/my/auctions',
        search: { role: 'seller' },
      });
      client.removeQueries({ queryKey: auctionQuery(id).queryKey });
    },
    onError: (error) => toast('danger', m['auctions.step.failed'](), describeError(error)),
  });
  const can = new Set(me?.can ?? []);
  const isSeller = mine === 'seller';
  if (!isSeller && !can.has('cancel')) return null;
  const isBusy = step.isPending || again.isPending || removal.isPending;

  function take(what: LotStep, body?: object): void {
    step.mutate(
      { step: what, ...(body && { body }) },
      {
        onSettled: () => setAsked(null),
        // The form shows an error at each missing field.
        onError: (error) => {
          const isIncomplete =
            error instanceof ApiError && ['invalid_input', 'verification_needed'].includes(error.code);
          if (what === 'publish' && isIncomplete)
            void navigate({ to: '/auctions/$', params: { _splat: `${id}/edit` } });
        },
      },
    );
  }

  return (
    <section
      aria-label={isSeller ? m['auctions.own.label']() : m['auctions.admin.label']()}
      className="grid gap-3 rounded-lg border border-line bg-surface p-5"
    >
      <h2 className="font-bold">{isSeller ? m['auctions.own.label']() : m['auctions.admin.label']()}</h2>
      {isSeller && <p>{ownWords(auction)}</p>}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {can.has('publish') && (
          <Button onClick={() => setAsked('publish')}>{m['auctions.own.publish']()}</Button>
        )}
        {can.has('edit') && (
          <Link to="/auctions/$" params={{ _splat: `${id}/edit` }} className={buttonClass('secondary')}>
            {m['auctions.own.edit']()}
          </Link>
        )}
        {can.has('offer') && me?.nextOffer && (
          <Button onClick={() => setAsked('second-offer')}>{m['auctions.own.offer']()}</Button>
        )}
        {can.has('give_up') && (
          <Button look="secondary" onClick={() => setAsked('give-up')}>
            {m['auctions.own.give_up']()}
          </Button>
        )}
        {can.has('withdraw') && (
          <Button look="secondary" onClick={() => setAsked('withdraw')}>
            {m['auctions.own.withdraw']()}
          </Button>
        )}
        {can.has('relist') && (
          <Button disabled={isBusy} onClick={() => again.mutate()}>
            {m['auctions.own.relist']()}
          </Button>
        )}
        {can.has('cancel') && (
          <Button look="danger" onClick={() => setAsked('cancel')}>
            {m['auctions.own.cancel']()}
          </Button>
        )}
        {isSeller && state === 'draft' && (
          <Button look="danger" onClick={() => setAsked('remove')}>
            {m['auctions.own.remove']()}
          </Button>
        )}
      </div>
      {asked === 'cancel' ? (
        <ReasonDialog
          title={m['auctions.own.cancel']()}
          text={isSeller ? m['auctions.own.cancel_text']() : m['auctions.admin.public_reason']()}
          isRequired={!isSeller}
          isSending={isBusy}
          onClose={() => setAsked(null)}
          onSend={(reason) => take('cancel', { reason })}
        />
      ) : (
        asked && (
          <Sure
            title={sure[asked].title()}
            text={
              asked === 'second-offer' && me?.nextOffer
                ? m['auctions.own.offer_text']({
                    number: me.nextOffer.bidder,
                    price: won(me.nextOffer.price),
                  })
                : sure[asked].text()
            }
            isSending={isBusy}
            onClose={() => setAsked(null)}
            onAgree={() => (asked === 'remove' ? removal.mutate() : take(asked))}
          />
        )
      )}
    </section>
  );
}

const sure: Record<Exclude<Asked, 'cancel'>, { title(): string; text(): string }> = {
  publish: { title: () => m['auctions.own.publish'](), text: () => m['auctions.own.publish_text']() },
  withdraw: { title: () => m['auctions.own.withdraw'](), text: () => m['auctions.own.withdraw_text']() },
  'second-offer': { title: () => m['auctions.own.offer'](), text: () => '' },
  'give-up': { title: () => m['auctions.own.give_up'](), text: () => m['auctions.own.give_up_text']() },
  remove: { title: () => m['auctions.own.remove'](), text: () => m['auctions.own.remove_text']() },
};

function ownWords(auction: AuctionDetail): string {
  const { state, bidCount, me } = auction;
  switch (state) {
    case 'draft':
      return m['auctions.own.is_draft']();
    case 'scheduled':
      return m['auctions.own.is_scheduled']();
    case 'live':
      return bidCount > 0 ? m['auctions.own.is_bid_on']() : m['auctions.own.is_live']();
    case 'awaiting_payment':
      return m['auctions.own.is_waiting']();
    case 'ended':
      if (isBeingClosed(auction)) return m['auctions.result.closing']();
      return me?.nextOffer ? m['auctions.own.is_unpaid']() : m['auctions.own.is_unpaid_last']();
    case 'second_offer':
      return m['auctions.own.is_offered']();
    case 'sold':
      return m['auctions.own.is_sold']();
    default:
      return m['auctions.own.is_over']();
  }
}
