import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { andCommit, databaseWasAway, type Db, type Trx } from '#platform/server/db.ts';
import { insertEvents, type Realtime } from '#platform/server/realtime.ts';
import { m } from '#i18n/generated/messages.js';
import { AppError, platformErrors, type Words } from '#platform/shared/errors.ts';
import { auctionsErrors, type BidPush, type BidReceipt } from '../contract.ts';
import { commitmentText } from '../log.ts';
import { endAfterBid, extendsEnd, placeBid } from '../rules.ts';
import {
  advance,
  bidRulesOf,
  chained,
  getHeld,
  isDue,
  minimumBidOf,
  sha256,
  standingColumns,
  standingOf,
  termsOf,
  topicOf,
  type BidOn,
} from './commands.ts';

/** Requested bid; `key` is the idempotency key of the request. */
export type WantedBid = { personId: string; maximum: number; key: string | null };
type Waiting = { wanted: WantedBid; answer(receipt: BidReceipt): void; refuse(error: unknown): void };
/** Receipts are created after the lock is released. */
type Outcome = { receipt(): BidReceipt } | { error: AppError };

/** Maximum number of bids per transaction. */
const maxAtOnce = 256;
/** Number of auctions whose bidder numbers this process caches. */
const maxRemembered = 500;
const saltBytes = 16;

/**
 * Accepts bids. All that wait for one auction are decided in one transaction, in the order in which they
 * reached this process; the row lock orders the processes. One transaction per bid would be limited by the
 * disk's latency, and so would more round trips under the lock: docs/decisions/0043.
 */
export function createBidding({ db, realtime }: { db: Db; realtime: Pick<Realtime, 'wake' | 'broadcast'> }) {
  const queues = new Map<string, Waiting[]>();
  /** A bidder's number in an auction is immutable once committed, so it can be cached. */
  const remembered = new Map<string, Map<string, number>>();

  async function drain(auctionId: string): Promise<void> {
    const queue = queues.get(auctionId) ?? [];
    while (queue.length > 0) {
      const batch = queue.splice(0, maxAtOnce);
      try {
        const wanted = batch.map((waiting) => waiting.wanted);
        const decided = await settle(auctionId, wanted);
        if (remembered.size >= maxRemembered) remembered.clear();
        remembered.set(auctionId, decided.numbers);
        // The next batch is decided meanwhile.
        void tell(auctionId, batch, decided);
      } catch (error) {
        remembered.delete(auctionId);
        for (const { refuse } of batch) refuse(error);
      }
    }
    queues.delete(auctionId);
  }

  /** Answers the bidders only after the commit is durable. */
  async function tell(
    auctionId: string,
    batch: readonly Waiting[],
    { outcomes, extendedTo, last }: Decided,
  ): Promise<void> {
    try {
      await makeSafe(db, auctionId, last);
    } catch (error) {
      // The database may have lost the batch and the numbers assigned in it.
      remembered.delete(auctionId);
      for (const { refuse } of batch) refuse(error);
      return;
    }
    for (const [index, outcome] of outcomes.entries()) {
      const waiting = batch[index];
      if ('receipt' in outcome) waiting?.answer(outcome.receipt());
      else waiting?.refuse(outcome.error);
    }
    realtime.wake(topicOf(auctionId));
    if (extendedTo) {
      realtime.broadcast(topicOf(auctionId), 'extended', { endsAt: extendedTo.toISOString() });
    }
  }

  /** Looks for repeated bids before the lock; starts again if another process commits one concurrently. */
  async function settle(auctionId: string, wanted: readonly WantedBid[]): Promise<Decided> {
    for (let isAgain = false; ; isAgain = true) {
      const known = {
        numbers: remembered.get(auctionId),
        repeated: await firstBids(db, auctionId, wanted),
        salts: randomBytes(saltBytes * wanted.length),
      };
      try {
        return await db.transaction().execute((trx) => decide(trx, auctionId, wanted, known));
      } catch (error) {
        if (isAgain || !isTakenKey(error)) throw error;
      }
    }
  }

  return {
    /** Throws the reason of a refusal; nothing is written then. */
    bid(auctionId: string, wanted: WantedBid): Promise<BidReceipt> {
      return new Promise((answer, refuse) => {
        const queue = queues.get(auctionId);
        const waiting = { wanted, answer, refuse };
        if (queue) {
          queue.push(waiting);
          return;
        }
        queues.set(auctionId, [waiting]);
        // Batches the bids that arrive in the same turn of the event loop.
        setImmediate(() => void drain(auctionId));
      });
    },
  };
}

function isTakenKey(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'auction_entry_command';
}

type Known = { personId: string; number: number };
type Entry = {
  seq: number;
  at: Date;
  bidderId: string;
  bidderNumber: number;
  maximum: number;
  salt: Buffer;
  commitment: Buffer;
  price: number;
  leaderNumber: number;
  isReserveMet: boolean;
  endsAt: Date;
  hash: Buffer;
  commandKey: string | null;
};
type Decided = {
  outcomes: Outcome[];
  numbers: Map<string, number>;
  extendedTo: Date | null;
  /** Last row written, if any. */
  last: Entry | null;
};

const notRaised: Words = (locale) => m['auctions.error.bid_not_raised']({}, { locale });

/** Decides bids of one auction in their order. */
async function decide(
  trx: Trx,
  auctionId: string,
  wanted: readonly WantedBid[],
  {
    numbers: remembered,
    repeated,
    salts,
  }: { numbers: Map<string, number> | undefined; repeated: Map<string, FirstBid>; salts: Buffer },
): Promise<Decided> {
  const { now, ...held } = await holdNow(trx, auctionId);
  let auction: BidOn = isDue(held, now) ? await advance(trx, await getHeld(trx, auctionId), now) : held;
  const rules = auction.state === 'live' ? bidRulesOf(auction) : null;
  const terms = rules && termsOf(auction);
  const numbers = await numbersOf(trx, held, wanted, remembered);
  const newBidders: Known[] = [];
  const entries: Entry[] = [];
  const pushes: BidPush[] = [];
  const leaderBefore = auction.leaderId;
  const nameOf = (personId: string | null) => (personId === null ? null : (numbers.get(personId) ?? null));

  const outcomes = wanted.map(({ personId, maximum, key }, index): Outcome => {
    const first =
      key === null
        ? undefined
        : (repeated.get(`${personId} ${key}`) ??
          entries.find((entry) => entry.bidderId === personId && entry.commandKey === key));
    if (first) {
      if (first.maximum !== maximum) return { error: new AppError(platformErrors.idempotency_conflict) };
      const standing = auction;
      return { receipt: () => receiptOf(standing, first, { now, leader: nameOf(standing.leaderId) }) };
    }
    if (!rules || !terms) {
      const kind = auction.state === 'scheduled' ? auctionsErrors.not_live : auctionsErrors.auction_over;
      return { error: new AppError(kind, { more: () => ({ state: auction.state }) }) };
    }
    const before = standingOf(auction);
    const seq = auction.entryCount + 1;
    const after = placeBid(before, { seq, bidder: personId, maximum }, rules);
    if ('refusal' in after) {
      const kind = auctionsErrors.bid_too_low;
      const why = after.refusal === 'too_low' ? kind.words : notRaised;
      return {
        error: new AppError(kind, { fields: { maximum: why }, more: () => ({ minimumBid: after.least }) }),
      };
    }
    if (!numbers.has(personId)) {
      const known = { personId, number: auction.bidderCount + newBidders.length + 1 };
      numbers.set(personId, known.number);
      newBidders.push(known);
    }
    const endsAt = endAfterBid(
      { endsAt: auction.endsAt ?? now, now },
      { raises: extendsEnd({ ...rules, version: auction.logVersion }, before, after) },
      terms,
    );
    const salt = salts.subarray(saltBytes * index, saltBytes * (index + 1));
    const draft = {
      seq,
      at: now,
      kind: 'bid' as const,
      bidderNumber: nameOf(personId) ?? 0,
      voidedSeq: null,
      reason: null,
      commitment: sha256(commitmentText(auctionId, seq, maximum, salt.toString('hex'))),
      price: after.price,
      leaderNumber: nameOf(after.leader?.bidder ?? null),
      isReserveMet: after.isReserveMet,
      endsAt,
    };
    const { hash, row } = chained(auction.logHash ?? Buffer.alloc(32), draft);
    const entry: Entry = {
      seq,
      at: now,
      bidderId: personId,
      bidderNumber: draft.bidderNumber,
      maximum,
      salt,
      commitment: draft.commitment,
      price: after.price ?? 0,
      leaderNumber: draft.leaderNumber ?? 0,
      isReserveMet: after.isReserveMet,
      endsAt,
      hash,
      commandKey: key,
    };
    entries.push(entry);
    const standing = {
      ...auction,
      ...standingColumns(after),
      endsAt,
      entryCount: seq,
      bidCount: auction.bidCount + 1,
      logHash: hash,
    };
    auction = standing;
    pushes.push({
      type: 'bid',
      data: {
        row,
        minimumBid: minimumBidOf(standing, null),
        bidCount: standing.bidCount,
        bidderCount: auction.bidderCount + newBidders.length,
      },
    });
    return { receipt: () => receiptOf(standing, entry, { now, leader: draft.leaderNumber }) };
  });
  if (entries.length > 0) await write(trx, auction, { entries, newBidders, leaderBefore, pushes }, now);
  const isExtended = held.endsAt?.getTime() !== auction.endsAt?.getTime();
  return {
    outcomes,
    numbers,
    extendedTo: isExtended && entries.length > 0 ? auction.endsAt : null,
    last: entries.at(-1) ?? null,
  };
}

/**
 * Makes a batch durable: a synchronous commit flushes everything before it too. Throws if the last row no
 * longer exists, because the database has crashed and lost it in between.
 */
async function makeSafe(db: Db, auctionId: string, last: Entry | null): Promise<void> {
  const isThere =
    last === null
      ? sql`true`
      : sql`exists (select from auction_entry where auction_id = ${auctionId} and seq = ${last.seq} and hash = ${last.hash})`;
  const { rows } = await sql<{ isThere: boolean }>`
    select pg_logical_emit_message(true, 'flush', ''), ${isThere} as is_there`.execute(db);
  if (rows[0]?.isThere !== true) throw databaseWasAway('bids were lost before they were written');
}

function receiptOf(
  auction: BidOn,
  entry: FirstBid,
  { now, leader }: { now: Date; leader: number | null },
): BidReceipt {
  return {
    sequence: entry.seq,
    at: entry.at.toISOString(),
    serverTime: now.toISOString(),
    state: auction.state,
    bidder: entry.bidderNumber,
    maximum: entry.maximum,
    leader: auction.leaderId === entry.bidderId ? 'you' : leader,
    price: auction.price ?? 0,
    minimumBid: minimumBidOf(auction, entry.bidderId),
    isReserveMet: auction.isReserveMet,
    endsAt: (auction.endsAt ?? entry.at).toISOString(),
    bidCount: auction.bidCount,
    commitment: entry.commitment.toString('hex'),
    salt: entry.salt.toString('hex'),
  };
}

type FirstBid = Pick<
  Entry,
  'seq' | 'at' | 'bidderId' | 'bidderNumber' | 'maximum' | 'commitment' | 'salt' | 'commandKey'
>;

/**
 * Locks an auction and returns the database's time after the wait: a bid that waited past the end is late.
 * The lock does not cover the flush to disk, but bidders are answered after it (`makeSafe`).
 */
async function holdNow(trx: Trx, id: string): Promise<BidOn & { now: Date }> {
  const { rows } = await sql<BidOn & { now: Date }>`
    with held as materialized (
      select id, state, version, start_price, reserve_price, terms, starts_at, ends_at, price, leader_id, leader_seq, leader_maximum,
        runner_up, is_reserve_met, bid_count, bidder_count, entry_count, log_hash, log_version, event_seq
      from auction where id = ${id} for update)
    select held.*, clock_timestamp() as now, set_config('synchronous_commit', 'off', true),
      set_config('plan_cache_mode', 'force_generic_plan', true) from held`.execute(trx);
  if (!rows[0]) throw new AppError(auctionsErrors.auction_not_found);
  return rows[0];
}

/** Returns the bidder numbers that exist. Read under the lock, because other processes assign numbers too. */
async function numbersOf(
  trx: Trx,
  { id, leaderId }: BidOn,
  wanted: readonly WantedBid[],
  remembered: Map<string, number> | undefined,
): Promise<Map<string, number>> {
  const numbers = new Map(remembered);
  const people = [...wanted.map(({ personId }) => personId), ...(leaderId === null ? [] : [leaderId])];
  const unknown = [...new Set(people)].filter((personId) => !numbers.has(personId));
  if (unknown.length === 0) return numbers;
  const { rows } = await sql<Known>`select person_id, number from auction_bidder
    where auction_id = ${id} and person_id = any(${unknown}::uuid[])`.execute(trx);
  for (const { personId, number } of rows) numbers.set(personId, number);
  return numbers;
}

async function firstBids(
  db: Db,
  auctionId: string,
  wanted: readonly WantedBid[],
): Promise<Map<string, FirstBid>> {
  const keyed = wanted.filter(({ key }) => key !== null);
  if (keyed.length === 0) return new Map();
  const { rows } = await sql<FirstBid>`
    select seq, at, bidder_id, bidder_number, maximum, commitment, salt, command_key from auction_entry
    join unnest(${keyed.map(({ personId }) => personId)}::uuid[], ${keyed.map(({ key }) => key)}::text[]) as asked (person_id, key)
      on bidder_id = person_id and command_key = key
    where auction_id = ${auctionId} and command_key is not null`.execute(db);
  return new Map(rows.map((row) => [`${row.bidderId} ${row.commandKey}`, row]));
}

/** Formats an array of values that need no quotes: `pg` would inspect each of them, under the lock. */
const list = (values: readonly (number | boolean | string)[]) => `{${values.join(',')}}`;

async function write(
  trx: Trx,
  auction: BidOn,
  {
    entries,
    newBidders,
    leaderBefore,
    pushes,
  }: { entries: Entry[]; newBidders: Known[]; leaderBefore: string | null; pushes: BidPush[] },
  now: Date,
): Promise<void> {
  const { id } = auction;
  const sealed = Buffer.concat(entries.flatMap(({ salt, commitment, hash }) => [salt, commitment, hash]));
  const bidderCount = auction.bidderCount + newBidders.length;
  const outbid = outbidIn(auction, { entries, leaderBefore });
  const stands = standingColumns(standingOf(auction));
  // One statement, because each round trip prolongs the lock.
  await sql`${sql.raw(andCommit)} with entered as (
      insert into auction_entry (auction_id, seq, at, kind, bidder_id, bidder_number, maximum, salt, commitment, price,
        leader_number, is_reserve_met, ends_at, hash, command_key)
      select ${id}, seq, ${now}, 'bid', bidder_id, bidder_number, maximum, substring(sealed from at for 16), substring(sealed from at + 16 for 32),
        price, leader_number, is_reserve_met, ends_at, substring(sealed from at + 48 for 32), command_key
      from unnest(${list(entries.map(({ seq }) => seq))}::int[], ${list(entries.map(({ bidderId }) => bidderId))}::uuid[],
        ${list(entries.map(({ bidderNumber }) => bidderNumber))}::int[], ${list(entries.map(({ maximum }) => maximum))}::bigint[],
        ${list(entries.map(({ price }) => price))}::bigint[], ${list(entries.map(({ leaderNumber }) => leaderNumber))}::int[],
        ${list(entries.map(({ isReserveMet }) => isReserveMet))}::boolean[], ${list(entries.map(({ endsAt }) => endsAt.toISOString()))}::timestamptz[],
        ${entries.map(({ commandKey }) => commandKey)}::text[]) with ordinality
        as row (seq, bidder_id, bidder_number, maximum, price, leader_number, is_reserve_met, ends_at, command_key, n),
        lateral (select ${sealed}::bytea as sealed, (n::int - 1) * 80 + 1 as at) as bytes
    ), numbered as (
      insert into auction_bidder (auction_id, person_id, number, outbid_at)
      select ${id}, person_id, number, case when person_id = any(${outbid}::uuid[]) then ${now}::timestamptz end
      from unnest(${newBidders.map(({ personId }) => personId)}::uuid[], ${newBidders.map(({ number }) => number)}::int[])
        as new (person_id, number)
    ), outbid as (
      update auction_bidder set outbid_at = case when person_id = any(${outbid}::uuid[]) then ${now}::timestamptz end
      where auction_id = ${id} and (person_id = any(${outbid}::uuid[]) and outbid_at is null
        or person_id = ${stands.leaderId}::uuid and outbid_at is not null)
    ), told as (${insertEvents(topicOf(id), auction.eventSeq + 1, pushes, now)})
    update auction set price = ${stands.price}, leader_id = ${stands.leaderId}, leader_seq = ${stands.leaderSeq},
      leader_maximum = ${stands.leaderMaximum}, runner_up = ${stands.runnerUp}, is_reserve_met = ${stands.isReserveMet},
      ends_at = ${auction.endsAt}, bid_count = ${auction.bidCount}, bidder_count = ${bidderCount},
      entry_count = ${auction.entryCount}, log_hash = ${auction.logHash}, event_seq = ${auction.eventSeq + pushes.length},
      version = ${auction.version + 1}, updated_at = ${now}
    where id = ${id}`.execute(trx);
}

/**
 * Returns the people who lost the lead in this batch, to be notified soon (see clock.ts); without those who
 * lead again.
 */
function outbidIn(
  auction: BidOn,
  { entries, leaderBefore }: { entries: Entry[]; leaderBefore: string | null },
): string[] {
  const led = new Set(entries.map(({ leaderNumber }) => leaderNumber));
  const outbid = new Set<string>();
  for (const entry of entries) if (led.has(entry.bidderNumber)) outbid.add(entry.bidderId);
  if (leaderBefore !== null) outbid.add(leaderBefore);
  if (auction.leaderId !== null) outbid.delete(auction.leaderId);
  return [...outbid];
}
