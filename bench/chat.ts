import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { runMigrations } from 'graphile-worker';
import { io, type Socket } from 'socket.io-client';
import { freePort } from '../fakes/free-port.ts';
import { startEmbeddedPostgres } from '../src/platform/server/embedded-postgres.ts';
import { migrate } from '../src/platform/server/migrate.ts';
import { realtimePath, type Subscribed } from '../src/platform/shared/realtime.ts';

/**
 * Two parts. 50 people write 100,000 messages into one channel through two whole servers, one of which is repeatedly
 * killed and restarted: no acknowledged message may be lost, duplicated or out of order, and a disconnected reader must
 * have everything within five seconds. Then a thousand listeners of a channel receive twenty messages a second,
 * compared with bare WebSockets in the same run.
 */
const writers = 50;
const messages = Number(process.env['MESSAGES'] ?? 100_000);
const killEveryMs = 6000;
const maxGapMs = 5000;
const listeners = Number(process.env['LISTENERS'] ?? 1000);
const perSecond = 20;
const rounds = 3;
const roundSeconds = 6;
const maxLagMs = 500;
const maxTimesCpu = 2;

const say = (line: string) => process.stdout.write(`${line}\n`);
const dataDir = await mkdtemp(join(tmpdir(), 'gongbang-bench-'));
const database = await startEmbeddedPostgres({ dataDir, log: say });
const { connectionString } = database;
const pool = new pg.Pool({ connectionString, max: 4 }).on('error', () => {});
const children = new Set<ChildProcess>();
let accounts = 0;
/** About the transferred size of a stored message, so that both send the same. */
const filling = '가'.repeat(200);
try {
  await migrate(connectionString);
  await runMigrations({ pgPool: pool });
  const holds = [await killed(), await crowd()];
  process.exitCode = holds.every(Boolean) ? 0 : 1;
} finally {
  for (const child of children) child.kill('SIGKILL');
  await pool.end();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}

type Running = { origin: string; port: number; child: ChildProcess };

async function start(port: number, isBare = false): Promise<Running> {
  const file = join(import.meta.dirname, 'chat-server.ts');
  const child = fork(file, [String(port), ...(isBare ? [] : [connectionString, dataDir])], {
    // Bundled, like the built server, so that types are not stripped at each start.
    env: { ...process.env, NODE_COMPILE_CACHE: join(dataDir, 'compiled') },
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('a server did not start');
    }),
  ]);
  return { origin: `http://127.0.0.1:${port}`, port, child };
}

async function cpuOf({ child }: Running): Promise<number> {
  const answer = once(child, 'message');
  child.send('cpu');
  const [seconds] = (await answer) as [number];
  return seconds;
}

type Account = { cookie: string };
async function register(origin: string): Promise<Account> {
  accounts += 1;
  const answer = await fetch(`${origin}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({
      fullName: `사람 ${accounts}`,
      email: `chat${accounts}@example.com`,
      password: 'correct horse battery',
      consents: { terms: true, privacy: true, age14: true },
    }),
  });
  if (answer.status !== 201) throw new Error(await answer.text());
  return {
    cookie: answer.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; '),
  };
}

async function channelOf(origin: string, slug: string): Promise<string> {
  const answer = await fetch(`${origin}/api/channels/${slug}`);
  return ((await answer.json()) as { id: string }).id;
}

/** A sender without a response retries with the same client id, at the other server. */
async function post(
  servers: () => readonly Running[],
  { cookie }: Account,
  { channelId, clientId, text, turn }: { channelId: string; clientId: string; text: string; turn: number },
): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    const all = servers();
    const origin = all[(turn + tries) % all.length]?.origin ?? '';
    try {
      const answer = await fetch(`${origin}/api/channels/${channelId}/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie, origin },
        body: JSON.stringify({ clientId, text }),
        signal: AbortSignal.timeout(20_000),
      });
      if (answer.status === 201) return ((await answer.json()) as { seq: number }).seq;
      if (answer.status < 500) throw new Error(`refused: ${await answer.text()}`);
      await answer.arrayBuffer();
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('refused')) throw error;
    }
    await delay(50);
  }
}

type Heard = { seqs: number[]; topicSeq: number; gaps: number[]; wrong: number };
type Told = { type: string; seq?: number; data: { seq: number } };

/**
 * Follows a channel as a page does: missed messages are requested by the last seq; if there are too many, the channel
 * is read.
 */
function follow(
  { origin, channelId }: { origin: string; channelId: string },
  newest: () => number,
): { socket: Socket; heard: Heard } {
  const heard: Heard = { seqs: [], topicSeq: 0, gaps: [], wrong: 0 };
  const socket = io(origin, {
    path: realtimePath,
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 100,
    reconnectionDelayMax: 500,
  });
  let waits: { since: number; until: number } | null = null;
  /** Events that arrive while the channel is read. */
  let held: Told[] | null = null;
  const last = () => heard.seqs.at(-1) ?? 0;
  const settle = () => {
    if (waits === null || last() < waits.until) return;
    heard.gaps.push(performance.now() - waits.since);
    waits = null;
  };
  const take = ({ type, seq = 0, data }: Told) => {
    if (seq !== heard.topicSeq + 1) heard.wrong += 1;
    heard.topicSeq = seq;
    if (type === 'message' && data.seq > last()) heard.seqs.push(data.seq);
  };
  socket.on('event', (event: Told) => {
    // Presence events have no seq.
    if (event.seq === undefined) return;
    if (held) held.push(event);
    else take(event);
    settle();
  });
  const read = async () => {
    for (;;) {
      const answer = await fetch(`${origin}/api/channels/${channelId}/messages?after=${last()}&limit=100`);
      const found = (await answer.json()) as { seq: number }[];
      heard.seqs.push(...found.map(({ seq }) => seq));
      if (found.length === 0) return;
    }
  };
  const subscribe = async () => {
    // Everything acknowledged by the time of the reconnection must arrive soon.
    waits = { since: performance.now(), until: newest() };
    while (socket.connected) {
      try {
        held = [];
        const asked = { topic: `channel:${channelId}`, after: heard.topicSeq };
        const answer = (await socket.timeout(10_000).emitWithAck('subscribe', asked)) as Subscribed;
        if (!answer.ok) throw new Error('not subscribed');
        if (answer.reset) {
          await read();
          heard.topicSeq = answer.seq;
          held = held.filter(({ seq = 0 }) => seq > answer.seq);
        }
        for (const event of held) take(event);
        held = null;
        settle();
        return;
      } catch {
        held = null;
        await delay(100);
      }
    }
  };
  socket.on('connect', () => void subscribe());
  return { socket, heard };
}

async function killed(): Promise<boolean> {
  const ports = [await freePort(), await freePort()];
  const servers = await Promise.all(ports.map((port) => start(port)));
  const [first] = servers;
  if (!first) return false;
  const channelId = await channelOf(first.origin, 'introductions');
  const people: Account[] = [];
  for (let number = 0; number < writers; number += 1) people.push(await register(first.origin));

  const acknowledged = new Map<string, number>();
  let newest = 0;
  const followers = people.map((_person, index) =>
    follow({ origin: `http://127.0.0.1:${ports[index % 2]}`, channelId }, () => newest),
  );
  const begun = performance.now();
  let kills = 0;
  const over = new AbortController();
  const killing = (async () => {
    while (!over.signal.aborted) {
      await delay(killEveryMs, undefined, { signal: over.signal }).catch(() => {});
      if (over.signal.aborted) break;
      const index = kills % 2;
      const victim = servers[index];
      if (!victim) break;
      const gone = once(victim.child, 'exit');
      victim.child.kill('SIGKILL');
      await gone;
      kills += 1;
      servers[index] = await start(victim.port);
    }
  })();
  const each = Math.ceil(messages / writers);
  await Promise.all(
    people.map(async (person, index) => {
      for (let number = 0; number < each; number += 1) {
        const clientId = `w${index}-${number}`;
        const text = `${index}번이 ${number}번째로 쓰는 말이에요.`;
        const seq = await post(() => servers, person, { channelId, clientId, text, turn: index + number });
        acknowledged.set(clientId, seq);
        newest = Math.max(newest, seq);
      }
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  over.abort();
  await killing;

  const { rows } = await pool.query<{ client_id: string; seq: number }>(
    'select client_id, seq from channel_message where channel_id = $1 order by seq',
    [channelId],
  );
  const deadline = performance.now() + 120_000;
  while (followers.some(({ heard }) => heard.seqs.length < rows.length) && performance.now() < deadline)
    await delay(100);
  for (const { socket } of followers) socket.disconnect();
  for (const { child } of servers) child.kill();

  const stored = new Map(rows.map(({ client_id, seq }) => [client_id, seq]));
  const lost = [...acknowledged].filter(([name, seq]) => stored.get(name) !== seq).length;
  const doubled = rows.length - stored.size;
  const isGapless = rows.every(({ seq }, index) => seq === index + 1);
  const astray = followers.filter(
    ({ heard }) =>
      heard.wrong > 0 ||
      heard.seqs.length !== rows.length ||
      heard.seqs.some((seq, index) => seq !== index + 1),
  ).length;
  const gaps = followers.flatMap(({ heard }) => heard.gaps);
  const longest = Math.round(Math.max(0, ...gaps));
  say(
    `${rows.length} messages of ${writers} writers through two servers in ${Math.round(seconds)} s, ${kills} kills, ${gaps.length} times caught up`,
  );
  return tell([
    [
      `acknowledged and lost: ${lost} of ${acknowledged.size}`,
      lost === 0 && acknowledged.size === each * writers,
    ],
    [`stored twice: ${doubled}`, doubled === 0],
    ['numbered without a gap', isGapless && rows.length === each * writers],
    [`who heard anything twice, not, or out of order: ${astray} of ${writers}`, astray === 0],
    [`killed: ${kills} times`, kills > 0],
    [`longest until everything was there again: ${longest} ms (at most ${maxGapMs})`, longest <= maxGapMs],
  ]);
}

type Side = {
  lags: number[];
  heard: number;
  sent: number;
  cpu: number;
  send(text: string): Promise<unknown>;
};

async function crowd(): Promise<boolean> {
  const [ours, bare] = [await start(await freePort()), await start(await freePort(), true)];
  const talk = await channelOf(ours.origin, 'talk');
  const person = await register(ours.origin);
  const open: (() => void)[] = [];
  const us: Side = {
    ...blank(),
    send: (text) =>
      post(() => [ours], person, { channelId: talk, clientId: crypto.randomUUID(), text, turn: 0 }),
  };
  const them: Side = { ...blank(), send: async (text) => voice.send(JSON.stringify({ text })) };
  for (let number = 0; number < listeners; number += 1) {
    const socket = io(ours.origin, { path: realtimePath, transports: ['websocket'], forceNew: true });
    open.push(() => socket.disconnect());
    socket.on('event', ({ data }: { data: { text?: string } }) => hear(us, data.text));
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    await socket.emitWithAck('subscribe', { topic: `channel:${talk}` });
    const plain = new WebSocket(bare.origin.replace('http', 'ws'));
    open.push(() => plain.close());
    plain.addEventListener('message', ({ data }) =>
      hear(them, (JSON.parse(String(data)) as { text: string }).text),
    );
    await once(plain, 'open');
  }
  const voice = new WebSocket(bare.origin.replace('http', 'ws'));
  await once(voice, 'open');
  open.push(() => voice.close());
  say(`${listeners} listeners, ${perSecond} messages a second, ${rounds} rounds of ${roundSeconds} s`);
  // The first messages run code that is not compiled yet.
  for (const side of [us, them]) {
    await round(side, 2);
    Object.assign(side, { lags: [], heard: 0, sent: 0 });
  }
  for (let number = 0; number < rounds; number += 1) {
    for (const [side, server] of number % 2 === 0 ? pairs() : pairs().toReversed()) {
      const before = await cpuOf(server);
      await round(side, roundSeconds);
      side.cpu += (await cpuOf(server)) - before;
    }
  }
  for (const close of open) close();
  for (const { child } of [ours, bare]) child.kill();
  const times = us.cpu / us.heard / (them.cpu / them.heard);
  const p99 = at(us, 0.99);
  say(
    `bare WebSockets: p99 ${at(them, 0.99)} ms, ${((them.cpu / them.heard) * 1e5).toFixed(2)} s of CPU for 100,000`,
  );
  return tell([
    [`heard: ${us.heard} of ${us.sent * listeners}`, us.heard === us.sent * listeners],
    [`p99: ${p99} ms (at most ${maxLagMs})`, p99 <= maxLagMs],
    [
      `CPU of the server for each delivery: ${times.toFixed(2)} times (at most ${maxTimesCpu}), ${((us.cpu / us.heard) * 1e5).toFixed(2)} s for 100,000`,
      times <= maxTimesCpu,
    ],
  ]);

  function pairs(): [Side, Running][] {
    return [
      [us, ours],
      [them, bare],
    ];
  }
}

function blank() {
  return { lags: [] as number[], heard: 0, sent: 0, cpu: 0 };
}

function hear(side: Side, text = ''): void {
  const sentAt = Number(/^(\d+)/.exec(text)?.[1]);
  if (!sentAt) return;
  side.heard += 1;
  side.lags.push(Date.now() - sentAt);
}

function at({ lags }: Side, share: number): number {
  return lags.toSorted((a, b) => a - b)[Math.floor(lags.length * share)] ?? Number.NaN;
}

/** Arrivals are at a fixed rate: a slow server does not reduce it. */
async function round(side: Side, seconds: number): Promise<void> {
  const begin = performance.now();
  const sending: Promise<unknown>[] = [];
  for (let number = 0; number < seconds * perSecond; number += 1) {
    await delay(Math.max(0, begin + (number * 1000) / perSecond - performance.now()));
    side.sent += 1;
    sending.push(side.send(`${Date.now()} ${filling}`));
  }
  await Promise.all(sending);
  for (let tries = 0; tries < 100 && side.heard < side.sent * listeners; tries += 1) await delay(100);
}

function tell(results: readonly (readonly [string, boolean])[]): boolean {
  for (const [words, ok] of results) say(`${ok ? 'ok    ' : 'FAILED'} ${words}`);
  return results.every(([, ok]) => ok);
}
