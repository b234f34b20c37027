import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { currentTime, followDatabaseClock } from './clock.ts';
import { connectDatabase, type DatabaseHandle } from './db.ts';
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

test('follows the database clock when this machine’s clock is wrong or changes', async () => {
  const realTime = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: realTime + 2 * 60 * 60_000 });
  try {
    const leave = await followDatabaseClock(handle.pool, () => {});
    vi.setSystemTime(realTime - 24 * 60 * 60_000);
    const { rows } = await handle.pool.query<{ now: Date }>('select clock_timestamp() as now');
    const now = rows[0]?.now.getTime() ?? 0;
    expect(Math.abs(currentTime().getTime() - now)).toBeLessThan(60_000);
    leave();
  } finally {
    vi.useRealTimers();
  }
});

/** Delayed response of a database whose clock differs from this machine's. */
async function answerAhead(aheadMs: number, slownessMs = 0) {
  await new Promise((resolve) => setTimeout(resolve, slownessMs));
  return { rows: [{ now: new Date(Date.now() + aheadMs) }] };
}
const databaseAhead = (aheadMs: number) => ({ query: () => answerAhead(aheadMs) });

test('a slow first response does not set the clock: the database is asked again', async () => {
  const answers = [() => answerAhead(60 * 60_000, 1100), () => answerAhead(0)];
  const leave = await followDatabaseClock({ query: () => answers.shift()!() }, () => {});
  leave();
  expect(Math.abs(currentTime().getTime() - Date.now())).toBeLessThan(60_000);
});

test('does not run backwards when the database’s next response is slightly behind the last one', async () => {
  (await followDatabaseClock(databaseAhead(300), () => {}))();
  const before = currentTime().getTime();
  (await followDatabaseClock(databaseAhead(0), () => {}))();
  expect(currentTime().getTime()).toBeGreaterThanOrEqual(before);
  (await followDatabaseClock(databaseAhead(-60 * 60_000), () => {}))();
  expect(currentTime().getTime(), 'a clock that was an hour wrong').toBeLessThan(before - 59 * 60_000);
  (await followDatabaseClock(databaseAhead(0), () => {}))();
});

test('is not adjusted by a response within its measurement error', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    let slownessMs = 0;
    let answered = answerAhead(0);
    const slow = { query: () => (answered = answerAhead(0, slownessMs)) };
    const leave = await followDatabaseClock(slow, () => {});
    const offset = () => currentTime().getTime() - Date.now();
    const before = offset();
    // The database reads its clock at the end of this wait, so assuming the middle would be wrong by 100 ms.
    slownessMs = 200;
    const atFirst = answered;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(answered, 'asked again').not.toBe(atFirst);
    await answered;
    // Let the code that awaits the response run.
    await new Promise(setImmediate);
    expect(Math.abs(offset() - before)).toBeLessThan(50);
    leave();
  } finally {
    vi.useRealTimers();
  }
});

/** Files that may read this machine's own clock, with the reason why that cannot mislead another process. */
const harmless: Record<string, string> = {
  'platform/server/clock.ts': 'what the clock begins with, until the database has been asked',
  'platform/server/coalescing-cache.ts': 'how long this process keeps a list in its own memory',
  'platform/server/embedded-postgres.ts': 'how long this process waits for its own child',
  'platform/server/fast-answers.ts': 'how long this process keeps an answer in its own memory',
  'platform/server/log.ts': 'lines of this machine’s log',
  'platform/server/mail.ts': 'names of files in the outbox, which nobody compares',
  'app/pages.ts': 'until when fast-answers.ts, by the same clock, keeps a page',
  'features/resources/server/cached-lists.ts':
    'until when fast-answers.ts, by the same clock, keeps an answer',
  'app/backup/making.ts': 'what a person reads of a backup',
};

test('no other server code reads this machine’s clock', async () => {
  const root = join(import.meta.dirname, '../..');
  const names = await readdir(root, { recursive: true });
  const isServer = (name: string) =>
    /(^|\/)server\/|^app\//.test(name) && name.endsWith('.ts') && !/test|\/client\//.test(name);
  const asking: string[] = [];
  for (const name of names.filter(isServer)) {
    const text = await readFile(join(root, name), 'utf8');
    if (/new Date\(\)|Date\.now\b|new Date;/.test(text)) asking.push(name);
  }
  expect(asking.toSorted()).toEqual(Object.keys(harmless).toSorted());
});
