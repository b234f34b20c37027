import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { PrintersAnswer, Quote } from '#features/quotes/contract.ts';
import { negotiatingOn } from '#features/quotes/server/testing.ts';
import type { ManagedWorkshop, ServiceDetail } from '#features/services/contract.ts';
import { binaryStl, box } from '#platform/shared/models/testing.ts';
import { orderingOn, type Ordering } from './testing.ts';

/** Real weights and hours, from the delivery of an order to the quotes after it. */

let server: TestServer;
let on: Ordering;
let buyer: Person;
beforeAll(async () => {
  server = await startTestServer({
    RATE_LIMIT_PAYMENTS: '10000',
    RATE_LIMIT_ORDERS: '10000',
    RATE_LIMIT_QUOTES: '10000',
  });
  on = orderingOn(server);
  buyer = await server.signUp();
});
afterAll(() => server.close());
afterEach(() => on.assertSound());

const machine = {
  id: '0197a000-0000-7000-8000-000000000001',
  name: 'P1S',
  buildMm: [256, 256, 256] as [number, number, number],
  stock: [
    { material: 'PLA', colors: [] },
    { material: 'PETG', colors: [] },
  ],
  toleranceMm: null,
  layerMm: [0.08, 0.28] as [number, number],
  leadDays: 2,
  queue: 0,
  paused: false,
};
const other = { ...machine, id: '0197a000-0000-7000-8000-000000000002', name: 'X1C' };
const provide = (machines = [machine]) => on.provide({ serviceType: '3d_printing', price: null, machines });

let uploadId: string | undefined;
async function quoteOf(serviceId: string, material = 'PLA'): Promise<Quote> {
  uploadId ??= await negotiatingOn(server).upload(buyer, Buffer.from(binaryStl(box(40, 40, 40))), 'a.stl');
  const answer = await server.call('POST', `/api/services/${serviceId}/quote`, {
    as: buyer,
    payload: { uploadId, material },
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Quote>();
}

/** Orders, pays and works until it can be delivered. */
async function begin(provider: Person, serviceId: string, asked?: Quote) {
  const quote = asked ?? (await quoteOf(serviceId));
  const { id } = await on.order(buyer, serviceId, { quoteId: quote.id, delivery: { kind: 'pickup' } });
  await on.pay(buyer, id);
  await on.move(provider, id, 'accept');
  await on.move(provider, id, 'start');
  return { id, quote };
}
const deliver = async (provider: Person, id: string, printed?: object) =>
  on.raise(provider, id, 'deliver', { pickup: true, photos: [await on.photo(provider, id)], printed });

async function finish(provider: Person, serviceId: string, times: number): Promise<void> {
  const { id, quote } = await begin(provider, serviceId);
  const { estimated } = (await on.read(provider, id)).print!;
  expect(estimated).toEqual({ grams: quote.grams.likely, hours: quote.hours?.likely });
  const { rows } = await server.runtime.pool.query<{ grams: number; hours: number }>(
    'select formula_grams as grams, formula_hours as hours from quote where id = $1',
    [quote.id],
  );
  const printed = { grams: rows[0]!.grams * times, hours: rows[0]!.hours * times };
  expect((await deliver(provider, id, printed)).statusCode).toBe(200);
  await on.complete(buyer, id);
}
const learnedOf = async (serviceId: string) =>
  (await server.call('GET', `/api/services/${serviceId}`)).json<ServiceDetail>().learned;

test('finished orders correct later quotes of the same machine and material, and no earlier one', async () => {
  const { provider, serviceId } = await provide();
  const first = await quoteOf(serviceId);
  const petg = await quoteOf(serviceId, 'PETG');
  expect(await learnedOf(serviceId)).toEqual([]);
  await finish(provider, serviceId, 1.2);
  await finish(provider, serviceId, 1.2);
  // Two teach nothing yet.
  expect((await quoteOf(serviceId)).grams).toEqual(first.grams);
  await finish(provider, serviceId, 1.2);
  const third = await quoteOf(serviceId);
  expect(third).toMatchObject({ basis: 'learned', learnedFrom: 3 });
  expect(third.grams.likely / first.grams.likely).toBeCloseTo(1.1, 2);
  expect(third.hours!.likely / first.hours!.likely).toBeCloseTo(1.1, 2);
  expect((await quoteOf(serviceId, 'PETG')).grams).toEqual(petg.grams);

  // Ten orders make the range theirs; a quote that was corrected is compared with the formula again.
  for (let order = 4; order <= 10; order += 1) await finish(provider, serviceId, 1.2);
  const tenth = await quoteOf(serviceId);
  expect(tenth.grams.likely / first.grams.likely).toBeCloseTo(1 + (0.2 * 10) / 13, 2);
  expect(tenth.grams.atMost / tenth.grams.likely).toBeCloseTo(1.05, 2);
  expect(tenth.hours!.atMost / tenth.hours!.likely).toBeCloseTo(1.1, 2);

  const lesson = { orders: 10, factor: 1.154 };
  const learned = [
    {
      machineId: machine.id,
      material: 'PLA',
      grams: { ...lesson, margin: 0.05 },
      hours: { ...lesson, margin: 0.1 },
    },
  ];
  expect(await learnedOf(serviceId)).toEqual(learned);
  const near = await server.call(
    'GET',
    `/api/services/printers?lat=37.56&long=126.99&serviceId=${serviceId}`,
  );
  expect(near.json<PrintersAnswer>().printers[0]?.learned).toEqual(learned);
  const own = await server.call('GET', `/api/user/services/${serviceId}/workshop`, { as: provider });
  expect(own.json<ManagedWorkshop>().learned).toEqual(learned);

  const path = `/api/quotes/${first.id}`;
  const again = (await server.call('GET', path, { as: buyer })).json<Quote>();
  expect(again).toMatchObject({ basis: 'formula', total: first.total, grams: first.grams });
}, 120_000);

test('what is said is optional, one of the two is enough, and the price of the order stays', async () => {
  const { provider, serviceId } = await provide();
  const { id, quote } = await begin(provider, serviceId);
  expect((await on.read(buyer, id)).print).toBeNull();
  expect((await on.read(provider, id)).print).toMatchObject({ material: 'PLA', real: null });
  for (const [printed, field] of [
    [{ grams: 0 }, 'printed.grams'],
    [{ hours: -1 }, 'printed.hours'],
    [{ grams: 1e9 }, 'printed.grams'],
    [{ hours: 'many' }, 'printed.hours'],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- each is a case
    const answer = await deliver(provider, id, printed);
    expect(answer.statusCode).toBe(400);
    expect(answer.json<{ fields: object }>().fields).toHaveProperty([field]);
  }
  const hours = quote.hours!.likely * 1.1;
  const answer = await deliver(provider, id, { hours });
  expect(answer.statusCode, answer.body).toBe(200);
  const order = await on.read(provider, id);
  expect(order.print?.real).toEqual({ grams: null, hours });
  expect(order.amounts.principal).toBe(quote.principal);
  // It teaches once its buyer has confirmed.
  const counted = async () => (await learnedOf(serviceId)).map((each) => each.hours.orders);
  expect(await counted()).toEqual([]);
  await on.complete(buyer, id);
  expect(await counted()).toEqual([1]);
});

test('an order that is refunded teaches nothing', async () => {
  const { provider, serviceId } = await provide();
  const { id } = await begin(provider, serviceId);
  await deliver(provider, id, { grams: 40, hours: 3 });
  await on.move(buyer, id, 'dispute', { reason: '깨져 있어요.' });
  await on.move(buyer, id, 'propose-settlement', { keep: 0 });
  await on.move(provider, id, 'agree');
  expect(await learnedOf(serviceId)).toEqual([]);
});

/** A quote of two parts in PLA and one in PETG. */
async function quoteOfBoth(serviceId: string): Promise<Quote> {
  const parts = await Promise.all(
    [40, 30, 20].map(async (side) =>
      negotiatingOn(server).upload(buyer, Buffer.from(binaryStl(box(side, 40, 40))), `${side}.stl`),
    ),
  );
  const answer = await server.call('POST', '/api/quotes', {
    as: buyer,
    payload: {
      serviceId,
      parts: parts.map((id, index) => ({ uploadId: id, material: index < 2 ? 'PLA' : 'PETG' })),
    },
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Quote>();
}

test('an order of several materials teaches each of them, on the machine that made it', async () => {
  // The other machine is later, so that it is not the one of the quote.
  const { provider, serviceId } = await provide([machine, { ...other, leadDays: 9 }]);
  for (let order = 1; order <= 3; order += 1) {
    const { id, quote } = await begin(provider, serviceId, await quoteOfBoth(serviceId));
    const { print, making } = await on.read(provider, id);
    expect(making.machines.map(({ name }) => name)).toEqual(['P1S', 'X1C']);
    const likely = (from: number, to: number) =>
      quote.parts.slice(from, to).reduce((sum, { grams }) => sum + grams.likely, 0);
    const [pla, petg] = print!.materials;
    expect([pla!.material, petg!.material]).toEqual(['PLA', 'PETG']);
    expect(pla!.estimated.grams).toBeCloseTo(likely(0, 2));
    expect(petg!.estimated.grams).toBeCloseTo(likely(2, 3));
    expect(print!.estimated.grams).toBeCloseTo(quote.grams.likely);

    // Formula and estimate are the same until something was learned.
    const materials = [
      { material: 'PLA', grams: pla!.estimated.grams * 1.2, hours: pla!.estimated.hours * 1.1 },
      { material: 'petg', grams: petg!.estimated.grams * 0.9, hours: null, machineId: other.id },
    ];
    const answer = await deliver(provider, id, { materials });
    expect(answer.statusCode, answer.body).toBe(200);
    const told = (await on.read(provider, id)).print!;
    expect(told.materials.map(({ real }) => real)).toEqual([
      { grams: materials[0]!.grams, hours: materials[0]!.hours },
      { grams: materials[1]!.grams, hours: null },
    ]);
    expect(told.real).toEqual({
      grams: expect.closeTo(materials[0]!.grams + materials[1]!.grams, 6),
      hours: null,
    });
    await on.complete(buyer, id);
  }
  const learned = await learnedOf(serviceId);
  const of = (material: string) => learned.find((each) => each.material === material)!;
  expect(of('PLA')).toMatchObject({
    machineId: machine.id,
    grams: { orders: 3, factor: 1.1 },
    hours: { orders: 3, factor: 1.05 },
  });
  expect(of('PETG')).toMatchObject({ machineId: other.id, grams: { orders: 3, factor: 0.95 } });
  expect(of('PETG').hours).toMatchObject({ orders: 0, factor: 1 });
});

test('what several materials took together teaches none of them', async () => {
  const { provider, serviceId } = await provide();
  const { id } = await begin(provider, serviceId, await quoteOfBoth(serviceId));
  expect((await deliver(provider, id, { grams: 50, hours: 4 })).statusCode).toBe(200);
  expect((await on.read(provider, id)).print).toMatchObject({ real: null });
  await on.complete(buyer, id);
  expect(await learnedOf(serviceId)).toEqual([]);
});

test('what is told of a material is refused at its field where it cannot be', async () => {
  const { provider, serviceId } = await provide();
  const { id } = await begin(provider, serviceId, await quoteOfBoth(serviceId));
  // A material that is none of the print, one that stands there twice, and a machine of somebody else.
  for (const [materials, field] of [
    [[{ material: 'TPU', grams: 1 }], 'printed.materials[0].material'],
    [[{ material: 'PLA', grams: 1 }, { material: 'pla' }], 'printed.materials[1].material'],
    [[{ material: 'PLA', machineId: crypto.randomUUID() }], 'printed.materials[0].machineId'],
    [[{ material: 'PLA', grams: 0 }], 'printed.materials[0].grams'],
  ] as const) {
    const refused = await deliver(provider, id, { materials });
    expect(refused.statusCode).toBe(400);
    expect(refused.json<{ fields: object }>().fields).toHaveProperty([field]);
  }
});
