/** Written, and not acknowledged yet. */
export type Outgoing<Body = unknown> = {
  clientId: string;
  channelId: string;
  /** When it was written, on this browser's clock. */
  writtenAt: string;
  body: Body;
  /** Why it was refused; null while it is on its way. */
  problem: string | null;
};

/** What became of one try: it stands in the channel, it may go later, or it is refused for good. */
export type Outcome = { kind: 'sent' } | { kind: 'later' } | { kind: 'refused'; problem: string };

type Timers = { later(act: () => void, ms: number): void };

const firstWaitMs = 1000;
const longestWaitMs = 15_000;

/**
 * What one person writes leaves in the order in which it was written, channel by channel, and stays in this browser until the server has it:
 * over reloads, and while there is no network. The same message sent twice is one to the server, by its `clientId`.
 */
export function createOutbox<Body>(deps: {
  personId: string;
  /** The signal says that its writer has thrown it away meanwhile. */
  send(message: Outgoing<Body>, discarded: AbortSignal): Promise<Outcome>;
  timers?: Timers;
}) {
  const key = `gongbang-outbox:${deps.personId}`;
  const timers: Timers = deps.timers ?? { later: (act, ms) => void setTimeout(act, ms) };
  const listeners = new Set<() => void>();
  let entries: readonly Outgoing<Body>[] = readKept<Body>(key);
  /** Channels that are being emptied, and how often they have failed in a row. */
  const busy = new Set<string>();
  const failures = new Map<string, number>();
  /** Of a channel that waits, the try that is to come: of several, which people ask for as well, the last one alone. */
  const nextTries = new Map<string, symbol>();
  const leaving = new Map<string, AbortController>();

  function set(next: readonly Outgoing<Body>[], changed: string): void {
    entries = next;
    keep(changed);
    for (const listener of listeners) listener();
  }

  /** Another window of this browser may keep messages of its own beside ours. */
  function keep(changed: string): void {
    const others = readKept<Body>(key).filter(({ clientId }) => clientId !== changed);
    const own = entries.filter(({ clientId }) => clientId === changed);
    try {
      const all = [...others, ...own];
      if (all.length === 0) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(all));
    } catch {
      // Without storage the page itself still holds it.
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

  /** What is on its way is stopped; whether it had arrived by then nobody here knows. */
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
        // oxlint-disable-next-line no-await-in-loop -- one after the other, so that they arrive in order
        const outcome = await send(next);
        if (outcome.kind === 'later') {
          // Thrown away while it was on its way, it holds up nothing that was written after it.
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
    /** Tries what was refused once more, behind what was written since; what waits for its next try has it now. */
    again(clientId: string): void {
      const entry = entries.find((each) => each.clientId === clientId);
      if (!entry) return;
      change(clientId, { problem: null });
      void empty(entry.channelId);
    },
    discard,
    /** Their writer has signed out: what would be sent now would be somebody else's. */
    forget(): void {
      entries = [];
      for (const listener of listeners) listener();
    },
    /** Sends all that waits: at the beginning, and when the network is back. */
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
