import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase } from '../src/platform/server/db.ts';
import { startEmbeddedPostgres } from '../src/platform/server/embedded-postgres.ts';
import { migrate } from '../src/platform/server/migrate.ts';
import { listResources } from '../src/features/resources/server/listing.ts';
import { createSearchLog } from '../src/features/search/server/search-log.ts';
import { cpuOf, quantile } from './backend-cpu.ts';
import { vocabulary } from './generated-resources.ts';
import { loadResources } from './load-resources.ts';

/** Maximum cost that recording may add to a search. */
const most = 0.05;
const count = Number(process.env['ROWS'] ?? 50_000);
const rounds = 20;
/** Batch size between two writes of the log under load. */
const searchesEach = 500;
const say = (line: string) => process.stdout.write(`${line}\n`);

const dataDir = await mkdtemp(join(tmpdir(), 'gongbang-bench-'));
// PostgreSQL may run as another user, who must be able to enter the folder.
await chmod(dataDir, 0o711);
const database = await startEmbeddedPostgres({
  dataDir,
  log: say,
  settings: { max_wal_size: '4GB', autovacuum: 'off' },
});

try {
  await migrate(database.connectionString);
  const words = vocabulary();
  await loadResources(database.connectionString, words, count, say);
  const handle = connectDatabase(database.connectionString, { poolSize: 1, onError: () => {} });
  const { rows } = await handle.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]!.pid;
  const log = createSearchLog(handle.db, {
    onError(error) {
      throw error;
    },
  });

  /** CPU in ms of this process and of its PostgreSQL backends. */
  const cpu = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000 + cpuOf(pid);
  };
  /** Typical terms: a few of them often, most of them once. */
  const terms = Array.from({ length: searchesEach }, (_, index) => {
    const rank = Math.floor((index * index) / 100);
    return words.ko[rank % words.ko.length] ?? '';
  });

  async function search(term: string, isRecorded: boolean): Promise<void> {
    const began = performance.now();
    const { total, expansion } = await listResources(handle.db, {
      sort: 'newest',
      page: 1,
      limit: 32,
      search: term,
    });
    if (!isRecorded) return;
    log.count({
      kind: 'resources',
      term,
      language: 'ko',
      results: total,
      exactResults: expansion?.exactCount ?? total,
      ms: performance.now() - began,
      fromCache: false,
    });
  }

  const costs = { plain: [] as number[], recorded: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    // Each variant goes first in turn.
    for (const isRecorded of round % 2 === 0 ? [false, true] : [true, false]) {
      const before = cpu();
      for (const term of terms) await search(term, isRecorded);
      if (isRecorded) await log.flush();
      // The first round warms up.
      if (round > 0) costs[isRecorded ? 'recorded' : 'plain'].push(cpu() - before);
    }
  }

  // Noise of the searches hides the small cost of recording, so it is also measured alone.
  const alone: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = cpu();
    for (const term of terms)
      log.count({
        kind: 'resources',
        term,
        language: 'ko',
        results: 1,
        exactResults: 1,
        ms: 1,
        fromCache: false,
      });
    await log.flush();
    alone.push(cpu() - before);
  }
  const [plain, recorded, added] = [costs.plain, costs.recorded, alone].map((each) =>
    quantile(each, 0.5),
  ) as [number, number, number];
  say(
    `\n${count} resources, ${searchesEach} searches a round, CPU of both processes, median of ${rounds} rounds in turns:`,
  );
  say(`without recording  ${(plain / searchesEach).toFixed(3)} ms a search`);
  say(
    `with recording     ${(recorded / searchesEach).toFixed(3)} ms, ${((recorded / plain - 1) * 100).toFixed(1)}% more`,
  );
  say(
    `recording alone    ${(added / searchesEach).toFixed(3)} ms, ${((added / plain) * 100).toFixed(1)}% of a search`,
  );
  if (added / plain > most || recorded / plain > 1 + most) process.exitCode = 1;
  await log.close();
  await handle.close();
} finally {
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}
