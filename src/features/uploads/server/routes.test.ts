import { locales } from '#i18n/languages.ts';
import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildServer } from '#app/server.ts';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { runThread } from '#platform/server/threads.ts';
import { createClamavFake } from '../../../../fakes/clamav.ts';
import { pieceBytes } from '../rules.ts';
import { removeExpired, scanUpload, type UploadsDeps } from './commands.ts';
import { uploadLimits } from './routes.ts';
import { pngOf, stlOf, tarOf, zipOf } from './testing.ts';

let server: TestServer;
let person: Person;
let stranger: Person;
beforeAll(async () => {
  server = await startTestServer({ MAX_FILE_MB: '200', MAX_UPLOADS: '5', MAX_UPLOADS_MB: '300' });
  person = await server.signUp();
  stranger = await server.signUp();
});
afterAll(() => server.close());
afterEach(async () => {
  await server.runtime.pool.query('delete from upload');
});

const text = (length: number) => Buffer.from('solid arm\n'.repeat(Math.ceil(length / 10)).slice(0, length));
const bytesType = { 'content-type': 'application/offset+octet-stream' };
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const metadata = (pairs: Record<string, string>) =>
  Object.entries(pairs)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');

function tus(
  method: string,
  url: string,
  headers: Record<string, string> = {},
  payload?: Buffer | Readable,
  as: Person | null = person,
  at = server,
) {
  return at.call(method, url, {
    ...(as && { as }),
    headers: { 'tus-resumable': '1.0.0', ...headers },
    ...(payload && { payload }),
  });
}

async function create(
  name: string,
  size: number,
  more: Record<string, string> = {},
  at = server,
  as = person,
) {
  const answer = await tus(
    'POST',
    '/api/uploads',
    { 'upload-length': String(size), 'upload-metadata': metadata({ filename: name, ...more }) },
    undefined,
    as,
    at,
  );
  return { answer, url: String(answer.headers['location'] ?? '') };
}

function send(url: string, offset: number, bytes: Buffer, headers: Record<string, string> = {}, at = server) {
  return tus('PATCH', url, { ...bytesType, 'upload-offset': String(offset), ...headers }, bytes, person, at);
}

async function offsetOf(url: string): Promise<number> {
  return Number((await tus('HEAD', url)).headers['upload-offset']);
}

async function upload(name: string, bytes: Buffer, at = server, as = person) {
  const { answer, url } = await create(name, bytes.length, {}, at, as);
  if (answer.statusCode !== 201) return { answer, url };
  return {
    answer: await tus('PATCH', url, { ...bytesType, 'upload-offset': '0' }, bytes, as, at),
    url,
  };
}

async function blobsOnDisk(at = server): Promise<string[]> {
  const folder = join(at.runtime.config.dataDir, 'blobs');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

const depsOf = ({ runtime }: TestServer): UploadsDeps => ({
  ...runtime,
  limits: uploadLimits(runtime.config),
});

test('OPTIONS describes the supported protocol', async () => {
  const answer = await server.call('OPTIONS', '/api/uploads');
  expect(answer.statusCode).toBe(204);
  expect(answer.headers).toMatchObject({
    'tus-resumable': '1.0.0',
    'tus-version': '1.0.0',
    'tus-extension': 'creation,creation-with-upload,expiration,checksum,termination',
    'tus-max-size': String(200 * 1024 * 1024),
    'tus-checksum-algorithm': 'sha1,sha256,md5',
  });
});

test('a file sent in parts becomes a file of a resource, byte for byte', async () => {
  const bytes = text(pieceBytes + 12_345);
  const { answer, url } = await create('드론 팔.stl', bytes.length, { sha256: sha256(bytes) });
  expect(answer.statusCode).toBe(201);
  expect(new Date(String(answer.headers['upload-expires'])).getTime()).toBeGreaterThan(Date.now());
  const cuts = [0, 1000, 1_000_000, pieceBytes + 1, bytes.length];
  for (const [index, start] of cuts.slice(0, -1).entries()) {
    const part = await send(url, start, bytes.subarray(start, cuts[index + 1]));
    expect([part.statusCode, part.headers['upload-offset']], part.body).toEqual([
      204,
      String(cuts[index + 1]),
    ]);
  }
  const head = await tus('HEAD', url);
  expect(head.statusCode).toBe(200);
  expect(head.headers).toMatchObject({
    'cache-control': 'no-store',
    'upload-length': String(bytes.length),
    'upload-offset': String(bytes.length),
    'upload-metadata': metadata({ filename: '드론 팔.stl', sha256: sha256(bytes) }),
  });
  expect((await server.call('GET', url, { as: person })).json()).toMatchObject({
    name: '드론 팔.stl',
    state: 'finished',
    sha256: sha256(bytes),
  });

  const uploadId = url.split('/').at(-1) ?? '';
  const made = await server.call('POST', '/api/resources', {
    as: person,
    payload: { title: '드론 팔', category: '3d_model', uploads: [uploadId] },
  });
  expect(made.statusCode, made.body).toBe(201);
  const { id, files } = made.json();
  expect(files).toMatchObject([{ name: '드론 팔.stl', size: bytes.length, sha256: sha256(bytes) }]);
  const back = await server.call('GET', `/api/resources/${id}/download`);
  expect(sha256(back.rawPayload)).toBe(sha256(bytes));
  // The file belongs to the resource now.
  expect((await tus('HEAD', url)).statusCode).toBe(404);
});

test('a finished upload becomes a new version of a resource', async () => {
  const made = await server.call('POST', '/api/resources', {
    as: person,
    payload: { title: '기어', category: '3d_model', assemblyInstructions: '1. 만들기' },
  });
  const { id } = made.json<{ id: string }>();
  const { url } = await upload('gear.stl', stlOf(12));
  const payload = { uploadId: url.split('/').at(-1), changelog: '이를 더 굵게' };
  const foreign = await server.call('POST', `/api/resources/${id}/files`, { as: stranger, payload });
  expect(foreign.statusCode).toBe(403);
  const answer = await server.call('POST', `/api/resources/${id}/files`, { as: person, payload });
  expect(answer.statusCode, answer.body).toBe(201);
  expect(answer.json()).toMatchObject({
    files: [{ name: 'gear.stl', version: 2 }],
    versions: [{ number: 2, changelog: '이를 더 굵게' }, { number: 1 }],
  });
  const again = await server.call('POST', `/api/resources/${id}/files`, { as: person, payload });
  expect([again.statusCode, again.json().code]).toEqual([404, 'upload_not_found']);
});

test('an upload of a refused resource can be attached again', async () => {
  const { url } = await upload('gear.stl', stlOf(3));
  const uploads = [url.split('/').at(-1)];
  const wrong = await server.call('POST', '/api/resources', { as: person, payload: { title: '', uploads } });
  expect(wrong.statusCode).toBe(400);
  const right = await server.call('POST', '/api/resources', {
    as: person,
    payload: { title: '기어', category: '3d_model', uploads },
  });
  expect(right.statusCode, right.body).toBe(201);
});

test('the same form sent twice with its key attaches once and gets the same response', async () => {
  const { url } = await upload('gear.stl', stlOf(4));
  const again = () =>
    server.call('POST', '/api/resources', {
      as: person,
      payload: { title: '기어', category: '3d_model', uploads: [url.split('/').at(-1)] },
      headers: { 'idempotency-key': 'upload-once' },
    });
  const first = await again();
  const second = await again();
  expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
  expect(second.json()).toEqual(first.json());
});

test('only one’s own finished uploads can be attached', async () => {
  const { url } = await create('a.stl', 100);
  const theirs = await upload('b.stl', stlOf(1), server, stranger);
  const absent = '01890000-0000-7000-8000-000000000000';
  for (const [uploads, status, code] of [
    [[url.split('/').at(-1)], 409, 'upload_unfinished'],
    [[theirs.url.split('/').at(-1)], 404, 'upload_not_found'],
    [[absent], 404, 'upload_not_found'],
    [['x'], 400, 'invalid_input'],
  ] as const) {
    const answer = await server.call('POST', '/api/resources', {
      as: person,
      payload: { title: '기어', category: '3d_model', uploads },
    });
    expect([answer.statusCode, answer.json().code], String(uploads)).toEqual([status, code]);
  }
});

describe('the protocol', () => {
  test.each([
    ['POST', '/api/uploads'],
    ['HEAD', '/api/uploads/01890000-0000-7000-8000-000000000000'],
    ['PATCH', '/api/uploads/01890000-0000-7000-8000-000000000000'],
    ['DELETE', '/api/uploads/01890000-0000-7000-8000-000000000000'],
  ])('%s needs a session first, then the version', async (method, path) => {
    expect((await tus(method, path, {}, undefined, null)).statusCode).toBe(401);
    for (const version of ['', '0.2.2', '2.0.0']) {
      const answer = await tus(method, path, { 'tus-resumable': version });
      expect([answer.statusCode, answer.headers['tus-version']]).toEqual([412, '1.0.0']);
    }
  });

  test('other people’s uploads look like missing ones', async () => {
    const { url } = await create('a.stl', 100);
    const absent = '/api/uploads/01890000-0000-7000-8000-000000000000';
    for (const method of ['HEAD', 'PATCH', 'DELETE', 'GET']) {
      const headers = method === 'PATCH' ? { ...bytesType, 'upload-offset': '0' } : {};
      const body = method === 'PATCH' ? text(10) : undefined;
      const foreign = await tus(method, url, headers, body, stranger);
      const none = await tus(method, absent, headers, body, stranger);
      expect([foreign.statusCode, foreign.body], method).toEqual([404, none.body]);
    }
    expect((await tus('HEAD', '/api/uploads/not-an-id')).statusCode).toBe(404);
    expect(await offsetOf(url)).toBe(0);
    const list = await server.call('GET', '/api/uploads', { as: stranger });
    expect(list.json()).toEqual([]);
  });

  test.each([
    ['no length', { 'upload-length': '' }, 400, 'invalid_input'],
    ['a length that is none', { 'upload-length': '-1' }, 400, 'invalid_input'],
    ['a length beyond counting', { 'upload-length': '1e99' }, 400, 'invalid_input'],
    ['a length to be told later', { 'upload-length': '', 'upload-defer-length': '1' }, 400, 'invalid_input'],
    ['nothing to send', { 'upload-length': '0' }, 400, 'file_empty'],
    ['more than is taken', { 'upload-length': String(201 * 1024 * 1024) }, 413, 'file_too_large'],
    ['no name', { 'upload-metadata': '' }, 400, 'invalid_input'],
    ['a name that is no base64', { 'upload-metadata': 'filename ***' }, 400, 'invalid_input'],
    ['a name that is no UTF-8', { 'upload-metadata': 'filename /w==' }, 400, 'invalid_input'],
    ['a name with a path', { 'upload-metadata': metadata({ filename: '../a.stl' }) }, 400, 'file_name'],
    ['a name with NUL', { 'upload-metadata': metadata({ filename: 'a\0.stl' }) }, 400, 'file_name'],
    ['a kind that is not taken', { 'upload-metadata': metadata({ filename: 'a.exe' }) }, 415, 'file_type'],
    [
      'a digest that is none',
      { 'upload-metadata': metadata({ filename: 'a.stl', sha256: 'x' }) },
      400,
      'invalid_input',
    ],
  ])('an upload with %s is not created', async (_, headers, status, code) => {
    const answer = await tus('POST', '/api/uploads', {
      'upload-length': '100',
      'upload-metadata': metadata({ filename: 'a.stl' }),
      ...headers,
    });
    expect([answer.statusCode, answer.json().code], answer.body).toEqual([status, code]);
    expect(answer.json().message).toMatch(/[가-힣]/);
  });

  test('bytes at a wrong offset, of a wrong type, or too many are refused and change nothing', async () => {
    const { url } = await create('a.stl', 100);
    expect((await send(url, 0, text(40))).statusCode).toBe(204);
    const cases: [string, Promise<{ statusCode: number; json(): { code: string } }>, number, string][] = [
      ['behind', send(url, 39, text(10)), 409, 'upload_offset'],
      ['ahead', send(url, 41, text(10)), 409, 'upload_offset'],
      ['no offset', send(url, 40, text(10), { 'upload-offset': '' }), 400, 'invalid_input'],
      ['an odd offset', send(url, 40, text(10), { 'upload-offset': '4e1' }), 400, 'invalid_input'],
      ['too many', send(url, 40, text(61)), 413, 'upload_too_long'],
      ['too many, unannounced', send(url, 40, text(61), {}), 413, 'upload_too_long'],
      [
        'another type',
        tus('PATCH', url, { 'content-type': 'application/json', 'upload-offset': '40' }, Buffer.from('{}')),
        415,
        'unsupported_media_type',
      ],
    ];
    for (const [name, asked, status, code] of cases) {
      const answer = await asked;
      expect([answer.statusCode, answer.json().code], name).toEqual([status, code]);
    }
    expect(await offsetOf(url)).toBe(40);
  });

  test('more bytes than announced are refused without Content-Length too', async () => {
    const { url } = await create('a.stl', 100);
    const answer = await tus(
      'PATCH',
      url,
      { ...bytesType, 'upload-offset': '0' },
      Readable.from([text(60), text(60)]),
    );
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'upload_too_long']);
    expect(await offsetOf(url)).toBeLessThanOrEqual(60);
  });

  test('bytes that do not match their checksum are not kept', async () => {
    const bytes = text(pieceBytes + 1000);
    const { url } = await create('a.stl', bytes.length);
    const sumOf = (algorithm: string, of: Buffer) =>
      `${algorithm} ${createHash(algorithm).update(of).digest('base64')}`;
    const part = bytes.subarray(0, pieceBytes + 10);
    const wrong = await send(url, 0, part, { 'upload-checksum': sumOf('sha256', text(9)) });
    expect([wrong.statusCode, wrong.json().code]).toEqual([460, 'checksum_mismatch']);
    expect(await offsetOf(url)).toBe(0);
    for (const [header, code] of [
      ['crc32 AAAA', 'checksum_algorithm'],
      ['sha256', 'invalid_input'],
      ['', 'invalid_input'],
    ] as const) {
      const answer = await send(url, 0, part, { 'upload-checksum': header });
      expect([answer.statusCode, answer.json().code], header).toEqual([400, code]);
    }
    const right = await send(url, 0, part, { 'upload-checksum': sumOf('sha1', part) });
    expect(right.statusCode, right.body).toBe(204);
    const rest = bytes.subarray(part.length);
    const last = await send(url, part.length, rest, { 'upload-checksum': sumOf('md5', rest) });
    expect(last.statusCode, last.body).toBe(204);
    expect((await server.call('GET', url, { as: person })).json().sha256).toBe(sha256(bytes));
  });

  test('the whole file is compared with its announced checksum', async () => {
    const { url } = await create('a.stl', 84, { sha256: sha256(stlOf(1)) });
    const answer = await send(url, 0, stlOf(0));
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'file_damaged']);
    expect((await server.call('GET', url, { as: person })).json()).toMatchObject({
      state: 'refused',
      refusal: { code: 'file_damaged' },
    });
    expect(await blobsOnDisk()).not.toContain(url.split('/').at(-1));
  });

  test('the first bytes may be sent with the creation', async () => {
    const answer = await tus(
      'POST',
      '/api/uploads',
      { ...bytesType, 'upload-length': '84', 'upload-metadata': metadata({ filename: 'a.stl' }) },
      stlOf(0).subarray(0, 50),
    );
    expect([answer.statusCode, answer.headers['upload-offset']]).toEqual([201, '50']);
  });

  test('methods that a network blocks can be sent as POST', async () => {
    const { url } = await create('a.stl', 84);
    const sent = await tus(
      'POST',
      url,
      { ...bytesType, 'upload-offset': '0', 'x-http-method-override': 'PATCH' },
      stlOf(0),
    );
    expect([sent.statusCode, sent.headers['upload-offset']]).toEqual([204, '84']);
    expect((await tus('POST', url)).statusCode).toBe(405);
    expect((await tus('POST', url, { 'x-http-method-override': 'DELETE' })).statusCode).toBe(204);
    expect((await tus('HEAD', url)).statusCode).toBe(404);
  });

  test('a cancelled upload is gone with its bytes', async () => {
    const { url } = await create('a.stl', 100);
    await send(url, 0, text(50));
    const before = await blobsOnDisk();
    expect((await tus('DELETE', url)).statusCode).toBe(204);
    expect((await blobsOnDisk()).length).toBe(before.length - 1);
    for (const method of ['HEAD', 'DELETE']) expect((await tus(method, url)).statusCode).toBe(404);
    expect((await send(url, 50, text(50))).statusCode).toBe(404);
  });
});

describe('the quota of a person', () => {
  test('limits the number of files and their bytes', async () => {
    for (let count = 0; count < 5; count += 1) {
      expect((await create(`${count}.stl`, 100)).answer.statusCode).toBe(201);
    }
    const sixth = await create('6.stl', 100);
    expect([sixth.answer.statusCode, sixth.answer.json().code]).toEqual([413, 'upload_quota']);
    await server.runtime.pool.query('delete from upload');
    expect((await create('a.stl', 200 * 1024 * 1024)).answer.statusCode).toBe(201);
    expect((await create('b.stl', 101 * 1024 * 1024)).answer.statusCode).toBe(413);
    expect((await create('c.stl', 100 * 1024 * 1024)).answer.statusCode).toBe(201);
  });

  test('holds for concurrent calls', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, (_, index) => create(`${index}.stl`, 100)));
    expect(all.filter(({ answer }) => answer.statusCode === 201)).toHaveLength(5);
  });
});

test('an unused upload expires with its bytes; each received byte extends it', async () => {
  const { url } = await create('a.stl', 100);
  await send(url, 0, text(50));
  const before = await blobsOnDisk();
  await removeExpired(depsOf(server), new Date(Date.now() + 23 * 60 * 60_000));
  expect(await offsetOf(url)).toBe(50);
  await server.runtime.pool.query("update upload set expires_at = now() - interval '1 second'");
  // Before or after the job has run.
  expect((await tus('HEAD', url)).statusCode).toBe(404);
  await removeExpired(depsOf(server), new Date());
  expect((await blobsOnDisk()).length).toBe(before.length - 1);
});

test('an upload is finished by the next request if the process died after the last byte', async () => {
  const bytes = stlOf(20);
  const { url } = await create('a.stl', bytes.length);
  await send(url, 0, bytes.subarray(0, 500));
  const id = url.split('/').at(-1) ?? '';
  await server.runtime.storage.append({ key: `files/${id}`, size: 500, parts: {} }, bytes.subarray(500));
  await server.runtime.pool.query('update upload set received = size where id = $1', [id]);
  expect(await offsetOf(url)).toBe(bytes.length);
  // Another process has received a part, so the file was read again for its hash.
  expect((await server.call('GET', url, { as: person })).json()).toMatchObject({
    state: 'finished',
    sha256: sha256(bytes),
  });
});

describe('broken connections', () => {
  let ports: number[];
  let second: Awaited<ReturnType<typeof buildServer>>;
  beforeAll(async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    // Another server on the same database and folder.
    second = await buildServer(server.runtime);
    await second.listen({ port: 0, host: '127.0.0.1' });
    ports = [server.app, second].map((app) => {
      const [address] = app.addresses();
      return address && typeof address === 'object' ? address.port : 0;
    });
  });
  afterAll(() => second.close());

  /** Opens a PATCH that announces `length` bytes, which the test sends by hand. */
  function open(port: number, url: string, offset: number, length: number) {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    const answered = new Promise<string>((resolve) => {
      socket.on('data', (data) => {
        answer += data.toString('latin1');
        if (answer.includes('\r\n\r\n')) resolve(answer);
      });
      socket.on('close', () => resolve(answer));
    });
    socket.on('error', () => {});
    socket.write(
      `PATCH ${url} HTTP/1.1\r\nHost: gongbang.test\r\nCookie: ${person.cookie}\r\nTus-Resumable: 1.0.0\r\n` +
        `Content-Type: application/offset+octet-stream\r\nUpload-Offset: ${offset}\r\nContent-Length: ${length}\r\n\r\n`,
    );
    return { socket, answered };
  }

  const until = async (holds: () => Promise<boolean>) => {
    while (!(await holds())) await new Promise((resolve) => void setTimeout(resolve, 20));
  };

  test('bytes received before the connection broke are kept', async () => {
    const bytes = text(pieceBytes + 200_000);
    const { url } = await create('a.stl', bytes.length);
    const { socket } = open(ports[0] ?? 0, url, 0, bytes.length);
    const sent = pieceBytes + 100_000;
    await new Promise<void>((resolve) => void socket.write(bytes.subarray(0, sent), () => resolve()));
    await until(async () => (await offsetOf(url)) >= pieceBytes);
    socket.destroy();
    await until(async () => (await offsetOf(url)) > pieceBytes);
    const offset = await offsetOf(url);
    expect(offset).toBeLessThanOrEqual(sent);
    expect((await send(url, offset, bytes.subarray(offset))).statusCode).toBe(204);
    expect((await server.call('GET', url, { as: person })).json().sha256).toBe(sha256(bytes));
  });

  test('of two servers with one upload, a dead connection blocks nothing, and the latest writer counts', async () => {
    const bytes = text(3 * pieceBytes);
    const { url } = await create('a.stl', bytes.length);
    // Silent after its first piece, but never closed.
    const stuck = open(ports[0] ?? 0, url, 0, bytes.length);
    stuck.socket.write(bytes.subarray(0, pieceBytes + 1000));
    await until(async () => (await offsetOf(url)) === pieceBytes);
    const other = open(ports[1] ?? 0, url, pieceBytes, 2 * pieceBytes);
    other.socket.write(bytes.subarray(pieceBytes));
    expect(await other.answered).toMatch(/^HTTP\/1.1 204 /);
    // The first writer continues, and must not write any more.
    stuck.socket.write(bytes.subarray(pieceBytes + 1000));
    expect(await stuck.answered).toMatch(/^HTTP\/1.1 423 [\s\S]*upload_elsewhere|^HTTP\/1.1 423 /);
    for (const { socket } of [stuck, other]) socket.destroy();
    expect((await server.call('GET', url, { as: person })).json()).toMatchObject({
      state: 'finished',
      sha256: sha256(bytes),
    });
  });

  test('of two concurrent writers at the same offset, one continues and the file is complete', async () => {
    const bytes = randomBytes(2 * pieceBytes);
    const { url } = await create('a.bin', bytes.length);
    const answers = await Promise.all(
      [0, 1, 0, 1].map((at) => {
        const { socket, answered } = open(ports[at] ?? 0, url, 0, bytes.length);
        socket.write(bytes);
        return answered.finally(() => socket.destroy());
      }),
    );
    const statuses = answers.map((answer) => answer.slice(9, 12));
    for (const status of statuses) expect(['204', '409', '423']).toContain(status);
    const offset = await offsetOf(url);
    if (offset < bytes.length) await send(url, offset, bytes.subarray(offset));
    expect((await server.call('GET', url, { as: person })).json().sha256).toBe(sha256(bytes));
  });
});

const gif = Buffer.from('GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;', 'latin1');
const smallZip = zipOf([{ name: 'a.txt', data: Buffer.from('hello') }]);
const zeros = Buffer.alloc(80 * 1024 * 1024);
const model = (inside: string) =>
  zipOf([
    { name: '[Content_Types].xml', data: Buffer.from('<?xml version="1.0"?><Types/>') },
    { name: '3D/3dmodel.model', data: Buffer.from(inside) },
  ]);
const svg = (inside: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`);

/** Content that must be refused. */
const refusedTable: [string, string, Buffer, string][] = [
  ['a GIF that is a ZIP too', 'a.gif', Buffer.concat([gif, smallZip]), 'file_polyglot'],
  [
    'a GIF that is a page too',
    'a.gif',
    Buffer.from('GIF89a=1;/*<script>alert(1)</script>*/\0;', 'latin1'),
    'file_polyglot',
  ],
  [
    'text that is a ZIP too',
    'a.txt',
    Buffer.concat([Buffer.from('hello\n'.repeat(1000)), smallZip]),
    'file_polyglot',
  ],
  [
    'a picture that is a PDF too',
    'a.png',
    Buffer.concat([pngOf(1, 1), Buffer.from('%PDF-1.7')]),
    'file_polyglot',
  ],
  ['a program’s ending before the last', 'plan.exe.pdf', Buffer.from('%PDF-1.7\n'), 'file_double_extension'],
  ['a program', 'a.stl.exe', Buffer.from('MZ'), 'file_type'],
  ['a program as a model', 'a.stl', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(4200)]), 'file_mismatch'],
  ['a ZIP as a model', 'a.stl', smallZip, 'stl_header'],
  ['a ZIP bomb', 'a.zip', zipOf([{ name: 'a', data: zeros }]), 'archive_bomb'],
  [
    'a ZIP bomb of shared bytes',
    'a.zip',
    zipOf([
      { name: 'a', data: zeros.subarray(0, 1_000_000) },
      { name: 'b', data: zeros.subarray(0, 1_000_000), sameAs: 0 },
    ]),
    'archive_bomb',
  ],
  ['a ZIP that lies', 'a.zip', zipOf([{ name: 'a', data: zeros, declaredSize: 100 }]), 'archive_bomb'],
  ['a GZIP bomb', 'a.gz', gzipSync(zeros), 'archive_bomb'],
  [
    'a bomb within a ZIP',
    'a.zip',
    zipOf([{ name: 'a.zip', data: zipOf([{ name: 'b', data: zeros }]) }]),
    'archive_bomb',
  ],
  [
    'a ZIP in a ZIP in a ZIP',
    'a.zip',
    zipOf([{ name: 'a.zip', data: zipOf([{ name: 'b.zip', data: smallZip }]) }]),
    'archive_nested',
  ],
  ['a GZIP in a ZIP', 'a.zip', zipOf([{ name: 'a.gz', data: gzipSync('x') }]), 'archive_nested'],
  [
    'a way out of a ZIP',
    'a.zip',
    zipOf([{ name: '../../etc/passwd', data: Buffer.from('x') }]),
    'archive_path',
  ],
  ['a root in a ZIP', 'a.zip', zipOf([{ name: '/etc/passwd', data: Buffer.from('x') }]), 'archive_path'],
  [
    'a Windows way out of a ZIP',
    'a.zip',
    zipOf([{ name: '..\\..\\x', data: Buffer.from('x') }]),
    'archive_path',
  ],
  [
    'a link in a ZIP',
    'a.zip',
    zipOf([{ name: 'a', data: Buffer.from('/etc/passwd'), unixMode: 0o120777 }]),
    'archive_path',
  ],
  ['a way out of a TAR', 'a.tar', tarOf([{ name: 'a/../../b' }]), 'archive_path'],
  ['a way out of a packed TAR', 'a.tgz', gzipSync(tarOf([{ name: '../b' }])), 'archive_path'],
  ['a link in a TAR', 'a.tar', tarOf([{ name: 'a', type: '2' }]), 'archive_path'],
  [
    'names that fill the memory',
    'a.zip',
    zipOf(
      Array.from({ length: 150 }, (_, index) => ({
        name: `${index}`.padStart(60_000, 'a'),
        data: Buffer.alloc(0),
        ...(index > 0 && { sameAs: 0 }),
      })),
    ),
    'archive_entries',
  ],
  [
    'ten thousand entries and one',
    'a.zip',
    zipOf(Array.from({ length: 10_001 }, (_, index) => ({ name: `${index}`, data: Buffer.alloc(0) }))),
    'archive_entries',
  ],
  [
    'a ZIP with a password',
    'a.zip',
    zipOf([{ name: 'a', data: Buffer.from('x'), flags: 1 }]),
    'archive_encrypted',
  ],
  ['half a ZIP', 'a.zip', smallZip.subarray(0, smallZip.length - 30), 'archive_broken'],
  ['half a TAR', 'a.tar', tarOf([{ name: 'a', data: Buffer.alloc(600) }]).subarray(0, 700), 'archive_broken'],
  ['an SVG with a script', 'a.svg', svg('<script>alert(1)</script>'), 'svg_unsafe'],
  ['a PNG of 30,000 pixels', 'a.png', pngOf(30_000, 30_000), 'file_pixels'],
  [
    'a 3MF with entities',
    'a.3mf',
    model('<?xml version="1.0"?><!DOCTYPE m [<!ENTITY a "aaaa">]><model>&a;</model>'),
    'xml_entities',
  ],
  [
    'a 3MF with entities in UTF-16',
    'a.3mf',
    zipOf([{ name: '3D/3dmodel.model', data: Buffer.from('\uFEFF<!DOCTYPE m []><model/>', 'utf16le') }]),
    'xml_entities',
  ],
  ['a 3MF without a model', 'a.3mf', smallZip, 'file_mismatch'],
  ['an STL that lies about its triangles', 'a.stl', stlOf(2, 1_000_000_000), 'stl_header'],
];

describe('while other people’s SVGs are being checked', () => {
  const small = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><g/></svg>');
  const large = `<svg>${'<g/>'.repeat(1_200_000)}</svg>`;
  const occupy = (keys: readonly string[]) =>
    Promise.allSettled(
      keys.map((key) => {
        const task = { bytes: new TextEncoder().encode(large) };
        return runThread(new URL('./svg-worker.ts', import.meta.url), task, { key, maxMs: 60_000 });
      }),
    );

  test('an upload waits for its turn without a transaction', async () => {
    const busy = occupy(['a', 'b', 'a', 'b']);
    const asked = { done: false };
    const uploading = upload('a.svg', small).finally(() => {
      asked.done = true;
    });
    const samples: boolean[] = [];
    while (!asked.done) {
      const { rows } = await server.runtime.pool.query<{ open: number }>(
        `select count(*)::int as open from pg_stat_activity
         where datname = current_database() and state = 'idle in transaction'
           and state_change < clock_timestamp() - interval '200 ms'`,
      );
      samples.push((rows[0]?.open ?? 0) > 0);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect((await uploading).answer.statusCode).toBe(204);
    // A transaction may stand still for a moment on a busy machine, but not while the upload waits.
    expect(samples.filter(Boolean).length).toBeLessThan(samples.length / 2);
    await busy;
  });

  test('a file that there was no time to check is kept, and checked by the next request', async () => {
    const busy = occupy([person.id, person.id, person.id]);
    const { answer, url } = await upload('a.svg', small);
    expect(answer.statusCode, answer.body).toBe(503);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    await busy;
    expect((await tus('HEAD', url)).statusCode).toBe(200);
    expect((await server.call('GET', url, { as: person })).json()).toMatchObject({ state: 'finished' });
  });
});

describe('refused content is', () => {
  test.each(refusedTable)('%s', async (_, name, bytes, code) => {
    const before = process.memoryUsage().rss;
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5);
    const { answer, url } = await upload(name, bytes);
    clearInterval(watch);
    expect(answer.json().code, answer.body).toBe(code);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
    expect(Object.keys(answer.json().fields)).toEqual(['uploads']);
    expect(most - before, 'bytes of memory').toBeLessThan(200 * 1024 * 1024);
    // A bad name is refused before the upload begins.
    const began = url !== '';
    const id = url.split('/').at(-1) || 'none';
    expect((await blobsOnDisk()).filter((blob) => blob.includes(id))).toEqual([]);
    const info = await server.call('GET', `/api/uploads/${id}`, { as: person });
    expect(info.json()).toMatchObject(
      began ? { state: 'refused', refusal: { code } } : { code: 'upload_not_found' },
    );
    const head = await tus('HEAD', `/api/uploads/${id}`);
    expect(head.statusCode).toBe(began ? answer.statusCode : 404);
    const asForm = await server.call('POST', '/api/resources', {
      as: person,
      payload: { title: '기어', category: 'other', uploads: [id] },
    });
    expect(asForm.statusCode).toBe(began ? 404 : 400);
  });

  test('described by an error of its own, in three languages', async () => {
    const codes = [...new Set(refusedTable.map(([, , , code]) => code))];
    const { fileErrors } = await import('../contract.ts');
    for (const locale of locales) {
      const words = codes.map((code) => fileErrors[code as keyof typeof fileErrors].words(locale));
      expect(new Set(words).size).toBe(codes.length);
    }
  });

  test('also refused in a form', async () => {
    const { formOf } = await import('#app/testing.ts');
    for (const [name, filename, bytes, code] of refusedTable.filter(([, , each]) => each.length < 100_000)) {
      const answer = await server.call('POST', '/api/resources', {
        as: person,
        ...formOf([
          { name: 'title', value: '기어' },
          { name: 'category', value: 'other' },
          { name: 'downloadFile', filename, bytes },
        ]),
      });
      expect(answer.json().code, name).toBe(code);
    }
  });
});

describe('accepted content is', () => {
  test.each<[string, Buffer]>([
    ['a.zip', smallZip],
    [
      'a.zip',
      zipOf([
        { name: '폴더/', data: Buffer.alloc(0) },
        { name: '폴더/부품.3mf', data: model('<model/>') },
      ]),
    ],
    ['a.3mf', model('<?xml version="1.0" encoding="UTF-8"?><model unit="millimeter"/>')],
    [
      'a.tar',
      tarOf([
        { name: 'a/b.txt', data: Buffer.from('hello') },
        { name: 'c/', type: '5' },
      ]),
    ],
    ['a.tar.gz', gzipSync(tarOf([{ name: 'a.txt', data: Buffer.from('hello') }]))],
    ['a.gz', gzipSync('hello')],
    ['a.stl', stlOf(3)],
    ['a.stl', Buffer.from('solid a\nfacet normal 0 0 1\nendsolid a\n')],
    ['a.gif', gif],
    ['a.png', pngOf(1, 1)],
    ['a.svg', svg('<rect/>')],
    ['page.html', Buffer.from('<!doctype html><script>play()</script>')],
  ])('%s', async (name, bytes) => {
    const { answer } = await upload(name, bytes);
    expect(answer.statusCode, answer.body).toBe(204);
  });
});

describe('with a virus scanner', () => {
  const scanner = createClamavFake();
  let scanned: TestServer;
  let maker: Person;
  beforeAll(async () => {
    const port = await scanner.start();
    scanned = await startTestServer({ CLAMAV_HOST: '127.0.0.1', CLAMAV_PORT: String(port) });
    maker = await scanned.signUp();
  });
  afterAll(async () => {
    await scanned.close();
    await scanner.stop();
  });
  const state = async (url: string) => (await scanned.call('GET', url, { as: maker })).json();
  const scan = (url: string) => scanUpload(depsOf(scanned), url.split('/').at(-1) ?? '');

  test('a file stays in quarantine until it is found clean', async () => {
    const { answer, url } = await upload('a.stl', stlOf(2), scanned, maker);
    expect(answer.statusCode).toBe(204);
    expect(await state(url)).toMatchObject({ state: 'quarantined' });
    const payload = { title: '기어', category: 'other', uploads: [url.split('/').at(-1)] };
    const early = await scanned.call('POST', '/api/resources', { as: maker, payload });
    expect([early.statusCode, early.json().code]).toEqual([409, 'upload_quarantined']);
    await scan(url);
    expect(await state(url)).toMatchObject({ state: 'finished' });
    const late = await scanned.call('POST', '/api/resources', { as: maker, payload });
    expect(late.statusCode, late.body).toBe(201);
  });

  test('EICAR is refused and deleted, for every way it is sent', async () => {
    const { url } = await upload('a.txt', Buffer.from(scanner.eicar), scanned, maker);
    await scan(url);
    expect(await state(url)).toMatchObject({ state: 'refused', refusal: { code: 'file_infected' } });
    expect(await blobsOnDisk(scanned)).not.toContain(url.split('/').at(-1));
    const { formOf } = await import('#app/testing.ts');
    const asForm = await scanned.call('POST', '/api/resources', {
      as: maker,
      ...formOf([
        { name: 'title', value: '기어' },
        { name: 'category', value: 'other' },
        { name: 'downloadFile', filename: 'a.txt', bytes: Buffer.from(scanner.eicar) },
      ]),
    });
    expect([asForm.statusCode, asForm.json().code]).toEqual([415, 'file_infected']);
  });

  test('while the scanner does not answer, files wait and forms ask for a later retry', async () => {
    const { url } = await upload('a.stl', stlOf(2), scanned, maker);
    await scanner.stop();
    await expect(scan(url)).rejects.toThrow(/ECONNREFUSED/);
    expect(await state(url)).toMatchObject({ state: 'quarantined' });
    const { formOf } = await import('#app/testing.ts');
    const asForm = await scanned.call('POST', '/api/resources', {
      as: maker,
      ...formOf([
        { name: 'title', value: '기어' },
        { name: 'category', value: 'other' },
        { name: 'downloadFile', filename: 'a.stl', bytes: stlOf(1) },
      ]),
    });
    expect([asForm.statusCode, asForm.json().code]).toEqual([503, 'scanner_unavailable']);
    expect(asForm.headers['retry-after']).toBe('30');
  });
});

describe('an upload that is cancelled during the check', () => {
  const bytes = pngOf(600, 400);
  /** Cancels it at the first read of its bytes, which are gone then. */
  function giveUpWhileRead(url: string) {
    const { storage } = server.runtime;
    const read = storage.read.bind(storage);
    const spy = vi.spyOn(storage, 'read').mockImplementationOnce((key, range) =>
      Readable.from(
        (async function* () {
          expect((await tus('DELETE', url)).statusCode).toBe(204);
          yield* read(key, range) as AsyncIterable<Buffer>;
        })(),
      ),
    );
    return () => spy.mockRestore();
  }

  test('answers its last bytes with 404', async () => {
    const { url } = await create('a.png', bytes.length);
    const stop = giveUpWhileRead(url);
    const answer = await send(url, 0, bytes);
    stop();
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'upload_not_found']);
    expect((await tus('HEAD', url)).statusCode).toBe(404);
  });

  test('answers an import into a resource with 404', async () => {
    const archive = zipOf([{ name: 'a/README.md', data: Buffer.from('# a') }]);
    const { url } = await create('a.zip', archive.length);
    expect((await send(url, 0, archive)).statusCode).toBe(204);
    const stop = giveUpWhileRead(url);
    const uploadId = url.split('/').at(-1);
    const answer = await server.call('POST', '/api/resources/import', { as: person, payload: { uploadId } });
    stop();
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'upload_not_found']);
  });

  test('is skipped by the scanner', async () => {
    const { url } = await create('a.png', bytes.length);
    expect((await send(url, 0, bytes)).statusCode).toBe(204);
    const id = url.split('/').at(-1) ?? '';
    await server.runtime.pool.query(`update upload set state = 'quarantined' where id = $1`, [id]);
    const scanner = {
      isClean: async (stream: Readable) => {
        for await (const chunk of stream) void chunk;
        return true;
      },
    };
    const stop = giveUpWhileRead(url);
    const deps: UploadsDeps = {
      ...server.runtime,
      scanner: scanner as UploadsDeps['scanner'],
      limits: uploadLimits(server.runtime.config),
    };
    await scanUpload(deps, id);
    stop();
    expect((await tus('HEAD', url)).statusCode).toBe(404);
  });
});
