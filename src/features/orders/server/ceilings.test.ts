import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { maxAmount, maxTotal } from '#platform/shared/amounts.ts';
import { randomRuns } from '#platform/shared/testing.ts';
import type { OrderDetail, OrderOffer } from '../contract.ts';
import { directLines, orderTotal, split } from '../rules.ts';
import { orderingOn, type Ordering } from './testing.ts';

/**
 * Amounts up to the ceilings and above them: a larger amount is refused before anything is written, and an old row
 * above the ceiling stays readable and can be ended.
 */

let server: TestServer;
let on: Ordering;
let buyer: Person;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer({
    RATE_LIMIT_PAYMENTS: '100000',
    RATE_LIMIT_ORDERS: '100000',
    RATE_LIMIT_SERVICES: '100000',
    RATE_LIMIT_WRITES: '1000000',
  });
  on = orderingOn(server);
  buyer = await server.signUp();
  admin = await server.signUp({ role: 'admin' });
});
afterAll(() => server.close());

describe('an order above the ceiling', () => {
  test('is refused at its quantity, in three languages, and writes nothing', async () => {
    const { provider, serviceId } = await on.provide({ price: maxAmount });
    for (const [language, words] of [
      ['ko', '까지예요'],
      ['en', 'at most'],
      ['ja', 'までです'],
    ] as const) {
      const answer = await on.place(buyer, serviceId, { quantity: 8999 }, { 'accept-language': language });
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'amount_too_large']);
      expect(answer.json<{ fields: Record<string, string> }>().fields['quantity']).toContain(words);
    }
    const offer = (
      await server.call('GET', `/api/services/${serviceId}/offer?quantity=8999`, { as: buyer })
    ).json<OrderOffer>();
    expect(offer.obstacle?.code).toBe('amount_too_large');
    expect((await server.call('GET', '/api/user/orders', { as: provider })).json()).toEqual([]);
    // With the fee, nine fit below the ceiling and ten do not.
    expect((await on.place(buyer, serviceId, { quantity: 10 })).statusCode).toBe(400);
    expect((await on.order(buyer, serviceId, { quantity: 9 })).amounts.total).toBe(9_900_000_000);
  });

  test('cannot come from a price above the ceiling, in any price field', async () => {
    const { provider } = await on.provide();
    for (const field of ['price', 'hourlyRate', 'pricePerUnit']) {
      for (const amount of [maxAmount + 1, 1e12, 2 ** 53, 1e21]) {
        const answer = await server.call('POST', '/api/services', {
          as: provider,
          payload: { title: '비싼 일', serviceType: 'manufacturing', [field]: amount },
        });
        expect([answer.statusCode, Object.keys(answer.json().fields ?? {})]).toContainEqual(400);
        expect(Object.keys(answer.json().fields)).toContain(field);
      }
    }
  });

  test('is refused by the database too', async () => {
    const { id } = await on.order(buyer, (await on.provide()).serviceId);
    await expect(
      server.runtime.pool.query(`update orders set total = $2, principal = $2 where id = $1`, [
        id,
        maxTotal + 1,
      ]),
    ).rejects.toThrow(/orders/);
  });
});

test('for all prices and quantities, an order is exact or refused', () => {
  const amount = fc.option(fc.integer({ min: 0, max: maxAmount }));
  fc.assert(
    fc.property(
      fc.record({ price: amount, hourlyRate: amount, pricePerUnit: amount }),
      fc.integer({ min: 1, max: 100_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (service, quantity, share) => {
        const lines = directLines(service, quantity);
        if (lines === null) return;
        const principal = lines.reduce((sum, line) => sum + line.amount, 0);
        const price = {
          principal,
          feePercent: 10,
          feeBearer: 'buyer' as const,
          deliveryPrice: 0,
          shares: [],
        };
        expect(Number.isSafeInteger(orderTotal(price))).toBe(true);
        const parts = split(price, Math.floor(principal * share), false);
        expect(parts.provider + parts.fee + parts.buyer).toBe(orderTotal(price));
      },
    ),
    randomRuns(1000),
  );
});

describe('an order from before there were ceilings', () => {
  /** Inserts the row with the ceiling triggers disabled, as the database accepted it then. */
  async function old(principal: bigint): Promise<{ id: string; provider: Person }> {
    const { provider, serviceId } = await on.provide();
    const { id } = await on.order(buyer, serviceId);
    const fee = principal / 10n;
    const { pool } = server.runtime;
    await pool.query('alter table orders disable trigger user');
    await pool.query(
      `update orders set principal = $2, fee = $3, total = $4,
        lines = jsonb_build_array(jsonb_build_object('code', 'base', 'count', 8999, 'each', 1000000000000, 'amount', $2::bigint)) where id = $1`,
      [id, String(principal), String(fee), String(principal + fee)],
    );
    await pool.query('alter table orders enable trigger user');
    return { id, provider };
  }

  test('does not hide other orders, and can be cancelled by its buyer', async () => {
    const { id, provider } = await old(8_999_000_000_000_000n);
    await on.assertReadable({ buyer, provider, admin });
    const order = await on.read(buyer, id);
    expect(order.amounts.total).toBeGreaterThan(2 ** 53);
    expect((await server.call('GET', '/api/user/orders', { as: buyer })).json<OrderDetail[]>()).toEqual(
      expect.arrayContaining([expect.objectContaining({ id })]),
    );
    const pay = await server.call('POST', `/api/orders/${id}/payments`, {
      as: buyer,
      headers: { 'idempotency-key': crypto.randomUUID() },
      payload: {},
    });
    expect(pay.json().code).toBe('amount_too_large');
    await on.move(buyer, id, 'cancel');
    expect((await on.read(buyer, id)).state).toBe('cancelled');
  });

  test('expires when it is not paid, and can be ended by staff', async () => {
    const one = await old(8_999_000_000_000_000n);
    await on.pass(one.id, 2);
    expect((await on.read(buyer, one.id)).state).toBe('cancelled');
    const two = await old(8_999_000_000_000_000n);
    expect((await on.raise(admin, two.id, 'cancel')).json().code).toBe('reason_needed');
    await on.move(admin, two.id, 'cancel', { reason: '금액이 잘못된 주문이에요.' });
    expect((await on.read(buyer, two.id)).state).toBe('cancelled');
    await on.assertSound();
  });
});

test('two paid orders whose sum is above 2^53 leave the books readable', async () => {
  const { pool } = server.runtime;
  await pool.query(
    `insert into ledger_journal (command_id, rules, reason, posted_at) values ('old:1', 'M1', '', now())`,
  );
  await pool.query(
    `insert into ledger_entry (journal_id, line, account, amount)
      select id, 1, 'bank_safeguard', 9000000000000000 from ledger_journal where command_id = 'old:1'
      union all select id, 2, 'bank_operating', -9000000000000000 from ledger_journal where command_id = 'old:1'
      union all select id, 3, 'bank_safeguard', 9000000000000000 from ledger_journal where command_id = 'old:1'
      union all select id, 4, 'bank_operating', -9000000000000000 from ledger_journal where command_id = 'old:1'`,
  );
  await on.assertReadable({ buyer, provider: buyer, admin });
  const answer = await server.call('GET', '/api/admin/money', { as: admin });
  expect(answer.json<{ accounts: Record<string, number> }>().accounts['bank_safeguard']).toBeGreaterThan(
    2 ** 53,
  );
});
