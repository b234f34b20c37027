import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import pg from 'pg';

/** Reads migrations/*.sql; each file may hold several statements. */
async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  const migrations: Record<string, Migration> = {};
  for (const name of names.toSorted()) {
    const text = await readFile(join(folder, name), 'utf8');
    migrations[name.replace(/\.sql$/, '')] = {
      async up(db) {
        await sql.raw(text).execute(db);
      },
    };
  }
  return migrations;
}

/**
 * Runs the pending migrations in one transaction and returns their names. Several processes may start
 * at once: Kysely takes a lock, so one migrates and the others find nothing left to do.
 */
export async function migrate(connectionString: string, folder = 'migrations'): Promise<string[]> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString, max: 2 }) }),
  });
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: () => readMigrations(folder) } });
    const { error, results = [] } = await migrator.migrateToLatest();
    if (error) throw error;
    return results.map((result) => result.migrationName);
  } finally {
    await db.destroy();
  }
}
