import { sql } from 'kysely';
import { notify, notifyAll } from '#features/notifications/server/public.ts';
import type { Trx } from '#platform/server/db.ts';
import type { Auction } from './commands.ts';

export const auctionPath = (id: string) => `/auctions/${id}`;

/** What people are told of an auction; each has words of its own in the notifications room. */
export type AuctionNews =
  | 'outbid'
  | 'won'
  | 'lost'
  | 'sold_to'
  | 'unsold'
  | 'reserve_missed'
  | 'pay_soon'
  | 'strike'
  | 'strike_broken'
  | 'strike_lifted'
  | 'not_paid'
  | 'not_paid_last'
  | 'refunded'
  | 'refunded_last'
  | 'offered'
  | 'offer_taken'
  | 'offer_refused'
  | 'offer_refused_last'
  | 'cancelled'
  | 'voided'
  | 'ends_soon';

type Told = Pick<Auction, 'id' | 'title' | 'price' | 'payBy' | 'offerUntil' | 'decideBy' | 'endsAt'>;

/** By when whoever is told has to do something, or at the latest can. */
const until: Partial<Record<AuctionNews, (auction: Told) => Date | null>> = {
  outbid: ({ endsAt }) => endsAt,
  ends_soon: ({ endsAt }) => endsAt,
  won: ({ payBy }) => payBy,
  sold_to: ({ payBy }) => payBy,
  pay_soon: ({ payBy }) => payBy,
  offered: ({ offerUntil }) => offerUntil,
  offer_taken: ({ payBy }) => payBy,
  offer_refused: ({ decideBy }) => decideBy,
  not_paid: ({ decideBy }) => decideBy,
  refunded: ({ decideBy }) => decideBy,
  refunded_last: ({ decideBy }) => decideBy,
};

/** Tells one person. `price` is won, of which the words tell what they need. */
export async function tellOne(
  trx: Trx,
  auction: Told,
  personId: string,
  news: AuctionNews,
  now: Date,
  { price = auction.price ?? 0, reason = '' }: { price?: number; reason?: string } = {},
): Promise<void> {
  await notify(
    trx,
    personId,
    {
      what: 'auction_news',
      path: auctionPath(auction.id),
      params: {
        title: auction.title,
        news,
        price,
        reason,
        by: until[news]?.(auction)?.toISOString() ?? null,
        isEnd: news === 'outbid' || news === 'ends_soon',
      },
    },
    now,
  );
}

/** Tells everybody who bid, except these. */
export async function tellBidders(
  trx: Trx,
  auction: Auction,
  news: AuctionNews,
  now: Date,
  { but = [], reason = '' }: { but?: readonly (string | null)[]; reason?: string } = {},
): Promise<void> {
  const { rows } = await sql<{
    personId: string;
  }>`select person_id from auction_bidder where auction_id = ${auction.id}`.execute(trx);
  const others = rows.map(({ personId }) => personId).filter((id) => !but.includes(id));
  if (others.length === 0) return;
  const params = { title: auction.title, news, price: auction.price ?? 0, reason };
  await notifyAll(trx, others, { what: 'auction_news', path: auctionPath(auction.id), params }, now);
}

/** The end: the winner has to pay, the others hear why they did not, the seller what it came to. */
export async function tellEnd(trx: Trx, auction: Auction, now: Date): Promise<void> {
  // Nobody needs to hear any more that they were outbid.
  await trx
    .updateTable('auctionBidder')
    .set({ outbidAt: null })
    .where('auctionId', '=', auction.id)
    .execute();
  if (auction.winnerId !== null) {
    await tellOne(trx, auction, auction.winnerId, 'won', now, { price: auction.winnerPrice ?? 0 });
    await tellOne(trx, auction, auction.sellerId, 'sold_to', now, { price: auction.winnerPrice ?? 0 });
    await tellBidders(trx, auction, 'lost', now, { but: [auction.winnerId] });
    return;
  }
  await tellOne(trx, auction, auction.sellerId, 'unsold', now);
  await tellBidders(trx, auction, 'reserve_missed', now);
}
