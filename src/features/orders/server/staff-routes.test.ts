import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { StaffRefund } from '#features/payments/contract.ts';
import { orderNumber } from '#platform/shared/order-number.ts';
import type { StaffDispute, StaffOrder } from '../contract.ts';
import { orderingOn, type Ordering } from './testing.ts';

let server: TestServer;
let on: Ordering;
let buyer: Person;
let support: Person;
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_PAYMENTS: '10000', RATE_LIMIT_ORDERS: '10000' });
  on = orderingOn(server);
  buyer = await server.signUp();
  support = await server.signUp({ role: 'support' });
});
afterAll(() => server.close());

async function listed<Row>(list: string, query = '', as = support): Promise<Row[]> {
  const answer = await server.call('GET', `/api/admin/${list}?${query}`, { as });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Row[]>();
}
const orders = (query: string) => listed<StaffOrder>('orders', query);
const idsOf = async (query: string) => (await orders(query)).map(({ id }) => id);

async function placed(fields: object = {}) {
  const { provider, serviceId } = await on.provide(fields);
  const { id } = await on.order(buyer, serviceId);
  return { provider, id };
}
async function disputed(reason: string, fields: object = {}) {
  const order = await placed(fields);
  await on.pay(buyer, order.id);
  await on.move(order.provider, order.id, 'accept');
  await on.move(order.provider, order.id, 'start');
  await on.move(buyer, order.id, 'dispute', { reason });
  return order;
}

test('orders are filtered, sorted and paged, and keep their place as they change', async () => {
  const waiting = await placed({ title: '톱니 깎기', price: 40_000 });
  const free = await placed({ title: '톱니 상담', price: undefined, isFreeService: true });
  const argued = await disputed('다르게 왔어요.', { title: '톱니 두 벌', price: 90_000 });
  expect(await idsOf('search=톱니')).toEqual([argued.id, free.id, waiting.id]);
  expect(await idsOf('search=톱니&sort=oldest')).toEqual([waiting.id, free.id, argued.id]);
  expect(await idsOf('search=톱니&sort=total')).toEqual([argued.id, waiting.id, free.id]);
  expect(await idsOf('search=톱니&price=free')).toEqual([free.id]);
  expect(await idsOf('search=톱니&state=disputed')).toEqual([argued.id]);
  expect(await idsOf('search=톱니&limit=1&page=2')).toEqual([free.id]);
  await on.move(buyer, waiting.id, 'cancel');
  expect(await idsOf('search=톱니&state=ended')).toEqual([waiting.id]);
  expect(await idsOf('search=톱니&state=open')).toEqual([argued.id, free.id]);
  expect(await idsOf(`search=${waiting.id}&state=open`)).toEqual([]);
  expect((await server.call('GET', '/api/admin/orders?state=none', { as: support })).statusCode).toBe(400);
});

test('people are found by their current names, and not at all after they have left', async () => {
  const { provider, id } = await placed();
  const { pool } = server.runtime;
  await pool.query("update person set name = '새로운 이름' where id = $1", [provider.id]);
  expect(await idsOf('search=새로운 이름')).toEqual([id]);
  await pool.query("update person set name = '탈퇴한 회원', erased_at = now() where id = $1", [provider.id]);
  expect(await idsOf('search=새로운')).toEqual([]);
});

test('the side panel of an order shows whose turn it is and what is held', async () => {
  const { id } = await placed();
  const one = await server.call('GET', `/api/admin/orders/${id}`, { as: support });
  expect(one.json()).toMatchObject({ id, waitsFor: 'buyer', payout: null });
  for (const absent of ['nothing', crypto.randomUUID()])
    expect((await server.call('GET', `/api/admin/orders/${absent}`, { as: support })).json()).toMatchObject({
      code: 'order_not_found',
    });
});

test('the ruling desk lists overdue cases first, and can be searched and filtered', async () => {
  const first = await disputed('조용해요.', { title: '경첩 하나' });
  const second = await disputed('부러졌어요.', { title: '경첩 둘', price: 600_000 });
  const desk = async (query: string) =>
    (await listed<StaffDispute>('disputes', query)).map(({ orderId }) => orderId);
  expect(await desk('search=경첩')).toEqual([first.id, second.id]);
  expect(await desk('search=경첩&sort=newest')).toEqual([second.id, first.id]);
  expect(await desk('search=경첩&sort=total')).toEqual([second.id, first.id]);
  await on.move(second.provider, second.id, 'answer', { reason: '멀쩡했어요.' });
  expect(await desk('search=경첩&phase=answering')).toEqual([first.id]);
  expect(await desk('search=경첩&kind=claim')).toEqual([]);
  const { number } = await on.read(buyer, second.id);
  for (const search of [number, second.id, second.provider.username])
    expect(await desk(`search=${search}`)).toEqual([second.id]);
  // Both the negotiation and the time to rule have ended.
  for (const days of [8, 8]) await on.pass(second.id, days * 24);
  expect(await desk('search=경첩')).toEqual([second.id, first.id]);
});

test('an export has the filtered rows in the requester’s language', async () => {
  const { id } = await placed({ title: '=나사' });
  const answer = await server.call('GET', `/api/admin/orders.csv?search=${id}`, {
    as: support,
    headers: { 'accept-language': 'en' },
  });
  expect(answer.headers['content-type']).toContain('text/csv');
  const [head, row, ...more] = answer.body.trim().split(/\r?\n/);
  expect(head).toContain('Order number');
  expect(row).toContain("'=나사");
  expect(more).toEqual([]);
});

test('refunds are found by people, by order and by state, sorted and exported', async () => {
  const finance = await server.signUp({ role: 'finance' });
  const customer = await server.signUp();
  const refunded = async (price: number) => {
    const { provider, serviceId } = await on.provide({ price });
    const { id } = await on.order(customer, serviceId);
    await on.pay(customer, id);
    await on.move(provider, id, 'decline');
    return id;
  };
  const dear = await refunded(90_000);
  const cheap = await refunded(20_000);
  const { pool } = server.runtime;
  await pool.query("update refund set state = 'failed', failure_code = 'CLOSED' where order_id = $1", [
    cheap,
  ]);
  const refunds = (query: string) => listed<StaffRefund>('refunds', query, finance);
  const ordersOf = async (query: string) => (await refunds(query)).map(({ orderId }) => orderId);
  expect(await ordersOf(`search=${customer.username}`)).toEqual([cheap, dear]);
  expect(await ordersOf(`search=${customer.username}&sort=oldest`)).toEqual([dear, cheap]);
  expect(await ordersOf(`search=${customer.username}&sort=amount`)).toEqual([dear, cheap]);
  expect(await ordersOf(`search=${customer.username}&state=failed`)).toEqual([cheap]);
  const [one] = await refunds(`search=${dear}`);
  expect(one).toMatchObject({ orderId: dear, person: { id: customer.id } });
  expect(await ordersOf(`search=${one?.id}`)).toEqual([dear]);
  expect(await ordersOf(`search=${orderNumber(dear)}`)).toEqual([dear]);
  const csv = await server.call('GET', `/api/admin/refunds.csv?search=${cheap}`, { as: finance });
  expect(csv.body).toContain('CLOSED');
  expect(csv.body).toContain(orderNumber(cheap));
  await pool.query("update person set name = '새 이름표' where id = $1", [customer.id]);
  expect(await ordersOf('search=이름표')).toEqual([cheap, dear]);
});
