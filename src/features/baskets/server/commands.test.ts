import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { formOf, startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { anyKey, orderingOn, type Ordering } from '#features/orders/server/testing.ts';
import type { Attempt, OwnPayment } from '#features/payments/contract.ts';
import { enqueue } from '#platform/server/jobs.ts';
import { randomRuns } from '#platform/shared/testing.ts';
import type { Basket, PlacedBasket } from '../contract.ts';
import { basketLimits } from '../rules.ts';

import type { OrderOffer } from '#features/orders/contract.ts';
import type { Quote } from '#features/quotes/contract.ts';
import { negotiatingOn } from '#features/quotes/server/testing.ts';
import type { ResourceDetail } from '#features/resources/contract.ts';
import { resourcesJobs } from '#features/resources/server/public.ts';
import { binaryStl, box } from '#platform/shared/models/testing.ts';

/** Baskets: orders of several makers that are placed together, paid once, and then go their own ways. */

let server: TestServer;
let on: Ordering;
let buyer: Person;
let makers: { provider: Person; serviceId: string }[];

/** A printer, and a design whose author asks for a share when what is made of it is sold. */
let printer: { provider: Person; serviceId: string };
let design: ResourceDetail;

async function publishDesign({
  author,
  license = 'CC-BY-NC-4.0',
  parts = 1,
}: {
  author: Person;
  license?: string;
  parts?: number;
}): Promise<ResourceDetail> {
  await on.verify(author);
  const answer = await server.call('POST', '/api/resources', {
    as: author,
    ...formOf([
      { name: 'title', value: '선반 받침' },
      { name: 'category', value: '3d_model' },
      { name: 'license', value: license },
      { name: 'state', value: 'published' },
      { name: 'downloadFile', filename: '받침.stl', bytes: Buffer.from(binaryStl(box(30, 20, 10))) },
      ...(parts > 1
        ? [{ name: 'downloadFile', filename: '덮개.stl', bytes: Buffer.from(binaryStl(box(30, 20, 4))) }]
        : []),
    ]),
  });
  expect(answer.statusCode, answer.body).toBe(201);
  await resourcesJobs(server.runtime)['resources.measure_models']({} as never);
  const resource = answer.json<ResourceDetail>();
  await call('PUT', `/api/user/resources/${resource.id}/share`, { as: author, payload: { amount: 777 } });
  return resource;
}

async function quoteOfDesign(): Promise<Quote> {
  return call('POST', `/api/services/${printer.serviceId}/quote`, {
    payload: { resourceFileId: design.files[0]!.id, material: 'PLA', quantity: 3 },
    status: 201,
  });
}

const prices = [30_000, 12_500, 7_001, 45_990, 1_000, 20_333];

beforeAll(async () => {
  server = await startTestServer({
    RATE_LIMIT_PAYMENTS: '100000',
    RATE_LIMIT_ORDERS: '100000',
    RATE_LIMIT_QUOTES: '100000',
    RATE_LIMIT_WRITES: '1000000',
  });
  on = orderingOn(server);
  buyer = await server.signUp();
  makers = [];
  for (const price of prices) makers.push(await on.provide({ price }));
  printer = await on.provide({ serviceType: '3d_printing', price: null });
  design = await publishDesign({ author: await server.signUp() });
});
afterAll(() => server.close());
afterEach(() => on.assertSound());

async function call<Answer>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  {
    as = buyer,
    status = 200,
    ...rest
  }: { as?: Person; status?: number; payload?: object; headers?: object } = {},
): Promise<Answer> {
  const answer = await server.call(method, path, {
    as,
    headers: { ...anyKey(), ...rest.headers },
    ...(rest.payload && { payload: rest.payload }),
  });
  expect(answer.statusCode, `${method} ${path}: ${answer.body}`).toBe(status);
  return answer.body === '' ? (undefined as Answer) : answer.json<Answer>();
}

const add = (serviceId: string, fields: object = {}, status = 200) =>
  call<Basket>('POST', '/api/user/basket/items', { payload: { serviceId, ...fields }, status });

async function empty(): Promise<void> {
  const { items } = await call<Basket>('GET', '/api/user/basket');
  for (const { id } of items) await call('DELETE', `/api/user/basket/items/${id}`);
}

const address = { name: '이서연', phone: '010-1234-5678', address: '서울 성동구 성수이로 20' };
function orderOf(basket: Basket, delivery: 'ship' | 'pickup' = 'pickup') {
  const totalOf = ({ offer }: Basket['items'][number]) =>
    offer?.deliveries.find(({ kind }) => kind === delivery)?.amounts?.total ?? 0;
  return {
    items: basket.items.map(({ id }) => ({ id, delivery })),
    ...(delivery === 'ship' && { address }),
    consent: true,
    total: basket.items.reduce((sum, item) => sum + totalOf(item), 0),
  };
}
async function place(basket: Basket, delivery: 'ship' | 'pickup' = 'pickup'): Promise<PlacedBasket> {
  return call('POST', '/api/user/basket/orders', { payload: orderOf(basket, delivery), status: 201 });
}
async function fill(count: number): Promise<Basket> {
  await empty();
  for (const { serviceId } of makers.slice(0, count)) await add(serviceId);
  return call('GET', '/api/user/basket');
}
const open = (id: string) =>
  call<Attempt>('POST', `/api/baskets/${id}/payments`, { payload: {}, status: 201 });
async function pay(id: string): Promise<OwnPayment> {
  const answer = await on.confirm(buyer, await on.decide(await open(id), 'approve'));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<OwnPayment>();
}
/** Has the server ask the gateway how a payment is. */
async function ask(id: string): Promise<void> {
  await enqueue(server.runtime.db, 'payments.query', { id });
  await on.runJobs();
}
const read = (id: string) => call<PlacedBasket>('GET', `/api/baskets/${id}`);
const makerOf = (orderId: string, { orders }: PlacedBasket) => {
  const { order } = orders.find((each) => each.order.id === orderId)!;
  return [...makers, printer].find(({ provider }) => provider.id === order.provider.id)!.provider;
};

describe('a basket', () => {
  test('holds orders of several makers, shows their sum, and is placed and paid at once', async () => {
    const basket = await fill(3);
    expect(basket.items.map(({ offer }) => offer?.amounts?.principal)).toEqual(prices.slice(0, 3));
    const placed = await place(basket, 'ship');
    expect(placed).toMatchObject({ state: 'unpaid', answersFor: null });
    expect(placed.toPay).toBe(placed.amounts.total);
    expect(placed.orders.map(({ order }) => order.state)).toEqual(['created', 'created', 'created']);
    expect((await call<Basket>('GET', '/api/user/basket')).items).toEqual([]);
    const payment = await pay(placed.id);
    expect(payment).toMatchObject({
      subjectKind: 'basket',
      orderId: placed.id,
      bound: true,
      amount: placed.toPay,
    });
    const paid = await read(placed.id);
    expect(paid).toMatchObject({ state: 'making', toPay: 0 });
    for (const { order } of paid.orders) {
      expect(order.state).toBe('paid');
      expect(await on.owed('escrow', order.id)).toBe(order.amounts.total);
    }
    // The payment is told of once, with its sum; each maker is told of their own order.
    const noticesOf = async (as: Person) =>
      (
        await call<{ title: string; text: string; path: string }[]>('GET', '/api/user/notifications', { as })
      ).filter(
        ({ path }) => path.endsWith(placed.id) || paid.orders.some(({ order }) => path.endsWith(order.id)),
      );
    expect(await noticesOf(buyer)).toEqual([
      expect.objectContaining({
        title: `장바구니를 결제했어요: ${placed.title}`,
        text: `주문 3건, ₩${placed.toPay.toLocaleString('en')}이에요. 제작자들이 주문을 확인하고 있어요.`,
        path: `/payment/basket/${placed.id}`,
      }),
    ]);
    expect(await noticesOf(makers[0]!.provider)).toHaveLength(1);
    const detail = await on.read(buyer, paid.orders[0]!.order.id);
    expect(detail).toMatchObject({
      payment: { id: payment.id, state: 'captured' },
      delivery: { address: { name: '이서연' } },
    });
  });

  test('a maker who declines refunds their order alone, and another takes it over', async () => {
    const placed = await place(await fill(3));
    await pay(placed.id);
    const [first, second, third] = placed.orders.map(({ order }) => order);
    await on.move(makerOf(second!.id, placed), second!.id, 'decline');
    await on.runJobs();
    const after = await read(placed.id);
    expect(after.orders.map(({ order, canReplace }) => [order.state, canReplace])).toEqual([
      ['paid', false],
      ['refunded', true],
      ['paid', false],
    ]);
    expect(after.amounts.total).toBe(first!.amounts.total + third!.amounts.total);
    expect(await on.read(buyer, second!.id)).toMatchObject({
      refunded: [{ amount: second!.amounts.total, state: 'confirmed' }],
    });
    const another = await on.order(buyer, makers[3]!.serviceId, { delivery: { kind: 'pickup' } });
    const replacement = { replaces: second!.id, orderId: another.id };
    const path = '/api/baskets/replacements';
    for (const wrong of [{ replaces: first!.id }, { orderId: second!.id }, { orderId: first!.id }]) {
      expect(await call('POST', path, { payload: { ...replacement, ...wrong }, status: 409 })).toMatchObject({
        code: 'not_replaceable',
        fields: { replaces: expect.any(String) },
      });
    }
    const replaced = await call<PlacedBasket>('POST', path, { payload: replacement });
    expect(replaced.state).toBe('partly_paid');
    expect(replaced.orders.find(({ order }) => order.id === second!.id)).toMatchObject({
      canReplace: false,
      replacedBy: another.id,
    });
    expect(await call('POST', path, { payload: replacement, status: 409 })).toMatchObject({
      code: 'not_replaceable',
    });
    const later = await on.order(buyer, makers[4]!.serviceId, { delivery: { kind: 'pickup' } });
    // One order takes the place of another.
    expect(
      await call('POST', path, { payload: { ...replacement, orderId: later.id }, status: 409 }),
    ).toMatchObject({ code: 'not_replaceable' });
    const paid = await pay(placed.id);
    expect(paid).toMatchObject({ bound: true, amount: another.amounts.total });
    for (const { order } of (await read(placed.id)).orders.filter(
      ({ order: { state } }) => state === 'paid',
    )) {
      const provider = makerOf(order.id, replaced);
      await on.move(provider, order.id, 'accept');
      await on.move(provider, order.id, 'start');
      const photos = [await on.photo(provider, order.id)];
      await on.move(provider, order.id, 'deliver', { pickup: true, photos });
    }
    expect((await read(placed.id)).state).toBe('ready');
    for (const { order } of (await read(placed.id)).orders.filter(
      ({ order: { state } }) => state === 'delivered',
    ))
      await on.move(buyer, order.id, 'confirm');
    expect((await read(placed.id)).state).toBe('done');
  });

  test('is placed whole or not at all, and says which order was refused', async () => {
    const basket = await fill(2);
    const before = await server.runtime.pool.query('select count(*) from orders');
    const wrong = orderOf(basket, 'ship');
    const answer = await server.call('POST', '/api/user/basket/orders', {
      as: buyer,
      headers: { ...anyKey(), 'accept-language': 'en' },
      payload: { ...wrong, address: null },
    });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json<{ fields: object }>().fields)).toEqual(['address']);
    const unlike: [string, object][] = [
      ['price_changed', { total: wrong.total - 1 }],
      ['basket_changed', { items: wrong.items.slice(1) }],
      ['basket_changed', { items: [wrong.items[0], { ...wrong.items[1], id: crypto.randomUUID() }] }],
    ];
    for (const [code, fields] of unlike) {
      const payload = { ...wrong, ...fields };
      expect(await call('POST', '/api/user/basket/orders', { payload, status: 409 })).toMatchObject({ code });
    }
    const paused = makers[1]!;
    const setState = (state: 'paused' | 'active') =>
      server.runtime.db.updateTable('service').set({ state }).where('id', '=', paused.serviceId).execute();
    await setState('paused');
    const refused = await server.call('POST', '/api/user/basket/orders', {
      as: buyer,
      headers: anyKey(),
      payload: wrong,
    });
    const shown = await call<Basket>('GET', '/api/user/basket');
    await setState('active');
    expect(refused.json()).toMatchObject({
      code: 'service_not_found',
      fields: { 'items[1]': expect.any(String) },
    });
    expect(shown.items.map(({ problem }) => problem?.code)).toEqual([undefined, 'service_not_found']);
    expect((await server.runtime.pool.query('select count(*) from orders')).rows).toEqual(before.rows);
  });

  test('has a limit of orders, takes the same one once, and belongs to one person', async () => {
    await fill(basketLimits.orders);
    const seventh = await on.provide({ price: 9_000 });
    await add(seventh.serviceId, {}, 409);
    const same = await add(makers[0]!.serviceId, { quantity: 3 });
    expect(same.items).toHaveLength(basketLimits.orders);
    expect(same.items[0]?.offer?.quantity).toBe(3);
    await add(makers[0]!.serviceId, { quantity: 0 }, 400);
    const stranger = await server.signUp();
    expect((await call<Basket>('GET', '/api/user/basket', { as: stranger })).items).toEqual([]);
    const placed = await place(await fill(2));
    const own = makers[0]!;
    for (const path of ['', '/payments', '/bought']) {
      const method = path === '' ? 'GET' : path === '/bought' ? 'PATCH' : 'POST';
      const payload = {
        line: 0,
        isOwned: true,
      };
      await call(method, `/api/baskets/${placed.id}${path}`, {
        as: stranger,
        status: 404,
        ...(method !== 'GET' && { payload }),
      });
    }
    const theirs = placed.orders[0]!.order.id;
    await call('POST', '/api/baskets/replacements', {
      as: stranger,
      payload: { replaces: theirs, orderId: theirs },
      status: 404,
    });
    const answer = await server.call('POST', '/api/user/basket/items', {
      as: own.provider,
      payload: { serviceId: own.serviceId },
    });
    expect(answer.json()).toMatchObject({ code: 'own_service' });
  });

  test('the same key places it once, even at the same time', async () => {
    const basket = await fill(2);
    const key = anyKey();
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        server.call('POST', '/api/user/basket/orders', { as: buyer, headers: key, payload: orderOf(basket) }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    expect(new Set(answers.map((answer) => answer.json<PlacedBasket>().id)).size).toBe(1);
  });

  test('an order that is cancelled before the payment is not paid with the rest', async () => {
    const placed = await place(await fill(3));
    const attempt = await open(placed.id);
    await on.move(buyer, placed.orders[0]!.order.id, 'cancel');
    const back = await on.decide(attempt, 'approve');
    const late = await on.confirm(buyer, back);
    expect(late.json()).toMatchObject({ code: 'payment_over' });
    const payment = await pay(placed.id);
    expect(payment.amount).toBe(
      placed.orders[1]!.order.amounts.total + placed.orders[2]!.order.amounts.total,
    );
    const again = await call('POST', `/api/baskets/${placed.id}/payments`, { payload: {}, status: 409 });
    expect(again).toMatchObject({ code: 'nothing_to_pay' });
  });

  test('that is empty, or that two pages order at once, is not ordered twice', async () => {
    const orders = () => server.runtime.pool.query('select count(*) from orders');
    const before = await orders();
    const payload = orderOf(await fill(1));
    const answers = await Promise.all(
      [1, 2].map(() =>
        server.call('POST', '/api/user/basket/orders', { as: buyer, headers: anyKey(), payload }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
    expect(Number((await orders()).rows[0].count)).toBe(Number(before.rows[0].count) + 1);
    expect(await call('POST', '/api/user/basket/orders', { payload, status: 409 })).toMatchObject({
      code: 'basket_empty',
    });
  });

  test('says at which field an item cannot be put in', async () => {
    await empty();
    const quote = await quoteOfDesign();
    const fields = { quoteId: quote.id, resourceFileIds: [design.files[0]!.id] };
    expect(await add(printer.serviceId, fields, 400)).toMatchObject({
      fields: { resourceFileIds: expect.any(String) },
    });
    // Its price depends on what is made.
    expect(await add(printer.serviceId, {}, 409)).toMatchObject({
      code: 'quote_needed',
      fields: { quoteId: expect.any(String) },
    });
    expect((await call<Basket>('GET', '/api/user/basket')).items).toEqual([]);
  });

  test('a stranger takes nothing out of it', async () => {
    const { items } = await fill(1);
    const stranger = await server.signUp();
    const payload = { serviceId: makers[0]!.serviceId };
    await call('POST', '/api/user/basket/items', { as: stranger, payload });
    for (const id of [items[0]!.id, 'none'])
      await call('DELETE', `/api/user/basket/items/${id}`, { as: stranger });
    expect((await call<Basket>('GET', '/api/user/basket')).items).toHaveLength(1);
  });

  test('an order that was ordered alone, or that is not theirs, replaces nothing', async () => {
    const placed = await place(await fill(1));
    const own = placed.orders[0]!.order.id;
    await on.move(buyer, own, 'cancel');
    const alone = await on.order(buyer, makers[0]!.serviceId, { delivery: { kind: 'pickup' } });
    const stranger = await server.signUp();
    const theirs = await on.order(stranger, makers[0]!.serviceId, { delivery: { kind: 'pickup' } });
    const path = '/api/baskets/replacements';
    expect(
      await call('POST', path, { payload: { replaces: alone.id, orderId: alone.id }, status: 404 }),
    ).toMatchObject({ code: 'basket_not_found' });
    expect(
      await call('POST', path, { payload: { replaces: own, orderId: theirs.id }, status: 404 }),
    ).toMatchObject({ code: 'order_not_found', fields: { orderId: expect.any(String) } });
  });

  test('one payment stays within its ceiling when a dearer order takes the place of another', async () => {
    await empty();
    const dear = { price: null, pricePerUnit: 900_000_000 };
    const [first, second] = [await on.provide(dear), await on.provide(dear)];
    await add(makers[0]!.serviceId);
    await add(first.serviceId, { quantity: 9 });
    const placed = await place(await call('GET', '/api/user/basket'));
    const cheap = placed.orders.find(({ order }) => order.amounts.principal === prices[0])!.order;
    await on.move(buyer, cheap.id, 'cancel');
    const another = await on.order(buyer, second.serviceId, { quantity: 9, delivery: { kind: 'pickup' } });
    const payload = { replaces: cheap.id, orderId: another.id };
    await call('POST', '/api/baskets/replacements', { payload });
    const refused = await call('POST', `/api/baskets/${placed.id}/payments`, { payload: {}, status: 400 });
    expect(refused).toMatchObject({ code: 'amount_too_large' });
    // Each alone is within it.
    expect((await on.open(buyer, another.id)).id).toEqual(expect.any(String));
  });

  describe('of one design by several makers', () => {
    /** A design of two parts, whose author asks 777 won for each thing that is sold. */
    let pair: ResourceDetail;
    beforeAll(async () => {
      pair = await publishDesign({ author: await server.signUp(), parts: 2 });
    });
    const files = (of: readonly number[]) => of.map((index) => pair.files[index]!.id);
    /** Puts in an order of each maker, for some files of the pair. */
    async function together(...of: number[][]): Promise<Basket> {
      await empty();
      for (const [index, parts] of of.entries())
        await add(makers[index]!.serviceId, { resourceFileIds: files(parts) });
      return call('GET', '/api/user/basket?purpose=sale');
    }
    const shareOf = ({ orders }: PlacedBasket) => orders.map(({ order }) => order.amounts.share);
    const placeForSale = (basket: Basket) =>
      call<PlacedBasket>('POST', '/api/user/basket/orders', {
        payload: { ...orderOf(basket), purpose: 'sale' },
        status: 201,
      });

    test('its author’s share is divided by the parts that each makes, and paid for each copy', async () => {
      for (const [of, expected] of [
        [
          [[0], [1]],
          [389, 388],
        ],
        [
          [[0], [0]],
          [777, 777],
        ],
        [[[0, 1]], [777]],
        [
          [[0], [1], [1]],
          [389, 389, 388],
        ],
      ] as const) {
        const basket = await together(...of.map((parts) => [...parts]));
        expect(basket.items.map(({ offer }) => offer?.amounts?.share)).toEqual(expected);
        const placed = await placeForSale(basket);
        expect(shareOf(placed)).toEqual(expected);
        for (const { order } of placed.orders) await on.move(buyer, order.id, 'cancel');
      }
    });

    test('an order that takes the place of another carries its part, once, and no more than it made', async () => {
      const placed = await placeForSale(await together([0], [1]));
      const quote = (quantity: number, as = buyer, part = 0) =>
        call<Quote>('POST', `/api/services/${printer.serviceId}/quote`, {
          as,
          payload: { resourceFileId: files([part])[0], material: 'PLA', quantity },
          status: 201,
        });
      const order = async ({ id: quoteId }: Quote, replaces: string, as = buyer) =>
        call<{ id: string; amounts: { share: number } }>('POST', '/api/orders', {
          as,
          payload: {
            serviceId: printer.serviceId,
            quoteId,
            replaces,
            purpose: 'sale',
            consent: true,
            delivery: { kind: 'pickup' },
          },
          status: 201,
        });
      const [first, second] = placed.orders.map((each) => each.order.id) as [string, string];
      // What was cancelled before anything was paid carries nothing.
      await on.move(buyer, second, 'cancel');
      expect((await order(await quote(1, buyer, 1), second)).amounts.share).toBe(777);
      await pay(placed.id);
      await on.move(makers[0]!.provider, first, 'decline');
      expect((await order(await quote(5), first)).amounts.share).toBe(5 * 777);
      expect((await order(await quote(1, buyer, 1), first)).amounts.share).toBe(777);
      const stranger = await server.signUp();
      expect((await order(await quote(1, stranger), first, stranger)).amounts.share).toBe(777);
      const one = await quote(1);
      const shown = await call<OrderOffer>(
        'GET',
        `/api/services/${printer.serviceId}/offer?quoteId=${one.id}&replaces=${first}&purpose=sale`,
      );
      expect(shown.amounts?.share).toBe(389);
      const next = await order(one, first);
      expect(next.amounts.share).toBe(389);
      await call('POST', '/api/baskets/replacements', { payload: { replaces: first, orderId: next.id } });
      // The place is taken, also by way of the one that took it.
      expect((await order(await quote(1), first)).amounts.share).toBe(777);
      await on.move(buyer, next.id, 'cancel');
      const again = await order(await quote(1), next.id);
      expect(again.amounts.share).toBe(389);
      expect((await order(await quote(1), first)).amounts.share).toBe(777);
      expect((await order(await quote(1), next.id)).amounts.share).toBe(777);
    });

    test('so does an offer that was agreed on in a negotiation, which remembers the order', async () => {
      const talk = negotiatingOn(server);
      const placed = await placeForSale(await together([0], [1]));
      await pay(placed.id);
      const [first] = placed.orders.map((each) => each.order.id) as [string];
      await on.move(makers[0]!.provider, first, 'decline');
      const asked = await talk.request(buyer, [printer.serviceId], {
        files: [{ resourceFileId: files([0])[0] }],
        replaces: first,
      });
      expect(asked.replaces).toBe(first);
      const [thread] = asked.threads;
      const offered = await talk.move(printer.provider, thread!, 'offer');
      await talk.move(buyer, offered, 'accept');
      // It is the customer's own matter.
      expect((await talk.read(printer.provider, asked.id)).replaces).toBeNull();
      const { replaces } = await talk.read(buyer, asked.id);
      const terms = { quoteId: thread!.id, replaces, purpose: 'sale' };
      const shown = await call<OrderOffer>(
        'GET',
        `/api/services/${printer.serviceId}/offer?${new URLSearchParams(terms as Record<string, string>)}`,
      );
      expect(shown.amounts?.share).toBe(389);
      const order = await call<{ id: string; amounts: { share: number } }>('POST', '/api/orders', {
        payload: {
          ...terms,
          serviceId: printer.serviceId,
          consent: true,
          delivery: { kind: 'pickup' },
        },
        status: 201,
      });
      expect(order.amounts.share).toBe(389);
      const payload = { replaces: first, orderId: order.id };
      const basket = await call<PlacedBasket>('POST', '/api/baskets/replacements', { payload });
      expect(basket.orders.find((each) => each.order.id === order.id)).toMatchObject({ replaces: first });
    });

    test('a permission is used by as many pieces as there are copies, and comes back with the last', async () => {
      const author = await server.signUp();
      const reserved = await publishDesign({ author, license: 'all-rights-reserved', parts: 2 });
      const asked = await call<{ id: string }>('POST', `/api/resources/${reserved.id}/permissions`, {
        payload: { purpose: 'own', pieces: 1, note: '하나만 만들게요.' },
        status: 201,
      });
      await call('POST', `/api/permissions/${asked.id}/grant`, { as: author, payload: {} });
      const used = async () =>
        (await server.runtime.pool.query('select used from making_permission where id = $1', [asked.id]))
          .rows[0]?.used;
      const gather = async (...of: number[]) => {
        await empty();
        for (const [index, part] of of.entries())
          await add(makers[index]!.serviceId, { resourceFileIds: [reserved.files[part]!.id] });
        return call<Basket>('GET', '/api/user/basket');
      };
      // Two of the same part are two things.
      const twice = await gather(0, 0);
      await call('POST', '/api/user/basket/orders', { payload: orderOf(twice), status: 409 });
      const placed = await place(await gather(0, 1));
      expect(await used()).toBe(1);
      expect((await gather(0)).items[0]?.offer?.rights[0]?.verdict).toBe('ask_author');
      const [first, second] = placed.orders;
      await on.move(buyer, first!.order.id, 'cancel');
      expect(await used()).toBe(1);
      await on.move(buyer, second!.order.id, 'cancel');
      expect(await used()).toBe(0);
    });
  });

  test('what was never paid is put in again, and what is not offered any more is left out', async () => {
    await empty();
    const [first, second] = makers;
    const quoted = await quoteOfDesign();
    await add(printer.serviceId, { quoteId: quoted.id });
    await add(first!.serviceId, { resourceFileIds: design.files.map(({ id }) => id) });
    const placed = await place(await add(second!.serviceId));
    expect(placed.canAddAgain).toBe(false);
    await call('POST', `/api/baskets/${placed.id}/again`, { as: makers[2]!.provider, status: 404 });
    for (const { order } of placed.orders) await on.move(buyer, order.id, 'cancel');
    expect(await read(placed.id)).toMatchObject({ state: 'ended', canAddAgain: true });
    await call('PATCH', `/api/services/${second!.serviceId}`, {
      as: second!.provider,
      payload: { state: 'paused' },
    });
    expect(await call('POST', `/api/baskets/${placed.id}/again`)).toEqual({ leftOut: 1 });
    expect(await call('POST', `/api/baskets/${placed.id}/again`)).toEqual({ leftOut: 1 });
    // What is not offered now can be put in once it is offered again; the rest is there already.
    expect((await read(placed.id)).canAddAgain).toBe(true);
    const { items } = await call<Basket>('GET', '/api/user/basket');
    expect(items.map(({ quoteId, offer }) => [quoteId, offer?.amounts?.total])).toEqual(
      placed.orders.slice(0, 2).map(({ quoteId, order }) => [quoteId, order.amounts.total]),
    );
    expect(items[1]!.resourceFileIds).toEqual(design.files.map(({ id }) => id));
    await call('PATCH', `/api/services/${second!.serviceId}`, {
      as: second!.provider,
      payload: { state: 'active' },
    });
    expect(await call('POST', `/api/baskets/${placed.id}/again`)).toEqual({ leftOut: 0 });
    expect((await read(placed.id)).canAddAgain).toBe(false);
    // An order that was paid is not one that was never paid, even if it was refunded.
    const paid = await place(await fill(1));
    await pay(paid.id);
    await on.move(makerOf(paid.orders[0]!.order.id, paid), paid.orders[0]!.order.id, 'decline');
    expect((await read(paid.id)).canAddAgain).toBe(false);
  });

  test('each order keeps its note and the dimensions that matter, and a wrong one is named', async () => {
    const basket = await fill(2);
    const dimension = { label: '구멍 지름', targetMm: 8, toleranceMm: 0.2 };
    const input = orderOf(basket);
    const asked = {
      ...input,
      items: [
        { ...input.items[0]!, description: '검은색으로 부탁해요.', dimensions: [dimension] },
        input.items[1]!,
      ],
    };
    const wrong = await call('POST', '/api/user/basket/orders', {
      payload: {
        ...asked,
        items: [asked.items[0]!, { ...asked.items[1]!, dimensions: [{ ...dimension, targetMm: 0 }] }],
      },
      status: 400,
    });
    expect(wrong).toMatchObject({ fields: { 'items[1].dimensions[0].targetMm': expect.any(String) } });
    const placed = await call<PlacedBasket>('POST', '/api/user/basket/orders', {
      payload: asked,
      status: 201,
    });
    const details = [];
    for (const { order } of placed.orders) details.push(await on.read(buyer, order.id));
    expect(details).toMatchObject([
      { description: '검은색으로 부탁해요.', dimensions: [dimension] },
      { description: '', dimensions: [] },
    ]);
  });

  test('a service without a quote gets the files of a resource, by its licence', async () => {
    await empty();
    const { serviceId } = makers[0]!;
    const resourceFileIds = design.files.map(({ id }) => id);
    await add(serviceId, { resourceFileIds: [serviceId] }, 404);
    const basket = await add(serviceId, { resourceFileIds });
    expect(basket.items[0]).toMatchObject({ resourceFileIds, offer: { customMade: true } });
    // The author's share is a thank-you here, which the buyer adds.
    expect(basket.items[0]!.offer!.deliveries[0]!.amounts!.share).toBe(0);
    const thanked = await call<Basket>('GET', '/api/user/basket?withThanks=true');
    const placed = await call<PlacedBasket>('POST', '/api/user/basket/orders', {
      payload: { ...orderOf(thanked), withThanks: true },
      status: 201,
    });
    const detail = await on.read(buyer, placed.orders[0]!.order.id);
    expect(detail).toMatchObject({
      files: [{ name: '받침.stl', sha256: design.files[0]!.sha256 }],
      rights: [{ resourceId: design.id }],
      amounts: { share: 777 },
    });
  });

  test('a service that is put in again with other files is made from those', async () => {
    await empty();
    const { serviceId } = makers[0]!;
    await add(serviceId);
    const resourceFileIds = design.files.map(({ id }) => id);
    const basket = await add(serviceId, { resourceFileIds });
    expect(basket.items).toMatchObject([{ resourceFileIds }]);
  });

  test('a sum above the ceiling of one payment is refused before anything is ordered', async () => {
    await empty();
    for (const pricePerUnit of [900_000_000, 800_000_000]) {
      const { serviceId } = await on.provide({ price: null, pricePerUnit });
      await add(serviceId, { quantity: 9 });
    }
    const payload = orderOf(await call<Basket>('GET', '/api/user/basket'));
    const answer = await server.call('POST', '/api/user/basket/orders', {
      as: buyer,
      headers: anyKey(),
      payload,
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'amount_too_large' }]);
    await empty();
  });

  test('a payment that was begun goes on only for the same orders', async () => {
    const placed = await place(await fill(2));
    const [first, second] = placed.orders.map(({ order }) => order);
    const before = await open(placed.id);
    expect((await open(placed.id)).id).toBe(before.id);
    await on.move(buyer, second!.id, 'cancel');
    const another = await on.order(buyer, makers[1]!.serviceId, { delivery: { kind: 'pickup' } });
    expect(another.amounts.total).toBe(second!.amounts.total);
    const payload = { replaces: second!.id, orderId: another.id };
    await call('POST', '/api/baskets/replacements', { payload });
    const payment = await pay(placed.id);
    expect(payment).toMatchObject({ bound: true, amount: first!.amounts.total + another.amounts.total });
    expect(payment.id).not.toBe(before.id);
  });

  test('one of its orders cannot be paid twice, alone and with the rest', async () => {
    const placed = await place(await fill(2));
    const together = await on.decide(await open(placed.id), 'approve');
    const alone = await on.decide(await on.open(buyer, placed.orders[0]!.order.id), 'approve');
    const answers = await Promise.all([on.confirm(buyer, together), on.confirm(buyer, alone)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    await on.runJobs();
    await pay(placed.id).catch(() => undefined);
    const { orders } = await read(placed.id);
    for (const { order } of orders) expect(await on.owed('escrow', order.id)).toBe(order.amounts.total);
  });

  test('a deposit that the bank took back takes it from each order', async () => {
    const placed = await place(await fill(2));
    const attempt = await call<Attempt>('POST', `/api/baskets/${placed.id}/payments`, {
      payload: {},
      status: 201,
    });
    await on.confirm(buyer, await on.decide(attempt, 'virtual-account', { webhooks: 'never' }));
    await on.decide(attempt, 'deposit');
    await ask(attempt.id);
    expect((await read(placed.id)).orders.map(({ order }) => order.state)).toEqual(['paid', 'paid']);
    const [first, second] = placed.orders.map(({ order }) => order);
    await on.move(makerOf(first!.id, placed), first!.id, 'accept');
    await on.decide(attempt, 'reverse-deposit');
    await ask(attempt.id);
    const { orders } = await read(placed.id);
    expect(orders.map(({ order }) => order.state)).toEqual(['disputed', 'created']);
    for (const { id } of [first!, second!]) expect(await on.owed('escrow', id)).toBe(0);
  });
});

describe('what is bought elsewhere', () => {
  test('comes from the bill of materials, is ticked off, and never counts as money', async () => {
    await empty();
    const details = {
      billOfMaterials: [
        { name: 'M3 볼트', quantity: 4, priceWon: 100, url: 'https://example.com/m3' },
        { name: '모터', quantity: 2 },
      ],
    };
    const author = await server.signUp();
    const created = await server.call('POST', '/api/resources', {
      as: author,
      payload: {
        title: '작은 드론',
        category: 'hardware_design',
        downloadUrl: 'https://example.com/a',
        state: 'published',
        details,
      },
    });
    expect(created.statusCode, created.body).toBe(201);
    const { id: resourceId } = created.json<{ id: string }>();
    const payload = { resourceId, sets: 2, lines: [{ line: 0 }, { line: 1, isOwned: true }] };
    const basket = await call<Basket>('PUT', '/api/user/basket/bought', { payload });
    expect(basket).toMatchObject({
      title: '작은 드론',
      resourceId,
      bought: {
        lines: [
          { name: 'M3 볼트', quantity: 8, priceWon: 100, isOwned: false },
          { name: '모터', quantity: 4, isOwned: true },
        ],
      },
    });
    const missing = { resourceId, lines: [{ line: 0 }, { line: 7 }] };
    expect(await call('PUT', '/api/user/basket/bought', { payload: missing, status: 409 })).toMatchObject({
      code: 'resource_without_parts',
      fields: { 'lines[1].line': expect.any(String) },
    });
    await call('PATCH', `/api/baskets/${basket.id!}/bought`, {
      payload: { line: 0, isOwned: true },
      status: 204,
    });
    const unknown = { payload: { line: 9, isOwned: true }, status: 409 };
    expect(await call('PATCH', `/api/baskets/${basket.id!}/bought`, unknown)).toMatchObject({
      code: 'resource_without_parts',
      fields: { line: expect.any(String) },
    });
    const elsewhere = { payload: { line: 0, isOwned: true }, status: 404 };
    for (const id of ['none', crypto.randomUUID()]) {
      expect(await call('PATCH', `/api/baskets/${id}/bought`, elsewhere)).toMatchObject({
        code: 'basket_not_found',
      });
    }
    const lines = Array.from({ length: basketLimits.lines }, () => ({ line: 0 }));
    await call('PUT', '/api/user/basket/bought', { payload: { resourceId, lines } });
    // Its order is one line more.
    expect(await add(makers[0]!.serviceId, {}, 409)).toMatchObject({ code: 'too_many_lines' });
    await call('PUT', '/api/user/basket/bought', {
      payload: { ...payload, lines: payload.lines.map(({ line }) => ({ line, isOwned: true })) },
    });
    const placed = await place(await add(makers[0]!.serviceId));
    expect(placed.bought.lines.map(({ isOwned }) => isOwned)).toEqual([true, true]);
    expect(placed.toPay).toBe(placed.orders[0]!.order.amounts.total);
    expect(placed.answersFor?.id).toBe(makers[0]!.provider.id);
  });
});

test('over random lives of baskets no won is lost or made, and nobody is paid who did not deliver', async () => {
  const ends = ['decline', 'silence', 'cancel', 'confirm', 'settle', 'refund', 'forgotten'] as const;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...ends), { minLength: 1, maxLength: basketLimits.orders }),
      fc.integer({ min: 1, max: 99 }),
      async (fates, percent) => {
        await fill(fates.length - 1);
        const quote = await quoteOfDesign();
        await add(printer.serviceId, { quoteId: quote.id });
        const basket = await call<Basket>('GET', '/api/user/basket?purpose=sale');
        const way = percent % 2 === 0 ? 'ship' : 'pickup';
        const wanted = orderOf(basket, way);
        const placed = await call<PlacedBasket>('POST', '/api/user/basket/orders', {
          payload: { ...wanted, purpose: 'sale' },
          status: 201,
        });
        expect(placed.amounts.share).toBe(3 * 777);
        await pay(placed.id);
        for (const [index, fate] of fates.entries()) {
          const { id, amounts } = placed.orders[index]!.order;
          const provider = makerOf(id, placed);
          const deliver = async () => {
            await on.move(provider, id, 'accept');
            await on.move(provider, id, 'start');
            const photos = [await on.photo(provider, id)];
            const sent = percent % 2 === 0 ? { trackingNumber: '1234567890' } : { pickup: true };
            await on.move(provider, id, 'deliver', { ...sent, photos });
          };
          if (fate === 'decline') await on.move(provider, id, 'decline');
          else if (fate === 'silence') await on.pass(id, 24 * 10);
          else if (fate === 'cancel') await on.move(buyer, id, 'cancel');
          else if (fate === 'settle') {
            await on.move(provider, id, 'accept');
            await on.move(provider, id, 'start');
            const keep = Math.floor((amounts.principal * percent) / 100);
            const kept = Math.min(Math.max(1, keep), amounts.principal - 1);
            await on.move(buyer, id, 'propose-settlement', { keep: kept });
            await on.move(provider, id, 'agree');
          } else {
            await deliver();
            if (fate === 'confirm') await on.move(buyer, id, 'confirm');
            else if (fate === 'refund') {
              await on.move(buyer, id, 'dispute', { reason: '깨졌어요' });
              await on.move(provider, id, 'propose-settlement', { keep: 0 });
              await on.move(buyer, id, 'agree');
            } else {
              await on.move(buyer, id, 'arrived');
              await on.pass(id, 24 * 40);
            }
          }
        }
        await on.runJobs();
        const { orders } = await read(placed.id);
        for (const [index, { order }] of orders.entries()) {
          const paidTo = await on.owed('provider_payable', order.id);
          expect(await on.owed('escrow', order.id)).toBe(0);
          const isWithout = ['decline', 'silence', 'cancel', 'refund'].includes(fates[index]!);
          expect([order.id, paidTo > 0]).toEqual([order.id, !isWithout]);
        }
        const { rows } = await server.runtime.pool.query<{ refunded: string }>(
          'select coalesce(sum(amount), 0) as refunded from refund where order_id = any ($1)',
          [orders.map(({ order }) => order.id)],
        );
        const kept = await server.runtime.pool.query<{ kept: string }>(
          `select coalesce(-sum(entry.amount), 0) as kept from ledger_entry entry join ledger_journal journal on journal.id = entry.journal_id
            where journal.order_id = any ($1) and account in ('provider_payable', 'fee_revenue', 'vat_payable')`,
          [orders.map(({ order }) => order.id)],
        );
        expect(Number(rows[0]!.refunded) + Number(kept.rows[0]!.kept)).toBe(placed.amounts.total);
        await on.assertSound();
      },
    ),
    randomRuns(6),
  );
}, 7_200_000);
