import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inquired } from '#app/inquiries-adapter.ts';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { OwnService, ServiceDetail } from '#features/services/contract.ts';
import type { Conversation } from '../contract.ts';
import { conversationsJobs } from './jobs.ts';
import { talkingOn } from './testing.ts';

let server: TestServer;
let talk: ReturnType<typeof talkingOn>;
let jobs: ReturnType<typeof conversationsJobs>;
let provider: Person;
let customer: Person;
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_INQUIRIES: '1000', RATE_LIMIT_MESSAGES: '10000' });
  talk = talkingOn(server);
  jobs = conversationsJobs({ db: server.runtime.db, inquired });
  provider = await server.signUp();
  customer = await server.signUp();
});
afterAll(() => server.close());

const processDeadlines = () => jobs['conversations.mind_deadlines']({});
/** Shifts everything in a conversation by a number of hours. */
const pass = (id: string, hours: number) =>
  server.runtime.pool.query(
    `update conversation set waiting_since = waiting_since - $2 * interval '1 hour',
      remind_at = remind_at - $2 * interval '1 hour', answer_by = answer_by - $2 * interval '1 hour' where id = $1`,
    [id, hours],
  );
const own = async (as: Person, id: string) =>
  (await server.call('GET', '/api/user/services', { as }))
    .json<OwnService[]>()
    .find((service) => service.id === id);
const notices = async (as: Person) =>
  (await server.call('GET', '/api/user/notifications', { as }))
    .json<{ title: string; text: string; path: string; kind: string }[]>()
    .filter(({ title }) => !/^새 (문의|메시지)/.test(title));

async function asked(title: string) {
  const owner = await server.signUp();
  const service = await talk.offer(owner, { title });
  const { conversation } = await talk.inquire(customer, service);
  return { owner, service, id: conversation.id };
}

describe('a provider who does not answer', () => {
  test('is reminded after 20 hours, and after 24 the service is paused, each once', async () => {
    const { owner, service, id } = await asked('잠수');
    await pass(id, 19.9);
    await processDeadlines();
    expect(await notices(owner)).toEqual([]);
    await pass(id, 0.2);
    await processDeadlines();
    await processDeadlines();
    expect(await notices(owner)).toMatchObject([
      {
        title: '답을 기다리는 문의가 있어요',
        text: expect.stringContaining('4시간 안에'),
        path: `/my/conversations/${id}`,
        kind: 'account',
      },
    ]);
    await pass(id, 3.8);
    await processDeadlines();
    expect((await own(owner, service))?.state).toBe('active');
    await pass(id, 0.2);
    await processDeadlines();
    await processDeadlines();
    expect(await own(owner, service)).toMatchObject({ state: 'paused', pausedReason: 'no_answer' });
    expect(await notices(owner)).toMatchObject([
      { text: expect.stringContaining('잠수'), path: '/my/services', kind: 'account' },
      {},
    ]);
    expect((await server.call('GET', `/api/services/${service}`)).statusCode).toBe(404);
    const near = await server.call('GET', '/api/services/nearby?lat=37.55&long=127.05&maxDistance=10');
    expect(near.json<{ id: string }[]>().map((each) => each.id)).not.toContain(service);
    const { rows } = await server.runtime.pool.query(
      'select action, before, after from audit_entry where target_id = $1',
      [service],
    );
    expect(rows).toEqual([
      { action: 'service.pause_unanswered', before: { state: 'active' }, after: { state: 'paused' } },
    ]);
    const admin = await server.signUp({ isAdmin: true });
    const audit = await server.call('GET', '/api/admin/audit?search=service.pause', { as: admin });
    expect(audit.json()).toMatchObject([{ target: { id: service } }]);
  });

  test('can resume the service with one change, and is not paused again for the same message', async () => {
    const { owner, service, id } = await asked('다시');
    await pass(id, 25);
    await processDeadlines();
    await talk.say(owner, id, '늦었어요');
    expect((await own(owner, service))?.state).toBe('paused');
    const resume = () =>
      server.call('PATCH', `/api/services/${service}`, { as: owner, payload: { state: 'active' } });
    expect((await resume()).statusCode).toBe(200);
    expect(await own(owner, service)).toMatchObject({ state: 'active', pausedReason: null });

    const unanswered = await asked('그냥 다시');
    await pass(unanswered.id, 25);
    await processDeadlines();
    await server.call('PATCH', `/api/services/${unanswered.service}`, {
      as: unanswered.owner,
      payload: { state: 'active' },
    });
    await pass(unanswered.id, 25);
    await processDeadlines();
    expect((await own(unanswered.owner, unanswered.service))?.state).toBe('active');
    // A further message of the customer starts a new wait.
    await talk.say(customer, unanswered.id, '아직이요?');
    await pass(unanswered.id, 25);
    await processDeadlines();
    expect((await own(unanswered.owner, unanswered.service))?.state).toBe('paused');
  });

  test('is paused although the customer wrote in the channel', async () => {
    const { owner, service, id } = await asked('채널');
    await talk.say(owner, id, '네');
    await pass(id, 25);
    await processDeadlines();
    expect((await own(owner, service))?.state).toBe('active');
    await talk.sayInChannel(customer, id, '그럼 언제요?');
    await pass(id, 20.1);
    await processDeadlines();
    expect(await notices(owner)).toMatchObject([{ title: '답을 기다리는 문의가 있어요' }]);
    await pass(id, 4);
    await processDeadlines();
    expect(await own(owner, service)).toMatchObject({ state: 'paused', pausedReason: 'no_answer' });
  });

  test('is left alone if they had paused the service themselves', async () => {
    const { owner, service, id } = await asked('휴가');
    await server.call('PATCH', `/api/services/${service}`, { as: owner, payload: { state: 'paused' } });
    await pass(id, 25);
    await processDeadlines();
    expect(await own(owner, service)).toMatchObject({ state: 'paused', pausedReason: null });
    expect(await notices(owner)).toEqual([]);
    const { conversation } = await talk.inquire(customer, await talk.offer(owner));
    await server.call('PATCH', `/api/services/${conversation.serviceId}`, {
      as: owner,
      payload: { state: 'paused' },
    });
    const seen = await server.call('GET', `/api/conversations/${conversation.id}`, { as: owner });
    expect(seen.json()).toMatchObject({ waitingSince: expect.any(String), answerBy: null });
  });

  test.each([
    ['an answer', (owner: Person, id: string) => talk.say(owner, id, '네')],
    ['an answer in its channel', (owner: Person, id: string) => talk.sayInChannel(owner, id, '네')],
    [
      'a customer who took back what they asked',
      async (_owner: Person, id: string) => {
        const said = await server.call('GET', `/api/channels/${id}/messages`, { as: customer });
        const [message] = said.json<{ id: string }[]>();
        return server.call('DELETE', `/api/messages/${message?.id}`, { as: customer });
      },
    ],
    [
      'that no answer is needed',
      (owner: Person, id: string) =>
        server.call('POST', `/api/conversations/${id}/settle`, { as: owner, payload: { seq: 1 } }),
    ],
  ])('keeps the service with %s', async (_name, act) => {
    const { owner, service, id } = await asked('대답');
    await pass(id, 23.5);
    expect((await act(owner, id)).statusCode).toBeLessThan(300);
    await pass(id, 25);
    await processDeadlines();
    expect((await own(owner, service))?.state).toBe('active');
    expect(await notices(owner)).toEqual([]);
  });

  test('does not have to answer a suspended customer', async () => {
    const [owner, asking] = [await server.signUp(), await server.signUp()];
    const service = await talk.offer(owner);
    const { conversation } = await talk.inquire(asking, service);
    const answerBy = async () =>
      (await server.call('GET', `/api/conversations/${conversation.id}`, { as: owner })).json<Conversation>()
        .answerBy;
    expect(await answerBy()).toEqual(expect.any(String));
    await server.runtime.pool.query('update person set suspended_at = now() where id = $1', [asking.id]);
    expect(await answerBy()).toBe(null);
    await pass(conversation.id, 25);
    await processDeadlines();
    expect((await own(owner, service))?.state).toBe('active');
    expect(await notices(owner)).toEqual([]);
  });

  test('is paused once, with any number of workers and customers', async () => {
    const { owner, service, id } = await asked('둘이 함께');
    const other = await talk.inquire(await server.signUp(), service);
    const more = await Promise.all([asked('가'), asked('나'), asked('다')]);
    for (const each of [id, other.conversation.id, ...more.map((one) => one.id)]) {
      await pass(each, 25);
    }
    await Promise.all([processDeadlines(), processDeadlines(), processDeadlines()]);
    await processDeadlines();
    for (const one of [{ owner, service }, ...more]) {
      expect((await own(one.owner, one.service))?.state).toBe('paused');
      expect(await notices(one.owner)).toHaveLength(1);
    }
  });
});

describe('the response time of a provider', () => {
  const minutes = async (service: string) =>
    (await server.call('GET', `/api/services/${service}`)).json<ServiceDetail>().responseMinutes;

  test('is shown from three answers on, for all their services, and forgotten after 90 days', async () => {
    const services = [await talk.offer(provider), await talk.offer(provider)];
    const [first = ''] = services;
    for (const hours of [1, 2, 10]) {
      expect(await minutes(first)).toBe(null);
      const asking = await server.signUp();
      const { conversation } = await talk.inquire(asking, first);
      await pass(conversation.id, hours);
      await talk.sayInChannel(provider, conversation.id, '네');
      await talk.say(provider, conversation.id, '그리고요');
      await jobs['conversations.measure_responses']({ providerId: provider.id });
      const { rows } = await server.runtime.pool.query('select from graphile_worker.jobs where key = $1', [
        `conversations.measure_responses ${provider.id}`,
      ]);
      expect(rows).toHaveLength(1);
    }
    for (const service of services) {
      expect(await minutes(service)).toBeGreaterThanOrEqual(120);
      expect(await minutes(service)).toBeLessThanOrEqual(121);
    }
    await server.runtime.pool.query(
      "update conversation_response set answered_at = answered_at - interval '91 days' where provider_id = $1",
      [provider.id],
    );
    const counted: string[] = [];
    const all = conversationsJobs({
      db: server.runtime.db,
      inquired: {
        ...inquired,
        async setResponseMinutes(db, ownerId, usual) {
          counted.push(ownerId);
          await inquired.setResponseMinutes(db, ownerId, usual);
        },
      },
    })['conversations.measure_all'];
    await all({});
    expect(await minutes(first)).toBe(null);
    expect(counted).toContain(provider.id);
    counted.length = 0;
    await all({});
    expect(counted).not.toContain(provider.id);
  });
});
