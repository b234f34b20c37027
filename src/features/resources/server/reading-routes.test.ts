import { strToU8, zipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formOf, startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { ArchiveContents, ResourceDetail } from '../contract.ts';
import { pdfLibraryPath } from '../viewing.ts';
import { pdfLibraryVersion } from './pdf-library.ts';

let server: TestServer;
let owner: Person;
let stranger: Person;
let admin: Person;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signUp();
  stranger = await server.signUp();
  admin = await server.signUp({ isAdmin: true });
});
afterAll(() => server.close());

type Sent = { name: string; bytes: Uint8Array };

async function publish(files: Sent[], state = 'published'): Promise<ResourceDetail> {
  const answer = await server.call('POST', '/api/resources', {
    as: owner,
    ...formOf([
      { name: 'title', value: '읽을거리' },
      { name: 'category', value: 'free_content' },
      { name: 'state', value: state },
      ...files.map(({ name, bytes }) => ({
        name: 'downloadFile',
        filename: name,
        bytes: Buffer.from(bytes),
      })),
    ]),
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

const addressOf = ({ id, files }: ResourceDetail, name: string) =>
  `/api/resources/${id}/files/${files.find((file) => file.name === name)!.id}`;

const text = (content: string): Uint8Array => strToU8(content);

const html = '<!doctype html><script>alert(1)</script>';
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="4" height="4"/></svg>';

describe('a viewed file', () => {
  test.each([
    ['글.md', text('# 안녕'), 'text/plain; charset=utf-8'],
    ['main.py', text('print(1)'), 'text/plain; charset=utf-8'],
    ['page.html', text(html), 'text/plain; charset=utf-8'],
    ['drawing.svg', text(svg), 'text/plain; charset=utf-8'],
    ['words.vtt', text('WEBVTT\n\n00:00.000 --> 00:01.000\n안녕'), 'text/vtt; charset=utf-8'],
    ['sheet.pdf', text('%PDF-1.4\n%%EOF'), 'application/pdf'],
  ])('%s is served as a harmless type only', async (name, bytes, mediaType) => {
    const resource = await publish([{ name, bytes }]);
    const answer = await server.call('GET', `${addressOf(resource, name)}/view`);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': mediaType,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'accept-ranges': 'bytes',
      etag: `"${resource.files[0]!.sha256}"`,
      'cache-control': 'public, max-age=300',
    });
    expect(answer.headers['content-disposition']).toMatch(/^inline; filename/);
    expect(answer.rawPayload.equals(Buffer.from(bytes))).toBe(true);
  });

  test('supports ranges and conditional requests, and does not count as a download', async () => {
    const resource = await publish([{ name: 'a.txt', bytes: text('0123456789') }]);
    const address = `${addressOf(resource, 'a.txt')}/view`;
    const part = await server.call('GET', address, { headers: { range: 'bytes=2-4' } });
    expect(part.statusCode).toBe(206);
    expect(part.body).toBe('234');
    expect(part.headers['content-range']).toBe('bytes 2-4/10');
    const beyond = await server.call('GET', address, { headers: { range: 'bytes=20-' } });
    expect(beyond.statusCode).toBe(416);
    const again = await server.call('GET', address, { headers: { 'if-none-match': part.headers.etag! } });
    expect(again.statusCode).toBe(304);
    const after = await server.call('GET', `/api/resources/${resource.id}`);
    expect(after.json<ResourceDetail>().downloadCount).toBe(0);
  });

  test('is available to those who can see its resource', async () => {
    const resource = await publish(
      [
        { name: 'a.txt', bytes: text('비밀') },
        { name: 'b.zip', bytes: zipSync({ 'a.txt': text('비밀') }) },
      ],
      'draft',
    );
    for (const call of ['a.txt|/view', 'b.zip|/entries', 'b.zip|/view?entry=a.txt']) {
      const [name = '', rest = ''] = call.split('|');
      const address = addressOf(resource, name) + rest;
      const own = await server.call('GET', address, { as: owner });
      expect(own.statusCode, own.body).toBe(200);
      expect(own.headers['cache-control']).toBe('private, no-cache');
      expect((await server.call('GET', address, { as: admin })).statusCode).toBe(200);
      for (const as of [stranger, undefined]) {
        const refused = await server.call('GET', address, { ...(as && { as }) });
        expect(refused.statusCode).toBe(404);
        expect(refused.json().code).toBe('resource_not_found');
      }
    }
  });

  test.each([
    ['what is only for downloading', 'model.bin', '/view', 415, 'not_viewable'],
    ['a ZIP as a whole', 'b.zip', '/view', 415, 'not_viewable'],
    ['what is in a file that is no ZIP', 'a.txt', '/view?entry=a.txt', 404, 'no_file'],
    ['the contents of what is no ZIP', 'a.txt', '/entries', 415, 'not_viewable'],
    ['a way out of a ZIP', 'b.zip', '/view?entry=../../../etc/passwd', 404, 'no_file'],
    ['a folder of a ZIP', 'b.zip', '/view?entry=docs/', 404, 'no_file'],
    ['what a ZIP does not hold', 'b.zip', '/view?entry=toString', 404, 'no_file'],
    ['a program in a ZIP', 'b.zip', '/view?entry=tool.bin', 415, 'not_viewable'],
    ['a huge text in a ZIP', 'b.zip', '/view?entry=huge.txt', 415, 'not_viewable'],
  ])('%s is refused', async (_what, name, rest, status, code) => {
    const resource = await publish([
      { name: 'a.txt', bytes: text('a') },
      { name: 'model.bin', bytes: text('\0\u0001') },
      {
        name: 'b.zip',
        bytes: zipSync({
          'docs/a.txt': text('a'),
          'tool.bin': text('\0'),
          'huge.txt': new Uint8Array(6 * 1024 * 1024).fill(65),
        }),
      },
    ]);
    const answer = await server.call('GET', addressOf(resource, name) + rest);
    expect(answer.statusCode, answer.body).toBe(status);
    expect(answer.json().code).toBe(code);
  });

  test('a file of another resource is not found', async () => {
    const [one, other] = [
      await publish([{ name: 'a.txt', bytes: text('a') }]),
      await publish([{ name: 'b.txt', bytes: text('b') }]),
    ];
    for (const file of [one.files[0]!.id, 'x']) {
      const answer = await server.call('GET', `/api/resources/${other.id}/files/${file}/view`);
      expect(answer.json()).toMatchObject({ code: 'no_file' });
    }
  });
});

describe('a ZIP', () => {
  test('lists its files and its README, and shows its texts and pictures', async () => {
    const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const bytes = zipSync({
      'app/src/README.md': text('inner'),
      'app/README.md': text('# 앱'),
      'app/src/main.py': text('print(1)'),
      'app/page.html': text(html),
      'app/그림.png': png,
    });
    const resource = await publish([{ name: 'app.zip', bytes }]);
    const address = addressOf(resource, 'app.zip');
    const contents = (await server.call('GET', `${address}/entries`)).json<ArchiveContents>();
    expect(contents).toMatchObject({ total: 5, readme: 'app/README.md' });
    expect(contents.entries).toContainEqual({ name: 'app/src/main.py', size: 8 });
    const view = (entry: string) => server.call('GET', `${address}/view?entry=${encodeURIComponent(entry)}`);
    expect((await view('app/README.md')).body).toBe('# 앱');
    expect((await view('app/page.html')).headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    });
    const shown = await view('app/그림.png');
    expect(shown.headers['content-type']).toBe('image/png');
    expect(shown.rawPayload.equals(png)).toBe(true);
  });

  test('from a Korean Windows lists its names in Korean', async () => {
    // "가.txt" in EUC-KR, replacing three letters.
    const bytes = Buffer.from(zipSync({ 'xyz.txt': text('a') }));
    const name = Buffer.from([0xb0, 0xa1]);
    for (let at = bytes.indexOf('xyz'); at >= 0; at = bytes.indexOf('xyz')) {
      bytes.write('_', at + 2);
      name.copy(bytes, at);
    }
    const resource = await publish([{ name: 'a.zip', bytes }]);
    const address = addressOf(resource, 'a.zip');
    expect((await server.call('GET', `${address}/entries`)).json<ArchiveContents>().entries).toEqual([
      { name: '가_.txt', size: 1 },
    ]);
    const shown = await server.call('GET', `${address}/view?entry=${encodeURIComponent('가_.txt')}`);
    expect(shown.body).toBe('a');
  });

  test('is reported as unreadable when its stored bytes are damaged', async () => {
    const resource = await publish([{ name: 'a.zip', bytes: zipSync({ 'a.txt': text('a') }) }]);
    const { rows } = await server.runtime.pool.query(
      'select blob_key, size from resource_file where resource_id = $1',
      [resource.id],
    );
    await server.runtime.storage.put(rows[0].blob_key, Buffer.alloc(Number(rows[0].size)));
    const answer = await server.call('GET', `${addressOf(resource, 'a.zip')}/entries`);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().code).toBe('archive_unreadable');
  });
});

test('serves pdf.js under its version with a policy of its own, and nothing else of the package', async () => {
  const folder = pdfLibraryPath(pdfLibraryVersion);
  const thread = await server.call('GET', `${folder}legacy/build/pdf.worker.min.mjs`);
  expect(thread.statusCode).toBe(200);
  expect(thread.headers['content-type']).toMatch(/^(?:text|application)\/javascript/);
  expect(thread.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(thread.headers['content-security-policy']).toContain("connect-src 'self'");
  for (const name of ['package.json', 'legacy/build/pdf.sandbox.min.mjs', 'wasm/../package.json']) {
    expect((await server.call('GET', folder + name)).statusCode).toBe(404);
  }
});
