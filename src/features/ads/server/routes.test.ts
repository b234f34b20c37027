import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { sponsoringOn } from '#features/sponsorship/server/testing.ts';
import { koreanDay } from '#platform/shared/working-days.ts';
import type { Ad, Banner, StaffBanner } from '../contract.ts';

let server: TestServer;
let on: ReturnType<typeof sponsoringOn>;
let admin: Person;
let anna: Person;
beforeAll(async () => {
  server = await startTestServer();
  on = sponsoringOn(server);
  admin = await server.signUp({ isAdmin: true });
  anna = await server.signUp();
});
afterAll(() => server.close());

const today = koreanDay(new Date());
const ads = async (language = 'ko') =>
  (await server.call('GET', '/api/ads', { headers: { 'accept-language': language } })).json<Ad[]>();
const add = (fields: object = {}) =>
  server.call('POST', '/api/admin/ads', {
    as: admin,
    payload: {
      title: '새 필라멘트',
      text: '봄 색이 들어왔어요',
      url: '/resources',
      language: 'ko',
      startsOn: today,
      endsOn: null,
      reason: '봄',
      ...fields,
    },
  });
const decide = (id: string, decision: string) =>
  server.call('POST', `/api/admin/ads/${id}/decide`, { as: admin, payload: { decision, reason: '이유' } });
const wish = {
  title: '튼튼한 공구',
  text: '평생 쓰는 공구예요',
  url: 'https://tools.example',
  language: 'ko',
};
const ask = (as: Person, sponsorshipId: string, fields: object = {}) =>
  server.call('POST', `/api/sponsorships/${sponsorshipId}/banner`, { as, payload: { ...wish, ...fields } });

describe('banners of the house', () => {
  test('are shown to readers of their language, on their days, until they are taken down', async () => {
    const { id } = (await add()).json<{ id: string }>();
    expect(await ads()).toContainEqual(expect.objectContaining({ id, kind: 'house', url: '/resources' }));
    expect((await ads('en')).map((each) => each.id)).not.toContain(id);
    const later = (await add({ startsOn: '2099-01-01' })).json<{ id: string }>().id;
    const over = (await add({ startsOn: '2026-01-01', endsOn: '2026-01-02' })).json<{ id: string }>().id;
    const shown = (await ads()).map((each) => each.id);
    expect(shown).not.toContain(later);
    expect(shown).not.toContain(over);
    expect((await decide(id, 'end')).statusCode).toBe(204);
    expect((await ads()).map((each) => each.id)).not.toContain(id);
    expect((await decide(id, 'end')).json()).toMatchObject({ code: 'banner_decided' });
  });

  test.each([
    { url: 'http://example.com' },
    { url: 'javascript:alert(1)' },
    { url: '//evil.example' },
    { url: String.raw`/\evil.example` },
    { title: 'a'.repeat(41) },
    { language: 'fr' },
    { startsOn: 'soon' },
  ])('not %j', async (fields) => {
    expect((await add(fields)).statusCode).toBe(400);
  });

  test('are counted without by whom, and only while they are shown', async () => {
    const { id } = (await add({ title: '셈' })).json<{ id: string }>();
    const count = (what: string, slot = 'content_end') =>
      server.call('POST', `/api/ads/${id}/${what}`, { payload: { slot } });
    await Promise.all(Array.from({ length: 5 }, () => count('views')));
    await count('clicks');
    expect((await count('views', 'overlay')).statusCode).toBe(400);
    const mine = async () =>
      (await server.call('GET', '/api/admin/ads', { as: admin }))
        .json<StaffBanner[]>()
        .find((each) => each.id === id);
    expect(await mine()).toMatchObject({ views: 5, clicks: 1 });
    await decide(id, 'end');
    await count('views');
    expect(await mine()).toMatchObject({ views: 5, clicks: 1 });
  });
});

describe('a sponsor’s banner', () => {
  test('comes with the highest tier to the house, waits, and is shown once staff accept it', async () => {
    const own = await on.sponsor(anna, { amount: 100_000 });
    expect(own.canBanner).toBe(true);
    const { id } = (await ask(anna, own.id)).json<{ id: string }>();
    expect((await ads()).map((each) => each.id)).not.toContain(id);
    expect((await ask(anna, own.id)).json()).toMatchObject({ code: 'banner_exists' });
    expect((await decide(id, 'approve')).statusCode).toBe(204);
    expect(await ads('ja')).toContainEqual(expect.objectContaining({ id, kind: 'sponsor', language: 'ko' }));
    const [told] = (await server.call('GET', '/api/user/notifications', { as: anna })).json<
      { title: string }[]
    >();
    expect(told).toMatchObject({ title: '배너가 승인됐어요' });
    expect((await server.call('GET', '/api/user/banners', { as: anna })).json<Banner[]>()).toMatchObject([
      { id, state: 'shown' },
    ]);
    // Used, it cannot be taken back.
    expect((await on.read(anna, own.id)).contributions).toMatchObject([{ canWithdraw: false }]);
    const back = await server.call('POST', `/api/contributions/${own.contributions[0]?.id ?? ''}/withdraw`, {
      as: anna,
      headers: { 'idempotency-key': 'back' },
    });
    expect(back.json()).toMatchObject({ code: 'not_withdrawable' });
  });

  test('that is refused can be asked for again', async () => {
    const own = await on.sponsor(anna, { amount: 100_000 });
    const { id } = (await ask(anna, own.id)).json<{ id: string }>();
    expect((await decide(id, 'refuse')).statusCode).toBe(204);
    expect((await on.read(anna, own.id)).contributions).toMatchObject([{ canWithdraw: true }]);
    expect((await ask(anna, own.id)).statusCode).toBe(201);
  });

  test('is not shown once its sponsorship was taken back', async () => {
    const own = await on.sponsor(anna, { amount: 100_000 });
    const { id } = (await ask(anna, own.id)).json<{ id: string }>();
    const back = await server.call('POST', `/api/contributions/${own.contributions[0]?.id ?? ''}/withdraw`, {
      as: anna,
      headers: { 'idempotency-key': `back ${own.id}` },
    });
    expect(back.statusCode).toBe(200);
    expect((await decide(id, 'approve')).json()).toMatchObject({ code: 'no_banner_right' });
    expect((await decide(id, 'refuse')).statusCode).toBe(204);
  });

  test('is nobody else’s, not of a lower tier, and not of what was not paid', async () => {
    const bert = await server.signUp();
    const mine = await on.sponsor(anna, { amount: 100_000 });
    expect((await ask(bert, mine.id)).json()).toMatchObject({ code: 'no_banner_right' });
    const small = await on.sponsor(anna, { amount: 99_999 });
    expect((await ask(anna, small.id)).json()).toMatchObject({ code: 'no_banner_right' });
    const unpaid = await on.promise(anna, { amount: 100_000 });
    expect((await ask(anna, unpaid.id)).json()).toMatchObject({ code: 'no_banner_right' });
    expect((await ask(anna, mine.id, { url: '/resources' })).statusCode).toBe(400);
  });
});

test('admins turn all of it off without a restart', async () => {
  await add({ title: '아직' });
  expect((await ads()).length).toBeGreaterThan(0);
  const set = (value: string, changedAt: string | null) =>
    server.call('PUT', '/api/admin/settings/ads', {
      as: admin,
      payload: { value, changedAt, reason: '점검' },
    });
  expect((await set('off', null)).statusCode).toBe(204);
  expect(await ads()).toEqual([]);
  expect((await server.call('GET', '/api/site')).json()).toMatchObject({ hasAds: false });
});
