import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { tenderingOn } from '#features/tenders/server/testing.ts';
import { orderingOn, type Ordering } from './testing.ts';

/** A row that cannot be presented hides no other row, and such an order can still be opened and ended. */

let server: TestServer;
let on: Ordering;
let buyer: Person;
let provider: Person;
let admin: Person;
let broken: string;
let sound: string;
beforeAll(async () => {
  server = await startTestServer();
  on = orderingOn(server);
  buyer = await server.signUp();
  admin = await server.signUp({ role: 'admin' });
  const offered = await on.provide();
  ({ provider } = offered);
  broken = (await on.order(buyer, offered.serviceId)).id;
  sound = (await on.order(buyer, offered.serviceId)).id;
  await on.pay(buyer, broken);
  await on.pay(buyer, sound);
});
afterAll(() => server.close());

/** A timestamp that PostgreSQL stores but that cannot be written as ISO 8601. */
const never = `'infinity'::timestamptz`;

async function plant(table: string, column: string, where: string, values: unknown[]): Promise<void> {
  const { pool } = server.runtime;
  await pool.query(`alter table ${table} disable trigger user`);
  const { rowCount } = await pool.query(`update ${table} set ${column} = ${never} where ${where}`, values);
  await pool.query(`alter table ${table} enable trigger user`);
  expect(rowCount).toBeGreaterThan(0);
}

async function idsIn(as: Person, url: string): Promise<unknown[]> {
  const answer = await server.call('GET', url, { as });
  expect(answer.statusCode, `${url}: ${answer.body}`).toBe(200);
  return answer.json<{ id: string }[]>().map(({ id }) => id);
}

test.each([['moment'], ['events'], ['lines']])(
  'an order whose %s cannot be presented is listed with the others, and opens',
  async (what) => {
    if (what === 'moment') await plant('orders', 'created_at', 'id = $1', [broken]);
    else if (what === 'events') await plant('order_event', 'at', 'order_id = $1', [broken]);
    else {
      const { pool } = server.runtime;
      await pool.query('alter table orders disable trigger user');
      await pool.query(`update orders set lines = '{}' where id = $1`, [broken]);
      await pool.query('alter table orders enable trigger user');
    }
    await on.assertReadable({ buyer, provider, admin });
    for (const [as, url] of [
      [buyer, '/api/user/orders'],
      [provider, '/api/user/orders'],
      [admin, '/api/admin/orders'],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one list after the other
      expect(await idsIn(as, url)).toEqual([sound, broken]);
    }
    const csv = (await server.call('GET', '/api/admin/orders.csv', { as: admin })).body;
    expect(csv.trim().split('\n')).toHaveLength(3);
    for (const as of [buyer, provider, admin]) {
      // oxlint-disable-next-line no-await-in-loop -- as above
      const order = await on.read(as, broken);
      expect([order.state, order.amounts.total]).toEqual(['paid', 33_000]);
    }
    expect((await server.call('GET', `/api/admin/orders/${broken}`, { as: admin })).statusCode).toBe(200);
  },
);

test('lists of money, auctions and tenders leave out a row that cannot be presented', async () => {
  const tendering = tenderingOn(server);
  const { id: brokenTender } = await tendering.draft(buyer);
  const { id: tender } = await tendering.draft(buyer);
  await plant('tender', 'created_at', 'id = $1', [brokenTender]);
  expect(await idsIn(buyer, '/api/user/tenders')).toEqual([tender]);
  const { rows } = await server.runtime.pool.query<{ id: string }>(
    `select id from ledger_journal where order_id = $1`,
    [broken],
  );
  await plant('ledger_journal', 'posted_at', 'order_id = $1', [broken]);
  await on.assertReadable({ buyer, provider, admin });
  const journals = await idsIn(admin, '/api/admin/journals');
  expect(journals.length).toBeGreaterThan(0);
  expect(journals).not.toContain(rows[0]?.id);
  expect(await idsIn(buyer, '/api/user/transactions')).toHaveLength(1);
});

test('staff end an order that cannot be presented', async () => {
  await on.move(admin, broken, 'cancel', { reason: '자료가 상한 주문이에요.' });
  const { rows } = await server.runtime.pool.query<{ state: string }>(
    'select state from orders where id = $1',
    [broken],
  );
  expect(['cancelled', 'refunded']).toContain(rows[0]?.state);
  expect((await on.read(admin, broken)).state).toBe(rows[0]?.state);
  expect(await idsIn(admin, '/api/admin/orders')).toEqual([sound, broken]);
});
