import { createClient } from '@redis/client';
import type { PubSubTransport, Hearing } from './realtime.ts';

const stream = 'gongbang:realtime';
/** Length of the stream: a process that was away for longer reads from the database, as after any pause. */
const kept = 10_000;
const maxRead = 1000;
const blockMs = 5000;

/**
 * Carries messages over a stream of Redis or Valkey, for more servers than PostgreSQL's NOTIFY can serve: each NOTIFY
 * takes a lock that the whole database shares. After a lost connection, reading resumes behind the last message.
 */
export function createRedisTransport(url: string): PubSubTransport {
  const sender = connect(url);
  let opening: Promise<unknown> | undefined;
  let last: string | undefined;

  async function open(): Promise<void> {
    if (sender.isReady) return;
    opening ??= sender.connect().finally(() => (opening = undefined));
    await opening;
  }

  return {
    async send(payloads) {
      await open();
      const trim = { strategy: 'MAXLEN', strategyModifier: '~', threshold: kept } as const;
      await Promise.all(payloads.map((payload) => sender.xAdd(stream, '*', { payload }, { TRIM: trim })));
    },
    sources: [hear],
    async close() {
      if (sender.isOpen) sender.destroy();
    },
  };

  /** Reads on a dedicated connection, because a blocking read occupies it. */
  async function hear(on: Hearing, signal: AbortSignal): Promise<void> {
    const reader = connect(url);
    const leave = () => {
      if (reader.isOpen) reader.destroy();
    };
    signal.addEventListener('abort', leave);
    try {
      await reader.connect();
      const newest = await reader.xRevRange(stream, '+', '-', { COUNT: 1 });
      last ??= newest?.[0]?.id ?? '0-0';
      on.begun();
      while (!signal.aborted) {
        // oxlint-disable-next-line no-await-in-loop -- messages are read one after another
        const found = await reader.xRead(
          { key: stream, id: last ?? '0-0' },
          { BLOCK: blockMs, COUNT: maxRead },
        );
        for (const { id, message } of found?.[0]?.messages ?? []) {
          last = id;
          on.payload(message['payload'] ?? '');
        }
      }
    } finally {
      signal.removeEventListener('abort', leave);
      leave();
    }
  }
}

function connect(url: string) {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: 10_000, reconnectStrategy: false },
  });
  // Errors reach the callers through their own commands.
  client.on('error', () => {});
  return client;
}
