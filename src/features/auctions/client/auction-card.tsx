import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { foreignTo, LanguageMark, Picture } from '#features/resources/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import type { AuctionCard as Card } from '../contract.ts';
import { TimeLeft } from './clock.tsx';
import { WatchButton } from './watch-button.tsx';
import { formatCount, kindNames, stateNames, won } from './words.ts';

export function AuctionGrid({ auctions, now, label }: { auctions: Card[]; now: number; label: string }) {
  return (
    <ul aria-label={label} className="grid grid-cols-1 gap-4 sm:grid-cols-2 md:gap-6 lg:grid-cols-3">
      {auctions.map((auction, index) => (
        <li key={auction.id} className="grid">
          <AuctionCard auction={auction} now={now} first={index === 0} />
        </li>
      ))}
    </ul>
  );
}

/** Returns the viewer's standing in one word; '' for people who are not involved. */
export function mineWords({ mine, state }: Pick<Card, 'mine' | 'state'>): string {
  if (mine === 'seller') return m['auctions.mine.seller']();
  if (mine === 'leading') return m['auctions.mine.leading']();
  if (mine === 'winner') return m['auctions.mine.winner']();
  if (mine === 'offered') return m['auctions.mine.offered']();
  if (mine === 'fell_through') return m['auctions.mine.fell_through']();
  if (mine === 'outbid') return state === 'live' ? m['auctions.mine.outbid']() : m['auctions.mine.lost']();
  return '';
}

/** Colours of these words: bad news that can be changed, news that is over, good news. */
export function mineLook({ mine, state }: Pick<Card, 'mine' | 'state'>): string {
  if (mine === 'outbid' && state === 'live') return 'bg-danger-soft text-danger';
  if (mine === 'outbid' || mine === 'fell_through') return 'bg-sunken text-ink';
  return 'bg-accent-soft text-accent-strong';
}

/** Returns the label of a card's price, which is final once the auction is over. */
export function priceName({ hasBids, state }: Pick<Card, 'hasBids' | 'state'>): string {
  if (!hasBids) return m['auctions.price.start']();
  return state === 'live' ? m['auctions.price.current']() : m['auctions.price.last']();
}

export function PriceWords({ auction }: { auction: Pick<Card, 'price' | 'total' | 'hasBids' | 'state'> }) {
  const { price, total } = auction;
  if (price === null) return <p className="text-ink-soft">{m['auctions.price.none']()}</p>;
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 tabular-nums">
      <span className="text-sm text-ink-soft">{priceName(auction)}</span>
      <span className="text-xl font-bold text-accent-strong">{won(price)}</span>
      {total !== null && total !== price && (
        <span className="text-sm text-ink-soft">{m['auctions.price.total']({ total: won(total) })}</span>
      )}
    </p>
  );
}

export function AuctionCard(props: { auction: Card; now: number; first?: boolean; picture?: ReactNode }) {
  const { auction, now, first = false, picture } = props;
  const { id, title, image, state, startsAt, endsAt, mine } = auction;
  const own = mineWords(auction);
  return (
    <article className="group relative flex flex-col overflow-hidden rounded-lg border border-line bg-surface transition-shadow duration-150 focus-within:border-accent hover:border-line-strong hover:shadow-md">
      <div className="relative aspect-4/3 overflow-hidden bg-sunken">
        {picture ?? (
          <Picture
            image={image}
            folder="auction-images"
            category="other"
            name={title}
            kind={auction.lotKind}
            place="wideCard"
            first={first}
            className="transition-transform duration-300 group-hover:scale-[1.03]"
          />
        )}
        {own !== '' && (
          <p
            className={`absolute top-2 left-2 rounded-full px-3 py-1 text-sm font-semibold ${mineLook(auction)}`}
          >
            {own}
          </p>
        )}
      </div>
      <div className="flex flex-1 flex-col gap-2 p-4">
        <p className="text-sm text-ink-soft">
          {kindNames[auction.lotKind]()} · {auction.seller.fullName}
        </p>
        <h3 className="line-clamp-2 text-lg font-semibold" lang={foreignTo(auction.language)}>
          <Link
            to="/auctions/$"
            params={{ _splat: id }}
            className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-lg focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-accent"
          >
            {title}
          </Link>
        </h3>
        <p className="empty:hidden">
          <LanguageMark language={auction.language} />
        </p>
        <PriceWords auction={auction} />
        <Hints auction={auction} />
        <p className="mt-auto flex flex-wrap justify-between gap-x-3 border-t border-line pt-3 text-sm font-semibold">
          <span>{m['auctions.card.bids']({ count: formatCount(auction.bidCount) })}</span>
          {state === 'live' && endsAt !== null ? (
            <span>
              {m['auctions.card.left']()} <TimeLeft until={endsAt} now={now} />
            </span>
          ) : state === 'scheduled' && startsAt !== null ? (
            <span>
              {m['auctions.card.starts']()} <TimeLeft until={startsAt} now={now} />
            </span>
          ) : (
            <span>{stateNames[state]()}</span>
          )}
        </p>
      </div>
      {(state === 'live' || state === 'scheduled') && mine !== 'seller' && (
        <div className="absolute top-2 right-2">
          <WatchButton id={id} title={title} isWatched={auction.isWatched} look="icon" />
        </div>
      )}
    </article>
  );
}

function Hints({ auction }: { auction: Card }) {
  const { hasReserve, isReserveMet, hasBids, buyNowPrice, state } = auction;
  if (state !== 'live' && state !== 'scheduled') return null;
  const tag = 'rounded-sm px-2';
  return (
    <p className="flex flex-wrap gap-1 text-sm empty:hidden">
      {hasReserve && (
        <span
          className={`${tag} ${isReserveMet ? 'bg-accent-soft text-accent-strong' : 'bg-sunken text-ink-soft'}`}
        >
          {isReserveMet ? m['auctions.reserve.met']() : m['auctions.reserve.not_met']()}
        </span>
      )}
      {buyNowPrice !== null && !hasBids && (
        <span className={`${tag} bg-sunken text-ink-soft`}>
          {m['auctions.card.buy_now']({ price: won(buyNowPrice) })}
        </span>
      )}
    </p>
  );
}
