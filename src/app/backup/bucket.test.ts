import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderingOn } from '#features/orders/server/testing.ts';
import { isLongRun } from '#platform/shared/testing.ts';
import { readConfig } from '#platform/server/config.ts';
import { s3BlobStore } from '#platform/server/s3-storage.ts';
import { startSwift } from '../../../fakes/swift.ts';
import { openRuntime } from '../runtime.ts';
import { buildServer } from '../server.ts';
import { startTestServer, type TestServer } from '../testing.ts';
import { makeBackup } from './making.ts';
import { restoreBackup } from './restoring.ts';
import { blobsOf, contentOf, emptyTargets, sourceOf, type Target } from './testing.ts';

/** Larger than one part of a multipart upload. */
const large = randomBytes(6 * 1024 * 1024);
const installMs = 400_000;
type Swift = Awaited<ReturnType<typeof startSwift>>;
const environment = (s3: Swift['config']) => ({
  S3_BUCKET: s3.bucket,
  S3_ACCESS_KEY_ID: s3.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  S3_ENDPOINT: s3.endpoint,
});

let work: string;
let swift: Swift;
let server: TestServer;
let id: string;
const targets = emptyTargets(() => work);

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'gongbang-bucket-'));
  swift = await startSwift();
  server = await startTestServer(environment(swift.config));
  const as = await server.signUp();
  const uploads = [await orderingOn(server).upload(as, large, 'large.bin')];
  const made = await server.call('POST', '/api/resources', {
    as,
    payload: { title: '버킷', category: 'other', state: 'published', uploads },
  });
  if (made.statusCode !== 201) throw new Error(`no resource: ${made.body}`);
  ({ id } = made.json<{ id: string }>());
  await makeBackup({ ...sourceOf(server.runtime), folder: join(work, 'backup') });
}, installMs);
afterAll(async () => {
  await server.close();
  await targets.drop();
  await swift.stop();
  await rm(work, { recursive: true, force: true });
});

/** Creates an empty database with an empty bucket. */
async function emptyBucket(): Promise<Target> {
  const target = await targets.make();
  const s3 = await swift.addBucket('elsewhere');
  const { dataDir, databaseUrl } = target.config;
  const config = readConfig({
    PORT: '0',
    PUBLIC_ORIGIN: 'http://gongbang.test',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: '4',
    LOG_LEVEL: 'silent',
    ...environment(s3),
  });
  return { ...target, config, storage: await s3BlobStore(s3) };
}

const places: [where: string, make: () => Promise<Target>][] = [
  ['another bucket', emptyBucket],
  ['a folder', targets.make],
];

test.each(isLongRun ? places : places.slice(0, 1))(
  'what was in a bucket is restored into %s, and handed out from there',
  async (_where, makeTarget) => {
    const target = await makeTarget();
    await restoreBackup({ ...target, folder: join(work, 'backup'), replace: false });
    const { connectionString, storage } = sourceOf(server.runtime);
    const blobs = await blobsOf(storage);
    expect(Object.keys(blobs)).not.toEqual([]);
    expect(await blobsOf(target.storage)).toEqual(blobs);
    expect(await contentOf(await target.openDatabase())).toEqual(await contentOf(connectionString));

    const runtime = await openRuntime(target.config, () => {});
    const app = await buildServer(runtime);
    try {
      const answer = await app.inject({ url: `/api/resources/${id}/download` });
      expect(answer.statusCode).toBe(200);
      expect(answer.rawPayload.equals(large)).toBe(true);
    } finally {
      await app.close();
      await runtime.close();
    }
  },
);

test.runIf(isLongRun)('a bucket with objects in it is not overwritten', async () => {
  const target = await targets.make();
  const storage = await s3BlobStore(await swift.addBucket('full'));
  await storage.put('files/old', Buffer.from('of before'));
  const restore = (replace: boolean) =>
    restoreBackup({ ...target, storage, folder: join(work, 'backup'), replace });
  await expect(restore(false)).rejects.toThrow('--replace');
  expect(Object.keys(await blobsOf(storage))).toEqual(['files/old']);
  await restore(true);
  expect(await blobsOf(storage)).toEqual(await blobsOf(sourceOf(server.runtime).storage));
});
