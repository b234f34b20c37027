import { readdir, readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import type { Runner } from 'graphile-worker';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startJobs } from '#app/jobs.ts';
import { cookieOf, startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { readMails } from '#features/accounts/server/testing.ts';
import { enqueue } from '#platform/server/jobs.ts';
import { createVault, rotateKeys } from '#platform/server/sealed.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import type { DataExport } from '../contract.ts';
import { beginWithdrawal, erasePerson, makeExport as makeExportOf } from './commands.ts';
import { newExportKey } from './export-file.ts';

let server: TestServer;
let runner: Runner;
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_EXPORTS: '2' });
  runner = await startJobs(server.runtime, server.app.log);
});
afterAll(async () => {
  await runner.stop();
  await server.close();
});

const as = (person: Person, method: string, url: string, payload?: object) =>
  server.call(method, url, { as: person, ...(payload && { payload }) });
const exportOf = async (person: Person) =>
  (await as(person, 'GET', '/api/user/export/state')).json<DataExport>();

async function makeExport(person: Person): Promise<void> {
  const asked = await as(person, 'GET', '/api/user/export');
  expect(asked.statusCode, asked.body).toBe(202);
  expect(asked.json()).toMatchObject({ state: 'preparing', size: null });
  await expect.poll(async () => (await exportOf(person)).state, { timeout: 10_000 }).toBe('ready');
}

/** Ages the session, so that its proof of identity has expired. */
async function age(person: Person): Promise<void> {
  await server.runtime.pool.query(
    "update session set created_at = now() - interval '11 minutes' where user_id = $1",
    [person.id],
  );
}

async function logIn(person: Person): Promise<void> {
  const { email, password } = person;
  const answer = await server.call('POST', '/api/login', { payload: { email, password } });
  expect(answer.statusCode, answer.body).toBe(200);
  person.cookie = cookieOf(answer.headers['set-cookie']);
}

async function publish(person: Person): Promise<string> {
  const answer = await as(person, 'POST', '/api/resources', {
    title: '나사',
    category: 'other',
    assemblyInstructions: '1. 만들기',
  });
  return answer.json<{ id: string }>().id;
}

const blobs = () => readdir(join(server.runtime.config.dataDir, 'blobs', 'exports')).catch(() => []);
/** Runs a job and waits until it has ended. */
async function run(job: string): Promise<void> {
  const { db, pool } = server.runtime;
  await enqueue(db, job, {}, { key: `${job} of a test` });
  await expect
    .poll(
      async () =>
        (await pool.query("select from graphile_worker.jobs where task_identifier like 'rights.%'")).rowCount,
      { timeout: 10_000 },
    )
    .toBe(0);
}

describe('an export', () => {
  test('needs a proof of identity, is made one at a time, announced by mail and in the app, and downloadable by its owner only', async () => {
    const [person, other] = [await server.signUp(), await server.signUp()];
    expect(await exportOf(person)).toEqual({ state: 'none', requestedAt: null, expiresAt: null, size: null });
    await age(person);
    expect((await as(person, 'GET', '/api/user/export')).json()).toMatchObject({ code: 'proof_needed' });
    await logIn(person);

    const [first, second] = await Promise.all([
      as(person, 'GET', '/api/user/export'),
      as(person, 'GET', '/api/user/export'),
    ]);
    expect([first.statusCode, second.statusCode]).toEqual([202, 202]);
    await expect.poll(async () => (await exportOf(person)).state, { timeout: 10_000 }).toBe('ready');

    const told = await as(person, 'GET', '/api/user/notifications');
    expect(told.json()).toMatchObject([{ title: '내보낸 데이터가 준비됐어요', path: '/my/privacy' }]);
    await expect
      .poll(async () =>
        (await readMails(server.runtime.config.dataDir, person.email)).map(({ subject }) => subject),
      )
      .toContain('내보낸 데이터가 준비됐어요');

    const answer = await as(person, 'GET', '/api/user/export/download');
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(/^attachment; filename="gongbang-[\d-]{10}\.zip"$/),
      'cache-control': 'no-store',
    });
    const files = unzipSync(answer.rawPayload);
    const profile = JSON.parse(Buffer.from(files['account/profile.json'] ?? '').toString());
    expect(profile).toMatchObject([{ id: person.id, email: person.email }]);
    expect(JSON.parse(Buffer.from(files['resources/resources.json'] ?? '').toString())).toEqual([]);
    for (const stranger of [other, undefined]) {
      const refused = await server.call('GET', '/api/user/export/download', {
        ...(stranger && { as: stranger }),
      });
      expect(refused.statusCode).toBe(stranger ? 404 : 401);
    }
  });

  test('cannot be requested by a link of another site', async () => {
    const person = await server.signUp();
    const answer = await server.call('GET', '/api/user/export', {
      as: person,
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'cross_site' });
    expect((await exportOf(person)).state).toBe('none');
    for (const site of ['same-origin', 'none']) {
      const own = await server.call('GET', '/api/user/export', {
        as: person,
        headers: { 'sec-fetch-site': site },
      });
      expect(own.statusCode, site).toBe(202);
    }
  });

  test('is encrypted on the disk, with a key that can be rotated', async () => {
    const person = await server.signUp();
    await makeExport(person);
    const { config, db } = server.runtime;
    const [name = ''] = (await blobs()).toReversed();
    const bytes = await readFile(join(config.dataDir, 'blobs', 'exports', name));
    expect(bytes.subarray(0, 2).toString()).not.toBe('PK');
    const old = await db
      .selectFrom('dataExport')
      .select('sealedKey')
      .where('personId', '=', person.id)
      .execute();
    const oldKey = (await readFile(join(config.dataDir, 'data-key'), 'utf8')).trim();
    const vault = createVault(['a new key that is long enough for this', oldKey]);
    const column = { table: 'data_export', id: 'id', column: 'sealed_key', purpose: 'export key' };
    await rotateKeys(db, vault, column);
    const now = await db
      .selectFrom('dataExport')
      .select('sealedKey')
      .where('personId', '=', person.id)
      .execute();
    expect(vault.isCurrent(now[0]?.sealedKey ?? '')).toBe(true);
    expect(vault.open('export key', now[0]?.sealedKey ?? '')).toBe(
      vault.open('export key', old[0]?.sealedKey ?? ''),
    );
  });

  test('is replaced by the next one, rate limited per day, and removed after seven days', async () => {
    const person = await server.signUp();
    await makeExport(person);
    const before = await blobs();
    await makeExport(person);
    await run('rights.forget');
    expect((await blobs()).length).toBe(before.length);
    expect((await as(person, 'GET', '/api/user/export')).statusCode).toBe(429);

    const { expiresAt } = await exportOf(person);
    expect((Date.parse(expiresAt ?? '') - Date.now()) / 86_400_000).toBeCloseTo(7, 2);
    await server.runtime.pool.query('update data_export set expires_at = now() where person_id = $1', [
      person.id,
    ]);
    expect((await as(person, 'GET', '/api/user/export/download')).json()).toMatchObject({
      code: 'export_not_found',
    });
    expect((await exportOf(person)).state).toBe('none');
    await run('rights.forget');
    expect((await blobs()).length).toBe(before.length - 1);
  });

  test('that is replaced or erased while it is made leaves no bytes and is not announced', async () => {
    const { db, pool, storage, vault } = server.runtime;
    const person = await server.signUp();
    const id = uuidv7();
    await db
      .insertInto('dataExport')
      .values({
        id,
        personId: person.id,
        requestedAt: new Date(),
        blobKey: `exports/${id}`,
        sealedKey: newExportKey(vault),
      })
      .execute();
    const room = {
      room: 'slow',
      tables: [],
      lists: {
        async *rows() {
          await pool.query('delete from data_export where id = $1', [id]);
          yield { word: '나사' };
        },
      },
    };
    await makeExportOf({ db, storage, vault, rooms: [room] }, id, new Date());
    expect(await blobs()).not.toContain(id);
    expect((await as(person, 'GET', '/api/user/notifications')).json()).toEqual([]);
    // The job of a request that is gone already.
    await makeExportOf({ db, storage, vault, rooms: [room] }, id, new Date());
    expect(await blobs()).not.toContain(id);
  });

  test('whose server was killed leaves bytes for a day at most', async () => {
    const { config, storage } = server.runtime;
    const [old, young] = [uuidv7(), uuidv7()];
    for (const id of [old, young]) await storage.put(`exports/${id}`, Buffer.from('half'));
    const before = new Date(Date.now() - 25 * 60 * 60_000);
    await utimes(join(config.dataDir, 'blobs', 'exports', old), before, before);
    await run('rights.forget');
    expect(await blobs()).not.toContain(old);
    // Another process may be writing it at this moment.
    expect(await blobs()).toContain(young);
  });
});

describe('a withdrawal', () => {
  test('needs a proof of identity, which a recent login is not', async () => {
    const person = await server.signUp();
    expect((await as(person, 'DELETE', '/api/user')).json()).toMatchObject({ code: 'proof_needed' });
    expect((await as(person, 'DELETE', '/api/user/withdrawal')).json()).toMatchObject({
      code: 'not_withdrawing',
    });
  });

  test('accepts the correct password instead', async () => {
    const person = await server.signUp();
    await age(person);
    const leave = (payload: object) => as(person, 'DELETE', '/api/user', payload);
    expect((await leave({ password: 'not this one' })).json()).toMatchObject({ code: 'wrong_password' });
    expect((await leave({ password: 5 })).json()).toMatchObject({ fields: { password: expect.any(String) } });
    expect((await leave({ password: person.password })).json()).toEqual({ withdrawsAt: expect.any(String) });
  });

  test('clears the browser, except for other people who have logged in there', async () => {
    const [person, other] = [await server.signUp(), await server.signUp()];
    const cookiesOf = (answer: { headers: Record<string, unknown> }) =>
      [answer.headers['set-cookie']].flat() as string[];
    const deviceOf = (cookies: readonly string[]) =>
      cookies.find((cookie) => cookie.startsWith('gongbang.device='));
    const logInWith = (someone: typeof person, device: string) =>
      server.call('POST', '/api/login', {
        headers: { cookie: device },
        payload: { email: someone.email, password: someone.password },
      });
    const leaveWith = async (someone: typeof person, device: string) => {
      const cookies = cookiesOf(await logInWith(someone, device));
      const cookie = cookies.map((each) => each.split(';')[0]).join('; ');
      const answer = await server.call('DELETE', '/api/user', {
        headers: { cookie },
        payload: { password: someone.password },
      });
      expect(answer.statusCode, answer.body).toBe(200);
      return { before: deviceOf(cookies) ?? '', after: deviceOf(cookiesOf(answer)) ?? '' };
    };
    const shared = deviceOf(cookiesOf(await logInWith(other, '')))?.split(';')[0] ?? '';
    const first = await leaveWith(person, shared);
    // The cookie has its value from before they logged in.
    expect(first.before.split(';')[0]).not.toBe(shared);
    expect(first.after.split(';')[0]).toBe(shared);
    const last = await leaveWith(other, shared);
    expect(last.after).toMatch(/^gongbang\.device=; Max-Age=0;/);
  });

  test('is refused for the last admin', async () => {
    const [admin, other] = [await server.signUp({ role: 'admin' }), await server.signUp({ role: 'admin' })];
    const answers = await Promise.all(
      [admin, other].map((person) => as(person, 'DELETE', '/api/user', { password: person.password })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      code: 'last_admin',
    });
  });

  test('ends every session, is announced by mail, and allows only staying or exporting data', async () => {
    const person = await server.signUp();
    const before = { ...person };
    await logIn(person);
    const answer = await as(person, 'DELETE', '/api/user', { password: person.password });
    expect(answer.statusCode).toBe(200);
    for (const session of [before, person]) {
      expect((await as(session, 'GET', '/api/user')).statusCode).toBe(401);
    }
    await expect
      .poll(async () =>
        (await readMails(server.runtime.config.dataDir, person.email)).map(({ text }) => text),
      )
      .toContainEqual(expect.stringContaining('탈퇴 신청을 받았어요'));

    await logIn(person);
    expect((await as(person, 'GET', '/api/user')).json()).toMatchObject(answer.json());
    const refused = await as(person, 'POST', '/api/resources', {
      title: '나사',
      category: 'other',
      assemblyInstructions: '1. 만들기',
    });
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({ code: 'withdrawing' });
    expect((await as(person, 'DELETE', '/api/user', { password: person.password })).statusCode).toBe(403);
    await makeExport(person);
    expect((await as(person, 'DELETE', '/api/user/withdrawal')).statusCode).toBe(204);
    expect((await as(person, 'DELETE', '/api/user/withdrawal')).statusCode).toBe(409);
    expect(
      (
        await as(person, 'POST', '/api/resources', {
          title: '나사',
          category: 'other',
          assemblyInstructions: '1. 만들기',
        })
      ).statusCode,
    ).toBe(201);
  });

  test('taken back restores what was public, and nothing else', async () => {
    const [person, admin] = [await server.signUp(), await server.signUp({ role: 'admin' })];
    const [shown, hidden] = [await publish(person), await publish(person)];
    const draft = await as(person, 'POST', '/api/resources', {
      title: '초안',
      category: 'other',
      state: 'draft',
    });
    await as(person, 'DELETE', '/api/user', { password: person.password });
    await server.runtime.pool.query("update resource set state = 'hidden' where id = $1", [hidden]);
    await logIn(person);
    await as(person, 'DELETE', '/api/user/withdrawal');
    const stateOf = async (id: string) => (await as(admin, 'GET', `/api/resources/${id}`)).json().state;
    expect(await stateOf(shown)).toBe('published');
    expect(await stateOf(hidden)).toBe('hidden');
    expect(await stateOf(draft.json<{ id: string }>().id)).toBe('draft');
  });

  test('erases nobody before the deadline', async () => {
    const [early, due, staying] = [await server.signUp(), await server.signUp(), await server.signUp()];
    for (const person of [early, due]) await as(person, 'DELETE', '/api/user', { password: person.password });
    await server.runtime.pool.query('update person set withdraws_at = now() where id = $1', [due.id]);
    await run('rights.erase_due');
    const { rows } = await server.runtime.pool.query<{ id: string; email: string }>(
      'select id, email from person where id = any ($1)',
      [[early.id, due.id, staying.id]],
    );
    const emailOf = (person: Person) => rows.find(({ id }) => id === person.id)?.email;
    expect([emailOf(early), emailOf(due), emailOf(staying)]).toEqual([
      early.email,
      `withdrawn-${due.id}`,
      staying.email,
    ]);
  });

  test('begins once', async () => {
    const { db } = server.runtime;
    const person = await server.signUp();
    const now = new Date();
    const first = await beginWithdrawal({ db, rooms: [] }, person.id, now);
    const later = new Date(now.getTime() + 60_000);
    await expect(beginWithdrawal({ db, rooms: [] }, person.id, later)).rejects.toMatchObject({
      kind: { code: 'already_withdrawing' },
    });
    const { rows } = await server.runtime.pool.query('select withdraws_at from person where id = $1', [
      person.id,
    ]);
    expect(rows).toEqual([{ withdraws_at: first }]);
  });

  test('that was taken back just before its erasure erases nothing', async () => {
    const { db, vault } = server.runtime;
    const person = await server.signUp();
    await as(person, 'DELETE', '/api/user', { password: person.password });
    await logIn(person);
    await as(person, 'DELETE', '/api/user/withdrawal');
    const erased: string[] = [];
    const room = {
      room: 'kept',
      tables: [],
      lists: {},
      async erase(_trx: unknown, { id }: { id: string }) {
        erased.push(id);
        return [];
      },
    };
    await erasePerson({ db, vault, rooms: [room] }, person.id, new Date());
    expect(erased).toEqual([]);
    expect((await as(person, 'GET', '/api/user')).json()).toMatchObject({ email: person.email });
  });
});
