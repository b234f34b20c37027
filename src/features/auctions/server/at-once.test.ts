import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placingDeps } from '#app/payments-adapter.ts';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { standardAuctionTerms, standardIncrements } from '#platform/shared/auction-terms.ts';
import { isAppError } from '#platform/shared/errors.ts';
import { randomRuns } from '#platform/shared/testing.ts';
import { createInput } from '../contract.ts';
import { minBid, opening, placeBid, type Standing } from '../rules.ts';
import { createBidding } from './bidding.ts';
import { processDue, processTimes, startAuctionClock } from './clock.ts';
import { draftLot, publishLot } from './lots.ts';
import { getLog } from './queries.ts';
import { auctioningOn, type Auctioning } from './testing.ts';

/** Concurrency across processes, and random auctions compared with the rules. */

let server: TestServer;
let on: Auctioning;
let bidders: Person[];
let seller: Person;

beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_BIDS: '100000', RATE_LIMIT_SERVICES: '100000' });
  on = auctioningOn(server);
  seller = await on.someone();
  bidders = [];
  for (let index = 0; index < 6; index++) bidders.push(await on.someone());
});
afterAll(() => server.close());

const wake = { wake() {}, broadcast() {} };

test('concurrent bids in two processes: none is lost or doubled, in one consistent order', async () => {
  const { id } = await on.live({}, seller);
  const processes = [
    createBidding({ db: server.runtime.db, realtime: wake }),
    createBidding({ db: server.runtime.db, realtime: wake }),
  ];
  let taken = 0;
  await Promise.all(
    bidders.map(async (bidder, index) => {
      const bidding = processes[index % 2]!;
      let maximum = 10_000 + index * 1000;
      for (let round = 0; round < 40; round++) {
        try {
          const { minimumBid: least } = await bidding.bid(id, {
            personId: bidder.id,
            maximum,
            key: `${index} ${round}`,
          });
          taken += 1;
          maximum = Math.max(maximum, least) + 1000;
        } catch (error) {
          if (!isAppError(error)) throw error;
          maximum = (error.more?.('ko')['minimumBid'] as number) ?? maximum;
        }
      }
    }),
  );
  const { rows: pushed } = await server.runtime.pool.query<{ seq: number; bids: number }>(
    `select seq, (data ->> 'bidCount')::int as bids from realtime_event where topic = $1 order by seq`,
    [`auction:${id}`],
  );
  expect(pushed.map(({ seq }) => seq)).toEqual(pushed.map((_row, index) => index + 1));
  expect(pushed.at(-1)?.bids).toBe(taken);
  await on.end(id);
  const log = await on.readLog(id);
  expect(log.rows.filter(({ kind }) => kind === 'bid')).toHaveLength(taken);
  expect(taken).toBeGreaterThan(40);
  expect(await on.problemsOf(log)).toEqual([]);
});

test('a database failure in the middle accepts no bid, and the next bids count', async () => {
  const { id } = await on.live({}, seller);
  const { db, pool } = server.runtime;
  const bidding = createBidding({ db, realtime: wake });
  await pool.query(`alter table auction_bidder add constraint broken check (number < 0) not valid`);
  await expect(bidding.bid(id, { personId: bidders[0]!.id, maximum: 20_000, key: null })).rejects.toThrow(
    /broken/,
  );
  await pool.query(`alter table auction_bidder drop constraint broken`);
  expect((await bidding.bid(id, { personId: bidders[0]!.id, maximum: 20_000, key: null })).sequence).toBe(1);
});

test('two processes that close concurrently with a late bid agree on one result', async () => {
  const { id } = await on.live({}, seller);
  await on.bids(bidders[0]!, id, 30_000);
  await on.bids(bidders[1]!, id, 20_000);
  await on.pass(id, 100_000);
  const deps = { db: server.runtime.db, realtime: wake };
  await Promise.all([
    processTimes(deps),
    processTimes(deps),
    processTimes(deps),
    on.bid(bidders[2]!, id, 90_000),
  ]);
  const { rows } = await server.runtime.pool.query<{ event: string }>(
    `select event from auction_event where auction_id = $1 order by id`,
    [id],
  );
  expect(rows.map(({ event }) => event)).toEqual(['publish', 'start', 'close', 'win']);
  expect(await on.readAuction(undefined, id)).toMatchObject({
    state: 'awaiting_payment',
    winnerPrice: 21_000,
    winner: 1,
  });
  expect(await on.newsOf(bidders[0]!, id)).toEqual(['won']);
});

test('an auction that cannot be closed does not delay the end of others', async () => {
  const { pool } = server.runtime;
  const lots = [await on.live({}, seller), await on.live({}, seller), await on.live({}, seller)];
  const broken = lots[1]!.id;
  const outbid = await on.live({}, seller);
  await on.bids(bidders[1]!, outbid.id, 20_000);
  await on.bids(bidders[2]!, outbid.id, 30_000);
  // Its next number in the log is already taken.
  await pool.query(`update auction set entry_count = 0 where id = $1`, [broken]);
  await on.bids(bidders[0]!, broken, 20_000);
  await pool.query(`update auction set entry_count = 0 where id = $1`, [broken]);
  for (const { id } of lots) await on.pass(id, 100_000);
  await expect(processDue({ ...placingDeps(server.runtime), realtime: wake })).rejects.toThrow(
    /auction_entry/,
  );
  const states = await Promise.all(lots.map(async ({ id }) => (await on.readAuction(undefined, id)).state));
  expect([states[0], states[2]]).toEqual(['unsold', 'unsold']);
  // Later steps are not delayed either.
  expect(await on.newsOf(bidders[1]!, outbid.id)).toEqual(['outbid']);
  await pool.query(`update auction set entry_count = 1 where id = $1`, [broken]);
  await processTimes({ db: server.runtime.db, realtime: wake });
  expect((await on.readAuction(undefined, broken)).state).toBe('awaiting_payment');
});

test('a wrong clock of the process does not matter: the database’s decides', async () => {
  const { id } = await on.live({}, seller);
  const realNow = Date.now;
  for (const hours of [-1, 1]) {
    Date.now = () => realNow() + hours * 3_600_000;
    try {
      expect(
        (
          await createBidding({ db: server.runtime.db, realtime: wake }).bid(id, {
            personId: bidders[0]!.id,
            maximum: 30_000 + (hours + 1) * 10_000,
            key: null,
          })
        ).leader === 'you',
      ).toBe(true);
      await processTimes({ db: server.runtime.db, realtime: wake });
    } finally {
      Date.now = realNow;
    }
  }
  expect((await on.readAuction(undefined, id)).state).toBe('live');
});

test('an end is decided within a second', async () => {
  const { id } = await on.live({}, seller);
  await on.bids(bidders[0]!, id, 30_000);
  const clock = startAuctionClock(
    { ...placingDeps(server.runtime), realtime: wake },
    { error: (...what: unknown[]) => expect(what).toEqual([]) },
  );
  await server.runtime.pool.query(
    `update auction set ends_at = clock_timestamp() + interval '700 ms' where id = $1`,
    [id],
  );
  await expect
    .poll(
      async () =>
        (
          await server.runtime.pool.query(
            `select ended_at - ends_at < interval '1 second' as soon from auction where id = $1`,
            [id],
          )
        ).rows[0].soon,
      {
        timeout: 10_000,
        interval: 50,
      },
    )
    .toBe(true);
  await clock.stop();
});

/** More in `npm run nightly`. */
const tries = randomRuns(100);
const sequences = tries.numRuns;

test(
  `${sequences} random auctions on PostgreSQL match the rules`,
  async () => {
    const { db, pool } = server.runtime;
    const bidding = createBidding({ db, realtime: wake });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 600_000 }),
        fc.option(fc.integer({ min: 0, max: 400_000 })),
        fc.array(
          fc.tuple(
            fc.nat({ max: 5 }),
            fc.oneof(fc.integer({ min: -2000, max: 30_000 }), fc.integer({ min: 0, max: 500_000 })),
          ),
          {
            maxLength: 12,
          },
        ),
        async (startPrice, above, wanted) => {
          const reserve = above === null ? null : startPrice + above;
          const id = await published(startPrice, reserve);
          const rules = { startPrice, reserve, increments: standardIncrements };
          let model: Standing = opening(rules);
          let seq = 0;
          const all = wanted.map(([who, more]) => {
            const maximum = Math.max(1, minBid(model, rules) + more);
            const personId = bidders[who]!.id;
            const next = placeBid(model, { seq: seq + 1, bidder: personId, maximum }, rules);
            if ('refusal' in next) return { personId, maximum, counts: false, isSound: true };
            const { price = 0, leader, runnerUp } = next;
            const isSound =
              price! >= (model.price ?? 0) && price! <= leader!.maximum && price! >= (runnerUp ?? 0);
            model = next;
            seq += 1;
            return { personId, maximum, counts: true, isSound };
          });
          expect(all.filter(({ isSound }) => !isSound)).toEqual([]);
          const outcomes = await Promise.allSettled(
            all.map(({ personId, maximum }) => bidding.bid(id, { personId, maximum, key: null })),
          );
          expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(
            all.map(({ counts }) => counts),
          );
          await pool.query(`update auction set ends_at = clock_timestamp() - interval '1 ms' where id = $1`, [
            id,
          ]);
          await processTimes({ db, realtime: wake });
          const { rows } = await pool.query(
            `select state, price, leader_id, runner_up, winner_price from auction where id = $1`,
            [id],
          );
          const isWon = model.leader !== null && model.isReserveMet;
          expect(rows[0]).toEqual({
            state: isWon ? 'awaiting_payment' : 'unsold',
            price: model.price,
            leader_id: model.leader?.bidder ?? null,
            runner_up: model.runnerUp,
            winner_price: isWon ? model.price : null,
          });
          const log = await getLog(server.runtime, null, id);
          // The test has moved the end.
          expect(await on.problemsOf(log)).toEqual(['end']);
        },
      ),
      tries,
    );

    async function published(startPrice: number, reserve: number | null): Promise<string> {
      return db.transaction().execute(async (trx) => {
        const id = await draftLot(
          trx,
          seller,
          createInput.parse({ ...on.lot, startPrice, reservePrice: reserve }),
          [],
        );
        const deps = { auctionTerms: standardAuctionTerms, increments: standardIncrements };
        await publishLot(trx, deps, { ...seller, role: 'user' }, id);
        return id;
      });
    }
  },
  Math.max(600_000, sequences * 300),
);

test('terms are fixed on the day of publication', async () => {
  const { id } = await on.live({}, seller);
  const { rows } = await server.runtime.pool.query(`select terms from auction where id = $1`, [id]);
  expect(rows[0].terms).toEqual({
    ...standardAuctionTerms,
    increments: standardIncrements.map((step) => ({ ...step })),
  });
});
