import { sql } from 'kysely';
import { notify, notifyAll } from '#features/notifications/server/public.ts';
import type { Trx } from '#platform/server/db.ts';
import type { Auction } from './commands.ts';

export const auctionPath = (id: string) => `/auctions/${id}`;

/** Kinds of notifications about auctions; each has texts in the notifications feature. */
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

/** Deadline for the recipient, by kind. */
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

/** Notifies one person. `price` is in won; the text decides if it is shown. */
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

/** Notifies all bidders except these. */
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

/** Notifies about the end: the winner of the payment, the others of the reason, the seller of the result. */
export async function tellEnd(trx: Trx, auction: Auction, now: Date): Promise<void> {
  // Pending outbid notifications are obsolete.
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
