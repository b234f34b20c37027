import { sql } from 'kysely';
import { recordAudit } from '#features/admin/server/public.ts';
import {
  arrangeLot,
  findOrderState,
  placeLotOrder,
  type PlacingDeps,
} from '#features/orders/server/public.ts';
import { isReal } from '#features/quotes/server/public.ts';
import type { Locale } from '#i18n/languages.ts';
import { databaseTime, type Db, type Trx } from '#platform/server/db.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { AppError, refused } from '#platform/shared/errors.ts';
import { auctionsErrors, type LotOrderInput } from '../contract.ts';
import { highestBids, standingAfter, strikeOf, type Bid, type StrikeCause } from '../rules.ts';
import {
  addEntry,
  advance,
  assertNoParty,
  assertStep,
  bidRulesOf,
  close,
  getHeld,
  minimumBidOf,
  numberOf,
  push,
  standingColumns,
  step,
  termsOf,
  type Auction,
} from './commands.ts';
import { tellOne } from './notices.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

const inHours = (now: Date, hours: number) => new Date(now.getTime() + hours * hourMs);

/** Returns the valid bids in their order. */
async function countingBids(trx: Db, auctionId: string): Promise<Bid[]> {
  const rows = await trx
    .selectFrom('auctionEntry')
    .select(['seq', 'bidderId', 'maximum', 'kind', 'voidedSeq'])
    .where('auctionId', '=', auctionId)
    .where('kind', 'in', ['bid', 'void'])
    .orderBy('seq')
    .execute();
  const voided = new Set(rows.map(({ voidedSeq }) => voidedSeq));
  return rows.flatMap(({ seq, bidderId, maximum, kind }) =>
    kind === 'bid' && bidderId !== null && maximum !== null && !voided.has(seq)
      ? [{ seq, bidder: bidderId, maximum }]
      : [],
  );
}

/** Buys the lot at its fixed price while there is no bid. */
export async function buyLot(trx: Trx, person: { id: string }, id: string, price: number): Promise<void> {
  const held = await getHeld(trx, id);
  const now = await databaseTime(trx);
  const auction = await advance(trx, held, now);
  if (auction.state !== 'live')
    throw new AppError(auctionsErrors.auction_over, { more: () => ({ state: auction.state }) });
  if (auction.buyNowPrice === null || auction.bidderCount > 0) throw new AppError(auctionsErrors.no_buy_now);
  if (auction.buyNowPrice !== price) throw refused(auctionsErrors.price_changed, 'price');
  await trx
    .insertInto('auctionBidder')
    .values({ auctionId: id, personId: person.id, number: 1, outbidAt: null, toldAt: null })
    .execute();
  const bought: Auction = {
    ...auction,
    price,
    leaderId: person.id,
    leaderMaximum: price,
    leaderSeq: auction.entryCount + 1,
    isReserveMet: true,
    bidCount: 1,
    bidderCount: 1,
  };
  const { row: _row, ...added } = await addEntry(
    trx,
    bought,
    { kind: 'buy', bidderId: person.id, bidderNumber: 1 },
    now,
  );
  const { leaderId, leaderMaximum, leaderSeq, isReserveMet, bidCount, bidderCount } = bought;
  const after = await trx
    .updateTable('auction')
    .set({ price, leaderId, leaderMaximum, leaderSeq, isReserveMet, bidCount, bidderCount, ...added })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await close(trx, after, 'buy', now);
}

/** Voids a bid with a public reason and recomputes the standing. */
export async function voidBid(
  trx: Trx,
  admin: { id: string; username: string },
  id: string,
  seq: number,
  reason: string,
): Promise<void> {
  const held = await getHeld(trx, id);
  const now = await databaseTime(trx);
  const auction = await advance(trx, held, now);
  await assertNoParty(trx, auction, admin);
  if (auction.state !== 'live') {
    throw new AppError(auctionsErrors.invalid_transition, { more: () => ({ state: auction.state }) });
  }
  const bids = await countingBids(trx, id);
  const voided = bids.find((bid) => bid.seq === seq);
  if (!voided) throw new AppError(auctionsErrors.bid_not_found);
  const standing = standingAfter(
    bids.filter((bid) => bid !== voided),
    bidRulesOf(auction),
  );
  const restood: Auction = { ...auction, ...standingColumns(standing), bidCount: auction.bidCount - 1 };
  const { row, ...added } = await addEntry(
    trx,
    restood,
    { kind: 'void', voidedSeq: seq, bidderNumber: await numberOf(trx, id, voided.bidder), reason },
    now,
  );
  const eventSeq = auction.eventSeq + 1;
  await trx
    .updateTable('auction')
    .set({
      ...standingColumns(standing),
      bidCount: restood.bidCount,
      ...added,
      eventSeq,
      version: auction.version + 1,
      updatedAt: now,
    })
    .where('id', '=', id)
    .execute();
  await push(
    trx,
    id,
    eventSeq,
    {
      type: 'voided',
      data: {
        row,
        minimumBid: minimumBidOf(restood, null),
        bidCount: restood.bidCount,
        bidderCount: restood.bidderCount,
      },
    },
    now,
  );
  await tellOne(trx, restood, voided.bidder, 'voided', now, { price: voided.maximum, reason });
  await recordAudit(
    trx,
    {
      actor: admin,
      action: 'auction.void',
      target: { type: 'auction', id },
      about: [voided.bidder, auction.sellerId],
      reason,
      before: { seq, price: auction.price },
      after: { price: restood.price },
    },
    now,
  );
}

/** Creates the order of a winner. Does nothing if there is one, or if nothing is to be paid. */
export async function openOrder(
  deps: PlacingDeps,
  trx: Trx,
  auction: Auction,
  now: Date,
): Promise<string | null> {
  const {
    id,
    orderId: before,
    winnerId,
    winnerPrice,
    payBy,
    sellerId,
    title,
    category,
    shippingFee,
  } = auction;
  if (auction.state !== 'awaiting_payment' || winnerId === null || payBy === null || payBy <= now)
    return null;
  if (before !== null) {
    const order = await findOrderState(trx, before);
    if (order?.state !== 'cancelled' || order.isEndedByStaff) return before;
  }
  // A delivery without an address can be paid directly.
  const kind = auction.deliveryKinds.find((each) => each !== 'ship') ?? 'ship';
  const price = winnerPrice ?? 0;
  const lot = { auctionId: id, sellerId, title, category, price, shippingFee, payBy };
  const orderId = await placeLotOrder(deps, trx, { id: winnerId }, lot, kind);
  await trx.updateTable('auction').set({ orderId, updatedAt: now }).where('id', '=', id).execute();
  return orderId;
}

/** Sets the winner's delivery method and address. Returns the order. */
export async function orderLot(
  deps: PlacingDeps,
  trx: Trx,
  person: { id: string },
  id: string,
  input: LotOrderInput,
  locale: Locale,
): Promise<string> {
  const auction = await getHeld(trx, id);
  if (auction.winnerId !== person.id) throw new AppError(auctionsErrors.auction_not_found);
  const now = await databaseTime(trx);
  const orderId = auction.state === 'sold' ? auction.orderId : await openOrder(deps, trx, auction, now);
  if (orderId === null) {
    throw new AppError(auctionsErrors.invalid_transition, { more: () => ({ state: auction.state }) });
  }
  if (!input.terms) throw refused(auctionsErrors.terms_needed, 'terms');
  if (!auction.deliveryKinds.includes(input.delivery.kind)) {
    throw refused(auctionsErrors.delivery_needed, 'delivery.kind');
  }
  const { winnerPrice, category, shippingFee } = auction;
  await arrangeLot(deps, trx, orderId, { category, price: winnerPrice ?? 0, shippingFee }, input, locale);
  return orderId;
}

/** Handles a payment or a missed deadline. Returns true if anything changed. */
export async function settlePayment(trx: Trx, auction: Auction, now: Date): Promise<boolean> {
  if (auction.state === 'sold') return settleSold(trx, auction, now);
  if (auction.state !== 'awaiting_payment' || auction.winnerId === null) return false;
  const order = auction.orderId === null ? null : await findOrderState(trx, auction.orderId);
  if (order && order.state !== 'created' && order.state !== 'cancelled') {
    const sold = await step(trx, auction, { event: 'paid', side: 'system' }, {}, now);
    await settleSold(trx, sold, now);
    return true;
  }
  if (order?.state === 'cancelled' && order.isEndedByStaff) {
    await lapse(trx, auction, auction.winnerId, now, { strikes: false });
    return true;
  }
  if (auction.payBy === null || auction.payBy > now) return false;
  // A bank transfer may be on its way: it can arrive until its virtual account closes, and the order ends by
  // itself after that.
  if (order?.state === 'created') {
    const later = order.unpaidAt && order.unpaidAt > now ? order.unpaidAt : new Date(now.getTime() + 60_000);
    await trx
      .updateTable('auction')
      .set({ payBy: later, payReminded: 2 })
      .where('id', '=', auction.id)
      .execute();
    return true;
  }
  await lapse(trx, auction, auction.winnerId, now, { strikes: true });
  return true;
}

const noWinner = { winnerId: null, winnerPrice: null, payBy: null, payReminded: 0 };

/** Handles the order of a paid lot: the bank may reverse the payment, or the order's end may refund it. */
async function settleSold(trx: Trx, auction: Auction, now: Date): Promise<boolean> {
  const { orderId, winnerId } = auction;
  const order = orderId === null ? null : await findOrderState(trx, orderId);
  if (!order || winnerId === null) return false;
  if (order.state === 'created') {
    const payBy = order.unpaidAt ?? inHours(now, termsOf(auction).payHours);
    await step(trx, auction, { event: 'reversed', side: 'system' }, { payBy, payReminded: 0 }, now);
    return true;
  }
  if (order.state !== 'refunded' && order.state !== 'cancelled') return false;
  const cause = auction.isBinding ? strikeOf(order) : null;
  if (cause) await strike(trx, auction, winnerId, cause, now);
  const after = await step(
    trx,
    auction,
    { event: 'refunded', side: 'system', detail: { to: winnerId, strike: cause !== null } },
    { ...noWinner, decideBy: decideBy(auction, now) },
    now,
  );
  if (cause) await tellOne(trx, after, winnerId, 'strike_broken', now);
  if (auction.isBinding) {
    const news = (await nextToOffer(trx, after)) ? 'refunded' : 'refunded_last';
    await tellOne(trx, after, after.sellerId, news, now);
  }
  return true;
}

async function strike(
  trx: Trx,
  auction: Auction,
  personId: string,
  cause: StrikeCause,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('auctionStrike')
    .values({
      id: uuidv7(now.getTime()),
      personId,
      auctionId: auction.id,
      cause,
      at: now,
      liftedAt: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Ends the sale after a missed payment or by staff: the seller decides about the lot. Only a winner who could
 * have paid gets a strike.
 */
async function lapse(
  trx: Trx,
  auction: Auction,
  winnerId: string,
  now: Date,
  { strikes }: { strikes: boolean },
): Promise<void> {
  if (strikes) await strike(trx, auction, winnerId, 'unpaid', now);
  const after = await step(
    trx,
    auction,
    { event: 'unpaid', side: 'system', detail: { to: winnerId, strike: strikes } },
    { ...noWinner, decideBy: decideBy(auction, now) },
    now,
  );
  if (strikes) await tellOne(trx, after, winnerId, 'strike', now);
  await leaveToSeller(trx, after, 'not_paid', now);
}

const decideBy = (auction: Auction, now: Date) =>
  new Date(now.getTime() + termsOf(auction).decideDays * dayMs);

/**
 * Returns the recipient of a second chance: the next bidder who still has an account, was not asked yet and
 * whose own bid meets the reserve.
 */
export async function nextToOffer(
  db: Db,
  auction: Auction,
): Promise<{ bidder: string; price: number; number: number } | null> {
  if (auction.terms === null || auction.offers >= termsOf(auction).offers) return null;
  const asked = await db
    .selectFrom('auctionEvent')
    .select('detail')
    .where('auctionId', '=', auction.id)
    .where('event', 'in', ['offer', 'unpaid', 'refunded'])
    .execute();
  const strikes = await db
    .selectFrom('auctionStrike')
    .select('personId')
    .where('auctionId', '=', auction.id)
    .execute();
  const out = new Set([
    ...strikes.map(({ personId }) => personId),
    ...asked.map(({ detail }) => String(detail['to'] ?? '')),
  ]);
  const { rows: gone } = await sql<{ id: string }>`
    select person.id from auction_bidder join person on person.id = person_id
    where auction_id = ${auction.id} and not ${isReal('person')}`.execute(db);
  for (const { id } of gone) out.add(id);
  const left = highestBids(await countingBids(db, auction.id)).find(
    ({ bidder, maximum }) => !out.has(bidder) && maximum >= (auction.reservePrice ?? 0),
  );
  if (!left) return null;
  const number = await numberOf(db, auction.id, left.bidder);
  return { bidder: left.bidder, price: left.maximum, number: number ?? 0 };
}

/** Offers an unsold lot to the next bidder, at that bidder's own highest bid. */
export async function offerLot(trx: Trx, person: { id: string }, id: string): Promise<void> {
  const auction = await getHeld(trx, id);
  if (auction.sellerId !== person.id) throw new AppError(auctionsErrors.auction_not_found);
  assertStep(auction, 'offer', 'seller');
  const next = await nextToOffer(trx, auction);
  if (!next) throw new AppError(auctionsErrors.nobody_to_offer);
  const now = await databaseTime(trx);
  const offerUntil = inHours(now, termsOf(auction).offerHours);
  const offered = await step(
    trx,
    auction,
    { event: 'offer', side: 'seller', actorId: person.id, detail: { to: next.bidder, price: next.price } },
    {
      offeredTo: next.bidder,
      offerPrice: next.price,
      offerUntil,
      offers: auction.offers + 1,
      decideBy: null,
    },
    now,
  );
  await tellOne(trx, offered, next.bidder, 'offered', now, { price: next.price });
}

/** Accepts or declines an offer. */
export async function answerOffer(
  trx: Trx,
  person: { id: string },
  id: string,
  takes: boolean,
): Promise<void> {
  const auction = await getHeld(trx, id);
  if (auction.offeredTo !== person.id) throw new AppError(auctionsErrors.auction_not_found);
  const now = await databaseTime(trx);
  assertStep(auction, takes ? 'consent' : 'refuse_offer', 'offered');
  if (auction.offerUntil === null || auction.offerUntil <= now) {
    throw new AppError(auctionsErrors.invalid_transition, { more: () => ({ state: auction.state }) });
  }
  if (!takes) {
    const refusedOffer = await endOffer(trx, auction, 'refuse_offer', now);
    await leaveToSeller(trx, refusedOffer, 'offer_refused', now);
    return;
  }
  const taken = await step(
    trx,
    auction,
    { event: 'consent', side: 'offered', actorId: person.id },
    {
      winnerId: person.id,
      winnerPrice: auction.offerPrice,
      payBy: inHours(now, termsOf(auction).payHours),
      payReminded: 0,
      offeredTo: null,
      offerPrice: null,
      offerUntil: null,
      orderId: null,
    },
    now,
  );
  await tellOne(trx, taken, taken.sellerId, 'offer_taken', now, { price: taken.winnerPrice ?? 0 });
}

function endOffer(
  trx: Trx,
  auction: Auction,
  event: 'refuse_offer' | 'offer_lapsed',
  now: Date,
): Promise<Auction> {
  return step(
    trx,
    auction,
    {
      event,
      side: event === 'refuse_offer' ? 'offered' : 'system',
      actorId: event === 'refuse_offer' ? auction.offeredTo : null,
    },
    { offeredTo: null, offerPrice: null, offerUntil: null, decideBy: decideBy(auction, now) },
    now,
  );
}

/**
 * Leaves the decision to the seller while there is a bidder to offer the lot to. Otherwise the lot is unsold
 * and can be relisted.
 */
async function leaveToSeller(
  trx: Trx,
  auction: Auction,
  news: 'not_paid' | 'offer_refused',
  now: Date,
): Promise<void> {
  if (await nextToOffer(trx, auction)) return tellOne(trx, auction, auction.sellerId, news, now);
  const unsold = await step(trx, auction, { event: 'give_up', side: 'system' }, { decideBy: null }, now);
  await tellOne(trx, unsold, unsold.sellerId, `${news}_last`, now);
}

/** Gives up an unpaid lot for its seller. */
export async function giveUpLot(trx: Trx, person: { id: string }, id: string): Promise<void> {
  const auction = await getHeld(trx, id);
  if (auction.sellerId !== person.id) throw new AppError(auctionsErrors.auction_not_found);
  const now = await databaseTime(trx);
  await step(trx, auction, { event: 'give_up', side: 'seller', actorId: person.id }, { decideBy: null }, now);
}

/** Handles what is due after the end: payments, reminders, offers, decisions. */
export async function processEnded(trx: Trx, auction: Auction, now: Date): Promise<void> {
  if (auction.state === 'awaiting_payment' || auction.state === 'sold') {
    if (!(await settlePayment(trx, auction, now))) await remind(trx, auction, now);
  } else if (auction.state === 'second_offer' && auction.offerUntil !== null && auction.offerUntil <= now) {
    const ended = await endOffer(trx, auction, 'offer_lapsed', now);
    await leaveToSeller(trx, ended, 'offer_refused', now);
  } else if (auction.state === 'ended' && auction.decideBy !== null && auction.decideBy <= now) {
    await step(trx, auction, { event: 'give_up', side: 'system' }, { decideBy: null }, now);
  }
}

async function remind(trx: Trx, auction: Auction, now: Date): Promise<void> {
  if (auction.state !== 'awaiting_payment' || auction.payBy === null || auction.winnerId === null) return;
  const { firstReminderHours, lastReminderHours } = termsOf(auction);
  const left = auction.payBy.getTime() - now.getTime();
  const due = left <= lastReminderHours * hourMs ? 2 : left <= firstReminderHours * hourMs ? 1 : 0;
  if (due <= auction.payReminded) return;
  await trx.updateTable('auction').set({ payReminded: due }).where('id', '=', auction.id).execute();
  await tellOne(trx, auction, auction.winnerId, 'pay_soon', now, { price: auction.winnerPrice ?? 0 });
}
