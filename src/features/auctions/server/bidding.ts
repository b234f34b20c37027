import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Trx } from '#platform/server/db.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { auctionsErrors, type BidReceipt, type LogRow } from '../contract.ts';
import { commitmentText } from '../log.ts';
import { endAfterBid, leastBid, placeBid } from '../rules.ts';
import {
  advance,
  bidRulesOf,
  chained,
  getHeld,
  presentEntry,
  push,
  sha256,
  standingColumns,
  standingOf,
  termsOf,
  topicOf,
  type Auction,
} from './commands.ts';

/** What somebody promises: `key` is the command's, so that a repeated one is the same bid. */
export type WantedBid = { personId: string; maximum: number; key: string | null };
type Waiting = { wanted: WantedBid; answer(receipt: BidReceipt): void; refuse(error: unknown): void };
type Outcome = { receipt: BidReceipt } | { error: AppError };

/** So many bids are decided upon in one transaction. */
const mostAtOnce = 256;
/** Of so many rows of the log open pages are told at once; the rest they find there. */
const mostPushed = 20;

/**
 * Takes bids. All that wait for one auction are decided in one transaction, in the order in which they came to this process; the row
 * lock puts the processes in order. One by one, an auction would be as slow as the disk: docs/decisions/0043.
 */
export function createBidding({ db, realtime }: { db: Db; realtime: { wake(topic: string): void } }) {
  const queues = new Map<string, Waiting[]>();

  async function drain(auctionId: string): Promise<void> {
    const queue = queues.get(auctionId) ?? [];
    while (queue.length > 0) {
      const batch = queue.splice(0, mostAtOnce);
      try {
        const outcomes = await db.transaction().execute((trx) =>
          decide(
            trx,
            auctionId,
            batch.map(({ wanted }) => wanted),
          ),
        );
        for (const [index, outcome] of outcomes.entries()) {
          const waiting = batch[index];
          if ('receipt' in outcome) waiting?.answer(outcome.receipt);
          else waiting?.refuse(outcome.error);
        }
        realtime.wake(topicOf(auctionId));
      } catch (error) {
        for (const { refuse } of batch) refuse(error);
      }
    }
    queues.delete(auctionId);
  }

  return {
    /** Throws why the bid does not count; nothing is written then. */
    bid(auctionId: string, wanted: WantedBid): Promise<BidReceipt> {
      return new Promise((answer, refuse) => {
        const queue = queues.get(auctionId);
        const waiting = { wanted, answer, refuse };
        if (queue) {
          queue.push(waiting);
          return;
        }
        queues.set(auctionId, [waiting]);
        // Those that come with this one in the same turn of the loop are decided with it.
        setImmediate(() => void drain(auctionId));
      });
    },
  };
}

type Known = { personId: string; number: number };
type Entry = {
  seq: number;
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

/** Decides bids of one auction in their order. */
async function decide(trx: Trx, auctionId: string, wanted: readonly WantedBid[]): Promise<Outcome[]> {
  const held = await getHeld(trx, auctionId);
  // After the lock: whoever waited for it past the end is late, and numbers that were given meanwhile are seen.
  const { now, numbers, repeated } = await look(trx, held, wanted);
  let auction = await advance(trx, held, now);
  const rules = auction.state === 'live' ? bidRulesOf(auction) : null;
  const terms = rules && termsOf(auction);
  const newBidders: Known[] = [];
  const entries: Entry[] = [];
  const leaderBefore = auction.leaderId;
  const nameOf = (personId: string | null) => (personId === null ? null : (numbers.get(personId) ?? null));

  const outcomes = wanted.map(({ personId, maximum, key }): Outcome | Promise<Outcome> => {
    const first =
      key === null
        ? undefined
        : (repeated.get(`${personId} ${key}`) ??
          entries.find((entry) => entry.bidderId === personId && entry.commandKey === key));
    if (first) {
      if (first.maximum !== maximum) return { error: new AppError(platformErrors.idempotency_conflict) };
      return { receipt: receiptOf(auction, first, 'at' in first ? (first.at as Date) : now) };
    }
    if (!rules || !terms) {
      const kind = auction.state === 'scheduled' ? auctionsErrors.not_live : auctionsErrors.auction_over;
      return { error: new AppError(kind, { more: () => ({ state: auction.state }) }) };
    }
    const before = standingOf(auction);
    const seq = auction.entryCount + 1;
    const after = placeBid(before, { seq, bidder: personId, maximum }, rules);
    if ('refusal' in after) {
      const kind = after.refusal === 'too_low' ? auctionsErrors.bid_too_low : auctionsErrors.bid_not_raised;
      return {
        error: new AppError(kind, { fields: { maximum: kind.words }, more: () => ({ least: after.least }) }),
      };
    }
    if (!numbers.has(personId)) {
      const known = { personId, number: auction.bidderCount + newBidders.length + 1 };
      numbers.set(personId, known.number);
      newBidders.push(known);
    }
    const endsAt = endAfterBid(
      { endsAt: auction.endsAt ?? now, now },
      { hasRaised: after.price !== before.price },
      terms,
    );
    const salt = randomBytes(16);
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
    const hash = chained(auction.logHash ?? Buffer.alloc(32), draft);
    const entry: Entry = {
      seq,
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
    auction = {
      ...auction,
      ...standingColumns(after),
      endsAt,
      entryCount: seq,
      bidCount: auction.bidCount + 1,
      logHash: hash,
    };
    return { receipt: receiptOf(auction, entry, now) };
  }) as Outcome[];
  if (entries.length > 0)
    await write(trx, auction, { entries, newBidders, leaderBefore, endBefore: held.endsAt }, now);
  return outcomes;
}

function receiptOf(auction: Auction, entry: Entry | FirstBid, at: Date): BidReceipt {
  return {
    seq: entry.seq,
    at: at.toISOString(),
    bidder: entry.bidderNumber,
    maximum: entry.maximum,
    leads: auction.leaderId === entry.bidderId,
    price: auction.price ?? 0,
    least: leastBid(auction, bidRulesOf(auction)),
    isReserveMet: auction.isReserveMet,
    endsAt: (auction.endsAt ?? at).toISOString(),
    bidCount: auction.bidCount,
    commitment: entry.commitment.toString('hex'),
    salt: entry.salt.toString('hex'),
  };
}

type FirstBid = Pick<
  Entry,
  'seq' | 'bidderId' | 'bidderNumber' | 'maximum' | 'commitment' | 'salt' | 'commandKey'
> & { at: Date };

/** The time, the numbers of those who bid or lead, and bids that were made with the same keys before. */
async function look(trx: Trx, { id, leaderId }: Auction, wanted: readonly WantedBid[]) {
  const people = [
    ...new Set([...wanted.map(({ personId }) => personId), ...(leaderId === null ? [] : [leaderId])]),
  ];
  const { rows } = await sql<{ now: Date; personId: string | null; number: number }>`
    select clock_timestamp() as now, person_id, number from (select) once
    left join auction_bidder on auction_id = ${id} and person_id = any(${people}::uuid[])`.execute(trx);
  const numbers = new Map<string, number>();
  for (const { personId, number } of rows) if (personId !== null) numbers.set(personId, number);
  return { now: rows[0]?.now ?? new Date(), numbers, repeated: await firstBids(trx, id, wanted) };
}

async function firstBids(
  trx: Trx,
  auctionId: string,
  wanted: readonly WantedBid[],
): Promise<Map<string, FirstBid>> {
  const keyed = wanted.filter(({ key }) => key !== null);
  if (keyed.length === 0) return new Map();
  const { rows } = await sql<FirstBid>`
    select seq, at, bidder_id, bidder_number, maximum, commitment, salt, command_key from auction_entry
    join unnest(${keyed.map(({ personId }) => personId)}::uuid[], ${keyed.map(({ key }) => key)}::text[]) as asked (person_id, key)
      on bidder_id = person_id and command_key = key
    where auction_id = ${auctionId} and command_key is not null`.execute(trx);
  return new Map(rows.map((row) => [`${row.bidderId} ${row.commandKey}`, row]));
}

async function write(
  trx: Trx,
  auction: Auction,
  {
    entries,
    newBidders,
    leaderBefore,
    endBefore,
  }: { entries: Entry[]; newBidders: Known[]; leaderBefore: string | null; endBefore: Date | null },
  now: Date,
): Promise<void> {
  const { id } = auction;
  const hex = (pick: (entry: Entry) => Buffer) => entries.map((entry) => pick(entry).toString('hex'));
  const bidderCount = auction.bidderCount + newBidders.length;
  const isExtended = endBefore?.getTime() !== auction.endsAt?.getTime();
  const eventSeq = auction.eventSeq + (isExtended ? 2 : 1);
  const outbid = outbidIn(auction, { entries, leaderBefore });
  const stands = standingColumns(standingOf(auction));
  // One statement: the lock is held for each way to the database and back.
  await sql`with entered as (
      insert into auction_entry (auction_id, seq, at, kind, bidder_id, bidder_number, maximum, salt, commitment, price,
        leader_number, is_reserve_met, ends_at, hash, command_key)
      select ${id}, seq, ${now}, 'bid', bidder_id, bidder_number, maximum, decode(salt, 'hex'), decode(commitment, 'hex'), price,
        leader_number, is_reserve_met, ends_at, decode(hash, 'hex'), command_key
      from unnest(${entries.map(({ seq }) => seq)}::int[], ${entries.map(({ bidderId }) => bidderId)}::uuid[],
        ${entries.map(({ bidderNumber }) => bidderNumber)}::int[], ${entries.map(({ maximum }) => maximum)}::bigint[],
        ${hex(({ salt }) => salt)}::text[], ${hex(({ commitment }) => commitment)}::text[],
        ${entries.map(({ price }) => price)}::bigint[], ${entries.map(({ leaderNumber }) => leaderNumber)}::int[],
        ${entries.map(({ isReserveMet }) => isReserveMet)}::boolean[], ${entries.map(({ endsAt }) => endsAt)}::timestamptz[],
        ${hex(({ hash }) => hash)}::text[], ${entries.map(({ commandKey }) => commandKey)}::text[])
        as row (seq, bidder_id, bidder_number, maximum, salt, commitment, price, leader_number, is_reserve_met, ends_at, hash,
          command_key)
    ), numbered as (
      insert into auction_bidder (auction_id, person_id, number, outbid_at)
      select ${id}, person_id, number, case when person_id = any(${outbid}::uuid[]) then ${now}::timestamptz end
      from unnest(${newBidders.map(({ personId }) => personId)}::uuid[], ${newBidders.map(({ number }) => number)}::int[])
        as new (person_id, number)
    ), outbid as (
      update auction_bidder set outbid_at = case when person_id = any(${outbid}::uuid[]) then ${now}::timestamptz end
      where auction_id = ${id} and person_id = any(${outbid}::uuid[] || ${stands.leaderId}::uuid)
    )
    update auction set price = ${stands.price}, leader_id = ${stands.leaderId}, leader_seq = ${stands.leaderSeq},
      leader_maximum = ${stands.leaderMaximum}, runner_up = ${stands.runnerUp}, is_reserve_met = ${stands.isReserveMet},
      ends_at = ${auction.endsAt}, bid_count = ${auction.bidCount}, bidder_count = ${bidderCount},
      entry_count = ${auction.entryCount}, log_hash = ${auction.logHash}, event_seq = ${eventSeq},
      version = ${auction.version + 1}, updated_at = ${now}
    where id = ${id}`.execute(trx);
  const last = entries.at(-1);
  const rows: LogRow[] = entries
    .slice(-mostPushed)
    .map((entry) => ({
      ...presentEntry({ ...entry, at: now, kind: 'bid', voidedSeq: null, reason: null }),
      hash: entry.hash.toString('hex'),
    }))
    .toReversed();
  const endsAt = (auction.endsAt ?? now).toISOString();
  await push(
    trx,
    id,
    auction.eventSeq + 1,
    {
      type: 'bid',
      data: {
        price: auction.price,
        leader: last?.leaderNumber ?? null,
        least: leastBid(auction, bidRulesOf(auction)),
        bidCount: auction.bidCount,
        bidderCount,
        endsAt,
        isReserveMet: auction.isReserveMet,
        rows,
      },
    },
    now,
  );
  if (isExtended) await push(trx, id, eventSeq, { type: 'extended', data: { endsAt } }, now);
}

/** Those who led until now, or for a moment within, are told soon: see clock.ts. Who bids again is not outbid any more. */
function outbidIn(
  auction: Auction,
  { entries, leaderBefore }: { entries: Entry[]; leaderBefore: string | null },
): string[] {
  const led = new Set(entries.map(({ leaderNumber }) => leaderNumber));
  const outbid = new Set<string>();
  for (const entry of entries) if (led.has(entry.bidderNumber)) outbid.add(entry.bidderId);
  if (leaderBefore !== null) outbid.add(leaderBefore);
  if (auction.leaderId !== null) outbid.delete(auction.leaderId);
  return [...outbid];
}
