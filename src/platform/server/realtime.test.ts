import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { realtimePath } from '../shared/realtime.ts';
import { forgetOldEvents, publish } from './realtime.ts';
import {
  connectTo,
  happen,
  house,
  newTopic,
  prepareTopics,
  startProcess,
  type TestClient,
  type TestProcess,
} from './test-realtime.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

let database: TestDatabase;
let one: TestProcess;
let other: TestProcess;
const clients: TestClient[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  one = await startProcess(database.connectionString, {}, 100);
  other = await startProcess(database.connectionString, {}, 100);
  await prepareTopics(one.db);
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});
afterAll(async () => {
  await one.close();
  await other.close();
  await database.drop();
});

function connect(...args: Parameters<typeof connectTo>): TestClient {
  const client = connectTo(...args);
  clients.push(client);
  return client;
}
const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index);
function signIn(): { id: string; cookie: string } {
  const person = { id: randomUUID(), cookie: `who=${randomUUID()}` };
  house.signedIn.set(person.cookie, person.id);
  return person;
}

test('an event at one process reaches a client of another, in order', async () => {
  const topic = newTopic();
  const [here, there] = [connect(one.origin), connect(other.origin)];
  expect(await here.subscribe(topic)).toMatchObject({ ok: true, seq: 0 });
  expect(await there.subscribe(topic, 0)).toMatchObject({ ok: true, seq: 0 });
  for (let number = 0; number < 20; number += 1) await happen(number % 2 === 0 ? one : other, topic);
  for (const client of [here, there]) await expect.poll(() => client.seqsOf(topic)).toEqual(upTo(20));
  expect(here.events[0]).toEqual({ topic, type: 'tick', seq: 1, data: { number: 1 } });
});

test('the acknowledgement carries the database’s time', async () => {
  const client = connect(one.origin);
  const answer = await client.subscribe(newTopic());
  if (!('now' in answer)) throw new Error('refused');
  expect(answer.now).toMatch(/^\d{4}-.*Z$/);
  expect(Math.abs(Date.parse(answer.now) - Date.now())).toBeLessThan(5000);
});

test('clients that come and go under load miss no event and get none twice', async () => {
  const topics = [newTopic(), newTopic(), newTopic()];
  const [busy = ''] = topics;
  const each = 150;
  const fire = { isOver: false };
  const writing = Promise.all(
    topics.flatMap((topic) =>
      [one, other].map(async (process) => {
        for (let number = 0; number < each; number += 1) await happen(process, topic, number % 7 !== 0);
      }),
    ),
  ).finally(() => (fire.isOver = true));

  /** Leaves after a few events, in one of three ways, and resumes where it was. */
  async function wander(process: () => TestProcess, way: number): Promise<void> {
    const seen = new Map(topics.map((topic) => [topic, [] as number[]]));
    for (let round = 0; !fire.isOver || round < 3; round += 1) {
      const client = connect(process().origin);
      const take = () => {
        for (const topic of topics) seen.get(topic)?.push(...client.seqsOf(topic));
        client.events.length = 0;
      };
      await Promise.all(topics.map((topic) => client.subscribe(topic, seen.get(topic)?.at(-1) ?? 0)));
      if (way > 0) {
        await client.ask('unsubscribe', { topic: busy });
        take();
        const begun = client.subscribe(busy, seen.get(busy)?.at(-1) ?? 0);
        if (way === 2) {
          // Unsubscribed before the subscription has started.
          await Promise.all([begun, client.ask('unsubscribe', { topic: busy })]);
          take();
          await client.subscribe(busy, seen.get(busy)?.at(-1) ?? 0);
        }
        if (!('ok' in (await begun))) throw new Error('it was refused');
      }
      await new Promise((resolve) => setTimeout(resolve, 5 + 20 * way));
      client.close();
      take();
    }
    const last = connect(process().origin);
    for (const topic of topics) await last.subscribe(topic, seen.get(topic)?.at(-1) ?? 0);
    for (const topic of topics)
      await expect
        .poll(() => [...(seen.get(topic) ?? []), ...last.seqsOf(topic)], { timeout: 10_000 })
        .toEqual(upTo(2 * each));
  }
  let turn = 0;
  const either = () => ((turn += 1) % 2 === 0 ? one : other);
  await Promise.all([writing, ...[0, 1, 2, 0, 1, 2].map((way) => wander(either, way))]);
}, 120_000);

test('an event without a wake-up arrives all the same', async () => {
  const topic = newTopic();
  const client = connect(one.origin);
  await client.subscribe(topic);
  await happen(other, topic, false);
  await expect.poll(() => client.seqsOf(topic), { timeout: 5000 }).toEqual([1]);
});

test('a killed listening connection is opened again, and nothing is lost meanwhile', async () => {
  const topic = newTopic();
  const client = connect(one.origin);
  await client.subscribe(topic);
  const listening = () =>
    sql<{ pid: number }>`select pid from pg_stat_activity
      where application_name = 'gongbang realtime' and datname = current_database()`.execute(one.db);
  const before = (await listening()).rows.map(({ pid }) => pid);
  expect(before.length).toBeGreaterThan(0);
  await sql`select pg_terminate_backend(pid) from unnest(${before}::int[]) as pid`.execute(one.db);
  await happen(other, topic);
  await expect.poll(() => client.seqsOf(topic), { timeout: 5000 }).toEqual([1]);
  // Ephemeral events arrive only over that connection.
  await expect
    .poll(
      () => {
        other.realtime.broadcast(topic, 'typing', {});
        return client.events.some(({ type }) => type === 'typing');
      },
      { timeout: 10_000 },
    )
    .toBe(true);
});

test('a person who lost access while nobody listened is unsubscribed once listening resumes', async () => {
  const patient = await startProcess(database.connectionString);
  try {
    const person = signIn();
    const topic = newTopic('closed');
    house.readers.add(person.id);
    const client = connect(patient.origin, person);
    expect(await client.subscribe(topic)).toMatchObject({ ok: true });
    house.readers.delete(person.id);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'gongbang realtime' and datname = current_database()`.execute(one.db);
    await expect.poll(() => client.ended).toEqual([topic]);
  } finally {
    await patient.close();
  }
});

test('ephemeral events reach all processes in order, and oversized ones are dropped', async () => {
  const topic = newTopic();
  const [here, there] = [connect(one.origin), connect(other.origin)];
  await here.subscribe(topic);
  await there.subscribe(topic);
  // Both processes listen once both have received something.
  await happen(one, topic);
  for (const client of [here, there]) await expect.poll(() => client.seqsOf(topic)).toEqual([1]);
  const large = '가'.repeat(2000);
  one.realtime.broadcast(topic, 'typing', { number: 0, text: `${large}${large}` });
  for (let number = 1; number <= 5; number += 1)
    one.realtime.broadcast(topic, 'typing', { number, text: large });
  for (const client of [here, there]) {
    await expect
      .poll(() => client.events.filter(({ type }) => type === 'typing').map(({ data }) => data['number']))
      .toEqual([1, 2, 3, 4, 5]);
    expect(client.events.find(({ type }) => type === 'typing')).not.toHaveProperty('seq');
  }
});

test('more topics can be woken at once than one notification holds', async () => {
  const topics = Array.from({ length: 40 }, () => newTopic());
  const client = connect(one.origin);
  await Promise.all(topics.map((topic) => client.subscribe(topic)));
  for (let number = 0; number < 400; number += 1) other.realtime.wake(newTopic());
  await Promise.all(topics.map((topic) => happen(other, topic)));
  await expect.poll(() => client.events.length).toBe(topics.length);
});

test('a forbidden topic looks like one that does not exist', async () => {
  const { id, cookie } = signIn();
  const stranger = connect(one.origin, { cookie: signIn().cookie });
  const guest = connect(one.origin);
  const reader = connect(one.origin, { cookie });
  const topic = newTopic('closed');
  const refused = { code: 'topic_not_found' };
  expect(await guest.subscribe(topic)).toEqual(refused);
  expect(await guest.subscribe('own')).toEqual(refused);
  expect(await stranger.subscribe(topic)).toEqual(refused);
  expect(await stranger.subscribe(`own:${id}`)).toEqual(refused);
  for (const name of [
    'open',
    'open:',
    'open:1',
    `open:${id}:${id}`,
    `nothing:${id}`,
    'constructor',
    '__proto__:x',
  ]) {
    expect(await guest.subscribe(name), name).toEqual(refused);
  }
  house.readers.add(id);
  expect(await reader.subscribe(topic)).toMatchObject({ ok: true });
  expect(await reader.subscribe('own')).toMatchObject({ ok: true });
  await happen(one, topic);
  await happen(other, `own:${id}`);
  await expect
    .poll(() => reader.events.map((event) => event.topic).toSorted())
    .toEqual([topic, 'own'].toSorted());
  expect(stranger.events).toEqual([]);
});

test('a signed-out client gets no more private events', async () => {
  const { id, cookie } = signIn();
  house.readers.add(id);
  const [closed, open] = [newTopic('closed'), newTopic()];
  const client = connect(other.origin, { cookie });
  for (const topic of [closed, open, 'own']) await client.subscribe(topic);
  await happen(one, closed);
  await expect.poll(() => client.seqsOf(closed)).toEqual([1]);
  house.signedIn.delete(cookie);
  await expect.poll(() => client.ended.toSorted()).toEqual([closed, 'own'].toSorted());
  await happen(one, closed);
  await happen(one, `own:${id}`);
  await happen(one, open);
  await expect.poll(() => client.seqsOf(open)).toEqual([1]);
  expect(client.events.map(({ topic }) => topic)).toEqual([closed, open]);
  expect(await client.subscribe(closed, 1)).toEqual({ code: 'topic_not_found' });
});

test('a subscriber who missed too much, or more than is stored, gets a reset', async () => {
  const topic = newTopic();
  await one.db.transaction().execute(async (trx) => {
    const long = new Date(Date.now() - 8 * 24 * 60 * 60_000);
    for (const seq of upTo(3005))
      await publish(trx, { topic, seq, type: 'tick', data: {} }, seq < 900 ? long : new Date());
  });
  const client = connect(one.origin);
  expect(await client.subscribe(topic, 4)).toMatchObject({ ok: true, seq: 3005, reset: true });
  expect(await client.subscribe(topic, 3006)).toMatchObject({ ok: true, seq: 3005, reset: true });
  expect(client.events).toEqual([]);
  expect(await client.subscribe(topic, 5)).not.toHaveProperty('reset');
  expect(client.seqsOf(topic)).toEqual(upTo(3000, 6));
  client.events.length = 0;

  const quiet = newTopic();
  await one.db
    .transaction()
    .execute((trx) =>
      publish(
        trx,
        { topic: quiet, seq: 1, type: 'tick', data: {} },
        new Date(Date.now() - 30 * 24 * 60 * 60_000),
      ),
    );
  await forgetOldEvents(one.db, new Date());
  expect(await client.subscribe(topic, 898)).toMatchObject({ reset: true });
  expect(await client.subscribe(topic, 899)).not.toHaveProperty('reset');
  expect(client.seqsOf(topic)).toEqual(upTo(2106, 900));
  // The newest event is kept, however old it is.
  expect(await client.subscribe(quiet, 1)).toMatchObject({ seq: 1 });
});

test('limits: topics of a connection, messages a second, connections of an address and of a person', async () => {
  const client = connect(one.origin);
  const topics = Array.from({ length: 50 }, () => newTopic());
  await Promise.all(topics.map((topic) => client.subscribe(topic)));
  const more = newTopic();
  expect(await client.subscribe(more)).toEqual({ code: 'too_many_topics' });
  expect(await client.subscribe(topics[0] ?? '')).toMatchObject({ ok: true });
  await client.ask('unsubscribe', { topic: topics[1] });
  expect(await client.subscribe(more)).toMatchObject({ ok: true });

  const answers = await Promise.all(
    Array.from({ length: 200 }, () => client.ask('unsubscribe', { topic: more })),
  );
  expect(answers).toContainEqual({ code: 'too_fast' });

  const few = await startProcess(database.connectionString, {
    MAX_SOCKETS_PER_ADDRESS: '4',
    MAX_SOCKETS_PER_PERSON: '2',
  });
  try {
    const { cookie } = signIn();
    const theirs = [connect(few.origin, { cookie }), connect(few.origin, { cookie })];
    for (const each of theirs) expect(await each.settled()).toBe('connected');
    expect(await connect(few.origin, { cookie }).settled()).toBe('refused');
    const guests = [connect(few.origin), connect(few.origin)];
    for (const each of guests) expect(await each.settled()).toBe('connected');
    expect(await connect(few.origin).settled()).toBe('refused');
    theirs[0]?.close();
    await expect.poll(() => connect(few.origin).settled()).toBe('connected');
  } finally {
    await few.close();
  }

  const seldom = await startProcess(database.connectionString, { RATE_LIMIT_SOCKETS: '3' });
  try {
    const outcomes = [];
    for (let number = 0; number < 4; number += 1) outcomes.push(await connect(seldom.origin).settled());
    expect(outcomes).toContain('refused');
  } finally {
    await seldom.close();
  }
});

test('any message is answered with a code, and nothing breaks', async () => {
  const client = connect(one.origin);
  await client.settled();
  const bad = [
    [],
    [null],
    [1],
    ['open'],
    [[]],
    [{}],
    [{ topic: 1 }],
    [{ topic: '' }],
    [{ topic: { toString: 1, valueOf: 1 } }],
    [{ topic: 'o'.repeat(101) }],
    ...[-1, 1.5, '1', null, 2 ** 53, 1e300, {}, [], true].map((after) => [{ topic: newTopic(), after }]),
  ];
  for (const args of bad) {
    expect(await client.ask('subscribe', ...args), JSON.stringify(args)).toEqual({ code: 'bad_request' });
  }
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('subscribe', 'unsubscribe', 'event', 'error', 'toString', '', 'ended'),
      fc.array(
        fc.oneof(
          fc.json().map((text) => JSON.parse(text) as unknown),
          fc.string({ unit: 'binary' }),
        ),
        {
          maxLength: 3,
        },
      ),
      async (event, args) => {
        // Also without an acknowledgement callback.
        client.socket.emit(event, ...args);
        const answer = await client.ask(event, ...args);
        expect('code' in answer || answer.ok).toBe(true);
      },
    ),
    { numRuns: 40 },
  );
  // Invalid or oversized packets close only that connection.
  for (const text of [
    'x',
    '2["subscribe"',
    '42{"a":1}',
    '451-["subscribe",{"_placeholder":true,"num":0}]',
    '가'.repeat(5000),
  ]) {
    const rude = connect(one.origin);
    await rude.settled();
    rude.socket.io.engine.write(text);
    await expect.poll(() => rude.socket.connected).toBe(false);
  }
  const fresh = connect(one.origin);
  expect(await fresh.subscribe(newTopic())).toMatchObject({ ok: true });
  house.isDatabaseAway = true;
  expect(await fresh.subscribe(newTopic())).toEqual({ code: 'unavailable' });
  expect(await connect(one.origin).settled()).toBe('refused');
  house.isDatabaseAway = false;
  expect(await fresh.subscribe(newTopic())).toMatchObject({ ok: true });
}, 60_000);

test('pages of other sites cannot connect', async () => {
  const outcome = (headers: Record<string, string>) => connect(one.origin, { headers }).settled();
  expect(await outcome({ origin: 'https://evil.example' })).toBe('refused');
  expect(await outcome({ origin: 'null' })).toBe('refused');
  expect(await outcome({ origin: 'http://gongbang.test', 'sec-fetch-site': 'cross-site' })).toBe('refused');
  expect(await outcome({ origin: 'http://gongbang.test' })).toBe('connected');
  expect(await outcome({ origin: one.origin })).toBe('connected');
});

test('other requests at the socket address are ordinary requests', async () => {
  const ask = (path: string, headers: Record<string, string>) =>
    new Promise<number | 'upgraded'>((resolve, reject) => {
      httpRequest(`${one.origin}${path}`, { headers: { connection: 'Upgrade', ...headers } })
        .on('response', (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        })
        .on('upgrade', (_response, socket) => {
          socket.destroy();
          resolve('upgraded');
        })
        .on('error', reject)
        .end();
    });
  const websocket = {
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  const query = 'EIO=4&transport=websocket';
  expect(await ask(`${realtimePath}?${query}`, websocket)).toBe('upgraded');
  expect(await ask(`${realtimePath}?${query}`, { upgrade: 'h2c' })).toBe(204);
  expect(await ask(`${realtimePath}?EIO=4&transport=polling`, websocket)).toBe(400);
  expect(await ask(`${realtimePath}?${query}&sid=x`, websocket)).toBe(404);
  expect(await ask('/elsewhere', websocket)).toBe(404);
  expect(await ask(`${realtimePath}?${query}`, { ...websocket, origin: 'https://evil.example' })).toBe(403);
});

test('a closing server disconnects its clients at once, and they reconnect elsewhere', async () => {
  const leaving = await startProcess(database.connectionString);
  const topic = newTopic();
  const [idle, deaf] = [connect(leaving.origin), connect(leaving.origin)];
  await idle.subscribe(topic);
  await deaf.subscribe(topic);
  await happen(one, topic);
  await expect.poll(() => idle.seqsOf(topic)).toEqual([1]);
  const reason = new Promise<string>((resolve) => idle.socket.once('disconnect', resolve));
  // A client that no longer responds.
  const { transport } = deaf.socket.io.engine as unknown as { transport: { ws: { pause(): void } } };
  transport.ws.pause();
  const begin = performance.now();
  await leaving.close();
  expect(performance.now() - begin).toBeLessThan(5000);
  // Clients reconnect by themselves after this reason, but not after a disconnect by the server.
  expect(await reason).toBe('transport close');
  await happen(one, topic);
  const elsewhere = connect(one.origin);
  await elsewhere.subscribe(topic, 1);
  expect(elsewhere.seqsOf(topic)).toEqual([2]);
});

test('a person who loses access while subscribing gets nothing', async () => {
  const patient = await startProcess(database.connectionString);
  try {
    const [person, watcher] = [signIn(), signIn()];
    const topic = newTopic('closed');
    for (const { id } of [person, watcher]) house.readers.add(id);
    const [theirs, seen] = [connect(patient.origin, person), connect(patient.origin, watcher)];
    expect(await seen.subscribe(topic)).toMatchObject({ ok: true });
    house.meanwhile = async () => {
      for (const { id } of [person, watcher]) house.readers.delete(id);
      patient.realtime.recheck(topic);
      await expect.poll(() => seen.ended).toEqual([topic]);
    };
    expect(await theirs.subscribe(topic)).toEqual({ code: 'topic_not_found' });
    await happen(patient, topic);
    expect(await theirs.subscribe(newTopic())).toMatchObject({ ok: true });
    expect(theirs.events).toEqual([]);
  } finally {
    await patient.close();
  }
});
