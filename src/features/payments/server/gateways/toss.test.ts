import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { compactDecrypt, CompactEncrypt, decodeProtectedHeader } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isLongRun } from '#platform/shared/testing.ts';
import type { Fault } from '../../../../../fakes/server.ts';
import { createTossFake } from '../../../../../fakes/toss.ts';
import type { Attempt, Gateway, GatewayPayment, Outcome, Payouts, Seller } from './gateway.ts';
import { fromTossBank, readTossTime, toTossBank, type TossConfig } from './toss-api.ts';
import { openFromToss, sealForToss } from './toss-payouts.ts';
import { tossGateway } from './toss.ts';

const securityKey = randomBytes(32).toString('hex');
let clock = new Date('2026-11-22T05:00:00Z');
const fake = createTossFake({ secretKey: 'test_sk_fake', securityKey, now: () => clock });
let config: TossConfig;
let gateway: Gateway;
let count = 0;

beforeAll(async () => {
  const baseUrl = await fake.start();
  config = { clientKey: 'test_ck_fake', secretKey: 'test_sk_fake', securityKey, baseUrl };
  gateway = tossGateway(config);
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

function agreed(more: { amount?: number; method?: string } = {}) {
  count += 1;
  const ref = `attempt-${count}`;
  const amount = more.amount ?? 33_000;
  const { paymentKey } = fake.agree({ orderId: ref, amount, ...(more.method && { method: more.method }) });
  return { paymentKey, ref, amount, currency: 'KRW', idempotencyKey: `confirm ${ref}` };
}
async function charged(more: { amount?: number; method?: string } = {}) {
  const payment = agreed(more);
  valueOf(await gateway.confirm(payment));
  return payment;
}
const stateOf = async (ref: string) =>
  valueOf(await gateway.find({ ref, paymentKey: null })) as GatewayPayment;
const account = { bankCode: '004', accountNumber: '11012345678901', holder: '홍길동' };
const cancel = (
  paymentKey: string,
  amount: number,
  idempotencyKey: string,
  to: Seller['account'] | null = null,
) => gateway.cancel({ paymentKey, amount, currency: 'KRW', reason: '취소', idempotencyKey, account: to });
const plan = (call: string, ref: string, fault: Fault, times = 1) => fake.plan({ call, ref, fault, times });

test('an attempt begins in the browser, with everything that the script of Toss needs', async () => {
  const attempt: Attempt = {
    ref: 'attempt-0',
    amount: 33_000,
    currency: 'KRW',
    orderName: '가'.repeat(120),
    customer: { key: 'c-1', name: '홍길동', email: null },
    locale: 'ko',
    method: 'virtual_account',
    successUrl: 'https://gongbang.example/payment/success',
    failUrl: 'https://gongbang.example/payment/fail',
    validHours: 24,
  };
  expect(await gateway.begin(attempt)).toEqual({
    kind: 'done',
    value: {
      kind: 'toss',
      clientKey: 'test_ck_fake',
      customerKey: 'c-1',
      method: 'VIRTUAL_ACCOUNT',
      amount: 33_000,
      currency: 'KRW',
      orderId: 'attempt-0',
      orderName: '가'.repeat(100),
      customerName: '홍길동',
      customerEmail: null,
      successUrl: 'https://gongbang.example/payment/success',
      failUrl: 'https://gongbang.example/payment/fail',
      validHours: 24,
    },
  });
  expect(await gateway.begin({ ...attempt, method: null })).toMatchObject({ value: { method: 'CARD' } });
  expect(await gateway.begin({ ...attempt, currency: 'JPY' })).toMatchObject({ kind: 'our_fault' });
});

describe('a payment', () => {
  test('is charged when it is confirmed, and reported in our terms', async () => {
    const payment = agreed();
    expect(await stateOf(payment.ref)).toMatchObject({ status: 'in_progress', balanceAmount: 0 });
    const confirmed = valueOf(await gateway.confirm(payment));
    expect(confirmed).toEqual({
      paymentKey: payment.paymentKey,
      ref: payment.ref,
      status: 'done',
      currency: 'KRW',
      amount: 33_000,
      balanceAmount: 33_000,
      method: 'card',
      approvedAt: clock,
      receiptUrl: `https://receipts.example/${payment.paymentKey}`,
      deposit: null,
      secret: expect.stringMatching(/^ps_/),
      cancels: [],
      failure: null,
    });
    expect(valueOf(await gateway.find(payment))).toEqual(confirmed);
    expect(await stateOf(payment.ref)).toEqual(confirmed);
    expect(valueOf(await gateway.find({ ref: 'nobody', paymentKey: null }))).toBeNull();
    expect(valueOf(await gateway.find({ ref: 'nobody', paymentKey: 'nothing' }))).toBeNull();
  });

  test.each([
    ['CARD', 'card'],
    ['TRANSFER', 'transfer'],
    ['MOBILE_PHONE', 'mobile_phone'],
    ['EASY_PAY', 'easy_pay'],
    ['VIRTUAL_ACCOUNT', 'virtual_account'],
  ])('by %s', async (method, ours) => {
    expect(valueOf(await gateway.confirm(agreed({ method }))).method).toBe(ours);
  });

  test('gets the same response for the same key, even with another body', async () => {
    const payment = agreed();
    const first = valueOf(await gateway.confirm(payment));
    await cancel(payment.paymentKey, 1000, 'one');
    expect(valueOf(await gateway.confirm({ ...payment, amount: 1 }))).toEqual(first);
    expect(await gateway.confirm({ ...payment, idempotencyKey: 'another' })).toEqual({
      kind: 'maybe_done',
      code: 'ALREADY_PROCESSED_PAYMENT',
    });
  });

  test('that is confirmed too late is refused', async () => {
    const payment = agreed();
    clock = new Date(clock.getTime() + 11 * 60_000);
    expect(await gateway.confirm(payment)).toEqual({ kind: 'refused', code: 'NOT_FOUND_PAYMENT_SESSION' });
    expect((await stateOf(payment.ref)).status).toBe('expired');
  });

  test('with another amount than agreed is reported as charged', async () => {
    const payment = agreed();
    plan('confirm', payment.ref, { kind: 'wrong_amount' });
    expect(valueOf(await gateway.confirm(payment))).toMatchObject({ amount: 34_000, balanceAmount: 34_000 });
  });
});

describe('a virtual account', () => {
  test('waits, is paid, and is reverted when the bank takes the deposit back', async () => {
    const payment = agreed({ method: 'VIRTUAL_ACCOUNT' });
    expect(valueOf(await gateway.confirm(payment))).toMatchObject({
      status: 'waiting_deposit',
      balanceAmount: 0,
      approvedAt: null,
      deposit: {
        bankCode: '004',
        accountNumber: 'X6505636518308',
        holder: '홍길동',
        dueAt: new Date('2026-11-23T05:00:00Z'),
      },
    });
    fake.deposit(payment.ref);
    expect(await stateOf(payment.ref)).toMatchObject({ status: 'done', balanceAmount: 33_000 });
    fake.reverseDeposit(payment.ref);
    expect(await stateOf(payment.ref)).toMatchObject({ status: 'waiting_deposit', balanceAmount: 0 });
    fake.expire(payment.ref);
    expect((await stateOf(payment.ref)).status).toBe('expired');
  });

  test('is cancelled in full before its deposit; afterwards a refund needs an account', async () => {
    const waiting = agreed({ method: 'VIRTUAL_ACCOUNT' });
    await gateway.confirm(waiting);
    expect(await cancel(waiting.paymentKey, 1, 'a')).toEqual({
      kind: 'refused',
      code: 'NOT_ALLOWED_PARTIAL_REFUND',
    });
    expect(valueOf(await cancel(waiting.paymentKey, 33_000, 'b'))).toMatchObject({
      status: 'cancelled',
      balanceAmount: 0,
    });
    const paid = agreed({ method: 'VIRTUAL_ACCOUNT' });
    await gateway.confirm(paid);
    fake.deposit(paid.ref);
    expect(await cancel(paid.paymentKey, 1000, 'a')).toMatchObject({ kind: 'needs_account' });
    expect(valueOf(await cancel(paid.paymentKey, 1000, 'b', account))).toMatchObject({
      balanceAmount: 32_000,
    });
  });
});

describe('a refund', () => {
  test('of everything that is left is full, though Toss calls it partial', async () => {
    const payment = await charged();
    expect(valueOf(await cancel(payment.paymentKey, 3000, 'one'))).toMatchObject({
      status: 'partly_cancelled',
      balanceAmount: 30_000,
    });
    expect(valueOf(await cancel(payment.paymentKey, 30_000, 'two'))).toMatchObject({
      status: 'cancelled',
      balanceAmount: 0,
      cancels: [{ amount: 3000, at: clock }, { amount: 30_000 }],
    });
  });

  test('is made once per key', async () => {
    const payment = await charged();
    const first = await cancel(payment.paymentKey, 3000, 'one');
    expect(await cancel(payment.paymentKey, 3000, 'one')).toEqual(first);
    expect((await stateOf(payment.ref)).balanceAmount).toBe(30_000);
    // After fifteen days Toss has forgotten the key.
    clock = new Date(clock.getTime() + 16 * 86_400_000);
    expect(valueOf(await cancel(payment.paymentKey, 3000, 'one'))).toMatchObject({ balanceAmount: 27_000 });
  });

  test('that was made is not repeated', async () => {
    const payment = await charged();
    await cancel(payment.paymentKey, 33_000, 'one');
    expect(await cancel(payment.paymentKey, 33_000, 'two')).toEqual({
      kind: 'maybe_done',
      code: 'ALREADY_CANCELED_PAYMENT',
    });
    const partly = await charged();
    await cancel(partly.paymentKey, 33_000 - 1, 'one');
    expect(await cancel(partly.paymentKey, 33_000, 'two')).toEqual({
      kind: 'unknown',
      code: 'NOT_CANCELABLE_AMOUNT',
    });
  });
});

describe('error codes', () => {
  const table: [Outcome<never>['kind'], string[]][] = [
    [
      'unknown',
      [
        'PROVIDER_ERROR',
        'FAILED_PAYMENT_INTERNAL_SYSTEM_PROCESSING',
        'FAILED_INTERNAL_SYSTEM_PROCESSING',
        'UNKNOWN_PAYMENT_ERROR',
        'COMMON_ERROR',
        'FAILED_REFUND_PROCESS',
        'FAILED_METHOD_HANDLING_CANCEL',
        'FAILED_PARTIAL_REFUND',
        'IDEMPOTENT_REQUEST_PROCESSING',
        'A_CODE_OF_NEXT_YEAR',
        'toString',
      ],
    ],
    [
      'maybe_done',
      [
        'ALREADY_PROCESSED_PAYMENT',
        'ALREADY_PROCESSING_REQUEST',
        'ALREADY_COMPLETED_PAYMENT',
        'ALREADY_CANCELED_PAYMENT',
        'ALREADY_REFUND_PAYMENT',
        'DUPLICATED_ORDER_ID',
      ],
    ],
    [
      'refused',
      [
        'REJECT_CARD_PAYMENT',
        'REJECT_CARD_COMPANY',
        'REJECT_ACCOUNT_PAYMENT',
        'INVALID_STOPPED_CARD',
        'EXCEED_MAX_ONE_DAY_AMOUNT',
        'FDS_ERROR',
        'NOT_FOUND_PAYMENT_SESSION',
        'EXCEED_MAX_REFUND_DUE',
        'NOT_ALLOWED_PARTIAL_REFUND',
        'REFUND_REJECTED',
      ],
    ],
    [
      'our_fault',
      [
        'UNAUTHORIZED_KEY',
        'INVALID_API_KEY',
        'INCORRECT_BASIC_AUTH_FORMAT',
        'INVALID_IDEMPOTENCY_KEY',
        'FORBIDDEN_REQUEST',
        'INVALID_REQUEST',
      ],
    ],
    ['needs_account', ['INVALID_REFUND_ACCOUNT_INFO', 'INVALID_REFUND_ACCOUNT_NUMBER']],
  ];
  test.each(table.flatMap(([kind, codes]) => codes.map((code): [string, string] => [code, kind])))(
    '%s: %s, for every status',
    async (code, kind) => {
      for (const status of [400, 401, 403, 404, 409]) {
        const payment = agreed();
        plan('confirm', payment.ref, { kind: 'refuse', status, code });
        expect(await gateway.confirm(payment)).toEqual({ kind, code });
      }
      for (const status of [429, 500, 502]) {
        const payment = agreed();
        plan('confirm', payment.ref, { kind: 'refuse', status, code });
        expect(await gateway.confirm(payment)).toEqual({ kind: 'unknown', code });
      }
    },
  );

  test('report a wrong key', async () => {
    const stranger = tossGateway({ ...config, secretKey: 'test_sk_other' });
    expect(await stranger.confirm(agreed())).toEqual({ kind: 'our_fault', code: 'UNAUTHORIZED_KEY' });
  });
});

describe('lost responses', () => {
  test.each<[Fault['kind'], string, boolean]>([
    ['reset', 'NO_ANSWER', false],
    ['done_then_reset', 'NO_ANSWER', true],
    ['done_then_500', 'FAILED_INTERNAL_SYSTEM_PROCESSING', true],
    ['in_flight', 'IDEMPOTENT_REQUEST_PROCESSING', false],
    ['unreadable', 'UNREADABLE_ANSWER', false],
  ])(
    'by %s: a query finds the payment, and the same key does not charge again',
    async (kind, code, isCharged) => {
      const payment = agreed();
      const before = fake.totals();
      plan('confirm', payment.ref, { kind } as Fault);
      expect(await gateway.confirm(payment)).toEqual({ kind: 'unknown', code });
      expect((await stateOf(payment.ref)).balanceAmount).toBe(isCharged ? 33_000 : 0);
      expect(valueOf(await gateway.confirm(payment))).toMatchObject({ status: 'done' });
      plan('cancel', payment.ref, { kind } as Fault);
      expect(await cancel(payment.paymentKey, 3000, 'one')).toEqual({ kind: 'unknown', code });
      expect(valueOf(await cancel(payment.paymentKey, 3000, 'one'))).toMatchObject({ balanceAmount: 30_000 });
      const after = fake.totals();
      expect([after.captured - before.captured, after.refunded - before.refunded]).toEqual([33_000, 3000]);
    },
  );

  test.runIf(isLongRun)(
    'time out after ten seconds',
    async () => {
      const hangs = ['hang', 'done_then_hang'] as const;
      const payments = hangs.map((kind) => {
        const payment = agreed();
        plan('confirm', payment.ref, { kind });
        return payment;
      });
      const outcomes = await Promise.all(payments.map((payment) => gateway.confirm(payment)));
      expect(outcomes).toEqual(hangs.map(() => ({ kind: 'unknown', code: 'TIMEOUT' })));
      const balances = await Promise.all(payments.map(({ ref }) => stateOf(ref)));
      expect(balances.map(({ balanceAmount }) => balanceAmount)).toEqual([0, 33_000]);
    },
    20_000,
  );

  test('without a server leave the outcome unknown', async () => {
    const away = tossGateway({ ...config, baseUrl: 'http://127.0.0.1:9' });
    expect(await away.find({ ref: 'x', paymentKey: null })).toEqual({ kind: 'unknown', code: 'NO_ANSWER' });
  });
});

test('of any kind: querying and repeating charges and refunds once', async () => {
  const faults = ['none', 'reset', 'done_then_reset', 'done_then_500', 'in_flight', 'unreadable'] as const;
  const order = fc.record({
    amount: fc.integer({ min: 1000, max: 1_000_000 }),
    refunds: fc.array(fc.integer({ min: 1, max: 400_000 }), { maxLength: 3 }),
    lost: fc.array(fc.constantFrom(...faults), { minLength: 1, maxLength: 8 }),
  });
  /** Acts as a caller does: queries an unknown outcome, then repeats the same request. */
  async function insist(ref: string, act: () => Promise<Outcome<GatewayPayment>>): Promise<boolean> {
    for (;;) {
      const outcome = await act();
      if (outcome.kind === 'done') return true;
      if (outcome.kind !== 'unknown' || outcome.code === 'NOT_CANCELABLE_AMOUNT') return false;
      expect((await gateway.find({ ref, paymentKey: null })).kind).toBe('done');
    }
  }
  await fc.assert(
    fc.asyncProperty(fc.array(order, { minLength: 1, maxLength: 5 }), async (orders) => {
      const before = fake.totals();
      const sums = await Promise.all(
        orders.map(async ({ amount, refunds, lost }) => {
          const payment = agreed({ amount });
          for (const [index, kind] of lost.entries()) {
            if (kind !== 'none') plan(index % 2 ? 'cancel' : 'confirm', payment.ref, { kind });
          }
          expect(await insist(payment.ref, () => gateway.confirm(payment))).toBe(true);
          let refunded = 0;
          for (const [index, part] of refunds.entries()) {
            const key = `refund ${payment.ref} ${index}`;
            if (await insist(payment.ref, () => cancel(payment.paymentKey, part, key))) refunded += part;
          }
          expect((await stateOf(payment.ref)).balanceAmount).toBe(amount - refunded);
          return { amount, refunded };
        }),
      );
      const after = fake.totals();
      const sum = (of: 'amount' | 'refunded') => sums.reduce((total, each) => total + each[of], 0);
      expect([
        after.payments - before.payments,
        after.captured - before.captured,
        after.refunded - before.refunded,
      ]).toEqual([orders.length, sum('amount'), sum('refunded')]);
      expect(after.balance).toBe(after.captured - after.refunded);
    }),
    { numRuns: 40 },
  );
}, 60_000);

test('malformed responses never throw', async () => {
  const payment = await charged();
  const right = JSON.stringify(valueOf(await gateway.find(payment)));
  const text = fc.oneof(
    fc.json(),
    fc.string(),
    fc.record({ code: fc.anything(), error: fc.anything() }).map((value) => JSON.stringify(value) ?? ''),
    fc.nat(right.length).map((end) => right.slice(0, end)),
  );
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom(200, 400, 404, 500), async (said, status) => {
      plan('find', payment.ref, { kind: 'say', status, text: said });
      expect((await gateway.find(payment)).kind).toBe('unknown');
      plan('confirm', payment.ref, { kind: 'say', status, text: said });
      expect((await gateway.confirm({ ...payment, idempotencyKey: 'odd' })).kind).toBe('unknown');
    }),
    { numRuns: 50 },
  );
});

test('settlements are listed on the day they were paid to us', async () => {
  clock = new Date('2027-02-01T05:00:00Z');
  const payment = await charged({ amount: 10_001 });
  await cancel(payment.paymentKey, 1, 'one');
  const list = async (from: string, to: string) =>
    valueOf(await gateway.listSettlements({ from: new Date(from), to: new Date(to) }));
  expect(await list('2027-02-04T00:00:00+09:00', '2027-02-05T00:00:00+09:00')).toEqual([
    {
      key: `${payment.paymentKey}-sale`,
      ref: payment.ref,
      paymentKey: payment.paymentKey,
      amount: 10_001,
      fee: 300,
      settledAt: new Date('2027-02-03T15:00:00Z'),
    },
    expect.objectContaining({ ref: payment.ref, amount: -1, fee: 0 }),
  ]);
  expect(await list('2027-02-05T00:00:00+09:00', '2027-02-06T00:00:00+09:00')).toEqual([]);
});

describe('a webhook', () => {
  type Sent = { headers: IncomingHttpHeaders; rawBody: Buffer };
  const secrets = new Map<string, string>();
  const read = (sent: Sent, from: Gateway = gateway) =>
    from.readWebhook({ ...sent, secretOf: async (ref) => secrets.get(ref) ?? null, now: clock });
  const taken = (): Sent[] =>
    fake.webhooks.splice(0).map(({ headers, body }) => ({ headers, rawBody: Buffer.from(body) }));
  const bodied = (body: unknown, headers: IncomingHttpHeaders = {}): Sent => ({
    headers,
    rawBody: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  });

  test('of a changed payment is only a hint, because it is unsigned', async () => {
    const payment = await charged();
    const [sent] = taken();
    expect(sent && (await read(sent))).toEqual({
      kind: 'payment',
      ref: payment.ref,
      paymentKey: payment.paymentKey,
      id: sent?.headers['tosspayments-webhook-transmission-id'],
    });
    // A forged webhook is no more than a hint to query.
    const invented = bodied({
      eventType: 'PAYMENT_STATUS_CHANGED',
      data: { paymentKey: 'pk', orderId: 'attempt-x', status: 'DONE', totalAmount: 1 },
    });
    const read1 = await read(invented);
    expect(read1).toEqual({
      kind: 'payment',
      ref: 'attempt-x',
      paymentKey: 'pk',
      id: expect.stringMatching(/^.{43}$/),
    });
    expect(await read(invented)).toEqual(read1);
  });

  test('of a deposit is authenticated by the secret of its payment', async () => {
    const payment = agreed({ method: 'VIRTUAL_ACCOUNT' });
    const { secret } = valueOf(await gateway.confirm(payment));
    const [sent] = taken();
    if (!sent) throw new Error('none');
    expect(await read(sent)).toEqual({ kind: 'forged' });
    secrets.set(payment.ref, `${secret}x`);
    expect(await read(sent)).toEqual({ kind: 'forged' });
    secrets.set(payment.ref, secret ?? '');
    expect(await read(sent)).toMatchObject({ kind: 'payment', ref: payment.ref, paymentKey: null });
  });

  describe('of payouts and sellers is signed', () => {
    const body = JSON.stringify({
      eventType: 'payout.changed',
      eventId: 'event-1',
      entityBody: { id: 'payout_1', refPayoutId: 'payout-1', status: 'FAILED' },
    });
    const time = '2026-11-22T14:00:00+09:00';
    const sign = (key: string | Buffer, text = body, at = time) =>
      `v1:${createHmac('sha256', key).update(`${text}:${at}`).digest('base64')}`;
    const signed = (signature: string | undefined, text = body, at = time) =>
      bodied(text, {
        'tosspayments-webhook-transmission-time': at,
        ...(signature !== undefined && { 'tosspayments-webhook-signature': signature }),
      });

    test.each<[string, () => Sent, boolean]>([
      ['signed with the key as text', () => signed(sign(securityKey)), true],
      ['signed with the key as bytes', () => signed(sign(Buffer.from(securityKey, 'hex'))), true],
      ['signed with an old key and the right one', () => signed(`${sign('old')},${sign(securityKey)}`), true],
      ['signed with the right key and a new one', () => signed(`${sign(securityKey)}, ${sign('new')}`), true],
      ['signed by another', () => signed(sign('other')), false],
      ['not signed', () => signed(undefined), false],
      ['with an empty signature', () => signed(''), false],
      ['changed afterwards', () => signed(sign(securityKey), body.replace('FAILED', 'COMPLETED')), false],
      ['of another time', () => signed(sign(securityKey), body, '2026-11-23T14:00:00+09:00'), false],
    ])('%s', async (_how, make, isBelieved) => {
      expect(await read(make())).toEqual(
        isBelieved ? { kind: 'payout', ref: 'payout-1', id: 'event-1' } : { kind: 'forged' },
      );
    });

    test('is rejected if no key is configured', async () => {
      const without = tossGateway({ ...config, securityKey: undefined });
      expect(await read(signed(sign(securityKey)), without)).toEqual({ kind: 'forged' });
      expect(without.payouts).toBeNull();
    });
  });

  test('can be resent, reordered and late, and keeps its id', async () => {
    const payment = await charged();
    await cancel(payment.paymentKey, 1, 'one');
    const sent = taken();
    const ids = async (list: Sent[]) =>
      Promise.all(list.map(async (each) => ((await read(each)) as { id: string }).id));
    const first = await ids(sent);
    expect(new Set(first).size).toBe(2);
    clock = new Date(clock.getTime() + (3 * 24 + 19) * 3_600_000);
    expect(await ids(sent.toReversed())).toEqual(first.toReversed());
  });

  test.each([
    ['billing', { eventType: 'BILLING_DELETED', data: { billingKey: 'b' } }],
    ['no keys', { eventType: 'PAYMENT_STATUS_CHANGED', data: {} }],
    [
      'odd keys',
      { eventType: 'PAYMENT_STATUS_CHANGED', data: { orderId: 'a\u0000b', paymentKey: "'; drop table" } },
    ],
    ['no JSON', '<xml/>'],
    ['null', null],
    ['nothing', ''],
  ])('without a use is ignored: %s', async (_what, body) => {
    expect(await read(bodied(body))).toEqual({ kind: 'ignored' });
  });

  test('never throws on malformed input', async () => {
    const hostile = fc.record(
      {
        eventType: fc.oneof(
          fc.constantFrom(
            'PAYMENT_STATUS_CHANGED',
            'CANCEL_STATUS_CHANGED',
            'payout.changed',
            'seller.changed',
          ),
          fc.string(),
        ),
        data: fc.oneof(fc.record({ paymentKey: fc.anything(), orderId: fc.anything() }), fc.anything()),
        entityBody: fc.oneof(fc.record({ refPayoutId: fc.anything() }), fc.anything()),
        orderId: fc.anything(),
        secret: fc.anything(),
        transactionKey: fc.anything(),
      },
      { requiredKeys: [] },
    );
    const body = fc.oneof(
      hostile.map((value) => Buffer.from(JSON.stringify(value) ?? '')),
      fc.json().map((text) => Buffer.from(text)),
      fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    );
    await fc.assert(
      fc.asyncProperty(body, fc.dictionary(fc.string(), fc.string()), async (rawBody, headers) => {
        const result = await read({ rawBody, headers });
        expect(['payment', 'ignored', 'forged']).toContain(result.kind);
      }),
    );
  });
});

describe('a payout', () => {
  const payouts = () => gateway.payouts as Payouts;
  async function seller(more: Partial<Seller> = {}) {
    count += 1;
    return payouts().registerSeller({
      ref: `seller-${count}`,
      name: '홍길동',
      email: 'maker@example.com',
      phone: '+821012345678',
      account,
      business: null,
      idempotencyKey: `seller-${count}`,
      ...more,
    });
  }
  async function approved(): Promise<string> {
    const { sellerKey, ref } = valueOf(await seller());
    fake.setSeller(ref, 'APPROVED');
    return sellerKey;
  }
  const order = (ref: string, sellerKey: string) => ({
    ref,
    sellerKey,
    amount: 30_000,
    currency: 'KRW',
    description: '공방정산',
  });
  const find = (ref: string) => payouts().find({ ref, payoutKey: null, sentAt: clock });

  test('goes to a seller that Toss has approved', async () => {
    const registered = valueOf(await seller());
    expect(registered.status).toBe('approval_required');
    expect(await payouts().send(order('payout-no', registered.sellerKey))).toEqual({
      kind: 'unknown',
      code: 'NOT_APPROVED_SELLER',
    });
    fake.setSeller(registered.ref, 'APPROVED');
    expect(valueOf(await payouts().findSeller(registered))).toEqual({ ...registered, status: 'approved' });
    expect(valueOf(await payouts().findSeller({ sellerKey: 'nobody' }))).toBeNull();
    const business = {
      name: '공방',
      representative: '홍길동',
      registrationNumber: '1234567890',
      isCorporation: true,
    };
    expect(valueOf(await seller({ business })).status).toBe('partly_approved');
    const moved = {
      sellerKey: registered.sellerKey,
      account: { ...account, bankCode: '092' },
      idempotencyKey: 'moved',
    };
    expect(valueOf(await payouts().updateSeller(moved))).toEqual({ ...registered, status: 'approved' });
  });

  test('is made once per reference, and found by it or by its key', async () => {
    const sellerKey = await approved();
    const sent = valueOf(await payouts().send(order('payout-a', sellerKey)));
    expect(sent).toMatchObject({ ref: 'payout-a', status: 'requested', failure: null });
    expect(valueOf(await payouts().send(order('payout-a', sellerKey)))).toEqual(sent);
    fake.finishPayout('payout-a', 'COMPLETED');
    const completed = { ...sent, status: 'completed' };
    expect(valueOf(await find('payout-a'))).toEqual(completed);
    expect(
      valueOf(await payouts().find({ ref: 'payout-a', payoutKey: sent.payoutKey, sentAt: clock })),
    ).toEqual(completed);
    expect(valueOf(await find('payout-z'))).toBeNull();
    expect(valueOf(await payouts().find({ ref: 'x', payoutKey: 'nothing', sentAt: clock }))).toBeNull();
  });

  test('may fail days later', async () => {
    await payouts().send(order('payout-late', await approved()));
    fake.webhooks.length = 0;
    clock = new Date(clock.getTime() + 3 * 86_400_000);
    fake.finishPayout('payout-late', 'FAILED');
    const [webhook] = fake.webhooks;
    const read = await gateway.readWebhook({
      headers: webhook?.headers ?? {},
      rawBody: Buffer.from(webhook?.body ?? ''),
      secretOf: async () => null,
      now: clock,
    });
    expect(read).toMatchObject({ kind: 'payout', ref: 'payout-late' });
    const found = await payouts().find({
      ref: 'payout-late',
      payoutKey: null,
      sentAt: new Date('2026-11-22T05:00:00Z'),
    });
    expect(valueOf(found)).toMatchObject({ status: 'failed', failure: { code: 'ACCOUNT_CLOSED' } });
  });

  test.each<[Fault['kind'], boolean]>([
    ['reset', false],
    ['done_then_reset', true],
    ['done_then_500', true],
    ['in_flight', false],
    ['unreadable', false],
  ])('whose response is lost by %s is made once', async (kind, isMade) => {
    const ref = `payout-${kind}`;
    const sellerKey = await approved();
    plan('payout', ref, { kind } as Fault);
    expect(await payouts().send(order(ref, sellerKey))).toMatchObject({ kind: 'unknown' });
    expect(valueOf(await find(ref)) !== null).toBe(isMade);
    const before = fake.totals().payoutsUnderway;
    expect(valueOf(await payouts().send(order(ref, sellerKey)))).toMatchObject({ status: 'requested' });
    expect(fake.totals().payoutsUnderway - before).toBe(isMade ? 0 : 30_000);
  });

  test('has an unknown outcome if the keys do not fit', async () => {
    const sellerKey = await approved();
    const other = tossGateway({ ...config, securityKey: randomBytes(32).toString('hex') });
    expect(await other.payouts?.send(order('payout-sealed', sellerKey))).toEqual({
      kind: 'unknown',
      code: 'UNREADABLE_ANSWER',
    });
    expect(valueOf(await find('payout-sealed'))).toBeNull();
  });
});

test('the fake server is controlled over HTTP, and sends webhooks as often as a test wants', async () => {
  const control = async (action: string, body: object = {}) => {
    const answer = await fetch(`${config.baseUrl}/control/${action}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    return answer.json();
  };
  const received: string[] = [];
  const shop = createServer((request, response) => {
    received.push(String(request.headers['tosspayments-webhook-transmission-id']));
    request.resume();
    response.end();
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  const to = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`;
  const before = fake.totals();
  const agreement = await control('agree', { orderId: 'over-http', amount: 5000, method: 'VIRTUAL_ACCOUNT' });
  const { paymentKey } = agreement as { paymentKey: string };
  const payment = {
    paymentKey,
    ref: 'over-http',
    amount: 5000,
    currency: 'KRW',
    idempotencyKey: 'over-http',
  };
  await control('plan', {
    call: 'confirm',
    ref: 'over-http',
    fault: { kind: 'refuse', status: 400, code: 'FDS_ERROR' },
  });
  expect(await gateway.confirm(payment)).toMatchObject({ kind: 'refused' });
  expect(valueOf(await gateway.confirm(payment)).status).toBe('waiting_deposit');
  await control('deposit', { orderId: 'over-http' });
  const ids = fake.webhooks.map(({ headers }) => headers['tosspayments-webhook-transmission-id']);
  expect(await control('deliver', { to, times: 7, reversed: true })).toEqual(
    Array.from({ length: 21 }, () => 200),
  );
  expect([...new Set(received)]).toEqual(ids.toReversed());
  expect(await control('totals')).toEqual({
    ...before,
    payments: before.payments + 1,
    captured: before.captured + 5000,
    balance: before.balance + 5000,
  });
  await new Promise((resolve) => shop.close(resolve));
});

describe('encrypted bodies', () => {
  test('are decrypted with their key only, and carry their time', async () => {
    const at = new Date('2026-11-22T05:00:00.789Z');
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const sealed = await sealForToss(securityKey, value, at);
        expect(await openFromToss(securityKey, sealed)).toEqual(JSON.parse(JSON.stringify(value)));
        await expect(openFromToss(randomBytes(32).toString('hex'), sealed)).rejects.toThrow(
          'decryption operation failed',
        );
      }),
      { numRuns: 20 },
    );
    const [one, other] = [await sealForToss(securityKey, {}, at), await sealForToss(securityKey, {}, at)];
    expect(decodeProtectedHeader(one)).toEqual({
      alg: 'dir',
      enc: 'A256GCM',
      iat: '2026-11-22T14:00:00+09:00',
      nonce: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(decodeProtectedHeader(other)['nonce']).not.toBe(decodeProtectedHeader(one)['nonce']);
    const { plaintext } = await compactDecrypt(one, Buffer.from(securityKey, 'hex'));
    expect(new TextDecoder().decode(plaintext)).toBe('{}');
  });

  test('that are malformed are rejected', async () => {
    const key = Buffer.from(securityKey, 'hex');
    const other = await new CompactEncrypt(Buffer.from('{}'))
      .setProtectedHeader({ alg: 'A256KW', enc: 'A256GCM' })
      .encrypt(key);
    for (const text of [other, '', 'a.b.c.d.e', '{}'])
      await expect(openFromToss(securityKey, text)).rejects.toThrow(/JWE|not allowed/);
  });
});

test('failures reveal no account, name or key', async () => {
  const payment = agreed({ method: 'VIRTUAL_ACCOUNT' });
  await gateway.confirm(payment);
  fake.deposit(payment.ref);
  const kinds = ['reset', 'done_then_500', 'unreadable'] as const;
  for (const kind of kinds) {
    plan('cancel', payment.ref, { kind });
    const outcome = JSON.stringify(await cancel(payment.paymentKey, 1, kind, account));
    for (const hidden of [account.accountNumber, account.holder, 'test_sk', payment.paymentKey])
      expect(outcome).not.toContain(hidden);
  }
});

test('banks and times of Toss are converted to ours', () => {
  const banks = ['004', '088', '011', '003', '090', '002', '007', '092'];
  expect(banks.map(toTossBank)).toEqual(['06', '88', '11', '03', '90', '02', '07', '92']);
  expect(banks.map((code) => fromTossBank(toTossBank(code)))).toEqual(banks);
  expect(readTossTime('2026-11-22T14:00:00+09:00')).toEqual(new Date('2026-11-22T05:00:00Z'));
  expect(readTossTime('2026-11-22T14:00:00.000000')).toEqual(new Date('2026-11-22T05:00:00Z'));
  expect(readTossTime('soon')).toBeNull();
});
