import { setTimeout as delay } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import type { TopicEvent } from '../shared/realtime.ts';
import type { Db, Trx } from './db.ts';

/** Notifications are batched: each NOTIFY takes a lock that the whole database shares. */
const gatherMs = 15;

/** PostgreSQL accepts payloads below 8,000 bytes. */
const maxPayloadBytes = 7900;

const firstPauseMs = 100;
const longestPauseMs = 5000;

const keptDays = 7;

/**
 * Writes an event of a topic, in the transaction of the change and under the lock that orders the topic: `seq` starts
 * at 1 and grows by one with each event. After the commit, `wake` delivers it at once.
 */
export async function publish(
  trx: Trx,
  event: { topic: string; seq: number; type: string; data: Record<string, unknown> },
  now: Date,
): Promise<void> {
  const { topic, seq, type, data } = event;
  await insertEvents(topic, seq, [{ type, data }], now).execute(trx);
}

/**
 * Inserts many events of one topic as `publish` does, numbered from `first` on; also usable as part of a larger
 * statement.
 */
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

/** Deletes old events, except for the newest of each topic, which records its position. */
export async function forgetOldEvents(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * 24 * 60 * 60_000);
  await sql`delete from realtime_event as old where old.at < ${before}
    and exists (select from realtime_event as newer where newer.topic = old.topic and newer.seq > old.seq)`.execute(
    db,
  );
}

/** Ephemeral event: typing, presence. */
type Passing = { topic: string; type: string; data: Record<string, unknown> };

type Listener = {
  /** These topics have new events; null: any may have. */
  onWoken(topics: readonly string[] | null): void;
  onPassing(event: TopicEvent): void;
};

/** Internal event that is not sent to pages: read access of the topic must be checked again. */
export const recheckType = 'recheck';

/** Sent by the database itself for `session:{id}`, with the commit that ends a session: its connections are cut at once. */
export const signedOutType = 'signed_out';

/** Publishing side, in every process: notifies all processes that serve sockets. */
export type Realtime = {
  /**
   * Call after the commit of an event to deliver it at once. If the notification is lost, polling delivers it within a
   * second.
   */
  wake(topic: string): void;
  /** Sends an ephemeral event to current subscribers; one that is too large is dropped. */
  broadcast(topic: string, type: string, data: Record<string, unknown>): void;
  /** Somebody lost read access of the topic: all its subscribers are checked now instead of within a minute. */
  recheck(topic: string): void;
  /** For processes that serve sockets. Returns a function that stops listening. */
  listen(listener: Listener): () => void;
  close(): Promise<void>;
};

/** Transport of texts of at most `maxPayloadBytes` between processes. Losses are made up for by polling within a second. */
export type PubSubTransport = {
  send(payloads: readonly string[]): Promise<void>;
  /** Independent sources: the failure of one does not affect the others. */
  sources: readonly Source[];
  close(): Promise<void>;
};

/**
 * Listens until `signal` is aborted or the connection is lost, which throws. `begun` is called as soon as no later
 * message can be missed.
 */
export type Source = (on: Hearing, signal: AbortSignal) => Promise<void>;
export type Hearing = { begun(): void; payload(text: string): void };

export function createRealtime(deps: {
  carrier: PubSubTransport;
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
      // Subscribers poll every second anyway.
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
    if (size > maxPayloadBytes) continue;
    if (bytes + size > maxPayloadBytes) close();
    open.push(text);
    bytes += size;
  }
  close();
  return payloads;
}

/** Any client of the carrier may send anything, and nothing that it sends may end a process. */
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
