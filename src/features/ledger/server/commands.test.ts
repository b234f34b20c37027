import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase, type Db, type DatabaseHandle } from '#platform/server/db.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { createTestDatabase, type TestDatabase } from '#platform/server/testing.ts';
import { bound, captured, spent, type Posting } from '../rules.ts';
import { balanceOf, post, reverse, rollUpBalances } from './commands.ts';

let database: TestDatabase;
let handle: DatabaseHandle;
let db: Db;

beforeAll(async () => {
  database = await createTestDatabase();
  handle = connectDatabase(database.connectionString, { poolSize: 2, onError() {} });
  ({ db } = handle);
});
afterAll(async () => {
  await handle.close();
  await database.drop();
});

const now = new Date('2026-11-28T03:00:00Z');
const of = () => ({ paymentId: uuidv7(), buyerId: uuidv7(), orderId: uuidv7() });
const write = (commandId: string, posting: Posting) => post(db, { ...posting, commandId }, now);

test('the same command posts once', async () => {
  const payment = of();
  const commandId = `payment:${payment.paymentId}:1`;
  expect(await write(commandId, captured(payment, 33_000))).toBe(true);
  expect(await write(commandId, captured(payment, 33_000))).toBe(false);
  expect(await balanceOf(db, 'buyer_clearing', payment.paymentId)).toBe(-33_000);
});

test.each<[what: string, other: (payment: ReturnType<typeof of>) => Posting]>([
  ['amount', (payment) => captured(payment, 33_001)],
  ['payment', () => captured(of(), 33_000)],
  ['account', (payment) => bound(payment, 33_000)],
  ['number of lines', () => ({ rules: ['M1'], lines: [] })],
])('the same command with another %s is an error and changes nothing', async (_what, other) => {
  const payment = of();
  const commandId = `payment:${payment.paymentId}:1`;
  await write(commandId, captured(payment, 33_000));
  await expect(write(commandId, other(payment))).rejects.toThrow('has posted something else before');
  expect(await balanceOf(db, 'buyer_clearing', payment.paymentId)).toBe(-33_000);
  expect(await balanceOf(db, 'escrow', payment.orderId)).toBe(0);
});

test('money that was never received cannot be bound to an order', async () => {
  const payment = of();
  await expect(write(`order:${payment.orderId}:2`, bound(payment, 5000))).rejects.toThrow(
    'buyer_clearing would be overdrawn',
  );
  expect(await balanceOf(db, 'escrow', payment.orderId)).toBe(0);
});

test('an amount beyond what numbers hold exactly is refused', async () => {
  const payment = of();
  const posting = captured(payment, Number.MAX_SAFE_INTEGER + 1);
  await expect(write(`payment:${payment.paymentId}:1`, posting)).rejects.toThrow('is not exact');
  expect(await balanceOf(db, 'buyer_clearing', payment.paymentId)).toBe(0);
});

test('a reversal restores every balance, once', async () => {
  const before = await balanceOf(db, 'sponsor_spending');
  const wrong = `spending:${uuidv7()}`;
  await write(wrong, spent(120_000));
  expect(await balanceOf(db, 'sponsor_spending')).toBe(before + 120_000);
  const undo = (commandId: string) =>
    db.transaction().execute((trx) => reverse(trx, { of: wrong, commandId, reason: '금액 오류' }, now));
  await undo(`${wrong}:reversed`);
  await undo(`${wrong}:reversed`);
  expect(await balanceOf(db, 'sponsor_spending')).toBe(before);
  await expect(undo(`${wrong}:reversed again`)).rejects.toThrow('ledger_journal_reverses_key');
});

test('a sum of the house stays the same however often its older lines are rolled up', async () => {
  await write(`spending:${uuidv7()}`, spent(70_000));
  // Lines of the last five minutes may belong to transactions that have not ended, so they are not rolled up.
  await sql`with journal as (
      insert into ledger_journal (id, command_id, rules, reason, posted_at)
      values (uuidv7(interval '-6 minutes'), ${`spending:${uuidv7()}`}, 'M13', '', ${now}) returning id)
    insert into ledger_entry (journal_id, line, account, amount) select id, line, account, amount from journal,
      (values (1, 'sponsor_spending', 3000), (2, 'bank_operating', -3000)) as entry (line, account, amount)`.execute(
    db,
  );
  const sum = await balanceOf(db, 'sponsor_spending');
  for (const time of ['first', 'second']) {
    await rollUpBalances(db);
    const { rows } = await sql<{ balance: number }>`
      select balance from ledger_fold where account = 'sponsor_spending'`.execute(db);
    expect(rows, time).toEqual([{ balance: 3000 }]);
    expect(await balanceOf(db, 'sponsor_spending')).toBe(sum);
  }
});
