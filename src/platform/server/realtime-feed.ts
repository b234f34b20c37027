import { sql } from 'kysely';
import type { TopicEvent } from '../shared/realtime.ts';
import { currentTime } from './clock.ts';
import type { Db } from './db.ts';
import { realtimeLag, realtimeSent } from './metrics.ts';

/**
 * Maximum number of missed events that are sent to a returning subscriber: as many as a busy channel produces while a
 * server restarts. Beyond that, the page reloads its data, newest first.
 */
const maxMissed = 3000;
/** Maximum number of events of one topic that one statement reads, and of subscribers that join per turn. */
const maxRead = maxMissed;
const maxJoining = 100;

type Row = { topic: string; seq: number; type: string; data: Record<string, unknown>; at: Date };
/** Starting point of a new subscriber. */
export type Begun = { seq: number; now: Date; reset: boolean; missed: TopicEvent[] };
type Joiner = {
  topic: string;
  after: number | undefined;
  begin(begun: Begun): boolean;
  resolve(): void;
  reject(error: unknown): void;
};

/**
 * Delivers the events of the topics that are followed in this process. It works in turns, one after the other, and a
 * turn reads everything that is due. New subscribers join at the end of a turn, when the delivered position of each
 * topic is known: this is why nobody misses an event or gets one twice, even during concurrent writes.
 */
export function createFeed(deps: {
  db: Db;
  /** Sends an event to all subscribers of the topic. */
  emit(topic: string, event: TopicEvent): void;
  onError(error: unknown): void;
}) {
  const { db } = deps;
  /** Delivered position and number of subscribers of each topic. */
  const followed = new Map<string, { sent: number; followers: number }>();
  let stale = new Set<string>();
  const joiners: Joiner[] = [];
  let running: Promise<void> | undefined;
  let closed = false;
  /** Set after the first failure, so that an unavailable database is logged once. */
  let failing = false;

  function plan(): void {
    if (!closed) running ??= run().finally(() => (running = undefined));
  }
  const isDue = () => !closed && (stale.size > 0 || joiners.length > 0);
  async function run(): Promise<void> {
    // Subscribers of the same moment share the turn.
    await new Promise((resolve) => setImmediate(resolve));
    while (isDue()) await turn();
  }

  async function turn(): Promise<void> {
    let joining = joiners.splice(0, maxJoining);
    const due = [...new Set([...stale, ...joining.map(({ topic }) => topic)])].filter((topic) =>
      followed.has(topic),
    );
    stale = new Set();
    try {
      const unfinished = await tellNews(due);
      // These topics have unread events left: new subscribers of them wait for the next turn.
      joiners.unshift(...joining.filter(({ topic }) => unfinished.has(topic)));
      joining = joining.filter(({ topic }) => !unfinished.has(topic));
      await letIn(joining);
      failing = false;
    } catch (error) {
      // Stale topics are read again within a second.
      for (const joiner of joining) joiner.reject(error);
      if (!failing) deps.onError(error);
      failing = true;
    }
  }

  /** Sends new events. Returns the topics with more events than one statement reads. */
  async function tellNews(topics: readonly string[]): Promise<Set<string>> {
    const unfinished = new Set<string>();
    if (topics.length === 0) return unfinished;
    const counts = new Map<string, number>();
    const sent = topics.map((topic) => followed.get(topic)?.sent ?? 0);
    for (const { topic, seq, type, data, at } of await readAfter(topics, sent)) {
      counts.set(topic, (counts.get(topic) ?? 0) + 1);
      const state = followed.get(topic);
      if (!state) continue;
      deps.emit(topic, { topic, type, seq, data });
      state.sent = seq;
      realtimeLag.observe(Math.max(0, currentTime().getTime() - at.getTime()) / 1000);
    }
    for (const [topic, count] of counts) {
      if (count < maxRead) continue;
      unfinished.add(topic);
      stale.add(topic);
    }
    return unfinished;
  }

  /** Reads each topic through its index, regardless of the number of topics. */
  async function readAfter(topics: readonly string[], after: readonly number[]): Promise<Row[]> {
    const { rows } = await sql<Row>`
      select event.topic, event.seq, event.type, event.data, event.at
      from unnest(${topics}::text[], ${after}::bigint[]) as wanted (topic, after)
      cross join lateral (
        select * from realtime_event where realtime_event.topic = wanted.topic and seq > wanted.after
        order by seq limit ${maxRead}
      ) as event
      order by event.topic, event.seq`.execute(db);
    return rows;
  }

  async function letIn(ready: readonly Joiner[]): Promise<void> {
    if (ready.length === 0) return;
    const topics = [...new Set(ready.map(({ topic }) => topic))];
    const { rows } = await sql<{ topic: string; newest: number; now: Date }>`
      select topic, clock_timestamp() as now,
        coalesce((select max(seq) from realtime_event where realtime_event.topic = wanted.topic), 0) as newest
      from unnest(${topics}::text[]) as wanted (topic)`.execute(db);
    const clock = (rows[0]?.now.getTime() ?? currentTime().getTime()) - performance.now();
    const newest = new Map(rows.map((row) => [row.topic, row.newest]));
    // Use the delivered position, not the newest event: the difference follows in the next turn.
    const reached = new Map(
      topics.map((topic) => [topic, followed.get(topic)?.sent ?? newest.get(topic) ?? 0]),
    );
    const missed = await readMissed(ready, reached);
    for (const { topic, after, begin, resolve } of ready) {
      const seq = reached.get(topic) ?? 0;
      const theirs = after === undefined ? [] : (missed.get(topic) ?? []).filter((row) => row.seq > after);
      const reset = after !== undefined && theirs.length !== seq - after;
      const begun = {
        seq,
        now: new Date(clock + performance.now()),
        reset,
        missed: reset ? [] : theirs.map(({ at: _at, ...event }) => event),
      };
      if (begin(begun)) {
        const state = followed.get(topic) ?? { sent: seq, followers: 0 };
        state.followers += 1;
        followed.set(topic, state);
        // Events written since the read woke nobody yet.
        if (state.followers === 1) stale.add(topic);
        realtimeSent.inc(begun.missed.length);
      }
      resolve();
    }
  }

  /** Reads the events that joining subscribers missed, up to the delivered position; nothing for topics with too many. */
  async function readMissed(
    ready: readonly Joiner[],
    reached: ReadonlyMap<string, number>,
  ): Promise<Map<string, Row[]>> {
    const from = new Map<string, number>();
    for (const { topic, after } of ready) {
      const seq = reached.get(topic) ?? 0;
      if (after === undefined || after >= seq || seq - after > maxMissed) continue;
      from.set(topic, Math.min(after, from.get(topic) ?? after));
    }
    if (from.size === 0) return new Map();
    const rows = await readAfter([...from.keys()], [...from.values()]);
    return Map.groupBy(
      rows.filter(({ topic, seq }) => seq <= (reached.get(topic) ?? 0)),
      ({ topic }) => topic,
    );
  }

  return {
    /** Reads these topics again, because they may have new events; null: all of them. */
    look(topics: readonly string[] | null): void {
      for (const topic of topics ?? followed.keys()) if (followed.has(topic)) stale.add(topic);
      if (stale.size > 0) plan();
    },
    /**
     * Subscribes: calls `begin` at a moment when no event lies between the missed ones and those that `emit` will send.
     * `begin` returns false if the subscriber is gone. Throws when the database is unavailable.
     */
    follow(topic: string, after: number | undefined, begin: (begun: Begun) => boolean): Promise<void> {
      return new Promise((resolve, reject) => {
        if (closed) return reject(new Error('the server is closing'));
        joiners.push({ topic, after, begin, resolve, reject });
        plan();
      });
    },
    leave(topic: string): void {
      const state = followed.get(topic);
      if (!state) return;
      state.followers -= 1;
      if (state.followers === 0) followed.delete(topic);
    },
    async close(): Promise<void> {
      closed = true;
      await running;
      for (const joiner of joiners) joiner.reject(new Error('the server is closing'));
    },
  };
}
