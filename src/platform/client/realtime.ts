import { useEffect, useRef, useState } from 'react';
import type { Socket } from 'socket.io-client';
import { realtimePath, type Refusal, type Subscribed, type TopicEvent } from '../shared/realtime.ts';
import { logFailure } from './log.ts';

/** `away`: no connection for a while, so the page polls. */
export type TopicState = 'connecting' | 'live' | 'away';

export type Watcher = {
  /** Highest `seq` that the shown data includes. Without it, only new events are delivered. */
  after?: number | undefined;
  /** Called in order, without duplicates or gaps; events without a `seq` may be lost. */
  onEvent(event: TopicEvent): void;
  /** Too many events were missed: reload the data. */
  onReset?(): void;
  /** Called periodically while the state is `away` and the page is visible. */
  onAway?(): void;
  onState?(state: TopicState): void;
};

type Timing = {
  lingerMs: number;
  awayAfterMs: number;
  askEveryMs: number;
  answerMs: number;
  againMs: number;
};
const usualTiming: Timing = {
  /** How long the connection stays open without topics, because the next page may need it. */
  lingerMs: 5000,
  awayAfterMs: 10_000,
  askEveryMs: 5000,
  answerMs: 10_000,
  againMs: 2000,
};

type Watching = Watcher & { last: number | undefined };
type Topic = {
  name: string;
  watchers: Set<Watching>;
  state: TopicState;
  /** Number of the latest subscribe; responses to earlier ones are ignored. */
  attempt: number;
  isAsking: boolean;
  /**
   * Set after one reconnect because of a refusal: a person may have signed in since the connection was made, so a
   * refusal counts only on a new connection.
   */
  renewed: boolean;
  awayTimer?: ReturnType<typeof setTimeout> | undefined;
  askTimer?: ReturnType<typeof setInterval> | undefined;
};

/** Creates one connection for all topics of a page, opened with the first watcher and closed after the last. */
export function createRealtimeClient(deps: {
  /** Creates a socket that is not connected yet. */
  open(): Promise<Socket>;
  isVisible(): boolean;
  timing?: Partial<Timing>;
}) {
  const timing = { ...usualTiming, ...deps.timing };
  const topics = new Map<string, Topic>();
  let socket: Socket | undefined;
  let opening = false;
  let lingering: ReturnType<typeof setTimeout> | undefined;
  let clockOffsetMs = 0;
  let isOnline = true;

  async function connect(): Promise<void> {
    clearTimeout(lingering);
    if (socket || opening) return;
    opening = true;
    try {
      const opened = await deps.open();
      if (topics.size === 0) return;
      socket = opened;
      opened.on('connect', () => {
        for (const topic of topics.values()) subscribe(topic);
      });
      opened.on('disconnect', (reason) => {
        for (const topic of topics.values()) {
          topic.attempt += 1;
          topic.isAsking = false;
          leaveLive(topic);
        }
        // The library reconnects after every other reason.
        if (reason !== 'io server disconnect') return;
        setTimeout(() => socket === opened && isOnline && opened.connect(), timing.againMs);
      });
      opened.on('event', hear);
      opened.on('ended', ({ topic: name }: { topic: string }) => {
        const topic = topics.get(name);
        if (topic) goAway(topic);
      });
      if (isOnline) opened.connect();
    } catch (error) {
      logFailure('Realtime', error);
      setTimeout(() => topics.size > 0 && void connect(), timing.askEveryMs);
    } finally {
      opening = false;
    }
  }

  function hear(event: TopicEvent): void {
    const topic = topics.get(event.topic);
    if (!topic) return;
    const { seq } = event;
    let hole = false;
    for (const watcher of topic.watchers) {
      if (seq !== undefined && watcher.last !== undefined) {
        if (seq <= watcher.last) continue;
        if (seq > watcher.last + 1) {
          hole = true;
          continue;
        }
      }
      // The starting point is unknown until the pending subscribe is acknowledged.
      if (seq !== undefined && watcher.last === undefined) continue;
      if (seq !== undefined) watcher.last = seq;
      watcher.onEvent(event);
    }
    // A pending subscribe delivers the events in between; otherwise they were lost, so subscribe again.
    if (hole && !topic.isAsking) subscribe(topic);
  }

  function subscribe(topic: Topic): void {
    if (!socket?.connected) return;
    const attempt = (topic.attempt += 1);
    const asked = [...topic.watchers];
    const known = asked.flatMap(({ last }) => last ?? []);
    const after = known.length > 0 ? Math.min(...known) : undefined;
    const sentAt = Date.now();
    topic.isAsking = true;
    socket
      .timeout(timing.answerMs)
      .emit(
        'subscribe',
        { topic: topic.name, ...(after !== undefined && { after }) },
        (error: Error | null, answer?: Subscribed | { code: Refusal }) => {
          if (topics.get(topic.name) !== topic || topic.attempt !== attempt) return;
          topic.isAsking = false;
          if (error || !answer) return again(topic);
          if ('code' in answer) return refused(topic, answer.code);
          // Assume that the response took half of the round trip.
          const receivedAt = Date.now();
          clockOffsetMs = Date.parse(answer.now) + (receivedAt - sentAt) / 2 - receivedAt;
          topic.renewed = false;
          live(topic);
          for (const watcher of asked) {
            if (!topic.watchers.has(watcher)) continue;
            const isNew = watcher.last === undefined;
            if (answer.reset || isNew) watcher.last = answer.seq;
            if (answer.reset && !isNew) watcher.onReset?.();
          }
        },
      );
  }

  function again(topic: Topic): void {
    setTimeout(() => {
      if (topics.get(topic.name) === topic && !topic.isAsking) subscribe(topic);
    }, timing.againMs);
  }

  function refused(topic: Topic, code: Refusal): void {
    if (code === 'topic_not_found' && !topic.renewed) {
      topic.renewed = true;
      socket?.disconnect().connect();
    } else if (code === 'unavailable' || code === 'too_fast') again(topic);
    else goAway(topic);
  }

  function setState(topic: Topic, state: TopicState): void {
    if (topic.state === state) return;
    topic.state = state;
    for (const watcher of topic.watchers) watcher.onState?.(state);
  }
  function live(topic: Topic): void {
    stopTimers(topic);
    setState(topic, 'live');
  }
  function leaveLive(topic: Topic): void {
    if (topic.state === 'live') setState(topic, 'connecting');
    topic.awayTimer ??= setTimeout(() => goAway(topic), timing.awayAfterMs);
  }
  function goAway(topic: Topic): void {
    clearTimeout(topic.awayTimer);
    if (topic.state === 'away') return;
    setState(topic, 'away');
    const ask = () => {
      if (deps.isVisible()) for (const watcher of topic.watchers) watcher.onAway?.();
    };
    topic.askTimer = setInterval(ask, timing.askEveryMs);
    ask();
  }
  function stopTimers(topic: Topic): void {
    clearTimeout(topic.awayTimer);
    clearInterval(topic.askTimer);
    topic.awayTimer = undefined;
    topic.askTimer = undefined;
  }

  return {
    /** Watches a topic until the returned function is called. */
    watch(name: string, watcher: Watcher): () => void {
      const watching: Watching = { ...watcher, last: watcher.after };
      const topic: Topic = topics.get(name) ?? {
        name,
        watchers: new Set(),
        state: 'connecting',
        attempt: 0,
        isAsking: false,
        renewed: false,
      };
      topics.set(name, topic);
      topic.watchers.add(watching);
      watching.onState?.(topic.state);
      if (topic.watchers.size === 1) leaveLive(topic);
      void connect();
      // A new watcher may start from another `seq` than the existing ones.
      subscribe(topic);
      return () => {
        topic.watchers.delete(watching);
        if (topic.watchers.size > 0) return;
        stopTimers(topic);
        topics.delete(name);
        if (socket?.connected) socket.emit('unsubscribe', { topic: name });
        if (topics.size > 0) return;
        lingering = setTimeout(() => {
          socket?.disconnect();
          socket = undefined;
        }, timing.lingerMs);
      };
    },
    /** Sends a message to a watched topic. Resolves to null where delivery is unknown: it may have arrived or not. */
    send(
      name: string,
      type: string,
      data: Record<string, unknown>,
    ): Promise<{ ok: true } | { code: string } | null> {
      return new Promise((resolve) => {
        if (!socket?.connected) return resolve(null);
        socket
          .timeout(timing.answerMs)
          .emit(
            'send',
            { topic: name, type, data },
            (error: Error | null, answer?: { ok: true } | { code: string }) =>
              resolve(error ? null : (answer ?? null)),
          );
      });
    },
    /** Disconnects while offline: each attempt would log an error in the browser's console. */
    setOnline(value: boolean): void {
      isOnline = value;
      if (isOnline) socket?.connect();
      else socket?.disconnect();
    },
    /**
     * Runs an act that ends the session while the connection is closed: the server cuts the connection, and anything
     * that the page still sent would log an error in the browser's console.
     */
    async whileClosed<Result>(act: () => Promise<Result>): Promise<Result> {
      socket?.disconnect();
      try {
        return await act();
      } finally {
        // Reconnects later, when topics of the old session are no longer watched.
        setTimeout(() => {
          if (isOnline && topics.size > 0) socket?.connect();
        }, timing.againMs);
      }
    },
    /** Server time in milliseconds, as far as it is known. */
    serverNow: () => Date.now() + clockOffsetMs,
  };
}

let isFollowingNetwork = false;

/** Connection of this page. The library is loaded only with the first watcher. */
const page = createRealtimeClient({
  async open() {
    const { io } = await import('socket.io-client');
    if (!isFollowingNetwork) {
      isFollowingNetwork = true;
      addEventListener('online', () => page.setOnline(true));
      addEventListener('offline', () => page.setOnline(false));
      page.setOnline(navigator.onLine);
    }
    return io({
      path: realtimePath,
      transports: ['websocket'],
      autoConnect: false,
      reconnectionDelayMax: 5000,
    });
  },
  isVisible: () => document.visibilityState === 'visible',
});

export const { watch: watchTopic, send: sendToTopic, serverNow, whileClosed } = page;

/**
 * Watches a topic for as long as the component is mounted; null watches none. `after` is read when the subscription
 * starts: after a later reload of the data, events that it already includes may still arrive, so callers compare the
 * `seq`.
 */
export function useTopic(
  topic: string | null,
  watcher: Omit<Watcher, 'onState'>,
): { state: TopicState; serverNow(): number } {
  const [state, setState] = useState<TopicState>('connecting');
  const latest = useRef(watcher);
  useEffect(() => {
    latest.current = watcher;
  });
  useEffect(() => {
    if (topic === null) return;
    return watchTopic(topic, {
      after: latest.current.after,
      onEvent: (event) => latest.current.onEvent(event),
      onReset: () => latest.current.onReset?.(),
      onAway: () => latest.current.onAway?.(),
      onState: setState,
    });
  }, [topic]);
  return { state, serverNow };
}
