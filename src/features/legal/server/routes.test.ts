import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import type { LegalDocument, LegalInput, StaffLegal } from '../contract.ts';
import { earliestDay } from '../rules.ts';
import { tellOfVersion } from './commands.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer({ FEE_PERCENT: '8' });
  admin = await server.signUp({ isAdmin: true });
});
afterAll(() => server.close());

const today = koreanDay(new Date());
const read = async (kind: string, query = '', language = 'ko') =>
  server.call('GET', `/api/legal/${kind}${query}`, { headers: { 'accept-language': language } });
const input = (more: Partial<LegalInput> = {}): LegalInput => ({
  texts: { ko: '## 목적\n새로 정해요.', en: '## Purpose\nIt says again.', ja: '## 目的\n新たに定めます。' },
  changes: { ko: '고쳤어요.', en: 'Corrected.', ja: '直しました。' },
  effectiveOn: earliestDay(today, true),
  isAdverse: true,
  needsConsent: true,
  publish: false,
  changedAt: null,
  reason: '시험',
  ...more,
});
const save = (kind: string, body: LegalInput, as = admin) =>
  server.call('PUT', `/api/admin/legal/${kind}`, { as, payload: body });
const drafts = async () => (await server.call('GET', '/api/admin/legal', { as: admin })).json<StaffLegal[]>();

test('the first versions are those of the repository, in three languages', async () => {
  for (const [language, word] of [
    ['ko', '통신판매중개자'],
    ['en', 'escrow'],
    ['ja', 'エスクロー'],
  ] as const) {
    const terms = (await read('terms', '', language)).json<LegalDocument>();
    expect(terms).toMatchObject({ version: '2026-11-28', isInForce: true });
    expect(terms.text).toContain(word);
    expect(terms.text).toContain('8%');
  }
  expect((await read('privacy')).json<LegalDocument>().text).toContain('TURN');
  expect((await read('tokushoho')).statusCode).toBe(404);
  expect((await read('terms', '?version=2020-01-01')).statusCode).toBe(404);
  expect((await read('terms', '?version=x')).statusCode).toBe(400);
});

test('a draft is seen by admins alone, and two who change it at once do not overwrite each other', async () => {
  expect((await save('privacy', input())).statusCode).toBe(204);
  expect((await read('privacy')).body).not.toContain('새로 정해요');
  const [, draft] = await drafts();
  expect(draft).toMatchObject({ kind: 'privacy', draft: { texts: { en: '## Purpose\nIt says again.' } } });
  expect((await save('privacy', input())).json()).toMatchObject({ code: 'legal_changed' });
  const support = await server.signUp({ role: 'support' });
  expect((await save('terms', input(), support)).statusCode).toBe(403);
});

test('what cannot be published is refused at its field', async () => {
  const refusals: [Partial<LegalInput>, string][] = [
    [{ effectiveOn: earliestDay(today, false) }, 'effectiveOn'],
    [{ texts: { ...input().texts, en: 'no article' } }, 'texts.en'],
    [{ texts: { ...input().texts, ja: '## 目的\n<b>x</b>' } }, 'texts.ja'],
    [{ changes: { ...input().changes, ko: '' } }, 'changes.ko'],
  ];
  for (const [wrong, field] of refusals) {
    const answer = await save('terms', input({ ...wrong, publish: true }));
    expect(answer.statusCode, field).toBe(400);
    expect(Object.keys(answer.json<{ fields: object }>().fields)).toEqual([field]);
  }
});

test('a published version takes effect on its day, everybody is told once, and asks for consent', async () => {
  const person = await server.register();
  const day = earliestDay(today, true);
  expect((await save('terms', input({ publish: true }))).statusCode).toBe(204);
  expect((await read('terms')).json()).toMatchObject({ version: '2026-11-28', isInForce: true });
  const next = (await read('terms', `?version=${day}`, 'en')).json<LegalDocument>();
  expect(next).toMatchObject({ text: '## Purpose\nIt says again.', isInForce: false });
  expect(next.versions).toEqual([
    { version: day, changes: 'Corrected.' },
    { version: '2026-11-28', changes: 'First version.' },
  ]);
  const again = await save('terms', input({ publish: true }));
  expect(again.json()).toMatchObject({ code: 'version_taken' });

  const { db } = server.runtime;
  const { id } = await db
    .selectFrom('legalDocument')
    .select('id')
    .where('kind', '=', 'terms')
    .orderBy('publishedAt', 'desc')
    .executeTakeFirstOrThrow();
  await server.signUp();
  // In batches of one, and by two processes at once.
  await Promise.all([1, 2].map(() => tellOfVersion(db, id, new Date(), 1)));
  await tellOfVersion(db, id, new Date());
  const { rows: all } = await server.runtime.pool.query(
    'select count(*)::integer as count, count(distinct person_id)::integer as people from notification where path = $1',
    [`/terms?version=${day}`],
  );
  const { rows: people } = await server.runtime.pool.query('select count(*)::integer as count from person');
  expect(all[0]).toEqual({ count: people[0].count, people: people[0].count });
  const told = await server.call('GET', '/api/user/notifications', { as: person });
  expect(told.json<{ path: string }[]>().filter(({ path }) => path === `/terms?version=${day}`)).toHaveLength(
    1,
  );

  const publish = () =>
    server.call('POST', '/api/resources', {
      as: person,
      payload: { title: '드론', category: 'software', assemblyInstructions: '1. 만들기' },
    });
  expect((await publish()).statusCode).toBe(201);
  // The day has come.
  await db.updateTable('legalDocument').set({ effectiveOn: today }).where('id', '=', id).execute();
  expect((await read('terms', '', 'ko')).json()).toMatchObject({ version: today, isInForce: true });
  const user = async () => (await server.call('GET', '/api/user', { as: person })).json();
  expect(await user()).toMatchObject({ consentsDue: true, mustAgreeAgain: true });
  for (const refused of [
    await publish(),
    await server.call('POST', '/api/orders', { as: person, payload: {} }),
    await server.call('POST', `/api/auctions/${id}/bids`, { as: person, payload: {} }),
  ])
    expect([refused.statusCode, refused.json()]).toMatchObject([403, { code: 'terms_changed' }]);
  // Drafts and reading go on.
  const draft = { title: '초안', category: 'software', state: 'draft' };
  expect((await server.call('POST', '/api/resources', { as: person, payload: draft })).statusCode).toBe(201);
  expect((await server.call('GET', '/api/user/orders', { as: person })).statusCode).toBe(200);

  await server.call('PATCH', '/api/user/consents', {
    as: person,
    payload: { terms: true, privacy: true, age14: true },
  });
  expect(await user()).toMatchObject({ consentsDue: false, mustAgreeAgain: false });
  expect((await publish()).statusCode).toBe(201);
});

test('a version that needs no consent holds nobody up', async () => {
  const person = await server.register();
  const { db } = server.runtime;
  await db
    .updateTable('legalDocument')
    .set({ state: 'published', needsConsent: false, effectiveOn: today, publishedAt: new Date() })
    .where('kind', '=', 'privacy')
    .where('state', '=', 'draft')
    .execute();
  const user = (await server.call('GET', '/api/user', { as: person })).json();
  expect(user).toMatchObject({ consentsDue: false, mustAgreeAgain: false });
});
