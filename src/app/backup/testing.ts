import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { inject } from 'vitest';
import { type Config, readConfig } from '#platform/server/config.ts';
import { folderBlobStore, type BlobStore } from '#platform/server/storage.ts';
import { runStatements, withDatabase } from '#platform/server/testing.ts';
import type { Runtime } from '../runtime.ts';

export const sourceOf = ({ config, storage }: Runtime) => ({
  config,
  connectionString: config.databaseUrl ?? '',
  storage,
});

export type Target = { config: Config; storage: BlobStore; openDatabase(): Promise<string> };

/** Creates empty databases, each with an empty folder below `work`; `drop` removes the databases. */
export function emptyTargets(work: () => string) {
  const databases: string[] = [];
  const { connectionString } = inject('testDatabase');
  return {
    async make(): Promise<Target> {
      const name = `gongbang_restored_${randomBytes(6).toString('hex')}`;
      await runStatements(connectionString, [
        `create database ${name} template template0 encoding 'UTF8' locale_provider builtin builtin_locale 'C.UTF-8' lc_ctype 'C.UTF-8' lc_collate 'C'`,
      ]);
      databases.push(name);
      const dataDir = await mkdtemp(join(work(), 'target-'));
      const config = readConfig({
        PORT: '0',
        PUBLIC_ORIGIN: 'http://gongbang.test',
        DATA_DIR: dataDir,
        DATABASE_URL: withDatabase(connectionString, name),
        DATABASE_POOL_SIZE: '4',
        LOG_LEVEL: 'silent',
      });
      return {
        config,
        storage: folderBlobStore(join(dataDir, 'blobs')),
        openDatabase: async () => config.databaseUrl ?? '',
      };
    },
    async drop(): Promise<void> {
      for (const name of databases)
        await runStatements(connectionString, [`drop database if exists ${name} with (force)`]);
    },
  };
}

export async function ask<Row extends pg.QueryResultRow>(
  connectionString: string,
  statement: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Hash over all rows of each table. */
export async function contentOf(connectionString: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
         and not relispartition and relname not like 'kysely%' order by 1`,
    );
    const content: Record<string, string> = {};
    for (const { name } of rows) {
      const found = await client.query<{ content: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(row::text, ',' order by row::text collate "C")), '') as content
         from "${name}" as row`,
      );
      content[name] = found.rows[0]?.content ?? '';
    }
    return content;
  } finally {
    await client.end();
  }
}

export async function blobsOf(storage: BlobStore): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const { key } of storage.listAll())
    found[key] = createHash('sha256')
      .update(await buffer(storage.read(key)))
      .digest('hex');
  return found;
}
