import type { AddressInfo } from 'node:net';
import { createServer, connect as connectSocket, type Server, type Socket as NetSocket } from 'node:net';
import { io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { auctioningOn } from '#features/auctions/server/testing.ts';
import { notify } from '#features/notifications/server/public.ts';
import { orderingOn } from '#features/orders/server/testing.ts';
import { createRealtimeClient, type TopicState } from '#platform/client/realtime.ts';
import {
  connectTo,
  happen,
  newTopic,
  prepareTopics,
  startProcess,
  type TestClient,
  type TestProcess,
} from '#platform/server/test-realtime.ts';
import { createTestDatabase, type TestDatabase } from '#platform/server/testing.ts';
import { realtimePath, type TopicEvent } from '#platform/shared/realtime.ts';
import { startJobs } from './jobs.ts';
import { startTestServer, type Person, type TestServer } from './testing.ts';

let server: TestServer;
let origin: string;
let database: TestDatabase;
let topicServer: TestProcess;
let stopJobs: () => Promise<unknown>;
const closers: (() => void)[] = [];
beforeAll(async () => {
  server = await startTestServer();
  origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const runner = await startJobs(server.runtime, server.app.log);
  stopJobs = () => runner.stop();
  // Ephemeral events reach only clients that are subscribed by then.
  const first = connectTo(origin);
  await vi.waitFor(
    async () => {
      const { rowCount } = await server.runtime.pool.query(
        "select from pg_stat_activity where datname = current_database() and state = 'idle' and query like 'listen %'",
      );
      if (rowCount === 0) throw new Error('nobody listens yet');
    },
    { timeout: 30_000 },
  );
  first.close();
  database = await createTestDatabase();
  topicServer = await startProcess(database.connectionString);
  await prepareTopics(topicServer.db);
});
afterEach(() => {
  for (const close of closers.splice(0)) close();
});
afterAll(async () => {
  await stopJobs();
  await server.close();
  await topicServer.close();
  await database.drop();
});

function connect(as?: Person): TestClient {
  const client = connectTo(origin, as ? { cookie: as.cookie } : {});
  closers.push(() => client.close());
  return client;
}

test('a notification reaches its recipient at once, and nobody else', async () => {
  const [person, other] = [await server.signUp(), await server.signUp()];
  const [theirs, others, guest] = [connect(person), connect(other), connect()];
  expect(await theirs.subscribe('user')).toMatchObject({ ok: true });
  expect(await others.subscribe('user')).toMatchObject({ ok: true });
  expect(await guest.subscribe('user')).toEqual({ code: 'topic_not_found' });
  const told = { what: 'phone_verified', path: '/my/verification' } as const;
  await notify(server.runtime.db, person.id, told, new Date());
  await expect
    .poll(() => theirs.events, { timeout: 35_000 })
    .toEqual([{ topic: 'user', type: 'notification', data: {} }]);
  expect(others.events).toEqual([]);
});

test('both sides of an order receive each of its events, and nobody else does', async () => {
  const on = orderingOn(server);
  const [buyer, { provider, serviceId }] = [await server.signUp(), await on.provide({ isFreeService: true })];
  const { id } = await on.order(buyer, serviceId);
  const [theirs, strangers] = [connect(buyer), connect(await server.signUp())];
  expect(await theirs.subscribe(`order:${id}`)).toMatchObject({ ok: true });
  expect(await strangers.subscribe(`order:${id}`)).toEqual({ code: 'topic_not_found' });
  await on.move(provider, id, 'accept');
  await on.move(provider, id, 'start');
  const topic = `order:${id}`;
  await expect
    .poll(() => theirs.events, { timeout: 15_000 })
    .toEqual([
      { topic, type: 'accept', seq: 1, data: { state: 'accepted' } },
      { topic, type: 'start', seq: 2, data: { state: 'working' } },
    ]);
});

test('a session that has ended cannot subscribe, on a connection made before', async () => {
  const person = await server.signUp();
  const client = connect(person);
  expect(await client.subscribe('user')).toMatchObject({ ok: true });
  await server.call('POST', '/api/logout', { as: person });
  await expect.poll(() => client.socket.connected).toBe(false);
  client.socket.connect();
  expect(await client.settled()).toBe('connected');
  expect(await client.subscribe('user')).toEqual({ code: 'topic_not_found' });
  server.runtime.realtime.broadcast(`user:${person.id}`, 'notification', {});
  const other = await server.signUp();
  const theirs = connect(other);
  await theirs.subscribe('user');
  server.runtime.realtime.broadcast(`user:${other.id}`, 'notification', {});
  await expect.poll(() => theirs.events.length).toBe(1);
  expect(client.events).toEqual([]);
});

test('a viewer of an auction receives every bid in order, from the seq of their page on', async () => {
  const on = auctioningOn(server);
  const [one, other] = [await on.someone(), await on.someone()];
  const { id } = await on.live();
  const topic = `auction:${id}`;
  const { eventSeq } = await on.readAuction(undefined, id);
  const watching = connect();
  expect(await watching.subscribe(topic, eventSeq)).toEqual({
    ok: true,
    seq: eventSeq,
    now: expect.any(String),
  });
  await on.bids(one, id, 20_000);
  await on.bids(other, id, 30_000);
  await on.bids(one, id, 40_000);
  const now = (await on.readAuction(undefined, id)).eventSeq;
  expect(now).toBeGreaterThanOrEqual(eventSeq + 3);
  await expect.poll(() => watching.seqsOf(topic)).toEqual(upTo(now - eventSeq, eventSeq + 1));
  const late = connect();
  expect(await late.subscribe(topic, eventSeq)).not.toHaveProperty('reset');
  expect(late.events).toEqual(watching.events);
});

/** Proxy to the server whose connections can be cut and refused. */
async function startGate(target: string) {
  const { hostname, port } = new URL(target);
  const open = new Set<NetSocket>();
  let isShut = false;
  const gate: Server = createServer((near) => {
    const far = connectSocket(Number(port), hostname);
    for (const [socket, peer] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.pipe(peer);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        open.delete(socket);
        peer.destroy();
      });
    }
    if (isShut) near.destroy();
  });
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
  closers.push(() => gate.close());
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    origin: `http://127.0.0.1:${(gate.address() as AddressInfo).port}`,
    cut,
    shut(value: boolean) {
      isShut = value;
      if (value) cut();
    },
    connections: () => open.size / 2,
  };
}

function createClient(to: string, options: { cookie?: () => string; isVisible?: () => boolean } = {}) {
  return createRealtimeClient({
    async open() {
      const socket = io(to, {
        path: realtimePath,
        transports: ['websocket'],
        forceNew: true,
        autoConnect: false,
        reconnectionDelay: 20,
        reconnectionDelayMax: 50,
      });
      // Like a browser, each connection sends the cookies of its time.
      Object.defineProperty(socket.io.opts, 'extraHeaders', {
        enumerable: true,
        get: () => (options.cookie ? { cookie: options.cookie() } : {}),
      });
      return socket;
    },
    isVisible: options.isVisible ?? (() => true),
    timing: { lingerMs: 100, awayAfterMs: 300, askEveryMs: 50, againMs: 50, answerMs: 1000 },
  });
}

function watcher(after?: number) {
  const seqs: number[] = [];
  const events: TopicEvent[] = [];
  const states: TopicState[] = [];
  const counts = { resets: 0, asks: 0 };
  return {
    seqs,
    events,
    states,
    counts,
    after,
    onEvent(event: TopicEvent) {
      events.push(event);
      if (event.seq !== undefined) seqs.push(event.seq);
    },
    onReset: () => void (counts.resets += 1),
    onAway: () => void (counts.asks += 1),
    onState: (state: TopicState) => void states.push(state),
  };
}
const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index);

test('a page misses nothing and sees nothing twice while its connection breaks and other subscribers join', async () => {
  const gate = await startGate(topicServer.origin);
  const client = createClient(gate.origin);
  const topic = newTopic();
  const first = watcher(0);
  closers.push(client.watch(topic, first));
  const watchers = [{ watcher: first, from: 1 }];
  for (let number = 1; number <= 300; number += 1) {
    await happen(topicServer, topic);
    if (number % 60 === 0) gate.cut();
    if (number % 50 === 0) {
      // The later subscriber starts at an older seq than the first one has reached.
      const from = number - 30;
      const late = watcher(from);
      watchers.push({ watcher: late, from: from + 1 });
      closers.push(client.watch(topic, late));
    }
  }
  for (const { watcher: each, from } of watchers) {
    await expect.poll(() => each.seqs, { timeout: 35_000 }).toEqual(upTo(301 - from, from));
    expect(each.counts.resets).toBe(0);
  }
  expect(first.states).toContain('live');
  expect(gate.connections()).toBe(1);
});

test('a page that cannot connect polls while it is visible, and resumes where it was', async () => {
  const gate = await startGate(topicServer.origin);
  let isVisible = true;
  let looks = 0;
  const client = createClient(gate.origin, {
    isVisible: () => {
      looks += 1;
      return isVisible;
    },
  });
  const topic = newTopic();
  const page = watcher(0);
  closers.push(client.watch(topic, page));
  await happen(topicServer, topic);
  await expect.poll(() => page.seqs).toEqual([1]);
  gate.shut(true);
  await expect.poll(() => page.states.at(-1)).toBe('away');
  await expect.poll(() => page.counts.asks).toBeGreaterThan(1);
  isVisible = false;
  const { asks } = page.counts;
  await happen(topicServer, topic);
  const before = looks;
  await expect.poll(() => looks).toBeGreaterThan(before + 2);
  expect(page.counts.asks).toBe(asks);
  gate.shut(false);
  await expect.poll(() => page.seqs, { timeout: 10_000 }).toEqual([1, 2]);
  expect(page.states).toEqual(['connecting', 'live', 'connecting', 'away', 'live']);
});

test('nothing is tried while offline, and the connection resumes at once when online', async () => {
  const gate = await startGate(topicServer.origin);
  const client = createClient(gate.origin);
  client.setOnline(false);
  const topic = newTopic();
  const page = watcher(0);
  closers.push(client.watch(topic, page));
  await expect.poll(() => page.states.at(-1)).toBe('away');
  expect(gate.connections()).toBe(0);
  client.setOnline(true);
  await expect.poll(() => page.states.at(-1)).toBe('live');
  client.setOnline(false);
  await expect.poll(() => gate.connections()).toBe(0);
  await happen(topicServer, topic);
  client.setOnline(true);
  await expect.poll(() => page.seqs).toEqual([1]);
});

test('a page that has missed too much gets a reset, and resumes from there', async () => {
  const topic = newTopic();
  await happen(topicServer, topic);
  const client = createClient(topicServer.origin);
  const page = watcher(700);
  closers.push(client.watch(topic, page));
  await expect.poll(() => page.counts.resets).toBe(1);
  await happen(topicServer, topic);
  await expect.poll(() => page.seqs).toEqual([2]);
});

test('a page without a starting seq receives only new events, with the server’s clock', async () => {
  const topic = newTopic();
  await happen(topicServer, topic);
  const client = createClient(topicServer.origin);
  const page = watcher();
  closers.push(client.watch(topic, page));
  await expect.poll(() => page.states.at(-1)).toBe('live');
  await happen(topicServer, topic);
  topicServer.realtime.broadcast(topic, 'typing', {});
  await expect.poll(() => page.events.map(({ type }) => type).toSorted()).toEqual(['tick', 'typing']);
  expect(page.seqs).toEqual([2]);
  expect(Math.abs(client.serverNow() - Date.now())).toBeLessThan(5000);
});

test('the connection closes some time after the last subscription ends', async () => {
  const gate = await startGate(topicServer.origin);
  const client = createClient(gate.origin);
  const [here, there] = [watcher(), watcher()];
  const leaveHere = client.watch(newTopic(), here);
  await expect.poll(() => here.states.at(-1)).toBe('live');
  leaveHere();
  const leaveThere = client.watch(newTopic(), there);
  await expect.poll(() => there.states.at(-1)).toBe('live');
  expect(gate.connections()).toBe(1);
  leaveThere();
  await expect.poll(() => gate.connections()).toBe(0);
});

test('signing in while connected gives access, and a refused page polls instead', async () => {
  const person = await server.signUp();
  let cookie = '';
  const client = createClient(origin, { cookie: () => cookie });
  const guest = watcher();
  const leave = client.watch('user', guest);
  await expect.poll(() => guest.states.at(-1)).toBe('away');
  leave();
  cookie = person.cookie;
  const page = watcher();
  closers.push(client.watch('user', page));
  await expect.poll(() => page.states.at(-1)).toBe('live');
  server.runtime.realtime.broadcast(`user:${person.id}`, 'notification', {});
  await expect.poll(() => page.events.length).toBe(1);
});
