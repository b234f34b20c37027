import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { Conversation, ConversationDetail, Message } from '../contract.ts';
import { limits } from '../rules.ts';
import { conversationsPersonalData } from './personal-data.ts';
import { talkingOn } from './testing.ts';

let server: TestServer;
let provider: Person;
let customer: Person;
let stranger: Person;
let talk: ReturnType<typeof talkingOn>;
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_INQUIRIES: '1000', RATE_LIMIT_MESSAGES: '10000' });
  talk = talkingOn(server);
  provider = await server.signUp();
  customer = await server.signUp();
  stranger = await server.signUp();
});
afterAll(() => server.close());

const absent = '01890000-0000-7000-8000-000000000000';
const list = async (as: Person, query = '') =>
  (await server.call('GET', `/api/user/conversations${query}`, { as })).json<Conversation[]>();
const read = async (as: Person, id: string, query = '') =>
  (await server.call('GET', `/api/conversations/${id}${query}`, { as })).json<ConversationDetail>();
const texts = ({ messages }: ConversationDetail) => messages.map(({ text }) => text);
const notices = async (as: Person) =>
  (await server.call('GET', '/api/user/notifications', { as })).json<
    { title: string; text: string; path: string; kind: string; read: boolean }[]
  >();

test('a customer asks, the provider answers, and both see the same', async () => {
  const service = await talk.offer(provider);
  const { conversation, message } = await talk.inquire(customer, service, '  언제 돼요?  ', 'first');
  expect(message).toMatchObject({ seq: 1, clientId: 'first', mine: true, text: '언제 돼요?' });
  expect(conversation).toMatchObject({
    subject: '기구 설계 상담',
    serviceId: service,
    role: 'customer',
    other: { username: provider.username },
    unread: 0,
    waitingSince: message.createdAt,
    can: { write: true, settle: false },
  });
  const { id } = conversation;
  const [seen] = await list(provider);
  expect(seen).toMatchObject({
    id,
    role: 'provider',
    other: { username: customer.username },
    lastMessage: { text: '언제 돼요?', mine: false },
    unread: 1,
    can: { write: true, settle: true },
  });
  expect(Date.parse(seen?.answerBy ?? '') - Date.parse(message.createdAt)).toBe(24 * 3_600_000);

  const answer = await talk.say(provider, id, '내일요', 'first');
  expect(answer.statusCode, answer.body).toBe(201);
  expect(answer.json<Message>()).toMatchObject({
    seq: 2,
    mine: true,
    author: { username: provider.username },
  });
  expect(await read(customer, id)).toMatchObject({
    unread: 1,
    lastSeq: 2,
    waitingSince: null,
    answerBy: null,
    messages: [
      { text: '언제 돼요?', mine: true, clientId: 'first' },
      { text: '내일요', mine: false, clientId: null },
    ],
  });
  expect((await list(provider))[0]).toMatchObject({ waitingSince: null, can: { settle: false } });
});

describe('an inquiry', () => {
  test('goes on with the conversation that there is', async () => {
    const service = await talk.offer(provider);
    const first = await talk.inquire(customer, service, '하나');
    const second = await talk.inquire(customer, service, '둘');
    expect(second.conversation.id).toBe(first.conversation.id);
    expect(second.message.seq).toBe(2);
    const other = await talk.inquire(stranger, service, '셋');
    expect(other.conversation.id).not.toBe(first.conversation.id);
  });

  test('that is sent again is the same one, even at once, and even when the service is gone', async () => {
    const service = await talk.offer(provider);
    const both = await Promise.all(
      Array.from({ length: 4 }, () => talk.inquire(customer, service, '한 번만', 'same')),
    );
    expect(new Set(both.map(({ message }) => message.id)).size).toBe(1);
    const { id } = both[0]?.conversation ?? { id: '' };
    await server.call('PATCH', `/api/services/${service}`, { as: provider, payload: { state: 'paused' } });
    expect((await talk.inquire(customer, service, '한 번만', 'same')).conversation.id).toBe(id);
    expect(texts(await read(customer, id))).toEqual(['한 번만']);
  });

  test('with the name of another text is refused, before it and after; in another conversation it is a new one', async () => {
    const service = await talk.offer(provider);
    const { conversation } = await talk.inquire(customer, service, '하나', 'named');
    const again = await talk.ask(customer, service, { text: '둘', clientId: 'named' });
    const next = await talk.say(customer, conversation.id, '둘', 'named');
    for (const answer of [again, next]) {
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({ code: 'idempotency_conflict' });
    }
    expect((await talk.say(customer, conversation.id, ' 하나 ', 'named')).statusCode).toBe(201);
    expect((await read(customer, conversation.id)).lastSeq).toBe(1);
    await talk.inquire(customer, await talk.offer(provider), '둘', 'named');
  });

  test('needs somebody who is signed in', async () => {
    const answer = await talk.ask(undefined, await talk.offer(provider), { text: 'x', clientId: 'x' });
    expect(answer.statusCode).toBe(401);
  });

  test('is not for one’s own service', async () => {
    const answer = await talk.ask(provider, await talk.offer(provider), { text: 'x', clientId: 'x' });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'own_service', message: '내 서비스에는 문의할 수 없어요.' });
  });

  test('finds only what is active, for admins too', async () => {
    const admin = await server.signUp({ isAdmin: true });
    const paused = await talk.offer(provider);
    await server.call('PATCH', `/api/services/${paused}`, { as: provider, payload: { state: 'paused' } });
    const draft = await talk.offer(provider, { state: 'draft' });
    for (const id of [paused, draft, absent]) {
      for (const as of [customer, admin]) {
        const answer = await talk.ask(as, id, { text: 'x', clientId: 'x' });
        expect(answer.statusCode, id).toBe(404);
        expect(answer.json()).toMatchObject({ code: 'service_not_found' });
      }
    }
    const nothing = await talk.ask(customer, 'nothing', { text: 'x' });
    expect(nothing.json()).toMatchObject({ fields: { serviceId: expect.any(String) } });
  });

  test('does not reach a provider who is suspended', async () => {
    const owner = await server.signUp();
    const service = await talk.offer(owner);
    const suspend = (until: string) =>
      server.runtime.pool.query(
        'update person set suspended_at = now(), suspended_until = now() + $2::interval where id = $1',
        [owner.id, until],
      );
    await suspend('1 day');
    const refused = await talk.ask(customer, service, { text: 'x', clientId: 'x' });
    expect(refused.statusCode).toBe(404);
    expect((await list(customer)).filter(({ serviceId }) => serviceId === service)).toEqual([]);
    await suspend('-1 day');
    await talk.inquire(customer, service);
  });

  test('about ever more services is limited, and going on is not', async () => {
    const limited = await startTestServer({ RATE_LIMIT_INQUIRIES: '2' });
    try {
      const some = talkingOn(limited);
      const [owner, asking] = [await limited.signUp(), await limited.signUp()];
      const services = [await some.offer(owner), await some.offer(owner), await some.offer(owner)];
      await some.inquire(asking, services[0] ?? '');
      await some.inquire(asking, services[1] ?? '');
      const third = await some.ask(asking, services[2] ?? '', { text: 'x', clientId: 'x' });
      expect(third.statusCode).toBe(429);
      expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
      await some.inquire(asking, services[0] ?? '');
    } finally {
      await limited.close();
    }
  });
});

describe('what is sent', () => {
  test.each([
    ['nothing', {}, ['text']],
    ['no text', { text: '', clientId: 'x' }, ['text']],
    ['blanks', { text: ' \n ', clientId: 'x' }, ['text']],
    ['what nobody can see', { text: '\u200b\u2060', clientId: 'x' }, ['text']],
    ['too much', { text: 'x'.repeat(limits.text + 1), clientId: 'x' }, ['text']],
    ['a number', { text: 5, clientId: 'x' }, ['text']],
    ['no name of its own', { text: 'x', clientId: '' }, ['clientId']],
    ['a name without end', { text: 'x', clientId: 'x'.repeat(101) }, ['clientId']],
  ])('is refused with its fields: %s', async (_name, payload, fields) => {
    const service = await talk.offer(provider);
    const first = await talk.ask(customer, service, payload);
    expect(first.statusCode).toBe(400);
    expect(Object.keys(first.json<{ fields: object }>().fields).toSorted()).toEqual(fields);
    expect((await list(customer)).filter(({ serviceId }) => serviceId === service)).toEqual([]);
    const { conversation } = await talk.inquire(customer, service);
    const next = await server.call('POST', `/api/conversations/${conversation.id}/messages`, {
      as: customer,
      payload,
    });
    expect(next.statusCode).toBe(400);
    expect((await read(customer, conversation.id)).lastSeq).toBe(1);
  });

  test('is kept as it was written, whatever it says', async () => {
    const service = await talk.offer(provider);
    const text = '<script>alert(1)</script>\n{"a":1} 👩‍🔧 ‮x';
    const { conversation } = await talk.inquire(customer, service, text);
    expect(texts(await read(provider, conversation.id))).toEqual([text]);
  });
});

describe('a conversation', () => {
  test.each(['GET', 'messages', 'read', 'settle'])('is not there for anybody else: %s', async (what) => {
    const { conversation } = await talk.inquire(customer, await talk.offer(provider));
    const admin = await server.signUp({ isAdmin: true });
    for (const as of [stranger, admin]) {
      for (const id of [conversation.id, absent, 'nothing']) {
        const answer = await server.call(
          what === 'GET' ? 'GET' : 'POST',
          `/api/conversations/${id}${what === 'GET' ? '' : `/${what}`}`,
          { as, ...(what !== 'GET' && { payload: { text: 'x', clientId: 'x', seq: 1 } }) },
        );
        expect(answer.statusCode).toBe(404);
        expect(answer.json()).toMatchObject({ code: 'conversation_not_found' });
      }
    }
    expect((await read(customer, conversation.id)).lastSeq).toBe(1);
  });

  test('is read in pieces, in order, from either end', async () => {
    const { conversation } = await talk.inquire(customer, await talk.offer(provider), '1');
    for (let each = 2; each <= 7; each += 1)
      await talk.say(each % 2 ? customer : provider, conversation.id, `${each}`);
    const pieces = async (query: string) => texts(await read(customer, conversation.id, query));
    expect(await pieces('?limit=3')).toEqual(['5', '6', '7']);
    expect(await pieces('?before=5&limit=3')).toEqual(['2', '3', '4']);
    expect(await pieces('?before=2')).toEqual(['1']);
    expect(await pieces('?after=2&limit=3')).toEqual(['3', '4', '5']);
    expect(await pieces('?after=7')).toEqual([]);
    expect(await pieces('?after=2&before=5')).toEqual(['3', '4']);
    for (const query of ['?limit=0', '?limit=101', '?before=x', '?after=-1', '?after=99999999999']) {
      const answer = await server.call('GET', `/api/conversations/${conversation.id}${query}`, {
        as: customer,
      });
      expect(answer.statusCode, query).toBe(400);
    }
  });

  test('loses nothing and repeats nothing, however many write at once and again', async () => {
    const { conversation } = await talk.inquire(customer, await talk.offer(provider), '0');
    const names = Array.from({ length: 12 }, (_, index) => `${index + 1}`);
    const sends = [...names, ...names].map((name, index) =>
      talk.say(index % 2 ? customer : provider, conversation.id, name, name),
    );
    const answers = await Promise.all(sends);
    expect(answers.every(({ statusCode }) => statusCode === 201)).toBe(true);
    const { messages, lastSeq } = await read(customer, conversation.id, '?limit=100');
    expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: lastSeq }, (_, index) => index + 1));
    expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
    expect(
      texts({ messages } as ConversationDetail)
        .slice(1)
        .toSorted(),
    ).toEqual([...names].toSorted());
    const times = messages.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted());
  });

  test('is read up to where somebody has read, and never back', async () => {
    const { conversation } = await talk.inquire(customer, await talk.offer(provider), '1');
    const { id } = conversation;
    await talk.say(customer, id, '2');
    const say = async (payload: object) =>
      (
        await server.call('POST', `/api/conversations/${id}/read`, { as: provider, payload })
      ).json<Conversation>();
    expect(await say({ seq: 1 })).toMatchObject({ unread: 1 });
    expect((await read(customer, id)).otherReadSeq).toBe(1);
    const all = await server.call('POST', `/api/conversations/${id}/read`, { as: provider });
    expect(all.json()).toMatchObject({ unread: 0 });
    expect(await say({})).toMatchObject({ unread: 0 });
    expect(await say({ seq: 1 })).toMatchObject({ unread: 0 });
    expect(await say({ seq: 500 })).toMatchObject({ unread: 0 });
    expect((await read(customer, id)).otherReadSeq).toBe(2);
    const wrong = await server.call('POST', `/api/conversations/${id}/read`, {
      as: provider,
      payload: { seq: 'x' },
    });
    expect(wrong.statusCode).toBe(400);
  });

  test('needs no answer where its provider says so', async () => {
    const { conversation } = await talk.inquire(customer, await talk.offer(provider), '고마워요');
    const url = `/api/conversations/${conversation.id}/settle`;
    const settle = (as: Person, payload: object) => server.call('POST', url, { as, payload });
    expect((await settle(customer, { seq: 1 })).statusCode).toBe(403);
    expect((await settle(provider, {})).json()).toMatchObject({ fields: { seq: expect.any(String) } });
    await talk.say(customer, conversation.id, '하나 더요');
    const later = await settle(provider, { seq: 1 });
    expect(later.statusCode).toBe(200);
    expect(later.json()).toMatchObject({ waitingSince: expect.any(String), can: { settle: true } });
    const settled = await settle(provider, { seq: 2 });
    expect(settled.json()).toMatchObject({ waitingSince: null, answerBy: null, can: { settle: false } });
  });

  test('is listed with the last message first, a page at a time, without a service that is gone', async () => {
    const [asking, owner] = [await server.signUp(), await server.signUp()];
    const services = [await talk.offer(owner), await talk.offer(owner), await talk.offer(owner)];
    const ids: string[] = [];
    for (const service of services) ids.push((await talk.inquire(asking, service)).conversation.id);
    await talk.say(owner, ids[0] ?? '', '네');
    expect((await list(asking)).map(({ id }) => id)).toEqual([ids[0], ids[2], ids[1]]);
    const page = await server.call('GET', '/api/user/conversations?page=9&limit=2', { as: asking });
    expect(page.headers).toMatchObject({ 'x-total-count': '3', 'x-page': '2' });
    expect(page.json<Conversation[]>().map(({ id }) => id)).toEqual([ids[1]]);
    await server.call('DELETE', `/api/services/${services[0]}`, { as: owner });
    for (const as of [asking, owner]) {
      expect((await list(as))[0]).toMatchObject({ serviceId: null, subject: '기구 설계 상담' });
    }
  });
});

describe('notices', () => {
  test('tell of the first message that is not read, once, and go when it is read', async () => {
    const [owner, asking] = [await server.signUp(), await server.signUp()];
    const service = await talk.offer(owner);
    const { conversation } = await talk.inquire(asking, service, '하나');
    await talk.say(asking, conversation.id, '둘');
    const path = `/my/conversations/${conversation.id}`;
    expect(await notices(owner)).toMatchObject([
      { title: '새 문의가 왔어요', kind: 'messages', path, read: false },
    ]);
    await server.call('POST', `/api/conversations/${conversation.id}/read`, { as: owner, payload: {} });
    expect(await notices(owner)).toMatchObject([{ read: true }]);
    await talk.say(asking, conversation.id, '셋');
    expect(await notices(owner)).toMatchObject([
      { title: '새 메시지가 왔어요', read: false },
      { read: true },
    ]);
    expect(await notices(asking)).toEqual([]);
    const { rows } = await server.runtime.pool.query(
      `select run_at > now() + interval '1 minute' as later, payload->>'unlessRead' as unless_read
      from graphile_worker._private_jobs job join notification on notification.id::text = payload->>'id'
      where person_id = $1`,
      [owner.id],
    );
    expect(rows).toEqual([
      { later: true, unless_read: 'true' },
      { later: true, unless_read: 'true' },
    ]);
  });
});

test('a message that came while others were read is still told of', async () => {
  const [owner, asking] = [await server.signUp(), await server.signUp()];
  const { conversation } = await talk.inquire(asking, await talk.offer(owner), '하나');
  const { id } = conversation;
  await talk.say(asking, id, '둘');
  const readUpTo = (seq: number) =>
    server.call('POST', `/api/conversations/${id}/read`, { as: owner, payload: { seq } });
  await readUpTo(1);
  expect(await notices(owner)).toMatchObject([{ title: '새 문의가 왔어요', read: false }]);
  await readUpTo(2);
  expect(await notices(owner)).toMatchObject([{ read: true }]);
  await talk.say(asking, id, '셋');
  // Away with the notices, without a look at the conversation.
  await server.call('POST', '/api/user/notifications/read', { as: owner, payload: {} });
  await talk.say(asking, id, '넷');
  expect(await notices(owner)).toMatchObject([{ read: false }, { read: true }, { read: true }]);
});

test('who leaves takes their words along; the other one keeps their own, until both have gone', async () => {
  const [owner, asking] = [await server.signUp(), await server.signUp()];
  const { db, pool } = server.runtime;
  const { conversation } = await talk.inquire(
    asking,
    await talk.offer(owner, { title: '비밀 서비스' }),
    '내 질문',
  );
  const { id } = conversation;
  await talk.say(owner, id, '내 답');
  const data = conversationsPersonalData({ db });
  const exported: unknown[] = [];
  for (const rows of Object.values(data.lists)) for await (const row of rows(asking.id)) exported.push(row);
  expect(exported).toMatchObject([{ id, subject: '비밀 서비스' }, { text: '내 질문' }]);

  const leave = async ({ id: personId, email, username }: Person) => {
    await pool.query('update person set erased_at = now() where id = $1', [personId]);
    await db.transaction().execute(async (trx) => {
      await data.erase?.(trx, { id: personId, name: '', email, username }, new Date());
    });
  };
  await leave(owner);
  expect(await read(asking, id)).toMatchObject({
    subject: '',
    other: null,
    can: { write: false },
    messages: [{ text: '내 질문' }, { text: '', author: null }],
  });
  const more = await talk.say(asking, id, '거기 있어요?');
  expect(more.statusCode).toBe(409);
  expect(more.json()).toMatchObject({ code: 'conversation_over' });
  await leave(asking);
  expect((await pool.query('select from conversation where id = $1', [id])).rowCount).toBe(0);
});

test('of two who are erased at the same moment nothing stays', async () => {
  const [owner, asking] = [await server.signUp(), await server.signUp()];
  const { db, pool } = server.runtime;
  const { conversation } = await talk.inquire(asking, await talk.offer(owner));
  const data = conversationsPersonalData({ db });
  const erase = ({ id, email, username }: Person, before: () => Promise<void>) =>
    db.transaction().execute(async (trx) => {
      await trx.updateTable('person').set({ erasedAt: new Date() }).where('id', '=', id).execute();
      await data.erase?.(trx, { id, name: '', email, username }, new Date());
      await before();
    });
  let second: Promise<void> | undefined;
  await erase(owner, async () => {
    second = erase(asking, () => Promise.resolve());
    // It waits for the first one.
    await expect
      .poll(
        async () =>
          (
            await pool.query(
              "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
            )
          ).rowCount,
      )
      .toBe(1);
  });
  await second;
  expect((await pool.query('select from conversation where id = $1', [conversation.id])).rowCount).toBe(0);
});

test('to somebody who is leaving nothing can be written, until they stay', async () => {
  const [owner, asking] = [await server.signUp(), await server.signUp()];
  const { conversation } = await talk.inquire(asking, await talk.offer(owner));
  const { id } = conversation;
  const leave = (at: Date | null) =>
    server.runtime.pool.query('update person set withdraws_at = $2 where id = $1', [asking.id, at]);
  await leave(new Date(Date.now() + 86_400_000));
  expect((await read(owner, id)).can.write).toBe(false);
  expect((await talk.say(owner, id, '네')).json()).toMatchObject({ code: 'conversation_over' });
  await leave(null);
  expect((await read(owner, id)).can.write).toBe(true);
  expect((await talk.say(owner, id, '네')).statusCode).toBe(201);
});

test('whoever is blocked writes no more, but an answer that is waited for may be given', async () => {
  const { conversation } = await talk.inquire(customer, await talk.offer(provider));
  const block = (as: Person, method: string, username: string) =>
    server.call(method, `/api/user/blocks/${username}`, { as });
  await block(customer, 'PUT', provider.username);
  expect((await talk.say(provider, conversation.id, '네, 가능해요')).statusCode).toBe(201);
  expect((await talk.say(provider, conversation.id, '할인도 해요')).json()).toMatchObject({
    code: 'blocked',
  });
  await block(provider, 'PUT', customer.username);
  expect((await talk.say(customer, conversation.id, '얼마인가요?')).json()).toMatchObject({
    code: 'blocked',
  });
  await block(customer, 'DELETE', provider.username);
  await block(provider, 'DELETE', customer.username);
  expect((await talk.say(customer, conversation.id, '얼마인가요?')).statusCode).toBe(201);
});
