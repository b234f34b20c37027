import Fastify from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formOf, startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { ResourceDetail } from '#features/resources/contract.ts';
import { uuidv7 } from './ids.ts';
import { pictureWidths } from '../shared/pictures.ts';
import {
  blobOfWidth,
  drawPlaceholder,
  drawWidth,
  pictureKeys,
  removePicture,
  storePicture,
} from './pictures.ts';
import { picturesJobs, sendPicture } from './send-picture.ts';

let server: TestServer;
let owner: Person;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signUp();
});
afterAll(() => server.close());

const avif = { accept: 'image/avif,image/webp,image/*,*/*;q=0.8' };

function picture(width = 600, alpha = 1): Promise<Buffer> {
  const background = { r: 11, g: 113, b: 87, alpha };
  return sharp({ create: { width, height: 400, channels: 4, background } })
    .png()
    .toBuffer();
}

async function withPicture(): Promise<ResourceDetail> {
  const answer = await server.call('POST', '/api/resources', {
    as: owner,
    ...formOf([
      { name: 'title', value: '사진' },
      { name: 'category', value: 'other' },
      { name: 'downloadUrl', value: 'https://example.com/' },
      { name: 'image', filename: 'a.png', bytes: await picture() },
    ]),
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

async function waiting(): Promise<{ key: string; queue_name: string }[]> {
  const { rows } = await server.runtime.pool.query(
    "select key, queue_name from graphile_worker.jobs where task_identifier = 'platform.encode_picture'",
  );
  return rows;
}

const encode = (name: string) => picturesJobs(server.runtime)['platform.encode_picture']({ name });

test('a browser with AVIF support gets WebP first, triggers one encoding, and gets AVIF once it exists', async () => {
  const { id } = (await withPicture()).images[0]!;
  const address = `/api/images/${id}/480.webp`;
  const name = `images/${id}/480`;
  const first = await server.call('GET', address, { headers: avif });
  await server.call('GET', address, { headers: avif });
  expect(first.headers).toMatchObject({ 'content-type': 'image/webp', vary: 'accept' });
  expect(await waiting()).toEqual([{ key: `encode ${name}`, queue_name: 'pictures' }]);

  await encode(name);
  await encode(name);
  const then = await server.call('GET', address, { headers: avif });
  expect(then.headers).toMatchObject({
    'content-type': 'image/avif',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(then.headers.etag).not.toBe(first.headers.etag);
  expect(await sharp(then.rawPayload).metadata()).toMatchObject({ format: 'heif', width: 480 });
  const other = await server.call('GET', address, { headers: { accept: 'image/webp,*/*' } });
  expect(other.headers).toMatchObject({ 'content-type': 'image/webp', vary: 'accept' });
});

test('a width is made from the widest on its first request, and other requests get the next width meanwhile', async () => {
  const { storage } = server.runtime;
  const { id } = (await withPicture()).images[0]!;
  const sizes = () =>
    Promise.all([120, 320, 480, 600, 720].map((width) => storage.size(`images/${id}/${width}.webp`)));
  const number = expect.any(Number);
  expect(await sizes()).toEqual([null, null, number, number, null]);
  const ask = async (width: number) => {
    const { rawPayload } = await server.call('GET', `/api/images/${id}/${width}.webp`);
    return (await sharp(rawPayload).metadata()).width;
  };
  expect(await Promise.all([320, 320, 241, 1, 600, 601, 99999].map(ask))).toEqual([
    320, 320, 320, 120, 600, 600, 600,
  ]);
  expect(await sizes()).toEqual([number, number, number, number, null]);
});

test('under many requests for new widths, further ones get the stored width, temporarily', async () => {
  const { db, storage } = server.runtime;
  const prefix = `images/${uuidv7()}`;
  await storePicture(storage, prefix, await picture(), 'image');
  const app = Fastify();
  app.get<{ Params: { width: string } }>('/:width', (request, reply) =>
    sendPicture(
      request,
      reply.header('cache-control', 'public, max-age=31536000, immutable'),
      { db, storage },
      { name: `${prefix}/${request.params.width}`, source: `${prefix}/600`, etag: request.params.width },
    ),
  );
  const asked = Array.from({ length: 70 }, (_, index) => 20 + index);
  const answers = await Promise.all(asked.map((width) => app.inject(`/${width}`)));
  const widths = await Promise.all(
    answers.map(async ({ rawPayload }) => (await sharp(rawPayload).metadata()).width),
  );
  const kept = widths.filter((width) => width === 600).length;
  expect(kept).toBe(10);
  for (const [index, { headers }] of answers.entries())
    expect(headers['cache-control']).toBe(
      widths[index] === 600 ? 'no-store' : 'public, max-age=31536000, immutable',
    );
  expect((await app.inject('/90')).headers['cache-control']).toContain('immutable');
  await app.close();
});

test('an AVIF is made of a width that did not exist either', async () => {
  const { id } = (await withPicture()).images[0]!;
  const name = `images/${id}/320`;
  await server.call('GET', `/api/${name}.webp`, { headers: avif });
  expect((await waiting()).map(({ key }) => key)).toContain(`encode ${name}`);
  await encode(name);
  const answer = await server.call('GET', `/api/${name}.webp`, { headers: avif });
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'heif', width: 320 });
});

test('deleting a picture deletes its AVIF and widths, including one in progress', async () => {
  const { storage } = server.runtime;
  const stored = await storePicture(storage, `images/${uuidv7()}`, await picture(1300), 'image');
  const blobs = pictureWidths.map((width) => blobOfWidth(stored, width));
  const make = async () => {
    for (const blob of blobs) {
      if (blob.name !== blob.source) await drawWidth(storage, blob);
      await encode(blob.name);
    }
  };
  await make();
  const sizes = () => Promise.all(pictureKeys(stored).map((key) => storage.size(key)));
  expect(await sizes()).toEqual(blobs.flatMap(() => [expect.any(Number), expect.any(Number)]));
  await removePicture(storage, stored);
  await make();
  expect(new Set(await sizes())).toEqual(new Set([null]));
});

test('a resource contains a placeholder of a few hundred bytes for its picture', async () => {
  const { images } = await withPicture();
  const [, encoded = ''] = /^data:image\/webp;base64,(.+)$/.exec(images[0]!.placeholder!) ?? [];
  expect(encoded.length).toBeLessThan(500);
  expect(await sharp(Buffer.from(encoded, 'base64')).metadata()).toMatchObject({ width: 32, format: 'webp' });
});

test('a transparent picture has no placeholder', async () => {
  const { storage } = server.runtime;
  const stored = await storePicture(storage, `images/${uuidv7()}`, await picture(600, 0.5), 'image');
  expect(await drawPlaceholder(storage, stored)).toBeNull();
});
