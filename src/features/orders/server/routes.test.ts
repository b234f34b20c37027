import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { formOf, startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { negotiatingOn } from '#features/quotes/server/testing.ts';
import type { Attempt } from '#features/payments/contract.ts';
import type { ResourceDetail } from '#features/resources/contract.ts';
import type { OrderDetail } from '../contract.ts';
import { anyKey, orderingOn, type Ordering } from './testing.ts';

let server: TestServer;
let on: Ordering;
let buyer: Person;

beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_PAYMENTS: '10000', RATE_LIMIT_ORDERS: '10000' });
  on = orderingOn(server);
  buyer = await server.signUp();
});
afterAll(() => server.close());
afterEach(() => on.assertSound());

describe('a complete order', () => {
  test('leads from placing to payout, with every won accounted for', async () => {
    const { provider, serviceId } = await on.provide({ price: 33_333 });
    const made = await on.order(buyer, serviceId, {
      description: '책상에 놓을 거치대',
      delivery: {
        kind: 'ship',
        address: { name: '김주문', phone: '010-1234-5678', address: '서울 성동구 성수이로 1' },
      },
    });
    expect(made.state).toBe('created');
    expect(made.amounts).toMatchObject({ principal: 33_333, fee: 3333, total: 36_666, currency: 'KRW' });
    expect(made.can).toEqual(['cancel']);

    const paid = await on.pay(buyer, made.id);
    expect(paid).toMatchObject({ state: 'captured', bound: true, amount: 36_666 });
    expect(await on.owed('escrow', made.id)).toBe(36_666);
    expect((await on.read(provider, made.id)).delivery.address).toBeNull();

    const accepted = await on.move(provider, made.id, 'accept');
    expect(accepted.delivery.address?.name).toBe('김주문');
    await on.move(provider, made.id, 'start');
    const photo = await on.photo(provider, made.id);
    const sent = await on.move(provider, made.id, 'deliver', {
      photos: [photo],
      carrier: '우체국',
      trackingNumber: '6012345678901',
    });
    expect(sent.state).toBe('delivered');
    expect(sent.timers).toEqual([]);
    await on.move(buyer, made.id, 'arrived');
    const done = await on.complete(buyer, made.id);
    expect(done.state).toBe('completed');
    expect(await on.owed('escrow', made.id)).toBe(0);
    expect(await on.owed('provider_payable', made.id)).toBe(33_333);

    // Payables of a provider's first orders are held for seven days.
    expect((await on.read(provider, made.id)).payout).toMatchObject({
      because: 'first_orders',
      amount: 33_333,
    });
    await on.pass(made.id, 7 * 24 + 1);
    await on.payOut();
    expect(await on.owed('provider_payable', made.id)).toBe(0);
    const statement = await server.call('GET', '/api/user/transactions', { as: provider });
    for (const [language, word] of [
      ['ko', /요\.$/],
      ['en', /\.$/],
      ['ja', /[。]$/],
    ] as const) {
      const told = await server.call('GET', '/api/user/transactions', {
        as: provider,
        headers: { 'accept-language': language },
      });
      const reasons = told.json<{ reason: string }[]>().map(({ reason }) => reason);
      expect(reasons.length).toBeGreaterThan(0);
      for (const each of reasons) expect(each).toMatch(word);
    }
    expect(
      statement.json<{ kind: string; amount: number }[]>().map(({ kind, amount }) => [kind, amount]),
    ).toEqual([
      ['paid_out', -33_333],
      ['earned', 33_333],
    ]);
    // The records of the bank, ours and theirs share one number.
    const { number } = await on.read(provider, made.id);
    const taken = await server.call('GET', '/api/user/transactions.csv', { as: provider });
    expect(taken.body).toContain(number);
    const finance = await server.signUp({ role: 'finance' });
    const payouts = await server.call('GET', `/api/admin/payouts?search=${number}`, { as: finance });
    expect(payouts.json()).toMatchObject([{ provider: { id: provider.id }, amount: 33_333 }]);
    // After the time for claims only the buyer sees the address.
    expect((await on.read(provider, made.id)).delivery.address?.name).toBe('김주문');
    await on.shift(made.id, 95 * 24);
    expect((await on.read(provider, made.id)).delivery.address).toBeNull();
    expect((await on.read(buyer, made.id)).delivery.address?.name).toBe('김주문');
    const never = await server.call('GET', '/api/user/transactions?from=0000-01-01', { as: provider });
    expect(never.json()).toMatchObject({ code: 'invalid_input', fields: { from: expect.any(String) } });
  });
});

/** Delivers files, so that no parcel is needed. */
async function deliverFiles(provider: Person, id: string) {
  const uploadId = await on.upload(provider, new TextEncoder().encode(`result ${id}`), 'result.txt');
  return on.move(provider, id, 'deliver', { files: [{ uploadId }] });
}

async function paidOrder(fields: object = {}, price = 30_000) {
  const { provider, serviceId } = await on.provide({ price });
  const made = await on.order(buyer, serviceId, fields);
  await on.pay(buyer, made.id);
  return { provider, serviceId, id: made.id };
}

async function workingOrder(price = 30_000) {
  const order = await paidOrder({}, price);
  await on.move(order.provider, order.id, 'accept');
  await on.move(order.provider, order.id, 'start');
  return order;
}

async function deliveredOrder(price = 30_000) {
  const order = await workingOrder(price);
  await deliverFiles(order.provider, order.id);
  return order;
}

async function refundsOf(id: string) {
  await on.runJobs();
  return (await on.read(buyer, id)).refunded.map(({ amount, state }) => [amount, state]);
}

test('nobody leaves while money of theirs may still arrive', async () => {
  const person = await server.signUp();
  const { serviceId } = await on.provide();
  const { id } = await on.order(person, serviceId);
  const attempt = await on.open(person, id, { method: 'virtual_account' });
  await on.confirm(person, await on.decide(attempt, 'virtual-account', { webhooks: 'never' }));
  await on.move(person, id, 'cancel');
  const leave = (as: Person) =>
    server.call('DELETE', '/api/user', { as, payload: { password: as.password } });
  expect((await leave(person)).json()).toMatchObject({ code: 'orders_open' });
  expect((await leave(await server.signUp())).statusCode).toBe(200);
});

describe('placing an order', () => {
  test('requires a login, agreement, an address and the right price', async () => {
    const { provider, serviceId } = await on.provide();
    expect((await on.place(undefined, serviceId)).statusCode).toBe(401);
    const unasked = await on.place(buyer, serviceId, { consent: { terms: false } });
    expect(unasked.statusCode).toBe(400);
    expect(unasked.json()).toMatchObject({
      code: 'consent_needed',
      fields: { 'consent.terms': expect.any(String) },
    });
    const unmeasured = await on.place(buyer, serviceId, { consent: { terms: true } });
    expect(unmeasured.json()).toMatchObject({ fields: { 'consent.customMade': expect.any(String) } });
    const nowhere = await on.place(buyer, serviceId, { delivery: { kind: 'ship', address: null } });
    expect(nowhere.json()).toMatchObject({ code: 'address_needed' });
    const tampered = await on.place(buyer, serviceId, { total: 1 });
    expect([tampered.statusCode, tampered.json<{ code: string }>().code]).toEqual([409, 'price_changed']);
    const own = await on.place(provider, serviceId);
    expect([own.statusCode, own.json<{ message: string }>().message]).toEqual([
      409,
      '자신의 서비스는 결제할 수 없습니다.',
    ]);
    expect((await on.place(buyer, '01890000-0000-7000-8000-000000000000')).statusCode).toBe(404);
  });

  test('is refused to another account of the provider, by phone or bank account', async () => {
    const { provider, serviceId } = await on.provide();
    const { db } = server.runtime;
    const { sealedPhone } = await db
      .selectFrom('person')
      .select('sealedPhone')
      .where('id', '=', provider.id)
      .executeTakeFirstOrThrow();
    const byPhone = await server.signUp();
    await db
      .updateTable('person')
      .set({ sealedPhone, phoneVerifiedAt: new Date() })
      .where('id', '=', byPhone.id)
      .execute();
    expect((await on.place(byPhone, serviceId)).json()).toMatchObject({ code: 'same_person' });
    const { sealedNumber } = await db
      .selectFrom('bankAccount')
      .select('sealedNumber')
      .where('personId', '=', provider.id)
      .executeTakeFirstOrThrow();
    const byAccount = await server.signUp();
    await on.verify(byAccount);
    await db.updateTable('bankAccount').set({ sealedNumber }).where('personId', '=', byAccount.id).execute();
    expect((await on.place(byAccount, serviceId)).json()).toMatchObject({ code: 'same_person' });
  });

  test('happens once per key, with repeated clicks', async () => {
    const { serviceId } = await on.provide();
    const headers = { 'idempotency-key': 'one' };
    const [first, second] = await Promise.all([
      on.place(buyer, serviceId, {}, headers),
      on.place(buyer, serviceId, {}, headers),
    ]);
    expect(first.json<{ id: string }>().id).toBe(second.json<{ id: string }>().id);
    const other = await on.place(buyer, serviceId, { description: 'x' }, headers);
    expect([other.statusCode, other.json<{ code: string }>().code]).toEqual([409, 'idempotency_conflict']);
  });

  test('multiplies by units and hours, and needs a quote where there is no price', async () => {
    const units = await on.provide({ serviceType: 'woodworking', price: 5000, pricePerUnit: 1500 });
    const made = await on.order(buyer, units.serviceId, { quantity: 7 });
    expect(made.amounts.principal).toBe(5000 + 7 * 1500);
    expect(made.lines.map(({ code, amount }) => [code, amount])).toEqual([
      ['base', 5000],
      ['units', 10_500],
    ]);
    // The weight of a print is unknown before its model: the price of 10 g is not the price of a piece.
    const byWeight = await on.provide({
      serviceType: '3d_printing',
      price: 5000,
      pricePerUnit: 1500,
    });
    expect((await on.place(buyer, byWeight.serviceId)).json()).toMatchObject({ code: 'quote_needed' });
    const unpriced = await on.provide({ price: null });
    expect((await on.place(buyer, unpriced.serviceId)).json()).toMatchObject({ code: 'quote_needed' });
    const yen = await on.provide({ currency: 'JPY' });
    expect((await on.place(buyer, yen.serviceId)).json()).toMatchObject({ code: 'not_payable' });
  });

  test('shows its price, fee included, before there is an order', async () => {
    const { provider, serviceId } = await on.provide({ price: 30_000, hourlyRate: 20_000 });
    const offer = await server.call('GET', `/api/services/${serviceId}/offer?quantity=2`, { as: buyer });
    expect(offer.json()).toMatchObject({
      kind: 'priced',
      amounts: { principal: 70_000, fee: 7000, total: 77_000 },
      obstacle: null,
    });
    const own = await server.call('GET', `/api/services/${serviceId}/offer`, { as: provider });
    expect(own.json()).toMatchObject({ obstacle: { code: 'own_service' } });
    expect((await server.call('GET', `/api/services/${serviceId}/offer`)).json()).toMatchObject({
      kind: 'priced',
    });
  });
});

test('in parts shows the whole job and all parts on each order, with states and sums', async () => {
  const { serviceId, id: whole } = await paidOrder();
  expect((await on.read(buyer, whole)).milestones).toBeNull();
  const one = await on.order(buyer, serviceId, { parentId: whole });
  const two = await on.order(buyer, serviceId, { parentId: whole, description: '두 번째' });
  const expected = {
    whole: { id: whole, state: 'paid', amounts: { total: 33_000 } },
    parts: [
      { id: one.id, state: 'created', amounts: { total: 33_000 } },
      { id: two.id, state: 'created' },
    ],
  };
  for (const id of [whole, one.id, two.id]) {
    expect((await on.read(buyer, id)).milestones, id).toMatchObject(expected);
  }
  const stranger = await server.signUp();
  const foreign = await on.place(stranger, serviceId, { parentId: whole });
  expect(foreign.json()).toMatchObject({ code: 'order_not_found' });
});

describe('paying', () => {
  test('is open to the buyer only, for the agreed amount, once', async () => {
    const { provider, serviceId } = await on.provide();
    const { id } = await on.order(buyer, serviceId);
    const stranger = await server.signUp();
    const calls = (as?: Person) =>
      server.call('POST', `/api/orders/${id}/payments`, {
        ...(as && { as }),
        headers: anyKey(),
        payload: {},
      });
    expect((await calls()).statusCode).toBe(401);
    expect((await calls(stranger)).statusCode).toBe(404);
    expect((await calls(provider)).statusCode).toBe(403);

    const attempt = await on.open(buyer, id);
    expect(await on.open(buyer, id)).toEqual(attempt);
    const back = await on.decide(attempt, 'approve');
    const tampered = await on.confirm(buyer, { ...back, amount: 100 });
    expect([tampered.statusCode, tampered.json<{ code: string }>().code]).toEqual([409, 'amount_differs']);
    expect((await on.confirm(stranger, back)).statusCode).toBe(404);
    expect((await on.confirm(undefined, back)).statusCode).toBe(401);

    const answers = await Promise.all([
      on.confirm(buyer, back),
      on.confirm(buyer, back),
      on.confirm(buyer, back),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    await on.runJobs();
    expect(await on.owed('escrow', id)).toBe(33_000);
    expect((await calls(buyer)).statusCode).toBe(409);
  });

  test('continues an attempt in another language and returns to it', async () => {
    const { serviceId } = await on.provide();
    const { id } = await on.order(buyer, serviceId);
    const openIn = async (language: string) => {
      const answer = await server.call('POST', `/api/orders/${id}/payments`, {
        as: buyer,
        headers: { ...anyKey(), 'accept-language': language },
        payload: {},
      });
      return answer.json<Attempt>();
    };
    const first = await openIn('ko');
    const again = await openIn('ja');
    expect(again.id).toBe(first.id);
    expect([new URL(first.redirectUrl).pathname, new URL(again.redirectUrl).pathname]).toEqual([
      expect.stringMatching(/^\/payment\/sandbox\/[^/]+$/),
      expect.stringMatching(/^\/jp\/payment\/sandbox\/[^/]+$/),
    ]);
    const { paymentKey } = again.begun as { paymentKey: string };
    const sandbox = `/api/sandbox/payments/${paymentKey}`;
    const shown = await server.call('GET', sandbox);
    expect(shown.json()).toMatchObject({ orderName: (await on.read(buyer, id)).title });
    const agreed = await server.call('POST', `${sandbox}/approve`, { payload: {} });
    const { redirect } = agreed.json<{ redirect: string }>();
    expect(new URL(redirect).pathname).toBe('/jp/payment/success');
  });

  test('charges nothing for an order that was cancelled or paid in another tab', async () => {
    const { serviceId } = await on.provide();
    const { id } = await on.order(buyer, serviceId);
    const back = await on.decide(await on.open(buyer, id), 'approve');
    await on.move(buyer, id, 'cancel');
    expect((await on.confirm(buyer, back)).json()).toMatchObject({ code: 'payment_over' });
    const paid = await on.order(buyer, serviceId);
    const [one, two] = [await on.open(buyer, paid.id), await on.open(buyer, paid.id, { method: 'card' })];
    const [first, second] = [await on.decide(one, 'approve'), await on.decide(two, 'approve')];
    // The key of another attempt of the same person does not fit this one.
    const mixed = await on.confirm(buyer, { ...first, paymentKey: second.paymentKey });
    expect([mixed.statusCode, mixed.json<{ code: string }>().code]).toEqual([404, 'payment_not_found']);
    expect((await on.confirm(buyer, first)).json()).toMatchObject({ bound: true });
    expect((await on.confirm(buyer, second)).json()).toMatchObject({ code: 'payment_over' });
    const { rows } = await server.runtime.pool.query<{ balance: number }>(
      'select balance from sandbox_payment where key = any ($1)',
      [[back.paymentKey, second.paymentKey]],
    );
    expect(rows.map(({ balance }) => balance)).toEqual([0, 0]);
  });

  test('is refused while the outcome of another payment is unknown, and after a cancellation', async () => {
    const { serviceId } = await on.provide();
    const { id } = await on.order(buyer, serviceId);
    const [one, two] = [await on.open(buyer, id), await on.open(buyer, id, { method: 'card' })];
    const second = await on.decide(two, 'approve');
    const first = await on.decide(one, 'delay', { delaySeconds: 3600, webhooks: 'never' });
    expect((await on.confirm(buyer, first)).json()).toMatchObject({ state: 'unknown' });
    expect((await on.confirm(buyer, second)).json()).toMatchObject({ code: 'payment_pending' });
    await on.move(buyer, id, 'cancel');
    await on.pass(id, 0.5);
    expect((await server.call('GET', `/api/payments/${one.id}`, { as: buyer })).json()).toMatchObject({
      state: 'failed',
      failureCode: 'not_needed',
    });
  });

  test('refunds money that arrives after the cancellation', async () => {
    const { serviceId } = await on.provide();
    const { id } = await on.order(buyer, serviceId);
    const back = await on.decide(await on.open(buyer, id), 'charge-then-hang', { webhooks: 'never' });
    expect((await on.confirm(buyer, back)).json()).toMatchObject({ state: 'unknown' });
    await on.move(buyer, id, 'cancel');
    await on.pass(id, 0.1);
    expect(await refundsOf(id)).toEqual([[33_000, 'confirmed']]);
    expect((await on.read(buyer, id)).state).toBe('cancelled');
  });

  test('counts for nothing if the gateway refunded it before its webhook arrived', async () => {
    const { serviceId } = await on.provide();
    const { id } = await on.order(buyer, serviceId);
    const attempt = await on.open(buyer, id);
    const back = await on.decide(attempt, 'charge-then-hang', { webhooks: 'never' });
    expect((await on.confirm(buyer, back)).json()).toMatchObject({ state: 'unknown' });
    await server.runtime.pool.query(
      `update sandbox_payment set status = 'cancelled', balance = 0 where key = $1`,
      [back.paymentKey],
    );
    await on.pass(id, 0.1);
    expect((await on.read(buyer, id)).state).toBe('created');
    await on.pass(id, 0.1);
    expect(await refundsOf(id)).toEqual([[33_000, 'confirmed']]);
  });

  test('queries a payment of unknown outcome until it is known', async () => {
    const { serviceId } = await on.provide();
    const { id } = await on.order(buyer, serviceId);
    const back = await on.decide(await on.open(buyer, id), 'charge-then-hang', { webhooks: 'never' });
    const lost = await on.confirm(buyer, back);
    expect(lost.json()).toMatchObject({ state: 'unknown' });
    const again = await server.call('POST', `/api/orders/${id}/payments`, {
      as: buyer,
      headers: anyKey(),
      payload: {},
    });
    expect(again.json()).toMatchObject({ code: 'payment_pending' });
    await on.pass(id, 0.1);
    expect((await on.read(buyer, id)).state).toBe('paid');
    expect(await on.owed('escrow', id)).toBe(33_000);
  });

  test('can be repeated after a refused, abandoned or lost payment, until the order expires', async () => {
    const { serviceId } = await on.provide();
    const { id } = await on.order(buyer, serviceId);
    const refused = await on.confirm(buyer, await on.decide(await on.open(buyer, id), 'decline'));
    expect(refused.json()).toMatchObject({ state: 'failed' });
    const left = await on.open(buyer, id);
    await on.decide(left, 'abandon');
    const ref = (
      await server.runtime.db
        .selectFrom('payment')
        .select('ref')
        .where('id', '=', left.id)
        .executeTakeFirstOrThrow()
    ).ref;
    const failed = await server.call('POST', `/api/payments/${ref}/fail`, {
      as: buyer,
      payload: { code: 'PAY_PROCESS_CANCELED' },
    });
    expect(failed.json()).toMatchObject({ state: 'failed', failureCode: 'PAY_PROCESS_CANCELED' });
    await on.open(buyer, id);
    await on.pass(id, 1);
    expect((await on.read(buyer, id)).state).toBe('cancelled');
  });

  test('by virtual account waits for its deposit, which a bank error takes back', async () => {
    const { provider, serviceId } = await on.provide();
    const { id } = await on.order(buyer, serviceId);
    const attempt = await on.open(buyer, id, { method: 'virtual_account' });
    const back = await on.decide(attempt, 'virtual-account', { webhooks: 'after' });
    expect((await on.confirm(buyer, back)).json()).toMatchObject({
      state: 'waiting_deposit',
      deposit: { accountNumber: expect.any(String) },
    });
    await on.pass(id, 20);
    expect((await on.read(buyer, id)).state).toBe('created');
    await on.decide(attempt, 'deposit');
    await ask(attempt.id);
    expect((await on.read(provider, id)).state).toBe('paid');
    await on.move(provider, id, 'accept');
    await on.decide(attempt, 'reverse-deposit');
    await ask(attempt.id);
    const frozen = await on.read(buyer, id);
    expect([frozen.state, frozen.dispute?.openedBy]).toEqual(['disputed', 'system']);
    expect(await on.owed('escrow', id)).toBe(0);
  });

  async function ask(paymentId: string) {
    const { enqueue } = await import('#platform/server/jobs.ts');
    await enqueue(
      server.runtime.db,
      'payments.query',
      { id: paymentId },
      { key: `payments.query ${paymentId}` },
    );
    await on.runJobs();
  }
});

describe('the ends of an order', () => {
  test('declined, cancelled by the buyer or not answered: everything is refunded', async () => {
    for (const end of ['decline', 'cancel', 'silence'] as const) {
      const { provider, id } = await paidOrder();
      if (end === 'decline') await on.move(provider, id, 'decline');
      else if (end === 'cancel') await on.move(buyer, id, 'cancel');
      else await on.pass(id, 25);
      expect((await on.read(buyer, id)).state).toBe('refunded');
      expect(await refundsOf(id)).toEqual([[33_000, 'confirmed']]);
    }
  });

  test('partly settled: the fee is charged on the kept part', async () => {
    const { provider, id } = await workingOrder(33_333);
    const bad = await on.raise(provider, id, 'propose-settlement', { keep: 33_333 });
    expect(bad.json()).toMatchObject({ code: 'keep_out_of_range', fields: { keep: expect.any(String) } });
    await on.move(provider, id, 'propose-settlement', { keep: 12_345, reason: '반만 만들었어요.' });
    const own = await on.raise(provider, id, 'agree');
    expect(own.json()).toMatchObject({ code: 'invalid_transition', why: 'own_proposal' });
    const settled = await on.move(buyer, id, 'agree');
    expect([settled.state, settled.kept]).toEqual(['settled', 12_345]);
    expect(await on.owed('provider_payable', id)).toBe(12_345);
    expect(await refundsOf(id)).toEqual([[36_666 - 12_345 - 1234, 'confirmed']]);
  });

  test('a proposal without an answer lapses', async () => {
    const { provider, id } = await workingOrder();
    await on.move(provider, id, 'propose-settlement', { keep: 10_000 });
    await on.pass(id, 73);
    const order = await on.read(buyer, id);
    expect([order.state, order.proposal]).toEqual(['working', null]);
  });

  test('a late order is cancelled by the buyer, unless the provider objects', async () => {
    const { provider, id } = await workingOrder();
    expect((await on.raise(buyer, id, 'cancel')).json()).toMatchObject({ why: 'not_overdue' });
    await server.runtime.db
      .updateTable('orders')
      .set({ dueAt: new Date(Date.now() - 4 * 24 * 3600_000) })
      .where('id', '=', id)
      .execute();
    await on.move(buyer, id, 'cancel');
    expect((await on.read(buyer, id)).proposal?.kind).toBe('late_cancel');
    await on.pass(id, 49);
    expect((await on.read(buyer, id)).state).toBe('refunded');
    expect(await refundsOf(id)).toEqual([[33_000, 'confirmed']]);
    expect((await on.raise(provider, id, 'dispute', { reason: '늦지 않았어요.' })).statusCode).toBe(409);
  });

  test('completes by itself seven days after its arrival, and not before', async () => {
    const { id } = await deliveredOrder();
    await on.pass(id, 6 * 24 + 23);
    expect((await on.read(buyer, id)).state).toBe('delivered');
    await on.pass(id, 2);
    expect((await on.read(buyer, id)).state).toBe('completed');
  });

  test('is reworked twice at most', async () => {
    const { provider, id } = await deliveredOrder();
    for (let time = 0; time < 2; time++) {
      await on.move(buyer, id, 'rework', { reason: '모서리가 들떴어요.' });
      expect((await on.move(provider, id, 'agree')).state).toBe('working');
      await deliverFiles(provider, id);
    }
    expect((await on.raise(buyer, id, 'rework', { reason: '또요' })).json()).toMatchObject({
      why: 'rework_limit',
    });
  });

  test('goods made to measure cannot be returned; others can', async () => {
    const { id } = await deliveredOrder();
    expect((await on.raise(buyer, id, 'withdraw')).json()).toMatchObject({ why: 'custom_made' });
    const { provider, serviceId } = await on.provide({
      serviceType: 'engineer',
      price: null,
      hourlyRate: 40_000,
    });
    const made = await on.order(buyer, serviceId, { consent: { terms: true } });
    await on.pay(buyer, made.id);
    await on.move(provider, made.id, 'accept');
    await on.move(provider, made.id, 'start');
    await deliverFiles(provider, made.id);
    await on.move(buyer, made.id, 'withdraw', { reason: '마음이 바뀌었어요.' });
    await on.pass(made.id, 73);
    expect((await on.read(buyer, made.id)).state).toBe('refunded');
    expect(await refundsOf(made.id)).toEqual([[44_000, 'confirmed']]);
  });

  test('free orders take the same steps without money', async () => {
    const { provider, serviceId } = await on.provide({ isFreeService: true, price: null });
    const made = await on.order(buyer, serviceId, { consent: { terms: true } });
    expect([made.isFree, made.amounts.total]).toEqual([true, 0]);
    expect(
      (
        await server.call('POST', `/api/orders/${made.id}/payments`, {
          as: buyer,
          headers: anyKey(),
          payload: {},
        })
      ).statusCode,
    ).toBe(409);
    await on.move(provider, made.id, 'accept');
    await on.move(provider, made.id, 'start');
    await deliverFiles(provider, made.id);
    expect((await on.complete(buyer, made.id)).state).toBe('completed');
    const journals = await server.runtime.db
      .selectFrom('ledgerJournal')
      .select('id')
      .where('orderId', '=', made.id)
      .execute();
    expect(journals).toEqual([]);
  });
});

describe('an agreed quote', () => {
  test('becomes one order with its price and files, and can be ordered again if that was never paid', async () => {
    const quotes = negotiatingOn(server);
    const { provider, serviceId } = await on.provide({ serviceType: 'metalworking', price: null });
    const uploadId = await quotes.upload(buyer, new TextEncoder().encode('solid'), '도면.stl');
    const asked = await quotes.request(buyer, [serviceId], { files: [{ uploadId }] });
    const [thread] = asked.threads;
    if (!thread) throw new Error('no thread');
    const offered = await quotes.move(provider, thread, 'offer', { principal: 77_777 });
    await quotes.move(buyer, offered, 'accept');
    const headers = { 'idempotency-key': `quote ${thread.id}` };
    const placed = await on.place(buyer, serviceId, { quoteId: thread.id }, headers);
    const first = placed.json<OrderDetail>();
    // Retry after a lost response.
    const again = await on.place(buyer, serviceId, { quoteId: thread.id }, headers);
    expect([again.statusCode, again.json<OrderDetail>().id]).toEqual([201, first.id]);
    expect(first).toMatchObject({ quoteId: thread.id, amounts: { principal: 77_777, total: 85_554 } });
    expect(first.files).toHaveLength(1);
    expect((await on.place(buyer, serviceId, { quoteId: thread.id })).json()).toMatchObject({
      code: 'quote_ordered',
    });
    await on.move(buyer, first.id, 'cancel');
    const second = await on.order(buyer, serviceId, { quoteId: thread.id });
    await on.pay(buyer, second.id);
    const file = await server.call('GET', `/api/orders/${second.id}/files/${second.files[0]?.id}`, {
      as: provider,
    });
    expect([file.statusCode, file.body]).toEqual([200, 'solid']);
    const stranger = await server.signUp();
    const refused = await server.call('GET', `/api/orders/${second.id}/files/${second.files[0]?.id}`, {
      as: stranger,
    });
    expect(refused.statusCode).toBe(404);
  });

  test('for a resource’s file links both parties to that resource, as long as it is public', async () => {
    const quotes = negotiatingOn(server);
    const { provider, serviceId } = await on.provide({ serviceType: 'metalworking', price: null });
    const author = await server.signUp();
    const published = await server.call('POST', '/api/resources', {
      as: author,
      ...formOf([
        { name: 'title', value: '화분 받침' },
        { name: 'category', value: 'hardware_design' },
        { name: 'license', value: 'CC-BY-4.0' },
        { name: 'assemblyInstructions', value: '1. 받침을 뒤집는다\n2. 나사를 조인다' },
        { name: 'downloadFile', filename: '받침.stl', bytes: new TextEncoder().encode('solid') },
      ]),
    });
    const resource = published.json<ResourceDetail>();
    const asked = await quotes.request(buyer, [serviceId], {
      files: [{ resourceFileId: resource.files[0]?.id }],
    });
    const [thread] = asked.threads;
    if (!thread) throw new Error('no thread');
    await quotes.move(buyer, await quotes.move(provider, thread, 'offer'), 'accept');
    const { id } = await on.order(buyer, serviceId, { quoteId: thread.id });
    const guide = { id: resource.id, title: '화분 받침', language: 'ko', hasGuide: true };
    for (const side of [buyer, provider]) expect((await on.read(side, id)).resources).toEqual([guide]);
    await server.call('PATCH', `/api/resources/${resource.id}`, { as: author, payload: { state: 'draft' } });
    expect((await on.read(buyer, id)).resources).toEqual([]);
  });
});

test('only the two parties of an order take part in its conversation, and either can begin it', async () => {
  const { provider, id } = await paidOrder();
  const say = (as: Person | undefined, text: string, clientId = text) =>
    server.call('POST', `/api/orders/${id}/messages`, { ...(as && { as }), payload: { text, clientId } });
  expect((await on.read(provider, id)).conversationId).toBeNull();
  expect((await say(undefined, '저요')).statusCode).toBe(401);
  expect((await say(await server.signUp(), '저도요')).statusCode).toBe(404);
  expect((await say(await server.signUp({ isAdmin: true }), '저도요')).statusCode).toBe(403);
  expect((await say(provider, ' ')).json()).toMatchObject({
    code: 'invalid_input',
    fields: { text: expect.any(String) },
  });

  const first = await say(provider, '색은 검정으로 할까요?');
  expect(first.statusCode).toBe(201);
  const { conversationId } = first.json<{ conversationId: string }>();
  // A retry is the same message.
  expect((await say(provider, '색은 검정으로 할까요?')).json()).toEqual(first.json());
  expect((await say(buyer, '네, 좋아요.')).json()).toMatchObject({ conversationId });
  for (const as of [provider, buyer]) {
    expect((await on.read(as, id)).conversationId).toBe(conversationId);
    const read = await server.call('GET', `/api/conversations/${conversationId}`, { as });
    expect(read.json<{ messages: { text: string }[] }>().messages.map(({ text }) => text)).toEqual([
      '색은 검정으로 할까요?',
      '네, 좋아요.',
    ]);
  }
  const inquire = (as: Person | undefined) =>
    server.call('POST', '/api/inquiries', {
      ...(as && { as }),
      payload: { orderId: id, text: '언제 오나요?' },
    });
  for (const as of [buyer, provider]) {
    const asked = await inquire(as);
    expect([asked.statusCode, asked.json()]).toMatchObject([201, { id: conversationId, kind: 'inquiry' }]);
  }
  expect((await inquire(undefined)).statusCode).toBe(401);
  expect((await inquire(await server.signUp())).json()).toMatchObject({ code: 'order_not_found' });
  expect((await inquire(await server.signUp({ isAdmin: true }))).statusCode).toBe(403);
  const there = await server.call('GET', `/api/channels/${conversationId}/messages`, { as: provider });
  expect(there.json()).toHaveLength(4);
});

describe('disputes', () => {
  test('without an answer before the delivery refund the buyer in full', async () => {
    const { id } = await workingOrder();
    expect((await on.raise(buyer, id, 'dispute')).json()).toMatchObject({ code: 'reason_needed' });
    await on.move(buyer, id, 'dispute', { reason: '연락이 없어요.' });
    await on.pass(id, 73);
    expect((await on.read(buyer, id)).state).toBe('refunded');
    expect(await refundsOf(id)).toEqual([[33_000, 'confirmed']]);
  });

  test('are answered, ruled, appealed and ruled again by another admin', async () => {
    const { provider, id } = await deliveredOrder();
    await on.move(buyer, id, 'dispute', { reason: '부러져서 왔어요.', photos: [await on.photo(buyer, id)] });
    const answered = await on.move(provider, id, 'answer', { reason: '튼튼하게 쌌어요.' });
    expect([answered.dispute?.phase, answered.waitsFor]).toEqual(['negotiating', 'both']);
    await on.pass(id, 5 * 24 + 1);
    expect((await on.read(buyer, id)).dispute?.phase).toBe('ruling');
    const [one, two] = [await server.signUp({ isAdmin: true }), await server.signUp({ isAdmin: true })];
    const ruling = { outcome: 'split', keep: 10_000, reason: '포장이 약했어요.' };
    expect((await on.raise(provider, id, 'rule', ruling)).statusCode).toBe(403);
    await on.move(one, id, 'rule', ruling);
    expect(await on.read(buyer, id)).toMatchObject({
      waitsFor: 'system',
      dispute: { phase: 'ruled', ruling: { keep: 10_000 } },
    });
    await on.move(provider, id, 'appeal', { reason: '운송사 사고예요.' });
    expect((await on.raise(one, id, 'rule', ruling)).json()).toMatchObject({ code: 'second_admin_needed' });
    const settled = await on.move(two, id, 'rule', { ...ruling, keep: 20_000 });
    expect([settled.state, settled.kept]).toEqual(['settled', 20_000]);
    expect(await refundsOf(id)).toEqual([[11_000, 'confirmed']]);
  });

  test('an overdue ruling is reported to admins every day until one of them has ruled', async () => {
    const { id } = await deliveredOrder();
    await on.move(buyer, id, 'dispute', { reason: '부러져서 왔어요.' });
    await on.pass(id, 73);
    const admin = await server.signUp({ isAdmin: true });
    const reminders = async () =>
      (await server.call('GET', '/api/user/notifications?limit=100', { as: admin }))
        .json<{ title: string; path: string }[]>()
        .filter(({ title, path }) => path === `/orders/${id}` && title.startsWith('판정 기한이 지났어요'));
    const onDesk = async () =>
      (await server.call('GET', '/api/admin/disputes?limit=100', { as: admin }))
        .json<{ orderId: string; overdueSince: string | null }[]>()
        .find(({ orderId }) => orderId === id);
    const findings = async () =>
      (await server.call('GET', `/api/admin/findings?state=open&search=order:${id}`, { as: admin })).json<
        { id: string }[]
      >();
    expect(await onDesk()).toMatchObject({ overdueSince: null });
    await on.pass(id, 7 * 24 + 1);
    expect(await reminders()).toHaveLength(1);
    const since = (await onDesk())?.overdueSince;
    expect(Date.parse(since ?? '')).toBeLessThan(Date.now());
    const [found] = await findings();
    await server.call('POST', `/api/admin/findings/${found?.id}/resolve`, {
      as: admin,
      payload: { reason: '곧 판정해요.' },
    });
    expect(await findings()).toEqual([]);
    await on.pass(id, 25);
    expect(await reminders()).toHaveLength(2);
    expect(await findings()).toHaveLength(1);
    await on.move(admin, id, 'rule', { outcome: 'buyer', reason: '부서졌어요.' });
    await on.pass(id, 25);
    expect(await reminders()).toHaveLength(2);
    expect(await onDesk()).toMatchObject({ overdueSince: null });
  });

  test('a ruling is final after its deadline; above 500,000 two admins decide the same', async () => {
    const { id } = await deliveredOrder(600_000);
    await on.move(buyer, id, 'dispute', { reason: '달라요.' });
    await on.pass(id, 73);
    const [one, two] = [await server.signUp({ isAdmin: true }), await server.signUp({ isAdmin: true })];
    await on.move(one, id, 'rule', { outcome: 'buyer', reason: '돌려주세요.' });
    expect((await on.read(buyer, id)).dispute?.phase).toBe('ruling');
    expect((await on.raise(one, id, 'rule', { outcome: 'buyer', reason: '한 번 더' })).statusCode).toBe(409);
    await on.move(two, id, 'rule', { outcome: 'buyer', reason: '동의해요.' });
    expect((await on.read(buyer, id)).dispute?.phase).toBe('ruled');
    await on.pass(id, 73);
    expect((await on.read(buyer, id)).state).toBe('refunded');
    expect(await refundsOf(id)).toEqual([[660_000, 'confirmed']]);
  });

  test('a withdrawn dispute returns to the former state with at least two days left', async () => {
    const { id } = await deliveredOrder();
    await on.pass(id, 6 * 24 + 20);
    await on.move(buyer, id, 'dispute', { reason: '잘못 눌렀어요.' });
    const back = await on.move(buyer, id, 'withdraw');
    expect(back.state).toBe('delivered');
    const timer = back.timers.find(({ kind }) => kind === 'auto_complete');
    expect(Date.parse(timer?.at ?? '') - Date.now()).toBeGreaterThan(47 * 3600_000);
  });
});

describe('claims after the end', () => {
  test('are refunded out of what is owed, and the shortfall becomes a debt that the next payout settles', async () => {
    const { provider, serviceId, id } = await deliveredOrder(33_333);
    await on.complete(buyer, id);
    await on.pass(id, 7 * 24 + 1);
    await on.payOut();
    expect(await on.owed('provider_payable', id)).toBe(0);
    const today = new Date(Date.now() + 9 * 3600_000).toISOString().slice(0, 10);
    await on.move(buyer, id, 'claim', { reason: '갈라졌어요.', knownOn: today, keep: 13_333 });
    // A calendar day, independent of the time zone.
    expect((await on.read(buyer, id)).claim?.knownOn).toBe(today);
    const granted = await on.move(provider, id, 'agree');
    expect([granted.claim?.state, granted.claim?.granted, granted.kept]).toEqual([
      'accepted',
      20_000,
      13_333,
    ]);
    expect(await refundsOf(id)).toEqual([[20_000 + 3333 - 1333, 'confirmed']]);
    expect(await on.owed('provider_debt', id)).toBe(-20_000);

    const next = await on.order(buyer, serviceId);
    await on.pay(buyer, next.id);
    await on.move(provider, next.id, 'accept');
    await on.move(provider, next.id, 'start');
    await deliverFiles(provider, next.id);
    await on.complete(buyer, next.id);
    await on.pass(next.id, 7 * 24 + 1);
    await on.payOut();
    expect(await on.owed('provider_debt', id)).toBe(0);
    const { amount } = await server.runtime.db
      .selectFrom('payout')
      .select('amount')
      .where('providerId', '=', provider.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(amount).toBe(13_333);
  });
});

describe('access to an order', () => {
  test('is limited to its two parties and admins; everybody else gets a 404', async () => {
    const { provider, id } = await paidOrder();
    const stranger = await server.signUp();
    const admin = await server.signUp({ isAdmin: true });
    const see = (as?: Person) => server.call('GET', `/api/orders/${id}`, { ...(as && { as }) });
    expect((await see()).statusCode).toBe(401);
    expect((await see(stranger)).statusCode).toBe(404);
    expect((await see(stranger)).json()).toEqual(
      (await server.call('GET', '/api/orders/01890000-0000-7000-8000-000000000000', { as: stranger })).json(),
    );
    expect((await see(provider)).json()).toMatchObject({ side: 'provider', payment: null });
    expect((await see(admin)).json()).toMatchObject({ side: 'admin' });
    expect((await on.raise(admin, id, 'accept')).json()).toMatchObject({ code: 'forbidden' });
    expect((await on.raise(buyer, id, 'accept')).json()).toMatchObject({ code: 'forbidden' });
  });
});

test('the ruling desk shows open disputes, their deadlines and whether two admins have to decide', async () => {
  const small = await workingOrder();
  await on.move(buyer, small.id, 'dispute', { reason: '연락이 없어요.' });
  const large = await workingOrder(600_000);
  await on.move(buyer, large.id, 'dispute', { reason: '도면과 달라요.' });
  const admin = await server.signUp({ isAdmin: true });
  const desk = await server.call('GET', '/api/admin/disputes?limit=100', { as: admin });
  expect(desk.statusCode, desk.body).toBe(200);
  const found = desk.json<{ orderId: string; needsTwo: boolean }[]>();
  expect(found.find(({ orderId }) => orderId === small.id)).toMatchObject({
    kind: 'dispute',
    phase: 'answering',
    openedBy: 'buyer',
    needsTwo: false,
    rulings: [],
  });
  expect(found.find(({ orderId }) => orderId === large.id)?.needsTwo).toBe(true);
  const one = await server.call('GET', `/api/admin/orders/${small.id}`, { as: admin });
  expect(one.json()).toMatchObject({ waitsFor: 'provider' });
  expect((await server.call('GET', '/api/admin/disputes', { as: buyer })).statusCode).toBe(403);
});

test('staff find an order by its number, title, people, id and payment id', async () => {
  const { provider, id } = await paidOrder();
  const { number, title, payment } = await on.read(buyer, id);
  const support = await server.signUp({ role: 'support' });
  const find = async (search: string) => {
    const path = `/api/admin/orders?limit=100&search=${encodeURIComponent(search)}`;
    const answer = await server.call('GET', path, { as: support });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ id: string }[]>().map((order) => order.id);
  };
  for (const search of [number, number.toLowerCase(), id, payment?.id ?? '']) {
    expect(await find(search), search).toEqual([id]);
  }
  for (const search of [title, provider.username]) expect(await find(search), search).toContain(id);
  for (const search of ['GB-000000000000-000000', "' or true --", '%']) {
    expect(await find(search), search).toEqual([]);
  }
});

test('finance finds payouts and refunds by their people and their orders', async () => {
  const { provider, id } = await paidOrder();
  await on.move(provider, id, 'decline');
  const finance = await server.signUp({ role: 'finance' });
  const find = async (list: string, search: string) => {
    const path = `/api/admin/${list}?limit=100&search=${encodeURIComponent(search)}`;
    const answer = await server.call('GET', path, { as: finance });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ orderId?: string }[]>();
  };
  expect(await find('refunds', id)).toMatchObject([{ orderId: id }]);
  expect((await find('refunds', buyer.username)).map(({ orderId }) => orderId)).toContain(id);
  for (const search of [id, 'nobody at all']) expect(await find('payouts', search)).toEqual([]);
  expect(await find('refunds', 'nobody at all')).toEqual([]);
});

test('texts mention the configured times', async () => {
  const other = await startTestServer({ ORDER_TERMS: '{"overdueDays": 5, "reworks": 1, "returnDays": 4}' });
  try {
    const there = orderingOn(other);
    const { provider, serviceId } = await there.provide();
    const customer = await other.signUp();
    const { id } = await there.order(customer, serviceId);
    await there.pay(customer, id);
    await there.move(provider, id, 'accept');
    await there.move(provider, id, 'start');
    const { terms, cannot } = await there.read(customer, id);
    expect(terms).toMatchObject({ reworks: 1, returnDays: 4 });
    expect(cannot.find(({ event }) => event === 'cancel')).toMatchObject({
      why: 'not_overdue',
      words: expect.stringContaining('5일'),
    });
  } finally {
    await other.close();
  }
});
