import pg from 'pg';
import type { Carrier, Hearing } from './realtime.ts';

/** What carries between processes: Redis where it is configured, else the database that is there anyway. */
export async function createCarrier(deps: {
  redisUrl: string | null;
  pool: pg.Pool;
  connectionString: string;
}): Promise<Carrier> {
  const database = createPostgresCarrier(deps.pool, deps.connectionString);
  if (deps.redisUrl === null) return database;
  const { createRedisCarrier } = await import('./redis-carrier.ts');
  const redis = createRedisCarrier(deps.redisUrl);
  // The database itself tells that sessions have ended, also where Redis carries everything else.
  return { ...redis, sources: [...redis.sources, ...database.sources] };
}

/** What the database tells by itself goes there too: migrations/20261215011300-ended-sessions.sql. */
const channel = 'realtime';

/** PostgreSQL's own notices: nothing more to run than there is. */
function createPostgresCarrier(pool: pg.Pool, connectionString: string): Carrier {
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

/** Listens on a connection of its own, because one of the pool may not be kept. */
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
    // A client that is ended while it connects never answers, so the signal is looked at afterwards.
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
