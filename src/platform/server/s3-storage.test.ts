import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestServer } from '#app/testing.ts';
import { startSwift } from '../../../fakes/swift.ts';
import { s3BlobStore } from './s3-storage.ts';
import type { BlobStore, UnfinishedBlob } from './storage.ts';

const installMs = 400_000;
const part = 5 * 1024 * 1024;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let swift: Awaited<ReturnType<typeof startSwift>>;
let store: BlobStore;
beforeAll(async () => {
  swift = await startSwift();
  store = await s3BlobStore(swift.config);
}, installMs);
afterAll(() => swift.stop());

async function keysBelow(prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys.toSorted();
}

test('the bucket responds', async () => {
  await expect(store.check()).resolves.toBeUndefined();
});

test.each([0, 1, 300_000, part, part + 1, 2 * part + 12_345])(
  '%j bytes are stored unchanged',
  async (size) => {
    const bytes = randomBytes(size);
    const pieces = Readable.from(
      [bytes.subarray(0, 7), bytes.subarray(7)].filter((piece) => piece.length > 0),
    );
    expect(await store.put('files/a', pieces)).toEqual({ size, sha256: sha256(bytes) });
    expect(await store.size('files/a')).toBe(size);
    expect(sha256(await buffer(store.read('files/a')))).toBe(sha256(bytes));
  },
);

test('a range includes its end', async () => {
  await store.put('files/range', Buffer.from('0123456789'));
  expect((await buffer(store.read('files/range', { start: 3, end: 5 }))).toString()).toBe('345');
});

test('a missing blob has no size, can be removed without an error, and cannot be read', async () => {
  expect(await store.size('files/none')).toBeNull();
  await store.remove('files/none');
  await expect(buffer(store.read('files/none'))).rejects.toThrow(/./);
});

test('lists keys below a prefix, with their age', async () => {
  for (const key of ['images/b/480.webp', 'images/b/960.webp', 'images2/c']) {
    await store.put(key, Buffer.from('x'));
  }
  expect(await keysBelow('images')).toEqual(['images/b/480.webp', 'images/b/960.webp']);
  for await (const { modifiedAt } of store.list('images2'))
    expect(Date.now() - modifiedAt.getTime()).toBeLessThan(60_000);
  await store.remove('images/b/480.webp');
  expect(await keysBelow('images')).toEqual(['images/b/960.webp']);
});

test('lists all blobs page by page, but no unfinished uploads', { timeout: 300_000 }, async () => {
  const whole = await s3BlobStore(await swift.addBucket('many'), { pageSize: 10 });
  const keys = Array.from({ length: 25 }, (_, index) => `files/${index}`);
  const waiting = keys.values();
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (const key of waiting) await whole.put(key, Buffer.from(key));
    }),
  );
  await whole.append({ key: 'files/in-pieces', size: 0, parts: {} }, Buffer.from('x'));
  const found: string[] = [];
  using asked = vi.spyOn(S3Client.prototype, 'send');
  for await (const { key } of whole.listAll()) found.push(key);
  const pages = asked.mock.calls.filter(([command]) => command instanceof ListObjectsV2Command);
  expect(pages).toHaveLength(3);
  expect(found.toSorted()).toEqual(keys.toSorted());
});

test('a source that fails in the middle leaves nothing behind', async () => {
  async function* failing() {
    yield randomBytes(part + 10);
    throw new Error('upload cut off');
  }
  await expect(store.put('files/cut', Readable.from(failing()))).rejects.toThrow('upload cut off');
  expect(await store.size('files/cut')).toBeNull();
});

describe('multipart uploads', () => {
  test.each([
    ['of whole parts', [part, part, 1000]],
    ['of any size', [1000, part - 500, 3, part, 700_000]],
    ['less than a part', [10, 20]],
  ])('%s', async (_, sizes) => {
    const key = `files/pieces-${sizes.length}`;
    const bytes = randomBytes(sizes.reduce((sum, size) => sum + size, 0));
    let blob: UnfinishedBlob = { key, size: 0, parts: {} };
    for (const size of sizes) {
      const piece = bytes.subarray(blob.size, blob.size + size);
      // A client that was killed before its part was counted sends it again.
      await store.append(blob, randomBytes(size));
      blob = await store.append(blob, piece);
    }
    expect(blob.size).toBe(bytes.length);
    await store.finish(blob);
    // A client that was killed afterwards finishes it again.
    await store.finish(blob);
    expect(sha256(await buffer(store.read(key)))).toBe(sha256(bytes));
    expect(await keysBelow('unfinished')).toEqual([]);
  });

  test('an abandoned upload leaves nothing behind', async () => {
    let blob: UnfinishedBlob = { key: 'files/given-up', size: 0, parts: {} };
    blob = await store.append(blob, randomBytes(part));
    blob = await store.append(blob, randomBytes(100));
    await store.abandon(blob);
    await store.abandon(blob);
    expect(await keysBelow('unfinished')).toEqual([]);
    expect(await store.size('files/given-up')).toBeNull();
  });
});

test('a resumable upload goes into the bucket, and a resource serves it in ranges', async () => {
  const { bucket, accessKeyId, secretAccessKey, endpoint } = swift.config;
  const server = await startTestServer({
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_ENDPOINT: endpoint,
  });
  try {
    const as = await server.signUp();
    const tus = { 'tus-resumable': '1.0.0' };
    const bytes = Buffer.concat([randomBytes(part), randomBytes(part), randomBytes(1000)]);
    const begun = await server.call('POST', '/api/uploads', {
      as,
      headers: {
        ...tus,
        'upload-length': String(bytes.length),
        'upload-metadata': `filename ${Buffer.from('a.bin').toString('base64')}`,
      },
    });
    const url = String(begun.headers['location']);
    const cuts = [0, 1000, part + 5000, bytes.length];
    for (const [index, start] of cuts.slice(0, -1).entries()) {
      const sent = await server.call('PATCH', url, {
        as,
        headers: {
          ...tus,
          'content-type': 'application/offset+octet-stream',
          'upload-offset': String(start),
        },
        payload: bytes.subarray(start, cuts[index + 1]),
      });
      expect([sent.statusCode, sent.headers['upload-offset']], sent.body).toEqual([
        204,
        String(cuts[index + 1]),
      ]);
    }
    const made = await server.call('POST', '/api/resources', {
      as,
      payload: { title: '버킷', category: 'other', uploads: [url.split('/').at(-1)] },
    });
    expect(made.statusCode, made.body).toBe(201);
    const { id, files } = made.json<{ id: string; files: { sha256: string }[] }>();
    expect(files[0]?.sha256).toBe(sha256(bytes));
    const range = await server.call('GET', `/api/resources/${id}/download`, {
      headers: { range: `bytes=${part - 10}-${part + 9}` },
    });
    expect(range.statusCode).toBe(206);
    expect(sha256(range.rawPayload)).toBe(sha256(bytes.subarray(part - 10, part + 10)));
  } finally {
    await server.close();
  }
});
