import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { OrderOffer } from '#features/orders/contract.ts';
import type { Quote } from '#features/quotes/contract.ts';
import { negotiatingOn } from '#features/quotes/server/testing.ts';
import type { ServiceContent } from '#features/services/server/public.ts';
import type { Delivery } from '#features/services/contract.ts';
import { postageOf, servicesPersonalData } from '#features/services/server/public.ts';
import { binaryStl, box } from '#platform/shared/models/testing.ts';
import { orderingOn, type Ordering } from './testing.ts';

/** The price of delivery, from the offer to the ledger. */

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

const address = {
  name: '김받음',
  phone: '010-1234-5678',
  postcode: '04524',
  address: '서울 중구 세종대로 110',
};
const ship = { kind: 'ship', address };
const post = { post: 3500, freeFrom: 50_000, pickup: true, carriers: ['CJ대한통운'] };

async function quoteOf(serviceId: string, size = 40): Promise<Quote> {
  const uploadId = await negotiatingOn(server).upload(
    buyer,
    Buffer.from(binaryStl(box(size, size, size))),
    'a.stl',
  );
  const answer = await server.call('POST', `/api/services/${serviceId}/quote`, {
    as: buyer,
    payload: { uploadId, material: 'PLA' },
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Quote>();
}

async function offerOf(serviceId: string, quoteId?: string): Promise<OrderOffer> {
  const query = quoteId === undefined ? '' : `?quoteId=${quoteId}`;
  const answer = await server.call('GET', `/api/services/${serviceId}/offer${query}`, { as: buyer });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<OrderOffer>();
}

const printing = (delivery: Delivery) => ({ serviceType: '3d_printing', price: null, delivery });

test('post is a line of the offer, the order and the ledger, and is paid out with the work', async () => {
  const { provider, serviceId } = await on.provide(printing(post));
  const quote = await quoteOf(serviceId);
  const { deliveries, amounts } = await offerOf(serviceId, quote.id);
  expect(deliveries.map(({ kind, price }) => [kind, price])).toEqual([
    ['ship', 3500],
    ['pickup', 0],
  ]);
  expect(deliveries[0]).toMatchObject({ freeFrom: 50_000, carriers: ['CJ대한통운'] });
  const [byPost, pickedUp] = deliveries;
  expect(pickedUp?.amounts).toEqual(amounts);
  // Our fee is not taken of the delivery.
  expect(byPost?.amounts).toEqual({
    principal: quote.principal,
    fee: quote.fee,
    delivery: 3500,
    share: 0,
    total: quote.total + 3500,
    currency: 'KRW',
  });

  const order = await on.order(buyer, serviceId, {
    quoteId: quote.id,
    delivery: ship,
    total: byPost?.amounts?.total,
  });
  expect(order.amounts).toEqual(byPost?.amounts);
  expect(order.lines.map(({ code }) => code)).toEqual(['quote']);
  await on.pay(buyer, order.id);
  expect(await on.owed('escrow', order.id)).toBe(order.amounts.total);
  await on.move(provider, order.id, 'accept');
  await on.move(provider, order.id, 'start');
  await on.move(provider, order.id, 'deliver', {
    carrier: 'CJ대한통운',
    trackingNumber: '1234567890',
    photos: [await on.photo(provider, order.id)],
  });
  await on.complete(buyer, order.id);
  expect(await on.owed('provider_payable', order.id)).toBe(quote.principal + 3500);
});

test('the sum that was shown is the one that counts, with its delivery', async () => {
  const { serviceId } = await on.provide(printing(post));
  const quote = await quoteOf(serviceId);
  const answer = await on.place(buyer, serviceId, { quoteId: quote.id, delivery: ship, total: quote.total });
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'price_changed']);
});

test('post is free from the price that the provider says', async () => {
  const { serviceId } = await on.provide(printing({ ...post, freeFrom: 1000 }));
  const quote = await quoteOf(serviceId);
  const order = await on.order(buyer, serviceId, { quoteId: quote.id, delivery: ship });
  expect(order.amounts.principal).toBe(quote.principal);
  expect(order.amounts.delivery).toBe(0);
});

test('a lower price does not take away that post was free', async () => {
  const { provider, serviceId } = await on.provide(printing({ ...post, freeFrom: 11_000 }));
  const quote = await quoteOf(serviceId);
  const lowered = await server.call('POST', `/api/quotes/${quote.id}/lower`, {
    as: provider,
    payload: { principal: 10_000 },
  });
  expect(lowered.statusCode, lowered.body).toBe(200);
  const { deliveries } = await offerOf(serviceId, quote.id);
  expect(deliveries.find(({ kind }) => kind === 'ship')?.price).toBe(0);
});

test('who bears the delivery is what both sides are told, before the ruling takes effect', async () => {
  const { provider, serviceId } = await on.provide(printing(post));
  const quote = await quoteOf(serviceId);
  const order = await on.order(buyer, serviceId, { quoteId: quote.id, delivery: ship });
  await on.pay(buyer, order.id);
  await on.move(provider, order.id, 'accept');
  await on.move(provider, order.id, 'start');
  await on.move(buyer, order.id, 'dispute', { reason: '연락이 안 돼요.' });
  const admin = await server.signUp({ isAdmin: true });
  const keep = Math.floor(quote.principal / 2);
  await on.move(admin, order.id, 'rule', {
    outcome: 'split',
    keep,
    deliveryBearer: 'buyer',
    reason: '반반이에요.',
  });
  const { rows } = await server.runtime.pool.query(
    `select params from notification where person_id = $1 and params ->> 'event' = 'rule'`,
    [buyer.id],
  );
  expect(rows[0].params.parts).toMatchObject({ provider: keep + 3500 });
  expect((await on.read(buyer, order.id)).events.at(-1)?.detail).toMatchObject({ deliveryBearer: 'buyer' });
});

test.each([
  ['a file, for a print', printing(post), { kind: 'digital' }],
  ['post, where nothing is sent', printing({ ...post, post: null }), ship],
  ['pickup, where nobody may come', printing({ ...post, pickup: false }), { kind: 'pickup' }],
])('%s is refused at its field', async (_name, fields, delivery) => {
  const { serviceId } = await on.provide(fields);
  const quote = await quoteOf(serviceId);
  const answer = await on.place(buyer, serviceId, { quoteId: quote.id, delivery });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({
    code: 'delivery_unavailable',
    fields: { 'delivery.kind': expect.any(String) },
  });
});

test.each<[string, Partial<ServiceContent>]>([
  ['a print', { serviceType: '3d_printing', price: null, machines: [] }],
  ['work at a fixed price', { serviceType: 'metalworking', price: 30_000 }],
  ['free work', { isFreeService: true }],
])('%s of a provider who has not said how it is delivered can be picked up alone', async (_name, fields) => {
  const { serviceId } = await on.provide({ ...fields, delivery: undefined });
  const quoteId = fields.serviceType === '3d_printing' ? (await quoteOf(serviceId)).id : undefined;
  const { deliveries } = await offerOf(serviceId, quoteId);
  expect(deliveries.map(({ kind, price }) => [kind, price])).toEqual([
    ['pickup', 0],
    ...(quoteId === undefined ? [['digital', 0]] : []),
  ]);
  const refused = await on.place(buyer, serviceId, { quoteId, delivery: ship });
  expect(refused.json()).toMatchObject({ code: 'delivery_unavailable' });
  const order = await on.order(buyer, serviceId, { quoteId, delivery: { kind: 'pickup' } });
  expect(order.amounts.delivery).toBe(0);
});

test('an agreed price includes its delivery', async () => {
  const negotiating = negotiatingOn(server);
  const seller = await server.signUp();
  const serviceId = await negotiating.offerService(seller);
  const written = await server.call('PUT', `/api/user/services/${serviceId}/workshop`, {
    as: seller,
    payload: {
      rateCard: null,
      machines: [],
      calendar: { closedWeekdays: [], holidays: [], jobsPerDay: 1 },
      delivery: post,
    },
  });
  expect(written.statusCode, written.body).toBe(200);
  const request = await negotiating.request(buyer, [serviceId]);
  const [thread] = request.threads;
  const offered = await negotiating.move(seller, thread!, 'offer', {
    principal: 40_000,
    readyInDays: 3,
    validDays: 7,
  });
  await negotiating.move(buyer, offered, 'accept');
  const { deliveries, amounts } = await offerOf(serviceId, thread!.id);
  expect(deliveries.map(({ price }) => price)).toEqual([0, 0, 0]);
  expect(deliveries.map((way) => way.amounts)).toEqual([amounts, amounts, amounts]);
  // The order is bound by the offer, by post too: what was offered is what is paid, held and paid out.
  expect(amounts).toMatchObject({ principal: 40_000, total: offered.offers.at(-1)?.total });
  await on.verify(seller);
  const order = await on.order(buyer, serviceId, {
    quoteId: thread!.id,
    delivery: ship,
    total: amounts?.total,
  });
  expect(order.amounts).toEqual(amounts);
  await on.pay(buyer, order.id);
  expect(await on.owed('escrow', order.id)).toBe(offered.offers.at(-1)?.total);
  await on.move(seller, order.id, 'accept');
  await on.move(seller, order.id, 'start');
  await on.move(seller, order.id, 'deliver', {
    trackingNumber: '640123456789',
    carrier: 'CJ대한통운',
    photos: [await on.photo(seller, order.id)],
  });
  await on.complete(buyer, order.id);
  expect(await on.owed('provider_payable', order.id)).toBe(40_000);
});

const home = '서울 성동구 성수이로 20-7 301호, 초인종 3번';

/** A printing service whose provider states where buyers come to. */
async function providePickup(pickupAddress = home) {
  const { provider, serviceId } = await on.provide(printing(post));
  const written = await putPickup(provider, serviceId, pickupAddress);
  expect(written.statusCode, written.body).toBe(200);
  return { provider, serviceId };
}

const putPickup = (as: Person, serviceId: string, pickupAddress?: string) =>
  server.call('PUT', `/api/user/services/${serviceId}/workshop`, {
    as,
    payload: {
      rateCard: null,
      machines: [],
      calendar: { closedWeekdays: [], holidays: [], jobsPerDay: 1 },
      delivery: post,
      pickupAddress,
    },
  });

async function makeReady(provider: Person, id: string): Promise<void> {
  await on.move(provider, id, 'accept');
  await on.move(provider, id, 'start');
  await on.move(provider, id, 'deliver', { pickup: true, photos: [await on.photo(provider, id)] });
}

test('the place of pickup is shown to the buyer once the order is paid and ready, and to nobody before', async () => {
  const { provider, serviceId } = await providePickup();
  const admin = await server.signUp({ role: 'admin' });
  const stranger = await server.signUp();
  const quote = await quoteOf(serviceId);
  const { id } = await on.order(buyer, serviceId, { quoteId: quote.id, delivery: { kind: 'pickup' } });
  const seen = async () => [
    (await on.read(buyer, id)).place,
    (await on.read(admin, id)).place,
    (await on.read(provider, id)).place?.address,
  ];
  const hidden = [null, null, home];
  expect(await seen()).toEqual(hidden);
  await on.pay(buyer, id);
  expect(await seen()).toEqual(hidden);
  await on.move(provider, id, 'accept');
  expect(await seen()).toEqual(hidden);
  await on.move(provider, id, 'start');
  expect(await seen()).toEqual(hidden);
  await on.move(provider, id, 'deliver', { pickup: true, photos: [await on.photo(provider, id)] });
  const place = { address: home, lat: null, long: null };
  expect(await seen()).toEqual([place, place, home]);
  expect((await server.call('GET', `/api/orders/${id}`, { as: stranger })).statusCode).toBe(404);

  const open = [
    `/api/services/${serviceId}`,
    `/api/services/${serviceId}/offer`,
    '/api/services',
    `/api/services/printers?lat=37.56&long=126.99&serviceId=${serviceId}`,
    '/api/catalogue',
  ];
  for (const as of [undefined, buyer, stranger]) {
    for (const url of open) {
      // oxlint-disable-next-line no-await-in-loop -- each call is a case
      const answer = await server.call('GET', url, as ? { as } : {});
      expect(answer.body, url).not.toContain('301호');
    }
  }
  const foreign = await server.call('GET', `/api/user/services/${serviceId}/workshop`, { as: stranger });
  expect(foreign.statusCode).toBe(403);
  const staff = await server.call('GET', `/api/user/services/${serviceId}/workshop`, { as: admin });
  expect(staff.json()).toMatchObject({ pickupAddress: null });
});

test('an order that is sent never shows where its provider is', async () => {
  const { provider, serviceId } = await providePickup();
  const quote = await quoteOf(serviceId);
  const { id } = await on.order(buyer, serviceId, { quoteId: quote.id, delivery: ship });
  await on.pay(buyer, id);
  await on.move(provider, id, 'accept');
  await on.move(provider, id, 'start');
  const photos = [await on.photo(provider, id)];
  await on.move(provider, id, 'deliver', { trackingNumber: '1', photos });
  expect((await on.read(buyer, id)).place).toBeNull();
});

test('without a stated place, buyers are told the place of the service', async () => {
  const { provider, serviceId } = await providePickup('');
  const quote = await quoteOf(serviceId);
  const { id } = await on.order(buyer, serviceId, { quoteId: quote.id, delivery: { kind: 'pickup' } });
  await on.pay(buyer, id);
  await makeReady(provider, id);
  expect((await on.read(buyer, id)).place).toEqual({ address: '서울 중구', lat: 37.56, long: 126.99 });
});

test('what is ready to be fetched is told as such, not as sent', async () => {
  const { provider, serviceId } = await providePickup();
  const quote = await quoteOf(serviceId);
  const { id } = await on.order(buyer, serviceId, { quoteId: quote.id, delivery: { kind: 'pickup' } });
  await on.pay(buyer, id);
  await makeReady(provider, id);
  const told = async (language: string) => {
    const headers = { 'accept-language': language };
    const answer = await server.call('GET', '/api/user/notifications', { as: buyer, headers });
    return JSON.stringify(answer.json());
  };
  expect(await told('ko')).toContain('작업물을 찾으러 갈 수 있어요');
  expect(await told('ko')).toContain('주문 페이지에서 주소와 픽업 코드를 확인하고');
  expect(await told('en')).toContain('The work is ready for pickup');
  expect(await told('ja')).toContain('作品を受け取れるようになりました');
  expect(await told('ko')).not.toContain('301호');
  expect(await on.read(buyer, id)).toMatchObject({ deliveryKind: 'pickup', state: 'delivered' });
});

test('the place of pickup is sealed, exported to its owner alone, and left as it is where it is not sent', async () => {
  const { provider, serviceId } = await providePickup();
  const { pool, vault } = server.runtime;
  const sealed = async () =>
    (await pool.query('select * from service_workshop where service_id = $1', [serviceId])).rows[0] as {
      sealed_pickup: string;
    };
  expect(JSON.stringify(await sealed())).not.toContain('성수이로');
  expect(vault.open('pickup place', (await sealed()).sealed_pickup)).toBe(home);
  expect((await putPickup(provider, serviceId)).json()).toMatchObject({ pickupAddress: home });
  const admin = await server.signUp({ role: 'admin' });
  expect((await putPickup(admin, serviceId, '다른 곳')).statusCode).toBe(403);
  const long = await putPickup(provider, serviceId, '가'.repeat(201));
  expect(long.json()).toMatchObject({ fields: { pickupAddress: expect.any(String) } });

  const { lists } = servicesPersonalData({ db: server.runtime.db, vault });
  const exported: unknown[] = [];
  for await (const row of lists!['services']!(provider.id)) exported.push(row);
  expect(exported).toMatchObject([{ workshop: { pickupAddress: home } }]);
  expect(JSON.stringify(exported)).not.toContain('sealedPickup');
  const other: unknown[] = [];
  for await (const row of lists!['services']!(buyer.id)) other.push(row);
  expect(other).toEqual([]);
});

test('a thing is sent or fetched: files alone do not deliver it', async () => {
  const { provider, serviceId } = await on.provide(printing(post));
  const quote = await quoteOf(serviceId);
  const { id } = await on.order(buyer, serviceId, { quoteId: quote.id, delivery: { kind: 'pickup' } });
  await on.pay(buyer, id);
  await on.move(provider, id, 'accept');
  await on.move(provider, id, 'start');
  const uploadId = await negotiatingOn(server).upload(provider, Buffer.from('결과'), 'result.txt');
  const photos = [await on.photo(provider, id)];
  const answer = await on.raise(provider, id, 'deliver', { photos, files: [{ uploadId }] });
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'files_alone']);
  expect((await on.raise(provider, id, 'deliver', { photos, pickup: true })).statusCode).toBe(200);
});

test('a workshop that neither sends nor lets people pick up is refused', async () => {
  const { provider, serviceId } = await on.provide(printing(post));
  const put = (delivery: object) =>
    server.call('PUT', `/api/user/services/${serviceId}/workshop`, {
      as: provider,
      payload: {
        rateCard: null,
        machines: [],
        calendar: { closedWeekdays: [], holidays: [], jobsPerDay: 1 },
        delivery,
      },
    });
  const neither = await put({ post: null, pickup: false });
  expect(neither.statusCode).toBe(400);
  expect(neither.json()).toMatchObject({ fields: { 'delivery.pickup': expect.any(String) } });
  expect((await put({ post: -1 })).json()).toMatchObject({ fields: { 'delivery.post': expect.any(String) } });
  const kept = await put({ post: 2500, freeFrom: null, pickup: false, carriers: ['야마토'] });
  expect(kept.json<{ delivery: object }>().delivery).toEqual({
    post: 2500,
    freeFrom: null,
    pickup: false,
    carriers: ['야마토'],
  });
});

test('post costs what the provider says below the free price, and nothing from there on', () => {
  const money = fc.integer({ min: 0, max: 10_000_000 });
  fc.assert(
    fc.property(money, fc.option(money), fc.option(money), (principal, price, freeFrom) => {
      const isFree = price !== null && freeFrom !== null && principal >= freeFrom;
      expect(postageOf({ post: price, freeFrom }, principal)).toBe(isFree ? 0 : price);
    }),
  );
});
