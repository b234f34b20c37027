import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from './testing.ts';

async function query(connectionString: string, text: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('each test database is migrated and isolated from the others', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await query(one.connectionString, 'CREATE TABLE only_here ()');
  const tables = `SELECT count(*)::int AS found FROM pg_tables WHERE tablename IN ('kysely_migration', 'only_here')`;
  expect(await query(one.connectionString, tables)).toEqual([{ found: 2 }]);
  expect(await query(other.connectionString, tables)).toEqual([{ found: 1 }]);
  await Promise.all([one.drop(), other.drop()]);
  await expect(query(one.connectionString, tables)).rejects.toThrow('does not exist');
});
