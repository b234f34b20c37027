import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { io, type Socket } from 'socket.io-client';
import { realtimePath, type Refusal, type Subscribed, type TopicEvent } from '../shared/realtime.ts';
import { createPubSubTransport } from './pub-sub-transport.ts';
import { readConfig } from './config.ts';
import { connectDatabase, type Db } from './db.ts';
import { createHttpServer } from './http.ts';
import { createRateLimits } from './rate-limits.ts';
import { createRealtime, publish } from './realtime.ts';
import { serveRealtime } from './realtime-sockets.ts';

export type Answer = Subscribed | { ok: true } | { code: Refusal };
export type TestProcess = Awaited<ReturnType<typeof startProcess>>;

/** Signed-in people by cookie, and readers of closed topics, shared by all processes of a test. */
export const house = {
  signedIn: new Map<string, string>(),
  readers: new Set<string>(),
  isDatabaseAway: false,
  /** Called once, between the check of read access and the acknowledgement. */
  meanwhile: null as (() => Promise<void>) | null,
};

export async function prepareTopics(db: Db): Promise<void> {
  await sql`create table test_topic (topic text primary key, seq bigint not null)`.execute(db);
}

/** Starts a server process with sockets only, on a database that may be shared. */
export async function startProcess(
  connectionString: string,
  environment: Record<string, string> = {},
  recheckMs?: number,
) {
  const config = readConfig({
    PORT: '0',
    PUBLIC_ORIGIN: 'http://gongbang.test',
    LOG_LEVEL: 'silent',
    OVERLOAD_MS: '600000',
    MAX_SOCKETS_PER_ADDRESS: '10000',
    MAX_SOCKETS_PER_PERSON: '1000',
    RATE_LIMIT_SOCKETS: '1000000',
    ...environment,
  });
  const handle = connectDatabase(connectionString, { poolSize: 6, onError() {} });
  const { db, pool } = handle;
  const carrier = await createPubSubTransport({ redisUrl: config.redisUrl, pool, connectionString });
  const realtime = createRealtime({ carrier, onError() {} });
  const app = await createHttpServer(config);
  const upgrade = serveRealtime<{ id: string }>(app, {
    db,
    realtime,
    rateLimits: createRateLimits(pool, config.rateLimits),
    topics: {
      open: { mayRead: async () => true },
      closed: {
        async mayRead(viewer) {
          const mayRead = viewer !== null && house.readers.has(viewer.id);
          const { meanwhile } = house;
          house.meanwhile = null;
          await meanwhile?.();
          return mayRead;
        },
      },
      own: { own: true },
    },
    async findViewer(cookie) {
      if (house.isDatabaseAway) throw Object.assign(new Error('gone'), { code: '57P03' });
      const id = house.signedIn.get(cookie ?? '');
      return id === undefined ? null : { id };
    },
    async findSessionId(cookie) {
      return cookie ?? null;
    },
    most: config.sockets,
    ...(recheckMs !== undefined && { recheckMs }),
  });
  app.server.on('upgrade', upgrade);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return {
    app,
    db,
    realtime,
    origin: `http://127.0.0.1:${port}`,
    async close() {
      await app.close();
      await realtime.close();
      await handle.close();
    },
  };
}

/** Publishes an event in a transaction that orders the topic. */
export async function happen({ db, realtime }: TestProcess, topic: string, wake = true): Promise<number> {
  const seq = await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ seq: number }>`insert into test_topic values (${topic}, 1)
      on conflict (topic) do update set seq = test_topic.seq + 1 returning seq`.execute(trx);
    const next = rows[0]?.seq ?? 0;
    await publish(trx, { topic, seq: next, type: 'tick', data: { number: next } }, new Date());
    return next;
  });
  if (wake) realtime.wake(topic);
  return seq;
}

export const newTopic = (word = 'open') => `${word}:${randomUUID()}`;

export type TestClient = ReturnType<typeof connectTo>;

/** Creates a client that records what it receives. */
export function connectTo(
  origin: string,
  options: { cookie?: string; headers?: Record<string, string> } = {},
) {
  const socket: Socket = io(origin, {
    path: realtimePath,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: { ...(options.cookie && { cookie: options.cookie }), ...options.headers },
  });
  const events: TopicEvent[] = [];
  const ended: string[] = [];
  socket.on('event', (event: TopicEvent) => events.push(event));
  socket.on('ended', ({ topic }: { topic: string }) => ended.push(topic));
  return {
    socket,
    events,
    ended,
    seqsOf: (topic: string) => events.flatMap((event) => (event.topic === topic ? (event.seq ?? []) : [])),
    /** Waits for the connection, or rejects with the reason. */
    settled: () =>
      new Promise<'connected' | 'refused'>((resolve) => {
        if (socket.connected) resolve('connected');
        socket.once('connect', () => resolve('connected'));
        socket.once('connect_error', () => resolve('refused'));
      }),
    ask: (event: string, ...args: unknown[]): Promise<Answer> =>
      socket.timeout(15_000).emitWithAck(event, ...args) as Promise<Answer>,
    subscribe: (topic: string, after?: number): Promise<Answer> =>
      socket
        .timeout(15_000)
        .emitWithAck('subscribe', { topic, ...(after !== undefined && { after }) }) as Promise<Answer>,
    close: () => socket.disconnect(),
  };
}
