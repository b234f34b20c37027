import { sql } from 'kysely';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectDatabase, type DatabaseHandle } from '#platform/server/db.ts';
import { createTestDatabase, type TestDatabase } from '#platform/server/testing.ts';
import { forgetStatistics } from './commands.ts';
import { createSearchLog, type Search } from './search-log.ts';
import { readStatistics } from './statistics.ts';

let database: TestDatabase;
let handle: DatabaseHandle;

beforeAll(async () => {
  database = await createTestDatabase();
  handle = connectDatabase(database.connectionString, { poolSize: 4, onError: () => {} });
});
afterAll(async () => {
  await handle.close();
  await database.drop();
});
beforeEach(async () => {
  await sql`truncate search_statistic`.execute(handle.db);
});

const at = Date.parse('2026-05-05T10:20:30Z');
const search = {
  kind: 'resources',
  term: '드론',
  language: 'ko',
  results: 3,
  exactResults: 3,
  ms: 4,
  fromCache: false,
} as const;

async function kept() {
  const { rows } = await sql<Record<string, unknown>>`
    select term, language, searches, cache_hits as "cacheHits", results, min_ms as "minMs", max_ms as "maxMs"
    from search_statistic order by term, language`.execute(handle.db);
  return rows;
}

test('sums up concurrent counts of several processes', async () => {
  const logs = Array.from({ length: 3 }, () => createSearchLog(handle.db, { onError: fail, now: () => at }));
  for (const log of logs) {
    log.count(search);
    log.count({ ...search, term: ' ドローン  ABC ', language: 'ja', results: 0 });
    log.count({ ...search, ms: 10, fromCache: true });
  }
  await Promise.all(logs.map((log) => log.close()));
  const one = { results: 3, minMs: 4, maxMs: 10 };
  expect(await kept()).toEqual([
    { term: 'ドローン abc', language: 'ja', searches: 3, cacheHits: 0, results: 0, minMs: 4, maxMs: 4 },
    { term: '드론', language: 'ko', searches: 6, cacheHits: 3, ...one },
  ]);
});

test('keeps no term that may be personal, and limits the number of terms in memory', async () => {
  const log = createSearchLog(handle.db, { onError: fail, now: () => at });
  for (const term of ['kim@example.com', '010-1234-5678', 'x'.repeat(101)]) log.count({ ...search, term });
  await log.flush();
  expect(await kept()).toMatchObject([{ term: '', searches: 3 }]);
  for (let index = 0; index < 2500; index++) log.count({ ...search, term: `낱말 ${index}` });
  await log.close();
  const rows = await kept();
  expect(rows.length).toBeLessThan(2010);
  expect(rows.reduce((sum, row) => sum + Number(row['searches']), 0)).toBe(2503);
});

test('an unavailable database loses statistics and nothing else', async () => {
  const errors: unknown[] = [];
  const closed = connectDatabase(database.connectionString, { poolSize: 1, onError: () => {} });
  await closed.close();
  const log = createSearchLog(closed.db, { onError: (error) => errors.push(error) });
  log.count(search);
  await log.close();
  expect(errors).toHaveLength(1);
});

test('the sums equal a direct count of 10,000 searches of several processes', async () => {
  const searches = fc.sample(
    fc.record({
      kind: fc.constantFrom('resources' as const, 'services' as const),
      term: fc.constantFrom('드론', '기어', '화분', 'drone', 'ギア', 'kim@example.com', '없는말'),
      language: fc.constantFrom('ko' as const, 'en' as const, 'ja' as const),
      ms: fc.integer({ min: 1, max: 900 }),
      fromCache: fc.boolean(),
      hoursAgo: fc.integer({ min: 0, max: 80 * 24 }),
      process: fc.nat({ max: 2 }),
    }),
    10_000,
  );
  let clock = at;
  const logs = Array.from({ length: 3 }, () =>
    createSearchLog(handle.db, { onError: fail, now: () => clock }),
  );
  for (const [index, { hoursAgo, process: by, ...asked }] of searches.entries()) {
    clock = at - hoursAgo * 60 * 60 * 1000;
    const results = asked.term === '없는말' ? 0 : 3;
    logs[by]?.count({ ...asked, results, exactResults: results } satisfies Search);
    // All processes flush in between.
    if (index % 1500 === 0) await Promise.all(logs.map((log) => log.flush()));
  }
  await Promise.all(logs.map((log) => log.close()));

  for (const language of [undefined, 'ko', 'en', 'ja'] as const) {
    const counted = searches.filter((each) => language === undefined || each.language === language);
    const times = counted.map(({ ms }) => ms);
    const hits = counted.filter(({ fromCache }) => fromCache).length;
    const countsOf = (pick: (each: (typeof counted)[number]) => string | null) => {
      const counts = new Map<string, number>();
      for (const each of counted) {
        const key = pick(each);
        if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      return counts;
    };
    const inOrder = (counts: Map<string, number>) =>
      [...counts]
        .map(([key, count]) => {
          const [kind, ...term] = key.split(' ');
          return { term: term.join(' '), kind, count };
        })
        .toSorted(
          (a, b) =>
            b.count - a.count ||
            (a.term < b.term ? -1 : a.term > b.term ? 1 : String(a.kind) < String(b.kind) ? -1 : 1),
        );
    const found = await readStatistics(handle.db, { language, withZeroResults: true });
    expect(found).toMatchObject({
      totalQueries: counted.length,
      cacheHits: hits,
      cacheMisses: counted.length - hits,
      hitRate: hits / counted.length,
      averageMs: Math.round((times.reduce((sum, ms) => sum + ms, 0) / times.length) * 100) / 100,
      minMs: Math.min(...times),
      maxMs: Math.max(...times),
      popular: inOrder(
        countsOf(({ kind, term }) => (term === '없는말' || term.includes('@') ? null : `${kind} ${term}`)),
      ),
      zeroResults: inOrder(countsOf(({ kind, term }) => (term === '없는말' ? `${kind} ${term}` : null))),
      kinds: (['resources', 'services'] as const).map((kind) => {
        const of = counted.filter((each) => each.kind === kind);
        return {
          kind,
          count: of.length,
          cacheHits: of.filter(({ fromCache }) => fromCache).length,
          minMs: Math.min(...of.map(({ ms }) => ms)),
          maxMs: Math.max(...of.map(({ ms }) => ms)),
        };
      }),
    });
    const day = (hoursAgo: number) =>
      new Date(at - hoursAgo * 60 * 60 * 1000 + 9 * 60 * 60 * 1000).toISOString().slice(0, 10);
    const days = countsOf(({ hoursAgo }) => day(hoursAgo));
    expect(new Map(found.timeline.map(({ day: on, count }) => [on, count]))).toEqual(days);
  }
});

test('is deleted after 90 days', async () => {
  const log = createSearchLog(handle.db, { onError: fail, now: () => at });
  log.count(search);
  await log.close();
  await forgetStatistics(handle.db, new Date(at + 89 * 24 * 60 * 60 * 1000));
  expect(await kept()).toHaveLength(1);
  await forgetStatistics(handle.db, new Date(at + 91 * 24 * 60 * 60 * 1000));
  expect(await kept()).toEqual([]);
});

function fail(error: unknown): never {
  throw error;
}
