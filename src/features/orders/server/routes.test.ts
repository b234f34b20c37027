import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { orderingOn, type Ordering } from './testing.ts';

let server: TestServer;
let on: Ordering;
let buyer: Person;

beforeAll(async () => {
  server = await startTestServer();
  on = orderingOn(server);
  buyer = await server.signUp();
});
afterAll(() => server.close());
afterEach(async () => {
  expect(await on.findings()).toEqual([]);
});

describe('the whole way', () => {
  test('from an order to a payout, with every won accounted for', async () => {
    const { provider, serviceId } = await on.provide({ price: 33_333 });
    const made = await on.order(buyer, serviceId, {
      description: '책상에 놓을 거치대',
      delivery: {
        kind: 'ship',
        address: { name: '김주문', phone: '010-1234-5678', address: '서울 성동구 성수이로 1' },
      },
    });
    expect(made.state).toBe('created');
    expect(made.amounts).toEqual({ principal: 33_333, fee: 3333, total: 36_666, currency: 'KRW' });
    expect(made.can).toEqual(['cancel']);

    const paid = await on.pay(buyer, made.id);
    expect(paid).toMatchObject({ state: 'captured', bound: true, amount: 36_666 });
    expect(await on.owed('escrow', made.id)).toBe(36_666);
    expect((await on.read(provider, made.id)).delivery.address).toBeNull();

    const accepted = await on.move(provider, made.id, 'accept');
    expect(accepted.delivery.address?.name).toBe('김주문');
    await on.move(provider, made.id, 'start');
    const photo = await on.photo(provider, made.id);
    const sent = await on.move(provider, made.id, 'deliver', {
      photos: [photo],
      tracking: { carrier: '우체국', number: '6012345678901' },
    });
    expect(sent.state).toBe('delivered');
    expect(sent.timers).toEqual([]);
    await on.move(buyer, made.id, 'arrived');
    const done = await on.move(buyer, made.id, 'confirm');
    expect(done.state).toBe('completed');
    expect(await on.owed('escrow', made.id)).toBe(0);
    expect(await on.owed('provider_payable', made.id)).toBe(33_333);

    // The first orders of a provider are held for seven days.
    expect((await on.read(provider, made.id)).payout).toMatchObject({
      because: 'first_orders',
      amount: 33_333,
    });
    await on.pass(made.id, 7 * 24 + 1);
    await on.payOut();
    expect(await on.owed('provider_payable', made.id)).toBe(0);
    const statement = await server.call('GET', '/api/user/transactions', { as: provider });
    expect(
      statement.json<{ kind: string; amount: number }[]>().map(({ kind, amount }) => [kind, amount]),
    ).toEqual([
      ['paid_out', -33_333],
      ['earned', 33_333],
    ]);
  });
});
