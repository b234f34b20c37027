import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTossFake } from '../../../../fakes/toss.ts';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { orderingOn, type Ordering } from '#features/orders/server/testing.ts';

/** Webhooks of Toss come early, late, twice, never, reordered or forged; the money is right each time. */

const securityKey = randomBytes(32).toString('hex');
const fake = createTossFake({ secretKey: 'test_sk_fake', securityKey });
let server: TestServer;
let on: Ordering;
let buyer: Person;
let serviceId: string;

beforeAll(async () => {
  server = await startTestServer({
    PAYMENT_PROVIDER: 'toss',
    TOSS_CLIENT_KEY: 'test_ck_fake',
    TOSS_SECRET_KEY: 'test_sk_fake',
    TOSS_SECURITY_KEY: securityKey,
    TOSS_BASE_URL: await fake.start(),
  });
  on = orderingOn(server);
  ({ serviceId } = await on.provide({ price: 30_000 }));
  buyer = await server.signUp();
});
afterAll(async () => {
  await server.close();
  await fake.stop();
});
afterEach(async () => {
  fake.clearPlans();
  fake.webhooks.length = 0;
  await on.assertSound();
});

type Webhook = (typeof fake.webhooks)[number];

/** Delivers the pending webhooks and runs the resulting jobs. */
async function deliver(webhooks: readonly Webhook[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const { headers, body } of webhooks) {
    const answer = await server.call('POST', '/api/webhooks/toss', {
      headers: { 'content-type': 'application/json', ...headers },
      payload: body,
    });
    statuses.push(answer.statusCode);
  }
  await on.runJobs();
  return statuses;
}

async function agreed(method: 'card' | 'virtual_account' = 'card') {
  const { id } = await on.order(buyer, serviceId);
  const { begun } = await on.open(buyer, id, { method });
  if (begun.kind !== 'toss') throw new Error(begun.kind);
  const { paymentKey } = fake.agree({ orderId: begun.orderId, amount: begun.amount, method: begun.method });
  return { id, ref: begun.orderId, paymentKey, amount: begun.amount };
}

const stateOf = async (id: string) => (await on.read(buyer, id)).state;

describe('a card payment', () => {
  test('is right if its webhook comes before our query, after it, and seven times', async () => {
    const payment = await agreed();
    const early = {
      headers: {},
      body: JSON.stringify({
        eventType: 'PAYMENT_STATUS_CHANGED',
        createdAt: '2026-11-22T10:00:00.000000',
        data: { paymentKey: payment.paymentKey, orderId: payment.ref, status: 'DONE', totalAmount: 1 },
      }),
    };
    // The webhook claims that money moved; the gateway says it has not.
    expect(await deliver([early])).toEqual([200]);
    expect(await stateOf(payment.id)).toBe('created');
    await on.confirm(buyer, payment);
    const told = fake.webhooks.splice(0);
    expect(told.length).toBeGreaterThan(0);
    for (let time = 0; time < 7; time++)
      expect((await deliver(told)).every((status) => status === 200)).toBe(true);
    expect(await stateOf(payment.id)).toBe('paid');
    expect(await on.owed('escrow', payment.id)).toBe(33_000);
    expect(fake.totals().balance).toBe(33_000);
  });

  test('with a lost response is known through its webhook', async () => {
    const payment = await agreed();
    fake.plan({ call: 'confirm', ref: payment.ref, fault: { kind: 'done_then_reset' } });
    const before = await on.confirm(buyer, payment);
    expect(before.json()).toMatchObject({ state: 'unknown' });
    await deliver(fake.webhooks.splice(0));
    expect(await stateOf(payment.id)).toBe('paid');
  }, 30_000);

  test('of another account, or of nobody, is queried and changes nothing', async () => {
    const before = fake.totals();
    const bodies = [
      '',
      '{',
      'null',
      '[]',
      JSON.stringify({
        eventType: 'PAYMENT_STATUS_CHANGED',
        data: { orderId: 'gbp_unknown', paymentKey: 'x' },
      }),
      JSON.stringify({ eventType: 'payout.changed', entityType: 'payout', entityBody: { refPayoutId: 'x' } }),
      JSON.stringify({
        createdAt: 'x',
        secret: 'wrong',
        status: 'DONE',
        transactionKey: 'x',
        orderId: 'gbp_x',
      }),
    ];
    for (const body of bodies) {
      const answer = await server.call('POST', '/api/webhooks/toss', {
        headers: { 'content-type': 'application/json' },
        payload: body,
      });
      expect(answer.statusCode, body).toBeLessThan(500);
    }
    const elsewhere = await server.call('POST', '/api/webhooks/stripe', { payload: {} });
    expect(elsewhere.statusCode).toBe(404);
    await on.runJobs();
    expect(fake.totals()).toEqual(before);
  });
});

test('a deposit that comes, is taken back and comes again is right with reordered webhooks', async () => {
  const payment = await agreed('virtual_account');
  expect((await on.confirm(buyer, payment)).json()).toMatchObject({ state: 'waiting_deposit' });
  fake.webhooks.length = 0;
  fake.deposit(payment.ref);
  const deposited = fake.webhooks.splice(0);
  fake.reverseDeposit(payment.ref);
  const reversed = fake.webhooks.splice(0);
  // The webhooks are outdated: the current state counts.
  await deliver([...reversed, ...deposited]);
  expect(await stateOf(payment.id)).toBe('created');
  expect(await on.owed('escrow', payment.id)).toBe(0);
  fake.deposit(payment.ref);
  await deliver(fake.webhooks.splice(0));
  expect(await stateOf(payment.id)).toBe('paid');
  expect(await on.owed('escrow', payment.id)).toBe(33_000);
});

test('a payment with another amount than agreed pays for nothing and is refunded', async () => {
  const payment = await agreed();
  const before = fake.totals().balance;
  fake.plan({ call: 'confirm', ref: payment.ref, fault: { kind: 'wrong_amount' } });
  expect((await on.confirm(buyer, payment)).json()).toMatchObject({ state: 'captured', bound: false });
  await on.runJobs();
  expect(await stateOf(payment.id)).toBe('created');
  expect(fake.totals().balance).toBe(before);
});
