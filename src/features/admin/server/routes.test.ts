import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { AdminPerson } from '../contract.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signUp({ role: 'admin' });
});
afterAll(() => server.close());

const change = (as: Person, id: string, payload: object) =>
  server.call('PATCH', `/api/admin/users/${id}`, { as, payload });
const isIn = async (person: Person) =>
  (await server.call('GET', '/api/user', { as: person })).statusCode === 200;

describe('people', () => {
  test('are found by name, address, username and id, in pages', async () => {
    const person = await server.signUp();
    for (const search of [person.email, person.username.toUpperCase(), person.id]) {
      const answer = await server.call('GET', `/api/admin/users?search=${encodeURIComponent(search)}`, {
        as: admin,
      });
      expect(answer.json<AdminPerson[]>().map(({ id }) => id)).toContain(person.id);
    }
    const page = await server.call('GET', '/api/admin/users?limit=1&page=999', { as: admin });
    expect(page.json()).toHaveLength(1);
    expect(page.headers['x-page']).toBe(page.headers['x-total-count']);
    const none = await server.call('GET', '/api/admin/users?search=%25', { as: admin });
    expect(none.json()).toEqual([]);
  });

  test('show their addresses to admins only; other staff find someone by a whole address', async () => {
    const person = await server.signUp();
    const find = async (as: Person, search: string) => {
      const answer = await server.call('GET', `/api/admin/users?search=${encodeURIComponent(search)}`, {
        as,
      });
      return {
        ids: answer.json<AdminPerson[]>().map(({ id }) => id),
        total: answer.headers['x-total-count'],
        text: answer.body,
      };
    };
    for (const role of ['support', 'finance'] as const) {
      const staff = await server.signUp({ role });
      for (const search of [person.username, person.email.toUpperCase(), person.id]) {
        const found = await find(staff, search);
        expect(found.ids).toContain(person.id);
        expect(found.text).not.toContain(person.email);
        expect(found.text).toContain('p•••@example.com');
      }
      for (const part of ['@example.com', person.email.slice(0, -1), `x${person.email}`, 'example.com'])
        expect(await find(staff, part)).toMatchObject({ ids: [], total: '0' });
      const all = await server.call('GET', '/api/admin/users?limit=100', { as: staff });
      expect(all.body).not.toMatch(/[\w.]{2,}@example\.com/);
    }
    expect((await find(admin, person.email.slice(1))).text).toContain(person.email);
  });

  test('are listed without secrets', async () => {
    const person = await server.signUp();
    await server.call('PUT', '/api/user/bank-account', {
      as: person,
      payload: { bankCode: '088', accountNumber: '110123456789', holder: '예금주' },
    });
    const answer = await server.call('GET', `/api/admin/users?search=${person.email}`, { as: admin });
    expect(answer.json()).toMatchObject([{ bankRegistered: true, role: 'user', isProvider: false }]);
    expect(answer.body).not.toMatch(/예금주|6789|password|argon2/);
  });

  test('get a role, which ends their sessions and is logged', async () => {
    const person = await server.signUp();
    const answer = await change(admin, person.id, { role: 'support', reason: '고객 응대' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ role: 'support', isAdmin: false });
    expect(await isIn(person)).toBe(false);
    const audit = await server.call('GET', `/api/admin/audit?search=${person.id}`, { as: admin });
    expect(audit.json()).toMatchObject([
      {
        actor: { id: admin.id, username: admin.username },
        action: 'person.change',
        target: { type: 'person', id: person.id, person: { username: person.username } },
        reason: '고객 응대',
        before: { role: 'user' },
        after: { role: 'support' },
      },
    ]);
  });

  test('are suspended until a time, cannot write or sign in, and are unsuspended by themselves', async () => {
    const person = await server.signUp();
    const over = new Date(Date.now() - 60_000).toISOString();
    const late = await change(admin, person.id, { suspended: true, suspendedUntil: over, reason: '스팸' });
    expect(late.json()).toMatchObject({ code: 'suspension_in_past' });
    const suspendedUntil = new Date(Date.now() + 60_000).toISOString();
    const answer = await change(admin, person.id, { suspended: true, suspendedUntil, reason: '스팸' });
    expect(answer.json()).toMatchObject({ suspended: true, suspendedUntil });
    const write = await server.call('POST', '/api/resources', { as: person, payload: {} });
    expect(write.statusCode).toBe(401);
    const logIn = () =>
      server.call('POST', '/api/login', { payload: { email: person.email, password: person.password } });
    expect((await logIn()).json()).toMatchObject({ code: 'suspended' });
    await server.runtime.pool.query(
      "update person set suspended_until = now() - interval '1 second' where id = $1",
      [person.id],
    );
    expect((await logIn()).statusCode).toBe(200);
  });

  test('can be changed only with a proof of the last ten minutes', async () => {
    const [late, person] = [await server.signUp({ role: 'admin' }), await server.signUp()];
    await server.runtime.pool.query(
      "update session set created_at = now() - interval '11 minutes' where user_id = $1",
      [late.id],
    );
    const answer = await change(late, person.id, { suspended: true, reason: 'x' });
    expect(answer.json()).toMatchObject({ code: 'proof_needed' });
    expect(await isIn(person)).toBe(true);
    // Tests of the last admin need exactly one.
    await change(admin, late.id, { role: 'user', reason: 'x' });
  });

  test('are unsuspended', async () => {
    const person = await server.signUp();
    await change(admin, person.id, { suspended: true, reason: 'x' });
    const answer = await change(admin, person.id, { suspended: false, reason: 'y' });
    expect(answer.json()).toMatchObject({ suspended: false, suspendedUntil: null });
  });

  test.each([
    [{ role: 'support' }, 'reason'],
    [{ role: 'support', reason: ' ' }, 'reason'],
    [{ role: 'owner', reason: 'x' }, 'role'],
    [{ suspended: true, suspendedUntil: 'soon', reason: 'x' }, 'suspendedUntil'],
    [{ suspended: true, suspendedUntil: '2020-01-01T00:00:00.000Z', reason: 'x' }, 'suspendedUntil'],
    [{ reason: 'x' }, 'body'],
    [{ role: 'user', isAdmin: true, reason: 'x' }, 'body'],
  ])('are not changed by %j', async (payload, field) => {
    const person = await server.signUp();
    const answer = await change(admin, person.id, payload);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json<{ fields: object }>().fields)).toEqual([field]);
    expect(await isIn(person)).toBe(true);
  });
});

test('the last admin cannot resign, and one of two who demote each other stays', async () => {
  const alone = await startTestServer();
  const [one, two] = [await alone.signUp({ role: 'admin' }), await alone.signUp({ role: 'admin' })];
  const demote = (as: Person, id: string) =>
    alone.call('PATCH', `/api/admin/users/${id}`, { as, payload: { isAdmin: false, reason: 'x' } });
  const both = await Promise.all([demote(one, two.id), demote(two, one.id)]);
  expect(both.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  const { rows } = await alone.runtime.pool.query<{ id: string }>(
    "select id from person where role = 'admin'",
  );
  expect(rows).toHaveLength(1);
  const last = rows[0]?.id === one.id ? one : two;
  for (const payload of [
    { role: 'user', reason: 'x' },
    { suspended: true, reason: 'x' },
  ]) {
    const answer = await alone.call('PATCH', `/api/admin/users/${last.id}`, { as: last, payload });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'last_admin' });
  }
  await alone.close();
});

test.each(["update audit_entry set reason = ''", 'delete from audit_entry', 'truncate audit_entry'])(
  'the audit log refuses "%s"',
  async (statement) => {
    await expect(server.runtime.pool.query(statement)).rejects.toThrow('append-only');
  },
);
