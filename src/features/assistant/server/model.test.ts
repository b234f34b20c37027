import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { About, Conversation, Message } from '../contract.ts';
import { createFakeModel } from '../../../../fakes/model.ts';
import { assistantOn, eventsOf } from './testing.ts';

const fake = createFakeModel();
let server: TestServer;
let on: ReturnType<typeof assistantOn>;
let author: Person;
let reader: Person;
let resourceId = '';
let origin = '';
beforeAll(async () => {
  server = await startTestServer(
    {
      ASSISTANT_PROVIDER: 'openai-compatible',
      ASSISTANT_URL: await fake.start(),
      ASSISTANT_MODEL: 'fake-1',
      // Longer than an answer of the fake takes on a busy machine.
      ASSISTANT_TIMEOUT_MS: '10000',
      ASSISTANT_TOKENS_PER_DAY: '60000',
    },
    () => ({ assistant: { leaveMs: 400 } }),
  );
  on = assistantOn(server);
  author = await server.signUp();
  reader = await server.signUp();
  resourceId = await on.publish(author);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await server.close();
  await fake.stop();
});
afterEach(() => {
  fake.obey();
  fake.requests.length = 0;
});

const question = '다이오드는 어느 방향으로 납땜하나요?';
const right = 'D1의 띠가 5V 쪽을 향하게 납땜하세요. [1]\n';

describe('a model', () => {
  test('streams supported sentences with citations; the others are dropped and counted', async () => {
    const begun = await on.begin({ resourceId }, reader);
    expect(begun.mode).toBe('model');
    fake.will({
      texts: [
        'D1의 띠가 5V 쪽을 ',
        '향하게 납땜하세요. [1]\n',
        '인두는 999도로 맞추세요. [1]\n',
        '좋은 하루 되세요!',
      ],
    });
    const { events, message } = await on.ask(begun, reader, question);
    expect(events.map(({ event }) => event)).toEqual(['begin', 'sentence', 'done']);
    expect(message).toMatchObject({
      mode: 'model',
      voided: null,
      text: 'D1의 띠가 5V 쪽을 향하게 납땜하세요.',
      droppedSentences: 2,
      declined: false,
      citations: [{ step: 1, quote: 'D1의 띠가 5V 쪽을 향하는지 확인하세요.' }],
    });
    const [asked] = fake.requests;
    expect(asked?.model).toBe('fake-1');
    expect(JSON.stringify(asked?.messages)).toContain('5V 쪽을 향하는지');
  });

  test('that finds nothing declines without citations', async () => {
    const begun = await on.begin({ resourceId }, reader);
    fake.will({ texts: ['NOTHING'] });
    const { message } = await on.ask(begun, reader, '와이파이 비밀번호는?');
    expect(message).toMatchObject({ mode: 'model', declined: true, citations: [], text: '', voided: null });
    expect(message.handoffs.map(({ kind }) => kind)).toContain('author');
    // It may decline a question that retrieval would have answered.
    fake.will({ texts: ['NOTHING'] });
    const other = (await on.ask(begun, reader, question)).message;
    expect(other).toMatchObject({ declined: true, handoffs: message.handoffs.map(({ kind }) => ({ kind })) });
  });

  test('answers signed-in people only: guests get retrieval and a hint to log in', async () => {
    fake.will({ texts: [right] });
    const begun = await on.begin({ resourceId });
    const { message } = await on.ask(begun, begun, question);
    expect([message.mode, begun.mode, fake.requests.length]).toEqual(['retrieval', 'retrieval', 0]);
    const guest = (await server.call('GET', '/api/assistant')).json<About>();
    expect(guest).toMatchObject({ mode: 'retrieval', model: 'fake-1', needsLogin: true, budget: null });
    const person = (await server.call('GET', '/api/assistant', { as: reader })).json<About>();
    expect(person).toMatchObject({ mode: 'model', needsLogin: false, budget: { tokens: 60_000 } });
    const alone = await on.begin({ resourceId }, reader);
    const quoted = await on.ask(alone, reader, { text: question, mode: 'retrieval' });
    expect([quoted.message.mode, fake.requests.length]).toEqual(['retrieval', 0]);
  });

  test.each([
    ['refuses', { fault: 'refuse' as const }, 'model_failed', false],
    ['breaks off midway', { texts: [right], fault: 'break' as const }, 'model_failed', true],
    ['says what cannot be read', { fault: 'unreadable' as const }, 'model_failed', false],
    ['hangs midway', { texts: [right], fault: 'hang' as const }, 'model_slow', true],
    ['never begins', { fault: 'hang' as const }, 'model_slow', false],
    [
      'says nothing that rests on anything',
      { texts: ['그냥 하세요.\n', '괜찮아요.'] },
      'not_grounded',
      false,
    ],
    ['says nothing at all', { texts: [] }, 'model_failed', false],
  ])('that %s is replaced by retrieval, which says so', async (_what, told, reason, restarts) => {
    const begun = await on.begin({ resourceId }, reader);
    fake.will(told);
    const { events, message } = await on.ask(begun, reader, question);
    expect(message).toMatchObject({ mode: 'retrieval', voided: reason, declined: false, state: 'complete' });
    expect(message.text).toContain('D1의 띠가 5V 쪽을 향하는지 확인하세요.');
    expect(events.some(({ event }) => event === 'restart')).toBe(restarts);
    const after = events.slice(events.findLastIndex(({ event }) => event === 'restart') + 1);
    const streamed = after.flatMap((each) => (each.event === 'sentence' ? [each.data.sentence] : []));
    expect(streamed).toEqual(message.sentences);
  });

  test('is stopped on request, keeps its sentences, and costs nothing more', async () => {
    const begun = await on.begin({ resourceId }, reader);
    fake.will({ texts: [right, ...Array.from({ length: 250 }, () => '…')], pauseMs: 30 });
    const before = fake.aborted();
    const asking = on.ask(begun, reader, question);
    const answer = await waitFor(async () => {
      const found = (
        await on.call('GET', `/api/assistant/conversations/${begun.id}`, reader)
      ).json<Conversation>();
      return found.messages.find(({ state }) => state === 'writing');
    });
    await waitFor(async () => fake.requests.length > 0);
    const again = await on.call('POST', `/api/assistant/conversations/${begun.id}/messages`, reader, {
      text: 'x',
    });
    expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([409, 'answer_running']);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const stop = `/api/assistant/conversations/${begun.id}/messages/${answer.id}/stop`;
    expect((await on.call('POST', stop, author)).statusCode).toBe(404);
    expect((await on.call('POST', stop, reader)).statusCode).toBe(204);
    const { message } = await asking;
    expect(message).toMatchObject({ state: 'stopped', mode: 'model', declined: false });
    expect(message.sentences).toHaveLength(1);
    await waitFor(async () => fake.aborted() > before);
  });

  test('is aborted when its reader does not return, and continues for one who does', async () => {
    fake.will({ texts: [right, ...Array.from({ length: 55 }, () => ' ')], pauseMs: 20 });
    const gone = await on.begin({ resourceId }, reader);
    await leaveAfterFirst(gone.id);
    const stopped = await waitFor(
      async () => (await answerOf(gone.id)).state !== 'writing' && (await answerOf(gone.id)),
    );
    expect(stopped.state).toBe('stopped');

    const back = await on.begin({ resourceId: await on.publish(author) }, reader);
    fake.will({ texts: [right, ...Array.from({ length: 55 }, () => ' ')], pauseMs: 20 });
    await leaveAfterFirst(back.id);
    const { events, message } = await on.ask(back, reader, { text: question, clientId: 'lost' });
    expect(message).toMatchObject({ state: 'complete', mode: 'model' });
    expect(events[0]?.event).toBe('begin');
    expect(fake.requests).toHaveLength(2);
  });
});

describe('the daily budget', () => {
  test('counts reported usage, and holds for concurrent questions', async () => {
    const person = await server.signUp();
    const begun = await on.begin({ resourceId }, person);
    fake.will({ texts: [right], usage: { prompt_tokens: 900, completion_tokens: 100, total_tokens: 1000 } });
    await on.ask(begun, person, question);
    const used = async () =>
      (await server.call('GET', '/api/assistant', { as: person })).json<About>().budget?.used;
    expect(await used()).toBe(1000);

    await server.runtime.pool.query('update assistant_spending set tokens = 54000 where person_id = $1', [
      person.id,
    ]);
    const many = await Promise.all(
      Array.from({ length: 6 }, async () => on.begin({ resourceId: await on.publish(author) }, person)),
    );
    fake.requests.length = 0;
    const answers = await Promise.all(many.map((each) => on.ask(each, person, question)));
    const voided = answers.filter(({ message }) => message.voided === 'over_budget');
    expect(voided.length).toBeGreaterThanOrEqual(2);
    expect(voided.every(({ message }) => message.mode === 'retrieval' && message.citations.length > 0)).toBe(
      true,
    );
    expect(fake.requests).toHaveLength(6 - voided.length);
    expect(await used()).toBe(54_000 + 1000 * fake.requests.length);
  });

  test('is not charged for a model that never answered, and charged for a partial answer', async () => {
    const person = await server.signUp();
    const begun = await on.begin({ resourceId }, person);
    const used = async () =>
      (await server.call('GET', '/api/assistant', { as: person })).json<About>().budget?.used ?? 0;
    fake.will({ fault: 'refuse' });
    await on.ask(begun, person, question);
    expect(await used()).toBe(0);
    fake.will({ texts: [right], fault: 'break' });
    await on.ask(begun, person, question);
    expect(await used()).toBeGreaterThan(100);
  });
});

describe('tools', () => {
  const suggest = async (calls: { name: string; arguments: unknown }[], person = reader) => {
    const begun = await on.begin({ resourceId: await on.publish(author) }, person);
    fake.will({ texts: [right], calls });
    return { begun, ...(await on.ask(begun, person, question)) };
  };
  const press = (begun: { id: string }, id: string, person = reader, payload: object = {}) =>
    on.call('POST', `/api/assistant/conversations/${begun.id}/actions/${id}`, person, payload);

  test('are buttons: nothing happens before a press, and once for repeated presses', async () => {
    const { begun, message, events } = await suggest([
      { name: 'find_part', arguments: { query: '다이오드' } },
    ]);
    expect(message.actions).toEqual([
      {
        id: expect.any(String),
        tool: 'find_part',
        about: '다이오드',
        needsPlace: false,
        isDone: false,
        fix: null,
      },
    ]);
    expect(events.filter(({ event }) => event === 'action')).toHaveLength(1);
    const [action] = message.actions;
    const pressed = await press(begun, action!.id);
    expect(pressed.statusCode).toBe(201);
    expect(pressed.json<Message>()).toMatchObject({ mode: 'tool', replyTo: message.id });
    expect(pressed.json<Message>().found?.[0]).toMatchObject({
      title: '다이오드 1N4007 (D1)',
      detail: '대신 쓸 수 있는 것: 1N4001',
    });
    const again = await press(begun, action!.id);
    expect(again.json()).toEqual(pressed.json());
    const stored = (
      await on.call('GET', `/api/assistant/conversations/${begun.id}`, reader)
    ).json<Conversation>();
    expect(stored.messages.map(({ mode }) => mode)).toEqual([null, 'model', 'tool']);
    expect(stored.messages[1]?.actions[0]?.isDone).toBe(true);
    expect((await press(begun, action!.id, author)).statusCode).toBe(404);
  });

  test('find nearby services only with a location, search, and tell what can be printed', async () => {
    const { begun, message } = await suggest([
      { name: 'find_engineer', arguments: {} },
      { name: 'search_resources', arguments: { query: '화분' } },
      { name: 'estimate_print', arguments: {} },
    ]);
    const [engineer, search, print] = message.actions;
    expect(engineer?.needsPlace).toBe(true);
    const nowhere = await press(begun, engineer!.id);
    expect([nowhere.statusCode, nowhere.json<{ code: string }>().code]).toEqual([422, 'place_needed']);
    expect(
      (await press(begun, engineer!.id, reader, { lat: 37.5, long: 127 })).json<Message>().found,
    ).toEqual([]);
    expect((await press(begun, search!.id)).json<Message>().found?.[0]?.path).toMatch(/^\/resources\//);
    expect((await press(begun, print!.id)).json<Message>().found).toHaveLength(1);
  });

  test('ask people for help with the resource, the step and the question', async () => {
    const { begun } = await suggest([]);
    const step = 2;
    fake.will({ texts: [right], calls: [{ name: 'open_support', arguments: { query: 'anything' } }] });
    const { message } = await on.ask(begun, reader, { text: question, step });
    const [found] = (await press(begun, message.actions[0]!.id)).json<Message>().found ?? [];
    const { pathname, searchParams } = new URL(found?.path ?? '', 'http://x');
    expect(pathname).toBe('/remote-support/help');
    expect(Object.fromEntries(searchParams)).toEqual({
      resource: begun.source?.id,
      step: '2',
      problem: question,
    });
  });

  test('propose a fix of a step to its author when the person sends it', async () => {
    const { begun, message } = await suggest([
      {
        name: 'propose_fix',
        arguments: { step: 2, text: 'LED의 긴 다리가 둥근 패드로 갑니다.', reason: '헷갈려요' },
      },
    ]);
    const waiting = async () =>
      (await server.call('GET', '/api/user/step-proposals?role=author&state=open', { as: author })).json<
        { id: string; isFromModel: boolean; after: { text: string } }[]
      >();
    const before = (await waiting()).length;
    const [action] = message.actions;
    expect(action?.about).toBe('LED의 긴 다리가 둥근 패드로 갑니다.');
    // The person sees the whole proposal first, for the right step.
    expect(action?.fix).toEqual({
      step: 2,
      text: 'LED의 긴 다리가 둥근 패드로 갑니다.',
      reason: '헷갈려요',
    });
    expect((await press(begun, action!.id)).statusCode).toBe(201);
    const after = await waiting();
    expect(after).toHaveLength(before + 1);
    expect(after[0]).toMatchObject({
      isFromModel: true,
      after: { text: 'LED의 긴 다리가 둥근 패드로 갑니다.' },
    });
  });

  test('that are unknown, invalid or too many become no buttons', async () => {
    const { message } = await suggest([
      { name: 'delete_account', arguments: {} },
      { name: 'find_part', arguments: { query: '' } },
      { name: 'propose_fix', arguments: { step: 99, text: 'x' } },
      { name: 'find_part', arguments: { query: 'a' } },
      { name: 'find_part', arguments: { query: 'a' } },
      { name: 'find_part', arguments: { query: 'b' } },
      { name: 'find_part', arguments: { query: 'c' } },
      { name: 'find_part', arguments: { query: 'd' } },
    ]);
    expect(message.actions.map(({ about }) => about)).toEqual(['a', 'b', 'c']);
  });
});

async function answerOf(id: string): Promise<Message> {
  const found = (await on.call('GET', `/api/assistant/conversations/${id}`, reader)).json<Conversation>();
  return found.messages.findLast(({ role }) => role === 'assistant')!;
}

async function waitFor<Value>(look: () => Promise<Value | undefined | false>): Promise<Value> {
  for (let tries = 0; tries < 200; tries += 1) {
    const value = await look();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('it never came');
}

/** Asks over a separate connection and closes it after the first sentence. */
async function leaveAfterFirst(id: string): Promise<void> {
  const asked = httpRequest(`${origin}/api/assistant/conversations/${id}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: reader.cookie, origin: 'http://gongbang.test' },
  });
  asked.on('error', () => {});
  asked.end(JSON.stringify({ text: question, clientId: 'lost' }));
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  expect(response.headers['content-type']).toContain('text/event-stream');
  let text = '';
  for await (const chunk of response) {
    text += String(chunk);
    if (eventsOf(text).some(({ event }) => event === 'sentence')) break;
  }
  asked.destroy();
}
