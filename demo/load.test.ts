import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#app/testing.ts';
import { createService } from '#features/services/server/public.ts';
import { demoAuctions } from './auctions.ts';
import { demoServices } from './content.ts';
import { ensurePeople, loadDemo, serviceContentOf } from './load.ts';
import { demoOrders } from './orders.ts';
import { claimPart } from './parts.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('the next start writes what a killed start has left out, once', { timeout: 120_000 }, async () => {
  const { runtime } = server;
  const { db } = runtime;
  // Killed after its content was written, with the first order started.
  const people = await ensurePeople(runtime);
  await db.transaction().execute(async (trx) => {
    for (const service of demoServices)
      await createService(
        trx,
        { id: people.get(service.owner) ?? '' },
        serviceContentOf(service),
        [],
        new Date(),
      );
    await claimPart(trx, 'content');
    await claimPart(trx, 'order 0');
  });
  const count = async (table: 'orders' | 'auction') =>
    (await db.selectFrom(table).select('id').execute()).length;
  const said: string[] = [];
  await loadDemo(runtime, (line) => said.push(line));
  expect(said[0]).toContain('finishing');
  expect(await count('orders')).toBe(demoOrders.length - 1);
  expect(await count('auction')).toBe(demoAuctions.length);

  await loadDemo(runtime, (line) => said.push(line));
  expect(said).toHaveLength(2);
  expect(await count('orders')).toBe(demoOrders.length - 1);
});

test('a marketplace with other data is left unchanged', async () => {
  const own = await startTestServer();
  try {
    const as = await own.signUp();
    const made = await own.call('POST', '/api/resources', {
      as,
      payload: { title: '내 자료', category: 'other', downloadUrl: 'https://example.com/a' },
    });
    expect(made.statusCode, made.body).toBe(201);
    await loadDemo(own.runtime, () => expect.unreachable());
    expect(await own.runtime.db.selectFrom('service').select('id').execute()).toEqual([]);
  } finally {
    await own.close();
  }
});
