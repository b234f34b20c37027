import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { Server as Engine } from 'engine.io';
import { Server, type Socket } from 'socket.io';
import { z } from 'zod';
import { AppError, platformErrors } from '../shared/errors.ts';
import { realtimePath, type Refusal, type Subscribed, type TopicEvent } from '../shared/realtime.ts';
import { isDatabaseAway, type Db } from './db.ts';
import type { App } from './http.ts';
import { isUuid } from './ids.ts';
import { realtimeSent, realtimeSockets } from './metrics.ts';
import { errorSchema } from './openapi.ts';
import { addressKey, type RateLimits } from './rate-limits.ts';
import { recheckType, signedOutType, type Realtime } from './realtime.ts';
import { createFeed } from './realtime-feed.ts';

/** Message of a subscriber to a topic. The sender is looked up only where it matters. */
export type Heard<Viewer> = { id: string; type: string; data: unknown; findViewer(): Promise<Viewer | null> };

/** Topics of one kind, by the word in front of their colon. */
type TopicKind<Viewer> =
  | {
      mayRead(viewer: Viewer | null, id: string): Promise<boolean>;
      /** Set where individuals can be blocked from public topics, so that each person is checked separately. */
      shutsOut?: true;
      /** Handles messages of subscribers; without it the topic accepts none. */
      hear?(message: Heard<Viewer>): Promise<{ ok: true } | { code: string }>;
    }
  /** A private topic per person, published as `word:{person id}` and subscribed to as `word`. */
  | { own: true };
export type Topics<Viewer> = Record<string, TopicKind<Viewer>>;

const maxTopics = 50;
/** Sized for the session description (SDP) of a call, the largest message. */
const maxMessageBytes = 32_768;
/** A returning page subscribes to all of its topics at once, and may have unsubscribed from as many. */
const messagesAtOnce = 2 * maxTopics;
const messagesASecond = 20;
/** A client that continues after this many refusals is not one of our pages. */
const maxRefused = 500;

/** Poll interval for topics without a notification, which may have been lost. */
const lookEveryMs = 1000;
/**
 * Interval at which read access is checked again, in case no notification arrived. The end of a session cuts its
 * connections at once.
 */
const defaultRecheckMs = 60_000;
const checkedAtOnce = 100;

/** Time for clients to acknowledge the end of the connection before it is cut. */
const goodbyeMs = 500;

const subscribeInput = z.object({
  topic: z.string().min(1).max(100),
  after: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
});
const unsubscribeInput = subscribeInput.pick({ topic: true });
const sendInput = z.object({
  topic: z.string().min(1).max(100),
  type: z.string().min(1).max(40),
  data: z.unknown(),
});

/** A call of eight people starts with many messages, and drawing sends some each second. */
const sentAtOnce = 200;
const sentASecond = 30;

type Answer = Subscribed | { ok: true } | { code: Refusal };
type Answered = Answer | { code: string };
/** One connection and its subscriptions, by the client's topic names. */
type Peer = {
  socket: Socket;
  cookie: string | undefined;
  sessionId: string | null;
  topics: Map<string, string>;
  open: boolean;
};
type Admission = { address: string; personId: string | null; sessionId: string | null };

/**
 * Serves Socket.IO on the server's own port. Processes share only the database: each sends the events that it reads
 * there to its own sockets, so a page may be connected to any of them. Returns the handler of upgrade requests.
 */
export function serveRealtime<Viewer extends { id: string }>(
  app: App,
  deps: {
    db: Db;
    realtime: Realtime;
    rateLimits: RateLimits;
    topics: Topics<Viewer>;
    /** Finds the person of these cookies, without caching. */
    findViewer(cookie: string | undefined): Promise<Viewer | null>;
    /** Finds the session of these cookies, including sessions that receive no events. */
    findSessionId(cookie: string | undefined): Promise<string | null>;
    most: { socketsPerAddress: number; socketsPerPerson: number };
    recheckMs?: number;
  },
): (request: IncomingMessage, socket: Duplex, head: Buffer) => void {
  const { realtime, topics, findViewer, findSessionId, most } = deps;
  const peers = new Set<Peer>();
  const connections = new Set<Duplex>();
  const open = new Map<string, number>();
  const admissions = new WeakMap<object, Admission>();
  const sessionIds = new WeakMap<IncomingMessage, string | null>();
  const timers: NodeJS.Timeout[] = [];
  let stopListening: (() => void) | undefined;
  let closing = false;
  /** Number of access checks so far, to detect one that ran during a subscription. */
  let rechecks = 0;

  const engine = new Engine({
    // Long polling would need all requests of a page to reach the same process.
    transports: ['websocket'],
    maxHttpBufferSize: maxMessageBytes,
    perMessageDeflate: false,
  });
  const io = new Server({ serveClient: false, connectTimeout: 10_000 });
  io.bind(engine);

  const feed = createFeed({
    db: deps.db,
    emit: send,
    onError: (error) => app.log.warn({ err: error }, 'events could not be read'),
  });

  function send(topic: string, event: TopicEvent): void {
    const word = topic.split(':', 1)[0] ?? '';
    const kind = topics[word];
    const name = kind && 'own' in kind ? word : topic;
    io.to(topic).emit('event', { ...event, topic: name });
    realtimeSent.inc(io.sockets.adapter.rooms.get(topic)?.size ?? 0);
  }

  /** Starts with the first connection, because many tests and tools build a server that nobody connects to. */
  function begin(): void {
    stopListening ??= realtime.listen({
      onWoken(woken) {
        feed.look(woken);
        // Notifications about lost access were missed while the connection was down.
        if (woken === null) void recheck();
      },
      onPassing: (event) => {
        if (event.type === recheckType) void recheck(event.topic);
        else if (event.type === signedOutType) signOut(event.topic);
        else send(event.topic, event);
      },
    });
    if (timers.length > 0) return;
    timers.push(
      setInterval(() => feed.look(null), lookEveryMs),
      setInterval(() => void recheck(), deps.recheckMs ?? defaultRecheckMs),
    );
  }

  /** Resolves a client's topic name; null if the person may read no such topic. */
  async function findTopic(name: string, viewer: Viewer | null): Promise<string | null> {
    const [word = '', id, ...more] = name.split(':');
    const kind = Object.hasOwn(topics, word) ? topics[word] : undefined;
    if (!kind || more.length > 0) return null;
    if ('own' in kind) return id === undefined && viewer !== null ? `${word}:${viewer.id}` : null;
    return id !== undefined && isUuid(id) && (await kind.mayRead(viewer, id)) ? name : null;
  }

  async function subscribe(peer: Peer, input: unknown): Promise<Answer> {
    const parsed = subscribeInput.safeParse(input);
    if (!parsed.success) return { code: 'bad_request' };
    const { topic: name, after } = parsed.data;
    const before = rechecks;
    const topic = await findTopic(name, await findViewer(peer.cookie));
    if (topic === null) {
      leave(peer, name);
      return { code: 'topic_not_found' };
    }
    if (!peer.topics.has(name) && peer.topics.size >= maxTopics) return { code: 'too_many_topics' };
    leave(peer, name);
    let answer: Answer = { code: 'unavailable' };
    // The missed events and the acknowledgement are sent together, before the feed delivers anything else.
    await feed.follow(topic, after, ({ seq, now, reset, missed }) => {
      if (!peer.open) return false;
      if (peer.topics.size >= maxTopics) {
        answer = { code: 'too_many_topics' };
        return false;
      }
      for (const event of missed) peer.socket.emit('event', { ...event, topic: name });
      peer.topics.set(name, topic);
      void peer.socket.join(topic);
      answer = { ok: true, seq, now: now.toISOString(), ...(reset && { reset }) };
      return true;
    });
    // An access check that ran meanwhile did not include this subscription yet.
    if (before !== rechecks && (await findTopic(name, await findViewer(peer.cookie))) !== topic) {
      leave(peer, name);
      return { code: 'topic_not_found' };
    }
    return answer;
  }

  async function unsubscribe(peer: Peer, input: unknown): Promise<Answer> {
    const parsed = unsubscribeInput.safeParse(input);
    if (!parsed.success) return { code: 'bad_request' };
    leave(peer, parsed.data.topic);
    return { ok: true };
  }

  /** Passes a message to the room that owns the topic; only subscribers may send. */
  async function hear(peer: Peer, input: unknown): Promise<Answered> {
    const parsed = sendInput.safeParse(input);
    if (!parsed.success) return { code: 'bad_request' };
    const { topic, type, data } = parsed.data;
    const [word = '', id = ''] = topic.split(':');
    const kind = Object.hasOwn(topics, word) ? topics[word] : undefined;
    if (!kind || !('hear' in kind) || !kind.hear || !peer.topics.has(topic))
      return { code: 'topic_not_found' };
    return kind.hear({ id, type, data, findViewer: () => findViewer(peer.cookie) });
  }

  function leave(peer: Peer, name: string): void {
    const topic = peer.topics.get(name);
    if (topic === undefined) return;
    peer.topics.delete(name);
    void peer.socket.leave(topic);
    feed.leave(topic);
  }

  /**
   * Cuts the connections of an ended session, so that they receive no more events. Pages reconnect with their current
   * session.
   */
  function signOut(topic: string): void {
    rechecks += 1;
    for (const peer of peers) {
      if (peer.sessionId === null || topic !== `session:${peer.sessionId}`) continue;
      peer.open = false;
      for (const name of peer.topics.keys()) leave(peer, name);
      peer.socket.conn.close();
    }
  }

  /** Unsubscribes connections that have lost read access, from all topics or only the given one. */
  async function recheck(only?: string): Promise<void> {
    rechecks += 1;
    const readByAll = new Map<string, Promise<string | null>>();
    const forAll = (name: string) => {
      const known = readByAll.get(name) ?? findTopic(name, null);
      readByAll.set(name, known);
      return known;
    };
    async function check(peer: Peer): Promise<void> {
      for (const [name, topic] of peer.topics) {
        if (only !== undefined && topic !== only) continue;
        const kind = topics[topic.split(':', 1)[0] ?? ''];
        const isForAll = !(kind && 'shutsOut' in kind && peer.cookie !== undefined);
        if (isForAll && (await forAll(name)) === topic) continue;
        if ((await findTopic(name, await findViewer(peer.cookie))) === topic) continue;
        leave(peer, name);
        peer.socket.emit('ended', { topic: name, code: 'topic_not_found' satisfies Refusal });
      }
    }
    try {
      const all = [...peers];
      for (let from = 0; from < all.length; from += checkedAtOnce) {
        await Promise.all(all.slice(from, from + checkedAtOnce).map(check));
      }
    } catch (error) {
      app.log.warn({ err: error }, 'realtime connections could not be looked at');
    }
  }

  io.on('connection', (socket) => {
    if (closing) return void socket.disconnect(true);
    begin();
    const peer: Peer = {
      socket,
      cookie: socket.handshake.headers.cookie,
      sessionId: sessionIds.get(socket.request) ?? null,
      topics: new Map(),
      open: true,
    };
    peers.add(peer);
    const mayAsk = createBucket(messagesAtOnce, messagesASecond);
    const maySend = createBucket(sentAtOnce, sentASecond);
    let refused = 0;
    /** Requests about one topic are handled in order, even if they wait for the database. */
    const lasts = new Map<string, Promise<void>>();

    function answer(act: (peer: Peer, input: unknown) => Promise<Answered>, mayGoOn = mayAsk) {
      return (...args: unknown[]) => {
        const ack = args.at(-1);
        const reply = (found: Answered) => void (typeof ack === 'function' && ack(found));
        const [input] = args;
        if (!mayGoOn()) {
          refused += 1;
          if (refused > maxRefused) socket.disconnect(true);
          return reply({ code: 'too_fast' });
        }
        const named = (input as { topic?: unknown } | null | undefined)?.topic;
        const name = typeof named === 'string' ? named.slice(0, 100) : '';
        const doing = (lasts.get(name) ?? Promise.resolve())
          .then(() => act(peer, input))
          .then(reply, (error: unknown) => {
            if (!isDatabaseAway(error) && !closing) app.log.error({ err: error }, 'a topic was not followed');
            reply({ code: 'unavailable' });
          })
          .finally(() => {
            if (lasts.get(name) === doing) lasts.delete(name);
          });
        lasts.set(name, doing);
      };
    }
    socket.on('subscribe', answer(subscribe));
    socket.on('unsubscribe', answer(unsubscribe));
    socket.on('send', answer(hear, maySend));
    socket.onAny((event: unknown, ...args: unknown[]) => {
      if (event !== 'subscribe' && event !== 'unsubscribe' && event !== 'send')
        answer(async () => ({ code: 'bad_request' }))(...args);
    });
    socket.on('disconnect', () => {
      peer.open = false;
      for (const name of peer.topics.keys()) leave(peer, name);
      peers.delete(peer);
    });
  });

  // A connection starts like any request, with the same checks of origin and identity.
  app.get(
    realtimePath,
    {
      config: { access: 'anyone', changesState: true },
      schema: {
        tags: ['realtime'],
        summary: 'Whether one may connect: here is Socket.IO 4, over WebSocket alone',
        description:
          'Emit `subscribe {topic, after?}`, acknowledged with `{ok, seq, now, reset?}` or `{code}`: missed events come first, and with ' +
          '`reset` too many were missed to be sent. Emit `unsubscribe {topic}`, and `send {topic, type, data}` where a room takes messages. Events arrive as `event {topic, type, seq?, data}`, and ' +
          '`ended {topic, code}` says that a topic may not be read any more.',
        response: { 204: z.null(), 403: errorSchema, 429: errorSchema, 503: errorSchema },
      },
    },
    async (request, reply) => {
      await deps.rateLimits.take('sockets', request.ip);
      const { cookie } = request.headers;
      const [viewer, sessionId] = await Promise.all([findViewer(cookie), findSessionId(cookie)]);
      const admission = { address: addressKey(request.ip), personId: viewer?.id ?? null, sessionId };
      const tooMany =
        (open.get(admission.address) ?? 0) >= most.socketsPerAddress ||
        (viewer && (open.get(viewer.id) ?? 0) >= most.socketsPerPerson);
      if (tooMany) throw new AppError(platformErrors.rate_limited, { retryAfterSeconds: 60 });
      admissions.set(request.raw, admission);
      return reply.code(204).send(null);
    },
  );

  function count(admission: Admission, by: 1 | -1): void {
    for (const key of [admission.address, admission.personId]) {
      if (key === null) continue;
      const number = (open.get(key) ?? 0) + by;
      if (number > 0) open.set(key, number);
      else open.delete(key);
    }
  }

  async function connect(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const url = new URL(request.url ?? '', 'http://localhost');
    // Engine.IO would treat a session id as a request to resume that session.
    if (url.searchParams.has('sid')) return refuse(socket, 404, '');
    if (closing) return refuse(socket, 503, '');
    const { connection: _connection, upgrade: _upgrade, ...headers } = request.headers;
    const answer = await app.inject({
      method: 'GET',
      url: realtimePath,
      headers,
      ...(request.socket.remoteAddress && { remoteAddress: request.socket.remoteAddress }),
    });
    const admission = admissions.get(answer.raw.req);
    if (!admission || answer.statusCode !== 204) return refuse(socket, answer.statusCode, answer.body);
    if (socket.destroyed || closing) return void socket.destroy();
    connections.add(socket);
    sessionIds.set(request, admission.sessionId);
    count(admission, 1);
    realtimeSockets.inc();
    socket.once('close', () => {
      connections.delete(socket);
      count(admission, -1);
      realtimeSockets.dec();
    });
    engine.handleUpgrade(request, socket, head);
  }

  // Close sockets before the server waits for its connections, which would not end by themselves. Clients reconnect.
  app.addHook('preClose', async () => {
    closing = true;
    for (const timer of timers) clearInterval(timer);
    stopListening?.();
    await io.close();
    const isOver = AbortSignal.timeout(goodbyeMs);
    while (connections.size > 0 && !isOver.aborted) await delay(10);
    for (const socket of connections) socket.destroy();
    await feed.close();
  });

  return (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    connect(request, socket, head).catch((error: unknown) => {
      app.log.warn({ err: error }, 'a realtime connection failed');
      socket.destroy();
    });
  };
}

function refuse(socket: Duplex, status: number, body: string): void {
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** Token bucket: a burst, then a rate per second. */
function createBucket(size: number, perSecond: number): () => boolean {
  let left = size;
  let filledAt = performance.now();
  return () => {
    const now = performance.now();
    left = Math.min(size, left + ((now - filledAt) / 1000) * perSecond);
    filledAt = now;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}
