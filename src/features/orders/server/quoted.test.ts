import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { PrintersAnswer, Quote } from '#features/quotes/contract.ts';
import { negotiatingOn, offerOf } from '#features/quotes/server/testing.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { measure } from '#platform/shared/models/measure.ts';
import { readModel } from '#platform/shared/models/read-model.ts';
import { binaryStl, box } from '#platform/shared/models/testing.ts';
import { orderingOn, type Ordering } from './testing.ts';

/** From an estimate to an order: what was said before binds afterwards. */

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

const cube = binaryStl(box(40, 40, 40));
const print = { material: 'PLA', infill: 15, layerHeight: 0.2, quantity: 2 };

async function quoteOf(serviceId: string, bytes: Uint8Array, fields: object = {}): Promise<Quote> {
  const uploadId = await negotiatingOn(server).upload(buyer, bytes, 'cube.stl');
  const answer = await server.call('POST', `/api/services/${serviceId}/quote`, {
    as: buyer,
    payload: { ...print, uploadId, ...fields },
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Quote>();
}

const closedToday = () => {
  const today = new Date(`${koreanDay(new Date())}T00:00:00Z`).getUTCDay();
  return { closedWeekdays: [(today + 1) % 7], holidays: [], jobsPerDay: 1 };
};

/** A print is a thing, so it is sent or picked up. */
const delivery = { kind: 'pickup' };

test.each([
  ['a provider without a calendar', () => ({})],
  ['a provider who is closed tomorrow', () => ({ calendar: closedToday() })],
  ['a slow provider', () => ({ rateCard: null, calendar: { ...closedToday(), jobsPerDay: 2 } })],
])('the day of %s is the same in the estimate, the quote and the order', async (_name, more) => {
  const { provider, serviceId } = await on.provide({ serviceType: '3d_printing', price: null, ...more() });
  const near = await server.call(
    'GET',
    `/api/services/printers?lat=37.56&long=126.99&serviceId=${serviceId}`,
  );
  const { printers, feePercent } = near.json<PrintersAnswer>();
  const today = koreanDay(new Date());
  const found = offerOf(printers[0]!, [{ model: measure(readModel('stl', cube)), print }], {
    feePercent,
    today,
  });
  if (!('offer' in found)) throw new Error('there is no estimate');
  const quote = await quoteOf(serviceId, cube);
  expect(quote.readyOn).toBe(found.offer.readyOn);
  expect(quote.total).toBe(found.offer.total);
  expect(quote.likely).toEqual(found.offer.likely);

  const order = await on.order(buyer, serviceId, { quoteId: quote.id, delivery });
  await on.pay(buyer, order.id);
  const accepted = await on.move(provider, order.id, 'accept');
  expect(koreanDay(new Date(accepted.dueAt!))).toBe(quote.readyOn);
  // What is charged and held is what bound, and not more.
  expect(accepted.amounts.total).toBe(quote.total);
  expect(accepted.amounts.principal).toBeGreaterThanOrEqual(quote.likely!.principal);
  expect(await on.owed('escrow', order.id)).toBe(quote.total);
});

test('what the provider lowered is what is paid, and nothing is lowered after the order', async () => {
  const { provider, serviceId } = await on.provide({ serviceType: '3d_printing', price: null });
  const quote = await quoteOf(serviceId, cube);
  const lower = (principal: number) =>
    server.call('POST', `/api/quotes/${quote.id}/lower`, { as: provider, payload: { principal } });
  expect((await lower(quote.principal - 1000)).statusCode).toBe(200);
  const order = await on.order(buyer, serviceId, { quoteId: quote.id, delivery });
  expect(order.amounts.principal).toBe(quote.principal - 1000);
  await on.pay(buyer, order.id);
  expect(await on.owed('escrow', order.id)).toBe(order.amounts.total);
  expect((await lower(1000)).json()).toMatchObject({ code: 'quote_ordered' });
});

test('the chosen unit goes along to the order', async () => {
  const { serviceId } = await on.provide({ serviceType: '3d_printing', price: null });
  const quote = await quoteOf(serviceId, binaryStl(box(2, 2, 2)), { unit: 'inch' });
  const order = await on.order(buyer, serviceId, { quoteId: quote.id, delivery });
  expect(order.parts).toMatchObject([{ sizeMm: [50.8, 50.8, 50.8], quantity: 2, material: 'PLA' }]);
});

test('a quote that guessed the unit of an unclear file cannot be ordered', async () => {
  const { serviceId } = await on.provide({ serviceType: '3d_printing', price: null });
  const quote = await quoteOf(serviceId, binaryStl(box(2, 2, 2)), { unit: 'millimeter' });
  const id = crypto.randomUUID();
  // As quotes were written before somebody was asked.
  await server.runtime.pool.query(
    `insert into quote select (jsonb_populate_record(q, jsonb_build_object('id', $2::text))).* from quote q where id = $1`,
    [quote.id, id],
  );
  await server.runtime.pool.query(
    `insert into quote_part select (jsonb_populate_record(p, jsonb_build_object('quote_id', $2::text, 'unit', null))).*
      from quote_part p where quote_id = $1`,
    [quote.id, id],
  );
  const answer = await on.place(buyer, serviceId, { quoteId: id, delivery });
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'unit_unclear']);
  expect((await on.place(buyer, serviceId, { quoteId: quote.id, delivery })).statusCode).toBe(201);
});

test('a kit becomes one order with all its files, once each, and its parts', async () => {
  const { provider, serviceId } = await on.provide({ serviceType: '3d_printing', price: null });
  const { upload } = negotiatingOn(server);
  const frame = {
    uploadId: await upload(buyer, binaryStl(box(60, 60, 4)), '바닥판.stl'),
    ...print,
    quantity: 1,
  };
  const leg = { uploadId: await upload(buyer, binaryStl(box(8, 8, 30)), '다리.stl'), ...print, quantity: 4 };
  const parts = [{ ...frame, color: '빨강' }, leg, { ...leg, infill: 100, quantity: 1 }];
  const answer = await server.call('POST', '/api/quotes', { as: buyer, payload: { serviceId, parts } });
  expect(answer.statusCode, answer.body).toBe(201);
  const quote = answer.json<Quote>();
  const order = await on.order(buyer, serviceId, { quoteId: quote.id, delivery });
  expect(order).toMatchObject({
    title: '바닥판.stl +2',
    quantity: 6,
    parts: [
      { name: '바닥판.stl', quantity: 1, infill: 15, walls: null, color: '빨강' },
      { name: '다리.stl', quantity: 4, infill: 15 },
      { name: '다리.stl', quantity: 1, infill: 100 },
    ],
    amounts: { principal: quote.principal, total: quote.total },
  });
  expect(order.files.map(({ name }) => name).toSorted()).toEqual(['다리.stl', '바닥판.stl']);
  await on.pay(buyer, order.id);
  expect(await on.owed('escrow', order.id)).toBe(quote.total);
  const seen = await on.read(provider, order.id);
  expect(seen.parts).toEqual(order.parts);
});
