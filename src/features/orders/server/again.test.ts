import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { binaryStl, box } from '#platform/shared/models/testing.ts';
import type { Alternatives } from '../contract.ts';
import { orderingOn, type Ordering } from './testing.ts';

/** The way on to another provider, after one has not taken an order. */

let server: TestServer;
let on: Ordering;
let buyer: Person;
let provider: Person;
let serviceId: string;

beforeAll(async () => {
  server = await startTestServer({
    RATE_LIMIT_PAYMENTS: '10000',
    RATE_LIMIT_ORDERS: '10000',
    RATE_LIMIT_QUOTES: '10000',
  });
  on = orderingOn(server);
  buyer = await server.signUp();
  ({ provider, serviceId } = await on.provide(print));
  await offer({ perTenGrams: 2000, leadDays: 3 }, { serviceId, provider });
});
afterAll(() => server.close());

const print = { serviceType: '3d_printing' as const, price: null, materials: ['PLA'] };

/** Gives a printer its prices and its time. */
async function offer(
  {
    perTenGrams,
    leadDays,
    pickup = true,
    color,
  }: { perTenGrams: number; leadDays: number; pickup?: boolean; color?: string },
  made: { serviceId: string; provider: Person },
): Promise<string> {
  const answer = await server.call('PUT', `/api/user/services/${made.serviceId}/workshop`, {
    as: made.provider,
    payload: {
      rateCard: { startFee: 5000, perTenGrams, leadDays },
      machines:
        color === undefined
          ? []
          : [
              {
                id: crypto.randomUUID(),
                name: 'P1S',
                buildMm: [256, 256, 256],
                stock: [{ material: 'PLA', colors: [color] }],
                toleranceMm: null,
                layerMm: [0.08, 0.28],
                leadDays,
                queue: 0,
                paused: false,
              },
            ],
      calendar: {},
      delivery: { post: 0, freeFrom: null, pickup, carriers: [] },
    },
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return made.serviceId;
}
const another = async (terms: Parameters<typeof offer>[0]) => offer(terms, await on.provide(print));

async function orderPrint(color?: string): Promise<string> {
  const uploadId = await on.upload(buyer, binaryStl(box(30, 30, 30)), 'cube.stl');
  const quote = await server.call('POST', `/api/services/${serviceId}/quote`, {
    as: buyer,
    payload: { uploadId, material: 'PLA', ...(color !== undefined && { color }) },
  });
  if (quote.statusCode !== 201) throw new Error(quote.body);
  const { id } = await on.order(buyer, serviceId, {
    quoteId: quote.json<{ id: string }>().id,
    delivery: { kind: 'pickup' },
  });
  await on.pay(buyer, id);
  return id;
}
const ask = (as: Person, id: string) => server.call('GET', `/api/orders/${id}/alternatives`, { as });
async function alternatives(id: string): Promise<Alternatives> {
  const answer = await ask(buyer, id);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<Alternatives>();
}

test('silence of a day refunds the order, and says that the page leads on', async () => {
  const id = await orderPrint();
  expect((await ask(buyer, id)).json()).toMatchObject({ code: 'invalid_transition', why: 'not_now' });
  await on.pass(id, 25);
  expect((await on.read(buyer, id)).state).toBe('refunded');
  const tellingOf = async (as: Person) => {
    const answer = await server.call('GET', '/api/user/notifications', { as });
    return answer
      .json<{ title: string; text: string; path: string }[]>()
      .find(({ title }) => title.startsWith('제작자가 답하지 않아'));
  };
  expect(await tellingOf(buyer)).toMatchObject({
    path: `/orders/${id}`,
    text: expect.stringContaining('주문 페이지에서 다른 제작자에게 이어서 맡길 수 있어요.'),
  });
  expect((await tellingOf(provider))?.text).not.toContain('이어서 맡길');
  expect((await ask(provider, id)).statusCode).toBe(403);
  expect((await ask(await server.signUp(), id)).statusCode).toBe(404);
  // There is no other printer nearby.
  expect(await alternatives(id)).toMatchObject({ isComparable: true, offers: [], serviceIds: [] });
});

test('those without the colour of the order are not among the next best', async () => {
  const red = await another({ perTenGrams: 1000, leadDays: 3, color: '빨강' });
  const black = await another({ perTenGrams: 1000, leadDays: 3, color: '검정' });
  const id = await orderPrint('빨강');
  await on.move(provider, id, 'decline', { reason: '바빠요' });
  const found = await alternatives(id);
  expect(found.offers.map(({ service }) => service.id)).toEqual([red]);
  expect(found.serviceIds).toContain(black);
  await server.runtime.pool.query('delete from service where id = any($1)', [[red, black]]);
});

test('the next best are within the total and the day, the cheapest first, and bind for the same files', async () => {
  const cheap = await another({ perTenGrams: 1000, leadDays: 3 });
  const same = await another({ perTenGrams: 2000, leadDays: 2 });
  const dear = await another({ perTenGrams: 9000, leadDays: 1 });
  const late = await another({ perTenGrams: 1000, leadDays: 60 });
  const sentOnly = await another({ perTenGrams: 1000, leadDays: 1, pickup: false });
  const id = await orderPrint();
  const { amounts } = await on.move(provider, id, 'decline', { reason: '바빠요' });
  const found = await alternatives(id);
  expect(found).toMatchObject({ ceiling: amounts.total, isComparable: true });
  expect(found.offers.map(({ service }) => service.id)).toEqual([cheap, same]);
  expect(found.serviceIds.toSorted()).toEqual([cheap, same, dear, late, sentOnly].toSorted());

  const [best] = found.offers;
  const quote = await server.call('POST', '/api/quotes', {
    as: buyer,
    payload: { serviceId: best?.service.id, parts: found.parts },
  });
  expect(quote.statusCode, quote.body).toBe(201);
  const offered = quote.json<{ id: string; total: number }>();
  expect(offered.total).toBe(best?.total);
  const next = await on.order(buyer, best?.service.id ?? '', {
    quoteId: offered.id,
    delivery: { kind: 'pickup' },
  });
  expect(next.amounts.total).toBeLessThanOrEqual(amounts.total);
});

test('without a quote that can be compared, others can be asked', async () => {
  const made = await on.provide({ serviceType: 'metalworking', price: 30_000 });
  const other = await on.provide({ serviceType: 'metalworking', price: 20_000 });
  const { id } = await on.order(buyer, made.serviceId, { delivery: { kind: 'pickup' } });
  await on.pay(buyer, id);
  await on.move(made.provider, id, 'accept');
  await on.move(made.provider, id, 'cancel');
  expect(await alternatives(id)).toMatchObject({
    isComparable: false,
    offers: [],
    parts: [],
    serviceIds: [other.serviceId],
  });
});

test('a buyer who cancels is led nowhere', async () => {
  const id = await orderPrint();
  await on.move(buyer, id, 'cancel');
  expect((await ask(buyer, id)).json()).toMatchObject({ code: 'invalid_transition', why: 'not_now' });
});
