import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../app/testing.ts';
import type { SandboxChoices } from '../../contract.ts';
import type { SandboxAction } from '../../sandbox.ts';
import type { Attempt, Gateway, GatewayPayment, Outcome, Payouts } from './gateway.ts';
import { chooseInSandbox, deliverSandboxWebhook, sandboxGateway, type SandboxEvent } from './sandbox.ts';

let server: TestServer;
/** Webhook endpoint of this test. */
const received: { headers: IncomingHttpHeaders; rawBody: Buffer }[] = [];
const shop = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    received.push({ headers: request.headers, rawBody: Buffer.concat(chunks) });
    response.end();
  });
});
let gateway: Gateway;
let deps: Parameters<typeof sandboxGateway>[0];
let clock = new Date('2026-12-01T03:00:00Z');
let count = 0;

beforeAll(async () => {
  server = await startTestServer();
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  const publicOrigin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  deps = { ...server.runtime, publicOrigin, now: () => clock };
  gateway = sandboxGateway(deps);
});
afterAll(async () => {
  await server.close();
  await new Promise((resolve) => shop.close(resolve));
});
beforeEach(() => {
  clock = new Date('2026-12-01T03:00:00Z');
  received.length = 0;
});

const pass = (seconds: number) => (clock = new Date(clock.getTime() + seconds * 1000));
const hours = (number: number) => number * 3600;

function attempt(more: Partial<Attempt> = {}): Attempt {
  count += 1;
  return {
    ref: `attempt-${count}`,
    amount: 33_000,
    currency: 'KRW',
    orderName: '출력',
    customer: { key: 'customer', name: null, email: null },
    locale: 'ko',
    method: null,
    successUrl: 'http://gongbang.test/payment/success?from=1',
    failUrl: 'http://gongbang.test/en/payment/fail',
    validHours: 24,
    ...more,
  };
}

function valueOf<Value>(outcome: Outcome<Value>): Value {
  if (outcome.kind !== 'done') throw new Error(`${outcome.kind} ${outcome.code}`);
  return outcome.value;
}

async function begin(more: Partial<Attempt> = {}) {
  const asked = attempt(more);
  const begun = valueOf(await gateway.begin(asked));
  if (begun.kind !== 'redirect') throw new Error(begun.kind);
  const { ref, amount, currency } = asked;
  return { paymentKey: begun.paymentKey, ref, amount, currency, idempotencyKey: `confirm ${ref}` };
}

/** Chooses an outcome as the page does, by the test's clock. */
async function choose(key: string, action: SandboxAction, choices: SandboxChoices = {}) {
  const made = await chooseInSandbox(deps, key, action, choices);
  if (!made || made === 'too_late') throw new Error(String(made));
  return made;
}

async function chosen(action: SandboxAction, choices: SandboxChoices = {}, more: Partial<Attempt> = {}) {
  const payment = await begin(more);
  await choose(payment.paymentKey, action, choices);
  return payment;
}

const stateOf = async (ref: string) =>
  valueOf(await gateway.find({ ref, paymentKey: null })) as GatewayPayment;
const cancel = (
  payment: { paymentKey: string },
  amount: number,
  idempotencyKey: string,
  hasAccount = false,
) =>
  gateway.cancel({
    paymentKey: payment.paymentKey,
    amount,
    currency: 'KRW',
    reason: '취소',
    idempotencyKey,
    account: hasAccount ? { bankCode: '088', accountNumber: '110123456789', holder: '홍길동' } : null,
  });

describe('an attempt', () => {
  test('is opened once, at an unguessable address', async () => {
    const asked = attempt();
    const first = valueOf(await gateway.begin(asked));
    expect(first).toMatchObject({
      kind: 'redirect',
      url: expect.stringMatching(/\/payment\/sandbox\/sandbox_.{32}$/),
    });
    expect(valueOf(await gateway.begin(asked))).toEqual(first);
    expect(await stateOf(asked.ref)).toMatchObject({
      status: 'ready',
      balanceAmount: 0,
      method: null,
      receiptUrl: null,
    });
    expect(valueOf(await gateway.find({ ref: 'unknown', paymentKey: null }))).toBeNull();
  });

  test('opens in the language it was begun in, and leads back to the page it was last begun from', async () => {
    const asked = attempt({ locale: 'ja', successUrl: 'http://gongbang.test/jp/payment/success' });
    const first = valueOf(await gateway.begin(asked));
    if (first.kind !== 'redirect') throw new Error(first.kind);
    expect(first.url).toBe(`${deps.publicOrigin}/jp/payment/sandbox/${first.paymentKey}`);
    const inEnglish = { locale: 'en' as const, successUrl: 'http://gongbang.test/en/payment/success' };
    expect(valueOf(await gateway.begin({ ...asked, ...inEnglish }))).toEqual({
      ...first,
      url: `${deps.publicOrigin}/en/payment/sandbox/${first.paymentKey}`,
    });
    const { redirect } = await choose(first.paymentKey, 'approve');
    expect(redirect).toMatch(/^http:\/\/gongbang\.test\/en\/payment\/success\?/);
    const { ref, amount, currency } = asked;
    const paid = valueOf(
      await gateway.confirm({
        paymentKey: first.paymentKey,
        ref,
        amount,
        currency,
        idempotencyKey: 'confirm',
      }),
    );
    // The receipt is on another page than the choice of outcomes.
    expect(paid.receiptUrl).toBe(`${deps.publicOrigin}/payment/sandbox/${first.paymentKey}/receipt`);
  });

  test('in an unsupported currency is reported as our fault', async () => {
    expect(await gateway.begin(attempt({ currency: 'EUR' }))).toMatchObject({ kind: 'our_fault' });
  });

  test('that was abandoned expires, and its reference cannot be reused', async () => {
    const payment = await begin();
    pass(31 * 60);
    expect((await stateOf(payment.ref)).status).toBe('expired');
    expect(await gateway.begin(attempt({ ref: payment.ref }))).toEqual({
      kind: 'maybe_done',
      code: 'DUPLICATED_ORDER_ID',
    });
  });
});

describe('a payment', () => {
  test('is charged once, with repeated confirmations', async () => {
    const payment = await chosen('approve');
    const done = { status: 'done', amount: 33_000, balanceAmount: 33_000, method: 'card', approvedAt: clock };
    expect(valueOf(await gateway.confirm(payment))).toMatchObject(done);
    expect(valueOf(await gateway.confirm(payment))).toMatchObject(done);
    expect(await gateway.confirm({ ...payment, idempotencyKey: 'another' })).toEqual({
      kind: 'maybe_done',
      code: 'ALREADY_PROCESSED_PAYMENT',
    });
  });

  test('is charged once by two concurrent confirmations', async () => {
    const payment = await chosen('approve');
    const outcomes = await Promise.all(
      ['a', 'b', 'c'].map((idempotencyKey) => gateway.confirm({ ...payment, idempotencyKey })),
    );
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['done', 'maybe_done', 'maybe_done']);
  });

  test.each([
    ['nobody agreed to', async () => begin(), 'refused', 'NOT_FOUND_PAYMENT_SESSION'],
    ['its company refuses', async () => chosen('decline'), 'refused', 'REJECT_CARD_PAYMENT'],
    ['was refused in its window', async () => chosen('refuse'), 'refused', 'NOT_FOUND_PAYMENT_SESSION'],
    [
      'has another amount',
      async () => ({ ...(await chosen('approve')), amount: 1 }),
      'our_fault',
      'INVALID_REQUEST',
    ],
    [
      'has another reference',
      async () => ({ ...(await chosen('approve')), ref: 'x' }),
      'refused',
      'NOT_FOUND_PAYMENT',
    ],
  ])('that %s is not charged', async (_what, prepare, kind, code) => {
    const payment = await prepare();
    expect(await gateway.confirm(payment)).toEqual({ kind, code });
    expect(await gateway.confirm(payment)).toEqual({ kind, code });
    const found = valueOf(await gateway.find({ ref: payment.ref, paymentKey: payment.paymentKey }));
    expect(found).toMatchObject({ balanceAmount: 0, approvedAt: null });
  });

  test('that is confirmed too late is not charged', async () => {
    const payment = await chosen('approve');
    pass(11 * 60);
    expect(await gateway.confirm(payment)).toMatchObject({
      kind: 'refused',
      code: 'NOT_FOUND_PAYMENT_SESSION',
    });
    expect((await stateOf(payment.ref)).status).toBe('expired');
  });

  test('may be charged although its response is lost, and is reported to the next query', async () => {
    const payment = await chosen('charge-then-hang');
    expect(await gateway.confirm(payment)).toMatchObject({ kind: 'unknown' });
    expect(await stateOf(payment.ref)).toMatchObject({ status: 'done', balanceAmount: 33_000 });
    expect(valueOf(await gateway.confirm(payment))).toMatchObject({ status: 'done' });
  });

  test('may be delayed', async () => {
    const payment = await chosen('delay', { delaySeconds: 90 });
    expect(await gateway.confirm(payment)).toMatchObject({ kind: 'unknown' });
    expect(await gateway.confirm(payment)).toMatchObject({ kind: 'unknown' });
    pass(89);
    expect(await stateOf(payment.ref)).toMatchObject({ status: 'in_progress', balanceAmount: 0 });
    pass(1);
    expect(await stateOf(payment.ref)).toMatchObject({
      status: 'done',
      balanceAmount: 33_000,
      approvedAt: clock,
    });
    expect(valueOf(await gateway.confirm(payment))).toMatchObject({ status: 'done' });
  });

  test('can be continued by a person who went back', async () => {
    const payment = await begin();
    const left = await choose(payment.paymentKey, 'abandon');
    expect(left.redirect).toBe(
      `http://gongbang.test/en/payment/fail?code=PAY_PROCESS_CANCELED&message=PAY_PROCESS_CANCELED&orderId=${payment.ref}`,
    );
    await choose(payment.paymentKey, 'approve');
    expect(valueOf(await gateway.confirm(payment))).toMatchObject({ status: 'done' });
  });
});

describe('a virtual account', () => {
  async function waiting() {
    const payment = await chosen('virtual-account');
    const opened = valueOf(await gateway.confirm(payment));
    return { payment, opened };
  }

  test('waits for its deposit, which can be taken back', async () => {
    const { payment, opened } = await waiting();
    expect(opened).toMatchObject({
      status: 'waiting_deposit',
      balanceAmount: 0,
      method: 'virtual_account',
      secret: expect.stringMatching(/^.{32}$/),
      deposit: {
        bankCode: '004',
        accountNumber: expect.stringMatching(/^X\d{11}$/),
        dueAt: new Date('2026-12-02T03:00:00Z'),
      },
    });
    await choose(payment.paymentKey, 'deposit');
    expect(await stateOf(payment.ref)).toMatchObject({
      status: 'done',
      balanceAmount: 33_000,
      approvedAt: clock,
    });
    await choose(payment.paymentKey, 'reverse-deposit');
    expect(await stateOf(payment.ref)).toMatchObject({
      status: 'waiting_deposit',
      balanceAmount: 0,
      approvedAt: null,
    });
    await choose(payment.paymentKey, 'deposit');
    expect((await stateOf(payment.ref)).status).toBe('done');
    pass(hours(24));
    await expect(choose(payment.paymentKey, 'reverse-deposit')).rejects.toThrow('too_late');
  });

  test('closes without a deposit', async () => {
    const { payment } = await waiting();
    pass(hours(24));
    expect((await stateOf(payment.ref)).status).toBe('expired');
  });

  test('is cancelled in full before its deposit, and needs a refund account afterwards', async () => {
    const { payment } = await waiting();
    expect(await cancel(payment, 1000, 'a')).toMatchObject({
      kind: 'refused',
      code: 'NOT_ALLOWED_PARTIAL_REFUND',
    });
    expect(valueOf(await cancel(payment, 33_000, 'b'))).toMatchObject({
      status: 'cancelled',
      balanceAmount: 0,
    });
    const { payment: paid } = await waiting();
    await choose(paid.paymentKey, 'deposit');
    expect(await cancel(paid, 1000, 'a')).toMatchObject({ kind: 'needs_account' });
    expect(valueOf(await cancel(paid, 1000, 'b', true))).toMatchObject({ balanceAmount: 32_000 });
  });
});

describe('a refund', () => {
  test('is made once per key, even with another body', async () => {
    const payment = await chosen('approve');
    await gateway.confirm(payment);
    const first = valueOf(await cancel(payment, 3000, 'one'));
    expect(first).toMatchObject({
      status: 'partly_cancelled',
      balanceAmount: 30_000,
      cancels: [{ amount: 3000, at: clock }],
    });
    expect(valueOf(await cancel(payment, 9000, 'one'))).toEqual(first);
    expect(await cancel(payment, 30_001, 'two')).toMatchObject({
      kind: 'refused',
      code: 'NOT_CANCELABLE_AMOUNT',
    });
    const outcomes = await Promise.all(['two', 'two', 'three'].map((key) => cancel(payment, 30_000, key)));
    expect(outcomes.filter(({ kind }) => kind === 'done').length).toBeGreaterThan(0);
    expect(await stateOf(payment.ref)).toMatchObject({ status: 'cancelled', balanceAmount: 0 });
    expect(await cancel(payment, 1, 'four')).toEqual({
      kind: 'maybe_done',
      code: 'ALREADY_CANCELED_PAYMENT',
    });
  });

  test('may hang after it was made, or fail', async () => {
    const hanging = await chosen('approve', { refunds: 'hang' });
    await gateway.confirm(hanging);
    expect(await cancel(hanging, 3000, 'one')).toMatchObject({ kind: 'unknown' });
    expect((await stateOf(hanging.ref)).balanceAmount).toBe(30_000);
    expect(valueOf(await cancel(hanging, 3000, 'one'))).toMatchObject({ balanceAmount: 30_000 });
    const failing = await chosen('approve');
    await gateway.confirm(failing);
    await choose(failing.paymentKey, 'settings', { refunds: 'fail' });
    expect(await cancel(failing, 3000, 'one')).toEqual({ kind: 'refused', code: 'REFUND_REJECTED' });
    expect((await stateOf(failing.ref)).balanceAmount).toBe(33_000);
  });
});

test('settlements come a day later: the sale less 2.9 percent, and refunds', async () => {
  clock = new Date('2027-01-01T00:00:00Z');
  const payment = await chosen('approve', {}, { amount: 10_001 });
  await gateway.confirm(payment);
  pass(60);
  await cancel(payment, 1, 'one');
  const list = async (from: string, to: string) =>
    valueOf(await gateway.listSettlements({ from: new Date(from), to: new Date(to) }));
  expect(await list('2027-01-01T00:00:00Z', '2027-01-02T00:00:00Z')).toEqual([]);
  expect(await list('2027-01-02T00:00:00Z', '2027-01-03T00:00:00Z')).toMatchObject([
    {
      ref: payment.ref,
      paymentKey: payment.paymentKey,
      amount: 10_001,
      fee: 290,
      settledAt: new Date('2027-01-02T00:00:00Z'),
    },
    {
      ref: payment.ref,
      paymentKey: payment.paymentKey,
      amount: -1,
      fee: 0,
      settledAt: new Date('2027-01-02T00:01:00Z'),
    },
  ]);
  expect(await list('2027-01-03T00:00:00Z', '2027-01-04T00:00:00Z')).toEqual([]);
});

describe('a webhook', () => {
  const jobsOf = async (ref: string) => {
    const { rows } = await server.runtime.pool.query<{ payload: SandboxEvent; run_at: Date }>(
      `select payload, run_at from graphile_worker._private_jobs where payload ->> 'ref' = $1 order by run_at`,
      [ref],
    );
    return rows;
  };
  const read = (webhook: { headers: IncomingHttpHeaders; rawBody: Buffer }, now = clock) =>
    gateway.readWebhook({ ...webhook, secretOf: async () => null, now });

  test.each([
    ['after', 1],
    ['twice', 2],
    ['never', 0],
  ] as const)('can be sent %s', async (webhooks, times) => {
    const payment = await chosen('approve', { webhooks });
    await gateway.confirm(payment);
    const jobs = await jobsOf(payment.ref);
    expect(jobs).toHaveLength(times);
    expect(new Set(jobs.map(({ payload }) => payload.id)).size).toBe(Math.min(times, 1));
    expect(received).toHaveLength(0);
  });

  test('can arrive before the response', async () => {
    const payment = await chosen('approve', { webhooks: 'before' });
    await gateway.confirm(payment);
    expect(received).toHaveLength(1);
    expect(await jobsOf(payment.ref)).toHaveLength(0);
    const [webhook] = received;
    expect(webhook && (await read(webhook))).toEqual({
      kind: 'payment',
      id: expect.any(String),
      ref: payment.ref,
      paymentKey: payment.paymentKey,
    });
  });

  test('of a delayed payment is sent when it is charged', async () => {
    const payment = await chosen('delay', { delaySeconds: 60, webhooks: 'before' });
    await gateway.confirm(payment);
    expect((await jobsOf(payment.ref)).map(({ run_at: at }) => at.getTime() - clock.getTime())).toEqual([
      61_000,
    ]);
  });

  test('is accepted with our signature of its exact bytes, for five minutes', async () => {
    await deliverSandboxWebhook(deps, { kind: 'payout', id: 'i', ref: 'r' });
    const [webhook] = received;
    if (!webhook) throw new Error('none');
    expect(await read(webhook)).toEqual({ kind: 'payout', id: 'i', ref: 'r' });
    expect(await read({ ...webhook, rawBody: Buffer.from(`${String(webhook.rawBody)} `) })).toEqual({
      kind: 'forged',
    });
    expect(await read({ ...webhook, headers: {} })).toEqual({ kind: 'forged' });
    expect(await read(webhook, new Date(clock.getTime() + 301_000))).toEqual({ kind: 'forged' });
    const stranger = sandboxGateway({ ...deps, secret: 'another' });
    expect(await stranger.readWebhook({ ...webhook, secretOf: async () => null, now: clock })).toEqual({
      kind: 'forged',
    });
  });

  test('with another signature is rejected as forged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), fc.string(), async (bytes, signature) => {
        const headers = { 'sandbox-webhook-signature': signature };
        expect(await read({ headers, rawBody: Buffer.from(bytes) })).toEqual({ kind: 'forged' });
      }),
    );
  });
});

describe('a payout', () => {
  const payouts = () => gateway.payouts as Payouts;
  async function seller(end: string) {
    count += 1;
    return valueOf(
      await payouts().registerSeller({
        ref: `seller-${count}`,
        name: '홍길동',
        email: 'maker@example.com',
        phone: '+821012345678',
        account: { bankCode: '088', accountNumber: `11012345${end}`, holder: '홍길동' },
        business: null,
        idempotencyKey: `seller-${count}`,
      }),
    );
  }
  const order = (ref: string, sellerKey: string, amount = 30_000) => ({
    ref,
    sellerKey,
    amount,
    currency: 'KRW',
    description: '공방정산',
  });
  const find = async (ref: string) => valueOf(await payouts().find({ ref, payoutKey: null, sentAt: clock }));

  test('is made once per reference', async () => {
    const { sellerKey, status } = await seller('9999');
    expect(status).toBe('approved');
    const first = valueOf(await payouts().send(order('payout-1', sellerKey)));
    expect(first).toMatchObject({ ref: 'payout-1', status: 'completed', failure: null });
    expect(valueOf(await payouts().send(order('payout-1', sellerKey, 99)))).toEqual(first);
    expect(await find('payout-1')).toEqual(first);
    expect(await find('payout-0')).toBeNull();
  });

  test('hangs, fails or fails late, by the last digits of the account', async () => {
    const hanging = order('payout-hang', (await seller('0001')).sellerKey);
    expect(await payouts().send(hanging)).toMatchObject({ kind: 'unknown' });
    expect(await find('payout-hang')).toMatchObject({ status: 'completed' });
    expect(valueOf(await payouts().send(hanging))).toMatchObject({ status: 'completed' });
    const failing = order('payout-fail', (await seller('0002')).sellerKey);
    expect(valueOf(await payouts().send(failing))).toMatchObject({
      status: 'failed',
      failure: { code: 'BANK_REJECTED' },
    });
    const late = order('payout-late', (await seller('0003')).sellerKey);
    expect(valueOf(await payouts().send(late))).toMatchObject({ status: 'in_progress' });
    pass(60);
    expect(await find('payout-late')).toMatchObject({ status: 'failed' });
  });

  test('is refused to a seller who is not approved, until their account changes', async () => {
    const { sellerKey, status, ref } = await seller('0004');
    expect(status).toBe('approval_required');
    expect(await payouts().send(order('payout-4', sellerKey))).toMatchObject({ kind: 'refused' });
    const account = { bankCode: '088', accountNumber: '110123456789', holder: '홍길동' };
    const updated = valueOf(await payouts().updateSeller({ sellerKey, account, idempotencyKey: 'u' }));
    expect(updated).toEqual({ sellerKey, ref, status: 'approved' });
    expect(valueOf(await payouts().findSeller({ sellerKey }))).toEqual(updated);
    expect(valueOf(await payouts().findSeller({ sellerKey: 'nobody' }))).toBeNull();
    expect(valueOf(await payouts().send(order('payout-4', sellerKey)))).toMatchObject({
      status: 'completed',
    });
  });
});

describe('the routes of the sandbox’s page', () => {
  const call = (method: string, path: string, payload?: object) =>
    server.call(method, `/api/sandbox/payments/${path}`, payload && { payload });
  // The page's routes use the system clock.
  const open = async () => {
    clock = new Date();
    return begin();
  };

  test('show a payment to the holder of its key, and redirect as a payment company does', async () => {
    const { paymentKey: key, ref } = await open();
    expect((await call('GET', key)).json()).toMatchObject({
      key,
      ref,
      status: 'ready',
      amount: 33_000,
      currency: 'KRW',
      can: expect.arrayContaining(['approve', 'virtual-account']),
    });
    const approved = await call('POST', `${key}/approve`, { webhooks: 'twice' });
    expect(approved.json()).toMatchObject({
      redirect: `http://gongbang.test/payment/success?from=1&paymentKey=${key}&orderId=${ref}&amount=33000`,
      payment: { status: 'in_progress', webhooks: 'twice', can: ['settings'] },
    });
    expect((await call('POST', `${key}/approve`, {})).json()).toMatchObject({ code: 'sandbox_too_late' });
    expect(approved.body).not.toContain('secret');
  });

  test.each([
    ['GET', 'nothing', undefined, 404, 'not_found'],
    ['POST', 'nothing/approve', {}, 404, 'not_found'],
    ['POST', 'nothing/steal', {}, 400, 'invalid_input'],
    ['POST', 'nothing/approve', { webhooks: 'sometimes' }, 400, 'invalid_input'],
    ['POST', 'nothing/approve', { delaySeconds: 0 }, 400, 'invalid_input'],
    ['POST', 'nothing/approve', { amount: 1 }, 400, 'invalid_input'],
    ['POST', 'nothing/approve', undefined, 400, 'invalid_input'],
  ])('%s %s with %j answers %i %s', async (method, path, payload, status, code) => {
    const answer = await call(method, path, payload);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([status, code]);
  });
});
