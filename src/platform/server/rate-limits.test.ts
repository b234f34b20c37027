import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readConfig } from './config.ts';
import { connectDatabase, type DatabaseHandle } from './db.ts';
import { addressKey, createRateLimits, type RateLimitName, type RateLimits } from './rate-limits.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

let database: TestDatabase;
/** Two pools are independent of each other, like two processes. */
let handles: DatabaseHandle[];
let limits: RateLimits;
let elsewhere: RateLimits;

beforeAll(async () => {
  database = await createTestDatabase();
  handles = [0, 1].map(() =>
    connectDatabase(database.connectionString, {
      poolSize: 5,
      onError() {},
    }),
  );
  const { rateLimits } = readConfig({
    RATE_LIMIT_LOGIN_PER_ACCOUNT: '3',
    RATE_LIMIT_LOGIN_PER_ADDRESS: '5',
    RATE_LIMIT_SIGN_IN_STEPS: '7',
    RATE_LIMIT_MAILS_PER_ACCOUNT: '8',
    RATE_LIMIT_MAILS_PER_ADDRESS: '9',
    RATE_LIMIT_REGISTER: '2',
    RATE_LIMIT_WRITES: '10',
    RATE_LIMIT_RESOURCES: '4',
    RATE_LIMIT_VITALS: '7',
    RATE_LIMIT_GUEST_SEARCH: '6',
    RATE_LIMIT_GUEST_SUGGESTIONS: '7',
  });
  const [here, there] = handles.map(({ pool }) => createRateLimits(pool, rateLimits));
  if (!here || !there) throw new Error('no limits');
  limits = here;
  elsewhere = there;
});
afterAll(async () => {
  await Promise.all(handles.map((handle) => handle.close()));
  await database.drop();
});

beforeEach(async () => {
  await handles[0]?.pool.query('truncate rate_limit');
});
/** Moves all counters this far into the past. */
async function pass(ms: number): Promise<void> {
  await handles[0]?.pool.query('update rate_limit set expire = expire - $1::bigint', [ms]);
}

const refused = { kind: { code: 'rate_limited', status: 429 } };

async function takeMany(times: number, name: RateLimitName, key: string, from = limits): Promise<number> {
  const taken = await Promise.allSettled(Array.from({ length: times }, () => from.take(name, key)));
  return taken.filter(({ status }) => status === 'fulfilled').length;
}

const windows: [RateLimitName, number, number][] = [
  ['loginPerAccount', 3, 15],
  ['loginPerAddress', 5, 15],
  ['signInSteps', 7, 15],
  ['mailsPerAccount', 8, 60],
  ['mailsPerAddress', 9, 60],
  ['register', 2, 60],
  ['writes', 10, 10],
  ['resources', 4, 10],
  ['vitals', 7, 10],
  ['guestSearch', 6, 10],
  ['guestSuggestions', 7, 10],
];

describe.each(windows)('%s', (name, points, minutes) => {
  test(`allows ${points} in ${minutes} minutes and tells when to retry`, async () => {
    for (let times = 0; times < points; times += 1) await limits.take(name, 'a');
    await pass(60_000);
    const refusal = await limits.take(name, 'a').catch((error: unknown) => error);
    expect(refusal).toMatchObject(refused);
    const { retryAfterSeconds } = refusal as { retryAfterSeconds: number };
    expect(retryAfterSeconds).toBeLessThanOrEqual((minutes - 1) * 60);
    expect(retryAfterSeconds).toBeGreaterThan((minutes - 1) * 60 - 30);
    await pass((minutes - 1) * 60_000 - 30_000);
    await expect(limits.take(name, 'a')).rejects.toMatchObject(refused);
    await pass(30_000);
    await limits.take(name, 'a');
  });
});

test('each key and each limit has its own counter', async () => {
  expect(await takeMany(5, 'register', 'a')).toBe(2);
  expect(await takeMany(5, 'register', 'b')).toBe(2);
  expect(await takeMany(5, 'resources', 'a')).toBe(4);
});

test('concurrent calls never exceed the limit', async () => {
  expect(await takeMany(50, 'writes', 'a')).toBe(10);
});

test('two processes share a limit', async () => {
  const both = await Promise.all([
    takeMany(20, 'writes', 'a', limits),
    takeMany(20, 'writes', 'a', elsewhere),
  ]);
  expect(both[0] + both[1]).toBe(10);
  await expect(elsewhere.take('writes', 'a')).rejects.toMatchObject(refused);
});

test('a process whose clock is two hours ahead does not end a window early', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 60 * 60_000 });
  try {
    expect(await takeMany(10, 'writes', 'a', elsewhere)).toBe(10);
  } finally {
    vi.useRealTimers();
  }
  expect(await takeMany(5, 'writes', 'a')).toBe(0);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 60 * 60_000 });
  try {
    expect(await takeMany(5, 'writes', 'a', elsewhere)).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

describe('a limit that counts failures only', () => {
  test('gives back successes', async () => {
    for (let times = 0; times < 10; times += 1) {
      await limits.take('loginPerAccount', 'a');
      await limits.giveBack('loginPerAccount', 'a');
    }
    expect(await takeMany(10, 'loginPerAccount', 'a')).toBe(3);
  });

  test('refuses further tries in every process until the window ends', async () => {
    expect(await takeMany(3, 'loginPerAccount', 'a')).toBe(3);
    await expect(elsewhere.take('loginPerAccount', 'a')).rejects.toMatchObject(refused);
    await limits.take('loginPerAccount', 'b');
    await pass(15 * 60_000);
    await limits.take('loginPerAccount', 'a');
  });
});

test.each([
  ['as long as an e-mail address may be', `${'a'.repeat(242)}@example.com`],
  ['longer than the column', 'x'.repeat(5000)],
  ['not ASCII', '드론'.repeat(200)],
  ['empty', ''],
  ['an IPv6 address', '2001:db8::1'],
])('a key may be %s', async (_, key) => {
  expect(await takeMany(5, 'register', key)).toBe(2);
  await limits.giveBack('register', key);
});

test('the table does not reveal the counted keys', async () => {
  await limits.take('loginPerAccount', 'minsu@example.com');
  const { rows } = (await handles[0]?.pool.query('select key from rate_limit')) ?? { rows: [] };
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('minsu');
});

test('an unavailable database is a different error than a reached limit', async () => {
  const away = connectDatabase('postgres://nobody@127.0.0.1:1/none', { poolSize: 1, onError() {} });
  const broken = createRateLimits(away.pool, readConfig({}).rateLimits);
  await expect(broken.take('writes', 'a')).rejects.toThrow('ECONNREFUSED');
  await away.close();
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::9', '2001:db8:1:3::/64'],
  ['no address', 'no address'],
])('the address %s counts as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

test('a window that ends during the statement is either extended or restarted, not mixed', async () => {
  const admin = handles[0]!.pool;
  // A clock that advances by a second with each read.
  await admin.query(`create schema slow; create sequence slow.tick start 1000;
    create function slow.clock_timestamp() returns timestamptz language sql volatile
      as $$ select to_timestamp(nextval('slow.tick')) $$`);
  const pool = new pg.Pool({
    connectionString: database.connectionString,
    options: '-c search_path=slow,public,pg_catalog',
    max: 1,
  });
  try {
    const slow = createRateLimits(pool, readConfig({}).rateLimits);
    for (const endsIn of [1, 2, 3, 4, 5]) {
      await admin.query('truncate rate_limit');
      await slow.take('register', 'a');
      const { rows: set } = await admin.query<{ expire: string }>(
        'update rate_limit set expire = (select last_value + $1 from slow.tick) * 1000 returning expire',
        [endsIn],
      );
      await slow.take('register', 'a');
      const { rows } = await admin.query<{ points: number; expire: string }>(
        'select points, expire from rate_limit',
      );
      expect(rows[0]?.points, `a window that ends in ${endsIn}`).toBe(
        rows[0]?.expire === set[0]?.expire ? 2 : 1,
      );
    }
  } finally {
    await pool.end();
  }
});
