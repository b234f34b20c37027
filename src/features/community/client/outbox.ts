/** Message that was written but not acknowledged. */
export type Outgoing<Body = unknown> = {
  clientId: string;
  channelId: string;
  /** Time of writing, by this browser's clock. */
  writtenAt: string;
  body: Body;
  /** Reason of a refusal; null while it is being sent. */
  problem: string | null;
};

/** Result of one attempt: stored, to be retried, or refused for good. */
export type Outcome = { kind: 'sent' } | { kind: 'later' } | { kind: 'refused'; problem: string };

type Timers = { later(act: () => void, ms: number): void };

const firstWaitMs = 1000;
const longestWaitMs = 15_000;

/**
 * Queue of messages that sends in the order of writing, per channel, and stores them in this browser until
 * the server has them: across reloads and while offline. Resending is safe, because the server deduplicates
 * by `clientId`.
 */
export function createOutbox<Body>(deps: {
  personId: string;
  /** The signal aborts if the writer has discarded the message. */
  send(message: Outgoing<Body>, discarded: AbortSignal): Promise<Outcome>;
  timers?: Timers;
}) {
  const key = `gongbang-outbox:${deps.personId}`;
  const timers: Timers = deps.timers ?? { later: (act, ms) => void setTimeout(act, ms) };
  const listeners = new Set<() => void>();
  let entries: readonly Outgoing<Body>[] = readKept<Body>(key);
  /** Channels that are being sent, and their numbers of consecutive failures. */
  const busy = new Set<string>();
  const failures = new Map<string, number>();
  /** Next scheduled attempt per channel; a newer one replaces it. */
  const nextTries = new Map<string, symbol>();
  const leaving = new Map<string, AbortController>();

  function set(next: readonly Outgoing<Body>[], changed: string): void {
    entries = next;
    keep(changed);
    for (const listener of listeners) listener();
  }

  /** Another window of this browser may store messages of its own. */
  function keep(changed: string): void {
    const others = readKept<Body>(key).filter(({ clientId }) => clientId !== changed);
    const own = entries.filter(({ clientId }) => clientId === changed);
    try {
      const all = [...others, ...own];
      if (all.length === 0) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(all));
    } catch {
      // Without storage, the page itself keeps it.
    }
  }

  function change(clientId: string, to: Partial<Outgoing<Body>>): void {
    set(
      entries.map((entry) => (entry.clientId === clientId ? { ...entry, ...to } : entry)),
      clientId,
    );
  }

  function remove(clientId: string): void {
    set(
      entries.filter((entry) => entry.clientId !== clientId),
      clientId,
    );
  }

  /** Aborts a request; the message may have arrived all the same. */
  function discard(clientId: string): void {
    remove(clientId);
    leaving.get(clientId)?.abort();
  }

  async function send(message: Outgoing<Body>): Promise<Outcome> {
    const discarded = new AbortController();
    leaving.set(message.clientId, discarded);
    try {
      return await deps.send(message, discarded.signal);
    } finally {
      leaving.delete(message.clientId);
    }
  }

  function tryLater(channelId: string): void {
    const count = failures.get(channelId) ?? 0;
    failures.set(channelId, count + 1);
    const turn = Symbol(channelId);
    nextTries.set(channelId, turn);
    const ms = Math.min(firstWaitMs * 2 ** count, longestWaitMs);
    timers.later(() => {
      if (nextTries.get(channelId) === turn) void empty(channelId);
    }, ms);
  }

  async function empty(channelId: string): Promise<void> {
    if (busy.has(channelId)) return;
    nextTries.delete(channelId);
    busy.add(channelId);
    try {
      for (;;) {
        const next = entries.find((entry) => entry.channelId === channelId && entry.problem === null);
        if (!next) return;
        // oxlint-disable-next-line no-await-in-loop -- sequential, so that they arrive in order
        const outcome = await send(next);
        if (outcome.kind === 'later') {
          // A message discarded while it was being sent must not block later ones.
          if (!entries.some(({ clientId }) => clientId === next.clientId)) continue;
          return tryLater(channelId);
        }
        failures.delete(channelId);
        if (outcome.kind === 'sent') remove(next.clientId);
        else change(next.clientId, { problem: outcome.problem });
      }
    } finally {
      busy.delete(channelId);
    }
  }

  return {
    entries: () => entries,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(message: Omit<Outgoing<Body>, 'problem'>): void {
      set([...entries, { ...message, problem: null }], message.clientId);
      void empty(message.channelId);
    },
    /** Retries a refused message after those written since, or a waiting one now. */
    again(clientId: string): void {
      const entry = entries.find((each) => each.clientId === clientId);
      if (!entry) return;
      change(clientId, { problem: null });
      void empty(entry.channelId);
    },
    discard,
    /** Called when the writer signs out: messages would be sent as someone else. */
    forget(): void {
      entries = [];
      for (const listener of listeners) listener();
    },
    /** Sends all that waits: at the start and when the network is back. */
    flush(): void {
      for (const channelId of new Set(entries.map((entry) => entry.channelId))) void empty(channelId);
    },
  };
}

function readKept<Body>(key: string): Outgoing<Body>[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isOutgoing) : [];
  } catch {
    return [];
  }
}

function isOutgoing(kept: unknown): kept is Outgoing<never> {
  const { clientId, channelId, writtenAt, body } = (kept ?? {}) as Partial<Outgoing>;
  return (
    typeof clientId === 'string' &&
    typeof channelId === 'string' &&
    typeof writtenAt === 'string' &&
    typeof body === 'object' &&
    body !== null
  );
}
