import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTossFake } from '../../../../fakes/toss.ts';
import { startChild, startTestServer, type Child, type Person, type TestServer } from '#app/testing.ts';
import type { Attempt } from '#features/payments/contract.ts';
import { enqueue } from '#platform/server/jobs.ts';
import { isLongRun } from '#platform/shared/testing.ts';
import { orderingOn, type Ordering } from './testing.ts';

/**
 * Kills a server with SIGKILL at every commit and every call to the gateway while an order is in progress. The caller
 * retries, another process continues, and in the end nothing is lost or done twice, and the gateway's books match
 * ours.
 */

const securityKey = randomBytes(32).toString('hex');
const fake = createTossFake({ secretKey: 'test_sk_fake', securityKey });
let server: TestServer;
let on: Ordering;
let environment: Record<string, string>;
let child: Child | undefined;

beforeAll(async () => {
  const baseUrl = await fake.start();
  environment = {
    PAYMENT_PROVIDER: 'toss',
    TOSS_CLIENT_KEY: 'test_ck_fake',
    TOSS_SECRET_KEY: 'test_sk_fake',
    TOSS_SECURITY_KEY: securityKey,
    TOSS_BASE_URL: baseUrl,
    RATE_LIMIT_PAYMENTS: '10000',
  };
  server = await startTestServer(environment);
  on = orderingOn(server);
});
afterAll(async () => {
  await server.close();
  await fake.stop();
});
afterEach(async () => {
  await child?.kill();
  child = undefined;
});

/** Starts the whole server in a process of its own, which dies at the given failpoint. */
async function serve(failpoint: string): Promise<void> {
  child = await startChild(server, 'startJobs', { ...environment, FAILPOINT: failpoint });
}

const isAlive = () => child?.isAlive() === true;

/** Calls the process that may die; after its death, repeats the request with the same key on another one. */
async function ask(
  as: Person,
  url: string,
  payload: object,
  key: string,
): Promise<{ status: number; body: unknown }> {
  const headers = { cookie: as.cookie, 'idempotency-key': key, 'content-type': 'application/json' };
  if (isAlive()) {
    try {
      const answer = await fetch(`${child?.origin}${url}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(payload),
      });
      return { status: answer.status, body: await answer.json() };
    } catch {
      // The process died before it could answer.
    }
  }
  const answer = await server.call('POST', url, { as, payload, headers: { 'idempotency-key': key } });
  return { status: answer.statusCode, body: answer.json() };
}

async function move(as: Person, id: string, event: string, payload: object = {}): Promise<void> {
  const { status, body } = await ask(as, `/api/orders/${id}/${event}`, payload, `${id} ${event}`);
  expect(status, JSON.stringify(body)).toBe(200);
}

/**
 * Polls until the condition holds: the process that may die runs its jobs in its own time; after its death, another
 * one runs them.
 */
async function until(isSo: () => Promise<boolean>, orderId: string): Promise<void> {
  for (let time = 0; time < 100; time++) {
    if (await isSo()) return;
    if (isAlive()) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      // Bring timers of minutes forward.
      if (time % 10 === 9) await on.shift(orderId, 1 / 60);
    } else {
      for (const job of ['payments.wake_forgotten', 'orders.sweep_timers'])
        await enqueue(server.runtime.db, job, {});
      await on.pass(orderId, 1 / 60);
    }
  }
  throw new Error('it never came to be');
}

/** The gateway approves sellers once they are registered. */
async function approve(providerId: string): Promise<void> {
  const seller = await server.runtime.db
    .selectFrom('payoutSeller')
    .select('ref')
    .where('personId', '=', providerId)
    .executeTakeFirst();
  if (seller) fake.setSeller(seller.ref, 'APPROVED');
}

async function paid(buyer: Person, serviceId: string): Promise<string> {
  const made = await ask(
    buyer,
    '/api/orders',
    { serviceId, consent: { terms: true, customMade: true } },
    `order ${serviceId} ${buyer.id}`,
  );
  const { id } = made.body as { id: string };
  const opened = await ask(buyer, `/api/orders/${id}/payments`, { method: 'card' }, `pay ${id}`);
  const { begun } = opened.body as Attempt;
  if (begun.kind !== 'toss') throw new Error(JSON.stringify(opened.body));
  const { paymentKey } = fake.agree({ orderId: begun.orderId, amount: begun.amount });
  await ask(
    buyer,
    `/api/payments/${begun.orderId}/confirm`,
    { paymentKey, amount: begun.amount },
    `confirm ${id}`,
  );
  await until(async () => (await on.read(buyer, id)).state !== 'created', id);
  return id;
}

const refund = ['order cancel', 'refund stored', 'refund answered', 'refund adopted'];
const points = [
  'payment begun',
  'confirm stored',
  'confirm answered',
  'adopted',
  'order captured',
  'order accept',
  'order start',
  'order deliver',
  'order confirm',
  'payout stored',
  'payout answered',
  'payout adopted',
  ...refund,
];

/** One step of an order and one of each call to the gateway; `npm run nightly` tries all of them. */
const tried = isLongRun ? points : ['confirm answered', 'order accept', 'payout answered', 'refund answered'];

test.each(tried)(
  'survives a kill at %s',
  async (point) => {
    const { provider, serviceId } = await on.provide({ price: 30_000 });
    const buyer = await server.signUp();
    await serve(point);
    const id = await paid(buyer, serviceId);
    if (refund.includes(point)) {
      await move(buyer, id, 'cancel');
      await until(async () => (await on.read(buyer, id)).refunded[0]?.state === 'confirmed', id);
    } else {
      await move(provider, id, 'accept');
      await move(provider, id, 'start');
      const uploadId = await on.upload(provider, new TextEncoder().encode(id), 'result.txt');
      await move(provider, id, 'deliver', { files: [{ uploadId }] });
      await move(buyer, id, 'confirm');
      await server.runtime.pool.query(
        `update payable set held_until = now() - interval '1 hour' where order_id = $1`,
        [id],
      );
      await enqueue(server.runtime.db, 'payments.request_payouts', {});
      await until(async () => {
        const { rows } = await server.runtime.pool.query<{ state: string; ref: string }>(
          'select ref, state from payout where provider_id = $1',
          [provider.id],
        );
        const payout = rows[0];
        await approve(provider.id);
        // A bank takes its time, and reports only when asked.
        if (payout && fake.payouts.some(({ refPayoutId }) => refPayoutId === payout.ref)) {
          fake.finishPayout(payout.ref, 'COMPLETED');
        }
        return rows[0]?.state === 'completed';
      }, id);
    }
    // Its commit may be visible a moment before it dies.
    await expect.poll(isAlive, { timeout: 10_000, message: 'it was killed where it should be' }).toBe(false);
    await on.runJobs();
    await on.assertSound();

    // The order took each step once, and the gateway's books match ours.
    const order = await on.read(buyer, id);
    expect(order.state).toBe(refund.includes(point) ? 'refunded' : 'completed');
    expect(new Set(order.events.map(({ event }) => event)).size).toBe(order.events.length);
    const { rows } = await server.runtime.pool.query<Record<string, number>>(
      `select (select count(*) from payment where state = 'captured')::int as payments,
      (select coalesce(sum(captured_amount), 0) from payment where state = 'captured')::int as captured,
      (select coalesce(sum(amount), 0) from refund where state = 'confirmed')::int as refunded,
      (select coalesce(sum(amount), 0) from payout where state = 'completed')::int as "paidOut"`,
    );
    expect(fake.totals()).toMatchObject({ ...rows[0], payoutsUnderway: 0 });
  },
  180_000,
);
