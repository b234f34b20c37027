import { expect, test } from 'vitest';
import type { AuctionDetail, AuctionPush, LogRow } from '../contract.ts';
import { withPush } from './live.ts';

const row = (sequence: number): LogRow => ({
  sequence,
  at: '2026-01-01T00:00:00.000Z',
  kind: 'bid',
  bidder: 2,
  voided: null,
  reason: null,
  price: 11_000,
  leader: 2,
  isReserveMet: true,
  endsAt: '2026-01-02T00:00:00.000Z',
  commitment: null,
  hash: '',
});

const auction = {
  state: 'live',
  mine: 'leading',
  price: 10_000,
  startPrice: 10_000,
  leader: 'you',
  minimumBid: 11_000,
  bidCount: 1,
  bidderCount: 2,
  feePercent: 10,
  feeBearer: 'buyer',
  eventSeq: 4,
  log: [row(1)],
  me: { number: 1, maximum: 10_500, can: ['bid', 'buy'] },
} as unknown as AuctionDetail;

const bid = {
  type: 'bid',
  data: {
    row: { ...row(2), price: 12_000, endsAt: '2026-01-02T00:05:00.000Z' },
    minimumBid: 12_000,
    bidCount: 2,
    bidderCount: 2,
  },
} satisfies AuctionPush;

test('a bid of someone else updates price, fee, time and the viewer’s standing', () => {
  expect(withPush(auction, bid, 5)).toMatchObject({
    price: 12_000,
    total: 13_200,
    leader: 2,
    mine: 'outbid',
    endsAt: '2026-01-02T00:05:00.000Z',
    eventSeq: 5,
    minimumBid: 12_000,
    log: [{ sequence: 2 }, { sequence: 1 }],
    me: { can: ['bid'] },
  });
});

test('a lot with a bid can no longer be cancelled by its seller', () => {
  const own = { ...auction, mine: 'seller', me: { ...auction.me, number: null, can: ['cancel'] } };
  expect(withPush(own as unknown as AuctionDetail, bid, 5)).toMatchObject({ me: { can: [] } });
});

test('a known event changes nothing, and a row appears once', () => {
  expect(withPush(auction, bid, 4)).toBe(auction);
  const after = withPush(auction, bid, 5);
  expect(after && withPush(after, bid, 6)?.log).toHaveLength(2);
});

test('after missed rows only the contiguous ones are shown', () => {
  const later = { ...bid, data: { ...bid.data, row: row(9) } };
  expect(withPush(auction, later, 12)?.log.map(({ sequence }) => sequence)).toEqual([9]);
});

test('the leader has to bid more than their own maximum', () => {
  const own = { ...bid, data: { ...bid.data, row: { ...row(2), leader: 1 } } };
  const me = { ...auction.me, maximum: 30_000 } as NonNullable<AuctionDetail['me']>;
  expect(withPush({ ...auction, me }, own, 5)).toMatchObject({
    mine: 'leading',
    leader: 'you',
    minimumBid: 30_001,
  });
});

test('data that only the server has is refetched', () => {
  expect(withPush(auction, { type: 'changed', data: { state: 'cancelled' } }, 5)).toBeNull();
});
