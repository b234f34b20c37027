import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { BuildRates } from '#features/builds/contract.ts';
import type { Quote } from '#features/quotes/contract.ts';
import { negotiatingOn } from '#features/quotes/server/testing.ts';
import { binaryStl, box } from '#platform/shared/models/testing.ts';
import { orderingOn, type Ordering } from './testing.ts';

let server: TestServer;
let on: Ordering;
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_PAYMENTS: '10000', RATE_LIMIT_ORDERS: '10000' });
  on = orderingOn(server);
});
afterAll(() => server.close());
afterEach(() => on.assertSound());

const machine = {
  id: '0197a000-0000-7000-8000-000000000001',
  name: 'P1S',
  buildMm: [256, 256, 256] as [number, number, number],
  stock: [{ material: 'PLA', colors: [] }],
  toleranceMm: null,
  layerMm: [0.08, 0.28] as [number, number],
  leadDays: 2,
  queue: 0,
  paused: false,
};

/** Orders a print, and works until it is delivered with a photo. */
async function deliver(provider: Person, serviceId: string, buyer: Person): Promise<string> {
  const bytes = Buffer.from(binaryStl(box(40, 40, 40)));
  const uploadId = await negotiatingOn(server).upload(buyer, bytes, 'a.stl');
  const answer = await server.call('POST', `/api/services/${serviceId}/quote`, {
    as: buyer,
    payload: { uploadId, material: 'PLA' },
  });
  expect(answer.statusCode, answer.body).toBe(201);
  const { id } = await on.order(buyer, serviceId, {
    quoteId: answer.json<Quote>().id,
    delivery: { kind: 'pickup' },
  });
  await on.pay(buyer, id);
  await on.move(provider, id, 'accept');
  await on.move(provider, id, 'start');
  const photos = [await on.photo(provider, id)];
  expect((await on.raise(provider, id, 'deliver', { pickup: true, photos })).statusCode).toBe(200);
  return id;
}
const rates = async (serviceId: string) =>
  (await server.call('GET', `/api/services/${serviceId}/builds`)).json<BuildRates>();

test('orders that are completed with photos are builds of their provider and machine', async () => {
  const { provider, serviceId } = await on.provide({
    serviceType: '3d_printing',
    price: null,
    machines: [machine],
  });
  const buyers = [await server.signUp(), await server.signUp(), await server.signUp()];
  for (const buyer of buyers.slice(0, 2)) {
    const id = await deliver(provider, serviceId, buyer);
    await on.move(buyer, id, 'confirm');
  }
  // The same two people within a week are one build.
  await on.move(buyers[0]!, await deliver(provider, serviceId, buyers[0]!), 'confirm');
  expect(await rates(serviceId)).toEqual({ rate: null, machines: [] });
  const third = await deliver(provider, serviceId, buyers[2]!);
  expect((await rates(serviceId)).rate).toBeNull();
  await on.move(buyers[2]!, third, 'confirm');
  expect(await rates(serviceId)).toEqual({
    rate: { made: 3, worked: 3 },
    machines: [{ machine: 'P1S', made: 3, worked: 3 }],
  });
  const { rows } = await server.runtime.pool.query(
    'select material, settings, worked, for_id, cardinality(file_hashes) as files from build where source_id = $1',
    [third],
  );
  expect(rows).toEqual([
    { material: 'PLA', settings: '0.2 mm, 20 %', worked: true, for_id: buyers[2]!.id, files: 1 },
  ]);
});

test('a review tells the builds whether it works once both sides have written', async () => {
  const { provider, serviceId } = await on.provide({ serviceType: '3d_printing', price: null });
  const buyer = await server.signUp();
  const id = await deliver(provider, serviceId, buyer);
  await on.move(buyer, id, 'confirm');
  const build = async () =>
    (await server.runtime.pool.query('select worked, built_at from build where source_id = $1', [id]))
      .rows[0];
  const before = await build();
  expect(before).toMatchObject({ worked: true });
  const write = (as: Person, payload: object) =>
    server.call('POST', `/api/orders/${id}/reviews`, {
      as,
      payload: { rating: 4, text: '써 봤어요.', ...payload },
    });
  expect((await write(buyer, { worked: false })).statusCode).toBe(201);
  expect(await build()).toEqual(before);
  expect((await write(provider, {})).statusCode).toBe(201);
  expect(await build()).toEqual({ ...before, worked: false });
});

test('a granted claim says that it did not work, whatever a review says; a refused one says nothing', async () => {
  const { provider, serviceId } = await on.provide({ serviceType: '3d_printing', price: null });
  const worked = async (id: string) =>
    (await server.runtime.pool.query('select worked from build where source_id = $1', [id])).rows[0]?.worked;
  const write = (id: string, as: Person, payload: object) =>
    server.call('POST', `/api/orders/${id}/reviews`, {
      as,
      payload: { rating: 4, text: '써 봤어요.', ...payload },
    });
  for (const { isGranted, says } of [
    { isGranted: true, says: false },
    { isGranted: false, says: true },
  ]) {
    const buyer = await server.signUp();
    const id = await deliver(provider, serviceId, buyer);
    await on.move(buyer, id, 'confirm');
    await on.move(buyer, id, 'claim', { reason: '한 주 뒤에 갈라졌어요.' });
    expect(await worked(id)).toBe(true);
    await on.move(provider, id, isGranted ? 'agree' : 'refuse', { reason: '떨어뜨린 자국인지 볼게요.' });
    expect(await worked(id)).toBe(says);
    // The review was written before anything broke.
    expect((await write(id, buyer, { worked: true })).statusCode).toBe(201);
    expect((await write(id, provider, {})).statusCode).toBe(201);
    expect(await worked(id)).toBe(says);
  }
});
