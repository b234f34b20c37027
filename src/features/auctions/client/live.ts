import { useQueryClient } from '@tanstack/react-query';
import { useTopic } from '#platform/client/realtime.ts';
import type { TopicEvent } from '#platform/shared/realtime.ts';
import type { AuctionDetail, AuctionPush, LogRow } from '../contract.ts';
import { auctionQuery } from './api.ts';
import { totalOf } from '#platform/shared/fee.ts';

/** So many rows of the log a page shows while an auction runs. */
const mostRows = 50;

/**
 * An auction after what was pushed; null where only the server can say how it stands now. What is shown may be newer than the event: it was
 * loaded anew meanwhile.
 */
export function withPush(auction: AuctionDetail, push: AuctionPush, seq: number): AuctionDetail | null {
  if (seq <= auction.eventSeq) return auction;
  if (push.type !== 'bid' && push.type !== 'voided') return null;
  const { row, minimumBid, bidCount, bidderCount } = push.data;
  const { price, leader, endsAt, isReserveMet } = row;
  const { me, feePercent, feeBearer } = auction;
  const shown = price ?? auction.startPrice;
  const leads = me?.number != null && me.number === leader;
  // The number of one's very first bid is only known to whoever loads it anew.
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
      // A lot with a bid can be neither bought at once nor cancelled by its seller.
      can:
        bidderCount > 0
          ? me.can.filter((action) => action !== 'buy' && !(isSeller && action === 'cancel'))
          : me.can,
    },
  };
}

/** The newest rows, newest first: without a hole where the rows between them were missed. */
function withRow(log: readonly LogRow[], row: LogRow): LogRow[] {
  const before = log.filter(({ sequence }) => sequence < row.sequence);
  const isNext = before[0] === undefined || before[0].sequence === row.sequence - 1;
  return [row, ...(isNext ? before : [])].slice(0, mostRows);
}

/** Keeps an auction as it stands: what is pushed is put in, and while nothing comes the page asks for itself. */
export function useLiveAuction(auction: AuctionDetail) {
  const client = useQueryClient();
  const { id, state, eventSeq } = auction;
  const { queryKey } = auctionQuery(id);
  const loadAnew = () => void client.invalidateQueries({ queryKey });
  const isOver = ['sold', 'unsold', 'cancelled', 'draft'].includes(state);
  return useTopic(isOver ? null : `auction:${id}`, {
    after: eventSeq,
    onEvent(event: TopicEvent) {
      const before = client.getQueryData(queryKey);
      // Told beside its bid, which says the new end too.
      if (event.type === 'extended') return;
      if (!before || event.seq === undefined) return loadAnew();
      const after = withPush(before, event as TopicEvent & AuctionPush, event.seq);
      if (after === null) return loadAnew();
      client.setQueryData(queryKey, after);
    },
    onReset: loadAnew,
    onAway: loadAnew,
  });
}
