import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { foreignTo } from '#features/resources/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { formatMoment, useTimeZone } from '#platform/client/local-time.ts';
import { buttonClass } from '#ui/button.tsx';
import { SidedList, useSide } from '#ui/sided-list.tsx';
import { pictureSource } from '#platform/shared/pictures.ts';
import type { OwnAuctionCard, OwnRole } from '../contract.ts';
import { ownAuctionsQuery } from './api.ts';
import { mineLook, mineWords, PriceWords } from './auction-card.tsx';
import { formatCount, stateNames, won } from './words.ts';

const roles = ['bidder', 'winner', 'seller', 'watcher'] as const satisfies readonly OwnRole[];
const roleNames: Record<OwnRole, () => string> = {
  bidder: () => m['auctions.my.bidding'](),
  winner: () => m['auctions.my.won'](),
  seller: () => m['auctions.my.selling'](),
  watcher: () => m['auctions.my.watching'](),
};
const emptyWords: Record<OwnRole, () => string> = {
  bidder: () => m['auctions.my.none_bidding'](),
  winner: () => m['auctions.my.none_won'](),
  seller: () => m['auctions.my.none_selling'](),
  watcher: () => m['auctions.my.none_watching'](),
};

const lookAgainMs = 15_000;

/** Auctions that the viewer bids on, has won, sells or watches; those that need action come first. */
export function MyAuctions() {
  const { side: role, page } = useSide(roles, 'role');
  const list = useQuery({ ...ownAuctionsQuery({ role, page }), refetchInterval: lookAgainMs });
  return (
    <SidedList
      sides={roles}
      sideWords={roleNames}
      label={m['auctions.my.sides']()}
      side={role}
      name="role"
      list={list}
      words={{
        pages: m['auctions.list.pages'](),
        previous: m['auctions.list.previous'](),
        next: m['auctions.list.next'](),
        page: (each) => m['auctions.list.page']({ page: each }),
      }}
      empty={<Empty role={role} />}
    >
      {(auctions) => (
        <ul className="grid gap-3">
          {auctions
            .toSorted((one, other) => urgency(one) - urgency(other))
            .map((auction) => (
              <Row key={auction.id} auction={auction} />
            ))}
        </ul>
      )}
    </SidedList>
  );
}

/** Describes the viewer's next action; '' if others have to act. */
function todoWords({ mine, state }: OwnAuctionCard): string {
  if (mine === 'offered') return m['auctions.my.todo_answer']();
  if (mine === 'winner' && state === 'awaiting_payment') return m['auctions.my.todo_pay']();
  if (mine === 'outbid' && state === 'live') return m['auctions.my.todo_bid']();
  if (mine === 'seller' && state === 'ended') return m['auctions.my.todo_decide']();
  if (mine === 'seller' && state === 'draft') return m['auctions.my.todo_publish']();
  return '';
}

const urgency = (auction: OwnAuctionCard) => (todoWords(auction) === '' ? 1 : 0);

function Row({ auction }: { auction: OwnAuctionCard }) {
  const { id, title, state, endsAt, startsAt, payBy, maximum, orderId, image, bidCount } = auction;
  const zone = useTimeZone();
  const todo = todoWords(auction);
  const own = mineWords(auction);
  return (
    <li
      className={`grid grid-cols-[5rem_minmax(0,1fr)] gap-4 rounded-lg border bg-surface p-4 ${todo === '' ? 'border-line' : 'border-accent'}`}
    >
      <div className="aspect-square overflow-hidden rounded-md bg-sunken">
        {image && (
          <img
            {...pictureSource('thumbnail', image, (width) => `/api/auction-images/${image.id}/${width}.webp`)}
            alt=""
            loading="lazy"
            decoding="async"
            className="size-full object-cover"
          />
        )}
      </div>
      <div className="grid gap-1">
        <Link
          to="/auctions/$"
          params={{ _splat: id }}
          className="w-fit py-1 text-lg font-semibold wrap-anywhere text-accent-strong underline"
          lang={foreignTo(auction.language)}
        >
          {title}
        </Link>
        <p className="flex flex-wrap gap-2 text-sm">
          <span className="rounded-sm bg-sunken px-2">{stateNames[state]()}</span>
          {own !== '' && auction.mine !== 'seller' && (
            <span className={`rounded-sm px-2 ${mineLook(auction)}`}>{own}</span>
          )}
          {todo !== '' && <span className="rounded-sm bg-accent px-2 text-on-accent">{todo}</span>}
        </p>
        <PriceWords auction={auction} />
        <p className="text-sm text-ink-soft tabular-nums">
          {m['auctions.card.bids']({ count: formatCount(bidCount) })}
          {maximum !== null && ` · ${m['auctions.my.maximum']({ maximum: won(maximum) })}`}
        </p>
        <p className="text-sm text-ink-soft tabular-nums">
          {payBy !== null
            ? m['auctions.my.pay_by']({ moment: formatMoment(payBy, zone) })
            : state === 'scheduled' && startsAt !== null
              ? m['auctions.my.starts']({ moment: formatMoment(startsAt, zone) })
              : endsAt !== null
                ? m['auctions.my.ends']({ moment: formatMoment(endsAt, zone) })
                : ''}
        </p>
        {orderId !== null && (
          <Link
            to="/orders/$id"
            params={{ id: orderId }}
            className="w-fit py-1 text-sm text-accent-strong underline"
          >
            {m['auctions.result.order']()}
          </Link>
        )}
      </div>
    </li>
  );
}

function Empty({ role }: { role: OwnRole }) {
  return (
    <div className="grid justify-items-center gap-4 rounded-lg border border-dashed border-line-strong p-8 text-center">
      <p className="text-lg font-semibold">{emptyWords[role]()}</p>
      {role === 'seller' ? (
        <Link to="/auctions/$" params={{ _splat: 'create' }} className={buttonClass()}>
          {m['auctions.list.create']()}
        </Link>
      ) : (
        <Link to="/auctions" className={buttonClass()}>
          {m['auctions.page.all']()}
        </Link>
      )}
    </div>
  );
}
