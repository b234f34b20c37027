import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { Adjustment, OrderBooks } from '#features/payments/contract.ts';
import { bookSettlements, memoryGateway } from '#features/payments/server/testing.ts';
import { orderingOn, type Ordering } from './testing.ts';

/** Adjustments of an order's money, which two members of staff have to approve. */

let server: TestServer;
let on: Ordering;
let buyer: Person;
let first: Person;
let second: Person;

beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_PAYMENTS: '10000', RATE_LIMIT_ORDERS: '10000' });
  on = orderingOn(server);
  buyer = await server.signUp();
  first = await server.signUp({ role: 'finance' });
  second = await server.signUp({ role: 'finance' });
});
afterAll(() => server.close());
afterEach(() => on.assertSound());

async function paid() {
  const { provider, serviceId } = await on.provide();
  const { id } = await on.order(buyer, serviceId);
  await on.pay(buyer, id);
  await on.move(provider, id, 'accept');
  return { provider, id };
}

async function completed() {
  const order = await paid();
  const { provider, id } = order;
  await on.move(provider, id, 'start');
  const uploadId = await on.upload(provider, new TextEncoder().encode(`result ${id}`), 'result.txt');
  await on.move(provider, id, 'deliver', { files: [{ uploadId }] });
  await on.complete(buyer, id);
  return order;
}

const makeFinance = (id: string) =>
  server.runtime.db.updateTable('person').set({ role: 'finance' }).where('id', '=', id).execute();
const propose = (as: Person, payload: object) =>
  server.call('POST', '/api/admin/adjustments', { as, payload: { reason: '고객이 급해요.', ...payload } });
const decide = (as: Person, id: string, decision: string) =>
  server.call('POST', `/api/admin/adjustments/${id}/${decision}`, { as, payload: { reason: '확인했어요.' } });
const listed = async (as: Person) =>
  (await server.call('GET', '/api/admin/adjustments', { as })).json<Adjustment[]>();
const booksOf = async (typed: string) =>
  (
    await server.call('GET', `/api/admin/orders/${encodeURIComponent(typed)}/journals`, { as: first })
  ).json<OrderBooks>();
const codeOf = (answer: { json<T>(): T }) => answer.json<{ code: string }>().code;

async function proposed(as: Person, payload: object): Promise<string> {
  const answer = await propose(as, payload);
  if (answer.statusCode !== 201) throw new Error(`the proposal failed: ${answer.body}`);
  return answer.json<{ id: string }>().id;
}

const payoutsOf = (provider: Person) =>
  server.runtime.db.selectFrom('payout').select('state').where('providerId', '=', provider.id).execute();

describe('an early payout', () => {
  test('is made after the approval of a second person, both with a reason', async () => {
    const { provider, id } = await completed();
    const adjustment = await proposed(first, { kind: 'release_early', orderId: id });
    await on.payOut();
    expect(await payoutsOf(provider)).toEqual([]);

    expect(codeOf(await decide(first, adjustment, 'approve'))).toBe('second_person');
    expect((await listed(first)).find((one) => one.id === adjustment)?.can).toEqual(['refuse']);
    const told = (await listed(second)).find((one) => one.id === adjustment);
    expect(told?.can).toEqual(['approve', 'refuse']);
    // The approver sees again which order, whose and how much it is.
    const { number, title } = await on.read(provider, id);
    expect(told?.order).toMatchObject({ number, title, provider: provider.username, buyer: buyer.username });
    expect(told?.owed).toBe(await on.owed('provider_payable', id));
    expect((await decide(second, adjustment, 'approve')).statusCode).toBe(204);
    expect(codeOf(await decide(second, adjustment, 'approve'))).toBe('adjustment_decided');
    await on.payOut();
    expect(await payoutsOf(provider)).toEqual([{ state: 'completed' }]);

    const audit = await server.runtime.db
      .selectFrom('auditEntry')
      .select(['action', 'actorId', 'reason', 'before', 'after'])
      .where('targetId', '=', adjustment)
      .orderBy('id')
      .execute();
    expect(audit).toMatchObject([
      { action: 'adjustment.propose', actorId: first.id, reason: '고객이 급해요.' },
      { action: 'adjustment.approve', actorId: second.id, reason: '확인했어요.' },
    ]);
    expect(audit[1]?.before).toHaveProperty('heldUntil');
    expect(audit[1]?.after).toMatchObject({ state: 'applied' });
  });

  test('is refused for an order without a held payable, and while another one is open', async () => {
    const open = await paid();
    expect(codeOf(await propose(first, { kind: 'release_early', orderId: open.id }))).toBe('nothing_held');
    const { id } = await completed();
    const adjustment = await proposed(first, { kind: 'release_early', orderId: id });
    expect(codeOf(await propose(second, { kind: 'release_early', orderId: id }))).toBe('adjustment_open');
    expect((await decide(first, adjustment, 'refuse')).statusCode).toBe(204);
    expect((await propose(second, { kind: 'release_early', orderId: id })).statusCode).toBe(201);
  });

  test('is not approved after the payable has come due', async () => {
    const { id } = await completed();
    const adjustment = await proposed(first, { kind: 'release_early', orderId: id });
    await on.shift(id, 8 * 24);
    expect(codeOf(await decide(second, adjustment, 'approve'))).toBe('nothing_held');
  });
});

describe('goodwill', () => {
  test('pays the house’s own money to the buyer', async () => {
    const { provider, id } = await completed();
    const adjustment = await proposed(first, { kind: 'goodwill', orderId: id, amount: 5000 });
    expect((await decide(second, adjustment, 'approve')).statusCode).toBe(204);
    await on.runJobs();
    const order = await on.read(buyer, id);
    expect(order.refunded).toMatchObject([{ amount: 5000, state: 'confirmed' }]);
    expect(await on.owed('provider_payable', id)).toBe(30_000);
    expect((await on.read(provider, id)).kept).toBe(30_000);
  });

  test('returns to the house when a claim refunds everything', async () => {
    const { provider, id } = await completed();
    await decide(second, await proposed(first, { kind: 'goodwill', orderId: id, amount: 5000 }), 'approve');
    await on.runJobs();
    const today = new Date(Date.now() + 9 * 3600_000).toISOString().slice(0, 10);
    await on.move(buyer, id, 'claim', { reason: '갈라졌어요.', knownOn: today });
    await on.move(provider, id, 'agree');
    await on.runJobs();
    const given = (await on.read(buyer, id)).refunded.map(({ amount }) => amount);
    expect(given.toSorted((a, b) => a - b)).toEqual([5000, 28_000]);
    const { rows } = await server.runtime.pool.query<{ sum: number }>(
      `select sum(amount)::int from ledger_entry join ledger_journal journal on journal.id = journal_id
        where account = 'losses' and order_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ sum: 0 }]);
  });

  test('is limited to the paid amount that was not refunded, and refused before the order is over', async () => {
    const open = await paid();
    expect(codeOf(await propose(first, { kind: 'goodwill', orderId: open.id, amount: 1 }))).toBe(
      'order_not_over',
    );
    const { id } = await completed();
    const answer = await propose(first, { kind: 'goodwill', orderId: id, amount: 33_001 });
    expect(answer.json()).toMatchObject({
      code: 'goodwill_too_large',
      fields: { amount: expect.stringContaining('₩33,000') },
    });
    for (const amount of [0, -1, 1.5, null, '5000']) {
      const wrong = await propose(first, { kind: 'goodwill', orderId: id, amount });
      expect([wrong.statusCode, Object.keys(wrong.json<{ fields: object }>().fields)]).toEqual([
        400,
        ['amount'],
      ]);
    }
  });
});

test('a settlement that was booked wrongly is reversed, once', async () => {
  const { id } = await completed();
  const { db } = server.runtime;
  const gateway = memoryGateway();
  const { ref } = await db
    .selectFrom('payment')
    .select('ref')
    .where('subjectId', '=', id)
    .executeTakeFirstOrThrow();
  const movement = {
    key: `sale ${id}`,
    ref,
    paymentKey: null,
    amount: 33_000,
    fee: 900,
    settledAt: new Date(),
  };
  gateway.listSettlements = () => Promise.resolve({ kind: 'done', value: [movement] });
  await bookSettlements({ db, gateway }, new Date());
  const books = async () => (await booksOf(id)).journals;
  const booked = (await books()).find(({ isCorrectable }) => isCorrectable);
  expect(booked).toMatchObject({ rules: 'M3', commandId: `settlement:sandbox:${movement.key}` });
  const wanted = { kind: 'reversal', orderId: id, commandId: booked?.commandId ?? '' };
  const adjustment = await proposed(first, wanted);
  expect((await decide(second, adjustment, 'approve')).statusCode).toBe(204);
  const payment = (await on.read(buyer, id)).payment?.id ?? '';
  expect(await on.owed('gateway_receivable', payment)).toBe(-33_000);
  expect((await books()).filter(({ isCorrectable }) => isCorrectable)).toEqual([]);
  expect(codeOf(await propose(first, wanted))).toBe('not_correctable');
  // Afterwards the gateway's current figures are booked once.
  gateway.listSettlements = () => Promise.resolve({ kind: 'done', value: [{ ...movement, fee: 500 }] });
  await bookSettlements({ db, gateway }, new Date());
  await bookSettlements({ db, gateway }, new Date());
  expect(await on.owed('gateway_receivable', payment)).toBe(0);
  expect((await books()).filter(({ isCorrectable }) => isCorrectable).map((each) => each.commandId)).toEqual([
    `settlement:sandbox:${movement.key}:2`,
  ]);
  // Other journals are corrected by an event of their own state machine.
  const capture = (await books()).find(({ rules }) => rules !== 'M3' && rules !== 'reversal');
  expect(codeOf(await propose(first, { ...wanted, commandId: capture?.commandId }))).toBe('not_correctable');
});

test('the books of an order are found by its public number and name its parties', async () => {
  const { provider, id } = await completed();
  const { title, number, amounts } = await on.read(buyer, id);
  const books = await booksOf(id);
  expect(books.journals.length).toBeGreaterThan(1);
  expect(books.order).toEqual({
    id,
    number,
    title,
    total: amounts.total,
    buyer: buyer.username,
    provider: provider.username,
  });
  for (const typed of [number, number.toLowerCase(), ` ${number.slice(3)} `, id.toUpperCase()])
    expect(await booksOf(typed)).toEqual(books);
});

test('the books of an order show an adjustment that waits for a second person', async () => {
  const { id } = await completed();
  const early = await proposed(first, { kind: 'release_early', orderId: id });
  const goodwill = await proposed(second, { kind: 'goodwill', orderId: id, amount: 100 });
  const waiting = async () => (await booksOf(id)).waiting;
  expect(await waiting()).toEqual([
    { id: early, kind: 'release_early', proposedBy: { id: first.id, username: first.username } },
    { id: goodwill, kind: 'goodwill', proposedBy: { id: second.id, username: second.username } },
  ]);
  await decide(first, early, 'refuse');
  await decide(first, goodwill, 'approve');
  expect(await waiting()).toEqual([]);
});

test('staff cannot adjust their own orders, and unknown orders have no books', async () => {
  const { provider, id } = await completed();
  await makeFinance(provider.id);
  expect(codeOf(await propose(provider, { kind: 'release_early', orderId: id }))).toBe('own_money');
  const adjustment = await proposed(first, { kind: 'goodwill', orderId: id, amount: 100 });
  expect(codeOf(await decide(provider, adjustment, 'approve'))).toBe('own_money');
  // An adjustment is refused before the order is over, while nothing is owed yet.
  const { provider: early, id: running } = await paid();
  await makeFinance(early.id);
  expect(
    codeOf(await propose(early, { kind: 'reversal', orderId: running, commandId: 'settlement:sandbox:1' })),
  ).toBe('own_money');
  for (const unknown of ['nothing', 'GB-01890000ABCD-012345', '01890000-0000-7000-8000-000000000000'])
    expect(await booksOf(unknown)).toEqual({ order: null, journals: [], waiting: [] });
  expect((await decide(second, 'nothing', 'approve')).statusCode).toBe(404);
  const unknown = await propose(first, {
    kind: 'goodwill',
    orderId: '01890000-0000-7000-8000-000000000000',
    amount: 1,
  });
  expect(unknown.statusCode).toBe(404);
});
