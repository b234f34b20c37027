import { setTimeout as delay } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import type { TopicEvent } from '../shared/realtime.ts';
import type { Db, Trx } from './db.ts';

/** Topics that change together are told of together: each NOTIFY takes a lock that all of the database shares. */
const gatherMs = 15;

/** PostgreSQL takes payloads below 8,000 bytes. */
const mostPayloadBytes = 7900;

const firstPauseMs = 100;
const longestPauseMs = 5000;

const keptDays = 7;

/**
 * Writes what happened to a topic, in the transaction in which it happens and under the lock that orders the topic: `seq` goes
 * up by one from event to event, and begins at 1. After the commit, `wake` has it sent at once.
 */
export async function publish(
  trx: Trx,
  event: { topic: string; seq: number; type: string; data: Record<string, unknown> },
  now: Date,
): Promise<void> {
  const { topic, seq, type, data } = event;
  await insertEvents(topic, seq, [{ type, data }], now).execute(trx);
}

/** What `publish` does for many events of one topic, numbered from `first` on; as a part of a larger statement, or on its own. */
export function insertEvents(
  topic: string,
  first: number,
  events: readonly { type: string; data: Record<string, unknown> }[],
  now: Date,
): RawBuilder<unknown> {
  return sql`insert into realtime_event (topic, seq, type, data, at)
    select ${topic}::text, ${first}::bigint + n - 1, type, data, ${now}::timestamptz
    from unnest(${events.map(({ type }) => type)}::text[], ${events.map(({ data }) => JSON.stringify(data))}::jsonb[])
      with ordinality as event (type, data, n)`;
}

/** Takes away old events, except for the newest of each topic, which says how far it has come. */
export async function forgetOldEvents(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * 24 * 60 * 60_000);
  await sql`delete from realtime_event as old where old.at < ${before}
    and exists (select from realtime_event as newer where newer.topic = old.topic and newer.seq > old.seq)`.execute(
    db,
  );
}

/** An event that is kept nowhere: who is typing, who is there. */
type Passing = { topic: string; type: string; data: Record<string, unknown> };

type Listener = {
  /** These topics have new events; null: any may have. */
  onWoken(topics: readonly string[] | null): void;
  onPassing(event: TopicEvent): void;
};

/** An event that no page is sent: who may not read the topic any more is to be let go at once. */
export const recheckType = 'recheck';

/** Told by the database itself, of `session:{id}`, with the commit that ends a session: its connections are cut at once. */
export const signedOutType = 'signed_out';

/** What every process has: it tells all processes that serve sockets. */
export type Realtime = {
  /** After the commit of an event: has it sent at once. If this is lost, it is sent within a second all the same. */
  wake(topic: string): void;
  /** Sends an event that is kept nowhere to whoever is there now; one that is too large is dropped. */
  broadcast(topic: string, type: string, data: Record<string, unknown>): void;
  /** Somebody may not read the topic any more: everybody who follows it is looked at now, instead of within a minute. */
  recheck(topic: string): void;
  /** For processes that serve sockets. Answers how to stop. */
  listen(listener: Listener): () => void;
  close(): Promise<void>;
};

/** Carries texts of at most `mostPayloadBytes` between processes. What it loses is found within a second by whoever follows a topic. */
export type Carrier = {
  send(payloads: readonly string[]): Promise<void>;
  /** Each is listened to for itself: one that is away silences none of the others. */
  sources: readonly Source[];
  close(): Promise<void>;
};

/**
 * Listens until `signal` is aborted or the connection is lost, which throws. `begun` is called as soon as nothing that is sent
 * from now on is missed.
 */
export type Source = (on: Hearing, signal: AbortSignal) => Promise<void>;
export type Hearing = { begun(): void; payload(text: string): void };

export function createRealtime(deps: {
  carrier: Carrier;
  onError(what: string, error: unknown): void;
}): Realtime {
  const listeners = new Set<Listener>();
  const closing = new AbortController();
  let woken = new Set<string>();
  let passing: Passing[] = [];
  let timer: NodeJS.Timeout | undefined;
  let listening: Promise<void[]> | undefined;

  function plan(): void {
    if (!closing.signal.aborted) timer ??= setTimeout(() => void flush(), gatherMs);
  }
  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const payloads = inPayloads([...woken, ...passing]);
    woken = new Set();
    passing = [];
    if (payloads.length === 0) return;
    try {
      await deps.carrier.send(payloads);
    } catch (error) {
      // Whoever follows these topics looks for itself every second.
      deps.onError('nobody could be told', error);
    }
  }

  function hear(payload: string): void {
    const items = itemsOf(payload);
    const topics = items.filter((item) => typeof item === 'string');
    for (const listener of listeners) {
      if (topics.length > 0) listener.onWoken(topics);
      for (const item of items) if (typeof item !== 'string') listener.onPassing(item);
    }
  }

  async function keepListening(source: Source): Promise<void> {
    let pauseMs = firstPauseMs;
    const begun = () => {
      pauseMs = firstPauseMs;
      for (const listener of listeners) listener.onWoken(null);
    };
    while (!closing.signal.aborted) {
      try {
        await source({ begun, payload: hear }, closing.signal);
      } catch (error) {
        if (!closing.signal.aborted) deps.onError('the listening connection was lost', error);
      }
      await delay(pauseMs, undefined, { signal: closing.signal }).catch(() => {});
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
  }

  return {
    wake(topic) {
      woken.add(topic);
      plan();
    },
    broadcast(topic, type, data) {
      passing.push({ topic, type, data });
      plan();
    },
    recheck(topic) {
      passing.push({ topic, type: recheckType, data: {} });
      plan();
    },
    listen(listener) {
      listeners.add(listener);
      listening ??= Promise.all(deps.carrier.sources.map(keepListening));
      return () => listeners.delete(listener);
    },
    async close() {
      await flush();
      closing.abort();
      await listening;
      await deps.carrier.close();
    },
  };
}

function inPayloads(items: readonly (string | Passing)[]): string[] {
  const payloads: string[] = [];
  let open: string[] = [];
  let bytes = 0;
  const close = () => {
    if (open.length > 0) payloads.push(`[${open.join(',')}]`);
    open = [];
    bytes = 0;
  };
  for (const item of items) {
    const text = JSON.stringify(item);
    const size = Buffer.byteLength(text) + 1;
    if (size > mostPayloadBytes) continue;
    if (bytes + size > mostPayloadBytes) close();
    open.push(text);
    bytes += size;
  }
  close();
  return payloads;
}

/** Whoever may connect to what carries them may send anything; nothing that they send may end a process. */
function itemsOf(payload: string): (string | Passing)[] {
  try {
    const items: unknown = JSON.parse(payload);
    if (!Array.isArray(items)) return [];
    return items.filter(
      (item): item is string | Passing => typeof item === 'string' || typeof item?.topic === 'string',
    );
  } catch {
    return [];
  }
}
