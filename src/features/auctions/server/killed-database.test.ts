import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { isDatabaseAway } from '#platform/server/db.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#platform/server/embedded-postgres.ts';
import { migrate } from '#platform/server/migrate.ts';
import { isLongRun } from '#platform/shared/testing.ts';
import type { BidReceipt } from '../contract.ts';
import { createBidding } from './bidding.ts';
import { auctioningOn, type Auctioning } from './testing.ts';

/** Kills all processes of PostgreSQL at once, right after a bid was acknowledged. */

let dataDir: string;
let postgres: EmbeddedPostgres;
let server: TestServer;
let on: Auctioning;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gongbang-killed-'));
  // Without the test settings, which trade durability for speed.
  postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, settings: { shared_buffers: '64MB' } });
  await migrate(postgres.connectionString);
  server = await startTestServer({ DATABASE_URL: postgres.connectionString, RATE_LIMIT_BIDS: '100000' });
  on = auctioningOn(server);
}, 120_000);
afterAll(async () => {
  await server.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Returns all processes of PostgreSQL, including those that would still flush commits. */
async function processes(): Promise<number[]> {
  const givesUpAt = Date.now() + 60_000;
  for (;;) {
    try {
      const pidFile = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
      const { rows } = await server.runtime.pool.query<{ pid: number }>('select pid from pg_stat_activity');
      return [Number.parseInt(pidFile, 10), ...rows.map(({ pid }) => pid)];
    } catch (error) {
      // A connection that briefly outlived its server may have taken the bid.
      if (Date.now() > givesUpAt) throw error;
      await delay(50);
    }
  }
}

/** Retries until the bid counts: with its idempotency key, an earlier attempt is the same bid. */
async function bid(as: Person, id: string, maximum: number): Promise<BidReceipt> {
  const givesUpAt = Date.now() + 60_000;
  for (;;) {
    const answer = await on.bid(as, id, maximum, { 'idempotency-key': `bid ${maximum}` });
    if (answer.statusCode === 201) return answer.json<BidReceipt>();
    if (answer.statusCode !== 503 || Date.now() > givesUpAt) throw new Error(answer.body);
    await delay(50);
  }
}

test('an acknowledged bid survives any crash', async () => {
  const { id } = await on.live();
  const people = [await on.someone(), await on.someone()] as const;
  const receipts: BidReceipt[] = [];
  let maximum = 20_000;
  for (let kills = 0; kills < (isLongRun ? 4 : 1); kills++) {
    let pids: number[] = [];
    for (let round = 0; round < 12; round++) {
      maximum += 8000;
      receipts.push(await bid(people[round % 2] as Person, id, maximum));
      // The database has recovered once a bid counts.
      if (round === 0) pids = await processes();
    }
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch (error) {
        // The process has ended meanwhile.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  }
  receipts.push(await bid(people[0], id, maximum + 8000));

  await on.end(id);
  const log = await on.readLog(id);
  const kept = log.rows.filter(({ kind }) => kind === 'bid');
  expect(kept.map(({ sequence, commitment }) => ({ sequence, commitment }))).toEqual(
    receipts.map(({ sequence, commitment }) => ({ sequence, commitment })),
  );
  expect(await on.problemsOf(log)).toEqual([]);
}, 180_000);

test('a bid lost before it was flushed is not acknowledged, and neither is its number', async () => {
  const { runtime } = server;
  const { pool } = runtime;
  const { id } = await on.live();
  const [lost, next] = [await on.someone(), await on.someone()];
  /** Simulates a crash of PostgreSQL between a commit and its flush. */
  async function forget(): Promise<void> {
    await pool.query(`alter table auction_entry disable trigger user`);
    await pool.query('delete from auction_entry where auction_id = $1', [id]);
    await pool.query(`alter table auction_entry enable trigger user`);
    await pool.query('delete from auction_bidder where auction_id = $1', [id]);
    await pool.query(
      `update auction set (price, leader_id, leader_seq, leader_maximum, runner_up) = (null, null, null, null, null),
         (bid_count, bidder_count, entry_count, log_hash) = (0, 0, 0, $2) where id = $1`,
      [id, published],
    );
  }
  const { rows } = await pool.query<{ log_hash: Buffer }>('select log_hash from auction where id = $1', [id]);
  const published = rows[0]?.log_hash;
  let isDying = true;
  const db = new Proxy(runtime.db, {
    get(target, name) {
      if (name !== 'transaction') {
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      }
      return () => ({
        async execute(act: Parameters<ReturnType<typeof target.transaction>['execute']>[0]) {
          const result = await target.transaction().execute(act);
          if (isDying) await forget();
          return result;
        },
      });
    },
  });
  const bidding = createBidding({ db, realtime: runtime.realtime });
  const wanted = (person: Person) => ({ personId: person.id, maximum: 30_000, key: null });
  await expect(bidding.bid(id, wanted(lost))).rejects.toSatisfy(isDatabaseAway);
  isDying = false;
  expect(await bidding.bid(id, wanted(next))).toMatchObject({ sequence: 1, bidder: 1, leader: 'you' });
  expect(await bidding.bid(id, { ...wanted(lost), maximum: 50_000 })).toMatchObject({
    sequence: 2,
    bidder: 2,
  });
});
