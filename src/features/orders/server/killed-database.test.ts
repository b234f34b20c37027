import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTossFake } from '../../../../fakes/toss.ts';
import { startJobs } from '#app/jobs.ts';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { Attempt } from '#features/payments/contract.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#platform/server/embedded-postgres.ts';
import { enqueue } from '#platform/server/jobs.ts';
import { migrate } from '#platform/server/migrate.ts';
import { isLongRun } from '#platform/shared/testing.ts';
import { orderingOn, type Ordering } from './testing.ts';

/**
 * Kills PostgreSQL with SIGKILL while orders are in progress: a single backend, which ends all sessions, or the whole
 * server. Callers retry with the same key; in the end nothing is lost or done twice, and the gateway's books match
 * ours.
 */

const securityKey = randomBytes(32).toString('hex');
const fake = createTossFake({ secretKey: 'test_sk_fake', securityKey });
let dataDir: string;
let postgres: EmbeddedPostgres;
let server: TestServer;
let on: Ordering;
let stopJobs: () => Promise<unknown>;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gongbang-killed-'));
  // Committed data has to survive, so durability stays switched on.
  postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, settings: { shared_buffers: '64MB' } });
  await migrate(postgres.connectionString);
  const baseUrl = await fake.start();
  server = await startTestServer({
    DATABASE_URL: postgres.connectionString,
    PAYMENT_PROVIDER: 'toss',
    TOSS_CLIENT_KEY: 'test_ck_fake',
    TOSS_SECRET_KEY: 'test_sk_fake',
    TOSS_SECURITY_KEY: securityKey,
    TOSS_BASE_URL: baseUrl,
    RATE_LIMIT_PAYMENTS: '10000',
    RATE_LIMIT_ORDERS: '10000',
  });
  on = orderingOn(server);
  const runner = await startJobs(server.runtime, server.app.log);
  stopJobs = () => runner.stop();
}, 120_000);
afterAll(async () => {
  await stopJobs();
  await server.close();
  await postgres.stop();
  await fake.stop();
  await rm(dataDir, { recursive: true, force: true });
});

let lostAnswers = 0;
/** One session and then all of PostgreSQL is killed; the nightly run repeats that. */
const lives = isLongRun ? 12 : 6;

/** Retries until the response is not about an unavailable database. */
async function ask(as: Person, url: string, payload: object, key: string): Promise<unknown> {
  const givesUpAt = Date.now() + 60_000;
  for (;;) {
    const answer = await server.call('POST', url, { as, payload, headers: { 'idempotency-key': key } });
    if (answer.statusCode < 300) return answer.json();
    if (answer.statusCode !== 503 || Date.now() > givesUpAt) throw new Error(`${url}: ${answer.body}`);
    lostAnswers += 1;
    await delay(50);
  }
}

/** Polls until the condition holds; errors of an unavailable database are ignored. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  const givesUpAt = Date.now() + 90_000;
  for (;;) {
    if (await isSo().catch(() => false)) return;
    if (Date.now() > givesUpAt) throw new Error('it never came to be');
    await delay(100);
  }
}

type Maker = { provider: Person; serviceId: string; uploadId: string };

/** Takes one order from its beginning to its end; every other one is refunded. */
async function live(buyer: Person, { provider, serviceId, uploadId }: Maker, number: number) {
  const made = await ask(
    buyer,
    '/api/orders',
    { serviceId, consent: { terms: true, customMade: true } },
    `order ${number}`,
  );
  const { id } = made as { id: string };
  const move = (as: Person, event: string, payload = {}) =>
    ask(as, `/api/orders/${id}/${event}`, payload, `${id} ${event}`);
  const opened = await ask(buyer, `/api/orders/${id}/payments`, { method: 'card' }, `pay ${id}`);
  const { begun } = opened as Attempt;
  if (begun.kind !== 'toss') throw new Error(begun.kind);
  const { paymentKey } = fake.agree({ orderId: begun.orderId, amount: begun.amount });
  await ask(
    buyer,
    `/api/payments/${begun.orderId}/confirm`,
    { paymentKey, amount: begun.amount },
    `confirm ${id}`,
  );
  await until(async () => (await on.read(buyer, id)).state === 'paid');
  await move(provider, 'accept');
  if (number % 2 === 0) {
    await move(provider, 'cancel');
    await until(async () => (await on.read(buyer, id)).refunded[0]?.state === 'confirmed');
  } else {
    await move(provider, 'start');
    await move(provider, 'deliver', { files: [{ uploadId }] });
    await move(buyer, 'confirm');
  }
  return id;
}

/** Kills one backend of this cluster; PostgreSQL then ends every session and recovers. */
async function killSession(): Promise<void> {
  const { rows } = await server.runtime.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'gongbang' and pid <> pg_backend_pid()
      order by state = 'active' desc, random() limit 1`,
  );
  if (rows[0]) process.kill(rows[0].pid, 'SIGKILL');
}

async function killAll(): Promise<void> {
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
  process.kill(Number.parseInt(await readFile(pidFile, 'utf8'), 10), 'SIGKILL');
}

test('PostgreSQL, killed with orders in progress, loses nothing and does nothing twice', async () => {
  const makers: Maker[] = [];
  const buyers: Person[] = [];
  for (let number = 0; number < lives; number++) {
    const { provider, serviceId } = await on.provide({ price: 10_000 + number * 1000 });
    const uploadId = await on.upload(provider, new TextEncoder().encode(`result ${number}`), 'result.txt');
    makers.push({ provider, serviceId, uploadId });
    buyers.push(await server.signUp());
  }
  const living = Promise.all(
    makers.map(async (maker, number) => {
      // Start them staggered, so that every step of some order is in progress at each kill.
      await delay(number * 250);
      return live(buyers[number] as Person, maker, number);
    }),
  );
  const killing = (async () => {
    for (let kills = 0; kills < (isLongRun ? 8 : 2); kills++) {
      await delay(400);
      // A server that is already down cannot be asked for its processes.
      await (kills === (isLongRun ? 4 : 1) ? killAll() : killSession()).catch(() => {});
    }
  })();
  const ids = await living;
  await killing;
  expect(lostAnswers).toBeGreaterThan(0);

  // Run the sweep that resumes interrupted work every minute.
  const { db, pool } = server.runtime;
  await until(async () => {
    await enqueue(db, 'payments.wake_forgotten', {});
    const { rows } = await pool.query<{ open: number }>(
      `select count(*)::int as open from refund where state <> 'confirmed'`,
    );
    return rows[0]?.open === 0;
  });
  await on.assertSound();
  for (const [number, id] of ids.entries()) {
    const order = await on.read(buyers[number] as Person, id);
    expect(order.state).toBe(number % 2 === 0 ? 'refunded' : 'completed');
    expect(new Set(order.events.map(({ event }) => event)).size).toBe(order.events.length);
  }
  const { rows } = await pool.query(
    `select (select count(*) from orders)::int as orders,
      (select count(*) from payment where state = 'captured')::int as payments,
      (select coalesce(sum(captured_amount), 0) from payment where state = 'captured')::int as captured,
      (select coalesce(sum(amount), 0) from refund where state = 'confirmed')::int as refunded`,
  );
  const { orders, ...ours } = rows[0] as Record<string, number>;
  expect(orders).toBe(ids.length);
  expect(fake.totals()).toMatchObject(ours);
}, 240_000);
