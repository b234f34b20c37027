import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/platform/server/embedded-postgres.ts';
import { migrate } from '../src/platform/server/migrate.ts';
import { vocabulary } from './generated-resources.ts';
import { loadResources } from './load-resources.ts';
import { measureSearch } from './measure-search.ts';

const count = 1_000_000;
const say = (line: string) => process.stdout.write(`${line}\n`);

const dataDir = await mkdtemp(join(tmpdir(), 'gongbang-bench-'));
// PostgreSQL may run as another user, who must be able to pass.
await chmod(dataDir, 0o711);
const cleanUp = () => rm(dataDir, { recursive: true, force: true });
const database = await startEmbeddedPostgres({
  dataDir,
  log: say,
  // All of it in memory, as a database of this size would have it: what is compared is work, not disks.
  settings: { shared_buffers: '4GB', max_wal_size: '4GB', fsync: 'off', autovacuum: 'off' },
}).catch(async (error: Error) => {
  await cleanUp();
  throw error;
});
const interrupted = () => void close().then(() => process.exit(130));
process.once('SIGINT', interrupted);
process.once('SIGTERM', interrupted);

try {
  await migrate(database.connectionString);
  const words = vocabulary();
  await loadResources(database.connectionString, words, count, say);
  await prewarm();
  if (!(await measureSearch(database.connectionString, words, count, say))) process.exitCode = 1;
} finally {
  await close();
}

async function prewarm(): Promise<void> {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  await client.query('create extension pg_prewarm');
  await client.query(
    `select pg_prewarm(oid) from pg_class where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace`,
  );
  await client.query('checkpoint');
  await client.end();
}

async function close(): Promise<void> {
  await database.stop();
  await cleanUp();
}
