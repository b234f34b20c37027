import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { foldStaffWords, maxRows } from '../table.ts';
import { findPlaces } from './staff-index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const searched = (search: string, more: { filters?: string[]; oldestFirst?: boolean; most?: number } = {}) =>
  findPlaces(
    server.runtime.db,
    'person_index',
    { search, filters: more.filters ?? [], oldestFirst: more.oldestFirst ?? false },
    more.most ?? maxRows,
  );

describe('many people', () => {
  const letters = 'ab12가나ｋ.가나다日本';
  let names: { id: string; words: string }[];
  beforeAll(async () => {
    // More than two eras, with all old rows outside the range that is scanned first.
    const sample = fc.sample(fc.string({ unit: fc.constantFrom(...letters), minLength: 2, maxLength: 9 }), {
      numRuns: 60,
      seed: 7,
    });
    const { pool } = server.runtime;
    // In batches: on a busy machine one statement would exceed the timeout.
    for (let first = 1; first <= 36_000; first += 4000) {
      await pool.query(
        `insert into person (id, name, email, username, display_username)
        select uuidv7(), coalesce(($1::text[])[n], 'other'), 'e' || n || '@x', 'u' || n, 'u' || n
        from generate_series($2::int, $2::int + 3999) n`,
        [sample, first],
      );
    }
    const { rows } = await pool.query<{ id: string; words: string }>(
      'select target_id as id, words from person_index order by seq desc',
    );
    names = rows;
  });

  const query = fc.string({ unit: fc.constantFrom(...letters, ' '), minLength: 1, maxLength: 5 });

  test('are found exactly as by a full scan, newest first', async () => {
    await fc.assert(
      fc.asyncProperty(query, fc.boolean(), async (text, oldestFirst) => {
        const words = foldStaffWords(text).split(/\s+/).filter(Boolean);
        const fitting = names.filter((row) => words.every((word) => row.words.includes(word)));
        const expected = (oldestFirst ? fitting.toReversed() : fitting).map(({ id }) => id);
        const { ids, totalIsExact } = await searched(text, { oldestFirst });
        expect(ids).toEqual(expected.slice(0, maxRows));
        expect(totalIsExact).toBe(expected.length <= maxRows);
      }),
      { numRuns: 60 },
    );
  });

  test('are found across eras, up to the table’s limit', async () => {
    expect((await searched('u3599')).ids).toHaveLength(11);
    const many = await searched('other', { most: 250 });
    expect([many.ids.length, many.totalIsExact]).toEqual([250, false]);
  });

  // Found at once, after a longer scan, and era by era.
  test.each(['7', '77', '97', 'u1', '123', 'e35999@x'])(
    'are found for frequent and rare words, newest and oldest: %s',
    async (word) => {
      for (const oldestFirst of [false, true]) {
        const fitting = names.filter((row) => row.words.includes(word));
        const expected = (oldestFirst ? fitting.toReversed() : fitting).map(({ id }) => id);
        for (const most of [50, 250]) {
          const { ids, totalIsExact } = await searched(word, { oldestFirst, most });
          expect(ids).toEqual(expected.slice(0, most));
          expect(totalIsExact).toBe(expected.length <= most);
        }
      }
    },
  );

  test('match both of two filters', async () => {
    const ids = [30, 20_000, 35_000].map((index) => names[index]?.id ?? '');
    const both = { filters: ['state:suspended', 'role:support'] };
    const { pool } = server.runtime;
    await pool.query("update person set role = 'support' where id = any ($1)", [ids]);
    await pool.query('update person set suspended_at = now() where id = any ($1)', [ids.slice(1)]);
    expect((await searched('', both)).ids).toEqual(ids.slice(1));
    expect((await searched('', { filters: ['role:support'] })).ids).toEqual(ids);
    await pool.query("update person set role = 'user', suspended_at = null where id = any ($1)", [ids]);
    expect((await searched('', both)).ids).toEqual([]);
  });

  test('match a filter as soon as it applies to them', async () => {
    const old = names.at(-5)?.id ?? '';
    const suspended = { filters: ['state:suspended'] };
    expect((await searched('', suspended)).ids).toEqual([]);
    await server.runtime.pool.query('update person set suspended_at = now() where id = $1', [old]);
    expect((await searched('', suspended)).ids).toEqual([old]);
    expect((await searched('no such person', suspended)).ids).toEqual([]);
    await server.runtime.pool.query('update person set suspended_at = null where id = $1', [old]);
    expect((await searched('', suspended)).ids).toEqual([]);
  });
});

test('are found by a new name only, and erased people by none', async () => {
  const person: Person = await server.signUp();
  const rename = (name: string) =>
    server.runtime.pool.query('update person set name = $2 where id = $1', [person.id, name]);
  await rename('이름하나');
  expect((await searched('이름하나')).ids).toEqual([person.id]);
  await rename('이름둘셋');
  expect([(await searched('이름하나')).ids, (await searched('이름둘셋')).ids]).toEqual([[], [person.id]]);
  expect((await searched(person.id)).ids).toEqual([person.id]);
  await server.runtime.pool.query('update person set erased_at = now() where id = $1', [person.id]);
  expect([(await searched('이름둘셋')).ids, (await searched(person.id)).ids]).toEqual([[], []]);
});
