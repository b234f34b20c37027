import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { AuditEntry, ManyAnswer } from '#features/admin/contract.ts';
import type { ManagedService, StaffService } from '../contract.ts';

let server: TestServer;
let admin: Person;
let owner: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signUp({ role: 'admin' });
  owner = await server.signUp();
});
afterAll(() => server.close());

async function offer(title: string, more: object = {}, as = owner): Promise<string> {
  const answer = await server.call('POST', '/api/services', {
    as,
    payload: {
      title,
      serviceType: 'engineer',
      isFreeService: true,
      locations: [{ address: '서울 성동구', lat: 37.5, long: 127 }],
      ...more,
    },
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<ManagedService>().id;
}
const listed = async (query: string) =>
  (await server.call('GET', `/api/admin/services?${query}`, { as: admin })).json<StaffService[]>();
const set = async (ids: string[], state: string) =>
  (
    await server.call('POST', '/api/admin/services/many', {
      as: admin,
      payload: { ids, state, reason: '허위 정보' },
    })
  ).json<ManyAnswer>();
const undo = async ({ done }: ManyAnswer) =>
  (
    await server.call('POST', '/api/admin/undo', {
      as: admin,
      payload: { ids: done.map(({ auditId }) => auditId) },
    })
  ).json<ManyAnswer>();
const stateOf = async (id: string) => (await listed(`search=${id}`))[0]?.state;

test('services are found, hidden together with a reason, and restored to their former states', async () => {
  const [active, draft] = [await offer('배선 상담'), await offer('배선 초안', { state: 'draft' })];
  expect((await listed('search=배선')).map(({ id }) => id)).toEqual([draft, active]);
  expect((await listed('search=배선&state=draft&type=engineer')).map(({ id }) => id)).toEqual([draft]);
  const hidden = await set([active, draft], 'hidden');
  expect(hidden.failed).toEqual([]);
  expect((await server.call('GET', `/api/services/${active}`)).statusCode).toBe(404);
  expect((await server.call('GET', '/api/user/notifications', { as: owner })).body).toContain('허위 정보');
  expect((await undo(hidden)).failed).toEqual([]);
  expect([await stateOf(active), await stateOf(draft)]).toEqual(['active', 'draft']);
});

test('a removed service stays removed, and later changes are not undone', async () => {
  const id = await offer('납땜');
  const hidden = await set([id], 'hidden');
  const removed = await set([id], 'removed');
  expect((await undo(hidden)).failed).toMatchObject([{ code: 'forbidden' }]);
  expect((await undo(removed)).failed).toMatchObject([{ code: 'forbidden' }]);
  expect(await stateOf(id)).toBe('removed');
});

test('nothing of a provider who is leaving is offered, on any page', async () => {
  const leaving = await server.signUp();
  const id = await offer('곧 떠나요', { state: 'draft' }, leaving);
  await server.runtime.pool.query(
    "update person set withdraws_at = now() + interval '7 days' where id = $1",
    [leaving.id],
  );
  const answer = await server.call('PATCH', `/api/services/${id}`, {
    as: admin,
    payload: { state: 'active' },
  });
  expect(answer.json<{ code: string }>().code).toBe('invalid_transition');
  expect(await stateOf(id)).toBe('draft');
});

test('an admin’s own service is changed among their services', async () => {
  const id = await offer('운영자 상담', {}, admin);
  expect((await set([id], 'hidden')).failed).toMatchObject([{ code: 'own_service' }]);
});

test('an admin’s edit of another person’s service is audited with the former values', async () => {
  const id = await offer('예전 이름');
  const answer = await server.call('PATCH', `/api/services/${id}`, {
    as: admin,
    payload: { title: '새 이름' },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  const audit = await server.call('GET', `/api/admin/audit?search=${id}`, { as: admin });
  expect(audit.json<AuditEntry[]>()).toMatchObject([
    { action: 'service.edit', before: { title: '예전 이름' }, after: { title: '새 이름' }, canUndo: false },
  ]);
});
