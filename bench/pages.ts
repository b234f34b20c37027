import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { startEmbeddedPostgres } from '../src/platform/server/embedded-postgres.ts';
import { cpuPerRequest, median, percent, rate, startConstant, startServer, stopAll } from './serving.ts';

const renderings = 300;
const rounds = 5;
/** Minimum share of the rate of a constant buffer as long as the page. */
const fromMemory = 0.25;
/**
 * Maximum CPU of a rendered list page, in multiples of the constant route: 4 ms, where it took 8.9 ms, which were 330
 * of them.
 */
const maxForList = 148;

const say = (line: string) => process.stdout.write(`${line}\n`);
const dataDir = await mkdtemp(join(tmpdir(), 'gongbang-bench-'));
const database = await startEmbeddedPostgres({ dataDir, log: say });
try {
  say('Making the demo marketplace …');
  const place = { dataDir, databaseUrl: database.connectionString };
  const server = await startServer(place, { DEMO_CONTENT: 'auto', OVERLOAD_MS: '600000' });
  const first = async (path: string) => {
    const [found] = await (await fetch(server.origin + path)).json();
    return found as { id: string; slug: string };
  };
  const channels = await (await fetch(`${server.origin}/api/channels`)).json();
  const pages = {
    home: '/',
    list: '/resources',
    detail: `/resources/${(await first('/api/resources?limit=1')).id}`,
    services: '/services',
    'a service': `/services/${(await first('/api/services?limit=1')).id}`,
    'a channel': `/remote-support/${[channels.channels ?? channels].flat()[0].slug}`,
  };
  const headers = { 'accept-language': 'ko' };
  const html = await (await fetch(server.origin + pages.list, { headers })).text();
  const constant = await startConstant('x'.repeat(gzipSync(html).length), database.connectionString);
  const constantCpu = await cpuPerRequest(constant, () => '/', 20_000);

  // An unknown query parameter makes another cache key for the same content.
  let failed = false;
  for (const [name, path] of Object.entries(pages)) {
    const cpu = await cpuPerRequest(server, (index) => `${path}?rendering=${index}`, renderings);
    const isTooMuch = name === 'list' && cpu / constantCpu > maxForList;
    failed ||= isTooMuch;
    say(
      `${name.padEnd(9)}: ${cpu.toFixed(1)} ms of CPU a rendering, ${(cpu / constantCpu).toFixed(0)} times the constant route${isTooMuch ? ` (at most ${maxForList}) TOO MUCH` : ''}`,
    );
  }

  // Headers as sent by browsers.
  const packed = { 'accept-encoding': 'gzip, deflate, br' };
  const shares: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const limit = await rate(constant.origin);
    shares.push((await rate(server.origin + pages.list, packed)) / limit);
  }
  const share = median(shares);
  const isSlow = share < fromMemory;
  failed ||= isSlow;
  say(
    `\nlist from memory: ${percent(share)} of a constant buffer (at least ${percent(fromMemory)}) ${isSlow ? 'TOO SLOW' : 'ok'}`,
  );
  process.exitCode = failed ? 1 : 0;
} finally {
  await stopAll();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}
