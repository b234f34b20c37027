import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allJobs } from '#app/jobs.ts';
import { formOf, startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { Message } from '#features/community/contract.ts';
import { talkingOn } from '#features/community/server/testing.ts';
import { orderingOn } from '#features/orders/server/testing.ts';
import { binaryStl, box } from '#platform/shared/models/testing.ts';
import type { Comment } from '#features/social/contract.ts';
import type { Engineer, Overview, PersonSupport, Session, Volunteer } from '../contract.ts';
import { maxHelped } from '../rules.ts';
import { helpingOn } from './testing.ts';

const absent = '01890000-0000-7000-8000-000000000000';
let server: TestServer;
let on: ReturnType<typeof helpingOn>;
let talk: ReturnType<typeof talkingOn>;
let owner: Person;
let admin: Person;
let asker: Person;
let resourceId: string;

beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_INQUIRIES: '1000' });
  on = helpingOn(server);
  talk = talkingOn(server);
  owner = await server.signUp();
  admin = await server.signUp({ isAdmin: true });
  resourceId = await on.guide(owner);
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.runtime.pool.query(`update volunteer set available_until = null`);
  await server.runtime.pool.query(
    `update support_session set state = 'cancelled', waiting_since = null, expires_at = null where state in ('asked', 'waiting')`,
  );
  asker = await server.signUp();
});

const told = (answer: { statusCode: number; body: string }) => [
  answer.statusCode,
  (JSON.parse(answer.body) as { code?: string }).code,
];
const runDue = () =>
  (allJobs(server.runtime)['support.mind_due'] as unknown as (payload: object) => Promise<void>)({});

describe('asking for help', () => {
  test('opens a private channel with the problem, the guide and the step, and shows available helpers', async () => {
    const helper = await on.volunteer({ skills: ['assembly'], tags: [' #로봇 '] });
    const session = await on.opened(asker, { resourceId, step: 1, skill: 'assembly', printer: 'A1 mini' });
    expect(session).toMatchObject({
      state: 'waiting',
      role: 'asker',
      problem: '어깨가 안 끼워져요.',
      skill: 'assembly',
      printer: 'A1 mini',
      resource: { id: resourceId, title: '로봇 팔' },
      step: 1,
      shownStep: 1,
      helper: null,
      can: ['cancel'],
      queue: { place: 1, wait: null, available: 1 },
    });
    const [first] = await talk.read(asker, session.id);
    expect(first?.text).toBe('어깨가 안 끼워져요.');
    expect((await talk.channelOf(asker, session.id)).members?.map(({ id }) => id)).toEqual([asker.id]);
    expect(await talk.news(helper)).toEqual(['support_waiting']);
    // The channel and the session are hidden from others; a volunteer sees the request.
    expect(told(await talk.ask(helper, 'GET', `/api/channels/${session.id}`))).toEqual([
      404,
      'channel_not_found',
    ]);
    for (const stranger of [owner, admin])
      expect(told(await on.read(stranger, session.id))).toEqual([404, 'session_not_found']);
    expect(told(await on.read(undefined, session.id))).toEqual([401, 'not_signed_in']);
    expect(await on.queue(helper)).toMatchObject([
      { id: session.id, problem: '어깨가 안 끼워져요.', step: 1, resource: { id: resourceId } },
    ]);
  });

  test('is idempotent; a third waiting request is refused', async () => {
    const clientId = crypto.randomUUID();
    const [one, two] = await Promise.all([on.opened(asker, { clientId }), on.opened(asker, { clientId })]);
    expect(two.id).toBe(one.id);
    expect((await on.opened(asker, { clientId })).id).toBe(one.id);
    const { rows } = await server.runtime.pool.query(
      `select from channel c join channel_member m on m.channel_id = c.id where m.person_id = $1`,
      [asker.id],
    );
    expect(rows).toHaveLength(1);
    await on.opened(asker, { problem: '또 막혔어요.' });
    expect(told(await on.open(asker, { problem: '또요.' }))).toEqual([409, 'too_many_open']);
    await on.acted(asker, one.id, 'cancel');
    await on.opened(asker, { problem: '또요.' });
  });

  test.each([
    [{ problem: '  ' }, 400, 'problem'],
    [{ problem: 'x'.repeat(2001) }, 400, 'problem'],
    [{ language: 'fr' }, 400, 'language'],
    [{ skill: 'cooking' }, 400, 'skill'],
    [{ step: 0 }, 400, 'step'],
  ])('%o is refused with its field', async (fields, status, field) => {
    const answer = await on.open(asker, fields as object);
    expect(answer.statusCode).toBe(status);
    expect(Object.keys(answer.json<{ fields: object }>().fields)).toEqual([field]);
  });

  test('is refused about missing things, and about those of others', async () => {
    expect(told(await on.open(undefined))).toEqual([401, 'not_signed_in']);
    expect((await on.open(asker, { resourceId: absent })).statusCode).toBe(404);
    expect(told(await on.open(asker, { resourceId, step: 3 }))).toEqual([400, 'no_such_step']);
    expect((await on.open(asker, { orderId: absent })).statusCode).toBe(404);
    expect((await on.open(asker, { questionId: absent })).statusCode).toBe(404);
    const { serviceId } = await orderingOn(server).provide();
    expect(told(await on.open(asker, { serviceId }))).toEqual([400, 'own_printer']);
    expect(told(await on.open(asker, { username: owner.username }))).toEqual([409, 'not_helping']);
  });

  test('is refused to muted and banned people, who cannot take sessions either', async () => {
    const helper = await on.volunteer();
    const { id } = await on.opened(asker);
    await talk.restrict(admin, helper, { channelId: null });
    expect(told(await on.act(helper, id, 'take'))).toEqual([403, 'muted']);
    expect(told(await on.ask(helper, 'PUT', '/api/user/volunteer/availability', { hours: 1 }))).toEqual([
      403,
      'muted',
    ]);
    expect((await on.seen(asker, id)).queue?.available).toBe(0);
    const silenced = await server.signUp();
    await talk.restrict(admin, silenced, { channelId: null, kind: 'ban' });
    expect(told(await on.open(silenced))).toEqual([403, 'banned']);
    const { rows } = await server.runtime.pool.query(`select from support_session where asker_id = $1`, [
      silenced.id,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('the queue', () => {
  test('lists what fits, oldest first: by languages and skills, without blocked people', async () => {
    const printing = await on.volunteer({ skills: ['printing'], languages: ['ko', 'en'] });
    const anything = await on.volunteer();
    const blocked = await on.volunteer();
    await on.ok(asker, 'PUT', `/api/user/blocks/${blocked.username}`);
    const first = await on.opened(asker, { skill: 'printing' });
    const english = await on.opened(await server.signUp(), { language: 'en', skill: '' });
    const wiring = await on.opened(await server.signUp(), { skill: 'electronics' });
    const ids = async (as: Person) => (await on.queue(as)).map(({ id }) => id);
    expect(await ids(printing)).toEqual([first.id, english.id]);
    expect(await ids(anything)).toEqual([first.id, wiring.id]);
    expect(await ids(blocked)).toEqual([wiring.id]);
    expect(told(await on.read(blocked, first.id))).toEqual([404, 'session_not_found']);
    expect(told(await on.act(blocked, first.id, 'take'))).toEqual([404, 'session_not_found']);
    expect((await on.seen(asker, first.id)).queue).toMatchObject({ place: 1, available: 2 });
    expect(told(await on.ask(owner, 'GET', '/api/user/support-queue'))).toEqual([403, 'not_a_volunteer']);
    // People do not see their own requests.
    await on.offer(asker);
    expect(await ids(asker)).not.toContain(first.id);
    expect(told(await on.act(asker, first.id, 'take'))).toEqual([409, 'session_moved']);
  });

  test('shows how long waits took if there were enough', async () => {
    const language = 'ja';
    const helper = await on.volunteer({ languages: [language] });
    for (const seconds of [60, 120, 180, 240, 600]) {
      const { id } = await on.opened(await server.signUp(), { language });
      await on.acted(helper, id, 'take');
      await server.runtime.pool.query(`update support_session set wait_seconds = $2 where id = $1`, [
        id,
        seconds,
      ]);
      await on.acted(helper, id, 'solve');
    }
    const { queue } = await on.opened(asker, { language });
    expect(queue).toEqual({ place: 1, wait: { usual: 3, long: 10 }, available: 1 });
    const behind = await on.opened(await server.signUp(), { language });
    expect(behind.queue?.place).toBe(2);
    const overview = await server.call('GET', '/api/support', { headers: { 'accept-language': 'ja' } });
    expect(overview.json<Overview>()).toMatchObject({
      available: 1,
      wait: { usual: 3, long: 10 },
      volunteers: [{ person: { id: helper.id }, solved: 5 }],
    });
  });

  test('availability ends with its time, by hand, and for volunteers who were not seen', async () => {
    const helper = await on.volunteer({}, 1);
    const own = () => on.ok<Volunteer>(helper, 'GET', '/api/user/volunteer');
    const { pool } = server.runtime;
    expect(await own()).toMatchObject({ isAvailable: true, solved: 0 });
    await pool.query(`update volunteer set seen_at = now() - interval '31 minutes' where person_id = $1`, [
      helper.id,
    ]);
    expect(await own()).toMatchObject({ isAvailable: false, availableUntil: null });
    // Polling again does not make them available: they may have forgotten about it.
    await on.queue(helper);
    expect(await own()).toMatchObject({ isAvailable: false });
    expect(await on.offer(helper)).toMatchObject({ isAvailable: true });
    await pool.query(
      `update volunteer set available_until = now() - interval '1 second' where person_id = $1`,
      [helper.id],
    );
    expect(await own()).toMatchObject({ isAvailable: false });
    expect(await on.offer(helper, {}, 0)).toMatchObject({ isAvailable: false });
    for (const wrong of [3, -1, '1', null])
      expect(
        (await on.ask(helper, 'PUT', '/api/user/volunteer/availability', { hours: wrong })).statusCode,
      ).toBe(400);
    expect((await on.ask(helper, 'DELETE', '/api/user/volunteer')).statusCode).toBe(204);
    expect(await own()).toBeNull();
    expect(told(await on.ask(helper, 'PUT', '/api/user/volunteer/availability', { hours: 1 }))).toEqual([
      403,
      'not_a_volunteer',
    ]);
  });
});

describe('a session', () => {
  test('that many take concurrently goes to exactly one; the others never see the channel', async () => {
    const helpers = await Promise.all(Array.from({ length: 12 }, () => on.volunteer()));
    const { id } = await on.opened(asker);
    const answers = await Promise.all(helpers.map((helper) => on.act(helper, id, 'take')));
    const won = answers.filter(({ statusCode }) => statusCode === 200);
    expect(won).toHaveLength(1);
    expect(answers.filter((answer) => told(answer)[1] === 'session_taken')).toHaveLength(11);
    const session = won[0]!.json<Session>();
    expect(session).toMatchObject({ state: 'taken', role: 'helper', asker: { id: asker.id } });
    const members = (await talk.channelOf(asker, id)).members?.map(({ id: member }) => member);
    expect(members).toEqual([asker.id, session.helper?.id]);
    expect(await talk.news(asker)).toEqual(['support_taken']);
    for (const helper of helpers.filter((each) => each.id !== session.helper?.id))
      expect(told(await talk.ask(helper, 'GET', `/api/channels/${id}/messages`))).toEqual([
        404,
        'channel_not_found',
      ]);
  });

  test('has the 3D models of its resource in its call', async () => {
    const stuck = await server.signUp();
    const published = await server.call('POST', '/api/resources', {
      as: stuck,
      ...formOf([
        { name: 'title', value: '정육면체' },
        { name: 'category', value: '3d_model' },
        { name: 'downloadFile', filename: 'cube.stl', bytes: binaryStl(box(20, 20, 20)) },
      ]),
    });
    const { id: cubeId, files } = published.json<{ id: string; files: { id: string }[] }>();
    const { id } = await on.opened(stuck, { resourceId: cubeId });
    const { key } = await on.ok<{ key: string }>(stuck, 'POST', `/api/calls/${id}/join`, {});
    const found = await server.call('GET', `/api/calls/${id}/models`, { headers: { 'x-call-key': key } });
    expect(found.json()).toEqual({
      models: [expect.objectContaining({ name: 'cube.stl', source: { resourceFileId: files[0]!.id } })],
    });
  });

  test('shows the resource’s title in the reader’s language', async () => {
    const author = await server.signUp();
    const { id: armId } = await on.ok<{ id: string }>(author, 'POST', '/api/resources', {
      title: '로봇 팔',
      language: 'ko',
      translations: { en: { title: 'Robot arm' } },
      category: 'hardware_design',
      downloadUrl: 'https://example.com/arm',
    });
    const helper = await on.volunteer();
    const { id } = await on.opened(author, { resourceId: armId });
    const titles = async (language: string) => {
      const headers = { cookie: helper.cookie, 'accept-language': language };
      const queue = await server.call('GET', '/api/user/support-queue', { headers });
      const one = await server.call('GET', `/api/support-sessions/${id}`, { headers });
      const waiting = queue.json<{ id: string; resource: { title: string } | null }[]>();
      return [waiting.find((each) => each.id === id), one.json<Session>()].map(
        (each) => each?.resource?.title,
      );
    };
    expect(await titles('en')).toEqual(['Robot arm', 'Robot arm']);
    expect(await titles('ja')).toEqual(['로봇 팔', '로봇 팔']);
  });

  test('is readable by the two only; a helper who gives it back loses access, and it waits again', async () => {
    const { id, helper } = await on.taken(asker, { resourceId });
    await talk.say(helper, id, '사진을 보내 주세요.');
    expect(await talk.news(asker)).toEqual(['support_taken', 'message_received']);
    expect(await on.acted(helper, id, 'give_back')).toMatchObject({ role: 'volunteer', state: 'waiting' });
    expect(told(await talk.ask(helper, 'GET', `/api/channels/${id}`))).toEqual([404, 'channel_not_found']);
    expect(await on.seen(asker, id)).toMatchObject({ state: 'waiting', helper: null });
    const other = await on.volunteer();
    await on.acted(other, id, 'take');
    expect((await talk.read(other, id)).map(({ text }) => text)).toEqual([
      '어깨가 안 끼워져요.',
      '사진을 보내 주세요.',
    ]);
    // The asker may replace the helper, who is told.
    await on.acted(asker, id, 'replace');
    expect(await talk.news(other)).toContain('support_replaced');
    expect(told(await on.read(other, id))).toEqual([404, 'session_not_found']);
    expect(await on.queue(other)).toEqual([]);
    for (const event of ['take', 'solve', 'give_back'] as const)
      expect((await on.act(other, id, event)).statusCode).toBeGreaterThanOrEqual(404);
  });

  test('is given back or ended by leaving its channel', async () => {
    const { id, helper } = await on.taken(asker);
    await on.ok(helper, 'DELETE', `/api/channels/${id}/membership`);
    expect(await on.seen(asker, id)).toMatchObject({ state: 'waiting', helper: null });
    await on.ok(asker, 'DELETE', `/api/channels/${id}/membership`);
    expect(await on.seen(asker, id)).toMatchObject({ state: 'cancelled', can: [] });
  });

  test('is closed for writing when it is given up or cancelled, but not when solved', async () => {
    const { id, helper } = await on.taken(asker);
    await on.acted(helper, id, 'give_up');
    expect(told(await talk.send(asker, id, '네?'))).toEqual([409, 'channel_archived']);
    const solved = await on.taken(asker);
    await on.acted(asker, solved.id, 'solve');
    await talk.say(asker, solved.id, '고마워요!');
    expect(await talk.news(solved.helper)).toContain('support_solved');
    expect(told(await on.act(asker, solved.id, 'give_up'))).toEqual([409, 'session_moved']);
  });

  test('is refused above the limit of a helper', async () => {
    const helper = await on.volunteer();
    const sessions: Session[] = [];
    for (let count = 0; count <= maxHelped; count += 1) sessions.push(await on.opened(await server.signUp()));
    const answers = await Promise.all(sessions.map(({ id }) => on.act(helper, id, 'take')));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(maxHelped);
    expect(answers.map((answer) => told(answer)[1]).filter(Boolean)).toEqual(['too_many_helped']);
  });

  test('ends when nobody takes it, or nobody writes; the asker is told', async () => {
    const { pool } = server.runtime;
    const waits = await on.opened(asker);
    const { id } = await on.taken(asker);
    await runDue();
    expect((await on.seen(asker, waits.id)).state).toBe('waiting');
    await pool.query(`update support_session set expires_at = now() where id = $1`, [waits.id]);
    await pool.query(`update support_session set taken_at = now() - interval '8 days' where id = $1`, [id]);
    await runDue();
    expect((await on.seen(asker, id)).state).toBe('taken');
    await pool.query(`update channel set last_message_at = now() - interval '8 days' where id = $1`, [id]);
    await runDue();
    expect((await on.seen(asker, waits.id)).state).toBe('expired');
    expect((await on.seen(asker, id)).state).toBe('given_up');
    expect(await talk.news(asker)).toContain('support_expired');
  });

  test('shows both the same step; strangers and unknown steps are refused', async () => {
    const { id, helper } = await on.taken(asker, { resourceId, step: 0 });
    const show = (as: Person, step: number) =>
      on.ask(as, 'PUT', `/api/support-sessions/${id}/step`, { step });
    expect((await show(helper, 2)).statusCode).toBe(204);
    expect(await on.seen(asker, id)).toMatchObject({ step: 0, shownStep: 2, eventSeq: 2 });
    expect(told(await show(asker, 3))).toEqual([400, 'no_such_step']);
    expect(told(await show(owner, 1))).toEqual([404, 'session_not_found']);
    const { rows } = await server.runtime.pool.query(
      `select type, data from realtime_event where topic = $1 order by seq`,
      [`support:${id}`],
    );
    expect(rows).toEqual([
      { type: 'changed', data: { state: 'taken' } },
      { type: 'step', data: { step: 2, personId: helper.id } },
    ]);
  });

  test('is read-only for somebody who was blocked since', async () => {
    const { id, helper } = await on.taken(asker);
    await server.runtime.pool.query(`insert into person_block values ($1, $2, now())`, [asker.id, helper.id]);
    expect(told(await talk.send(helper, id, '여보세요'))).toEqual([403, 'blocked']);
    await talk.say(asker, id, '그만할게요.');
  });
});

describe('an invitation', () => {
  test('for an order goes to its other party, who takes it, declines, or hands it on; nobody else sees it before', async () => {
    const orders = orderingOn(server);
    const { provider, serviceId } = await orders.provide();
    const order = await orders.order(asker, serviceId);
    const helper = await on.volunteer();
    const session = await on.opened(asker, { orderId: order.id });
    expect(session).toMatchObject({ state: 'asked', order: { id: order.id }, can: ['cancel'], queue: null });
    expect(await on.queue(helper)).toEqual([]);
    expect(told(await on.act(helper, session.id, 'take'))).toEqual([409, 'session_taken']);
    // Without the other party, its asker cannot show it to others.
    expect(told(await on.act(asker, session.id, 'hand_on'))).toEqual([409, 'session_moved']);
    expect(await talk.news(provider)).toContain('support_asked');
    expect(await on.seen(provider, session.id)).toMatchObject({
      role: 'invited',
      can: ['take', 'hand_on', 'decline'],
      order: { id: order.id },
    });
    expect(told(await on.open(owner, { orderId: order.id }))).toEqual([404, 'order_not_found']);

    await on.acted(provider, session.id, 'hand_on');
    expect(await talk.news(asker)).toContain('support_handed_on');
    expect(await on.queue(helper)).toMatchObject([{ id: session.id, isAboutOrder: true }]);
    expect(await on.acted(helper, session.id, 'take')).toMatchObject({ order: null, isAboutOrder: true });

    const again = await on.opened(provider, { orderId: order.id });
    await on.acted(asker, again.id, 'decline');
    expect(await on.seen(provider, again.id)).toMatchObject({ state: 'declined' });
    const third = await on.opened(asker, { orderId: order.id });
    expect(await on.acted(provider, third.id, 'take')).toMatchObject({
      role: 'helper',
      order: { id: order.id },
    });
    const listed = await on.ok<Session[]>(asker, 'GET', `/api/user/support-sessions?orderId=${order.id}`);
    expect(listed.map(({ id }) => id)).toEqual(
      [third.id, again.id, session.id].filter((id) => id !== again.id),
    );
  });

  test('to a volunteer goes to that person; the asker may then ask everybody', async () => {
    const helper = await on.volunteer();
    const other = await on.volunteer();
    const session = await on.opened(asker, { username: helper.username });
    expect(session).toMatchObject({ state: 'asked', invited: { id: helper.id }, can: ['hand_on', 'cancel'] });
    expect(await on.queue(other)).toEqual([]);
    await on.acted(asker, session.id, 'hand_on');
    expect(await on.queue(other)).toMatchObject([{ id: session.id }]);
    expect(told(await on.open(helper, { username: helper.username }))).toEqual([409, 'own_help']);
  });
});

describe('a public answer', () => {
  const propose = (as: Person, id: string, text: string, more: object = {}) =>
    on.ask(as, 'PUT', `/api/support-sessions/${id}/answer`, { text, ...more });
  const agree = (as: Person, id: string, version: number) =>
    on.ask(as, 'POST', `/api/support-sessions/${id}/answer/agreement`, { version });
  const atSteps = () => on.ok<Comment[]>(owner, 'GET', `/api/resources/${resourceId}/step-comments`);

  test('is published at the step when both have agreed to exactly that text', async () => {
    const { id, helper } = await on.taken(asker, { resourceId, step: 1 });
    expect(told(await propose(helper, id, '사포로 갈아요.'))).toEqual([409, 'nothing_to_propose']);
    await on.acted(helper, id, 'solve');
    expect((await propose(helper, id, '사포로 갈아요.')).json<Session>().answer).toMatchObject({
      version: 1,
      proposedBy: 'helper',
      agreed: { asker: false, helper: true },
      publishedPath: null,
    });
    expect(await talk.news(asker)).toContain('support_proposed');
    // After a change by the asker, the helper has to agree; the first version is gone.
    expect((await propose(asker, id, '사포로 **조금** 갈아요.')).json<Session>().answer).toMatchObject({
      version: 2,
      agreed: { asker: true, helper: false },
    });
    expect(told(await agree(helper, id, 1))).toEqual([409, 'answer_changed']);
    expect(told(await agree(owner, id, 2))).toEqual([404, 'session_not_found']);
    expect(await atSteps()).toEqual([]);
    const answers = await Promise.all([agree(helper, id, 2), agree(helper, id, 2)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect((await on.seen(asker, id)).answer?.publishedPath).toBe(`/resources/${resourceId}#step-2`);
    expect(await atSteps()).toMatchObject([
      {
        text: '사포로 **조금** 갈아요.',
        step: 1,
        author: { username: helper.username },
        support: { helped: { username: asker.username } },
      },
    ]);
    expect(await talk.news(owner)).toContain('comment_added');
    expect(told(await propose(asker, id, '다른 말'))).toEqual([409, 'answer_published']);
    expect(told(await on.ask(asker, 'DELETE', `/api/support-sessions/${id}/answer`))).toEqual([
      409,
      'answer_published',
    ]);
    const person = await on.ok<PersonSupport>(undefined, 'GET', `/api/people/${helper.username}/support`);
    expect(person).toMatchObject({ solved: 1, volunteer: { isAvailable: true } });
  });

  test('names the asker only if they agree; either can withdraw it before', async () => {
    const { id, helper } = await on.taken(asker, { resourceId });
    await on.acted(asker, id, 'solve');
    await propose(helper, id, '나사를 풀어요.', { isAnonymous: true });
    // The helper cannot decide that.
    expect((await on.seen(helper, id)).answer?.isAnonymous).toBe(false);
    expect((await on.ask(helper, 'DELETE', `/api/support-sessions/${id}/answer`)).statusCode).toBe(200);
    expect(told(await agree(asker, id, 1))).toEqual([404, 'answer_not_found']);
    await propose(asker, id, '나사를 풀어요.', { isAnonymous: true });
    await agree(helper, id, 1);
    const comments = await on.ok<Comment[]>(owner, 'GET', `/api/resources/${resourceId}/comments`);
    expect(comments.find(({ text }) => text === '나사를 풀어요.')).toMatchObject({
      step: null,
      support: { helped: null },
      author: { username: helper.username },
    });
  });

  test('is posted as the answer to the question that the session came from', async () => {
    const questions = (await talk.ask(asker, 'GET', '/api/channels')).json<{ id: string; kind: string }[]>();
    const channelId = questions.find(({ kind }) => kind === 'questions')?.id ?? '';
    const question = await talk.say(asker, channelId, { title: '어깨가 왜 안 끼워지죠?', text: '빡빡해요.' });
    const { id, helper } = await on.taken(asker, { questionId: question.id });
    expect((await on.seen(helper, id)).question).toMatchObject({ title: '어깨가 왜 안 끼워지죠?' });
    await on.acted(helper, id, 'solve');
    await propose(helper, id, '0.2 mm 넓혀요.');
    await agree(asker, id, 1);
    const messages = await talk.read(owner, channelId);
    const answers = messages.filter((message: Message) => message.threadId === question.id);
    expect(answers).toHaveLength(1);
    expect(answers[0]).toMatchObject({ author: { username: helper.username } });
    expect(answers[0]?.text).toContain(`@${asker.username}`);
    expect(answers[0]?.text.startsWith('0.2 mm 넓혀요.')).toBe(true);
  });

  test('without a place any more cannot be agreed to', async () => {
    const gone = await on.guide(owner);
    const { id, helper } = await on.taken(asker, { resourceId: gone });
    await on.acted(helper, id, 'solve');
    await propose(helper, id, '갈아요.');
    await on.ok(owner, 'PATCH', `/api/resources/${gone}`, { state: 'draft' });
    expect((await agree(asker, id, 1)).statusCode).toBe(404);
    expect((await on.seen(asker, id)).answer).toMatchObject({
      agreed: { asker: false },
      publishedPath: null,
    });
  });

  test('is published later if the process died after the agreement', async () => {
    const { id, helper } = await on.taken(asker, { resourceId, step: 2 });
    await on.acted(helper, id, 'solve');
    await propose(helper, id, '손목은 나중에 조여요.');
    await server.runtime.pool.query(
      `update support_answer set asker_agreed_at = now() - interval '2 minutes', helper_agreed_at = now() - interval '2 minutes'
       where session_id = $1`,
      [id],
    );
    await runDue();
    await runDue();
    const found = (await atSteps()).filter(({ text }) => text === '손목은 나중에 조여요.');
    expect(found).toHaveLength(1);
  });
});

describe('engineers', () => {
  const list = async (query = '') => (await server.call('GET', `/api/engineers${query}`)).json<Engineer[]>();

  test('lists volunteers and services together, available ones first', async () => {
    const away = await on.volunteer({ skills: ['firmware'], languages: ['en'] }, 0);
    const here = await on.volunteer({ skills: ['electronics'] });
    const { serviceId } = await orderingOn(server).provide({
      serviceType: 'engineer',
      title: 'PCB 설계',
      specializations: ['회로 설계'],
      locations: [{ address: '부산 남구', city: 'busan', district: '', lat: 35.13, long: 129.08 }],
    });
    const idsOf = (found: Engineer[]) =>
      found.map((each) => (each.kind === 'paid' ? each.service.id : each.person.id));
    const all = idsOf(await list('?limit=100'));
    expect(all[0]).toBe(here.id);
    expect(all.indexOf(away.id)).toBeLessThan(all.indexOf(serviceId));
    expect(idsOf(await list('?available=true'))).toEqual([here.id]);
    expect(idsOf(await list('?kind=paid&skill=electronics'))).toEqual([serviceId]);
    expect(idsOf(await list('?kind=paid&skill=woodworking'))).toEqual([]);
    expect(idsOf(await list('?kind=volunteer&skill=firmware&language=en'))).toEqual([away.id]);
    expect(idsOf(await list('?city=busan'))).toEqual([serviceId]);
    expect((await server.call('GET', '/api/engineers?skill=cooking')).statusCode).toBe(400);
    const [page] = await list('?limit=1&page=2');
    expect(idsOf([page!])).toEqual([all[1]]);
    // Suspended and leaving people are not listed.
    await server.runtime.pool.query(`update person set suspended_at = now() where id = $1`, [here.id]);
    expect(idsOf(await list('?available=true'))).toEqual([]);
  });
});
