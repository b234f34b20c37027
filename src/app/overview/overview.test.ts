import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderingOn } from '#features/orders/server/testing.ts';
import { sponsoringOn } from '#features/sponsorship/server/testing.ts';
import { startTestServer, type Person, type TestServer } from '../testing.ts';
import { readOverview } from './queries.ts';
import type { Overview } from './contract.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signUp({ role: 'admin' });
});
afterAll(() => server.close());

const read = async (as: Person) => (await server.call('GET', '/api/admin/stats', { as })).json<Overview>();
/** Reads the overview without its cache of five seconds. */
const readNow = (may: { money: boolean; moderation: boolean }) =>
  readOverview(server.runtime.db, may, { now: new Date(), sendsPayouts: true });

test('the overview counts totals and days, and lists open tasks', async () => {
  const owner = await server.signUp();
  const make = (title: string, state: string) =>
    server.call('POST', '/api/resources', { as: owner, payload: { title, category: 'other', state } });
  const published = (await make('공개', 'published')).json<{ id: string }>();
  await make('초안', 'draft');
  await server.call('POST', `/api/resources/${published.id}/reports`, {
    as: admin,
    payload: { reason: 'spam' },
  });
  await server.runtime.pool.query("update person set created_at = now() - interval '40 days' where id = $1", [
    owner.id,
  ]);
  const overview = await read(admin);
  expect(overview).toMatchObject({
    users: 2,
    resources: 1,
    services: 0,
    auctions: 0,
    orders: 0,
    money: { escrow: 0, sponsors: 0, payable: 0 },
    recentResources: [{ title: '공개', owner: owner.username }],
  });
  expect(overview.recentUsers.map(({ id }) => id)).toEqual([owner.id, admin.id]);
  expect(overview.trends.users).toHaveLength(30);
  const sum = (days: { value: number }[]) => days.reduce((all, { value }) => all + value, 0);
  expect([sum(overview.trends.users), sum(overview.trends.resources)]).toEqual([1, 1]);
  expect(overview.trends.users.at(-1)?.value).toBe(1);
  expect(overview.queues.find(({ name }) => name === 'reports')?.count).toBe(1);
});

test('support sees nothing of money, reports and jobs', async () => {
  const support = await server.signUp({ role: 'support' });
  const { money, queues } = await read(support);
  expect([money, queues.map(({ name }) => name)]).toEqual([null, ['appeals', 'disputes']]);
});

test('escrow for orders and revocable sponsorships are listed apart, and the books balance', async () => {
  const on = sponsoringOn(server);
  const orders = orderingOn(server);
  const buyer = await server.signUp();
  const { serviceId } = await orders.provide();
  const {
    id,
    amounts: { total },
  } = await orders.order(buyer, serviceId);
  await orders.pay(buyer, id);
  const given = await on.sponsor(buyer, { amount: 110_000 });
  const money = async () => (await readNow({ money: true, moderation: true })).money;
  expect(await money()).toMatchObject({ escrow: total, sponsors: 110_000 });
  // Money that has been released is no longer held.
  await on.pass(given.id, 8);
  await on.work();
  expect(await money()).toMatchObject({ escrow: total, sponsors: 0 });
  await on.assertSound();
});

test('finance sees open tasks about money, and none about moderation', async () => {
  const finance = await server.signUp({ role: 'finance' });
  const owner = await server.signUp();
  const { pool } = server.runtime;
  const pay = (state: string) =>
    pool.query(
      `insert into payout (id, provider_id, gateway, state, amount, ref, account_digits, bank_code, requested_at)
        values (uuidv7(), $1, 'sandbox', $2, 1000, gen_random_uuid(), '0000', '090', now())`,
      [owner.id, state],
    );
  const waiting = async () =>
    (await readNow({ money: true, moderation: false })).queues.filter(({ count }) => count > 0);
  expect((await read(finance)).queues.map(({ name }) => name)).toEqual([
    'appeals',
    'disputes',
    'payouts',
    'failedPayouts',
    'refunds',
    'findings',
    'adjustments',
  ]);
  await pay('failed');
  await pay('failed');
  expect(await waiting()).toEqual([{ name: 'failedPayouts', count: 1 }]);
  await pay('completed');
  expect(await waiting()).toEqual([]);
});

test('counts only tasks of staff, not those of buyers, sellers or banks', async () => {
  const on = orderingOn(server);
  const buyer = await server.signUp();
  const { provider, serviceId } = await on.provide();
  const working = async () => {
    const { id } = await on.order(buyer, serviceId);
    await on.pay(buyer, id);
    await on.move(provider, id, 'accept');
    await on.move(provider, id, 'start');
    return id;
  };
  const count = async (name: string) => {
    const { queues } = await readNow({ money: true, moderation: true });
    return queues.find((queue) => queue.name === name)?.count ?? 0;
  };
  const id = await working();
  const before = await count('disputes');
  await on.move(provider, id, 'dispute', { reason: '연락이 안 돼요.' });
  const other = await working();
  await server.runtime.pool.query(
    `insert into payout (id, provider_id, gateway, state, amount, ref, account_digits, bank_code, requested_at)
      values (uuidv7(), $1, 'sandbox', 'unknown', 1000, gen_random_uuid(), '0000', '090', now())`,
    [provider.id],
  );
  await on.move(buyer, other, 'dispute', { reason: '연락이 안 돼요.' });
  await on.move(provider, other, 'answer', { reason: '곧 보내요.' });
  expect([await count('disputes'), await count('payouts')]).toEqual([before, 0]);
  // One has no reply yet, and in the other the two sides do not agree.
  await on.pass(id, 73);
  await on.pass(other, 5 * 24 + 1);
  await server.runtime.pool.query(
    `update payout set requested_at = now() - interval '5 days' where state = 'unknown'`,
  );
  expect([await count('disputes'), await count('payouts')]).toEqual([before + 2, 1]);
});
