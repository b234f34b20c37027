import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { CurrentUser } from '#features/accounts/contract.ts';
import { actingReads } from '#features/accounts/server/public.ts';
import type { AuditEntry } from '../contract.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_WRITES: '100000' });
  admin = await server.signUp({ role: 'admin' });
});
afterAll(() => server.close());

const start = (as: Person, id: string) =>
  server.call('POST', `/api/admin/users/${id}/acting`, { as, payload: { reason: '주문이 안 보인대요.' } });
const stop = (as: Person) => server.call('DELETE', '/api/admin/acting', { as });
const me = async (as: Person) => (await server.call('GET', '/api/user', { as })).json<CurrentUser>();

test('support views the site as a person, who is told so, cannot write, and returns to their own view', async () => {
  const [support, person] = [await server.signUp({ role: 'support' }), await server.signUp()];
  const made = await server.call('POST', '/api/resources', {
    as: person,
    payload: { title: '내 초안', category: 'other', state: 'draft' },
  });
  const { id } = made.json<{ id: string }>();
  expect((await start(support, person.id)).statusCode).toBe(204);
  expect(await me(support)).toMatchObject({
    id: person.id,
    email: 'p•••@example.com',
    acting: { by: support.username },
  });
  expect((await server.call('GET', '/api/user/resources', { as: support })).body).toContain('내 초안');
  expect((await server.call('GET', `/api/resources/${id}`, { as: support })).statusCode).toBe(200);

  const write = await server.call('PATCH', `/api/resources/${id}`, {
    as: support,
    payload: { title: '바꿈' },
  });
  expect([write.statusCode, write.json<{ code: string }>().code]).toEqual([403, 'acting_refused']);
  const asGuest = await server.call('POST', '/api/assistant/conversations', { as: support, payload: {} });
  expect(asGuest.json()).toMatchObject({ code: 'acting_refused' });
  expect((await server.call('GET', '/api/admin/users', { as: support })).statusCode).toBe(403);

  expect((await stop(support)).statusCode).toBe(204);
  const own = await me(support);
  expect([own.id, own.acting]).toEqual([support.id, undefined]);
  expect((await me(person)).acting).toBeUndefined();
  const told = await server.call('GET', '/api/user/notifications', { as: person });
  expect(told.body).toContain('주문이 안 보인대요.');
  const audit = await server.call('GET', `/api/admin/audit?search=${person.id}`, { as: admin });
  expect(audit.json<AuditEntry[]>()).toMatchObject([
    { action: 'person.act_as_end', actor: { id: support.id } },
    { action: 'person.act_as', actor: { id: support.id }, reason: '주문이 안 보인대요.' },
  ]);
});

test('viewing ends when the person becomes staff, and with the role that allows it', async () => {
  const [support, person] = [await server.signUp({ role: 'support' }), await server.signUp()];
  expect((await start(support, person.id)).statusCode).toBe(204);
  await server.runtime.pool.query("update person set role = 'admin' where id = $1", [person.id]);
  expect((await server.call('GET', '/api/user', { as: support })).json()).toMatchObject({
    code: 'acting_refused',
  });
  expect((await stop(support)).statusCode).toBe(204);
  const finance = await server.signUp({ role: 'finance' });
  const nobody = '01890000-0000-7000-8000-000000000000';
  for (const id of [(await server.signUp()).id, nobody])
    expect((await start(finance, id)).json()).toMatchObject({ code: 'forbidden' });
});

test('staff can read only the routes in the rules as a person', async () => {
  const [support, person] = [await server.signUp({ role: 'support' }), await server.signUp()];
  await start(support, person.id);
  const { paths } = (await server.app.inject('/api/openapi.json')).json<{
    paths: Record<string, Record<string, object>>;
  }>();
  const own = Object.keys(paths).filter(
    (path) => path.startsWith('/api/user') && !path.includes('{') && paths[path]?.['get'],
  );
  expect(own.length).toBeGreaterThan(15);
  for (const path of own) {
    const answer = await server.call('GET', path, { as: support });
    expect([path, answer.statusCode === 403]).toEqual([path, !actingReads.has(path)]);
  }
  expect(actingReads.has('/api/user/notifications')).toBe(false);
  for (const secret of ['messages', 'conversations', 'bank-account', 'security', 'sessions'])
    expect([...actingReads].some((path) => path.includes(secret))).toBe(false);
});

test('viewing ends by itself', async () => {
  const [support, person] = [await server.signUp({ role: 'support' }), await server.signUp()];
  await start(support, person.id);
  await server.runtime.pool.query(
    "update session set acting_until = now() - interval '1 second' where user_id = $1",
    [support.id],
  );
  expect((await me(support)).id).toBe(support.id);
});

test('nobody can view as staff or themselves, finance not at all, and nobody without a proof', async () => {
  const [support, finance, person] = [
    await server.signUp({ role: 'support' }),
    await server.signUp({ role: 'finance' }),
    await server.signUp(),
  ];
  const statuses = [
    await start(support, admin.id),
    await start(admin, admin.id),
    await start(finance, person.id),
    await start(person, admin.id),
  ].map(({ statusCode }) => statusCode);
  expect(statuses).toEqual([403, 403, 403, 403]);
  await server.runtime.pool.query(
    "update session set created_at = now() - interval '11 minutes' where user_id = $1",
    [support.id],
  );
  expect((await start(support, person.id)).json()).toMatchObject({ code: 'proof_needed' });
  expect((await start(admin, '00000000-0000-7000-8000-000000000000')).statusCode).toBe(404);
});

test('viewing is rate limited per day', async () => {
  const [support, person] = [await server.signUp({ role: 'support' }), await server.signUp()];
  for (let times = 0; times < 20; times += 1) {
    expect((await start(support, person.id)).statusCode).toBe(204);
    await stop(support);
  }
  expect((await start(support, person.id)).json()).toMatchObject({ code: 'acting_too_often' });
});
