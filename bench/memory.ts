import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import sharp from 'sharp';
import { startEmbeddedPostgres } from '../src/platform/server/embedded-postgres.ts';
import { residentBytes, signUp, startServer, stopAll, stopServer, type Serving } from './serving.ts';

/** `MINUTES=60` adds an hour of load, in which the server must not grow. */
const minutes = Number(process.env['MINUTES'] ?? 0);
const requests = 10_000;
const uploads = 50;
/** Maximum memory of the server in MiB, without its database, from the original requirement for a light server. */
const most = { idle: 220, busy: 350 };
const maxGrowth = 0.01;

const say = (line: string) => process.stdout.write(`${line}\n`);
const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
const folder = await mkdtemp(join(tmpdir(), 'gongbang-bench-'));
const environment = {
  DATA_DIR: join(folder, 'server'),
  DEMO_CONTENT: 'auto',
  OVERLOAD_MS: '600000',
  JOBS: 'in_process',
  LOG_LEVEL: 'error',
};
const database = await startEmbeddedPostgres({ dataDir: folder, log: say });
let held = true;
try {
  say('Making the demo marketplace …');
  const place = { dataDir: folder, databaseUrl: database.connectionString };
  const first = await startServer(place, environment);
  // Jobs, such as pictures in other sizes, belong to the first start.
  await wait(60);
  await stopServer(first);

  const began = performance.now();
  const server = await startServer(place, environment);
  say(`open after ${((performance.now() - began) / 1000).toFixed(1)} s`);
  await wait(60);
  await check('60 s after a second start', server, most.idle);

  const cookie = await signUp(server.origin);
  const paths = await pathsOf(server);
  await load(server, paths, { amount: requests });
  for (let index = 0; index < uploads; index += 1) await publish(server, cookie, index);
  await wait(10);
  await check(`after ${requests} requests and ${uploads} uploads`, server, most.busy);

  if (minutes > 0) await growth(server, paths);
  process.exitCode = held ? 0 : 1;
} finally {
  await stopAll();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}

async function check(when: string, server: Serving, limit: number): Promise<void> {
  const mib = residentBytes(server.child) / 2 ** 20;
  const isRight = mib <= limit;
  held &&= isRight;
  say(`${isRight ? 'ok    ' : 'FAILED'} ${when}: ${mib.toFixed(0)} MiB (at most ${limit})`);
}

/** Slope of the memory in the second half of the load: the first half may include warm-up. */
async function growth(server: Serving, paths: readonly string[]): Promise<void> {
  const seen: number[] = [];
  for (let minute = 0; minute < minutes; minute += 1) {
    await load(server, paths, { duration: 60 });
    seen.push(residentBytes(server.child) / 2 ** 20);
  }
  const half = seen.slice(Math.floor(seen.length / 2));
  const middle = (half.length - 1) / 2;
  const mean = half.reduce((sum, mib) => sum + mib, 0) / half.length;
  const slope =
    half.reduce((sum, mib, index) => sum + (index - middle) * (mib - mean), 0) /
    half.reduce((sum, _, index) => sum + (index - middle) ** 2, 0);
  const anHour = (slope * 60) / mean;
  const isRight = anHour < maxGrowth;
  held &&= isRight;
  say(
    `${isRight ? 'ok    ' : 'FAILED'} ${minutes} minutes of load: ${seen.map((mib) => mib.toFixed(0)).join(' ')} MiB, ${(anHour * 100).toFixed(2)}% an hour`,
  );
}

async function load(
  { origin }: Serving,
  paths: readonly string[],
  until: { amount: number } | { duration: number },
): Promise<void> {
  let index = 0;
  const result = await autocannon({
    url: origin,
    connections: 8,
    ...until,
    ...('duration' in until && { overallRate: 50 }),
    requests: [
      {
        headers: { 'accept-language': 'ko', 'accept-encoding': 'gzip, deflate, br' },
        setupRequest: (request) => ({ ...request, path: paths[index++ % paths.length] ?? '/' }),
      },
    ],
  });
  if (result['5xx'] > 0 || result.errors > 0) throw new Error(`${result['5xx']} answers failed`);
}

/** Typical traffic: pages in three languages, their later requests, and pictures. */
async function pathsOf({ origin }: Serving): Promise<string[]> {
  const list = async (path: string) =>
    (await (await fetch(origin + path)).json()) as { id: string; images?: { id: string }[] }[];
  const resources = await list('/api/resources?limit=20');
  const services = await list('/api/services?limit=20');
  const shared = ['', '/resources', '/services', '/auctions', '/remote-support', '/resources?search=led'];
  const own = [
    ...resources.map(({ id }) => `/resources/${id}`),
    ...services.map(({ id }) => `/services/${id}`),
  ];
  return [
    ...['', '/en', '/jp'].flatMap((prefix) => [...shared, ...own].map((path) => `${prefix}${path}` || '/')),
    ...resources.flatMap(({ id }) => [`/api/resources/${id}`, `/api/resources/${id}/comments`]),
    '/api/resources?search=arduino',
    '/api/services?latitude=37.5&longitude=127',
  ];
}

/** A new model of 100,000 triangles and a new picture of six megapixels. */
async function publish({ origin }: Serving, cookie: string, index: number): Promise<void> {
  const form = new FormData();
  form.set('title', `모형 ${index}`);
  form.set('category', '3d_model');
  form.set('state', 'published');
  form.set('downloadFile', new File([model(100_000, index)], `model-${index}.stl`));
  form.set('image', new File([await picture(index)], `picture-${index}.jpg`));
  const answer = await fetch(`${origin}/api/resources`, { method: 'POST', headers: { cookie }, body: form });
  if (answer.status !== 201) throw new Error(await answer.text());
}

/** A binary STL: a strip of triangles over a wave. */
function model(triangles: number, seed: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(84 + 50 * triangles);
  bytes.writeUInt32LE(triangles, 80);
  for (let index = 0; index < triangles; index += 1) {
    for (let corner = 0; corner < 3; corner += 1) {
      const at = 84 + 50 * index + 12 + 12 * corner;
      bytes.writeFloatLE((index + corner) / 1000, at);
      bytes.writeFloatLE(corner === 1 ? 10 : 0, at + 4);
      bytes.writeFloatLE(5 * Math.sin(index / 500 + seed + corner), at + 8);
    }
  }
  return bytes;
}

async function picture(seed: number): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: 'gaussian', mean: 60 + seed * 3, sigma: 40 } as const;
  const drawn = sharp({
    create: { width: 3000, height: 2000, channels: 3, background: '#888', noise },
  });
  return new Uint8Array(await drawn.jpeg({ quality: 60 }).toBuffer());
}
