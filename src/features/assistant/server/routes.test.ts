import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import {
  answerEvents,
  conversation,
  guide,
  type Conversation,
  type ConversationRow,
  type Guide,
} from '../contract.ts';
import { assistantOn, eventsOf, soldering } from './testing.ts';

let server: TestServer;
let on: ReturnType<typeof assistantOn>;
let author: Person;
let reader: Person;
let resourceId = '';
beforeAll(async () => {
  server = await startTestServer();
  on = assistantOn(server);
  author = await server.signUp();
  reader = await server.signUp();
  resourceId = await on.publish(author);
});
afterAll(() => server.close());

const codeOf = (answer: { statusCode: number; json(): unknown }) => [
  answer.statusCode,
  (answer.json() as { code?: string }).code,
];

describe('a guide', () => {
  test('has the parts and steps of its resource, with safety warnings and the parts of each step', async () => {
    const begun = await on.begin({ resourceId }, reader);
    const answer = await on.call('GET', `/api/assistant/conversations/${begun.id}/guide`, reader);
    const found = guide.parse(answer.json());
    expect(found.source).toEqual({
      kind: 'resource',
      id: resourceId,
      title: soldering.title,
      language: 'ko',
    });
    expect(
      found.steps.map(({ number, title, minutes, safety }) => ({ number, title, minutes, safety })),
    ).toEqual([
      { number: 1, title: '저항과 다이오드', minutes: 10, safety: [] },
      { number: 2, title: 'LED와 트랜지스터', minutes: 6, safety: [] },
      { number: 3, title: '배터리 연결', minutes: null, safety: ['battery'] },
    ]);
    expect(found.steps.map(({ parts }) => parts)).toEqual([[1, 2], [3], []]);
    expect(found.parts[1]).toEqual({
      number: 2,
      name: '다이오드 1N4007 (D1)',
      quantity: 1,
      partNumber: null,
      url: null,
      substitute: '1N4001',
    });
  });

  test('has the author’s title in the reader’s language everywhere', async () => {
    const word = `Zephyr${crypto.randomUUID().slice(0, 6)}`;
    const id = await on.publish(author, {
      title: `${word} 보드`,
      language: 'ko',
      translations: { en: { title: `${word} board` } },
    });
    const headers = { cookie: reader.cookie, 'accept-language': 'en' };
    const inEnglish = async <Body>(method: string, url: string, payload?: object): Promise<Body> =>
      (await server.call(method, url, { headers, ...(payload && { payload }) })).json<Body>();
    const source = { kind: 'resource', id, title: `${word} board`, language: 'en' };
    const begun = await inEnglish<Conversation>('POST', '/api/assistant/conversations', { resourceId: id });
    expect(begun).toMatchObject({ title: `${word} board`, source });
    const url = `/api/assistant/conversations/${begun.id}`;
    expect(await inEnglish<Guide>('GET', `${url}/guide`)).toMatchObject({ source, language: 'ko' });
    const rows = await inEnglish<ConversationRow[]>('GET', '/api/assistant/conversations');
    expect(rows.find((row) => row.id === begun.id)).toMatchObject({ title: `${word} board`, source });
    const korean = await on.call('GET', url, reader);
    expect(korean.json()).toMatchObject({ title: `${word} 보드`, source: { language: 'ko' } });
    // Also when found by a question alone.
    const asked = await inEnglish<Conversation>('POST', '/api/assistant/conversations', {});
    const answer = await server.call('POST', `/api/assistant/conversations/${asked.id}/messages`, {
      headers,
      payload: { text: `${word} LED` },
    });
    const last = eventsOf(answer.body).at(-1);
    expect(last?.event === 'done' && last.data.message.handoffs).toContainEqual({
      kind: 'resource',
      path: `/ai-assembly?resourceId=${id}`,
      title: `${word} board`,
    });
    // A hidden resource reveals nothing new.
    await server.runtime.pool.query(
      `update resource set state = 'hidden', translations = '{"en":{"title":"secret"}}' where id = $1`,
      [id],
    );
    const after = await inEnglish<ConversationRow[]>('GET', '/api/assistant/conversations');
    expect(after.find((row) => row.id === begun.id)?.title).toBe(`${word} 보드`);
  });

  test('stores progress, for guests by their cookie, and for its owner only', async () => {
    const begun = await on.begin({ resourceId });
    const url = `/api/assistant/conversations/${begun.id}/progress`;
    const kept = await on.call('PUT', url, begun, { step: 2, doneSteps: [1, 1, 99], checkedParts: [3, 1] });
    expect(kept.json()).toEqual({ step: 2, doneSteps: [1], checkedParts: [1, 3] });
    const again = await on.begin({ resourceId }, begun);
    expect(again.id).toBe(begun.id);
    expect(again.progress).toEqual({ step: 2, doneSteps: [1], checkedParts: [1, 3] });
    for (const stranger of [undefined, reader, { cookie: 'gongbang.assistant=somebody-else' }]) {
      expect(codeOf(await on.call('GET', `/api/assistant/conversations/${begun.id}`, stranger))).toEqual([
        404,
        'conversation_not_found',
      ]);
      expect(
        codeOf(await on.call('PUT', url, stranger, { step: 1, doneSteps: [], checkedParts: [] })),
      ).toEqual([404, 'conversation_not_found']);
    }
  });

  test('a guest’s conversation moves to the account that signs in with the same browser', async () => {
    const begun = await on.begin({ resourceId });
    const person = await server.signUp();
    const both = { cookie: `${person.cookie}; ${begun.cookie}` };
    const listed = await on.call('GET', '/api/assistant/conversations', both);
    expect(listed.json<{ id: string }[]>().map(({ id }) => id)).toEqual([begun.id]);
    expect(listed.headers['x-total-count']).toBe('1');
    expect((await on.call('GET', `/api/assistant/conversations/${begun.id}`, person)).statusCode).toBe(200);
    expect((await on.call('GET', `/api/assistant/conversations/${begun.id}`, begun)).statusCode).toBe(404);
  });

  test('keeps its version when the resource changes, says so, and carries progress over', async () => {
    const id = await on.publish(author);
    const begun = await on.begin({ resourceId: id }, reader);
    const url = `/api/assistant/conversations/${begun.id}`;
    await on.call('PUT', `${url}/progress`, reader, { step: 3, doneSteps: [1, 2], checkedParts: [1, 2] });
    const [first, second, third] = soldering.assemblyInstructions;
    const changed = await server.call('PATCH', `/api/resources/${id}`, {
      as: author,
      payload: {
        assemblyInstructions: [
          first,
          { ...second, text: 'LED의 긴 다리가 둥근 패드로 갑니다.' },
          { title: '청소', text: '닦습니다.' },
          third,
        ],
      },
    });
    expect(changed.statusCode).toBe(200);
    const before = (await on.call('GET', url, reader)).json<Conversation>();
    expect(before.newer).toEqual({ version: 2, changedSteps: 3 });
    expect((await on.call('GET', `${url}/guide`, reader)).json<Guide>().steps).toHaveLength(3);
    const { message } = await on.ask(begun, reader, 'LED의 짧은 다리는 어디로 가나요?');
    expect(message.sentences[0]?.text).toContain('각진 패드');
    const moved = (await on.call('POST', `${url}/guide`, reader)).json<Conversation>();
    expect([moved.newer, moved.version]).toEqual([null, 2]);
    expect(moved.progress).toEqual({ step: 4, doneSteps: [1], checkedParts: [1, 2] });
    const after = await on.ask(begun, reader, 'LED의 긴 다리는 어디로 가나요?');
    expect(after.message.sentences[0]?.text).toContain('둥근 패드');
  });

  test('cannot be asked after the resource is no longer visible', async () => {
    const id = await on.publish(author);
    const begun = await on.begin({ resourceId: id }, reader);
    await server.call('PATCH', `/api/resources/${id}`, { as: author, payload: { state: 'draft' } });
    const url = `/api/assistant/conversations/${begun.id}`;
    expect((await on.call('GET', url, reader)).json<Conversation>()).toMatchObject({
      isGone: true,
      source: null,
    });
    expect(codeOf(await on.call('GET', `${url}/guide`, reader))).toEqual([410, 'guide_gone']);
    expect(codeOf(await on.call('POST', `${url}/messages`, reader, { text: '배터리' }))).toEqual([
      410,
      'guide_gone',
    ]);
    expect(codeOf(await on.call('POST', '/api/assistant/conversations', reader, { resourceId: id }))).toEqual(
      [404, 'resource_not_found'],
    );
    expect((await on.begin({ resourceId: id }, author)).title).toBe(soldering.title);
  });
});

describe('an answer by retrieval', () => {
  test('quotes a step, links to it, and is streamed according to the contract', async () => {
    const begun = await on.begin({ resourceId });
    const { events, message } = await on.ask(begun, begun, '다이오드는 어느 방향으로 납땜하나요?');
    for (const { event, data } of events) expect(() => answerEvents[event].parse(data)).not.toThrow();
    expect(events.map(({ event }) => event)).toEqual([
      'begin',
      ...message.sentences.map(() => 'sentence'),
      'done',
    ]);
    expect(message).toMatchObject({
      role: 'assistant',
      mode: 'retrieval',
      declined: false,
      state: 'complete',
    });
    expect(message.sentences.map(({ text }) => text).join(' ')).toContain(
      'D1의 띠가 5V 쪽을 향하는지 확인하세요.',
    );
    expect(message.sentences[0]?.citations[0]).toMatchObject({
      step: 1,
      title: '저항과 다이오드',
      url: `/ai-assembly?conversation=${begun.id}&step=1`,
    });
    const stored = conversation.parse(
      (await on.call('GET', `/api/assistant/conversations/${begun.id}`, begun)).json(),
    );
    expect(stored.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(stored.messages[1]).toEqual(message);
    expect(message.replyTo).toBe(stored.messages[0]?.id);
  });

  test('declines without citations when nothing is written, and suggests where to ask', async () => {
    const begun = await on.begin({ resourceId });
    for (const text of ['와이파이 비밀번호는 어떻게 바꾸나요?', 'Which Bluetooth version does it support?']) {
      const { message } = await on.ask(begun, begun, text);
      expect(message).toMatchObject({ declined: true, citations: [], sentences: [], text: '' });
      expect(message.handoffs.map(({ kind }) => kind)).toEqual([
        'author',
        'community',
        'engineers',
        'support',
      ]);
    }
  });

  test('links to the forms for help, with what is known about the problem', async () => {
    const begun = await on.begin({ resourceId });
    const help = async (input: Parameters<typeof on.ask>[2], of = begun) => {
      const { message } = await on.ask(of, of, input);
      const [community, support] = ['community', 'support'].map(
        (wanted) => new URL(message.handoffs.find(({ kind }) => kind === wanted)?.path ?? '', 'http://x'),
      );
      expect(community?.pathname).toBe('/remote-support/questions/ask');
      expect(community?.search).toBe(support?.search);
      return [support?.pathname, Object.fromEntries(support?.searchParams ?? [])];
    };
    const text = '와이파이 비밀번호 & 이름은 어떻게 바꾸나요?';
    const path = '/remote-support/help';
    expect(await help({ text, step: 2 })).toEqual([path, { resource: resourceId, step: '2', problem: text }]);
    expect(await help('9단계')).toEqual([path, { resource: resourceId, step: '1', problem: '9단계' }]);
    // Steps that were only found in a text cannot be the subject of a request for help.
    const split = await on.begin({
      resourceId: await on.publish(author, {
        title: '새장',
        assemblyInstructions: [],
        usageInstructions: '1. 판을 자릅니다.\n2. 판을 붙입니다.',
        details: {},
      }),
    });
    expect(await help({ text, step: 2 }, split)).toEqual([
      path,
      { resource: split.source?.id, problem: text },
    ]);
    const alone = await on.begin({});
    expect(await help('와이파이', alone)).toEqual([path, { problem: '와이파이' }]);
  });

  test('returns a step, the next one, the parts and the tools literally', async () => {
    const begun = await on.begin({ resourceId });
    const texts = async (text: string) => (await on.ask(begun, begun, text)).message.text;
    expect(await texts('2단계 알려줘')).toContain('LED의 짧은 다리가 각진 패드로 갑니다.');
    expect(await texts('다음 단계는?')).toContain('각진 패드');
    expect(await texts('필요한 부품 알려줘')).toContain('다이오드 1N4007 (D1): 1개');
    expect(await texts('어떤 도구가 필요해요?')).toContain('인두, 니퍼');
    expect((await on.ask(begun, begun, '9단계')).message.declined).toBe(true);
  });

  test('contains the safety warnings of its subject', async () => {
    const begun = await on.begin({ resourceId });
    const { events, message } = await on.ask(begun, begun, '리튬 배터리는 어떻게 연결하나요?');
    expect(message.safety).toEqual(['battery']);
    expect(events[0]?.event === 'begin' && events[0].data.safety).toEqual(['battery']);
  });

  test('quotes comments while they exist', async () => {
    const id = await on.publish(author);
    const said = await server.call('POST', `/api/resources/${id}/comments`, {
      as: reader,
      payload: { text: '커패시터 용량을 470uF로 올렸더니 모터 잡음이 사라졌어요.' },
    });
    const { id: commentId } = said.json<{ id: string }>();
    const begun = await on.begin({ resourceId: id });
    const found = await on.ask(begun, begun, '모터 잡음은 어떻게 없애요?');
    expect(found.message.citations[0]).toMatchObject({
      comment: commentId,
      url: `/resources/${id}#comments`,
    });
    await server.call('DELETE', `/api/comments/${commentId}`, { as: reader });
    const gone = await on.ask(begun, begun, '모터 잡음은 어떻게 없애요?');
    expect(gone.message).toMatchObject({ declined: true, citations: [] });
  });

  test('without a guide searches published resources', async () => {
    const begun = await on.begin({});
    const { message } = await on.ask(begun, begun, '화분 보드의 다이오드 방향이 궁금해요');
    expect(message.declined).toBe(false);
    expect(message.citations[0]?.title).toContain(soldering.title);
    expect(message.handoffs[0]).toMatchObject({ kind: 'resource', title: soldering.title });
    expect(codeOf(await on.call('GET', `/api/assistant/conversations/${begun.id}/guide`, begun))).toEqual([
      409,
      'no_guide',
    ]);
  });

  test('a repeated clientId is answered once, and refused for another question', async () => {
    const begun = await on.begin({ resourceId });
    const first = await on.ask(begun, begun, { text: '다이오드 방향', clientId: 'a' });
    const again = await on.ask(begun, begun, { text: '다이오드 방향', clientId: 'a' });
    expect(again.message).toEqual(first.message);
    expect(again.events.map(({ event }) => event)).toEqual(first.events.map(({ event }) => event));
    const url = `/api/assistant/conversations/${begun.id}/messages`;
    expect(codeOf(await on.call('POST', url, begun, { text: '다른 질문', clientId: 'a' }))).toEqual([
      409,
      'idempotency_conflict',
    ]);
    const stored = (
      await on.call('GET', `/api/assistant/conversations/${begun.id}`, begun)
    ).json<Conversation>();
    expect(stored.messages).toHaveLength(2);
  });

  test('invalid input is reported at its field', async () => {
    const begun = await on.begin({ resourceId });
    const url = `/api/assistant/conversations/${begun.id}/messages`;
    for (const text of ['', '   ', '\u200b', 'x'.repeat(1001)]) {
      const answer = await on.call('POST', url, begun, { text });
      expect([answer.statusCode, answer.json<{ fields: object }>().fields]).toEqual([
        400,
        { text: expect.any(String) },
      ]);
    }
    expect(eventsOf('')).toEqual([]);
  });
});

test('guests are rate limited by cookie and IP address', async () => {
  const limited = await startTestServer({
    RATE_LIMIT_ASSISTANT_GUEST: '2',
    RATE_LIMIT_ASSISTANT_PER_ADDRESS: '5',
  });
  try {
    const there = assistantOn(limited);
    const id = await there.publish(await limited.signUp());
    const begun = await there.begin({ resourceId: id });
    await there.ask(begun, begun, '다이오드 방향');
    await there.ask(begun, begun, '다이오드 방향');
    const url = `/api/assistant/conversations/${begun.id}/messages`;
    const third = await there.call('POST', url, begun, { text: '다이오드 방향' });
    expect([codeOf(third), Number(third.headers['retry-after']) > 0]).toEqual([[429, 'rate_limited'], true]);
    const next = await there.begin({ resourceId: id });
    expect(codeOf(await there.call('POST', '/api/assistant/conversations', undefined, {}))).toEqual([
      429,
      'rate_limited',
    ]);
    expect((await there.call('GET', `/api/assistant/conversations/${next.id}`, next)).statusCode).toBe(200);
  } finally {
    await limited.close();
  }
});
