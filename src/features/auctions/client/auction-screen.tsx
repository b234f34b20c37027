import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { WifiOff } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { ReportButton } from '#features/moderation/client/public.tsx';
import { foreignTo, Gallery, LanguageMark } from '#features/resources/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { formatMoment, useTimeZone } from '#platform/client/local-time.ts';
import type { AuctionDetail } from '../contract.ts';
import { closedStates } from '../states.ts';
import { mineLook, mineWords, priceName } from './auction-card.tsx';
import { auctionQuery } from './api.ts';
import { Bidding } from './bidding.tsx';
import { CountdownNews, TimeLeft, useServerClock } from './clock.tsx';
import { useLiveAuction } from './live.ts';
import { LogList } from './log-list.tsx';
import { Handover, LotFacts } from './lot-facts.tsx';
import { OwnerActions } from './owner-actions.tsx';
import { Result } from './result.tsx';
import { WatchButton } from './watch-button.tsx';
import {
  bidderName,
  categoryNames,
  formatCount,
  formatPercent,
  kindNames,
  stateNames,
  won,
} from './words.ts';
import { buyerFeeOf } from '#platform/shared/fee.ts';

/** Page of a lot, updated live. */
export function AuctionScreen({ auction: loaded }: { auction: AuctionDetail }) {
  const { data: auction = loaded } = useQuery(auctionQuery(loaded.id));
  const { state: connection, serverNow } = useLiveAuction(auction);
  const now = useServerClock(Date.parse(auction.serverTime), connection === 'live' ? serverNow : undefined);
  const { data: user } = useQuery(currentUserQuery);
  const isClosed = closedStates.includes(auction.state);
  return (
    <div className="page grid max-w-6xl grid-cols-[minmax(0,1fr)] gap-10 py-8">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Gallery
          pictures={auction.images.map((image, index) => ({
            ...image,
            name: m['resources.gallery.picture']({ number: index + 1 }),
          }))}
          folder="auction-images"
          title={auction.title}
          place="offer"
        />
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5">
          <Head auction={auction} />
          <Standing auction={auction} now={now} />
          {connection === 'away' && auction.state === 'live' && (
            <p className="flex items-center gap-2 text-sm text-ink-soft">
              <WifiOff aria-hidden="true" className="size-4 shrink-0" />
              {m['auctions.page.away']()}
            </p>
          )}
          <Result auction={auction} now={now} />
          <Bidding auction={auction} />
          <OwnerActions auction={auction} />
          <div className="flex flex-wrap items-center gap-3">
            {(auction.state === 'live' || auction.state === 'scheduled') && auction.mine !== 'seller' && (
              <WatchButton id={auction.id} title={auction.title} isWatched={auction.isWatched} look="words" />
            )}
            {auction.mine !== 'seller' && user && (
              <ReportButton kind="auction" path={`/api/auctions/${auction.id}/reports`} look="link" />
            )}
          </div>
        </div>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-8">
          <Section title={m['auctions.page.about']()}>
            {auction.description !== '' && (
              <p className="max-w-prose break-words whitespace-pre-line" lang={foreignTo(auction.language)}>
                {auction.description}
              </p>
            )}
            <LotFacts auction={auction} />
          </Section>
          <Section title={m['auctions.page.handover']()}>
            <Handover auction={auction} />
          </Section>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-8">
          <Section title={isClosed ? m['auctions.log.title_closed']() : m['auctions.log.title']()}>
            <LogList auction={auction} />
          </Section>
          <HowItWorks auction={auction} />
        </div>
      </div>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-xl font-bold">{title}</h2>
      {children}
    </section>
  );
}

function Head({ auction }: { auction: AuctionDetail }) {
  const own = mineWords(auction);
  const { state } = auction;
  return (
    <header className="grid gap-2">
      <p className="flex flex-wrap items-center gap-2">
        <span className="rounded-sm bg-sunken px-2 py-1 text-sm font-semibold">{stateNames[state]()}</span>
        {own !== '' && (
          <span className={`rounded-sm px-2 py-1 text-sm font-semibold ${mineLook(auction)}`}>{own}</span>
        )}
        <LanguageMark language={auction.language} />
      </p>
      <h1 className="text-2xl font-bold break-words md:text-3xl" lang={foreignTo(auction.language)}>
        {auction.title}
      </h1>
      <p className="text-ink-soft">
        {kindNames[auction.lotKind]()} · {categoryNames[auction.category]()} ·{' '}
        <Link
          to="/people/$username"
          params={{ username: auction.seller.username }}
          className="font-semibold text-accent-strong underline"
        >
          {auction.seller.fullName}
        </Link>
      </p>
    </header>
  );
}

/** Price, minimum bid, count and time: the parts that change live. */
function Standing({ auction, now }: { auction: AuctionDetail; now: number }) {
  const { price, total, hasBids, minimumBid, buyNowPrice, state, endsAt, startsAt, leader } = auction;
  const { bidCount, bidderCount, me } = auction;
  // The leader's minimum bid would be one won above their own maximum, which means nothing to them.
  const ownMaximum = leader === 'you' ? (me?.maximum ?? null) : null;
  const zone = useTimeZone();
  const isOpen = state === 'live';
  const row = 'flex flex-wrap justify-between gap-x-4 py-2 tabular-nums';
  return (
    <section
      aria-label={m['auctions.standing.label']()}
      className="grid gap-3 rounded-lg border border-line bg-surface p-5"
    >
      <div>
        <p className="text-ink-soft">{priceName(auction)}</p>
        <Price key={auction.id} amount={price} />
        {total !== null && price !== null && total !== price && (
          <p className="text-sm text-ink-soft tabular-nums">
            {m['auctions.standing.with_fee']({
              percent: formatPercent(auction.feePercent),
              total: won(total),
            })}
          </p>
        )}
      </div>
      <dl className="divide-y divide-line border-y border-line">
        {hasBids && leader !== null && isOpen && (
          <div className={row}>
            <dt>{m['auctions.standing.leader']()}</dt>
            <dd aria-live="polite" className="font-semibold">
              {bidderName(leader, null)}
            </dd>
          </div>
        )}
        <div className={row}>
          <dt>{m['auctions.standing.bids']()}</dt>
          <dd className="font-semibold">
            {m['auctions.standing.bids_of']({
              count: formatCount(bidCount),
              bidders: formatCount(bidderCount),
            })}
          </dd>
        </div>
        {isOpen && ownMaximum !== null && (
          <div className={row}>
            <dt>{m['auctions.standing.maximum']()}</dt>
            <dd className="font-semibold">{won(ownMaximum)}</dd>
          </div>
        )}
        {isOpen && ownMaximum === null && minimumBid !== null && (
          <div className={row}>
            <dt>{m['auctions.standing.least']()}</dt>
            <dd className="font-semibold">{won(minimumBid)}</dd>
          </div>
        )}
        {buyNowPrice !== null && !hasBids && (isOpen || state === 'scheduled') && (
          <div className={row}>
            <dt>{m['auctions.form.buy_now']()}</dt>
            <dd className="font-semibold">{won(buyNowPrice)}</dd>
          </div>
        )}
        {isOpen && endsAt !== null && (
          <div className={row}>
            <dt>{m['auctions.standing.left']()}</dt>
            <dd className="text-right font-semibold">
              <TimeLeft until={endsAt} now={now} />
              <span className="block text-sm font-normal text-ink-soft">
                {m['auctions.standing.ends_at']({ moment: formatMoment(endsAt, zone) })}
              </span>
            </dd>
          </div>
        )}
        {state === 'scheduled' && startsAt !== null && (
          <div className={row}>
            <dt>{m['auctions.standing.starts']()}</dt>
            <dd className="text-right font-semibold">
              <TimeLeft until={startsAt} now={now} />
              <span className="block text-sm font-normal text-ink-soft">{formatMoment(startsAt, zone)}</span>
            </dd>
          </div>
        )}
        {!isOpen && state !== 'scheduled' && endsAt !== null && (
          <div className={row}>
            <dt>{m['auctions.standing.ended']()}</dt>
            <dd className="font-semibold">{formatMoment(endsAt, zone)}</dd>
          </div>
        )}
      </dl>
      <Reserve auction={auction} />
      {isOpen && endsAt !== null && <CountdownNews endsAt={endsAt} now={now} />}
    </section>
  );
}

/** Price that is highlighted for a moment when it changes, without moving. */
function Price({ amount }: { amount: number | null }) {
  const [first] = useState(amount);
  if (amount === null) return <p className="text-lg">{m['auctions.price.none']()}</p>;
  return (
    <p
      key={amount}
      aria-live="polite"
      aria-atomic="true"
      className={`w-fit rounded-sm text-3xl font-bold text-accent-strong tabular-nums ${amount === first ? '' : 'just-changed'}`}
    >
      {won(amount)}
    </p>
  );
}

function Reserve({ auction }: { auction: AuctionDetail }) {
  const { hasReserve, isReserveMet, state, reservePrice, mine } = auction;
  const isOwn = mine === 'seller' && reservePrice !== null;
  // After the end, the result says if the reserve was met.
  if (!hasReserve || (state !== 'draft' && state !== 'scheduled' && state !== 'live')) return null;
  return (
    <p className="text-sm">
      {isReserveMet && auction.hasBids
        ? m['auctions.reserve.met_text']()
        : m['auctions.reserve.not_met_text']()}
      {isOwn && ` ${m['auctions.reserve.own']({ price: won(reservePrice) })}`}
    </p>
  );
}

function HowItWorks({ auction }: { auction: AuctionDetail }) {
  const { increments, softCloseMinutes, payHours } = auction;
  const onTop = buyerFeeOf(auction);
  const rules = [
    m['auctions.how.proxy'](),
    m['auctions.how.tie'](),
    m['auctions.how.soft_close']({ minutes: softCloseMinutes }),
    m['auctions.how.binding']({ hours: payHours }),
    onTop > 0 ? m['auctions.how.fee']({ percent: formatPercent(onTop) }) : m['auctions.how.no_fee'](),
    m['auctions.how.log'](),
  ];
  return (
    <Section title={m['auctions.how.title']()}>
      <ul className="grid list-disc gap-2 pl-5">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <details>
        <summary className="min-h-11 content-center font-semibold">{m['auctions.how.increments']()}</summary>
        <table className="mt-2 w-full text-left tabular-nums">
          <thead>
            <tr className="border-b border-line-strong">
              <th scope="col" className="py-2 font-semibold">
                {m['auctions.how.price']()}
              </th>
              <th scope="col" className="py-2 text-right font-semibold">
                {m['auctions.how.step']()}
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {increments.map(({ below, by }, index) => (
              <tr key={below}>
                <td className="py-2">
                  {index === increments.length - 1
                    ? m['auctions.how.from']({ price: won(increments[index - 1]?.below ?? 0) })
                    : m['auctions.how.below']({ price: won(below) })}
                </td>
                <td className="py-2 text-right">{won(by)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Section>
  );
}
