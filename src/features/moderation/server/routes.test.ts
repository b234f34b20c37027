import { locales } from '#i18n/languages.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allJobs } from '#app/jobs.ts';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { enqueue, runDueJobs } from '#platform/server/jobs.ts';
import type { ModerationLog, OwnCase, StaffCase } from '../contract.ts';
import { hearingDays, objectionDays } from '../rules.ts';

let server: TestServer;
let owner: Person;
let anna: Person;
let ben: Person;
let admin: Person;
let second: Person;

beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_REPORTS: '60' });
  owner = await server.signUp();
  anna = await server.signUp();
  ben = await server.signUp();
  admin = await server.signUp({ isAdmin: true });
  second = await server.signUp({ isAdmin: true });
});
afterAll(() => server.close());

const absent = '01890000-0000-7000-8000-000000000000';
const spam = { reason: 'spam' };
const dangerous = { reason: 'dangerous' };

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
const publish = (title: string, category = 'other') =>
  made(owner, '/api/resources', { title, category, downloadUrl: 'https://example.com/x' });

async function cases(query = '', as = admin): Promise<StaffCase[]> {
  const answer = await call(as, 'GET', `/api/admin/reports${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
/** Reports something of the owner; returns its case. */
async function reported(title: string, payload: object = spam, by = anna) {
  const id = await publish(title);
  await made(by, `/api/resources/${id}/reports`, payload);
  const [found] = await cases(`?search=${id}`);
  return { id, caseId: found?.id ?? '' };
}
const resolve = (id: string, resolution: string, more: object = {}, as: Person | null = admin) =>
  call(as, 'PATCH', `/api/admin/reports/${id}`, { resolution, reason: '확인했어요', ...more });
const own = (id: string, as: Person | null = owner) => call(as, 'GET', `/api/user/moderation/${id}`);
const say = (id: string, what: string, text = '제 것이에요.', as: Person | null = owner) =>
  call(as, 'POST', `/api/user/moderation/${id}/${what}`, { text });
const statusFor = async (as: Person | null, id: string) =>
  (await call(as, 'GET', `/api/resources/${id}`)).statusCode;

const told = async (person: Person) =>
  (await call(person, 'GET', '/api/user/notifications')).json<
    { title: string; text: string; path: string }[]
  >();
const audited = async (id: string) =>
  (await call(admin, 'GET', `/api/admin/audit?search=${id}`)).json<
    { id: string; action: string; reason: string; before: object; after: object }[]
  >();
const setCase = (id: string, what: string) =>
  server.runtime.pool.query(`update moderation_case set ${what} where id = $1`, [id]);
async function mind(): Promise<void> {
  await enqueue(server.runtime.db, 'moderation.mind_due', {});
  await runDueJobs(server.runtime.pool, allJobs(server.runtime));
}

describe('reports', () => {
  test('are accepted once per person and thing while undecided, for each kind of thing', async () => {
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
      expect(first.json(), first.body).toMatchObject({ kind, reason: 'spam', rule: 'spam', state: 'open' });
      expect((await call(cleo, 'POST', url, spam)).json()).toMatchObject({ code: 'already_reported' });
      expect((await call(owner, 'POST', url, spam)).json()).toMatchObject({ code: 'own_thing' });
      expect((await call(null, 'POST', url, spam)).json()).toMatchObject({ code: 'not_signed_in' });
      expect((await cases('?sort=newest'))[0]).toMatchObject({
        kind,
        excerpt,
        category: kind === 'resource' ? 'other' : null,
        reports: [{ rule: 'spam', text: '광고', reporter: { username: cleo.username } }],
        about: { username: owner.username },
        reportCount: 1,
        canHide: kind !== 'person',
        mayDo: kind === 'person' ? ['dismiss', 'handle'] : ['dismiss', 'hear', 'hide'],
      });
    }
  });

  test('are deduplicated for concurrent calls of one person, and share a case for two people', async () => {
    const id = await publish('두 번');
    const url = `/api/resources/${id}/reports`;
    const answers = await Promise.all([
      call(anna, 'POST', url, spam),
      call(anna, 'POST', url, spam),
      call(ben, 'POST', url, dangerous),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 201, 409]);
    expect(await cases(`?search=${id}`)).toMatchObject([{ reportCount: 2 }]);
  });

  test.each([
    [{}, 'reason'],
    [{ reason: 'boring' }, 'reason'],
    [{ reason: 'other' }, 'text'],
    [{ reason: 'other', text: ' \u200b' }, 'text'],
    [{ reason: 'spam', text: 'a'.repeat(2001) }, 'text'],
    [{ reason: 'dangerous', rule: 'no_such_rule' }, 'rule'],
  ])('are refused: case %#', async (payload, field) => {
    const resource = await publish('괜찮은 것');
    const answer = await call(anna, 'POST', `/api/resources/${resource}/reports`, payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ fields: { [field]: expect.any(String) } });
  });

  test.each([
    ['3d_model', { reason: 'dangerous', rule: 'weapon_parts' }, 201],
    ['ai_model', { reason: 'dangerous', rule: 'weapon_parts' }, 400],
    ['ai_model', { reason: 'unlicensed', rule: 'weights_without_licence' }, 201],
    ['ai_model', { reason: 'spam', rule: 'weights_without_licence' }, 400],
    ['flash_game', { reason: 'dangerous', rule: 'illegal_job' }, 400],
  ])('of a resource of %s by %j are answered with %i', async (category, payload, status) => {
    const resource = await publish('분류가 있는 것', category);
    const answer = await call(anna, 'POST', `/api/resources/${resource}/reports`, payload);
    expect(answer.statusCode).toBe(status);
    const isTaken = status === 201;
    expect(answer.json<{ code?: string }>().code).toBe(isTaken ? undefined : 'not_a_rule');
    const [found] = await cases(`?search=${resource}`);
    expect(found?.reports[0]?.rule).toBe(isTaken ? payload.rule : undefined);
  });

  test('need an existing thing', async () => {
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

  test('of one person are limited per day', async () => {
    const person = await server.signUp();
    const url = `/api/people/${owner.username}/reports`;
    for (let index = 0; index < 60; index += 1) await call(person, 'POST', url, spam);
    expect((await call(person, 'POST', url, spam)).json()).toMatchObject({ code: 'rate_limited' });
  });
});

describe('an urgent case', () => {
  test('hides the thing at once: all reports are closed, everybody is told, and it is recorded', async () => {
    const { id, caseId } = await reported('숨길 것', dangerous);
    await made(ben, `/api/resources/${id}/reports`, { reason: 'copyright' });
    expect((await resolve(caseId, 'hide', {}, ben)).statusCode).toBe(403);
    expect((await resolve(caseId, 'hide', {}, null)).statusCode).toBe(401);
    expect((await resolve(caseId, 'hide', { reason: ' ' })).json()).toMatchObject({
      fields: { reason: expect.any(String) },
    });
    const hidden = await resolve(caseId, 'hide', { reason: '불이 날 수 있어요' });
    expect(hidden.json(), hidden.body).toMatchObject({
      state: 'hidden',
      rule: 'dangerous',
      statement: '불이 날 수 있어요',
      decider: admin.username,
      mayDo: [],
    });
    expect(await statusFor(null, id)).toBe(404);
    expect((await call(owner, 'GET', `/api/resources/${id}`)).json()).toMatchObject({ state: 'hidden' });
    expect((await call(owner, 'PATCH', `/api/resources/${id}`, { state: 'published' })).statusCode).toBe(403);
    expect((await resolve(caseId, 'hide')).json()).toMatchObject({ code: 'already_resolved' });
    for (const person of [anna, ben]) expect((await told(person))[0]?.title).toBe('신고한 내용을 숨겼어요');
    const [statement] = await told(owner);
    expect(statement).toMatchObject({ title: '올린 것을 숨겼어요', path: `/my/moderation/${caseId}` });
    for (const word of ['위험한 것', '불이 날 수 있어요', '이의']) expect(statement?.text).toContain(word);
    expect(statement?.text).not.toContain(anna.username);
    expect(await audited(id)).toMatchObject([
      {
        action: 'report.hide',
        reason: '불이 날 수 있어요',
        before: { state: 'open' },
        after: { state: 'hidden', case: caseId, rule: 'dangerous' },
      },
    ]);
    expect((await own(caseId)).json()).toMatchObject({
      mayObject: true,
      mayAnswer: false,
      mayTakeDown: false,
    });
  });

  test('depends on the moderator’s rule, not on the reporter’s', async () => {
    const { id, caseId } = await reported('급해 보이는 것', spam);
    expect((await resolve(caseId, 'hide')).json()).toMatchObject({ code: 'hearing_first' });
    expect((await resolve(caseId, 'hide', { rule: 'illegal_job' })).json()).toMatchObject({
      code: 'not_a_rule',
    });
    expect(await statusFor(null, id)).toBe(200);
    expect((await resolve(caseId, 'hide', { rule: 'personal_data' })).statusCode).toBe(200);
    expect(await statusFor(null, id)).toBe(404);
  });

  test('counts as taken down if its author was first', async () => {
    const { id, caseId } = await reported('스스로 지운 것', dangerous);
    expect((await call(owner, 'DELETE', `/api/resources/${id}`)).statusCode).toBe(204);
    expect((await resolve(caseId, 'hide')).json()).toMatchObject({ state: 'taken_down', decider: null });
    expect((await own(caseId)).json()).toMatchObject({ mayObject: false });
  });
});

describe('a hearing', () => {
  const heardAbout = async (title: string) => {
    const found = await reported(title);
    const opened = await resolve(found.caseId, 'hear', { reason: '광고로 보여요.' });
    expect(opened.json(), opened.body).toMatchObject({ state: 'hearing', rule: 'spam', waitingSince: null });
    return found;
  };

  test('asks the author in words, hides the reporters, and hides nothing before an answer', async () => {
    const { id, caseId } = await heardAbout('들을 것');
    const [asked] = await told(owner);
    expect(asked).toMatchObject({
      title: '올린 것에 대해 의견을 들려주세요',
      path: `/my/moderation/${caseId}`,
    });
    for (const word of ['스팸·광고', '광고로 보여요.']) expect(asked?.text).toContain(word);
    const mine = (await own(caseId)).json<OwnCase>();
    expect(mine).toMatchObject({ question: '광고로 보여요.', mayAnswer: true, mayTakeDown: true });
    const days = (Date.parse(mine.hearingEndsAt ?? '') - Date.now()) / (24 * 60 * 60_000);
    expect(days).toBeGreaterThan(hearingDays - 0.1);
    expect(days).toBeLessThanOrEqual(hearingDays);
    for (const hidden of [anna.id, anna.username, '사람 2']) {
      expect(JSON.stringify([mine, asked])).not.toContain(hidden);
    }
    expect((await resolve(caseId, 'hide')).json()).toMatchObject({ code: 'hearing_first' });
    expect(await statusFor(null, id)).toBe(200);
  });

  test('is answered once, by the author, and then decided with the answer in view', async () => {
    const { id, caseId } = await heardAbout('답할 것');
    expect((await say(caseId, 'answer', '제 글이에요', null)).statusCode).toBe(401);
    for (const stranger of [ben, admin]) {
      expect((await say(caseId, 'answer', '제 글이에요', stranger)).json()).toMatchObject({
        code: 'report_not_found',
      });
      expect((await own(caseId, stranger)).json()).toMatchObject({ code: 'report_not_found' });
    }
    for (const text of ['', ' \u200b', 'a'.repeat(2001)])
      expect((await say(caseId, 'answer', text)).json()).toMatchObject({
        fields: { text: expect.any(String) },
      });
    const answers = await Promise.all([
      say(caseId, 'answer', '제 가게 소개예요.'),
      say(caseId, 'answer', '또'),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    await setCase(caseId, "answer = '제 가게 소개예요.'");
    expect((await cases(`?search=${caseId}`))[0]).toMatchObject({
      state: 'answered',
      answer: '제 가게 소개예요.',
      mayDo: ['dismiss', 'hide'],
    });
    expect((await resolve(caseId, 'hide', { rule: 'copyright' })).json()).toMatchObject({
      code: 'hearing_first',
    });
    expect((await resolve(caseId, 'hide', { reason: '그래도 광고예요.' })).json()).toMatchObject({
      state: 'hidden',
      rule: 'spam',
    });
    expect(await statusFor(ben, id)).toBe(404);
  });

  test('without an answer returns to the desk, and can be answered until the decision', async () => {
    const { caseId } = await heardAbout('답이 없는 것');
    await mind();
    expect((await cases(`?search=${caseId}`))[0]).toMatchObject({ state: 'hearing', waitingSince: null });
    await setCase(caseId, "hearing_ends_at = now() - interval '1 second'");
    await mind();
    await mind();
    expect((await cases(`?search=${caseId}`))[0]).toMatchObject({
      state: 'due',
      waitingSince: expect.any(String),
      mayDo: ['dismiss', 'hide'],
    });
    expect((await say(caseId, 'answer', '늦었지만 답해요.')).json()).toMatchObject({ state: 'answered' });
  });

  test('that has ended can be decided before the job has run', async () => {
    const { id, caseId } = await heardAbout('기한이 지난 것');
    await setCase(caseId, "hearing_ends_at = now() - interval '1 second'");
    expect((await resolve(caseId, 'hide')).json()).toMatchObject({ state: 'hidden' });
    expect(await statusFor(null, id)).toBe(404);
  });

  test('ends when the author deletes the thing, and the reporter is told', async () => {
    const { id, caseId } = await heardAbout('내릴 것');
    const takeDown = (as: Person | null) => call(as, 'POST', `/api/user/moderation/${caseId}/take-down`);
    expect((await takeDown(null)).statusCode).toBe(401);
    expect((await takeDown(ben)).statusCode).toBe(404);
    expect((await takeDown(owner)).json()).toMatchObject({ state: 'taken_down', mayObject: false });
    expect(await statusFor(null, id)).toBe(404);
    expect((await told(anna))[0]?.title).toBe('신고한 내용이 내려갔어요');
    expect((await resolve(caseId, 'dismiss')).json()).toMatchObject({ code: 'already_resolved' });
  });

  test('with a good end is reported to the author', async () => {
    const { id, caseId } = await heardAbout('괜찮은 것이에요');
    await say(caseId, 'answer');
    expect((await resolve(caseId, 'dismiss', { reason: '광고가 아니네요.' })).json()).toMatchObject({
      state: 'dismissed',
    });
    expect((await told(owner))[0]).toMatchObject({ title: '올린 것을 그대로 두었어요' });
    expect((await told(anna))[0]?.title).toBe('신고를 확인했어요');
    expect(await statusFor(null, id)).toBe(200);
    // Reviewed once and reported again: a new case.
    await made(anna, `/api/resources/${id}/reports`, spam);
    expect(await cases(`?search=${id}`)).toMatchObject([{ state: 'open' }, { state: 'dismissed' }]);
  });

  test('is open again when its end is undone, and everybody who was told of the end is told so', async () => {
    const undo = async (id: string) => {
      const [entry] = await audited(id);
      const answer = await call(second, 'POST', '/api/admin/undo', { ids: [entry?.id] });
      expect(answer.json()).toMatchObject({ done: [{}], failed: [] });
    };
    const toldIn = async (person: Person, locale: string) =>
      (
        await server.call('GET', '/api/user/notifications', {
          as: person,
          headers: { 'accept-language': locale },
        })
      ).json<{ title: string; text: string; path: string }[]>()[0];
    const running = await heardAbout('다시 들을 것');
    await resolve(running.caseId, 'dismiss');
    await undo(running.id);
    expect((await own(running.caseId)).json()).toMatchObject({ state: 'hearing', mayAnswer: true });
    const heard = await Promise.all(locales.map((locale) => toldIn(owner, locale)));
    expect(heard.map((each) => each?.title)).toEqual([
      '올린 것을 다시 살펴보고 있어요',
      'We are looking at something of yours again',
      '投稿をもう一度確認しています',
    ]);
    expect(heard[0]?.path).toBe(`/my/moderation/${running.caseId}`);
    expect(heard[0]?.text).toMatch(/까지 답할 수 있고/);
    const reporters = await Promise.all(locales.map((locale) => toldIn(anna, locale)));
    expect(reporters.map((each) => each?.title)).toEqual([
      '신고를 다시 살펴보고 있어요',
      'We are looking at your report again',
      '通報をもう一度確認しています',
    ]);

    // An answered hearing does not ask for another answer.
    const answered = await heardAbout('이미 답한 것');
    await say(answered.caseId, 'answer');
    await resolve(answered.caseId, 'dismiss');
    await undo(answered.id);
    expect((await toldIn(owner, 'ko'))?.text).toMatch(/정해지면 알려 드릴게요/);

    // An author who was not asked is not told either.
    const { id, caseId } = await reported('묻지 않은 것');
    await resolve(caseId, 'dismiss');
    const before = await toldIn(owner, 'ko');
    await undo(id);
    expect(await toldIn(owner, 'ko')).toEqual(before);
    expect((await toldIn(anna, 'ko'))?.title).toBe('신고를 다시 살펴보고 있어요');
  });

  test('about a deleted thing ends without an answer, and its author is told', async () => {
    const { id, caseId } = await heardAbout('지워 버릴 것');
    await setCase(caseId, "hearing_ends_at = now() - interval '1 hour'");
    expect((await call(owner, 'DELETE', `/api/resources/${id}`)).statusCode).toBe(204);
    expect((await resolve(caseId, 'hide')).json()).toMatchObject({ state: 'taken_down' });
    expect((await told(owner))[0]).toMatchObject({ title: '더 답하지 않아도 돼요' });
    expect((await told(anna))[0]?.title).toBe('신고한 내용이 내려갔어요');
  });

  test('is visible to its author only if they were asked: a report alone is not', async () => {
    const { caseId } = await reported('아직 모르는 신고');
    expect((await own(caseId)).json()).toMatchObject({ code: 'report_not_found' });
    const mine = (await call(owner, 'GET', '/api/user/moderation')).json<OwnCase[]>();
    expect(mine.map(({ id }) => id)).not.toContain(caseId);
    expect((await call(null, 'GET', '/api/user/moderation')).statusCode).toBe(401);
    expect((await call(ben, 'GET', '/api/user/moderation')).json()).toEqual([]);
  });
});

describe('an objection', () => {
  const hidden = async (title: string) => {
    const found = await reported(title, dangerous);
    expect((await resolve(found.caseId, 'hide')).statusCode).toBe(200);
    return found;
  };

  test('is made once, by the author, in words and in time', async () => {
    const { caseId } = await hidden('이의를 낼 것');
    expect((await say(caseId, 'objection', '아니에요', null)).statusCode).toBe(401);
    expect((await say(caseId, 'objection', '아니에요', ben)).statusCode).toBe(404);
    expect((await say(caseId, 'objection', ' ')).statusCode).toBe(400);
    await setCase(caseId, `decided_at = now() - interval '${objectionDays} days 1 second'`);
    expect((await say(caseId, 'objection')).json()).toMatchObject({ code: 'objection_late' });
    await setCase(caseId, `decided_at = now() - interval '${objectionDays - 1} days'`);
    expect((await say(caseId, 'objection', '장난감이에요.')).json()).toMatchObject({
      state: 'objected',
      objection: '장난감이에요.',
      mayObject: false,
    });
    expect((await say(caseId, 'objection')).json()).toMatchObject({ code: 'already_resolved' });
  });

  test('granted by another admin restores the thing as it was, and both sides are told', async () => {
    const { id, caseId } = await hidden('다시 보일 것');
    await say(caseId, 'objection', '장난감이에요.');
    const seenBy = async (as: Person) => (await cases(`?search=${caseId}`, as))[0]?.mayDo;
    expect([await seenBy(admin), await seenBy(second)]).toEqual([[], ['keep', 'restore']]);
    expect((await resolve(caseId, 'restore', {}, admin)).json()).toMatchObject({ code: 'other_moderator' });
    expect((await resolve(caseId, 'restore', { reason: '장난감이 맞아요.' }, second)).json()).toMatchObject({
      state: 'restored',
      ruling: '장난감이 맞아요.',
      ruler: second.username,
    });
    expect((await call(null, 'GET', `/api/resources/${id}`)).json()).toMatchObject({ title: '다시 보일 것' });
    expect((await told(owner))[0]).toMatchObject({ title: '이의를 받아들였어요' });
    expect((await told(anna))[0]?.title).toBe('신고한 내용이 다시 보여요');
    expect((await audited(id))[0]).toMatchObject({
      action: 'report.restore',
      before: { state: 'objected' },
      after: { state: 'restored' },
    });
    expect((await resolve(caseId, 'keep', {}, second)).json()).toMatchObject({ code: 'already_resolved' });
  });

  test('that is rejected leaves it hidden', async () => {
    const { id, caseId } = await hidden('숨은 채로 있을 것');
    await say(caseId, 'objection');
    expect((await resolve(caseId, 'keep', { reason: '여전히 위험해요.' }, second)).json()).toMatchObject({
      state: 'kept',
    });
    expect(await statusFor(null, id)).toBe(404);
    const [last] = await told(owner);
    expect(last?.title).toBe('이의를 받아들이지 않았어요');
    expect(last?.text).toContain('여전히 위험해요.');
  });

  test('is decided by the same moderator if there is no other', async () => {
    const { caseId } = await hidden('혼자 정할 것');
    await say(caseId, 'objection');
    await server.runtime.pool.query('update person set suspended_at = now() where id = $1', [second.id]);
    try {
      expect((await resolve(caseId, 'restore')).json()).toMatchObject({
        state: 'restored',
        ruler: admin.username,
      });
    } finally {
      await server.runtime.pool.query('update person set suspended_at = null where id = $1', [second.id]);
    }
  });

  test('of an admin is not decided by that admin', async () => {
    const id = await made(second, '/api/resources', {
      title: '운영자의 것',
      category: 'other',
      downloadUrl: 'https://example.com/x',
    });
    await made(anna, `/api/resources/${id}/reports`, dangerous);
    const [{ id: caseId } = { id: '' }] = await cases(`?search=${id}`);
    expect((await resolve(caseId, 'dismiss', {}, second)).json()).toMatchObject({ code: 'other_moderator' });
    expect((await resolve(caseId, 'hide')).statusCode).toBe(200);
    await say(caseId, 'objection', '제 것이에요.', second);
    expect((await resolve(caseId, 'restore', {}, second)).json()).toMatchObject({ code: 'other_moderator' });
    // There is no third admin.
    expect((await resolve(caseId, 'restore')).json()).toMatchObject({ state: 'restored' });
  });
});

describe('the desk', () => {
  test('is open to admins only', async () => {
    for (const [method, url, payload] of [
      ['GET', '/api/admin/reports', undefined],
      ['GET', '/api/admin/reports.csv', undefined],
      ['PATCH', `/api/admin/reports/${absent}`, { resolution: 'dismiss', reason: 'x' }],
      ['POST', '/api/admin/reports/many', { ids: [absent], reason: 'x' }],
    ] as const) {
      expect((await call(anna, method, url, payload)).statusCode).toBe(403);
      expect((await call(null, method, url, payload)).statusCode).toBe(401);
    }
  });

  test('lists waiting cases first, longest wait on top, and counts them on the overview', async () => {
    const old = await reported('오래 기다린 것');
    await setCase(old.caseId, "waiting_since = now() - interval '9 days'");
    const all = await cases('?limit=100');
    expect(all[0]).toMatchObject({ id: old.caseId });
    const waits = all.map(({ waitingSince }) => waitingSince !== null);
    expect(waits).toEqual(waits.toSorted((one, other) => Number(other) - Number(one)));
    const { queues } = (await call(admin, 'GET', '/api/admin/stats')).json<{
      queues: { name: string; count: number }[];
    }>();
    expect(queues.find(({ name }) => name === 'reports')?.count).toBe(waits.filter(Boolean).length);
  });

  test('can be searched, filtered, sorted and paged', async () => {
    const { id, caseId } = await reported('찾을 수 있는 것', {
      reason: 'copyright',
      text: '제 도면이에요 zqfind',
    });
    for (const query of ['찾을 수 있는', 'ZQFIND', id, caseId]) {
      expect((await cases(`?search=${encodeURIComponent(query)}`)).map((each) => each.id)).toEqual([caseId]);
    }
    expect((await cases(`?search=${ben.username}&limit=100`)).length).toBeGreaterThan(0);
    expect(await cases('?search=%25%25%25')).toEqual([]);
    expect((await cases('?state=hidden&limit=100')).every(({ state }) => state === 'hidden')).toBe(true);
    expect((await cases('?kind=comment')).every(({ kind }) => kind === 'comment')).toBe(true);
    expect((await cases('?reason=copyright')).map((each) => each.id)).toContain(caseId);
    expect(await cases('?reason=sexual')).toEqual([]);
    expect((await cases('?sort=oldest&limit=1'))[0]?.createdAt).not.toBe(
      (await cases('?sort=newest&limit=1'))[0]?.createdAt,
    );
    expect((await cases('?sort=reports&limit=1'))[0]?.reportCount).toBeGreaterThan(1);
    const page = await call(admin, 'GET', '/api/admin/reports?limit=2&page=99');
    expect(Number(page.headers['x-page'])).toBeGreaterThan(2);
    expect((await cases('?state=nonsense&sort=nonsense')).length).toBeGreaterThan(0);
  });

  test('has an export, which is audited', async () => {
    const { id } = await reported('=내보낼 것');
    const csv = await call(admin, 'GET', `/api/admin/reports.csv?search=${id}`);
    expect(csv.statusCode, csv.body).toBe(200);
    expect(csv.headers['content-type']).toContain('text/csv');
    expect(csv.body.trim().split('\r\n')).toHaveLength(2);
    expect(csv.body).not.toContain(anna.username);
    const [entry] = (await call(admin, 'GET', '/api/admin/audit?search=table.export')).json<
      { after: object }[]
    >();
    expect(entry?.after).toMatchObject({ search: id, rows: 1 });
  });

  test('dismisses several at once, each with its own audit entry, and can undo that', async () => {
    const [one, two] = [await reported('하나'), await reported('둘', spam, ben)];
    const gone = await reported('이미 정한 것');
    await resolve(gone.caseId, 'dismiss');
    const ids = [one.caseId, two.caseId, gone.caseId];
    const many = await call(admin, 'POST', '/api/admin/reports/many', { ids, reason: '문제가 없어요' });
    const answer = many.json<{
      done: { id: string; auditId: string }[];
      failed: { id: string; code: string }[];
    }>();
    expect(answer.done.map(({ id }) => id).toSorted()).toEqual([one.caseId, two.caseId].toSorted());
    expect(answer.failed).toMatchObject([{ id: gone.caseId, code: 'already_resolved' }]);
    expect((await told(ben))[0]?.title).toBe('신고를 확인했어요');
    // One was reported again: that one is reviewed, the other stays dismissed.
    await made(ben, `/api/resources/${two.id}/reports`, spam);
    const undone = await call(admin, 'POST', '/api/admin/undo', {
      ids: answer.done.map(({ auditId }) => auditId),
    });
    expect(undone.json()).toMatchObject({ done: [{}], failed: [{ code: 'changed_since' }] });
    expect((await cases(`?search=${one.id}`))[0]).toMatchObject({
      state: 'open',
      statement: '',
      decidedAt: null,
      mayDo: ['dismiss', 'hear', 'hide'],
    });
    expect((await audited(one.id)).map(({ action }) => action)).toEqual(['report.reopen', 'report.dismiss']);
    // The reporter is still among the people who are told.
    expect((await resolve(one.caseId, 'dismiss')).statusCode).toBe(200);
  });

  test('marks things that cannot be hidden here as handled', async () => {
    await made(ben, `/api/people/${anna.username}/reports`, { reason: 'deceptive', rule: 'impersonation' });
    const [{ id } = { id: '' }] = await cases(`?search=${anna.id}`);
    for (const act of ['hide', 'hear'])
      expect((await resolve(id, act)).json()).toMatchObject({ code: 'cannot_hide' });
    const answers = await Promise.all([resolve(id, 'handle'), resolve(id, 'handle', {}, second)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect((await told(ben))[0]?.title).toBe('신고를 확인하고 조치했어요');
    const { caseId } = await reported('숨길 수 있는 것');
    expect((await resolve(caseId, 'handle')).json()).toMatchObject({ code: 'cannot_handle' });
    for (const each of [absent, 'nothing']) {
      expect((await resolve(each, 'dismiss')).json()).toMatchObject({ code: 'report_not_found' });
    }
  });
});

describe('the public log', () => {
  const log = async (query = '') => {
    const answer = await call(null, 'GET', `/api/moderation-log${query}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<ModerationLog>();
  };

  test('lists every decision, without any personal data', async () => {
    const title = '공개되지 않을 제목';
    const { id, caseId } = await reported(title, { reason: 'sexual', text: '신고한 말' });
    await resolve(caseId, 'hide', { reason: '운영자의 말' });
    await say(caseId, 'objection', '올린 사람의 말');
    expect((await log()).items.find((each) => each.id === caseId)).toEqual({
      id: caseId,
      kind: 'resource',
      category: 'other',
      reason: 'sexual',
      rule: 'sexual',
      outcome: 'hidden',
      heard: 'afterwards',
      objection: 'waiting',
      decidedOn: new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Seoul' }).format(new Date()),
    });
    await resolve(caseId, 'restore', { reason: '다시 보니 아니에요' }, second);
    expect((await log()).items.find((each) => each.id === caseId)).toMatchObject({
      outcome: 'restored',
      objection: 'restored',
    });
    const whole = JSON.stringify(await log('?limit=100'));
    for (const secret of [
      id,
      title,
      owner.id,
      owner.username,
      anna.id,
      anna.username,
      admin.username,
      '의 말',
      '신고한 말',
    ])
      expect(whole).not.toContain(secret);
  });

  test('is counted, filtered and paged, and excludes undecided cases', async () => {
    const undecided = await reported('아직 정하지 않은 것');
    const all = await log('?limit=100');
    expect(all.items.map(({ id }) => id)).not.toContain(undecided.caseId);
    const { counts } = all;
    expect(counts.decided).toBe(all.items.length);
    for (const outcome of ['hidden', 'dismissed', 'taken_down', 'handled', 'restored'] as const) {
      const count = counts[outcome === 'taken_down' ? 'takenDown' : outcome];
      expect(count, outcome).toBe(all.items.filter((each) => each.outcome === outcome).length);
      expect(count, outcome).toBeGreaterThan(0);
    }
    expect(counts.objections).toBe(all.items.filter(({ objection }) => objection !== null).length);
    expect(counts.heard).toBe(all.items.filter(({ heard }) => heard === 'answered').length);
    const [year] = all.years;
    expect((await log(`?year=${year}`)).total).toBe(all.total);
    expect((await log('?year=2020')).items).toEqual([]);
    expect((await log('?kind=person')).items).toMatchObject([{ kind: 'person', rule: 'impersonation' }]);
    const spams = await log('?reason=spam&limit=100');
    expect(spams.items.length).toBe(all.items.filter(({ reason }) => reason === 'spam').length);
    const last = await log(`?limit=2&page=9999`);
    expect(last.page).toBe(Math.ceil(all.total / 2));
    expect((await log('?year=nonsense&kind=nonsense&reason=nonsense&page=nonsense')).total).toBe(all.total);
  });
});

test('quotes of a reporter are erased with them; the moderator’s own words stay', async () => {
  const reporter = await server.signUp();
  const text = '제가 찍은 사진을 허락 없이 썼어요.';
  const { id, caseId } = await reported('인용될 것', { reason: 'copyright', text }, reporter);
  await made(ben, `/api/resources/${id}/reports`, { reason: 'copyright', text: '베낀 것 같아요.' });
  await resolve(caseId, 'hear', { reason: `신고: “${text}” 맞나요?` });
  await say(caseId, 'answer');
  await resolve(caseId, 'dismiss', { reason: '사진은 직접 찍은 것이 맞아요.' });
  const words = async () => {
    const { rows } = await server.runtime.pool.query<{ words: string }>(
      `select concat_ws(E'\n', question, statement) as words from moderation_case where id = $1`,
      [caseId],
    );
    const notices = await told(owner);
    return {
      words: rows[0]?.words,
      audited: (await audited(id)).map(({ reason }) => reason),
      told: notices.filter(({ path }) => path.endsWith(caseId)).map(({ title }) => title),
    };
  };
  expect((await words()).words).toBe(`신고: “${text}” 맞나요?\n사진은 직접 찍은 것이 맞아요.`);

  await call(reporter, 'DELETE', '/api/user', { password: reporter.password });
  await server.runtime.pool.query(
    "update person set withdraws_at = now() - interval '1 second' where id = $1",
    [reporter.id],
  );
  await enqueue(server.runtime.db, 'rights.erase_due', {});
  const gone = async () => {
    await runDueJobs(server.runtime.pool, allJobs(server.runtime));
    return (await cases(`?search=${caseId}`))[0]?.reports.length;
  };
  await expect.poll(gone).toBe(1);
  expect(await words()).toEqual({
    words: '신고: “…” 맞나요?\n사진은 직접 찍은 것이 맞아요.',
    audited: ['사진은 직접 찍은 것이 맞아요.', ''],
    told: ['올린 것을 그대로 두었어요'],
  });
});

test('a comment and a make are hidden and shown together with their counts', async () => {
  const resource = await publish('남는 것');
  const hide = async (kind: string, payload: object) => {
    const id = await made(owner, `/api/resources/${resource}/${kind}`, payload);
    const hidden = await server.hideReported(`/api/${kind}/${id}/reports`, { id, reporter: ben, admin });
    expect(hidden.statusCode, hidden.body).toBe(200);
    return hidden.json<{ id: string }>().id;
  };
  const [comment, make] = [
    await hide('comments', { text: '나쁜 말' }),
    await hide('makes', { outcome: 'success' }),
  ];
  const counts = async () => (await call(null, 'GET', `/api/resources/${resource}`)).json<object>();
  expect(await counts()).toMatchObject({ commentCount: 0, makeCount: 0 });
  expect((await call(null, 'GET', `/api/resources/${resource}/comments`)).json()).toEqual([]);
  for (const id of [comment, make]) {
    await say(id, 'objection');
    expect((await resolve(id, 'restore', {}, second)).statusCode).toBe(200);
  }
  expect(await counts()).toMatchObject({ commentCount: 1, makeCount: 1 });
  expect((await call(null, 'GET', `/api/resources/${resource}/comments`)).json()).toMatchObject([
    { text: '나쁜 말' },
  ]);
});

test('a hidden collection is visible to its owner only, and a hidden service is in no list', async () => {
  const resource = await publish('모음 속 자료');
  const collection = await made(owner, '/api/collections', { title: '숨길 모음' });
  await call(owner, 'PUT', `/api/collections/${collection}/items/${resource}`, {});
  const service = await made(owner, '/api/services', serviceInput);
  const shown = async (as: Person | null) => ({
    collection: (await call(as, 'GET', `/api/collections/${collection}`)).statusCode,
    service: (await call(as, 'GET', `/api/services/${service}`)).statusCode,
  });
  expect(await shown(null)).toEqual({ collection: 200, service: 200 });
  for (const [kind, id] of [
    ['collections', collection],
    ['services', service],
  ] as const) {
    const hidden = await server.hideReported(`/api/${kind}/${id}/reports`, { id, reporter: ben, admin });
    expect(hidden.statusCode).toBe(200);
  }
  expect(await shown(null)).toEqual({ collection: 404, service: 404 });
  expect(await shown(owner)).toEqual({ collection: 200, service: 200 });
  await call(owner, 'PATCH', `/api/collections/${collection}`, { isPublic: true });
  expect((await call(owner, 'PATCH', `/api/services/${service}`, { state: 'active' })).statusCode).toBe(403);
  expect(await shown(ben)).toEqual({ collection: 404, service: 404 });
  const listed = await call(null, 'GET', `/api/people/${owner.username}/collections`);
  expect(listed.json<{ id: string }[]>().map(({ id }) => id)).not.toContain(collection);
});

test('the desk finds a case by its text, by current names of both sides, and by the reported rule', async () => {
  const [author, reporter] = [await server.signUp(), await server.signUp()];
  const id = await made(author, '/api/resources', {
    title: '찾을 선반',
    category: 'other',
    downloadUrl: 'https://example.com/x',
  });
  await made(reporter, `/api/resources/${id}/reports`, { reason: 'spam', text: '똑같은 글이 셋이에요' });
  const finds = async (search: string, more = '') =>
    (await cases(`?search=${encodeURIComponent(search)}${more}`)).some(({ targetId }) => targetId === id);
  for (const search of [
    '찾을 선반',
    '똑같은 글',
    author.username,
    reporter.username,
    `선반 ${reporter.username}`,
  ])
    expect([search, await finds(search)]).toEqual([search, true]);
  expect(await finds('찾을 선반', '&reason=spam&state=open')).toBe(true);
  expect(await finds('찾을 선반', '&reason=sexual')).toBe(false);
  const [found] = await cases(`?search=${id}`);
  // Found by the moderator's rule as well as by the reporter's.
  await resolve(found?.id ?? '', 'hide', { rule: 'deepfake_model' });
  await resolve(found?.id ?? '', 'hide', { rule: 'sexual' });
  for (const reason of ['spam', 'sexual']) expect(await finds('찾을 선반', `&reason=${reason}`)).toBe(true);

  await server.runtime.pool.query("update person set name = '새이름씨' where id = $1", [author.id]);
  expect(await finds('새이름씨')).toBe(true);
  await server.runtime.pool.query('delete from report where reporter_id = $1', [reporter.id]);
  expect(await finds('똑같은 글')).toBe(false);
  expect(await finds(reporter.username)).toBe(false);

  // The stored search index matches a recalculation.
  const { rows } = await server.runtime.pool.query(
    `select c.id from moderation_case c cross join moderation_case_indexed(c) w left join moderation_case_index i on i.target_id = c.id
    where (i.words, i.filters) is distinct from (w.words, w.filters)`,
  );
  expect(rows).toEqual([]);
});
