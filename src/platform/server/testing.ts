import { randomBytes } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import pg from 'pg';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Administrator's connection string to the shared test server, and its migrated template database. */
    testDatabase: { connectionString: string; template: string; strategy: string };
    /** Folder for bundles that tests build, deleted at the end. */
    bundles: string;
  }
}

export interface TestDatabase {
  connectionString: string;
  drop(): Promise<void>;
}

/** Creates a migrated, otherwise empty database on real PostgreSQL, one for each test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { connectionString, template, strategy } = inject('testDatabase');
  const name = `gongbang_test_${randomBytes(6).toString('hex')}`;
  await askServer(`CREATE DATABASE ${name} TEMPLATE ${template} ${strategy}`);
  return {
    connectionString: withDatabase(connectionString, name),
    drop: async () => {
      const report = process.env['INDEX_USES'];
      if (report) await appendFile(report, await indexUses(withDatabase(connectionString, name)));
      await askServer(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/**
 * Counts the uses of each index that only exists to be fast, for scripts/unused-indexes.mjs. Primary keys, unique indexes and exclusions are
 * rules; those of partitions belong to the index of their table.
 */
async function indexUses(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    // A connection reports what it has counted when it ends.
    await client.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    const { rows } = await client.query<{ uses: string; definition: string }>(`
      SELECT pg_stat_get_numscans(i.indexrelid) + coalesce(
          (SELECT sum(pg_stat_get_numscans(part.relid)) FROM pg_partition_tree(i.indexrelid) part), 0) AS uses,
        pg_get_indexdef(i.indexrelid) AS definition
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE c.relnamespace = 'public'::regnamespace AND NOT i.indisunique AND NOT i.indisexclusion AND NOT c.relispartition`);
    return rows.map(({ uses, definition }) => `${uses} ${definition}\n`).join('');
  } finally {
    await client.end();
  }
}

let administrator: pg.Pool | undefined;
/** All test files of a worker share one connection for this: a new connection costs as much as copying the database. */
async function askServer(statement: string): Promise<void> {
  if (!administrator) {
    const { connectionString } = inject('testDatabase');
    // Does not keep the worker alive, and tolerates a server that stops first.
    administrator = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
    administrator.on('error', () => {});
  }
  await administrator.query(statement);
}

export async function runStatements(connectionString: string, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

export function withDatabase(connectionString: string, name: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * Measures the longest block of the event loop during an act: milliseconds of CPU of this thread between two turns. CPU
 * time, because other processes of a busy machine do not count.
 */
export async function longestTurn(act: () => unknown): Promise<number> {
  let longest = 0;
  let last = cpuMs();
  let next: NodeJS.Immediate;
  const look = () => {
    const now = cpuMs();
    longest = Math.max(longest, now - last);
    last = now;
    next = setImmediate(look);
  };
  look();
  try {
    await act();
    // Include the last turn.
    await new Promise(setImmediate);
  } finally {
    clearImmediate(next!);
  }
  return longest;
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
