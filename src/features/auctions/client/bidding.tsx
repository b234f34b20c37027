import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useId, useRef, useState } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { isHuge, parseWon } from '#platform/shared/money.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import type { AuctionDetail, BidReceipt } from '../contract.ts';
import { auctionLimits, incrementAt } from '../rules.ts';
import { auctionQuery, buyNow, placeBid } from './api.ts';
import { keptKey } from './bid-key.ts';
import { formatPercent, won } from './words.ts';
import { totalOf } from '#platform/shared/fee.ts';

type Wanted = { kind: 'bid' | 'buy'; amount: number };
/** `unanswered` is a bid without an answer: it may have been accepted. */
type Refused = { words: string; code: string; unanswered: Wanted | null };

/** Pages where each obstacle can be resolved. */
const ways: Record<
  string,
  { to: '/my/verification' | '/my/security'; search?: { needs: 'phone' }; words: () => string }
> = {
  phone_needed: {
    to: '/my/verification',
    search: { needs: 'phone' },
    words: () => m['auctions.bid.verify'](),
  },
  step_up_required: { to: '/my/security', words: () => m['auctions.bid.passkey']() },
};

/** Bid form, buy button, or the reason why the viewer cannot bid. */
export function Bidding({ auction }: { auction: AuctionDetail }) {
  const { data: user } = useQuery(currentUserQuery);
  const { pathname } = useLocation();
  if (auction.state !== 'live' || auction.mine === 'seller') return null;
  if (!user || auction.me === null) {
    return (
      <div className="grid justify-items-start gap-3">
        <p>{m['auctions.bid.login_needed']()}</p>
        <Link to="/login" search={{ next: pathname }} className={buttonClass()}>
          {m['auctions.bid.login']()}
        </Link>
      </div>
    );
  }
  const { obstacle } = auction.me;
  if (obstacle) {
    return (
      <div className="grid justify-items-start gap-3 rounded-md bg-sunken p-4">
        <p>{obstacle.message}</p>
        <Way code={obstacle.code} />
      </div>
    );
  }
  return <BidForm key={auction.id} auction={auction} personId={user.id} />;
}

function Way({ code }: { code: string }) {
  const { pathname } = useLocation();
  const way = ways[code];
  if (!way) return null;
  return (
    <Link to={way.to} search={{ next: pathname, ...way.search }} className={buttonClass('secondary')}>
      {way.words()}
    </Link>
  );
}

/** Parses a typed maximum. A bid is binding, so nothing is guessed: any other input returns its problem. */
export function amountOf(
  typed: string,
  least: number,
): { amount: number } | { wrong: 'not_a_number' | 'too_high' | 'too_low' } {
  const amount = parseWon(typed);
  if (amount === null) return { wrong: isHuge(typed) ? 'too_high' : 'not_a_number' };
  if (amount > auctionLimits.price) return { wrong: 'too_high' };
  return amount < least ? { wrong: 'too_low' } : { amount };
}

function BidForm({ auction, personId }: { auction: AuctionDetail; personId: string }) {
  const client = useQueryClient();
  const { id, increments, me } = auction;
  const least = auction.minimumBid ?? 1;
  // An untouched field follows the minimum bid; typed input always stays.
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const [asked, setAsked] = useState<Wanted | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [isSending, setIsSending] = useState(false);
  const [receipt, setReceipt] = useState<BidReceipt | null>(null);
  const field = useRef<HTMLDivElement>(null);
  const lost = refused?.unanswered ?? null;
  const isTaken = lost?.kind === 'bid' && lost.amount === me?.maximum;
  const trouble = isTaken ? null : refused;
  if (isTaken && asked !== null) setAsked(null);
  // The leader raises their own maximum, which does not change the price.
  const ownMaximum = auction.leader === 'you' ? (me?.maximum ?? null) : null;
  const steps = ownMaximum === null ? quickSteps(least, increments) : raiseSteps(ownMaximum, increments);
  const shown = (isTaken ? null : typed) ?? String(steps[0] ?? least);

  function ask(): void {
    const said = amountOf(shown, least);
    setRefused(null);
    if ('amount' in said) {
      setProblem(undefined);
      setAsked({ kind: 'bid', amount: said.amount });
      return;
    }
    if (said.wrong === 'not_a_number') setProblem(m['auctions.bid.not_a_number']());
    else if (said.wrong === 'too_high')
      setProblem(m['auctions.bid.too_high']({ most: won(auctionLimits.price) }));
    else if (ownMaximum === null) setProblem(m['auctions.bid.too_low']({ least: won(least) }));
    else setProblem(m['auctions.bid.not_raised']({ maximum: won(ownMaximum) }));
    field.current?.querySelector('input')?.focus();
  }

  async function send({ kind, amount }: Wanted): Promise<void> {
    if (isSending) return;
    setIsSending(true);
    const kept = keptKey(`${personId}:${id}:${kind}:${amount}`);
    try {
      if (kind === 'buy') await buyNow(id, amount, kept.key);
      else {
        setReceipt(await placeBid(id, amount, kept.key));
        setTyped(null);
      }
      kept.forget();
      setRefused(null);
      setAsked(null);
    } catch (error) {
      // Without an answer the bid may have been accepted; with the same key a retry is the same bid.
      const isAnswered = error instanceof ApiError && error.status >= 400 && error.status < 500;
      if (isAnswered) kept.forget();
      const code = error instanceof ApiError ? error.code : '';
      setReceipt(null);
      setTyped(String(amount));
      // Otherwise keep the dialog open: a retry with the same key settles it.
      if (isAnswered) setAsked(null);
      setRefused({
        words: isAnswered ? describeError(error) : unansweredWords({ kind, amount }),
        code,
        unanswered: isAnswered ? null : { kind, amount },
      });
    } finally {
      setIsSending(false);
      await client.invalidateQueries({ queryKey: auctionQuery(id).queryKey });
    }
  }

  const canBuy = me?.can.includes('buy') === true && auction.buyNowPrice !== null;
  return (
    <div className="grid gap-4">
      {/* Above the field, where people look after bidding. */}
      {trouble && asked === null && (
        <div
          role="alert"
          className="grid justify-items-start gap-3 rounded-md bg-danger-soft p-4 text-danger"
        >
          <p>
            {trouble.words}
            {trouble.code === 'bid_too_low' && ` ${m['auctions.bid.least_now']({ least: won(least) })}`}
          </p>
          <Way code={trouble.code} />
        </div>
      )}
      <div role="status" className="-mb-4 not-empty:mb-0">
        {isTaken ? (
          <Outcome
            auction={auction}
            receipt={{ maximum: lost.amount, leader: auction.leader, minimumBid: least }}
          />
        ) : (
          receipt && !refused && <Outcome auction={auction} receipt={receipt} />
        )}
      </div>
      <form
        method="post"
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <div ref={field}>
          <TextField
            label={ownMaximum === null ? m['auctions.bid.maximum']() : m['auctions.bid.raise']()}
            hint={hintWords(auction, least, ownMaximum)}
            name="maximum"
            inputMode="numeric"
            autoComplete="off"
            value={shown}
            error={problem}
            onChange={(event) => {
              setTyped(event.target.value);
              if (isTaken) setRefused(null);
              setProblem(undefined);
            }}
            className="text-lg font-semibold tabular-nums"
          />
        </div>
        <div role="group" aria-label={m['auctions.bid.quick']()} className="flex flex-wrap gap-2">
          {steps.map((step) => (
            <Button
              key={step}
              look="secondary"
              className="tabular-nums"
              onClick={() => {
                setTyped(String(step));
                if (isTaken) setRefused(null);
                setProblem(undefined);
              }}
            >
              {won(step)}
            </Button>
          ))}
        </div>
        <Button type="submit">{m['auctions.bid.go_on']()}</Button>
      </form>
      {canBuy && auction.buyNowPrice !== null && (
        <div className="grid gap-2 border-t border-line pt-4">
          <p>{m['auctions.bid.buy_text']({ price: won(auction.buyNowPrice) })}</p>
          <Button
            look="secondary"
            onClick={() => {
              setRefused(null);
              setAsked({ kind: 'buy', amount: auction.buyNowPrice ?? 0 });
            }}
          >
            {m['auctions.bid.buy']({ price: won(auction.buyNowPrice) })}
          </Button>
        </div>
      )}
      {asked && (
        <Confirmation
          auction={auction}
          wanted={asked}
          isSending={isSending}
          problem={trouble?.words}
          onClose={() => setAsked(null)}
          onAgree={() => void send(asked)}
        />
      )}
    </div>
  );
}

function unansweredWords({ kind, amount }: Wanted): string {
  return kind === 'bid'
    ? m['auctions.bid.unanswered']({ amount: won(amount) })
    : m['auctions.bid.buy_unanswered']();
}

function hintWords(auction: AuctionDetail, least: number, ownMaximum: number | null): string {
  if (ownMaximum === null) return m['auctions.bid.maximum_hint']({ least: won(least) });
  const maximum = won(ownMaximum);
  return auction.isReserveMet
    ? m['auctions.bid.raise_hint']({ maximum })
    : m['auctions.bid.raise_hint_reserve']({ maximum });
}

/** Returns amounts to which the leader may raise their maximum: round ones, each an increment higher. */
export function raiseSteps(maximum: number, increments: AuctionDetail['increments']): number[] {
  const by = incrementAt(maximum, increments);
  return quickSteps((Math.floor(maximum / by) + 1) * by, increments);
}

/** Returns the minimum bid and two amounts above it, each an increment higher. */
export function quickSteps(least: number, increments: AuctionDetail['increments']): number[] {
  const steps = [least];
  for (const by of [1, 2]) {
    const last = steps.at(-1) ?? least;
    steps.push(last + by * incrementAt(last, increments));
  }
  return steps.filter((step) => step <= auctionLimits.price);
}

/** Immediate result of a bid; later changes appear on the page itself. */
function Outcome(props: {
  auction: AuctionDetail;
  receipt: Pick<BidReceipt, 'maximum' | 'leader' | 'minimumBid'>;
}) {
  const { auction, receipt } = props;
  const leads = auction.leader === 'you';
  const least = auction.minimumBid ?? receipt.minimumBid;
  return (
    <p
      className={`rounded-md p-4 font-semibold ${leads ? 'bg-accent-soft text-accent-strong' : 'bg-danger-soft text-danger'}`}
    >
      {leads
        ? m['auctions.bid.leading']({ maximum: won(receipt.maximum) })
        : receipt.leader === 'you'
          ? m['auctions.bid.outbid_later']({ least: won(least) })
          : m['auctions.bid.outbid']({ least: won(least) })}
    </p>
  );
}

/** Summary of the obligations of a bid, shown before it is sent. */
function Confirmation(props: {
  auction: AuctionDetail;
  wanted: Wanted;
  isSending: boolean;
  problem: string | undefined;
  onClose(): void;
  onAgree(): void;
}) {
  const { auction, wanted, isSending, problem, onClose, onAgree } = props;
  const { feePercent, feeBearer, shippingFee, delivery, payHours } = auction;
  const [isAgreed, setIsAgreed] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const errorId = useId();
  const box = useRef<HTMLInputElement>(null);
  const shipping = delivery.includes('ship') ? shippingFee : 0;
  const withFee = totalOf({ principal: wanted.amount, feePercent, feeBearer });
  const total = withFee + shipping;
  const isBid = wanted.kind === 'bid';
  const rows: [string, number][] = [
    [isBid ? m['auctions.confirm.maximum']() : m['auctions.confirm.price'](), wanted.amount],
    ...(withFee > wanted.amount
      ? [
          [m['auctions.confirm.fee']({ percent: formatPercent(feePercent) }), withFee - wanted.amount] as [
            string,
            number,
          ],
        ]
      : []),
    ...(shipping > 0 ? [[m['auctions.confirm.shipping'](), shipping] as [string, number]] : []),
  ];
  return (
    <Dialog
      title={isBid ? m['auctions.confirm.title']() : m['auctions.confirm.buy_title']()}
      onClose={onClose}
    >
      <p className="font-semibold break-words">{auction.title}</p>
      <dl className="divide-y divide-line border-y border-line">
        {rows.map(([name, amount]) => (
          <div key={name} className="flex justify-between gap-4 py-2 tabular-nums">
            <dt>{name}</dt>
            <dd className="shrink-0">{won(amount)}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 py-2 text-lg font-bold tabular-nums">
          <dt>{isBid ? m['auctions.confirm.at_most']() : m['auctions.confirm.total']()}</dt>
          <dd className="shrink-0">{won(total)}</dd>
        </div>
      </dl>
      <ul className="grid list-disc gap-1 pl-5">
        {isBid && <li>{m['auctions.confirm.only_needed']()}</li>}
        <li>{isBid ? m['auctions.confirm.binding']() : m['auctions.confirm.binding_buy']()}</li>
        <li>
          {isBid
            ? m['auctions.confirm.pay']({ hours: payHours })
            : m['auctions.confirm.pay_buy']({ hours: payHours })}
        </li>
      </ul>
      <label className="flex min-h-11 gap-3 rounded-md border border-line p-3 has-checked:border-accent has-checked:bg-accent-soft">
        <input
          ref={box}
          type="checkbox"
          checked={isAgreed}
          aria-invalid={isMissing || undefined}
          aria-describedby={isMissing ? errorId : undefined}
          onChange={(event) => {
            setIsAgreed(event.target.checked);
            setIsMissing(false);
          }}
          className="mt-1 size-5 shrink-0 accent-accent"
        />
        {isBid ? m['auctions.confirm.agree']() : m['auctions.confirm.agree_buy']()}
      </label>
      {isMissing && (
        <p id={errorId} role="alert" className="text-sm font-semibold text-danger">
          {m['auctions.confirm.agree_needed']()}
        </p>
      )}
      {problem !== undefined && (
        <p role="alert" className="rounded-md bg-danger-soft p-4 text-danger">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          {m['auctions.confirm.back']()}
        </Button>
        <Button
          disabled={isSending}
          onClick={() => {
            if (isAgreed) onAgree();
            else {
              setIsMissing(true);
              box.current?.focus();
            }
          }}
        >
          {isSending
            ? m['auctions.confirm.sending']()
            : isBid
              ? m['auctions.confirm.bid']({ amount: won(wanted.amount) })
              : m['auctions.confirm.buy']({ amount: won(wanted.amount) })}
        </Button>
      </div>
    </Dialog>
  );
}
