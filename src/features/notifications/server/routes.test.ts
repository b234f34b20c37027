import { createHash } from 'node:crypto';
import type { Runner } from 'graphile-worker';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startJobs } from '#app/jobs.ts';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { readMails } from '#features/accounts/server/testing.ts';
import type { Notification } from '../contract.ts';
import { isNight } from '../rules.ts';
import { notify } from './commands.ts';

let server: TestServer;
let runner: Runner;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  runner = await startJobs(server.runtime, server.app.log);
  admin = await server.signUp({ role: 'admin' });
});
afterAll(async () => {
  await runner.stop();
  await server.close();
});

const list = async (as: Person, locale = 'ko') =>
  (await server.call('GET', '/api/user/notifications', { as, headers: { 'accept-language': locale } })).json<
    Notification[]
  >();
const unread = async (as: Person) =>
  (await server.call('GET', '/api/user/notifications/unread', { as })).json<{ unread: number }>().unread;
const tell = (person: Person) =>
  notify(server.runtime.db, person.id, { what: 'phone_verified', path: '/my/verification' }, new Date());
const subjects = async (person: Person) =>
  (await readMails(server.runtime.config.dataDir, person.email)).map(({ subject }) => subject);

test('a notification is listed in the reader’s language, counted, mailed and read', async () => {
  const person = await server.signUp();
  await tell(person);
  await tell(person);
  const [first] = await list(person);
  expect(first).toMatchObject({ title: '휴대전화를 인증했어요', path: '/my/verification', read: false });
  expect((await list(person, 'en'))[0]?.title).toBe('Your phone is verified');
  expect(await unread(person)).toBe(2);
  const one = await server.call('POST', '/api/user/notifications/read', {
    as: person,
    payload: { ids: [first?.id] },
  });
  expect(one.json()).toEqual({ unread: 1, messages: 0 });
  await server.call('POST', '/api/user/notifications/read', { as: person, payload: {} });
  expect(await unread(person)).toBe(0);
  await expect.poll(() => subjects(person)).toContain('휴대전화를 인증했어요');
});

test('conversations with something new are counted, and open pages learn that something was read', async () => {
  const person = await server.signUp();
  const path = '/my/conversations/0199c0de-0000-7000-8000-000000000001';
  // Without a mail, whose job tells open pages as well.
  for (const told of [
    { what: 'phone_verified', path: '/my/verification' },
    { what: 'message_received', path, params: { name: '김', title: '문의' } },
  ] as const)
    await notify(server.runtime.db, person.id, { ...told, mail: false }, new Date());
  const heard = vi.spyOn(server.runtime.realtime, 'broadcast');
  const read = async (payload: object) =>
    (await server.call('POST', '/api/user/notifications/read', { as: person, payload })).json<object>();
  const told = () => heard.mock.calls.filter(([topic]) => topic === `user:${person.id}`);
  expect(await read({ path: '/about' })).toEqual({ unread: 2, messages: 1 });
  expect(told()).toEqual([]);
  expect(await read({ path })).toEqual({ unread: 1, messages: 0 });
  expect(told()).toHaveLength(1);
  heard.mockRestore();
});

test('nobody can read or mark other people’s notifications', async () => {
  const [person, other] = [await server.signUp(), await server.signUp()];
  await tell(person);
  const [told] = await list(person);
  expect(await list(other)).toEqual([]);
  await server.call('POST', '/api/user/notifications/read', { as: other, payload: { ids: [told?.id] } });
  await server.call('POST', '/api/user/notifications/read', { as: other, payload: {} });
  expect(await unread(person)).toBe(1);
});

test('marking shown pages as read does not use up the rate limit of writes', async () => {
  const person = await server.signUp();
  const read = () =>
    server.call('POST', '/api/user/notifications/read', { as: person, payload: { path: '/about' } });
  const counted = async (name: string) => {
    const key = `${name}:${createHash('sha256').update(person.id).digest('base64url')}`;
    const { rows } = await server.runtime.pool.query<{ points: number }>(
      'select points from rate_limit where key = $1',
      [key],
    );
    return rows[0]?.points ?? 0;
  };
  const before = await counted('writes');
  expect([(await read()).statusCode, (await read()).statusCode]).toEqual([200, 200]);
  expect(await counted('writes')).toBe(before);
  expect(await counted('notificationReads')).toBe(2);
});

test('mail of a kind can be switched off and on, without affecting the notification', async () => {
  const person = await server.signUp();
  const set = (account: boolean) =>
    server.call('PATCH', '/api/user/notification-settings', { as: person, payload: { mail: { account } } });
  expect((await set(false)).json()).toEqual({
    mail: {
      account: false,
      auctions: true,
      orders: true,
      messages: true,
      social: true,
      follows: true,
      versions: true,
      wanted: true,
      searches: true,
      recalls: true,
      news: true,
    },
  });
  await tell(person);
  expect((await set(false)).statusCode).toBe(200);
  // A mail that was requested later has been sent, so the first one was dropped.
  const other = await server.signUp();
  await tell(other);
  await expect.poll(() => subjects(other)).toContain('휴대전화를 인증했어요');
  expect(await subjects(person)).not.toContain('휴대전화를 인증했어요');
  expect(await unread(person)).toBe(1);
  expect((await set(true)).json()).toEqual({
    mail: {
      account: true,
      auctions: true,
      orders: true,
      messages: true,
      social: true,
      follows: true,
      versions: true,
      wanted: true,
      searches: true,
      recalls: true,
      news: true,
    },
  });
});

test('a delayed mail is not sent if the notification was read meanwhile', async () => {
  const [reader, sleeper] = [await server.signUp(), await server.signUp()];
  const now = new Date();
  for (const [index, person] of [reader, sleeper].entries()) {
    await notify(
      server.runtime.db,
      person.id,
      {
        what: 'phone_verified',
        path: '/my/verification',
        mailAt: new Date(now.getTime() + 700 + index * 100),
      },
      now,
    );
  }
  await server.call('POST', '/api/user/notifications/read', { as: reader, payload: {} });
  expect(await subjects(sleeper)).not.toContain('휴대전화를 인증했어요');
  await expect.poll(() => subjects(sleeper), { timeout: 15_000 }).toContain('휴대전화를 인증했어요');
  expect(await subjects(reader)).not.toContain('휴대전화를 인증했어요');
});

test('news is sent only to people who agreed to marketing, and marked as advertising', async () => {
  const [unwilling, unconfirmed, willing] = [
    await server.signUp(),
    await server.signUp(),
    await server.signUp(),
  ];
  for (const as of [willing, unconfirmed]) {
    await server.call('PATCH', '/api/user/consents', {
      as,
      payload: { marketing: true, nightMarketing: isNight(new Date()) },
    });
  }
  await server.runtime.pool.query('update person set email_verified = true where id = $1', [willing.id]);
  const words = { title: '새 자료', text: '이번 주 자료예요.' };
  const send = () =>
    server.call('POST', '/api/admin/news', {
      as: admin,
      headers: { 'idempotency-key': 'this week' },
      payload: { words: { ko: words, en: words, ja: words }, path: '/resources' },
    });
  expect((await send()).json()).toEqual({ told: 2 });
  expect((await send()).json(), 'pressed twice').toEqual({ told: 2 });
  const audit = await server.call('GET', '/api/admin/audit?search=news.send', { as: admin });
  expect(audit.json()).toMatchObject([
    {
      actor: { id: admin.id },
      reason: '새 자료',
      after: { told: 2, path: '/resources', words: { en: words } },
    },
  ]);
  await expect.poll(() => subjects(willing)).toContain('(광고) 새 자료');
  expect(await list(unwilling)).toEqual([]);
  // The mailbox may belong to somebody else, who has agreed to nothing.
  expect((await list(unconfirmed)).map(({ title }) => title)).toEqual(['새 자료']);
  expect(await subjects(unconfirmed)).not.toContain('(광고) 새 자료');
});

test.each(['https://elsewhere.example', '//elsewhere.example', 'resources', '/a b'])(
  'news does not lead to %s',
  async (path) => {
    const words = { title: 'x', text: 'x' };
    const answer = await server.call('POST', '/api/admin/news', {
      as: admin,
      payload: { words: { ko: words, en: words, ja: words }, path },
    });
    expect(answer.statusCode).toBe(400);
  },
);
