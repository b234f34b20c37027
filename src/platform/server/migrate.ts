import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import pg from 'pg';
import { ConfigError } from './config/reading.ts';

/** Reads migrations/*.sql; each file may hold several statements. */
async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {};
  for (const name of await listMigrations(folder)) {
    const text = await readFile(join(folder, `${name}.sql`), 'utf8');
    migrations[name] = {
      async up(db) {
        await sql.raw(text).execute(db);
      },
    };
  }
  return migrations;
}

/** Lists the names of all migrations, in order. */
export async function listMigrations(folder = 'migrations'): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  return files.map((name) => name.replace(/\.sql$/, '')).toSorted();
}

/** Schema that exists while a restore runs, and afterwards if it did not finish. */
export const restoreMark = 'gongbang_restore_unfinished';

export async function openedForRestore(client: pg.Client | pg.Pool): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_namespace where nspname = $1', [restoreMark]);
  return rowCount === 1;
}

/** Throws after an unfinished restore, whose partial data would otherwise be served as complete. */
export async function assertNoUnfinishedRestore(pool: pg.Pool): Promise<void> {
  if (await openedForRestore(pool))
    throw new ConfigError('A restore of this database did not finish. Run the same "npm run restore" again.');
}

/**
 * Tells whether exactly the migrations of the folder have been run. Kysely's migrator would read the database's whole
 * catalogue to find that out.
 */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const expected = await listMigrations();
  const { rows } = await pool.query<{ found: boolean }>(
    `select to_regclass('kysely_migration') is not null as found`,
  );
  if (!rows[0]?.found) return false;
  const { rows: run } = await pool.query<{ name: string }>('select name from kysely_migration order by name');
  return run.length === expected.length && run.every(({ name }, index) => name === expected[index]);
}

/**
 * Runs the pending migrations in one transaction and returns their names. Several processes may start at once: Kysely
 * takes a lock, so one migrates and the others find nothing left to do.
 */
export async function migrate(
  connectionString: string,
  { folder = 'migrations', upTo }: { folder?: string; upTo?: string } = {},
): Promise<string[]> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString, max: 2 }) }),
  });
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: () => readMigrations(folder) } });
    const { error, results = [] } = await (upTo === undefined
      ? migrator.migrateToLatest()
      : migrator.migrateTo(upTo));
    if (error) throw error;
    return results.map((result) => result.migrationName);
  } finally {
    await db.destroy();
  }
}
