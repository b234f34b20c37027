import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../src/platform/server/embedded-postgres.ts';
import { migrate } from '../src/platform/server/migrate.ts';
import { vocabulary } from './generated-resources.ts';
import { loadResources } from './load-resources.ts';
import {
  cpuPerRequest,
  median,
  percent,
  rate,
  startConstant,
  startServer,
  stopAll,
  type Serving,
} from './serving.ts';

const resources = 5000;
const rounds = 5;
const listRequests = 20_000;

/** Minimum share of the constant route's rate, from the original requirement for lists. */
const demanded = { cached: 0.8, uncached: 0.2 };

const say = (line: string) => process.stdout.write(`${line}\n`);
const dataDir = await mkdtemp(join(tmpdir(), 'gongbang-bench-'));
const database = await startEmbeddedPostgres({ dataDir, log: say });
try {
  await migrate(database.connectionString);
  await loadResources(database.connectionString, vocabulary(), resources, say);
  const place = { dataDir, databaseUrl: database.connectionString };
  const cached = await startServer(place);
  const uncached = await startServer(place, { LIST_CACHE_MS: '0' });
  const path = '/api/resources';
  const list = await (await fetch(cached.origin + path)).text();
  const constant = await startConstant(list, database.connectionString);
  say(`A list of ${(list.length / 1024).toFixed(1)} K characters, ${rounds} rounds\n`);

  const rates = {
    constant: [] as number[],
    one: [] as number[],
    cached: [] as number[],
    uncached: [] as number[],
  };
  for (let round = 0; round < rounds; round += 1) {
    rates.constant.push(await rate(constant.origin));
    rates.one.push(await rate(`${constant.origin}/one`));
    rates.cached.push(await rate(cached.origin + path));
    rates.uncached.push(await rate(uncached.origin + path));
  }
  let failed = false;
  for (const name of ['cached', 'uncached'] as const) {
    // Compares adjacent rounds, so that other load on the machine affects both.
    const ratio = median(rates[name].map((each, round) => each / (rates.constant[round] ?? Number.NaN)));
    const enough = ratio >= demanded[name];
    failed ||= !enough;
    say(
      `list, ${name.padEnd(8)}: ${percent(ratio)} of a constant buffer (at least ${percent(demanded[name])}) ${enough ? 'ok' : 'TOO SLOW'}`,
    );
  }

  const ratioOf = (a: readonly number[], b: readonly number[]) =>
    percent(median(a.map((each, round) => each / (b[round] ?? Number.NaN))));
  say(
    `for comparison: "select 1", then the buffer: ${ratioOf(rates.one, rates.constant)} of the constant route;`,
  );
  say(`                list, uncached: ${ratioOf(rates.uncached, rates.one)} of that`);

  // CPU time of the server process: steadier than rates where the load generator shares the cores.
  const cpuOf = (server: Serving, at: string) => cpuPerRequest(server, () => at, listRequests);
  const constantCpu = await cpuOf(constant, '/');
  say(
    `\nCPU of the server a request, constant route = 1: cached ${((await cpuOf(cached, path)) / constantCpu).toFixed(1)}, uncached ${((await cpuOf(uncached, path)) / constantCpu).toFixed(1)}`,
  );

  process.exitCode = failed ? 1 : 0;
} finally {
  await stopAll();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}
