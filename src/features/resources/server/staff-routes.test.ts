import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { AuditEntry, ManyAnswer } from '#features/admin/contract.ts';
import { states, type ResourceDetail, type StaffResource } from '../contract.ts';
import { canStaffSet } from '../rules.ts';

let server: TestServer;
let admin: Person;
let owner: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signUp({ role: 'admin' });
  owner = await server.signUp();
});
afterAll(() => server.close());

async function make(title: string, state = 'published'): Promise<string> {
  const answer = await server.call('POST', '/api/resources', {
    as: owner,
    payload: { title, category: '3d_model', state },
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<ResourceDetail>().id;
}
const listed = async (query: string) =>
  (await server.call('GET', `/api/admin/resources?${query}`, { as: admin })).json<StaffResource[]>();
const audit = async (id: string) =>
  (await server.call('GET', `/api/admin/audit?search=${id}`, { as: admin })).json<AuditEntry[]>();
const set = (ids: string[], state: string) =>
  server.call('POST', '/api/admin/resources/many', {
    as: admin,
    payload: { ids, state, reason: '권리 침해' },
  });
const statusFor = async (id: string) => (await server.call('GET', `/api/resources/${id}`)).statusCode;

test('finds resources of every state by words and id, filtered and sorted', async () => {
  const [a, b] = [await make('Zebra 회전 받침'), await make('Apfel 회전 받침', 'draft')];
  expect((await listed('search=회전 받침')).map(({ id }) => id)).toEqual([b, a]);
  expect((await listed('search=회전 받침&sort=title')).map(({ id }) => id)).toEqual([b, a]);
  expect((await listed('search=회전 받침&sort=oldest')).map(({ id }) => id)).toEqual([a, b]);
  expect((await listed('search=회전&state=draft')).map(({ id }) => id)).toEqual([b]);
  expect(await listed('search=회전&category=software')).toEqual([]);
  expect(await listed(`search=${a}`)).toMatchObject([
    { id: a, state: 'published', owner: { username: owner.username }, mayBecome: ['hidden', 'removed'] },
  ]);
});

test('hides many at once: they disappear, owners are notified, each is logged, and an undo restores them', async () => {
  const ids = [await make('하나'), await make('둘')];
  const answer = (await set(ids, 'hidden')).json<ManyAnswer>();
  expect(answer.done.map(({ id }) => id)).toEqual(ids);
  expect(await Promise.all(ids.map(statusFor))).toEqual([404, 404]);
  const told = await server.call('GET', '/api/user/notifications', { as: owner });
  expect(told.body).toContain('권리 침해');
  expect(await audit(ids[0] ?? '')).toMatchObject([
    {
      action: 'resource.state',
      reason: '권리 침해',
      before: { state: 'published' },
      after: { state: 'hidden' },
      canUndo: true,
    },
  ]);
  const undone = await server.call('POST', '/api/admin/undo', {
    as: admin,
    payload: { ids: answer.done.map(({ auditId }) => auditId) },
  });
  expect(undone.json<ManyAnswer>().failed).toEqual([]);
  expect(await Promise.all(ids.map(statusFor))).toEqual([200, 200]);
  expect((await listed(`search=${ids[0]}`))[0]?.state).toBe('published');
});

test('an undo is refused after the state has changed since', async () => {
  const id = await make('늦은 자료');
  const { done } = (await set([id], 'hidden')).json<ManyAnswer>();
  await set([id], 'removed');
  const undone = await server.call('POST', '/api/admin/undo', {
    as: admin,
    payload: { ids: done.map(({ auditId }) => auditId) },
  });
  expect(undone.json<ManyAnswer>().failed).toMatchObject([{ code: 'not_from_this_state' }]);
});

test('staff cannot publish a resource that its owner never published', async () => {
  const id = await make('초안', 'draft');
  await set([id], 'hidden');
  expect((await set([id], 'published')).json<ManyAnswer>().failed).toMatchObject([
    { id, code: 'not_from_this_state' },
  ]);
  expect((await set([id], 'draft')).json<ManyAnswer>().done).toHaveLength(1);
});

test("logs an admin's edit of another person's resource with the values before, and not an owner's edit", async () => {
  const id = await make('예전 제목');
  const patch = (as: Person, payload: object) =>
    server.call('PATCH', `/api/resources/${id}`, { as, payload });
  expect((await patch(owner, { title: '내 제목' })).statusCode).toBe(200);
  expect(await audit(id)).toEqual([]);
  expect((await patch(admin, { title: '운영자 제목', description: '' })).statusCode).toBe(200);
  expect(await audit(id)).toMatchObject([
    { action: 'resource.edit', before: { title: '내 제목' }, after: { title: '운영자 제목' } },
  ]);
  expect(await listed('search=운영자 제목')).toMatchObject([{ id }]);
});

test('escapes formulas in titles in a spreadsheet export', async () => {
  const id = await make('=cmd|표');
  const { body } = await server.call('GET', `/api/admin/resources.csv?search=${id}`, { as: admin });
  expect(body.split('\r\n')[1]).toContain(
    `${[id, "'=cmd|표", '공개', '3D 모델', owner.username, '0'].join(',')},`,
  );
});

test('staff can reverse each change of state, except for resources that were never published', () => {
  fc.assert(
    fc.property(fc.constantFrom(...states), fc.constantFrom(...states), fc.boolean(), (from, to, was) => {
      fc.pre(
        (to === 'hidden' || to === 'removed') && canStaffSet(from, to, was) && (from !== 'published' || was),
      );
      expect(canStaffSet(to, from, was)).toBe(true);
    }),
  );
});
