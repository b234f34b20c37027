import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { OrderSummary } from '#features/orders/contract.ts';
import { orderingOn } from '#features/orders/server/testing.ts';
import { demoServices, demoUsers } from './content.ts';
import { demoOrders } from './orders.ts';
import { writeOrders } from './write-orders.ts';

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let server: TestServer;
const people = new Map<string, Person>();
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('every demo order is for a demo service, by another demo person', () => {
  for (const { service, buyer } of demoOrders) {
    const offered = demoServices.find(({ slug }) => slug === service);
    expect(offered, service).toBeDefined();
    expect(demoUsers.map(({ username }) => username)).toContain(buyer);
    expect(buyer).not.toBe(offered?.owner);
  }
});

test('demo orders are in their states, and the books balance', async () => {
  const on = orderingOn(server);
  const used = demoServices.filter(({ slug }) => demoOrders.some(({ service }) => service === slug));
  for (const username of [...used.map(({ owner }) => owner), ...demoOrders.map(({ buyer }) => buyer)]) {
    if (!people.has(username)) people.set(username, await server.signUp());
  }
  const services = new Map<string, { id: string; owner: string; picture(): Promise<Uint8Array> }>();
  for (const { slug, owner, serviceType, isFreeService, price, hourlyRate, pricePerUnit } of used) {
    const provider = people.get(owner);
    if (!provider) throw new Error(owner);
    const prices = {
      price: price ?? null,
      hourlyRate: hourlyRate ?? null,
      pricePerUnit: pricePerUnit ?? null,
    };
    const id = await on.offerService(provider, { serviceType, isFreeService, ...prices });
    services.set(slug, { id, owner, picture: async () => picture });
  }
  await writeOrders(server.runtime, {
    people: new Map([...people].map(([username, { id }]) => [username, id])),
    services,
  });
  await on.runJobs();

  const states = { waiting: 'paid', working: 'working', delivered: 'delivered', completed: 'completed' };
  const made = await server.runtime.db
    .selectFrom('orders')
    .select(['state', 'isFree'])
    .orderBy('id')
    .execute();
  expect(made.map(({ state }) => state)).toEqual(
    demoOrders.map(({ until }) => (until === 'declined' ? 'refunded' : states[until])),
  );
  expect(made.some(({ isFree }) => isFree)).toBe(true);
  const [first] = demoOrders;
  const buyer = people.get(first?.buyer ?? '');
  const own = await server.call('GET', '/api/user/orders', { ...(buyer && { as: buyer }) });
  expect(own.json<OrderSummary[]>()).toMatchObject([{ side: 'buyer', state: 'completed' }]);
  const [reviewed] = await server.runtime.db.selectFrom('review').select('state').execute();
  expect(reviewed?.state).toBe('shown');
  await on.assertSound();
});
