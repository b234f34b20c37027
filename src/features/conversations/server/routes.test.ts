import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Channel, Message as ChannelMessage } from '#features/community/contract.ts';
import { communityPersonalData, isChannelReadable } from '#features/community/server/public.ts';
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

test('a customer asks, the provider answers, and both see the same messages', async () => {
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
  test('continues the existing conversation', async () => {
    const service = await talk.offer(provider);
    const first = await talk.inquire(customer, service, '하나');
    const second = await talk.inquire(customer, service, '둘');
    expect(second.conversation.id).toBe(first.conversation.id);
    expect(second.message.seq).toBe(2);
    const other = await talk.inquire(stranger, service, '셋');
    expect(other.conversation.id).not.toBe(first.conversation.id);
  });

  test('is idempotent when it is retried, even concurrently or after the service was removed', async () => {
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

  test('with a client id of another text is refused, before and after the first message, and in another conversation', async () => {
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
    const other = await talk.offer(provider);
    const taken = await talk.ask(customer, other, { text: '하나', clientId: 'named' });
    expect(taken.json()).toMatchObject({ code: 'idempotency_conflict' });
    expect((await list(customer)).filter(({ serviceId }) => serviceId === other)).toEqual([]);
  });

  test('requires a login', async () => {
    const answer = await talk.ask(undefined, await talk.offer(provider), { text: 'x', clientId: 'x' });
    expect(answer.statusCode).toBe(401);
  });

  test('is refused for one’s own service', async () => {
    const answer = await talk.ask(provider, await talk.offer(provider), { text: 'x', clientId: 'x' });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'own_service', message: '내 서비스에는 문의할 수 없어요.' });
  });

  test('finds active services only, for admins too', async () => {
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

  test('is refused for a suspended provider', async () => {
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

  test('is rate limited for new services, but not within a conversation', async () => {
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

describe('sent messages', () => {
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

  test('are stored as they were written, with any content', async () => {
    const service = await talk.offer(provider);
    const text = '<script>alert(1)</script>\n{"a":1} 👩‍🔧 ‮x';
    const { conversation } = await talk.inquire(customer, service, text);
    expect(texts(await read(provider, conversation.id))).toEqual([text]);
  });
});

describe('a conversation', () => {
  test.each(['GET', 'messages', 'read', 'settle'])('is not found by anybody else: %s', async (what) => {
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

  test('is read page by page, in order, from either end', async () => {
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

  test('loses and repeats nothing with concurrent writers and retries', async () => {
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

  test('remembers the furthest message that was read', async () => {
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

  test('can be settled by its provider', async () => {
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

  test('is listed by its last message, page by page, without the title of a removed service', async () => {
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

describe('notifications', () => {
  test('are sent for the first unread message, once, and removed when it is read', async () => {
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

test('are sent again for a message that came while others were being read', async () => {
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
  // Mark the notifications as read without opening the conversation.
  await server.call('POST', '/api/user/notifications/read', { as: owner, payload: {} });
  await talk.say(asking, id, '넷');
  expect(await notices(owner)).toMatchObject([{ read: false }, { read: true }, { read: true }]);
});

test('a person who leaves takes their words along; the other keeps their own, until both have left', async () => {
  const [owner, asking] = [await server.signUp(), await server.signUp()];
  const { db, pool } = server.runtime;
  const { conversation } = await talk.inquire(
    asking,
    await talk.offer(owner, { title: '비밀 서비스' }),
    '내 질문',
  );
  const { id } = conversation;
  await talk.say(owner, id, '내 답');
  const conversations = conversationsPersonalData({ db });
  const community = communityPersonalData({ db });
  const exported: Record<string, unknown[]> = {};
  for (const [name, rows] of [...Object.entries(conversations.lists), ...Object.entries(community.lists)]) {
    exported[name] = [];
    for await (const row of rows(asking.id)) exported[name].push(row);
  }
  expect(exported).toMatchObject({
    conversations: [{ id, subject: '비밀 서비스' }],
    messages: [{ channel: id, text: '내 질문' }],
  });

  const leave = async ({ id: personId, email, username }: Person) => {
    await pool.query('update person set erased_at = now() where id = $1', [personId]);
    await db.transaction().execute(async (trx) => {
      for (const data of [conversations, community])
        await data.erase?.(trx, { id: personId, name: '', email, username }, new Date());
    });
  };
  await leave(owner);
  expect((await server.call('GET', `/api/channels/${id}`, { as: asking })).json()).toMatchObject({
    name: '',
    members: [{ id: asking.id }],
  });
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

test('nothing is left of two people who are erased concurrently', async () => {
  const [owner, asking] = [await server.signUp(), await server.signUp()];
  const { db, pool } = server.runtime;
  const { conversation } = await talk.inquire(asking, await talk.offer(owner));
  const rooms = [conversationsPersonalData({ db }), communityPersonalData({ db })];
  const erase = ({ id, email, username }: Person, before: () => Promise<void>) =>
    db.transaction().execute(async (trx) => {
      await trx.updateTable('person').set({ erasedAt: new Date() }).where('id', '=', id).execute();
      for (const data of rooms) await data.erase?.(trx, { id, name: '', email, username }, new Date());
      await before();
    });
  let second: Promise<void> | undefined;
  await erase(owner, async () => {
    second = erase(asking, () => Promise.resolve());
    // It waits for the lock of the first one.
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
  for (const table of ['conversation', 'channel'])
    expect((await pool.query(`select from ${table} where id = $1`, [conversation.id])).rowCount).toBe(0);
});

test('a message to somebody who is being erased waits, and then finds them gone', async () => {
  const [owner, asking] = [await server.signUp(), await server.signUp()];
  const { db, pool } = server.runtime;
  const { conversation } = await talk.inquire(asking, await talk.offer(owner));
  const data = conversationsPersonalData({ db });
  const said = await db.transaction().execute(async (trx) => {
    await trx.updateTable('person').set({ erasedAt: new Date() }).where('id', '=', owner.id).execute();
    await data.erase?.(
      trx,
      { id: owner.id, name: '', email: owner.email, username: owner.username },
      new Date(),
    );
    const saying = talk.sayInChannel(asking, conversation.id, '계세요?');
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
    return { saying };
  });
  expect((await said.saying).json()).toMatchObject({ code: 'conversation_over' });
  expect((await read(asking, conversation.id)).lastSeq).toBe(1);
});

test('nothing can be written to somebody who is leaving, unless they stay', async () => {
  const [owner, asking] = [await server.signUp(), await server.signUp()];
  const { conversation } = await talk.inquire(asking, await talk.offer(owner));
  const { id } = conversation;
  const leave = (at: Date | null) =>
    server.runtime.pool.query('update person set withdraws_at = $2 where id = $1', [asking.id, at]);
  const inChannel = async () =>
    (await server.call('GET', `/api/channels/${id}`, { as: owner })).json<Channel>();
  expect(await inChannel()).toMatchObject({ can: { write: true }, obstacle: null });
  await leave(new Date(Date.now() + 86_400_000));
  expect((await read(owner, id)).can.write).toBe(false);
  expect(await inChannel()).toMatchObject({ can: { write: false }, obstacle: { code: 'other_gone' } });
  expect((await talk.say(owner, id, '네')).json()).toMatchObject({ code: 'conversation_over' });
  await leave(null);
  expect((await read(owner, id)).can.write).toBe(true);
  expect((await talk.say(owner, id, '네')).statusCode).toBe(201);
});

test('a blocked person cannot write, except an answer that is waited for', async () => {
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
  expect((await talk.sayInChannel(customer, conversation.id, '얼마인가요?')).json()).toMatchObject({
    code: 'blocked',
  });
  await block(customer, 'DELETE', provider.username);
  await block(provider, 'DELETE', customer.username);
  expect((await talk.say(customer, conversation.id, '얼마인가요?')).statusCode).toBe(201);
});

describe('the channel of an inquiry', () => {
  const channelsOf = async (as: Person) =>
    (await server.call('GET', '/api/channels', { as })).json<Channel[]>();
  const said = async (as: Person, id: string) =>
    (await server.call('GET', `/api/channels/${id}/messages`, { as })).json<ChannelMessage[]>();

  test('holds the same messages and the same read state for both', async () => {
    const service = await talk.offer(provider, { title: '채널 상담' });
    const { conversation, message } = await talk.inquire(
      customer,
      service,
      '여기서도 보이나요?',
      'in channel',
    );
    const { id } = conversation;
    expect(conversation).toMatchObject({ kind: 'inquiry', slug: id, name: '채널 상담' });
    for (const as of [customer, provider]) {
      expect((await channelsOf(as)).find((channel) => channel.id === id)).toMatchObject({
        kind: 'inquiry',
        name: '채널 상담',
        lastSeq: 1,
        unread: as === provider ? 1 : 0,
        members: expect.arrayContaining([
          expect.objectContaining({ id: customer.id }),
          expect.objectContaining({ id: provider.id }),
        ]),
        can: { write: true, moderate: false },
      });
      expect(await said(as, id)).toMatchObject([{ id: message.id, seq: 1, text: '여기서도 보이나요?' }]);
    }
    const answered = await talk.sayInChannel(provider, id, '네, 보여요', { clientId: 'answer' });
    expect(answered.statusCode, answered.body).toBe(201);
    expect(answered.json()).toMatchObject({ seq: 2, clientId: 'answer', channelId: id });
    expect(await read(customer, id)).toMatchObject({
      unread: 1,
      waitingSince: null,
      messages: [{ seq: 1 }, { id: answered.json<Message>().id, text: '네, 보여요', mine: false }],
    });
    // The routes share client ids, so a retry through the other one is the same message.
    const again = await talk.say(provider, id, '네, 보여요', 'answer');
    expect([again.statusCode, again.json<Message>().id]).toEqual([201, answered.json<Message>().id]);
    const first = await talk.sayInChannel(customer, id, '여기서도 보이나요?', { clientId: 'in channel' });
    expect(first.json()).toMatchObject({ id: message.id, seq: 1 });

    const told = async () =>
      (await notices(customer))
        .filter(({ path }) => path === `/my/conversations/${id}`)
        .map((each) => each.read);
    expect(await told()).toEqual([false]);
    const readThere = await server.call('PUT', `/api/channels/${id}/read`, {
      as: customer,
      payload: { seq: 2 },
    });
    expect(readThere.json()).toMatchObject({ unread: 0 });
    expect(await told()).toEqual([true]);
    expect(await read(customer, id)).toMatchObject({ unread: 0 });
    expect(await read(provider, id)).toMatchObject({ otherReadSeq: 2 });
    const { rows } = await server.runtime.pool.query(
      'select seq, type from realtime_event where topic = $1 order by seq',
      [`channel:${id}`],
    );
    expect(rows).toEqual([
      { seq: 1, type: 'message' },
      { seq: 2, type: 'message' },
      { seq: 3, type: 'read' },
    ]);
    const typing = await server.call('POST', `/api/channels/${id}/typing`, { as: customer, payload: {} });
    expect(typing.statusCode).toBe(204);
    // A deleted message leaves a gap here too.
    await server.call('DELETE', `/api/messages/${answered.json<Message>().id}`, { as: provider });
    expect(texts(await read(customer, id))).toEqual(['여기서도 보이나요?', '']);
  });

  test('is not found by anybody else, including staff, and cannot be left by either of the two', async () => {
    const { conversation } = await talk.inquire(customer, await talk.offer(provider));
    const { id } = conversation;
    const admin = await server.signUp({ isAdmin: true });
    for (const as of [stranger, admin]) {
      for (const [method, path, payload] of [
        ['GET', ''],
        ['GET', '/messages'],
        ['POST', '/messages', { text: 'x' }],
        ['PUT', '/read', { seq: 1 }],
        ['POST', '/typing', {}],
        ['DELETE', '/membership'],
      ] as const) {
        const answer = await server.call(method, `/api/channels/${id}${path}`, {
          as,
          ...(payload && { payload }),
        });
        expect([path, answer.statusCode]).toEqual([path, 404]);
      }
      expect((await channelsOf(as)).map((channel) => channel.id)).not.toContain(id);
    }
    expect((await server.call('GET', `/api/channels/${id}/messages`)).statusCode).toBe(404);
    expect((await talk.sayInChannel(undefined, id, 'x')).statusCode).toBe(401);
    const { db } = server.runtime;
    const follows = (person: Person | null, isAdmin = false) =>
      isChannelReadable(db, person && { id: person.id, isAdmin }, id);
    expect(
      await Promise.all([
        follows(customer),
        follows(provider),
        follows(stranger),
        follows(admin, true),
        follows(null),
      ]),
    ).toEqual([true, true, false, false, false]);
    const left = await server.call('DELETE', `/api/channels/${id}/membership`, { as: provider });
    expect([left.statusCode, left.json()]).toMatchObject([403, { code: 'forbidden' }]);
    expect((await read(provider, id)).lastSeq).toBe(1);
  });

  test('is still usable by somebody banned from the community', async () => {
    const [owner, admin] = [await server.signUp(), await server.signUp({ isAdmin: true })];
    const { conversation } = await talk.inquire(customer, await talk.offer(owner));
    await server.call('POST', '/api/sanctions', {
      as: admin,
      payload: { username: owner.username, kind: 'ban', reason: '도배' },
    });
    expect((await talk.sayInChannel(owner, conversation.id, '네')).statusCode).toBe(201);
    expect((await talk.say(owner, conversation.id, '가능해요')).statusCode).toBe(201);
    expect(await said(owner, conversation.id)).toHaveLength(3);
  });

  test('describes a message without text by the names of its files', async () => {
    const { conversation } = await talk.inquire(customer, await talk.offer(provider));
    const begun = await server.call('POST', '/api/uploads', {
      as: customer,
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '4',
        'upload-metadata': `filename ${Buffer.from('치수.txt').toString('base64')}`,
        'content-type': 'application/offset+octet-stream',
      },
      payload: Buffer.from('10mm'),
    });
    const upload = String(begun.headers.location).split('/').at(-1);
    const sent = await talk.sayInChannel(customer, conversation.id, '', { attachments: [upload] });
    expect(sent.statusCode, sent.body).toBe(201);
    expect(await read(provider, conversation.id)).toMatchObject({
      lastMessage: { text: '치수.txt' },
      messages: [{}, { text: '치수.txt' }],
    });
  });
});

describe('an inquiry about a resource', () => {
  const publish = async (owner: Person, state: 'published' | 'draft' = 'published') => {
    const made = await server.call('POST', '/api/resources', {
      as: owner,
      payload: { title: '거치대 도면', category: 'other', state },
    });
    expect(made.statusCode, made.body).toBe(201);
    return made.json<{ id: string }>().id;
  };
  const ask = (as: Person | undefined, payload: object) =>
    server.call('POST', '/api/inquiries', { ...(as && { as }), payload });

  test('is sent to its author, opens one conversation, and pauses nothing', async () => {
    const [author, asking] = [await server.signUp(), await server.signUp()];
    const resourceId = await publish(author);
    const asked = await ask(asking, { resourceId, text: '어떤 나사를 쓰나요?' });
    expect(asked.statusCode, asked.body).toBe(201);
    const { id } = asked.json<Conversation>();
    expect(asked.json()).toMatchObject({
      kind: 'inquiry',
      subject: '거치대 도면',
      resourceId,
      serviceId: null,
      orderId: null,
      role: 'customer',
      other: { username: author.username },
      waitingSince: null,
      message: { seq: 1, text: '어떤 나사를 쓰나요?' },
    });
    expect(await notices(author)).toMatchObject([{ path: `/my/conversations/${id}` }]);
    expect((await talk.sayInChannel(author, id, 'M3요')).statusCode).toBe(201);
    expect((await ask(asking, { resourceId, text: '고마워요' })).json()).toMatchObject({ id, lastSeq: 3 });
    expect((await ask(stranger, { resourceId, text: '저도요' })).json<Conversation>().id).not.toBe(id);
    expect(texts(await read(author, id))).toEqual(['어떤 나사를 쓰나요?', 'M3요', '고마워요']);
  });

  test('is refused for one’s own resource, and for resources that are not public', async () => {
    const author = await server.signUp();
    const [resourceId, draft] = [await publish(author), await publish(author, 'draft')];
    expect((await ask(undefined, { resourceId, text: 'x' })).statusCode).toBe(401);
    const own = await ask(author, { resourceId, text: 'x' });
    expect([own.statusCode, own.json()]).toMatchObject([
      409,
      { code: 'own_resource', message: '내 자료에는 문의할 수 없어요.' },
    ]);
    const admin = await server.signUp({ isAdmin: true });
    for (const as of [customer, admin]) {
      for (const hidden of [draft, absent]) {
        const answer = await ask(as, { resourceId: hidden, text: 'x' });
        expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'resource_not_found' }]);
      }
    }
  });

  test('has exactly one subject: a service, an order or a resource', async () => {
    for (const payload of [
      {},
      { serviceId: absent, resourceId: absent },
      { orderId: absent, resourceId: absent },
    ]) {
      const answer = await ask(customer, { ...payload, text: 'x' });
      expect([answer.statusCode, answer.json()]).toMatchObject([
        400,
        { fields: { serviceId: '서비스, 주문, 자료 가운데 하나를 골라 주세요.' } },
      ]);
    }
    const wrong = await ask(customer, { resourceId: 'x', text: 'x' });
    expect(wrong.json()).toMatchObject({ fields: { resourceId: expect.any(String) } });
  });
});

/** Restores the schema from before conversations moved into channels. */
const asTheyWere = `
  create table conversation_message (id uuid primary key, conversation_id uuid not null references conversation (id) on delete cascade,
    seq integer not null, author_id uuid not null, client_id text not null, text text not null, sent_at timestamptz not null,
    response_seconds integer);
  insert into conversation_message
    select m.id, m.channel_id, m.seq, m.author_id, m.client_id, m.text, m.created_at, a.response_seconds
    from channel_message m join conversation c on c.id = m.channel_id
    left join conversation_response a on a.conversation_id = m.channel_id and a.seq = m.seq;
  drop table conversation_response;
  alter table conversation drop constraint conversation_id_fkey, drop column resource_id,
    add column last_message_at timestamptz, add column last_seq integer, add column customer_read_seq integer,
    add column provider_read_seq integer;
  update conversation c set last_message_at = channel.last_message_at, last_seq = channel.last_seq,
    customer_read_seq = coalesce((select max(seq) from channel_read r where channel_id = c.id and person_id = c.customer_id), 0),
    provider_read_seq = coalesce((select max(seq) from channel_read r where channel_id = c.id and person_id = c.provider_id), 0)
    from channel where channel.id = c.id;
  delete from realtime_event;
  delete from channel where kind = 'inquiry';`;

test('conversations from before the migration become channels, lose nothing and continue', async () => {
  const before = await startTestServer();
  try {
    const { pool } = before.runtime;
    const some = talkingOn(before);
    const [owner, gone, asking] = [await before.signUp(), await before.signUp(), await before.signUp()];
    const text = '"따옴표"\n\t\\ 줄 </p> 👩‍🔧 \u2028 끝';
    const { conversation, message } = await some.inquire(asking, await some.offer(owner), text, 'name');
    const { id } = conversation;
    await some.say(owner, id, 'ÀÉ 돼요');
    await some.say(asking, id, '고마워요');
    await before.call('POST', `/api/conversations/${id}/read`, { as: asking, payload: { seq: 2 } });
    const left = await some.inquire(asking, await some.offer(gone), '거기 있어요?', 'another name');
    const look = async (as: Person) =>
      (await before.call('GET', `/api/conversations/${id}`, { as })).json<ConversationDetail>();
    const seen = [await look(asking), await look(owner)];

    await pool.query(asTheyWere);
    // Client ids were unique per conversation, and people who had left had no words any more.
    await pool.query("update conversation_message set client_id = 'name' where id = $1", [left.message.id]);
    await pool.query('update person set erased_at = now() where id = $1', [gone.id]);
    const file = new URL('../../../../migrations/20261128100200-inquiry-channels.sql', import.meta.url);
    await pool.query(await readFile(file, 'utf8'));

    expect([await look(asking), await look(owner)]).toEqual(seen);
    const again = await some.say(asking, id, text, 'name');
    expect([again.statusCode, again.json<Message>().id]).toEqual([201, message.id]);
    const channel = await before.call('GET', `/api/channels/${id}`, { as: owner });
    expect(channel.json()).toMatchObject({
      kind: 'inquiry',
      slug: id,
      name: '기구 설계 상담',
      lastSeq: 3,
      unread: 2,
    });
    const found = await before.call('GET', '/api/messages?search=%C3%A0%C3%A9', { as: owner });
    expect(found.json()).toMatchObject([{ message: { text: 'ÀÉ 돼요' } }]);
    const next = await some.sayInChannel(owner, id, '또 오세요');
    expect(next.json()).toMatchObject({ seq: 4 });
    const { rows } = await pool.query('select seq, type from realtime_event where topic = $1 order by seq', [
      `channel:${id}`,
    ]);
    expect(rows).toEqual([
      { seq: 3, type: 'read' },
      { seq: 4, type: 'message' },
    ]);
    const { rows: answers } = await pool.query(
      'select provider_id, response_seconds from conversation_response where conversation_id = $1 order by seq',
      [id],
    );
    expect(answers).toMatchObject([
      // Answering takes up to a second on a busy machine.
      { provider_id: owner.id, response_seconds: expect.any(Number) },
      { provider_id: owner.id, response_seconds: expect.any(Number) },
    ]);
    const other = await before.call('GET', `/api/channels/${left.conversation.id}`, { as: asking });
    expect(other.json()).toMatchObject({ members: [{ id: asking.id }], lastSeq: 1 });
    expect((await some.say(asking, left.conversation.id, '없네요')).json()).toMatchObject({
      code: 'conversation_over',
    });
  } finally {
    await before.close();
  }
});
