import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { createSettings } from '#platform/server/settings.ts';
import { standardSettings } from '#platform/shared/settings.ts';
import type { Setting } from '../contract.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signUp({ isAdmin: true });
});
afterAll(() => server.close());

const list = async () => (await server.call('GET', '/api/admin/settings', { as: admin })).json<Setting[]>();
const find = async (name: string) => (await list()).find((one) => one.name === name);
async function set(name: string, value: unknown, changedAt?: string | null) {
  const read = changedAt === undefined ? ((await find(name))?.changedAt ?? null) : changedAt;
  return server.call('PUT', `/api/admin/settings/${name}`, {
    as: admin,
    payload: { value, changedAt: read, reason: '점검' },
  });
}

test('all settings are listed with their defaults', async () => {
  expect(Object.fromEntries((await list()).map(({ name, value }) => [name, value]))).toEqual(
    standardSettings,
  );
});

test('closed registration refuses new accounts, keeps the login, and opens again', async () => {
  const register = (username: string) =>
    server.call('POST', '/api/register', {
      payload: {
        fullName: '새 사람',
        username,
        email: `${username}@example.com`,
        password: 'correct horse battery',
        consents: { terms: true, privacy: true, age14: true },
      },
    });
  expect((await set('registration', 'closed')).statusCode).toBe(204);
  const refused = await register('newcomer');
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'registration_closed']);
  const login = await server.call('POST', '/api/login', {
    payload: { email: admin.email, password: admin.password },
  });
  expect(login.statusCode).toBe(200);
  await set('registration', 'open');
  expect((await register('newcomer')).statusCode).toBe(201);
});

test('a notice is shown with the site, in all languages or not at all', async () => {
  const notice = { ko: '오늘 밤 점검해요', en: 'Maintenance tonight', ja: '今夜メンテナンス' };
  expect((await set('notice', notice)).statusCode).toBe(204);
  expect((await server.call('GET', '/api/site')).json()).toMatchObject({ notice });
  const partly = await set('notice', { ...notice, ja: '' });
  expect([partly.statusCode, partly.json()]).toMatchObject([
    400,
    { fields: { ja: '세 언어로 모두 써 주세요. 없애려면 모두 비워 주세요.' } },
  ]);
  await set('notice', { ko: '', en: '', ja: '' });
  expect((await server.call('GET', '/api/site')).json()).toMatchObject({ notice: null });
});

test('a change is audited with both values, and a change from an outdated value is refused', async () => {
  const before = (await find('ads'))?.changedAt ?? null;
  expect((await set('ads', 'off', before)).statusCode).toBe(204);
  expect((await set('ads', 'on', before)).json()).toMatchObject({ code: 'setting_changed' });
  const audit = (await server.call('GET', '/api/admin/audit', { as: admin })).json<unknown[]>();
  expect(audit[0]).toMatchObject({
    action: 'setting.change',
    reason: '점검',
    before: { ads: 'on' },
    after: { ads: 'off' },
  });
});

test('setting the same value again changes nothing: no audit entry, no new date', async () => {
  const before = await find('ads');
  const count = async () =>
    (await server.call('GET', '/api/admin/audit', { as: admin })).headers['x-total-count'];
  const entries = await count();
  expect((await set('ads', before?.value, before?.changedAt ?? null)).statusCode).toBe(204);
  expect(await count()).toBe(entries);
  expect((await find('ads'))?.changedAt).toBe(before?.changedAt);
});

test('of two changes at once, one is refused', async () => {
  const before = (await find('notice'))?.changedAt ?? null;
  const inAll = (words: string) => ({ ko: words, en: words, ja: words });
  const answers = await Promise.all([
    set('notice', inAll('one'), before),
    set('notice', inAll('another'), before),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 409]);
});

test.each([
  ['ads', 'maybe'],
  ['sponsorTiers', { screw: 5000, gear: 4000, motor: 30_000, bench: 100_000 }],
  ['sponsorTiers', { screw: 500 }],
  ['notice', 'tonight'],
])('%s does not take %j', async (name, value) => {
  expect((await set(name, value)).statusCode).toBe(400);
});

test('an unknown setting is refused', async () => {
  expect((await set('password', 'x', null)).json()).toMatchObject({ code: 'setting_not_found' });
});

test('other processes see a change within a second', async () => {
  const other = createSettings(server.runtime.db);
  await other.get();
  await set('ads', 'off');
  await expect.poll(async () => (await other.get()).ads, { timeout: 3000 }).toBe('off');
});

test('a stored value that is invalid in a later version counts as not set', async () => {
  await server.runtime.pool.query(`update setting set value = '"sideways"' where name = 'ads'`);
  expect((await createSettings(server.runtime.db).get()).ads).toBe('on');
});

test('amounts that do not rise are refused at the first that does not', async () => {
  const answer = await set('sponsorTiers', { screw: 5000, gear: 4000, motor: 30_000, bench: 100_000 });
  expect(answer.json()).toMatchObject({ fields: { gear: '₩5,000보다 많아야 해요.' } });
});
