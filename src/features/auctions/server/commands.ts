import { hash as digest, randomBytes } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import type { Db, Trx } from '#platform/server/db.ts';
import { failpoint } from '#platform/server/failpoints.ts';
import { isUuid } from '#platform/server/ids.ts';
import { publish } from '#platform/server/realtime.ts';
import type { Database } from '#platform/server/schema.ts';
import type { AuctionTerms, Increments } from '#platform/shared/auction-terms.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { auctionsErrors, type AuctionPush, type LogRow } from '../contract.ts';
import { firstText, outcomeSteps, reserveText, rowText, type OutcomeKind } from '../log.ts';
import { minBid, type BidRules, type Standing } from '../rules.ts';
import { stepOf, type AuctionEvent, type AuctionSide } from '../states.ts';
import { tellEnd } from './notices.ts';

export type Auction = Selectable<Database['auction']>;
/** Columns that decide about bids, without texts, which nobody reads under the lock. */
export type BidOn = Pick<
  Auction,
  | 'id'
  | 'state'
  | 'version'
  | 'startPrice'
  | 'reservePrice'
  | 'logVersion'
  | 'terms'
  | 'startsAt'
  | 'endsAt'
  | 'price'
  | 'leaderId'
  | 'leaderSeq'
  | 'leaderMaximum'
  | 'runnerUp'
  | 'isReserveMet'
  | 'bidCount'
  | 'bidderCount'
  | 'entryCount'
  | 'logHash'
  | 'eventSeq'
>;
type Entry = Selectable<Database['auctionEntry']>;
const hourMs = 60 * 60_000;

export const topicOf = (id: string) => `auction:${id}`;

export function sha256(text: string): Buffer {
  return digest('sha256', text, 'buffer');
}

/** Locks an auction: bids, closing and decisions are serialized here. */
export async function lockAuction(trx: Trx, id: string): Promise<Auction | null> {
  if (!isUuid(id)) return null;
  const found = await trx
    .selectFrom('auction')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return found ?? null;
}

export async function getHeld(trx: Trx, id: string): Promise<Auction> {
  const auction = await lockAuction(trx, id);
  if (!auction) throw new AppError(auctionsErrors.auction_not_found);
  return auction;
}

/** Returns the terms of the publication. */
export function termsOf({ terms }: Pick<Auction, 'terms'>): AuctionTerms & { increments: Increments } {
  if (terms === null) throw new Error('only what was published has terms');
  return terms;
}

export function bidRulesOf(auction: Pick<Auction, 'startPrice' | 'reservePrice' | 'terms'>): BidRules {
  return {
    startPrice: auction.startPrice ?? 0,
    reserve: auction.reservePrice,
    increments: termsOf(auction).increments,
  };
}

export function standingOf(
  auction: Pick<Auction, 'price' | 'leaderId' | 'leaderSeq' | 'leaderMaximum' | 'runnerUp' | 'isReserveMet'>,
): Standing {
  const { leaderId, leaderSeq, leaderMaximum } = auction;
  const leader =
    leaderId === null || leaderSeq === null || leaderMaximum === null
      ? null
      : { bidder: leaderId, seq: leaderSeq, maximum: leaderMaximum };
  return { price: auction.price, leader, runnerUp: auction.runnerUp, isReserveMet: auction.isReserveMet };
}

/** Returns the columns of a standing. */
export function standingColumns({ price, leader, runnerUp, isReserveMet }: Standing) {
  return {
    price,
    leaderId: leader?.bidder ?? null,
    leaderSeq: leader?.seq ?? null,
    leaderMaximum: leader?.maximum ?? null,
    runnerUp,
    isReserveMet,
  };
}

/** Throws if staff would decide about a lot that they sell or bid on. */
export async function assertNoParty(trx: Trx, auction: Auction, staff: { id: string }): Promise<void> {
  const isParty = auction.sellerId === staff.id || (await numberOf(trx, auction.id, staff.id)) !== null;
  if (isParty) throw new AppError(platformErrors.forbidden);
}

/** Throws `invalid_transition` with the current state. */
export function assertStep(auction: Auction, event: AuctionEvent, side: AuctionSide) {
  const to = stepOf(auction.state, event, side);
  if (to === null) {
    throw new AppError(auctionsErrors.invalid_transition, { more: () => ({ state: auction.state }) });
  }
  return to;
}

type Stepped = {
  event: AuctionEvent;
  side: AuctionSide;
  actorId?: string | null;
  detail?: Record<string, unknown>;
};

/**
 * Makes one step of the state machine, with its event and the push to open pages. Returns the updated
 * auction.
 */
export async function step(
  trx: Trx,
  auction: Auction,
  { event, side, actorId = null, detail = {} }: Stepped,
  set: Partial<Insertable<Database['auction']>>,
  now: Date,
): Promise<Auction> {
  const to = assertStep(auction, event, side);
  const eventSeq = auction.eventSeq + 1;
  const after = await trx
    .updateTable('auction')
    .set({ ...set, state: to, version: auction.version + 1, eventSeq, updatedAt: now })
    .where('id', '=', auction.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const logged = await logOutcome(trx, auction, after, event, now);
  await trx
    .insertInto('auctionEvent')
    .values({
      auctionId: auction.id,
      event,
      side,
      actorId,
      fromState: auction.state,
      toState: to,
      detail: JSON.stringify(detail),
      at: now,
    })
    .execute();
  const told: AuctionPush =
    event === 'close' || event === 'buy'
      ? {
          type: 'closed',
          data: {
            state: to,
            price: after.price,
            winner: after.isReserveMet ? await numberOf(trx, after.id, after.leaderId) : null,
          },
        }
      : { type: 'changed', data: { state: to } };
  await push(trx, after.id, eventSeq, told, now);
  failpoint(`auction ${event}`);
  return { ...after, ...logged };
}

/** Adds a step after the closing row to the lot's log, with the person and the price. */
async function logOutcome(
  trx: Trx,
  before: Auction,
  after: Auction,
  event: AuctionEvent,
  now: Date,
): Promise<Pick<Auction, 'entryCount' | 'logHash'> | null> {
  if (!(event in outcomeSteps) || before.logVersion === 1) return null;
  const { keeps } = outcomeSteps[event as OutcomeKind];
  const bidderId = after.offeredTo ?? after.winnerId ?? before.offeredTo ?? before.winnerId;
  const bidderNumber = await numberOf(trx, after.id, bidderId);
  const { row: _row, ...added } = await addEntry(
    trx,
    after,
    {
      kind: event as OutcomeKind,
      bidderNumber,
      price: keeps ? (after.offerPrice ?? after.winnerPrice) : null,
      leaderNumber: keeps ? bidderNumber : null,
    },
    now,
  );
  await trx.updateTable('auction').set(added).where('id', '=', after.id).execute();
  return added;
}

export async function push(
  trx: Trx,
  id: string,
  seq: number,
  { type, data }: AuctionPush,
  now: Date,
): Promise<void> {
  await publish(trx, { topic: topicOf(id), seq, type, data }, now);
}

export async function numberOf(db: Db, auctionId: string, personId: string | null): Promise<number | null> {
  if (personId === null) return null;
  const found = await db
    .selectFrom('auctionBidder')
    .select('number')
    .where('auctionId', '=', auctionId)
    .where('personId', '=', personId)
    .executeTakeFirst();
  return found?.number ?? null;
}

/** Returns the start of a log's hash chain. */
export function openLog(
  auction: Auction,
  reserveSalt: Buffer | null = auction.reservePrice === null ? null : randomBytes(16),
) {
  const logVersion = 2 as const;
  const opened = { ...auction, reserveSalt, logVersion };
  return { logVersion, reserveSalt, logHash: sha256(firstText(auction.id, publishedTerms(opened))) };
}

export function publishedTerms(auction: Auction) {
  const { id, reservePrice, reserveSalt, startsAt, publishedEnd } = auction;
  const { softCloseMinutes, increments, offers } = termsOf(auction);
  return {
    version: auction.logVersion,
    buyNowPrice: auction.buyNowPrice,
    offers,
    startPrice: auction.startPrice ?? 0,
    reserveCommitment:
      reservePrice === null || reserveSalt === null
        ? null
        : sha256(reserveText(id, reservePrice, reserveSalt.toString('hex'))).toString('hex'),
    startsAt: (startsAt ?? new Date(0)).toISOString(),
    endsAt: (publishedEnd ?? new Date(0)).toISOString(),
    softCloseMinutes,
    increments: [...increments],
  };
}

/** Formats a row of the log without its hash, as it is hashed and shown. */
export function presentEntry(
  entry: Omit<Entry, 'hash' | 'auctionId' | 'commandKey' | 'maximum' | 'salt' | 'bidderId'>,
): Omit<LogRow, 'hash'> {
  return {
    sequence: entry.seq,
    at: entry.at.toISOString(),
    kind: entry.kind,
    bidder: entry.bidderNumber,
    voided: entry.voidedSeq,
    reason: entry.reason,
    price: entry.price,
    leader: entry.leaderNumber,
    isReserveMet: entry.isReserveMet,
    endsAt: entry.endsAt.toISOString(),
    commitment: entry.commitment?.toString('hex') ?? null,
  };
}

/** Returns a row as it is shown, and its hash, with which the next row begins. */
export function chained(before: Buffer, entry: Parameters<typeof presentEntry>[0]) {
  const shown = presentEntry(entry);
  const hash = sha256(rowText(before.toString('hex'), shown));
  const row: LogRow = { ...shown, hash: hash.toString('hex') };
  return { hash, row };
}

type Written = Pick<Entry, 'kind'> &
  Partial<Pick<Entry, 'bidderId' | 'bidderNumber' | 'voidedSeq' | 'reason' | 'price' | 'leaderNumber'>>;

/** Adds a row other than a bid to the log. Returns the columns that change with it. */
export async function addEntry(trx: Trx, auction: Auction, written: Written, now: Date) {
  const entry = {
    bidderId: null,
    bidderNumber: null,
    voidedSeq: null,
    reason: null,
    price: auction.price,
    leaderNumber: await numberOf(trx, auction.id, auction.leaderId),
    ...written,
    seq: auction.entryCount + 1,
    at: now,
    maximum: null,
    salt: null,
    commitment: null,
    isReserveMet: auction.isReserveMet,
    endsAt: auction.endsAt ?? now,
    commandKey: null,
  };
  const { hash, row } = chained(auction.logHash ?? Buffer.alloc(32), entry);
  await trx
    .insertInto('auctionEntry')
    .values({ ...entry, auctionId: auction.id, hash })
    .execute();
  return {
    entryCount: entry.seq,
    logHash: hash,
    row,
  };
}

const hasCome = (at: Date | null, now: Date) => at !== null && at <= now;

/** Returns true if `advance` has something to do. */
export function isDue({ state, startsAt, endsAt }: BidOn, now: Date): boolean {
  return hasCome(state === 'scheduled' ? startsAt : state === 'live' ? endsAt : null, now);
}

/**
 * Makes the steps that are due, for the first caller, bidder or clock, in any process. Returns the updated
 * auction.
 */
export async function advance(trx: Trx, auction: Auction, now: Date): Promise<Auction> {
  let current = auction;
  if (current.state === 'scheduled' && hasCome(current.startsAt, now)) {
    // A lot that was published before logs were signed, but has not started, has an empty log: sign it like
    // new ones.
    const log = current.logVersion === 1 ? openLog(current, current.reserveSalt) : {};
    current = await step(trx, current, { event: 'start', side: 'system' }, log, now);
  }
  if (current.state === 'live' && hasCome(current.endsAt, now)) {
    current = await close(trx, current, 'close', now);
  }
  return current;
}

/** Closes the bidding and decides the result. */
export async function close(trx: Trx, auction: Auction, event: 'close' | 'buy', now: Date): Promise<Auction> {
  const { row: _row, ...added } = await addEntry(trx, auction, { kind: 'end' }, now);
  const ended = await step(trx, auction, { event, side: 'system' }, { ...added, endedAt: now }, now);
  const isWon = ended.leaderId !== null && ended.isReserveMet;
  const decided = isWon
    ? await step(
        trx,
        ended,
        { event: 'win', side: 'system' },
        {
          winnerId: ended.leaderId,
          winnerPrice: ended.price,
          payBy: new Date(now.getTime() + termsOf(ended).payHours * hourMs),
        },
        now,
      )
    : await step(trx, ended, { event: 'miss', side: 'system' }, {}, now);
  await tellEnd(trx, decided, now);
  return decided;
}

/** Returns the smallest valid maximum of a person; for the leader it is above their own maximum. */
export function minimumBidOf(auction: BidOn, personId: string | null): number {
  const least = minBid(auction, bidRulesOf(auction));
  const leads = personId !== null && personId === auction.leaderId;
  return leads ? Math.max(least, (auction.leaderMaximum ?? 0) + 1) : least;
}
