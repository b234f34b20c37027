import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Fault } from '../../../../../fakes/server.ts';
import { createStripeFake } from '../../../../../fakes/stripe.ts';
import type { Attempt, Gateway, GatewayPayment, Outcome } from './gateway.ts';
import { stripeGateway } from './stripe.ts';

const keys = { secretKey: 'sk_test_fake', webhookSecret: 'whsec_fake' };
let clock = new Date('2026-11-22T05:00:00Z');
const fake = createStripeFake({ ...keys, now: () => clock });
let baseUrl: string;
let gateway: Gateway;
let count = 0;

beforeAll(async () => {
  baseUrl = await fake.start();
  gateway = stripeGateway({ ...keys, baseUrl });
});
afterAll(() => fake.stop());
afterEach(() => {
  fake.clearPlans();
  fake.webhooks.length = 0;
  clock = new Date('2026-11-22T05:00:00Z');
});

function valueOf<Value>(outcome: Outcome<Value>): Value {
  if (outcome.kind !== 'done') throw new Error(`${outcome.kind} ${outcome.code}`);
  return outcome.value;
}

function attempt(more: Partial<Attempt> = {}): Attempt {
  count += 1;
  return {
    ref: `attempt-${count}`,
    amount: 3300,
    currency: 'JPY',
    orderName: '3Dプリント',
    customer: { key: 'c-1', name: null, email: 'buyer@example.com' },
    locale: 'ja',
    method: null,
    successUrl: 'https://gongbang.example/jp/payment/success?order=1',
    failUrl: 'https://gongbang.example/jp/payment/fail',
    validHours: 72,
    ...more,
  };
}
async function begin(more: Partial<Attempt> = {}) {
  const asked = attempt(more);
  const begun = valueOf(await gateway.begin(asked));
  if (begun.kind !== 'redirect') throw new Error(begun.kind);
  const { ref, amount, currency } = asked;
  return {
    asked,
    begun,
    paymentKey: begun.paymentKey,
    ref,
    amount,
    currency,
    idempotencyKey: `confirm ${ref}`,
  };
}
async function charged() {
  const payment = await begin();
  fake.agree({ ref: payment.ref });
  return payment;
}
const stateOf = async (ref: string) =>
  valueOf(await gateway.find({ ref, paymentKey: null })) as GatewayPayment;
const cancel = (paymentKey: string, amount: number, idempotencyKey: string) =>
  gateway.cancel({ paymentKey, amount, currency: 'JPY', reason: '取り消し', idempotencyKey, account: null });
const plan = (call: string, ref: string, fault: Fault) => fake.plan({ call, ref, fault });

describe('a payment', () => {
  test('begins on a page of Stripe, once, and leads back with our common parameters', async () => {
    const { asked, begun, paymentKey, ref } = await begin();
    expect(begun).toMatchObject({ url: expect.stringContaining(paymentKey) });
    expect(valueOf(await gateway.begin(asked))).toEqual(begun);
    // Stripe detects another attempt with the same key as a mistake.
    expect(await gateway.begin({ ...asked, amount: 1 })).toEqual({
      kind: 'our_fault',
      code: 'idempotency_error',
    });
    expect(fake.agree({ ref }).redirect).toBe(
      `https://gongbang.example/jp/payment/success?order=1&orderId=${ref}&amount=3300&paymentKey=${paymentKey}`,
    );
  });

  test('is charged when its person agrees', async () => {
    const payment = await begin();
    expect(valueOf(await gateway.confirm(payment))).toMatchObject({ status: 'ready', balanceAmount: 0 });
    fake.agree({ ref: payment.ref });
    const done = valueOf(await gateway.confirm(payment));
    expect(done).toEqual({
      paymentKey: payment.paymentKey,
      ref: payment.ref,
      status: 'done',
      currency: 'JPY',
      amount: 3300,
      balanceAmount: 3300,
      method: 'card',
      approvedAt: clock,
      receiptUrl: `https://receipts.example/${payment.paymentKey}`,
      deposit: null,
      secret: null,
      cancels: [],
      failure: null,
    });
    expect(await stateOf(payment.ref)).toEqual(done);
    expect(valueOf(await gateway.find({ ref: 'nobody', paymentKey: null }))).toBeNull();
    expect(valueOf(await gateway.find({ ref: "x' OR '1", paymentKey: null }))).toBeNull();
    expect(valueOf(await gateway.find({ ref: 'nobody', paymentKey: 'cs_nothing' }))).toBeNull();
  });

  test('of another account is not taken for ours', async () => {
    const payment = await charged();
    expect(await gateway.confirm({ ...payment, ref: 'another' })).toEqual({
      kind: 'refused',
      code: 'NOT_FOUND_PAYMENT',
    });
    expect(await gateway.confirm({ ...payment, paymentKey: 'cs_nothing' })).toMatchObject({
      kind: 'refused',
    });
  });

  test('at a convenience store waits, and is paid or expires', async () => {
    const paid = await begin();
    fake.agree({ ref: paid.ref, method: 'konbini' });
    expect(valueOf(await gateway.confirm(paid))).toMatchObject({
      status: 'waiting_deposit',
      balanceAmount: 0,
      method: null,
    });
    fake.deposit(paid.ref);
    expect(await stateOf(paid.ref)).toMatchObject({ status: 'done', method: 'other' });
    const left = await begin();
    fake.agree({ ref: left.ref, method: 'konbini' });
    fake.failLate(left.ref);
    expect(await stateOf(left.ref)).toMatchObject({
      status: 'aborted',
      failure: { code: 'payment_intent_payment_attempt_expired' },
    });
  });

  test('that was abandoned expires', async () => {
    const payment = await begin();
    fake.expire(payment.ref);
    expect(valueOf(await gateway.find(payment))).toMatchObject({ status: 'expired' });
  });
});

describe('a refund', () => {
  test('is made in parts, once per key, and never above the charge', async () => {
    const payment = await charged();
    const first = valueOf(await cancel(payment.paymentKey, 300, 'a'));
    expect(first).toMatchObject({
      status: 'partly_cancelled',
      balanceAmount: 3000,
      cancels: [{ amount: 300, at: clock }],
    });
    expect(valueOf(await cancel(payment.paymentKey, 300, 'a'))).toEqual(first);
    expect(await cancel(payment.paymentKey, 3001, 'b')).toMatchObject({ kind: 'our_fault' });
    expect(valueOf(await cancel(payment.paymentKey, 3000, 'c'))).toMatchObject({
      status: 'cancelled',
      balanceAmount: 0,
    });
    expect(await cancel(payment.paymentKey, 1, 'd')).toEqual({
      kind: 'maybe_done',
      code: 'charge_already_refunded',
    });
    expect(await cancel('cs_nothing', 1, 'e')).toMatchObject({ kind: 'refused' });
  });

  test('before the payment closes it', async () => {
    const open = await begin();
    expect(valueOf(await cancel(open.paymentKey, 3300, 'f'))).toMatchObject({ status: 'expired' });
    const waiting = await begin();
    fake.agree({ ref: waiting.ref, method: 'konbini' });
    expect(valueOf(await cancel(waiting.paymentKey, 3300, 'g'))).toMatchObject({ status: 'aborted' });
  });
});

describe('responses', () => {
  test.each<[Outcome<never>['kind'], number, string]>([
    ['refused', 402, 'card_declined'],
    ['refused', 400, 'charge_disputed'],
    ['maybe_done', 400, 'charge_already_refunded'],
    ['maybe_done', 400, 'payment_intent_unexpected_state'],
    ['our_fault', 400, 'parameter_unknown'],
    ['unknown', 409, 'idempotency_key_in_use'],
    ['unknown', 400, 'lock_timeout'],
    ['unknown', 429, 'rate_limit'],
    ['unknown', 500, 'anything'],
    ['unknown', 503, 'card_declined'],
  ])('%s: %i %s', async (kind, status, code) => {
    const payment = await charged();
    plan('refund', payment.ref, { kind: 'refuse', status, code });
    expect(await cancel(payment.paymentKey, 1, payment.ref)).toEqual({ kind, code });
    expect((await stateOf(payment.ref)).balanceAmount).toBe(3300);
  });

  test('report a wrong key', async () => {
    const stranger = stripeGateway({ ...keys, secretKey: 'sk_test_other', baseUrl });
    expect(await stranger.begin(attempt())).toMatchObject({ kind: 'our_fault' });
  });
});

describe('lost responses', () => {
  test.each<[Fault['kind'], string, boolean]>([
    ['reset', 'NO_ANSWER', false],
    ['done_then_reset', 'NO_ANSWER', true],
    ['done_then_500', 'api_error', true],
    ['in_flight', 'idempotency_key_in_use', false],
  ])('by %s: the same key refunds only once', async (kind, code, isMade) => {
    const payment = await charged();
    plan('refund', payment.ref, { kind } as Fault);
    expect(await cancel(payment.paymentKey, 300, `refund ${payment.ref}`)).toEqual({ kind: 'unknown', code });
    expect((await stateOf(payment.ref)).balanceAmount).toBe(isMade ? 3000 : 3300);
    expect(valueOf(await cancel(payment.paymentKey, 300, `refund ${payment.ref}`))).toMatchObject({
      balanceAmount: 3000,
    });
  });

  test('of a beginning: the same page opens', async () => {
    const asked = attempt();
    plan('begin', asked.ref, { kind: 'done_then_reset' });
    expect(await gateway.begin(asked)).toEqual({ kind: 'unknown', code: 'NO_ANSWER' });
    const begun = valueOf(await gateway.begin(asked));
    expect(valueOf(await gateway.begin(asked))).toEqual(begun);
  });

  test('or unreadable ones leave the outcome unknown', async () => {
    const payment = await charged();
    plan('find', payment.ref, { kind: 'unreadable' });
    expect(await gateway.find(payment)).toEqual({ kind: 'unknown', code: 'UNREADABLE_ANSWER' });
  });
});

test('malformed responses never throw', async () => {
  const payment = await charged();
  const text = fc.oneof(
    fc.json(),
    fc.string(),
    fc.record({ error: fc.anything() }).map((value) => JSON.stringify(value)),
  );
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom(200, 400, 404, 500), async (said, status) => {
      plan('find', payment.ref, { kind: 'say', status, text: said });
      expect((await gateway.find(payment)).kind).toBe('unknown');
    }),
    { numRuns: 50 },
  );
});

test('settlements list available money of our payments only', async () => {
  clock = new Date('2027-02-01T05:00:00Z');
  const payment = await charged();
  await cancel(payment.paymentKey, 300, 'settled');
  const list = async (from: string, to: string) =>
    valueOf(await gateway.listSettlements({ from: new Date(from), to: new Date(to) }));
  expect(await list('2027-02-05T00:00:00Z', '2027-02-06T00:00:00Z')).toEqual([
    {
      key: `txn_${payment.paymentKey}`,
      ref: payment.ref,
      paymentKey: null,
      amount: 3300,
      fee: 118,
      settledAt: new Date('2027-02-05T05:00:00Z'),
    },
    expect.objectContaining({ ref: payment.ref, amount: -300, fee: 0 }),
  ]);
  expect(await list('2027-02-06T00:00:00Z', '2027-02-07T00:00:00Z')).toEqual([]);
});

describe('a webhook', () => {
  const read = (rawBody: Buffer, signature: string | undefined, now = clock) =>
    gateway.readWebhook({
      rawBody,
      headers: signature === undefined ? {} : { 'stripe-signature': signature },
      secretOf: async () => null,
      now,
    });

  test('is accepted with its signature of the exact bytes, for five minutes', async () => {
    const payment = await charged();
    const [sent] = fake.webhooks;
    const body = Buffer.from(sent?.body ?? '');
    const signature = sent?.headers['stripe-signature'];
    const expected = {
      kind: 'payment',
      ref: payment.ref,
      paymentKey: payment.paymentKey,
      id: expect.stringMatching(/^evt_/),
    };
    expect(await read(body, signature)).toEqual(expected);
    expect(await read(body, signature, new Date(clock.getTime() + 299_000))).toEqual(expected);
    for (const forged of [
      read(body, signature, new Date(clock.getTime() + 301_000)),
      read(body, signature, new Date(clock.getTime() - 301_000)),
      read(Buffer.concat([body, Buffer.from(' ')]), signature),
      read(body, undefined),
      read(body, `t=${Math.floor(clock.getTime() / 1000)}`),
      read(body, String(signature).replace(/^t=\d+/, `t=${Math.floor(clock.getTime() / 1000) + 1}`)),
    ]) {
      expect(await forged).toEqual({ kind: 'forged' });
    }
  });

  test('of a refund names the payment by our reference', async () => {
    const payment = await charged();
    await cancel(payment.paymentKey, 300, `hint ${payment.ref}`);
    const sent = fake.webhooks.at(-1);
    expect(await read(Buffer.from(sent?.body ?? ''), sent?.headers['stripe-signature'])).toMatchObject({
      kind: 'payment',
      ref: payment.ref,
      paymentKey: null,
    });
  });

  test('never throws on malformed input, signed or not', async () => {
    const event = fc.record({
      id: fc.anything(),
      type: fc.anything(),
      data: fc.oneof(fc.record({ object: fc.anything() }), fc.anything()),
    });
    const body = fc.oneof(
      event.map((value) => JSON.stringify(value) ?? ''),
      fc.json(),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(body, fc.string(), async (text, signature) => {
        expect(await read(Buffer.from(text), signature)).toEqual({ kind: 'forged' });
        const signed = fake.sign(text)['stripe-signature'];
        expect(['payment', 'ignored']).toContain((await read(Buffer.from(text), signed)).kind);
      }),
    );
  });
});
