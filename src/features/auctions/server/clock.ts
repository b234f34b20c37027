import { sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import type { PlacingDeps } from '#features/orders/server/public.ts';
import { isReal } from '#features/quotes/server/public.ts';
import { databaseTime, isDatabaseAway, type Db } from '#platform/server/db.ts';
import type { Signer } from '#platform/server/signing.ts';
import { failpoint } from '#platform/server/failpoints.ts';
import { advance, lockAuction, topicOf } from './commands.ts';
import { cancelAbandonedLot } from './cancelling.ts';
import { tellOne } from './notices.ts';
import { processEnded, openOrder } from './settling.ts';
import { signLogs } from './signing.ts';

export type ClockDeps = { db: Db; realtime: { wake(topic: string): void } };

/** Interval of polling: short enough to decide an end within a second. */
const tickMs = 400;
const maxAtOnce = 100;
/** Minimum time between two outbid notifications for one person and lot. */
const outbidMinutes = 10;
/** Time before the end at which watchers are notified. */
const soonMinutes = 60;

/** Runs an action for each row independently, and throws the first error at the end. */
async function eachApart<Row>(rows: readonly Row[], act: (row: Row) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  for (const row of rows) {
    try {
      await act(row);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/**
 * Starts and ends auctions that are due, by the database's clock. Safe to run in several processes at once.
 */
export async function processTimes({ db, realtime }: ClockDeps): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from auction where state = 'scheduled' and starts_at <= clock_timestamp()
    union all
    select id from auction where state = 'live' and ends_at <= clock_timestamp() limit ${maxAtOnce}`.execute(
    db,
  );
  await eachApart(rows, async ({ id }) => {
    await db.transaction().execute(async (trx) => {
      const auction = await lockAuction(trx, id);
      if (auction) await advance(trx, auction, await databaseTime(trx));
    });
    failpoint('auction minded');
    realtime.wake(topicOf(id));
  });
  return rows.length;
}

/** Creates the orders of new winners. */
export async function openOrders(deps: PlacingDeps): Promise<void> {
  const { db } = deps;
  const { rows } = await sql<{ id: string }>`select id from auction
    where state = 'awaiting_payment' and order_id is null and pay_by > clock_timestamp() limit ${maxAtOnce}`.execute(
    db,
  );
  await eachApart(rows, async ({ id }) => {
    await db.transaction().execute(async (trx) => {
      const auction = await lockAuction(trx, id);
      if (auction) await openOrder(deps, trx, auction, await databaseTime(trx));
      failpoint('auction ordered');
    });
  });
}

/** Notifies people who were outbid a moment ago. */
export async function tellOutbid({ db }: ClockDeps): Promise<void> {
  const { rows } = await sql<{ auctionId: string; personId: string }>`
    select auction_id, person_id from auction_bidder where outbid_at is not null
      and (told_at is null or told_at < clock_timestamp() - make_interval(mins => ${outbidMinutes}))
    limit ${maxAtOnce}`.execute(db);
  for (const { auctionId, personId } of rows) {
    await db.transaction().execute(async (trx) => {
      const now = await databaseTime(trx);
      const told = await trx
        .updateTable('auctionBidder')
        .set({ outbidAt: null, toldAt: now })
        .where('auctionId', '=', auctionId)
        .where('personId', '=', personId)
        .where('outbidAt', 'is not', null)
        .executeTakeFirst();
      if (told.numUpdatedRows === 0n) return;
      const auction = await trx
        .selectFrom('auction')
        .selectAll()
        .where('id', '=', auctionId)
        .executeTakeFirstOrThrow();
      if (auction.state === 'live' && auction.leaderId !== personId) {
        await tellOne(trx, auction, personId, 'outbid', now);
      }
    });
  }
}

/** Handles what is not urgent: steps after the end, and notifications of watchers. */
export async function processRest({ db, realtime }: ClockDeps): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from auction where state in ('ended', 'awaiting_payment', 'second_offer')
      and (state = 'awaiting_payment' and (pay_by <= clock_timestamp() or order_id is not null
          or pay_reminded < 2 and pay_by <= clock_timestamp() + make_interval(hours => (terms->>'firstReminderHours')::int))
        or offer_until <= clock_timestamp() or decide_by <= clock_timestamp())
    union
    select auction.id from auction join orders on orders.id = order_id
    where auction.state = 'sold' and orders.state in ('created', 'cancelled', 'refunded')
    order by id limit 1000`.execute(db);
  await eachApart(rows, ({ id }) => processOne({ db, realtime }, id));
  await cancelAbandoned({ db, realtime });
  await tellWatchers(db);
}

async function cancelAbandoned({ db, realtime }: ClockDeps): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select auction.id from auction join person seller on seller.id = seller_id
    where state in ('scheduled', 'live') and not ${isReal('seller')} limit 1000`.execute(db);
  await eachApart(rows, async ({ id }) => {
    await db.transaction().execute((trx) => cancelAbandonedLot(trx, id));
    realtime.wake(topicOf(id));
  });
}

export async function processOne({ db, realtime }: ClockDeps, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const auction = await lockAuction(trx, id);
    if (auction) await processEnded(trx, auction, await databaseTime(trx));
  });
  realtime.wake(topicOf(id));
}

/** Urgent work: ends, orders of winners, outbid notifications and signatures of logs. */
const hurried = [processTimes, openOrders, tellOutbid, signLogs];
type ProcessDeps = ClockDeps & PlacingDeps & { signer: Signer };
const processUrgent = (deps: ProcessDeps) => eachApart(hurried, (mind) => mind(deps));

/** Runs everything that is due, for servers that run jobs but no clock. */
export const processDue = (deps: ProcessDeps) => eachApart([...hurried, processRest], (mind) => mind(deps));

async function tellWatchers(db: Db): Promise<void> {
  const { rows } = await sql<{ auctionId: string; personId: string }>`
    select watch.auction_id, watch.person_id from auction_watch watch join auction on auction.id = watch.auction_id
    where auction.state = 'live' and watch.told_at is null
      and auction.ends_at between clock_timestamp() and clock_timestamp() + make_interval(mins => ${soonMinutes})
    limit 1000`.execute(db);
  for (const { auctionId, personId } of rows) {
    await db.transaction().execute(async (trx) => {
      const now = await databaseTime(trx);
      const told = await trx
        .updateTable('auctionWatch')
        .set({ toldAt: now })
        .where('auctionId', '=', auctionId)
        .where('personId', '=', personId)
        .where('toldAt', 'is', null)
        .executeTakeFirst();
      if (told.numUpdatedRows === 0n) return;
      const auction = await trx
        .selectFrom('auction')
        .selectAll()
        .where('id', '=', auctionId)
        .executeTakeFirstOrThrow();
      await tellOne(trx, auction, personId, 'ends_soon', now);
    });
  }
}

/** Polls until it is stopped. The job queue is polled every two seconds, which is too slow for an end. */
export function startAuctionClock(
  deps: ProcessDeps,
  log: Pick<FastifyBaseLogger, 'error'>,
): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  const tick = async () => {
    try {
      await processUrgent(deps);
    } catch (error) {
      // The lost connection is logged elsewhere; due work stays due.
      if (!isDatabaseAway(error)) log.error({ err: error }, 'auctions could not be minded');
    }
    if (!isStopped) timer = setTimeout(next, tickMs);
  };
  const next = () => {
    running = tick();
  };
  next();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
