import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { AdminReport } from '../contract.ts';

let server: TestServer;
let owner: Person;
let anna: Person;
let ben: Person;
let admin: Person;

beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_REPORTS: '12' });
  owner = await server.signUp();
  anna = await server.signUp();
  ben = await server.signUp();
  admin = await server.signUp({ isAdmin: true });
});
afterAll(() => server.close());

const absent = '01890000-0000-7000-8000-000000000000';
const spam = { reason: 'spam' };

const serviceInput = {
  title: '신고할 서비스',
  serviceType: 'woodworking',
  isFreeService: true,
  locations: [{ address: '서울 성동구', lat: 37.56, long: 127.04 }],
};

const call = (as: Person | null, method: string, url: string, payload?: object) =>
  server.call(method, url, { ...(as && { as }), ...(payload && { payload }) });

async function made(as: Person, url: string, payload: object): Promise<string> {
  const answer = await call(as, 'POST', url, payload);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ id: string }>().id;
}
const publish = (title: string) =>
  made(owner, '/api/resources', { title, category: 'other', downloadUrl: 'https://example.com/x' });

async function reports(query = ''): Promise<AdminReport[]> {
  const answer = await call(admin, 'GET', `/api/admin/reports${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const resolve = (id: string, resolution: string, reason = '확인했어요', as: Person | null = admin) =>
  call(as, 'PATCH', `/api/admin/reports/${id}`, { resolution, reason });

const told = async (person: Person) =>
  (await call(person, 'GET', '/api/user/notifications')).json<{ title: string; text: string }[]>();

test('each kind of thing is reported once per person while it is looked at', async () => {
  const cleo = await server.signUp();
  const resource = await publish('신고할 것');
  const comment = await made(owner, `/api/resources/${resource}/comments`, { text: '광고예요' });
  const make = await made(owner, `/api/resources/${resource}/makes`, { outcome: 'failed', text: '광고' });
  const collection = await made(owner, '/api/collections', { title: '광고 모음' });
  const service = await made(owner, '/api/services', serviceInput);
  for (const [kind, url, excerpt] of [
    ['collection', `/api/collections/${collection}/reports`, '광고 모음'],
    ['service', `/api/services/${service}/reports`, '신고할 서비스\n'],
    ['resource', `/api/resources/${resource}/reports`, '신고할 것'],
    ['comment', `/api/comments/${comment}/reports`, '광고예요'],
    ['make', `/api/makes/${make}/reports`, '광고'],
    ['person', `/api/people/${owner.username}/reports`, `사람 1 (@${owner.username})\n`],
  ] as const) {
    const first = await call(cleo, 'POST', url, { reason: 'spam', text: '광고' });
    expect(first.json(), first.body).toMatchObject({ kind, reason: 'spam', state: 'open' });
    expect((await call(cleo, 'POST', url, spam)).json()).toMatchObject({ code: 'already_reported' });
    expect((await call(owner, 'POST', url, spam)).json()).toMatchObject({ code: 'own_thing' });
    expect((await call(null, 'POST', url, spam)).json()).toMatchObject({ code: 'not_signed_in' });
    expect((await reports())[0]).toMatchObject({
      kind,
      excerpt,
      reporter: { username: cleo.username },
      about: { username: owner.username },
      openReports: 1,
      canHide: kind !== 'person',
    });
  }
});

test('of two reports sent at once by one person, one is taken', async () => {
  const url = `/api/resources/${await publish('두 번')}/reports`;
  const answers = await Promise.all([call(anna, 'POST', url, spam), call(anna, 'POST', url, spam)]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
});

test.each([
  [{}, 'reason'],
  [{ reason: 'boring' }, 'reason'],
  [{ reason: 'other' }, 'text'],
  [{ reason: 'other', text: ' \u200b' }, 'text'],
  [{ reason: 'spam', text: 'a'.repeat(2001) }, 'text'],
])('no report: case %#', async (payload, field) => {
  const resource = await publish('괜찮은 것');
  const answer = await call(anna, 'POST', `/api/resources/${resource}/reports`, payload);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ fields: { [field]: expect.any(String) } });
});

test('what is not there cannot be reported', async () => {
  const draft = await made(owner, '/api/resources', { title: '초안', category: 'other', state: 'draft' });
  for (const [url, code] of [
    [`/api/resources/${draft}/reports`, 'resource_not_found'],
    [`/api/resources/${absent}/reports`, 'resource_not_found'],
    ['/api/comments/nothing/reports', 'comment_not_found'],
    [`/api/makes/${absent}/reports`, 'make_not_found'],
    [`/api/collections/${absent}/reports`, 'collection_not_found'],
    ['/api/services/nothing/reports', 'service_not_found'],
    ['/api/people/nobody_at_all/reports', 'profile_not_found'],
  ] as const) {
    const answer = await call(anna, 'POST', url, spam);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code });
  }
});

test('hiding closes every report of the thing, tells all of them, and is written down', async () => {
  const resource = await publish('숨길 것');
  const url = `/api/resources/${resource}/reports`;
  const id = await made(anna, url, spam);
  await made(ben, url, { reason: 'copyright' });
  expect(await reports('?search=숨길 것')).toMatchObject([{ openReports: 2 }, { openReports: 2 }]);
  expect((await resolve(id, 'hide', '광고예요', ben)).statusCode).toBe(403);
  expect((await resolve(id, 'hide', ' ')).json()).toMatchObject({ fields: { reason: expect.any(String) } });
  expect((await resolve(id, 'hide', '광고예요')).json()).toMatchObject({
    state: 'upheld',
    resolution: '광고예요',
    openReports: 0,
  });
  expect((await call(null, 'GET', `/api/resources/${resource}`)).statusCode).toBe(404);
  expect((await call(owner, 'GET', `/api/resources/${resource}`)).json()).toMatchObject({ state: 'hidden' });
  expect((await call(owner, 'PATCH', `/api/resources/${resource}`, { state: 'published' })).statusCode).toBe(
    403,
  );
  expect(await reports('?search=숨길 것')).toEqual([]);
  expect(await reports('?search=숨길 것&state=upheld')).toHaveLength(2);
  expect((await resolve(id, 'hide')).json()).toMatchObject({ code: 'already_resolved' });
  for (const person of [anna, ben]) expect((await told(person))[0]?.title).toBe('신고한 내용을 숨겼어요');
  expect((await told(owner))[0]?.text).toContain('광고예요');
  const audit = await call(admin, 'GET', `/api/admin/audit?search=${resource}`);
  expect(audit.json()).toMatchObject([
    { action: 'report.hide', reason: '광고예요', target: { type: 'resource' } },
  ]);
});

test('a comment and a make are hidden with their counts, and a dismissed report leaves all as it was', async () => {
  const resource = await publish('남는 것');
  const comment = await made(owner, `/api/resources/${resource}/comments`, { text: '나쁜 말' });
  const make = await made(owner, `/api/resources/${resource}/makes`, { outcome: 'success' });
  const one = await made(ben, `/api/comments/${comment}/reports`, spam);
  const two = await made(ben, `/api/makes/${make}/reports`, spam);
  const three = await made(ben, `/api/resources/${resource}/reports`, spam);
  expect((await resolve(one, 'hide')).statusCode).toBe(200);
  expect((await resolve(two, 'hide')).statusCode).toBe(200);
  expect((await resolve(three, 'dismiss')).json()).toMatchObject({ state: 'dismissed' });
  expect((await call(null, 'GET', `/api/resources/${resource}`)).json()).toMatchObject({
    commentCount: 0,
    makeCount: 0,
  });
  expect((await call(null, 'GET', `/api/resources/${resource}/comments`)).json()).toEqual([]);
  expect((await told(ben))[0]?.title).toBe('신고를 확인했어요');
  // Looked at once, and reported anew.
  await made(ben, `/api/resources/${resource}/reports`, spam);
});

test('a hidden collection is its owner’s alone, and a hidden service is in no list', async () => {
  const resource = await publish('모음 속 자료');
  const collection = await made(owner, '/api/collections', { title: '숨길 모음' });
  await call(owner, 'PUT', `/api/collections/${collection}/items/${resource}`, {});
  const service = await made(owner, '/api/services', serviceInput);
  const shown = async (as: Person | null) => ({
    collection: (await call(as, 'GET', `/api/collections/${collection}`)).statusCode,
    service: (await call(as, 'GET', `/api/services/${service}`)).statusCode,
  });
  expect(await shown(null)).toEqual({ collection: 200, service: 200 });
  for (const url of [`/api/collections/${collection}/reports`, `/api/services/${service}/reports`]) {
    expect((await resolve(await made(ben, url, spam), 'hide')).statusCode).toBe(200);
  }
  expect(await shown(null)).toEqual({ collection: 404, service: 404 });
  expect(await shown(owner)).toEqual({ collection: 200, service: 200 });
  await call(owner, 'PATCH', `/api/collections/${collection}`, { isPublic: true });
  expect((await call(owner, 'PATCH', `/api/services/${service}`, { state: 'active' })).statusCode).toBe(403);
  expect(await shown(ben)).toEqual({ collection: 404, service: 404 });
  const listed = await call(null, 'GET', `/api/people/${owner.username}/collections`);
  expect(listed.json<{ id: string }[]>().map(({ id }) => id)).not.toContain(collection);
});

test('a person is not hidden; two moderators at once decide once', async () => {
  const id = await made(ben, `/api/people/${anna.username}/reports`, spam);
  expect((await resolve(id, 'hide')).json()).toMatchObject({ code: 'cannot_hide' });
  const answers = await Promise.all([resolve(id, 'dismiss'), resolve(id, 'dismiss')]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  for (const each of [absent, 'nothing']) {
    expect((await resolve(each, 'dismiss')).json()).toMatchObject({ code: 'report_not_found' });
  }
});

test('only admins read reports, page by page', async () => {
  expect((await call(anna, 'GET', '/api/admin/reports')).statusCode).toBe(403);
  expect((await call(null, 'GET', '/api/admin/reports')).statusCode).toBe(401);
  const page = await call(admin, 'GET', '/api/admin/reports?state=all&limit=2&page=99');
  expect(Number(page.headers['x-page'])).toBeGreaterThan(2);
  expect((await reports('?state=nonsense')).every(({ state }) => state === 'open')).toBe(true);
  expect(await reports('?search=%25%25%25')).toEqual([]);
});

test('reports of one person are limited in a day', async () => {
  const person = await server.signUp();
  const url = `/api/people/${owner.username}/reports`;
  for (let index = 0; index < 12; index += 1) await call(person, 'POST', url, spam);
  const answer = await call(person, 'POST', url, spam);
  expect(answer.json()).toMatchObject({ code: 'rate_limited' });
});
