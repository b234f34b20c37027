import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { andCommit, connectDatabase, isDatabaseAway, onlyRow, type DatabaseHandle, type Trx } from './db.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

let database: TestDatabase;
let handle: DatabaseHandle;

beforeAll(async () => {
  database = await createTestDatabase();
  // A pool of one connection, so that a transaction left open shows in the next query.
  handle = connectDatabase(database.connectionString, { poolSize: 1, onError() {} });
  await handle.pool.query('create table written (word text primary key)');
});
afterAll(async () => {
  await handle.close();
  await database.drop();
});
beforeEach(() => handle.pool.query('truncate written'));

const transact = (act: (trx: Trx) => Promise<void>) => handle.db.transaction().execute(act);
const write = (word: string) => sql`insert into written values (${word})`;
const writeLast = (word: string) => sql`${sql.raw(andCommit)} insert into written values (${word})`;

async function words(): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`select word from written order by word`.execute(handle.db);
  return rows.map(({ word }) => word);
}

/** Tells whether this connection is inside a transaction: two statements then share a transaction id. */
async function isInTransaction(): Promise<boolean> {
  const id = async () => {
    const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(handle.db);
    return rows[0]?.id;
  };
  return (await id()) === (await id());
}

test('a transaction starts with its first statement and ends', async () => {
  await transact(async (trx) => {
    await write('one').execute(trx);
    await write('two').execute(trx);
  });
  await transact(async () => {});
  expect(await words()).toEqual(['one', 'two']);
  expect(await isInTransaction()).toBe(false);
});

test('an error rolls the transaction back, also before the first statement', async () => {
  const failing = transact(async (trx) => {
    await write('one').execute(trx);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  const early = transact(async () => {
    throw new Error('early');
  });
  await expect(early).rejects.toThrow('early');
  const refused = transact(async (trx) => {
    await write('one').execute(trx);
    await write('one').execute(trx);
  });
  await expect(refused).rejects.toThrow('written_pkey');
  expect(await words()).toEqual([]);
  expect(await isInTransaction()).toBe(false);
});

test('the last statement carries the commit: it is visible before the transaction ends here', async () => {
  await transact(async (trx) => {
    await write('one').execute(trx);
    await writeLast('two').execute(trx);
    const other = connectDatabase(database.connectionString, { poolSize: 1, onError() {} });
    const { rows } = await other.pool.query('select word from written order by word');
    await other.close();
    expect(rows).toEqual([{ word: 'one' }, { word: 'two' }]);
  });
  expect(await isInTransaction()).toBe(false);
  // The next transaction commits as usual.
  await transact(async (trx) => {
    await write('three').execute(trx);
  });
  expect(await words()).toEqual(['one', 'three', 'two']);
});

test('a failing last statement rolls back the whole transaction', async () => {
  const failing = transact(async (trx) => {
    await write('one').execute(trx);
    await writeLast('one').execute(trx);
  });
  await expect(failing).rejects.toThrow('written_pkey');
  expect(await words()).toEqual([]);
  expect(await isInTransaction()).toBe(false);
});

test('a connection that is cut fails the transaction with the error for an unavailable database', async () => {
  const cut = transact(async (trx) => {
    await write('one').execute(trx);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    const other = connectDatabase(database.connectionString, { poolSize: 1, onError() {} });
    await other.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await other.close();
    await writeLast('two').execute(trx);
  });
  await expect(cut).rejects.toSatisfy(isDatabaseAway);
  expect(await words()).toEqual([]);
});

test('a statement that always has a row is an error without one, never an empty answer', async () => {
  const counted = sql<{ count: number }>`select count(*) as count from written`;
  expect(await onlyRow(counted, handle.db)).toEqual({ count: 0 });
  await expect(onlyRow(sql`select word from written`, handle.db)).rejects.toThrow('had none');
});
