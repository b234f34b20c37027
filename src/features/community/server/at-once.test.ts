import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startChild, startTestServer, type Child, type Person, type TestServer } from '#app/testing.ts';
import { connectTo, type TestClient } from '#platform/server/test-realtime.ts';
import type { Message } from '../contract.ts';
import { isLongRun } from '#platform/shared/testing.ts';
import { talkingOn, type Talking } from './testing.ts';

/** Concurrency across two processes, one of which is killed, and the events that connected people receive. */

const limits = {
  RATE_LIMIT_MESSAGES: '100000',
  RATE_LIMIT_MESSAGES_PER_ADDRESS: '100000',
  RATE_LIMIT_SIGNALS: '100000',
  OVERLOAD_MS: '600000',
};
let server: TestServer;
let origin: string;
let on: Talking;
let admin: Person;
let people: Person[];
let channelId: string;
let child: Child;

/** Starts the other process, or a new one after it was killed. Each start takes seconds. */
async function serve(): Promise<void> {
  if (!child?.isAlive()) child = await startChild(server, 'startClock', limits);
}

beforeAll(async () => {
  server = await startTestServer(limits);
  origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
  on = talkingOn(server);
  admin = await server.signUp({ isAdmin: true });
  people = [];
  for (let index = 0; index < 6; index++) people.push(await server.signUp());
});
afterAll(async () => {
  await child?.kill();
  await server.close();
});
beforeEach(async () => {
  channelId = (await on.channel(admin)).id;
});

type Sent = { clientId: string; text: string };

/** Retries until it is acknowledged, by either process, as a browser would. */
async function insist(as: Person, said: Sent, originOf: () => string): Promise<Message> {
  // A killed process takes a while to come back, longer under load.
  for (let tries = 0; tries < 2400; tries++) {
    const answer = await fetch(`${originOf()}/api/channels/${channelId}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: as.cookie },
      body: JSON.stringify(said),
    }).catch(() => null);
    if (answer?.status === 201) return (await answer.json()) as Message;
    if (answer && answer.status < 500) throw new Error(`refused: ${await answer.text()}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`nobody took ${said.clientId}`);
}

async function stored() {
  const { rows } = await server.runtime.pool.query<{ seq: number; client_id: string; id: string }>(
    `select seq, client_id, id from channel_message where channel_id = $1 order by seq`,
    [channelId],
  );
  return rows;
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('with one of two processes killed repeatedly, nothing acknowledged is lost, doubled or out of order', async () => {
  await serve();
  const follower = connectTo(origin, {});
  expect(await follower.subscribe(`channel:${channelId}`)).toMatchObject({ ok: true });
  const perWriter = isLongRun ? 60 : 20;
  let done = 0;
  const acknowledged = new Map<string, Message>();
  const writing = Promise.all(
    people.map(async (person, index) => {
      let lastSeq = 0;
      for (let number = 0; number < perWriter; number++) {
        const said = { clientId: `${index} ${number}`, text: `말 ${index}-${number}` };
        const isHere = (index + number) % 2 === 0;
        const message = await insist(person, said, () => (isHere ? origin : child.origin));
        // Consecutive messages of one writer stay in order.
        expect(message.seq).toBeGreaterThan(lastSeq);
        lastSeq = message.seq;
        acknowledged.set(`${index} ${number}`, message);
        done += 1;
      }
    }),
  );
  for (const part of isLongRun ? [60, 180] : [30]) {
    await expect.poll(() => done, { timeout: 60_000, interval: 20 }).toBeGreaterThan(part);
    await child.kill();
    await serve();
  }
  await writing;
  const total = people.length * perWriter;
  const rows = await stored();
  expect(rows.map(({ seq }) => seq)).toEqual(upTo(total));
  expect(new Set(rows.map((row) => row.client_id)).size).toBe(total);
  expect(rows.filter((row) => acknowledged.get(row.client_id)?.seq !== row.seq)).toEqual([]);
  expect(rows.filter((row) => acknowledged.get(row.client_id)?.id !== row.id)).toEqual([]);
  // A connected person received every event once, in order, with the message's own number inside.
  await expect.poll(() => follower.events.length, { timeout: 15_000 }).toBe(total);
  expect(follower.events.map(({ seq }) => seq)).toEqual(upTo(total));
  expect(follower.events.map(({ data }) => data['seq'])).toEqual(upTo(total));
  // A person who was away catches up from their last event.
  const late = connectTo(origin, {});
  expect(await late.subscribe(`channel:${channelId}`, 50)).toMatchObject({ ok: true, seq: total });
  expect(late.events.map(({ seq }) => seq)).toEqual(upTo(total).slice(50));
  follower.close();
  late.close();
}, 300_000);

test('the same message sent to both processes at once is stored once', async () => {
  await serve();
  for (let round = 0; round < 20; round++) {
    const said = { clientId: `race ${round}`, text: '한 번만' };
    const answers = await Promise.all(
      [origin, child.origin, origin, child.origin].map((each) => insist(people[0]!, said, () => each)),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  }
  expect((await stored()).map(({ seq }) => seq)).toEqual(upTo(20));
  expect(await on.events(channelId)).toHaveLength(20);
}, 60_000);

test('concurrent edits, reactions and messages give events without gaps', async () => {
  const first = await on.say(people[0]!, channelId, '모두 반응해 주세요');
  await Promise.all([
    ...people.flatMap((person) =>
      ['👍', '🎉'].map((emoji) => on.ask(person, 'POST', `/api/messages/${first.id}/reactions`, { emoji })),
    ),
    ...upTo(5).map((number) =>
      on.ask(people[0], 'PATCH', `/api/messages/${first.id}`, { text: `고침 ${number}` }),
    ),
    ...people.map((person) => on.say(person, channelId, '네')),
  ]);
  const events = await on.events(channelId);
  expect(events.map(({ seq }) => seq)).toEqual(upTo(1 + 12 + 5 + 6));
  const history = await on.ask(undefined, 'GET', `/api/messages/${first.id}/history`);
  expect(history.json()).toHaveLength(6);
  expect((await stored()).map(({ seq }) => seq)).toEqual(upTo(7));
});

test('a ban closes the person’s open subscriptions in every process, and others continue', async () => {
  await serve();
  const [rude, calm] = [people[1]!, people[2]!];
  const topic = `channel:${channelId}`;
  const clients: Record<string, TestClient> = {
    here: connectTo(origin, { cookie: rude.cookie }),
    there: connectTo(child.origin, { cookie: rude.cookie }),
    other: connectTo(origin, { cookie: calm.cookie }),
    guest: connectTo(child.origin, {}),
  };
  for (const client of Object.values(clients)) {
    expect(await client.subscribe(topic)).toMatchObject({ ok: true });
  }
  await on.restrict(admin, rude, { kind: 'ban', channelId });
  await expect.poll(() => clients['here']!.ended.length, { timeout: 5000, interval: 20 }).toBe(1);
  await expect.poll(() => clients['there']!.ended.length, { timeout: 5000, interval: 20 }).toBe(1);
  await on.say(calm, channelId, '조용해졌네요');
  await expect.poll(() => clients['guest']!.events.length, { timeout: 5000 }).toBe(1);
  await expect.poll(() => clients['other']!.events.length, { timeout: 5000 }).toBe(1);
  expect([clients['here']!.events, clients['there']!.events]).toEqual([[], []]);
  expect(await clients['here']!.subscribe(topic)).toEqual({ code: 'topic_not_found' });
  for (const client of Object.values(clients)) client.close();
}, 60_000);

test('a person who leaves a private channel gets no more events, and strangers never do', async () => {
  const id = await on.privateChannel([people[3]!, people[4]!]);
  const topic = `channel:${id}`;
  const leaver = connectTo(origin, { cookie: people[3]!.cookie });
  const stranger = connectTo(origin, { cookie: admin.cookie });
  expect(await stranger.subscribe(topic)).toEqual({ code: 'topic_not_found' });
  expect(await leaver.subscribe(topic)).toMatchObject({ ok: true });
  await on.ask(people[3], 'DELETE', `/api/channels/${id}/membership`);
  await expect.poll(() => leaver.ended.length, { timeout: 5000 }).toBe(1);
  await on.say(people[4]!, id, '혼자네요');
  expect(await leaver.subscribe(topic)).toEqual({ code: 'topic_not_found' });
  expect(leaver.events.filter(({ type }) => type === 'message')).toEqual([]);
  // A ban everywhere ends subscriptions to private channels too.
  const stayer = connectTo(origin, { cookie: people[4]!.cookie });
  expect(await stayer.subscribe(topic)).toMatchObject({ ok: true });
  await on.restrict(admin, people[4]!, { kind: 'ban' });
  await expect.poll(() => stayer.ended, { timeout: 5000 }).toEqual([topic]);
  for (const client of [leaver, stranger, stayer]) client.close();
});

test('typing and presence are sent to connected people and are not stored', async () => {
  await serve();
  const client = connectTo(child.origin, {});
  await client.subscribe(`channel:${channelId}`);
  const [one, two] = [people[0]!, people[1]!];
  expect((await on.ask(one, 'POST', `/api/channels/${channelId}/typing`, {})).statusCode).toBe(204);
  for (const person of [one, two]) {
    await on.ask(person, 'POST', `/api/channels/${channelId}/presence`, { state: 'here' });
  }
  // People who arrive within a second are announced together.
  await expect
    .poll(() => client.events.at(-1), { timeout: 10_000 })
    .toMatchObject({
      type: 'presence',
      data: {
        people: [
          { id: one.id, state: 'here' },
          { id: two.id, state: 'here' },
        ],
      },
    });
  expect(client.events[0]).toMatchObject({
    type: 'typing',
    data: { person: { id: one.id }, threadId: null },
  });
  expect(client.events.slice(1).every(({ type }) => type === 'presence')).toBe(true);
  // Another process knows who is present too, until they leave.
  const here = async (from: string) => {
    const answer = await fetch(`${from}/api/channels/${channelId}/presence`);
    const { people: there } = (await answer.json()) as { people: { id: string }[] };
    return there.map(({ id }) => id);
  };
  expect(await here(origin)).toEqual([one.id, two.id]);
  await here(child.origin);
  await on.ask(one, 'POST', `/api/channels/${channelId}/presence`, { state: 'gone' });
  await on.ask(two, 'POST', `/api/channels/${channelId}/presence`, { state: 'away' });
  expect(await here(origin)).toEqual([two.id]);
  await expect.poll(() => here(child.origin), { timeout: 10_000 }).toEqual([two.id]);
  expect(await on.events(channelId)).toEqual([]);
  const guest = await on.ask(undefined, 'POST', `/api/channels/${channelId}/typing`, {});
  expect(guest.statusCode).toBe(401);
  client.close();
}, 60_000);

test('a read position is sent to the person’s other devices', async () => {
  const client = connectTo(origin, { cookie: people[5]!.cookie });
  await client.subscribe('user');
  await on.say(people[0]!, channelId, '읽어 주세요');
  await on.ask(people[5], 'PUT', `/api/channels/${channelId}/read`, { seq: 1, device: 'phone' });
  await expect
    .poll(() => client.events, { timeout: 10_000 })
    .toEqual([
      { topic: 'user', type: 'channel_read', data: { channelId, readSeq: 1, unread: 0, mentions: 0 } },
    ]);
  client.close();
});
