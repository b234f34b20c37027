import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { toast } from '#platform/client/toasts.tsx';
import { buyerFeeOf, totalOf } from '#platform/shared/fee.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import type { AuctionDetail } from '../contract.ts';
import { auctionQuery, takeStep, type LotStep } from './api.ts';
import { TimeLeft } from './clock.tsx';
import { Sure } from './sure.tsx';
import { bidderName, isBeingClosed, won } from './words.ts';

/** Returns a mutation for one step of an auction; the response updates the page. */
export function useLotStep(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ step, body }: { step: LotStep; body?: object }) => takeStep(id, step, body),
    onSuccess: async (answer) => {
      client.setQueryData(auctionQuery(id).queryKey, answer);
      await client.invalidateQueries({ queryKey: ['auctions'] });
    },
    onError: async (error) => {
      toast('danger', m['auctions.step.failed'](), describeError(error));
      await client.invalidateQueries({ queryKey: auctionQuery(id).queryKey });
    },
  });
}

/** Result of an auction: the winner, the reason for others, and the next action. */
export function Result({ auction, now }: { auction: AuctionDetail; now: number }) {
  const formatMoment = useFormatMoment();
  const words = resultWords(auction);
  const { me, state, cancelReason } = auction;
  if (words === '') return null;
  const isMine = auction.mine === 'winner' || auction.mine === 'offered';
  return (
    <section
      aria-label={m['auctions.result.label']()}
      className={`grid justify-items-start gap-3 rounded-lg border bg-surface p-5 ${isMine ? 'border-accent' : 'border-line'}`}
    >
      <p className="text-lg font-semibold">{words}</p>
      {whyNot(auction) !== '' && <p>{whyNot(auction)}</p>}
      {me?.hasStrike === true && <p>{m['auctions.result.strike']()}</p>}
      {me?.decideBy != null && <p>{m['auctions.result.decide_by']({ moment: formatMoment(me.decideBy) })}</p>}
      {state === 'cancelled' && cancelReason !== null && (
        <p className="break-words">{m['auctions.log.reason']({ reason: cancelReason })}</p>
      )}
      {me?.can.includes('pay') === true && <Pay auction={auction} now={now} />}
      {(auction.mine === 'winner' || auction.mine === 'seller') &&
        state === 'sold' &&
        me?.orderId != null && (
          <Link to="/orders/$id" params={{ id: me.orderId }} className={buttonClass('secondary')}>
            {m['auctions.result.order']()}
          </Link>
        )}
      {me?.offer != null && <Offer auction={auction} offer={me.offer} now={now} />}
    </section>
  );
}

function resultWords(auction: AuctionDetail): string {
  const { state, winner, winnerPrice, mine, me } = auction;
  const price = winnerPrice === null ? '' : won(winnerPrice);
  switch (state) {
    case 'awaiting_payment':
    case 'sold':
      if (mine === 'winner')
        return state === 'sold'
          ? m['auctions.result.you_bought']({ price })
          : m['auctions.result.you_won']({ price });
      return winner === null
        ? ''
        : m['auctions.result.won']({ who: bidderName(winner, me?.number ?? null), price });
    case 'second_offer':
      return mine === 'offered' ? m['auctions.result.offered_you']() : m['auctions.result.offered']();
    case 'ended':
      if (isBeingClosed(auction)) return m['auctions.result.closing']();
      if (mine !== 'seller') return m['auctions.result.not_paid']();
      return me?.nextOffer ? m['auctions.result.decide']() : m['auctions.result.decide_last']();
    case 'unsold':
      return auction.hasBids ? m['auctions.result.unsold']() : m['auctions.result.no_bids']();
    case 'cancelled':
      return m['auctions.result.cancelled']();
    default:
      return '';
  }
}

/** Explains to a bidder why they did not win. */
function whyNot({ mine, state, me, price, winnerPrice, isReserveMet }: AuctionDetail): string {
  if (mine !== 'outbid' || me?.maximum == null) return '';
  const own = won(me.maximum);
  if (state === 'unsold' && !isReserveMet) return m['auctions.result.why_reserve']({ own });
  const paid = winnerPrice ?? price;
  if ((state === 'awaiting_payment' || state === 'sold') && paid !== null)
    return me.maximum >= paid
      ? m['auctions.result.why_tie']({ own })
      : m['auctions.result.why_less']({ own, price: won(paid) });
  return '';
}

/** Full page load, because the CSP of payment pages comes with their document. */
function Pay({ auction, now }: { auction: AuctionDetail; now: number }) {
  const { id, me } = auction;
  if (!me) return null;
  return (
    <>
      {me.payBy !== null && (
        <p>
          {m['auctions.result.pay_within']()} <TimeLeft until={me.payBy} now={now} />
        </p>
      )}
      {me.orderId === null || !me.isArranged ? (
        <Link to="/auctions/$" params={{ _splat: `${id}/order` }} className={buttonClass()}>
          {m['auctions.result.pay']()}
        </Link>
      ) : (
        <Link
          to="/payment/service/$id"
          params={{ id: 'order' }}
          search={{ order: me.orderId }}
          reloadDocument
          className={buttonClass()}
        >
          {m['auctions.result.go_on_paying']()}
        </Link>
      )}
    </>
  );
}

type LotOffer = NonNullable<NonNullable<AuctionDetail['me']>['offer']>;

function Offer({ auction, offer, now }: { auction: AuctionDetail; offer: LotOffer; now: number }) {
  const { mutate, isPending } = useLotStep(auction.id);
  const [isRefusing, setIsRefusing] = useState(false);
  const { delivery, shippingFee } = auction;
  const totalWith = (shipping: number) => won(totalOf({ ...auction, principal: offer.price }) + shipping);
  return (
    <>
      <p>{m['auctions.result.offer_text']({ price: won(offer.price), hours: auction.payHours })}</p>
      {buyerFeeOf(auction) > 0 && <p>{m['auctions.result.offer_fee']({ total: totalWith(0) })}</p>}
      {delivery.includes('ship') && shippingFee > 0 && (
        <p>{m['auctions.result.offer_shipping']({ total: totalWith(shippingFee) })}</p>
      )}
      <p>
        {m['auctions.result.answer_within']()} <TimeLeft until={offer.until} now={now} />
      </p>
      <div className="flex flex-wrap gap-3">
        <Button disabled={isPending} onClick={() => mutate({ step: 'take-offer' })}>
          {m['auctions.result.take']()}
        </Button>
        <Button look="secondary" disabled={isPending} onClick={() => setIsRefusing(true)}>
          {m['auctions.result.refuse']()}
        </Button>
      </div>
      {isRefusing && (
        <Sure
          title={m['auctions.result.refuse']()}
          text={m['auctions.result.refuse_text']()}
          isSending={isPending}
          onClose={() => setIsRefusing(false)}
          onAgree={() => mutate({ step: 'refuse-offer' })}
        />
      )}
    </>
  );
}
