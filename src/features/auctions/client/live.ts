import { useQueryClient } from '@tanstack/react-query';
import { useTopic } from '#platform/client/realtime.ts';
import type { TopicEvent } from '#platform/shared/realtime.ts';
import type { AuctionDetail, AuctionPush, LogRow } from '../contract.ts';
import { auctionQuery } from './api.ts';
import { totalOf } from '#platform/shared/fee.ts';

/** Maximum number of log rows on a page while an auction runs. */
const maxRows = 50;

/**
 * Applies a pushed event to an auction; returns null if a refetch is needed. The auction may be newer than
 * the event, because it was refetched meanwhile.
 */
export function withPush(auction: AuctionDetail, push: AuctionPush, seq: number): AuctionDetail | null {
  if (seq <= auction.eventSeq) return auction;
  if (push.type !== 'bid' && push.type !== 'voided') return null;
  const { row, minimumBid, bidCount, bidderCount } = push.data;
  const { price, leader, endsAt, isReserveMet } = row;
  const { me, feePercent, feeBearer } = auction;
  const shown = price ?? auction.startPrice;
  const leads = me?.number != null && me.number === leader;
  // The bidder number of one's very first bid is only in a refetch.
  if (me !== null && me.number === null && auction.mine !== 'seller' && bidderCount > auction.bidderCount)
    return null;
  const isSeller = auction.mine === 'seller';
  return {
    ...auction,
    price: shown,
    total: shown === null ? null : totalOf({ principal: shown, feePercent, feeBearer }),
    leader: leads ? 'you' : leader,
    minimumBid: leads ? Math.max(minimumBid, (me?.maximum ?? 0) + 1) : minimumBid,
    bidCount,
    bidderCount,
    hasBids: bidCount > 0,
    endsAt,
    isReserveMet,
    eventSeq: seq,
    log: withRow(auction.log, row),
    mine: me?.number == null ? auction.mine : leads ? 'leading' : 'outbid',
    me: me && {
      ...me,
      // A lot with a bid can be neither bought now nor cancelled by its seller.
      can:
        bidderCount > 0
          ? me.can.filter((action) => action !== 'buy' && !(isSeller && action === 'cancel'))
          : me.can,
    },
  };
}

/**
 * Returns the newest rows, newest first. Older rows are dropped if rows in between were missed, so that there
 * is no gap.
 */
function withRow(log: readonly LogRow[], row: LogRow): LogRow[] {
  const before = log.filter(({ sequence }) => sequence < row.sequence);
  const isNext = before[0] === undefined || before[0].sequence === row.sequence - 1;
  return [row, ...(isNext ? before : [])].slice(0, maxRows);
}

/** Keeps an auction up to date: applies pushed events, and polls while the connection is down. */
export function useLiveAuction(auction: AuctionDetail) {
  const client = useQueryClient();
  const { id, state, eventSeq } = auction;
  const { queryKey } = auctionQuery(id);
  const reload = () => void client.invalidateQueries({ queryKey });
  const isOver = ['sold', 'unsold', 'cancelled', 'draft'].includes(state);
  return useTopic(isOver ? null : `auction:${id}`, {
    after: eventSeq,
    onEvent(event: TopicEvent) {
      const before = client.getQueryData(queryKey);
      // Sent together with its bid, which contains the new end too.
      if (event.type === 'extended') return;
      if (!before || event.seq === undefined) return reload();
      const after = withPush(before, event as TopicEvent & AuctionPush, event.seq);
      if (after === null) return reload();
      client.setQueryData(queryKey, after);
    },
    onReset: reload,
    onAway: reload,
  });
}
