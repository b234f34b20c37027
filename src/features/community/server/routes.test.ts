import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allJobs } from '#app/jobs.ts';
import type { ManyAnswer } from '#features/admin/contract.ts';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { Channel, Edit, FoundMessage, Message, Question, Sanction } from '../contract.ts';
import type { Trx } from '#platform/server/db.ts';
import { communityLimits } from '../rules.ts';
import { hideMessage, showMessage } from './commands.ts';
import { talkingOn, type Talking } from './testing.ts';

let server: TestServer;
let on: Talking;
let admin: Person;
let writer: Person;
let other: Person;
let room: string;

beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_MESSAGES: '10000', RATE_LIMIT_MESSAGES_PER_ADDRESS: '10000' });
  on = talkingOn(server);
  admin = await server.signUp({ isAdmin: true });
  writer = await server.signUp();
  other = await server.signUp();
  room = (await on.channel(admin)).id;
});
afterAll(() => server.close());

const told = (answer: { statusCode: number; json(): unknown }): [number, string | undefined] => [
  answer.statusCode,
  (answer.json() as { code?: string }).code,
];
const absent = '01890000-0000-7000-8000-000000000000';

describe('channels', () => {
  test('guests see public ones with names in their language, and the reason why they cannot write', async () => {
    const channels = (await on.ask(undefined, 'GET', '/api/channels')).json<Channel[]>();
    expect(channels.slice(0, 5).map(({ slug, kind, name }) => [slug, kind, name])).toEqual([
      ['announcements', 'announcements', '공지'],
      ['introductions', 'introductions', '자기소개'],
      ['questions', 'questions', '질문과 답변'],
      ['talk', 'text', '작업 이야기'],
      ['voice', 'voice', '음성방'],
    ]);
    expect(channels[0]).toMatchObject({
      can: { write: false, moderate: false, pin: false },
      obstacle: { code: 'not_signed_in' },
    });
    const english = await on.ask(undefined, 'GET', '/api/channels/questions', undefined, {
      headers: { 'accept-language': 'en' },
    });
    expect(english.json()).toMatchObject({ name: 'Questions', names: { ko: '질문과 답변' }, members: null });
  });

  test('only admins write announcements, and everyone can react to them', async () => {
    expect(told(await on.send(writer, 'nowhere', 'x'))).toEqual([404, 'channel_not_found']);
    expect(told(await on.send(writer, 'announcements', '제 소식이에요'))).toEqual([
      403,
      'announcements_only',
    ]);
    const news = await on.say(admin, 'announcements', '새 기능이 나왔어요');
    const reacted = await on.ask(writer, 'POST', `/api/messages/${news.id}/reactions`, { emoji: '🎉' });
    expect(reacted.json()).toEqual({ reactions: [{ emoji: '🎉', count: 1, mine: true }] });
  });

  test('admins add, rename, archive and reorder them, with a recorded reason', async () => {
    const made = await on.channel(admin, { name: { ko: '목공', en: 'Wood', ja: '木工' }, slowSeconds: 0 });
    expect(made).toMatchObject({ kind: 'text', name: '목공', state: 'open', lastSeq: 0 });
    const change = (fields: object) =>
      on.ask(admin, 'PATCH', `/api/channels/${made.id}`, { reason: '정리', ...fields });
    expect((await change({ name: '나무', state: 'archived' })).json()).toMatchObject({
      names: { ko: '나무', en: '나무', ja: '나무' },
      state: 'archived',
    });
    expect(told(await on.send(writer, made.id, '늦었나요'))).toEqual([409, 'channel_archived']);
    expect((await change({ state: 'open' })).json()).toMatchObject({ state: 'open', name: '나무' });
    expect(told(await change({ slug: 'talk' }))).toEqual([409, 'slug_taken']);
    expect((await change({ slug: '한글' })).json()).toMatchObject({ fields: { slug: expect.any(String) } });
    expect((await on.ask(admin, 'PATCH', `/api/channels/${made.id}`, {})).json()).toMatchObject({
      fields: { reason: expect.any(String) },
    });
    const ordered = await on.ask(admin, 'PUT', '/api/channel-order', {
      ids: [made.id],
      reason: '자주 써서',
    });
    expect((await on.ask(admin, 'PUT', '/api/channel-order', { ids: [made.id] })).json()).toMatchObject({
      fields: { reason: expect.any(String) },
    });
    expect(ordered.json<Channel[]>()[0]).toMatchObject({ id: made.id });
    expect(told(await on.ask(admin, 'PUT', '/api/channel-order', { ids: [absent], reason: 'x' }))).toEqual([
      404,
      'channel_not_found',
    ]);
    const audit = (await on.ask(admin, 'GET', '/api/admin/audit?limit=10')).json<
      { action: string; reason: string }[]
    >();
    expect(audit.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'community.add_channel',
        'community.change_channel',
        'community.order_channels',
      ]),
    );
    expect(audit.find(({ action }) => action === 'community.order_channels')?.reason).toBe('자주 써서');
    expect((await on.events(made.id)).map(({ type }) => type)).toEqual(['channel', 'channel']);
  });

  test('an undo restores their order, unless it has changed since', async () => {
    const [first, second] = [await on.channel(admin), await on.channel(admin)];
    const order = async (ids: string[]) => {
      const answer = await on.ask(admin, 'PUT', '/api/channel-order', { ids, reason: '자주 써서' });
      expect(answer.statusCode, answer.body).toBe(200);
      const [entry] = (await on.ask(admin, 'GET', '/api/admin/audit?limit=1')).json<{ id: string }[]>();
      return entry?.id ?? '';
    };
    const undo = async (auditId: string) =>
      (await on.ask(admin, 'POST', '/api/admin/undo', { ids: [auditId] })).json<ManyAnswer>();
    const ids = async () =>
      (await on.ask(admin, 'GET', '/api/channels')).json<Channel[]>().map(({ id }) => id);
    const before = await ids();
    const once = await order([second.id, first.id]);
    const late = await on.channel(admin);
    expect((await undo(once)).failed).toEqual([]);
    expect(await ids()).toEqual([...before, late.id]);
    const twice = await order([first.id]);
    await order([second.id]);
    expect((await undo(twice)).failed).toMatchObject([{ code: 'changed_since' }]);
  });
});

describe('messages', () => {
  test('a response has the promised fields, and the same clientId returns the same message', async () => {
    const { id } = await on.channel(admin);
    const said = { clientId: 'one', text: '안녕하세요' };
    const first = await on.say(writer, id, said);
    expect(first).toMatchObject({
      seq: 1,
      clientId: 'one',
      text: '안녕하세요',
      author: { id: writer.id, username: writer.username, isStaff: false },
      createdAt: expect.any(String),
    });
    expect(first).not.toHaveProperty('editedAt');
    expect(await on.say(writer, id, said)).toEqual(first);
    expect(told(await on.send(writer, id, { ...said, text: '다른 말' }))).toEqual([
      409,
      'idempotency_conflict',
    ]);
    // The same id of another person is unrelated.
    expect(await on.say(other, id, said)).toMatchObject({ seq: 2 });
    expect(await on.read(undefined, id)).toHaveLength(2);
    expect((await on.events(id)).map(({ seq, type }) => [seq, type])).toEqual([
      [1, 'message'],
      [2, 'message'],
    ]);
    // The id cannot be used again in another channel.
    expect(told(await on.send(writer, room, said))).toEqual([409, 'idempotency_conflict']);
  });

  test('concurrent ones in a channel get unique numbers and none is lost', async () => {
    const { id } = await on.channel(admin);
    const names = Array.from({ length: 60 }, (_, index) => `many ${index}`);
    const sent = await Promise.all(
      [...names, ...names].map((clientId) => on.say(writer, id, { clientId, text: clientId })),
    );
    expect(new Set(sent.map(({ seq }) => seq)).size).toBe(60);
    const stored = await on.read(undefined, id, '?limit=100');
    expect(stored.map(({ seq }) => seq)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
    expect(await on.events(id)).toHaveLength(60);
  });

  test('pages go by number: before, after, around', async () => {
    const { id } = await on.channel(admin);
    for (let index = 1; index <= 9; index++) await on.say(writer, id, `${index}`);
    const seqs = async (query: string) => (await on.read(undefined, id, query)).map(({ seq }) => seq);
    expect(await seqs('?limit=3')).toEqual([7, 8, 9]);
    expect(await seqs('?before=7&limit=3')).toEqual([4, 5, 6]);
    expect(await seqs('?after=2&limit=3')).toEqual([3, 4, 5]);
    expect(await seqs('?after=2&before=5')).toEqual([3, 4]);
    expect(await seqs('?around=5&limit=4')).toEqual([4, 5, 6, 7]);
    expect(await seqs('?after=9')).toEqual([]);
    expect((await on.ask(undefined, 'GET', `/api/channels/${id}/messages/5`)).json()).toMatchObject({
      text: '5',
    });
    expect(told(await on.ask(undefined, 'GET', `/api/channels/${id}/messages/10`))).toEqual([
      404,
      'message_not_found',
    ]);
  });

  test('invalid input is reported by field', async () => {
    for (const [said, field] of [
      [{ text: '' }, 'text'],
      [{ text: ' \u200b ' }, 'text'],
      [{ text: 'x'.repeat(5001) }, 'text'],
      [{ text: 'x', clientId: '' }, 'clientId'],
      [{ text: 'x', replyTo: 'no id' }, 'replyTo'],
      [{ text: 'x', replyTo: absent }, 'replyTo'],
      [{ text: 'x', threadId: absent }, 'threadId'],
      [{ text: 'x', attachments: [absent] }, 'attachments[0]'],
      [{ text: 'x', tags: ['x'.repeat(31)] }, 'tags[0]'],
    ] as const) {
      const answer = await on.send(writer, room, said);
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.json()).toMatchObject({ fields: { [field]: expect.any(String) } });
    }
    // Lengths are in code points.
    expect((await on.send(writer, room, '😀'.repeat(5000))).statusCode).toBe(201);
    expect((await on.send(writer, room, '😀'.repeat(5001))).statusCode).toBe(400);
    expect(told(await on.send(undefined, room, 'x'))).toEqual([401, 'not_signed_in']);
    expect(told(await on.send(writer, absent, 'x'))).toEqual([404, 'channel_not_found']);
  });

  test('edits keep the history; nobody edits messages of others', async () => {
    const { id, clientId } = await on.say(writer, room, '첫 번째 말');
    const edit = (as: Person | undefined, fields: object) =>
      on.ask(as, 'PATCH', `/api/messages/${id}`, fields);
    expect(told(await edit(undefined, { text: '바꿔요' }))).toEqual([401, 'not_signed_in']);
    expect(told(await edit(other, { text: '바꿔요' }))).toEqual([403, 'forbidden']);
    expect(told(await edit(admin, { text: '바꿔요' }))).toEqual([403, 'forbidden']);
    expect(told(await edit(writer, { text: ' ' }))).toEqual([400, 'text_needed']);
    expect((await edit(writer, { text: '첫 번째 말' })).json()).not.toHaveProperty('editedAt');
    const edited = (await edit(writer, { text: '두 번째 말' })).json<Message>();
    expect(edited).toMatchObject({ text: '두 번째 말', editedAt: expect.any(String), clientId });
    const history = (await on.ask(undefined, 'GET', `/api/messages/${id}/history`)).json<Edit[]>();
    expect(history.map(({ text }) => text)).toEqual(['첫 번째 말', '두 번째 말']);
    expect((await on.events(room)).at(-1)).toMatchObject({
      type: 'edited',
      data: { id, text: '두 번째 말' },
    });
    const found = (
      await on.ask(undefined, 'GET', `/api/messages?search=${encodeURIComponent('두 번째')}&channel=${room}`)
    ).json<FoundMessage[]>();
    expect(found.map(({ message }) => message.id)).toEqual([id]);
  });

  test('a deletion leaves only the number; staff need a reason, strangers are refused', async () => {
    const message = await on.say(writer, room, '지울 말');
    await on.say(other, room, { text: '그러게요', replyTo: message.id });
    const remove = (as: Person | undefined, id: string, body?: object) =>
      on.ask(as, 'DELETE', `/api/messages/${id}`, body);
    expect(told(await remove(undefined, message.id))).toEqual([401, 'not_signed_in']);
    expect(told(await remove(other, message.id))).toEqual([403, 'forbidden']);
    await on.ask(writer, 'PATCH', `/api/messages/${message.id}`, { text: '고친 말' });
    expect((await remove(writer, message.id)).statusCode).toBe(204);
    expect(told(await remove(writer, message.id))).toEqual([404, 'message_not_found']);
    expect((await on.ask(undefined, 'GET', `/api/messages/${message.id}`)).json()).toMatchObject({
      state: 'deleted',
      text: '',
    });
    expect(told(await on.ask(undefined, 'GET', `/api/messages/${message.id}/history`))).toEqual([
      404,
      'message_not_found',
    ]);
    const { rows } = await server.runtime.pool.query(
      `select text, search_text from channel_message where id = $1`,
      [message.id],
    );
    expect(rows).toEqual([{ text: '', search_text: '' }]);
    // It is removed from stored events, too.
    const pushed = JSON.stringify(await on.events(room));
    expect(['지울 말', '고친 말'].filter((text) => pushed.includes(text))).toEqual([]);

    const rude = await on.say(writer, room, '험한 말');
    expect(told(await remove(admin, rude.id))).toEqual([400, 'reason_needed']);
    expect((await remove(admin, rude.id, { reason: '욕설' })).statusCode).toBe(204);
    expect((await on.ask(writer, 'GET', `/api/messages/${rude.id}`)).json()).toMatchObject({
      state: 'hidden',
      text: '',
    });
    expect((await on.events(room)).at(-1)).toMatchObject({ type: 'deleted', data: { state: 'hidden' } });
  });

  test('replies quote, threads count, and both notify the authors they answer', async () => {
    const asker = await server.signUp();
    const root = await on.say(asker, room, '어떤 접착제가 좋을까요?');
    const reply = await on.say(writer, room, { text: '목공풀이요', replyTo: root.id });
    expect(reply).toMatchObject({
      threadId: null,
      replyTo: { id: root.id, text: '어떤 접착제가 좋을까요?', author: { id: asker.id } },
    });
    expect(await on.news(asker)).toEqual(['channel_reply']);
    const inThread = await on.say(writer, room, { text: '에폭시도요', threadId: root.id });
    const deeper = await on.say(other, room, { text: '저도요', replyTo: inThread.id });
    expect([inThread.threadId, deeper.threadId]).toEqual([root.id, root.id]);
    expect((await on.ask(undefined, 'GET', `/api/messages/${root.id}`)).json()).toMatchObject({
      replies: 2,
      lastReplyAt: deeper.createdAt,
    });
    const thread = await on.read(undefined, room, `?thread=${root.id}`);
    expect(thread.map(({ id }) => id)).toEqual([inThread.id, deeper.id]);
    await on.ask(other, 'DELETE', `/api/messages/${deeper.id}`);
    expect((await on.ask(undefined, 'GET', `/api/messages/${root.id}`)).json()).toMatchObject({
      replies: 1,
    });
    await on.ask(asker, 'DELETE', `/api/messages/${root.id}`);
    expect((await on.ask(undefined, 'GET', `/api/messages/${reply.id}`)).json()).toMatchObject({
      replyTo: { id: root.id, text: '' },
    });
    expect(told(await on.send(writer, room, { text: '다시', replyTo: root.id }))).toEqual([
      404,
      'message_not_found',
    ]);
  });

  test('a message deleted while a reply waits is not quoted', async () => {
    const { id } = await on.channel(admin);
    const message = await on.say(writer, id, '잘못 쓴 전화번호');
    const { pool } = server.runtime;
    const taking = await pool.connect();
    await taking.query('begin');
    await taking.query(`select from channel where id = $1 for update`, [id]);
    const replying = on.send(other, id, { text: '네', replyTo: message.id });
    const waiting = async () => {
      const { rows } = await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length;
    };
    await expect.poll(waiting).toBe(1);
    await taking.query(`update channel_message set state = 'deleted', text = '' where id = $1`, [message.id]);
    await taking.query('commit');
    taking.release();
    const answer = await replying;
    expect(told(answer)).toEqual([404, 'message_not_found']);
    expect(answer.json()).toMatchObject({ fields: { replyTo: expect.any(String) } });
  });

  test('reactions count once per person, and can be removed', async () => {
    const { id } = await on.say(writer, room, '다 만들었어요');
    const react = (as: Person | undefined, emoji: string, method = 'POST') =>
      on.ask(as, method, `/api/messages/${id}/reactions`, { emoji });
    expect((await react(other, '👍')).json()).toEqual({
      reactions: [{ emoji: '👍', count: 1, mine: true }],
    });
    expect((await react(other, '👍')).json()).toEqual({
      reactions: [{ emoji: '👍', count: 1, mine: true }],
    });
    expect((await react(writer, '👨‍👩‍👧')).statusCode).toBe(200);
    expect((await on.ask(undefined, 'GET', `/api/messages/${id}`)).json()).toMatchObject({
      reactions: [
        { emoji: '👍', count: 1, mine: false },
        { emoji: '👨‍👩‍👧', count: 1, mine: false },
      ],
    });
    for (const wrong of ['좋아요', '👍👍', '', '<b>']) {
      expect((await react(other, wrong)).json()).toMatchObject({ fields: { emoji: expect.any(String) } });
    }
    expect(told(await react(undefined, '👍'))).toEqual([401, 'not_signed_in']);
    expect((await react(other, '👍', 'DELETE')).json()).toMatchObject({
      reactions: [{ emoji: '👨‍👩‍👧' }],
    });
    const kinds = [
      '😀',
      '😃',
      '😄',
      '😁',
      '😆',
      '😅',
      '🤣',
      '😂',
      '🙂',
      '🙃',
      '😉',
      '😊',
      '😇',
      '🥰',
      '😍',
      '🤩',
      '😘',
      '😗',
      '😚',
    ];
    for (const kind of kinds) expect((await react(other, kind)).statusCode).toBe(200);
    expect(told(await react(other, '😎'))).toEqual([409, 'too_many_reactions']);
    expect(told(await on.ask(other, 'POST', `/api/messages/${absent}/reactions`, { emoji: '👍' }))).toEqual([
      404,
      'message_not_found',
    ]);
  });

  test('after many edits the last versions are returned, oldest first', async () => {
    const { id, channelId, seq } = await on.say(writer, room, '끝없이 고친 말');
    await server.runtime.pool.query(
      `insert into channel_message_edit (channel_id, seq, number, text, at)
       select $1, $2, number, number::text, now() from generate_series(1, 200) as number`,
      [channelId, seq],
    );
    const history = (await on.ask(undefined, 'GET', `/api/messages/${id}/history`)).json<Edit[]>();
    expect([history.length, history[0]?.text, history.at(-1)?.text]).toEqual([51, '151', '끝없이 고친 말']);
  });

  test('only moderators pin in public channels', async () => {
    const { id } = await on.channel(admin);
    const one = await on.say(writer, id, '규칙이에요');
    const two = await on.say(writer, id, '링크 모음');
    const pin = (as: Person | undefined, message: string, method = 'POST') =>
      on.ask(as, method, `/api/messages/${message}/pin`);
    expect(told(await pin(writer, one.id))).toEqual([403, 'forbidden']);
    for (const each of [one, two, one]) expect((await pin(admin, each.id)).statusCode).toBe(204);
    const pins = (await on.ask(undefined, 'GET', `/api/channels/${id}/pins`)).json<Message[]>();
    expect(pins.map((message) => [message.id, message.isPinned])).toEqual([
      [two.id, true],
      [one.id, true],
    ]);
    expect((await pin(admin, two.id, 'DELETE')).statusCode).toBe(204);
    await on.ask(writer, 'DELETE', `/api/messages/${one.id}`);
    expect((await on.ask(undefined, 'GET', `/api/channels/${id}/pins`)).json()).toEqual([]);
    expect((await on.events(id)).map(({ type }) => type)).toEqual([
      'message',
      'message',
      'pinned',
      'pinned',
      'pinned',
      'deleted',
    ]);
  });

  test('as many are pinned as a reader can look through', async () => {
    const { id } = await on.channel(admin);
    const pinned = [];
    for (let number = 0; number <= communityLimits.pins; number += 1) {
      const said = await on.say(admin, id, `규칙 ${number}`);
      pinned.push(await on.ask(admin, 'POST', `/api/messages/${said.id}/pin`));
    }
    expect(pinned.slice(0, -1).every(({ statusCode }) => statusCode === 204)).toBe(true);
    expect(told(pinned.at(-1)!)).toEqual([409, 'too_many_pins']);
    const pins = (await on.ask(undefined, 'GET', `/api/channels/${id}/pins`)).json<Message[]>();
    expect(pins).toHaveLength(communityLimits.pins);
  });

  test('after 60 at once the sender is rate limited, with the time to wait', async () => {
    const slow = await startTestServer();
    try {
      const there = talkingOn(slow);
      const fast = await slow.signUp();
      const { id } = await there.channel(await slow.signUp({ isAdmin: true }));
      const answers = await Promise.all(Array.from({ length: 61 }, () => there.send(fast, id, 'x')));
      expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(60);
      const refused = answers.find(({ statusCode }) => statusCode === 429);
      expect(refused?.json()).toMatchObject({ code: 'rate_limited' });
      expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    } finally {
      await slow.close();
    }
  });
});

describe('mentions', () => {
  test('are suggested by the beginning of a name, notified once, and counted until they are read', async () => {
    const { id } = await on.channel(admin);
    const named = await server.signUp();
    const suggest = async (as: Person, search: string) =>
      (await on.ask(as, 'GET', `/api/channels/${id}/people?search=${encodeURIComponent(search)}`)).json<
        { username: string }[]
      >();
    expect((await suggest(writer, named.username)).map(({ username }) => username)).toContain(named.username);
    expect(told(await on.ask(undefined, 'GET', `/api/channels/${id}/people`))).toEqual([
      401,
      'not_signed_in',
    ]);
    await on.ask(named, 'PUT', `/api/channels/${id}/read`, { seq: 0 });
    const said = await on.say(
      writer,
      id,
      `@${named.username} 봐 주세요. @${named.username} \`@${other.username}\``,
    );
    expect(said.mentions.map((person) => person.id)).toEqual([named.id]);
    expect(await on.news(named)).toEqual(['channel_mention']);
    expect(await on.channelOf(named, id)).toMatchObject({ unread: 1, mentions: 1 });
    const edited = await on.ask(writer, 'PATCH', `/api/messages/${said.id}`, {
      text: `@${named.username} @${other.username}`,
    });
    expect(
      edited
        .json<Message>()
        .mentions.map((person) => person.id)
        .toSorted(),
    ).toEqual([named.id, other.id].toSorted());
    expect(await on.news(named)).toEqual(['channel_mention']);
    expect(await on.news(other)).toContain('channel_mention');
  });

  test('that are removed and added again do not notify twice, nor people without access', async () => {
    const { id } = await on.channel(admin);
    const [named, shutOut] = [await server.signUp(), await server.signUp()];
    await on.restrict(admin, shutOut, { kind: 'ban', channelId: id });
    const said = await on.say(writer, id, '누구를 부를까요');
    const edit = (text: string) => on.ask(writer, 'PATCH', `/api/messages/${said.id}`, { text });
    await edit(`@${named.username} @${shutOut.username}`);
    const { rows } = await server.runtime.pool.query<{ later: boolean }>(
      `select run_at > now() + interval '1 minute' as later from graphile_worker.jobs
       where task_identifier = 'notifications.mail' order by id desc limit 1`,
    );
    expect(rows).toEqual([{ later: true }]);
    await edit('아무도 아니에요');
    await edit(`@${named.username} 다시`);
    expect(await on.news(named)).toEqual(['channel_mention']);
    expect(await on.news(shutOut)).toEqual(['channel_banned']);
  });

  test('of everyone are for staff only', async () => {
    const { id } = await on.channel(admin);
    const reader = await server.signUp();
    await on.ask(reader, 'PUT', `/api/channels/${id}/read`, { seq: 0 });
    expect(await on.say(writer, id, '@everyone 모두 보세요')).toMatchObject({ mentionsEveryone: false });
    const { seq } = await on.say(admin, id, '@모두 점검이 있어요');
    const tell = allJobs(server.runtime)['community.tell_everyone'] as (job: object) => Promise<void>;
    await tell({ channelId: id, seq });
    await tell({ channelId: id, seq });
    expect(await on.news(reader)).toEqual(['channel_everyone']);
    const list = (await on.ask(reader, 'GET', '/api/user/notifications')).json<
      { text: string; path: string }[]
    >();
    expect(list[0]?.text).toContain('방');
    expect(list[0]?.path).toMatch(new RegExp(`^/remote-support/room-.*/${seq}$`));
  });
});

describe('read positions', () => {
  test('are stored for a limited number of devices, and the overall position survives', async () => {
    const { id } = await on.channel(admin);
    for (const text of ['하나', '둘', '셋']) await on.say(admin, id, text);
    const read = (device: string, seq: number) =>
      on.ask(other, 'PUT', `/api/channels/${id}/read`, { seq, device });
    expect((await read('furthest', 3)).statusCode).toBe(200);
    for (let number = 0; number < 30; number += 1) await read(`browser ${number}`, 1);
    const { rows } = await server.runtime.pool.query<{ device: string }>(
      'select device from channel_read where channel_id = $1 and person_id = $2',
      [id, other.id],
    );
    expect(rows).toHaveLength(20);
    expect(rows.map(({ device }) => device)).toEqual(expect.arrayContaining(['furthest', 'browser 29']));
    expect(await on.channelOf(other, id)).toMatchObject({ unread: 0, readSeq: 3 });
  });

  test('are stored per device; a message read on one is unread on none', async () => {
    const { id } = await on.channel(admin);
    expect(await on.channelOf(other, id)).toMatchObject({ unread: 0 });
    await on.ask(other, 'PUT', `/api/channels/${id}/read`, { seq: 0, device: 'phone' });
    for (let index = 0; index < 3; index++) await on.say(writer, id, `${index}`);
    await on.say(other, id, '내 말은 읽은 말이에요');
    expect(await on.channelOf(other, id, 'phone')).toMatchObject({ unread: 3, readSeq: 0 });
    const marked = await on.ask(other, 'PUT', `/api/channels/${id}/read`, { seq: 2, device: 'desk' });
    expect(marked.json()).toEqual({ readSeq: 2, unread: 1, mentions: 0 });
    expect(await on.channelOf(other, id, 'phone')).toMatchObject({ unread: 1, readSeq: 0 });
    expect(await on.channelOf(other, id, 'desk')).toMatchObject({ unread: 1, readSeq: 2 });
    expect(await on.channelOf(other, id)).toMatchObject({ unread: 1, readSeq: 2 });
    const back = await on.ask(other, 'PUT', `/api/channels/${id}/read`, { seq: 1, device: 'desk' });
    expect(back.json()).toMatchObject({ readSeq: 2 });
    const beyond = await on.ask(other, 'PUT', `/api/channels/${id}/read`, { seq: 99, device: 'desk' });
    expect(beyond.json()).toEqual({ readSeq: 4, unread: 0, mentions: 0 });
    expect(told(await on.ask(undefined, 'PUT', `/api/channels/${id}/read`, { seq: 1 }))).toEqual([
      401,
      'not_signed_in',
    ]);
    expect((await on.ask(other, 'PUT', `/api/channels/${id}/read`, { seq: -1 })).json()).toMatchObject({
      fields: { seq: expect.any(String) },
    });
  });

  test('search finds words in any order, Korean ones too, in readable channels only', async () => {
    const secret = await on.privateChannel([writer, other]);
    const { id } = await on.channel(admin);
    const open = await on.say(writer, id, '필라멘트가 자꾸 끊어져요. ABS예요.');
    const closed = await on.say(writer, secret, '필라멘트 비밀이에요');
    const search = async (as: Person | undefined, words: string, more = '') =>
      (await on.ask(as, 'GET', `/api/messages?search=${encodeURIComponent(words)}${more}`)).json<
        FoundMessage[]
      >();
    const ids = (found: FoundMessage[]) => found.map(({ message }) => message.id);
    expect(ids(await search(undefined, 'abs 필라멘트'))).toEqual([open.id]);
    expect(ids(await search(other, '필라멘트'))).toEqual([closed.id, open.id]);
    expect(ids(await search(admin, '필라멘트'))).toEqual([open.id]);
    expect(ids(await search(other, '필라멘트', `&before=${closed.id}`))).toEqual([open.id]);
    expect(ids(await search(other, '필라멘트', `&author=${other.username}`))).toEqual([]);
    expect((await search(undefined, '끊어져'))[0]?.channel).toMatchObject({ id, name: '방' });
    expect(ids(await search(undefined, '%'))).toEqual([]);
    expect((await on.ask(undefined, 'GET', '/api/messages?search=')).json()).toMatchObject({
      fields: { search: expect.any(String) },
    });
  });

  test('a private channel does not exist for others, staff included, nor for members who left', async () => {
    const id = await on.privateChannel([writer, other]);
    const message = await on.say(writer, id, `우리끼리 @${admin.username} @${other.username}`);
    expect(message.mentions.map((person) => person.id)).toEqual([other.id]);
    for (const stranger of [undefined, admin]) {
      for (const [method, url, body] of [
        ['GET', `/api/channels/${id}`],
        ['GET', `/api/channels/${id}/messages`],
        ['GET', `/api/channels/${id}/pins`],
        ['GET', `/api/messages/${message.id}`],
        ['GET', `/api/messages/${message.id}/history`],
      ] as [string, string, object?][]) {
        expect((await on.ask(stranger, method, url, body)).statusCode).toBe(404);
      }
    }
    for (const [method, url, body] of [
      ['POST', `/api/channels/${id}/messages`, { text: 'x' }],
      ['PUT', `/api/channels/${id}/read`, { seq: 1 }],
      ['POST', `/api/channels/${id}/typing`, {}],
      ['POST', `/api/channels/${id}/presence`, {}],
      ['DELETE', `/api/channels/${id}/membership`],
      ['POST', `/api/messages/${message.id}/reactions`, { emoji: '👍' }],
      ['POST', `/api/messages/${message.id}/pin`],
      ['DELETE', `/api/messages/${message.id}`, { reason: 'x' }],
      ['POST', `/api/messages/${message.id}/reports`, { reason: 'spam' }],
      ['PATCH', `/api/channels/${id}`, { reason: 'x', name: '가로채기' }],
    ] as [string, string, object?][]) {
      expect([url, (await on.ask(admin, method, url, body)).statusCode]).toEqual([url, 404]);
    }
    const mine = (await on.ask(other, 'GET', '/api/channels')).json<Channel[]>();
    expect(mine.find((channel) => channel.id === id)).toMatchObject({
      unread: 1,
      mentions: 1,
      members: [{ id: writer.id }, { id: other.id }],
      can: { write: true, pin: true, moderate: false },
    });
    await on.ask(other, 'PUT', `/api/channels/${id}/read`, { seq: 1 });
    expect((await on.events(id)).at(-1)).toMatchObject({
      type: 'read',
      data: { personId: other.id, readSeq: 1 },
    });
    expect((await on.ask(other, 'DELETE', `/api/channels/${id}/membership`)).statusCode).toBe(204);
    expect(told(await on.ask(other, 'GET', `/api/channels/${id}/messages`))).toEqual([
      404,
      'channel_not_found',
    ]);
    // A public channel has no members who could leave it.
    expect(told(await on.ask(writer, 'DELETE', `/api/channels/${room}/membership`))).toEqual([
      404,
      'channel_not_found',
    ]);
  });

  test('a person who is banned everywhere learns nothing about private channels', async () => {
    const banned = await server.signUp();
    const ban = (await on.restrict(admin, banned, { kind: 'ban' })).json<Sanction>();
    const secret = await on.say(writer, await on.privateChannel([writer, other]), '우리끼리');
    const open = await on.say(writer, room, '모두에게');
    const read = async (id: string) => told(await on.ask(banned, 'GET', `/api/messages/${id}`));
    expect(await read(secret.id)).toEqual(await read(absent));
    expect(await read(open.id)).toEqual([403, 'banned']);
    await on.ask(admin, 'DELETE', `/api/sanctions/${ban.id}`, { reason: '끝' });
  });

  test('links to resources and services have cards with public data', async () => {
    const resource = async (state: string) => {
      const made = await on.ask(writer, 'POST', '/api/resources', {
        title: `도면 ${state}`,
        category: 'other',
        state,
      });
      return made.json<{ id: string }>().id;
    };
    const [published, draft] = [await resource('published'), await resource('draft')];
    const said = await on.say(
      writer,
      room,
      `http://gongbang.test/resources/${published} 그리고 /resources/${draft} https://evil.example/resources/${published}`,
    );
    expect(said.cards).toEqual([
      { kind: 'resource', id: published, title: '도면 published', path: `/resources/${published}` },
    ]);
    expect((await on.ask(undefined, 'GET', `/api/messages/${said.id}`)).json()).toMatchObject({
      cards: said.cards,
    });
  });
});

describe('files', () => {
  test('are attached to a message: pictures re-encoded, others unchanged, deleted with the message', async () => {
    const png = await sharp({ create: { width: 600, height: 300, channels: 3, background: '#246' } })
      .png()
      .toBuffer();
    const picture = await on.upload(writer, '사진.png', png);
    const text = await on.upload(writer, 'note.txt', Buffer.from('조립 메모'));
    const said = { clientId: 'with files', text: '', attachments: [picture, text] };
    const made = await on.say(writer, room, said);
    expect(made.attachments).toMatchObject([
      { name: '사진.png', picture: { width: 600, height: 300, widths: [480, 600] } },
      { name: 'note.txt', picture: null },
    ]);
    expect(await on.say(writer, room, said)).toEqual(made);
    const [image, note] = made.attachments;
    const file = await on.ask(undefined, 'GET', note?.url ?? '');
    expect([file.statusCode, file.body]).toEqual([200, '조립 메모']);
    expect(file.headers['content-disposition']).toContain('attachment');
    const shown = await on.ask(undefined, 'GET', `/api/message-images/${image?.id}/480.webp`);
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp']);
    const wide = await on.ask(undefined, 'GET', `/api/message-images/${image?.id}/481.webp`);
    expect((await sharp(wide.rawPayload).metadata()).width).toBe(600);
    // Files of other people cannot be attached.
    const foreign = await on.upload(other, 'x.txt', Buffer.from('x'));
    expect((await on.send(writer, room, { text: 'x', attachments: [foreign] })).json()).toMatchObject({
      fields: { 'attachments[0]': expect.any(String) },
    });
    await on.ask(writer, 'DELETE', `/api/messages/${made.id}`);
    expect((await on.ask(writer, 'GET', note?.url ?? '')).statusCode).toBe(404);
  });

  test('of a person who cannot write are not processed', async () => {
    const loud = await server.signUp();
    await on.restrict(admin, loud, { channelId: room });
    const file = await on.upload(loud, 'a.txt', Buffer.from('a'));
    expect(told(await on.send(loud, room, { text: 'x', attachments: [file] }))).toEqual([403, 'muted']);
    const { rows } = await server.runtime.pool.query(`select from kept_file where id = $1`, [file]);
    expect(rows).toEqual([]);
  });

  test('of a private channel are visible to its members only', async () => {
    const id = await on.privateChannel([writer, other]);
    const made = await on.say(writer, id, {
      text: 'x',
      attachments: [await on.upload(writer, 'a.txt', Buffer.from('a'))],
    });
    const url = made.attachments[0]?.url ?? '';
    const statuses = await Promise.all(
      [undefined, admin, other].map(async (as) => (await on.ask(as, 'GET', url)).statusCode),
    );
    expect(statuses).toEqual([404, 404, 200]);
  });
});

describe('questions', () => {
  test('have a title and tags, are answered, solved by their author, and found', async () => {
    const asker = await server.signUp();
    const { id } = await on.channel(admin, { kind: 'questions' });
    const asked = await on.say(asker, id, {
      text: '0.2 mm로 출력하면 첫 층이 떠요.',
      title: '첫 층이 떠요',
      tags: ['#3D프린터', '3d프린터', 'PLA'],
    });
    expect(asked.question).toEqual({ title: '첫 층이 떠요', tags: ['3d프린터', 'pla'], acceptedId: null });
    const plain = await on.say(asker, id, '# 베드 온도\n몇 도가 좋나요?');
    expect(plain.question?.title).toBe('베드 온도');
    const answer = await on.say(writer, id, { text: '베드를 닦아 보세요', replyTo: asked.id });
    expect(answer).toMatchObject({ threadId: asked.id, question: null });
    expect(await on.news(asker)).toEqual(['question_answered']);
    const accept = (as: Person | undefined, message: string, method = 'POST') =>
      on.ask(as, method, `/api/messages/${message}/accept`);
    expect(told(await accept(undefined, answer.id))).toEqual([401, 'not_signed_in']);
    expect(told(await accept(writer, answer.id))).toEqual([403, 'forbidden']);
    expect(told(await accept(asker, asked.id))).toEqual([409, 'not_an_answer']);
    expect((await accept(asker, answer.id)).json()).toMatchObject({
      id: asked.id,
      question: { acceptedId: answer.id },
    });
    expect((await on.ask(undefined, 'GET', `/api/messages/${answer.id}`)).json()).toMatchObject({
      isAccepted: true,
    });
    expect(await on.news(writer)).toContain('answer_accepted');

    const list = async (query: string) => {
      const found = await on.ask(undefined, 'GET', `/api/channels/${id}/questions?${query}`);
      return found.json<Question[]>().map(({ title }) => title);
    };
    expect(await list('')).toEqual(['베드 온도', '첫 층이 떠요']);
    expect(await list('solved=true')).toEqual(['첫 층이 떠요']);
    expect(await list('solved=false')).toEqual(['베드 온도']);
    expect(await list('tag=PLA')).toEqual(['첫 층이 떠요']);
    expect(await list(`search=${encodeURIComponent('온도')}`)).toEqual(['베드 온도']);
    const counted = await on.ask(undefined, 'GET', `/api/channels/${id}/questions?limit=1`);
    expect(counted.headers['x-total-count']).toBe('2');
    expect((await on.ask(undefined, 'GET', `/api/channels/${id}/tags`)).json()).toEqual([
      { tag: '3d프린터', count: 1 },
      { tag: 'pla', count: 1 },
    ]);
    // A deleted answer cannot stay accepted.
    await on.ask(writer, 'DELETE', `/api/messages/${answer.id}`);
    expect(await list('solved=true')).toEqual([]);
    expect((await on.events(id)).slice(-2)).toMatchObject([
      { type: 'deleted' },
      { type: 'accepted', data: { id: asked.id, acceptedId: null } },
    ]);
    expect(told(await on.ask(undefined, 'GET', `/api/channels/${room}/questions`))).toEqual([
      409,
      'not_questions',
    ]);
  });

  test('keep their tags when their title is edited, and the other way round; an edit without a change is none', async () => {
    const { id } = await on.channel(admin, { kind: 'questions' });
    const asked = await on.say(writer, id, { text: '첫 층이 떠요.', title: '첫 층', tags: ['pla'] });
    const edit = async (fields: object) =>
      (await on.ask(writer, 'PATCH', `/api/messages/${asked.id}`, fields)).json<Message>();
    const { question, text } = await edit({ title: '첫 층이 떠요' });
    expect([question, text]).toEqual([
      { title: '첫 층이 떠요', tags: ['pla'], acceptedId: null },
      '첫 층이 떠요.',
    ]);
    expect((await edit({ tags: ['petg'] })).question).toMatchObject({
      title: '첫 층이 떠요',
      tags: ['petg'],
    });
    const events = (await on.events(id)).length;
    await edit({ title: '첫 층이 떠요', tags: ['petg'], text: '첫 층이 떠요.' });
    expect((await on.events(id)).length).toBe(events);
    const history = (await on.ask(undefined, 'GET', `/api/messages/${asked.id}/history`)).json<Edit[]>();
    expect(history).toHaveLength(3);
    // A message of a channel has no title, whatever is sent.
    const plain = await on.say(writer, room, '그냥 말');
    const changed = await on.ask(writer, 'PATCH', `/api/messages/${plain.id}`, {
      title: '제목',
      text: '다른 말',
    });
    expect(changed.json<Message>().question).toBeNull();
  });

  test('are solved by one answer at a time, which can be taken back; twice is once', async () => {
    const asker = await server.signUp();
    const helper = await server.signUp();
    const { id } = await on.channel(admin, { kind: 'questions' });
    const asked = await on.say(asker, id, { text: '왜 휘나요?', title: '휨' });
    const first = await on.say(helper, id, { text: '베드를 데워요', replyTo: asked.id });
    const own = await on.say(asker, id, { text: '닦으니 됐어요', replyTo: asked.id });
    const accept = async (as: Person, message: string, method = 'POST') =>
      (await on.ask(as, method, `/api/messages/${message}/accept`)).json<Message>().question?.acceptedId;
    expect(await accept(admin, first.id)).toBe(first.id);
    expect(await accept(asker, first.id)).toBe(first.id);
    expect((await on.news(helper)).filter((what) => what === 'answer_accepted')).toHaveLength(1);
    // An answer of one's own is no news.
    expect(await accept(asker, own.id)).toBe(own.id);
    expect(await on.news(asker)).not.toContain('answer_accepted');
    // Taking back an answer that is no longer the accepted one changes nothing.
    expect(await accept(asker, first.id, 'DELETE')).toBe(own.id);
    expect(await accept(asker, own.id, 'DELETE')).toBeNull();
    await on.ask(asker, 'DELETE', `/api/messages/${asked.id}`);
    const late = await on.ask(admin, 'POST', `/api/messages/${first.id}/accept`);
    expect(told(late)).toEqual([404, 'message_not_found']);
    const elsewhere = await on.say(writer, room, '질문이 아니에요');
    expect(told(await on.ask(admin, 'POST', `/api/messages/${elsewhere.id}/accept`))).toEqual([
      409,
      'not_an_answer',
    ]);
  });

  test('reveal neither title nor tags when hidden', async () => {
    const { id } = await on.channel(admin, { kind: 'questions' });
    const asked = await on.say(writer, id, { text: '내용', title: '험한 제목', tags: ['험한말'] });
    await on.ask(admin, 'DELETE', `/api/messages/${asked.id}`, { reason: '욕설' });
    const [hidden] = await on.read(undefined, id);
    expect(hidden).toMatchObject({ state: 'hidden', question: { title: '', tags: [], acceptedId: null } });
    expect(JSON.stringify(await on.events(id))).not.toContain('험한');
  });
});

describe('moderation', () => {
  test('a muted person reads and cannot write, in one channel or everywhere, until it is lifted', async () => {
    const loud = await server.signUp();
    const { id } = await on.channel(admin);
    expect(told(await on.restrict(writer, loud, {}))).toEqual([403, 'forbidden']);
    expect(told(await on.restrict(admin, admin, {}))).toEqual([409, 'cannot_sanction']);
    expect(told(await on.restrict(admin, loud, { username: 'nobody-at-all' }))).toEqual([
      404,
      'person_not_found',
    ]);
    expect(told(await on.restrict(admin, loud, { channelId: absent }))).toEqual([404, 'channel_not_found']);
    expect((await on.restrict(admin, loud, { reason: ' ' })).json()).toMatchObject({
      fields: { reason: expect.any(String) },
    });
    const made = await on.restrict(admin, loud, { channelId: id, minutes: 10 });
    expect([made.statusCode, made.json()]).toMatchObject([
      201,
      { kind: 'mute', person: { id: loud.id }, channel: { id }, reason: '도배', by: admin.username },
    ]);
    const refused = await on.send(loud, id, 'x');
    expect([refused.statusCode, refused.json()]).toMatchObject([
      403,
      { code: 'muted', reason: '도배', until: expect.any(String) },
    ]);
    expect(await on.channelOf(loud, id)).toMatchObject({
      can: { write: false },
      obstacle: { code: 'muted', until: expect.any(String) },
    });
    expect(await on.read(loud, id)).toEqual([]);
    expect((await on.send(loud, room, 'x')).statusCode).toBe(201);
    expect(await on.news(loud)).toEqual(['channel_muted']);
    const listed = (await on.ask(admin, 'GET', `/api/sanctions?channel=${id}`)).json<Sanction[]>();
    expect(listed.map((each) => each.id)).toEqual([made.json<Sanction>().id]);
    const lift = () =>
      on.ask(admin, 'DELETE', `/api/sanctions/${made.json<Sanction>().id}`, { reason: '오해였어요' });
    expect((await lift()).statusCode).toBe(204);
    expect(told(await lift())).toEqual([404, 'sanction_not_found']);
    expect((await on.send(loud, id, 'x')).statusCode).toBe(201);
    await on.restrict(admin, loud, { minutes: 5 });
    expect(told(await on.send(loud, room, 'x'))).toEqual([403, 'muted']);
    await server.runtime.pool.query(
      `update channel_sanction set until = now() - interval '1 second' where person_id = $1`,
      [loud.id],
    );
    expect((await on.send(loud, room, 'x')).statusCode).toBe(201);
  });

  test('of concurrent sanctions one is stored, so that lifting it is enough', async () => {
    const loud = await server.signUp();
    const { id } = await on.channel(admin);
    await Promise.all(Array.from({ length: 6 }, () => on.restrict(admin, loud, { channelId: id })));
    const listed = (await on.ask(admin, 'GET', `/api/sanctions?channel=${id}`)).json<Sanction[]>();
    expect(listed).toHaveLength(1);
  });

  test('a banned person can neither read nor write', async () => {
    const rude = await server.signUp();
    const { id } = await on.channel(admin);
    const said = await on.say(rude, id, 'x');
    await on.restrict(admin, rude, { kind: 'ban', channelId: id });
    for (const [method, url, body] of [
      ['GET', `/api/channels/${id}/messages`],
      ['GET', `/api/channels/${id}`],
      ['GET', `/api/messages/${said.id}`],
      ['POST', `/api/channels/${id}/messages`, { text: 'x' }],
      ['PATCH', `/api/messages/${said.id}`, { text: 'y' }],
      ['POST', `/api/channels/${id}/typing`, {}],
    ] as [string, string, object?][]) {
      expect(told(await on.ask(rude, method, url, body))).toEqual([403, 'banned']);
    }
    const found = await on.ask(rude, 'GET', `/api/messages?search=x&channel=${id}`);
    expect(found.json()).toEqual([]);
    expect((await on.send(rude, room, 'x')).statusCode).toBe(201);
  });

  test('in slow mode everyone except staff waits between two messages', async () => {
    const { id } = await on.channel(admin, { slowSeconds: 30 });
    await on.say(writer, id, '하나');
    const refused = await on.send(writer, id, '둘');
    expect(told(refused)).toEqual([429, 'slow_mode']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(20);
    expect((await on.send(other, id, '저는 처음이에요')).statusCode).toBe(201);
    for (const text of ['운영자', '운영자 또']) expect((await on.send(admin, id, text)).statusCode).toBe(201);
  });

  test('a banned word is refused by name, until it is allowed again', async () => {
    const ban = await on.ask(admin, 'POST', '/api/banned-words', { word: '돈벼락', reason: '광고' });
    expect(ban.statusCode).toBe(201);
    const again = await on.ask(admin, 'POST', '/api/banned-words', { word: '돈벼락', reason: '광고' });
    expect(again.json()).toEqual(ban.json());
    const refused = await on.send(writer, room, '여기서 돈\u200b벼락 맞으세요');
    expect([refused.statusCode, refused.json()]).toMatchObject([
      400,
      {
        code: 'banned_words',
        words: ['돈벼락'],
        message: '내용에 쓸 수 없는 말이 있어요: 돈벼락',
        fields: { text: '내용에 쓸 수 없는 말이 있어요: 돈벼락' },
      },
    ]);
    const said = await on.say(writer, room, '괜찮은 말');
    const edited = await on.ask(writer, 'PATCH', `/api/messages/${said.id}`, { text: '돈벼락' });
    expect(told(edited)).toEqual([400, 'banned_words']);
    const { id } = ban.json<{ id: string }>();
    const allow = () => on.ask(admin, 'DELETE', `/api/banned-words/${id}`, { reason: '실수' });
    expect((await allow()).statusCode).toBe(204);
    expect(told(await allow())).toEqual([404, 'word_not_found']);
    expect((await on.send(writer, room, '돈벼락')).statusCode).toBe(201);
    expect((await on.ask(admin, 'GET', '/api/banned-words')).json()).toEqual([]);
  });

  test('an undo allows a word or bans it again, unless someone has done so since', async () => {
    const newest = async () => {
      const [entry] = (await on.ask(admin, 'GET', '/api/admin/audit?limit=1')).json<{ id: string }[]>();
      return entry?.id ?? '';
    };
    const undo = async (auditId: string) =>
      (await on.ask(admin, 'POST', '/api/admin/undo', { ids: [auditId] })).json<ManyAnswer>();
    const words = async () =>
      (await on.ask(admin, 'GET', '/api/banned-words')).json<{ id: string; word: string }[]>();
    const ban = () => on.ask(admin, 'POST', '/api/banned-words', { word: '되돌릴말', reason: '광고' });
    const { id } = (await ban()).json<{ id: string }>();
    const banned = await newest();
    expect((await undo(banned)).failed).toEqual([]);
    expect(await words()).toEqual([]);

    const again = (await ban()).json<{ id: string }>();
    expect(again.id).not.toBe(id);
    const bannedAgain = await newest();
    await on.ask(admin, 'DELETE', `/api/banned-words/${again.id}`, { reason: '실수' });
    const allowed = await newest();
    expect((await undo(bannedAgain)).failed).toMatchObject([{ code: 'changed_since' }]);
    expect((await undo(allowed)).failed).toEqual([]);
    expect(await words()).toMatchObject([{ id: again.id, word: '되돌릴말' }]);
    await on.ask(admin, 'DELETE', `/api/banned-words/${again.id}`, { reason: '실수' });
    const allowedAgain = await newest();
    await ban();
    expect((await undo(allowedAgain)).failed).toMatchObject([{ code: 'changed_since' }]);
    for (const word of await words())
      await on.ask(admin, 'DELETE', `/api/banned-words/${word.id}`, { reason: '끝' });
  });

  test('reports reach the moderators, who hide the message', async () => {
    const said = await on.say(writer, room, '신고할 말');
    const report = (as: Person) => on.ask(as, 'POST', `/api/messages/${said.id}/reports`, { reason: 'spam' });
    expect(told(await report(writer))).toEqual([409, 'own_thing']);
    const resolved = await server.hideReported(`/api/messages/${said.id}/reports`, {
      id: said.id,
      reporter: other,
      admin,
    });
    expect([resolved.statusCode, resolved.json()]).toMatchObject([200, { excerpt: '신고할 말' }]);
    expect((await on.ask(other, 'GET', `/api/messages/${said.id}`)).json()).toMatchObject({
      state: 'hidden',
      text: '',
    });
    expect((await on.events(room)).at(-1)).toMatchObject({ type: 'deleted', data: { id: said.id } });
    // What is hidden is reported and hidden once.
    expect(told(await report(other))).toEqual([404, 'message_not_found']);
    const { db } = server.runtime;
    const inTransaction = <Result>(act: (trx: Trx) => Promise<Result>) => db.transaction().execute(act);
    expect(await inTransaction((trx) => hideMessage(trx, said.id))).toBeNull();
    expect(await inTransaction((trx) => hideMessage(trx, absent))).toBeNull();
    expect(await inTransaction((trx) => showMessage(trx, absent))).toBe(false);
    expect(await inTransaction((trx) => showMessage(trx, said.id))).toBe(true);
    expect(await inTransaction((trx) => showMessage(trx, said.id))).toBe(false);
    expect((await on.events(room)).at(-1)).toMatchObject({ type: 'restored', data: { id: said.id } });
    expect((await on.ask(other, 'GET', `/api/messages/${said.id}`)).json()).toMatchObject({
      state: 'shown',
      text: '신고할 말',
    });
  });

  test('an answer that is shown again counts in its thread again', async () => {
    const root = await on.say(writer, room, '시작');
    const reply = await on.say(other, room, { text: '답', threadId: root.id });
    const replies = async () =>
      (await on.ask(undefined, 'GET', `/api/messages/${root.id}`)).json<Message>().replies;
    const { db } = server.runtime;
    await db.transaction().execute((trx) => hideMessage(trx, reply.id));
    expect(await replies()).toBe(0);
    await db.transaction().execute((trx) => showMessage(trx, reply.id));
    expect(await replies()).toBe(1);
  });

  test('messages of a blocked person are folded, and their mentions notify nobody who blocked them', async () => {
    const tired = await server.signUp();
    const pest = await server.signUp();
    const block = (method: string, username: string) => on.ask(tired, method, `/api/user/blocks/${username}`);
    expect(told(await block('PUT', tired.username))).toEqual([409, 'cannot_block']);
    expect(told(await block('PUT', 'nobody-at-all'))).toEqual([404, 'person_not_found']);
    expect((await block('PUT', pest.username)).statusCode).toBe(204);
    expect((await block('PUT', pest.username)).statusCode).toBe(204);
    expect((await on.ask(tired, 'GET', '/api/user/blocks')).json()).toMatchObject([{ id: pest.id }]);
    const mine = await on.say(tired, room, '내 말');
    const said = await on.say(pest, room, { text: `@${tired.username} 야`, replyTo: mine.id });
    expect(said.mentions).toEqual([]);
    expect(await on.news(tired)).toEqual([]);
    const isFolded = async (as: Person | undefined) =>
      (await on.ask(as, 'GET', `/api/messages/${said.id}`)).json<Message>().isFolded;
    expect([await isFolded(tired), await isFolded(other), await isFolded(undefined)]).toEqual([
      true,
      false,
      false,
    ]);
    const suggested = await on.ask(pest, 'GET', `/api/channels/${room}/people?search=${tired.username}`);
    expect(suggested.json()).toEqual([]);
    expect((await block('DELETE', pest.username)).statusCode).toBe(204);
    expect(await isFolded(tired)).toBe(false);
  });
});

describe('all of it', () => {
  test('a banned person can delete their messages, but not one that a moderator hid', async () => {
    const person = await server.signUp();
    const { id } = await on.channel(admin);
    const [first, second] = [await on.say(person, id, '지울 말'), await on.say(person, id, '가려질 말')];
    await on.ask(admin, 'DELETE', `/api/messages/${second.id}`, { reason: '욕설' });
    expect((await on.restrict(admin, person, { kind: 'ban', channelId: id, minutes: null })).statusCode).toBe(
      201,
    );
    expect((await on.ask(other, 'DELETE', `/api/messages/${first.id}`)).statusCode).toBe(403);
    expect((await on.ask(person, 'DELETE', `/api/messages/${first.id}`)).statusCode).toBe(204);
    expect((await on.ask(person, 'DELETE', `/api/messages/${second.id}`)).statusCode).toBe(404);
    expect((await on.read(writer, id)).map(({ state }) => state)).toEqual(['deleted', 'hidden']);
  });

  test('a hidden question and its answers cannot be answered', async () => {
    const asking = await server.signUp();
    for (const take of ['delete', 'hide']) {
      const question = await on.say(asking, 'questions', { title: '왜 휘나요?', text: '출력이 휘어요' });
      const answer = await on.say(writer, 'questions', { text: '베드를 데워요', threadId: question.id });
      await on.ask(take === 'hide' ? admin : asking, 'DELETE', `/api/messages/${question.id}`, {
        reason: 'x',
      });
      for (const below of [{ threadId: question.id }, { replyTo: answer.id }]) {
        const late = await on.send(writer, 'questions', { text: '늦은 답', ...below });
        expect([late.statusCode, late.json()]).toMatchObject([
          404,
          { code: 'message_not_found', fields: { [Object.keys(below)[0]!]: expect.any(String) } },
        ]);
      }
    }
    // A thread in a channel continues without its root.
    const { id } = await on.channel(admin);
    const root = await on.say(asking, id, '시작');
    await on.ask(asking, 'DELETE', `/api/messages/${root.id}`);
    expect((await on.send(writer, id, { text: '이어서', threadId: root.id })).statusCode).toBe(201);
  });

  test('banned words are refused in file names too', async () => {
    const added = await on.ask(admin, 'POST', '/api/banned-words', { word: '나쁜파일말', reason: '시험' });
    expect(added.statusCode).toBe(201);
    const { id } = await on.channel(admin);
    const attachments = [await on.upload(writer, '이건 나쁜파일말이야.txt', Buffer.from('a'))];
    const answer = await on.send(writer, id, { text: '도면', attachments });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      {
        code: 'banned_words',
        words: ['나쁜파일말'],
        fields: { attachments: expect.stringContaining('파일 이름에') },
      },
    ]);
    expect(await on.read(writer, id)).toEqual([]);
  });

  test('notifications of any number of people are written in one statement', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => server.signUp()));
    const { id } = await on.channel(admin);
    const { pool } = server.runtime;
    await pool.query(`create table written (at timestamptz);
      create function note_written() returns trigger language plpgsql as $$ begin insert into written values (now()); return null; end $$;
      create trigger note_written after insert on notification for each statement execute function note_written()`);
    try {
      await on.say(writer, id, people.map(({ username }) => `@${username}`).join(' '));
      expect((await pool.query('select from written')).rowCount).toBe(1);
    } finally {
      await pool.query(
        'drop trigger note_written on notification; drop function note_written; drop table written',
      );
    }
    for (const person of people) expect(await on.news(person)).toEqual(['channel_mention']);
    const { rows } = await pool.query(
      `select count(*)::int as count from graphile_worker._private_jobs as job
       join graphile_worker._private_tasks as task on task.id = job.task_id
       join notification n on n.id::text = job.payload ->> 'id'
       where task.identifier = 'notifications.mail' and n.person_id = any($1) and job.run_at > now() + interval '1 minute'`,
      [people.map((person) => person.id)],
    );
    expect(rows).toEqual([{ count: people.length }]);
  });

  test('clientIds taken concurrently delay no other message', async () => {
    const [here, there] = [await on.channel(admin), await on.channel(admin)];
    const { pool } = server.runtime;
    const names = ['taken 1', 'taken 2', 'taken 3'];
    const holders = await Promise.all(names.map(() => pool.connect()));
    const waiting = async () =>
      (
        await pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rowCount;
    try {
      for (const [index, holder] of holders.entries()) {
        await holder.query('begin');
        await holder.query(
          `insert into channel_message (channel_id, seq, id, author_id, client_id, input_hash, text, search_text, event_seqs, created_at)
           values ($1, $2, gen_random_uuid(), $3, $4, 'another', '', '', '{}', now())`,
          [there.id, 1000 + index, writer.id, names[index]],
        );
      }
      const said = [...names, 'free'].map((clientId) =>
        on.send(writer, here.id, { clientId, text: clientId }),
      );
      for (const holder of holders) {
        await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
        await holder.query('commit');
      }
      expect((await Promise.all(said)).map(told)).toEqual([
        ...names.map(() => [409, 'idempotency_conflict']),
        [201, undefined],
      ]);
      expect((await on.read(writer, here.id)).map(({ text }) => text)).toEqual(['free']);
    } finally {
      for (const holder of holders) {
        await holder.query('rollback').catch(() => {});
        holder.release();
      }
    }
  });
});
