import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase, type DatabaseHandle } from './db.ts';
import { pageOfFew, pageOfRows } from './pages.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

let database: TestDatabase;
let handle: DatabaseHandle;
beforeAll(async () => {
  database = await createTestDatabase();
  handle = connectDatabase(database.connectionString, { poolSize: 1, onError() {} });
});
afterAll(async () => {
  await handle.close();
  await database.drop();
});

const pages = { pageOfRows, pageOfFew };
test.each(Object.keys(pages) as (keyof typeof pages)[])(
  '%s gives one page of what is found, and the last where there are fewer',
  (name) =>
    fc.assert(
      fc.asyncProperty(
        fc.nat(40),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 12 }),
        async (total, limit, asked) => {
          const found = sql`select n as total from generate_series(1, ${total}::int) n`;
          const got = await pages[name]<{ total: number }>(handle.db, found, sql`total desc`, {
            page: asked,
            limit,
          });
          const pageCount = Math.max(1, Math.ceil(total / limit));
          const page = Math.min(asked, pageCount);
          const all = Array.from({ length: total }, (_, index) => ({ total: total - index }));
          expect(got).toEqual({ items: all.slice((page - 1) * limit, page * limit), total, page, pageCount });
        },
      ),
    ),
);
