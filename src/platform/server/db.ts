import { createHash } from 'node:crypto';
import { CamelCasePlugin, Kysely, PostgresDialect, sql, type RawBuilder, type Transaction } from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';

export type Db = Kysely<Database>;
export type Trx = Transaction<Database>;

/**
 * Comment at the start of a statement that is planned on each execution, with its parameter values. Search and "nearby"
 * need that: one generic plan cannot serve frequent and rare words alike.
 */
export const unprepared = '/* unprepared */';

/**
 * Comment at the start of a transaction's last statement: the commit is sent along with it, so that its locks are held
 * for one round trip less. If the statement fails, the transaction is rolled back.
 */
export const andCommit = '/* and commit */';

/**
 * bigint columns hold counts, sizes and amounts far below 2^53 (platform/shared/amounts.ts). A larger value, in an old
 * row or a sum of many, is read as the nearest number, so that a list with such a row stays readable. The ledger
 * accepts only exact amounts.
 */
const parseBigint = Number;

const statementNames = new Map<string, string>();

/** Returns the name of a statement. Named statements are prepared once per connection, which halves their cost. */
function statementName(text: string): string {
  let name = statementNames.get(text);
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
    statementNames.set(text, name);
  }
  return name;
}

/** PostgreSQL's own code while it starts, stops or recovers: a retry in a moment succeeds. */
const cannotConnectNow = '57P03';
const awayCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '53300', '57P01', '57P02']);
const awayMessages = [
  'Connection terminated',
  'Client has encountered a connection error',
  'timeout exceeded when trying to connect',
];

/** Gives every error that means an unavailable database this one code, which callers with retries check. */
function named(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code } = error as { code?: string };
  const isAway =
    (code !== undefined && awayCodes.has(code)) ||
    awayMessages.some((message) => error.message.startsWith(message));
  return isAway ? Object.assign(error, { code: cannotConnectNow }) : error;
}

/** Creates the error for something lost because the database was unavailable a moment ago; a retry succeeds. */
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

  // Kysely calls query(text, values); other forms pass through unchanged.
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
      // The response is not awaited: the first statement follows at once, and fails if the connection does.
      const begun: Promise<unknown> = super.query(text);
      begun.catch(() => {});
      return nothing;
    }
    if (text === 'commit' && this.#isCommitted) return nothing;
    if (text.startsWith(unprepared)) return super.query(text, values);
    const answer: Promise<unknown> = super.query({ name: statementName(text), text, values });
    if (text.startsWith(andCommit)) {
      // After a failed statement, PostgreSQL turns the commit into a rollback.
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
    // Statements are sent without waiting for the previous response; PostgreSQL runs them in order.
    pipeline: true,
    Client: NamingClient,
    application_name: 'gongbang',
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    types: {
      getTypeParser: ((oid: number, format: 'text') => {
        if (oid === pg.types.builtins.INT8) return parseBigint;
        // A date is kept as a string: as a moment it would be another day in other time zones.
        if (oid === pg.types.builtins.DATE) return String;
        return pg.types.getTypeParser(oid, format);
      }) as typeof pg.types.getTypeParser,
    },
  });
  // Without a listener, an error of the pool would end the process when PostgreSQL restarts.
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

/** Returns the time of the database's clock: deadlines must not depend on the clock of a process. */
export async function databaseTime(db: Db): Promise<Date> {
  const { now } = await onlyRow(sql<{ now: Date }>`select clock_timestamp() as now`, db);
  return now;
}

/** Returns the row of a statement that always has one, such as a count or a sum. */
export async function onlyRow<Row>(statement: RawBuilder<Row>, db: Db): Promise<Row> {
  const [row] = (await statement.execute(db)).rows;
  if (row === undefined) throw new Error('a statement that always has a row had none');
  return row;
}
