import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectDatabase, type DatabaseHandle, type Trx } from './db.ts';
import { forgetOldKeys, hashBody, once } from './idempotency.ts';
import { uuidv7 } from './ids.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

let database: TestDatabase;
let handle: DatabaseHandle;
let personId: string;
let otherId: string;

async function addPerson(name: string): Promise<string> {
  const id = uuidv7();
  await handle.pool.query(
    'insert into person (id, name, email, username, display_username) values ($1, $2, $3, $2, $2)',
    [id, name, `${name}@example.com`],
  );
  return id;
}

beforeAll(async () => {
  database = await createTestDatabase();
  handle = connectDatabase(database.connectionString, {
    poolSize: 12,
    onError() {},
  });
  personId = await addPerson('person');
  otherId = await addPerson('other');
  await handle.pool.query('create table effect (word text not null)');
});
afterAll(async () => {
  await handle.close();
  await database.drop();
});
beforeEach(() => handle.pool.query('truncate effect, idempotency_key'));

type Request = Parameters<typeof once>[1];
const request = (more: Partial<Request> = {}): Request => ({
  personId,
  call: 'POST /api/things',
  key: 'key',
  bodyHash: hashBody({ a: 1 }),
  ...more,
});

/** An effect in the same transaction, and a response that names its call. */
let calls = 0;
async function act(trx: Trx): Promise<{ number: number }> {
  calls += 1;
  await sql`insert into effect values ('done')`.execute(trx);
  return { number: calls };
}
const effects = async () => Number((await handle.pool.query('select count(*) as n from effect')).rows[0].n);

describe('the same key with the same body', () => {
  test('acts once and returns the first response again', async () => {
    const first = await once(handle.db, request(), act);
    const second = await once(handle.db, request(), act);
    expect(first).toEqual({ answer: { number: calls }, repeated: false });
    expect(second).toEqual({ answer: first.answer, repeated: true });
    expect(await effects()).toBe(1);
  });

  test('acts once when ten arrive at the same moment, and all get its response', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => once(handle.db, request(), act)));
    expect(await effects()).toBe(1);
    expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(new Set(answers.map(({ answer }) => answer.number)).size).toBe(1);
  });

  test.each([
    ['text', 'an id'],
    ['an object whose names look like columns', { snake_case: 1, camelCase: { deep_er: [1, null, '드론'] } }],
    ['a list', [1, [2]]],
    ['nothing', null],
    ['false', false],
  ])('returns %s unchanged', async (_, answer) => {
    await once(handle.db, request(), async () => answer);
    expect(await once(handle.db, request(), act)).toEqual({ answer, repeated: true });
  });

  test('supports an empty response', async () => {
    await once(handle.db, request(), async () => undefined);
    expect(await once(handle.db, request(), act)).toEqual({ answer: null, repeated: true });
  });
});

test('the same key with another body is a conflict and does not act again', async () => {
  await once(handle.db, request(), act);
  const changed = once(handle.db, request({ bodyHash: hashBody({ a: 2 }) }), act);
  await expect(changed).rejects.toMatchObject({ kind: { code: 'idempotency_conflict', status: 409 } });
  expect(await effects()).toBe(1);
});

test('of two concurrent bodies with one key, one acts and the other is a conflict', async () => {
  const both = await Promise.allSettled([
    once(handle.db, request(), act),
    once(handle.db, request({ bodyHash: hashBody({ a: 2 }) }), act),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await effects()).toBe(1);
});

test('another person, call or key is independent', async () => {
  await once(handle.db, request(), act);
  for (const other of [{ personId: otherId }, { call: 'POST /api/others' }, { key: 'other' }]) {
    expect(await once(handle.db, request(other), act)).toMatchObject({ repeated: false });
  }
  expect(await effects()).toBe(4);
});

test('every call without a key acts', async () => {
  for (let times = 0; times < 2; times += 1) {
    expect(await once(handle.db, request({ key: undefined }), act)).toMatchObject({ repeated: false });
  }
  expect(await effects()).toBe(2);
  expect((await handle.pool.query('select from idempotency_key')).rowCount).toBe(0);
});

describe('an act that fails', () => {
  const fail = async (trx: Trx): Promise<{ number: number }> => {
    await act(trx);
    throw new Error('changed my mind');
  };

  test('leaves nothing, and its key can be used again, even with another body', async () => {
    await expect(once(handle.db, request(), fail)).rejects.toThrow('changed my mind');
    expect(await effects()).toBe(0);
    const again = await once(handle.db, request({ bodyHash: hashBody({ a: 2 }) }), act);
    expect(again.repeated).toBe(false);
    expect(await effects()).toBe(1);
  });

  test('lets the concurrent call that waited for it act instead', async () => {
    let release = () => {};
    const held = new Promise<void>((go) => {
      release = go;
    });
    let started = () => {};
    const acting = new Promise<void>((go) => {
      started = go;
    });
    const first = once(handle.db, request(), async (trx) => {
      started();
      await held;
      return fail(trx);
    });
    await acting;
    const second = once(handle.db, request(), act);
    release();
    await expect(first).rejects.toThrow('changed my mind');
    expect(await second).toMatchObject({ repeated: false });
    expect(await effects()).toBe(1);
  });
});

test('keys are deleted after 30 days, not before', async () => {
  await once(handle.db, request({ key: 'old' }), act);
  await once(handle.db, request({ key: 'young' }), act);
  await handle.pool.query(`update idempotency_key set created_at = '2026-01-01T00:00:00Z' where key = 'old'`);
  await handle.pool.query(
    `update idempotency_key set created_at = '2026-01-01T00:00:02Z' where key = 'young'`,
  );
  await forgetOldKeys(handle.db, new Date('2026-01-31T00:00:01Z'));
  expect((await handle.pool.query('select key from idempotency_key')).rows).toEqual([{ key: 'young' }]);
});

describe("a body's hash", () => {
  /** Reverses the key order of every object. */
  function turned(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(turned);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value)
        .toReversed()
        .map(([key, item]) => [key, turned(item)]),
    );
  }

  test('does not depend on the order of keys at any depth', () => {
    expect(hashBody({ a: 1, b: { c: 2, d: 3 } })).toBe(hashBody({ b: { d: 3, c: 2 }, a: 1 }));
    fc.assert(fc.property(fc.jsonValue(), (body) => hashBody(body) === hashBody(turned(body))));
  });

  test('differs for another body', () => {
    // Compared without the code under test.
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        fc.pre(!isDeepStrictEqual(JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b))));
        expect(hashBody(a)).not.toBe(hashBody(b));
      }),
    );
  });

  test.each([
    [
      [1, 2],
      [2, 1],
    ],
    [{ a: 1 }, { a: '1' }],
    [{ a: null }, {}],
    [[], {}],
    [[['a', 'b']], [['a'], ['b']]],
    ['드론', '드론'.normalize('NFD')],
  ])('distinguishes %j from %j', (a, b) => {
    expect(hashBody(a)).not.toBe(hashBody(b));
  });
});
