import pg from 'pg';
import type { PubSubTransport, Hearing } from './realtime.ts';

/** Creates the carrier of events between processes: Redis if configured, else the database. */
export async function createPubSubTransport(deps: {
  redisUrl: string | null;
  pool: pg.Pool;
  connectionString: string;
}): Promise<PubSubTransport> {
  const database = createPostgresTransport(deps.pool, deps.connectionString);
  if (deps.redisUrl === null) return database;
  const { createRedisTransport } = await import('./redis-transport.ts');
  const redis = createRedisTransport(deps.redisUrl);
  // The database itself notifies about ended sessions, even where Redis carries everything else.
  return { ...redis, sources: [...redis.sources, ...database.sources] };
}

/** Also used by a trigger in the database: migrations/20261215011300-ended-sessions.sql. */
const channel = 'realtime';

/** Creates a carrier on PostgreSQL's LISTEN and NOTIFY, which needs no further service. */
function createPostgresTransport(pool: pg.Pool, connectionString: string): PubSubTransport {
  return {
    async send(payloads) {
      await pool.query(`select pg_notify('${channel}', payload) from unnest($1::text[]) as payload`, [
        payloads,
      ]);
    },
    sources: [(on, signal) => hearDatabase(connectionString, on, signal)],
    async close() {},
  };
}

/** Listens on a dedicated connection, because LISTEN would occupy one of the pool. */
async function hearDatabase(connectionString: string, on: Hearing, signal: AbortSignal): Promise<void> {
  const client = new pg.Client({
    connectionString,
    application_name: 'gongbang realtime',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  let lost: unknown = new Error('it was ended');
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  client.on('error', (error) => (lost = error));
  client.on('notification', ({ payload }) => on.payload(payload ?? ''));
  const leave = () => void client.end().catch(() => {});
  try {
    // `end()` during `connect()` would never resolve, so the signal is checked only afterwards.
    await client.connect();
    signal.addEventListener('abort', leave);
    signal.throwIfAborted();
    await client.query(`listen ${channel}`);
    on.begun();
    await ended;
    throw lost;
  } finally {
    signal.removeEventListener('abort', leave);
    leave();
  }
}
