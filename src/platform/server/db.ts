import { createHash } from 'node:crypto';
import { CamelCasePlugin, Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';

export type Db = Kysely<Database>;
export type Trx = Transaction<Database>;

/**
 * A statement that begins with this comment is planned anew each time, with its parameters' values.
 * Search and "nearby" need that: one generic plan cannot serve hot and rare words alike.
 */
export const unprepared = '/* unprepared */';

/**
 * A statement of a transaction that begins with this comment is its last: the commit is sent along with it, so that its locks are not
 * held for one more way to the database and back. Where it fails, the transaction is rolled back.
 */
export const andCommit = '/* and commit */';

/**
 * bigint columns hold counts, sizes and amounts far below 2^53 (platform/shared/amounts.ts). What is larger nevertheless, an old row or a sum of many, is read as
 * the nearest number: a list with such a row has to stay readable. The ledger takes no amount that is not exact.
 */
const parseBigint = Number;

const statementNames = new Map<string, string>();

/** Naming a statement makes PostgreSQL prepare it once per connection, which halves its cost. */
function statementName(text: string): string {
  let name = statementNames.get(text);
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
    statementNames.set(text, name);
  }
  return name;
}

/** What PostgreSQL says itself while it starts, stops or recovers: whoever asks again in a moment is answered. */
const cannotConnectNow = '57P03';
const awayCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '53300', '57P01', '57P02']);
const awayMessages = [
  'Connection terminated',
  'Client has encountered a connection error',
  'timeout exceeded when trying to connect',
];

/** Gives every error that only says that nobody was there the one code for it, which those who try again know. */
function named(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code } = error as { code?: string };
  const isAway =
    (code !== undefined && awayCodes.has(code)) ||
    awayMessages.some((message) => error.message.startsWith(message));
  return isAway ? Object.assign(error, { code: cannotConnectNow }) : error;
}

/** For what was lost because the database was away a moment ago: whoever asks again is answered. */
export function databaseWasAway(message: string): Error {
  return Object.assign(new Error(message), { code: cannotConnectNow });
}

export function isDatabaseAway(error: unknown): boolean {
  return error instanceof Error && (error as { code?: string }).code === cannotConnectNow;
}

const throwNamed = (error: unknown): never => {
  throw named(error);
};

const nothing = { command: '', rowCount: 0, rows: [] };

class NamingClient extends pg.Client {
  #isCommitted = false;

  // Kysely calls query(text, values); everyone else's forms pass through untouched.
  override query(...args: unknown[]): never {
    const [text, values] = args;
    if (args.length === 2 && typeof text === 'string' && Array.isArray(values)) {
      return this.#send(text, values).catch(throwNamed) as never;
    }
    const answer: unknown = (super.query as (...all: unknown[]) => unknown).apply(this, args);
    return (answer instanceof Promise ? answer.catch(throwNamed) : answer) as never;
  }

  async #send(text: string, values: unknown[]): Promise<unknown> {
    if (text === 'begin') {
      this.#isCommitted = false;
      // Nobody waits for its answer: the first statement follows it at once, and fails where the connection does.
      const begun: Promise<unknown> = super.query(text);
      begun.catch(() => {});
      return nothing;
    }
    if (text === 'commit' && this.#isCommitted) return nothing;
    if (text.startsWith(unprepared)) return super.query(text, values);
    const answer: Promise<unknown> = super.query({ name: statementName(text), text, values });
    if (text.startsWith(andCommit)) {
      // After an error of the statement, PostgreSQL rolls back what it is told to commit.
      await Promise.all([answer, super.query('commit')]);
      this.#isCommitted = true;
    }
    return answer;
  }
}

class NamingPool extends pg.Pool {
  override query(...args: unknown[]): never {
    const answer: unknown = (super.query as (...all: unknown[]) => unknown).apply(this, args);
    return (answer instanceof Promise ? answer.catch(throwNamed) : answer) as never;
  }

  override connect(callback?: unknown): never {
    if (typeof callback !== 'function') {
      const client: Promise<unknown> = super.connect();
      return client.catch(throwNamed) as never;
    }
    return super.connect((error, client, done) => callback(error && named(error), client, done)) as never;
  }
}

export type DatabaseHandle = { pool: pg.Pool; db: Db; close(): Promise<void> };

export function connectDatabase(
  connectionString: string,
  options: { poolSize: number; onError(error: Error): void },
): DatabaseHandle {
  const pool = new NamingPool({
    connectionString,
    max: options.poolSize,
    // What is sent does not wait for the answer before it; PostgreSQL takes it in this order.
    pipeline: true,
    Client: NamingClient,
    application_name: 'gongbang',
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    types: {
      getTypeParser: ((oid: number, format: 'text') => {
        if (oid === pg.types.builtins.INT8) return parseBigint;
        // A day is no moment: as one it would be another day elsewhere.
        if (oid === pg.types.builtins.DATE) return String;
        return pg.types.getTypeParser(oid, format);
      }) as typeof pg.types.getTypeParser,
    },
  });
  // A pool without a listener takes the whole process down when PostgreSQL restarts.
  pool.on('error', options.onError);
  pool.on('connect', (client) => client.on('error', options.onError));
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  return {
    pool,
    db,
    async close() {
      await db.destroy();
      // Kysely ends the pool only if it has used it.
      if (!pool.ending) await pool.end();
    },
  };
}

/** The database's clock: processes may disagree about the time, and deadlines may not. */
export async function databaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]?.now ?? new Date();
}
