import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { connect as connectSocket, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import sharp from 'sharp';
import { createTestDatabase, type TestDatabase } from '#platform/server/testing.ts';
import { startTestServer, type Person, type TestServer } from './testing.ts';

const diskBytes = 8 * 1024 * 1024;

/** Mounts a small disk, which only root can do; null elsewhere. */
function mountDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'gongbang-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
}
const disk = mountDisk();

async function beginUpload(server: TestServer, as: Person, size: number): Promise<string> {
  const begun = await server.call('POST', '/api/uploads', {
    as,
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(size),
      'upload-metadata': `filename ${Buffer.from('part.stl').toString('base64')}`,
    },
  });
  return String(begun.headers['location']);
}

const offsets = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };
const formOf = (bytes: Buffer) => {
  const head = [
    '--b\r\ncontent-disposition: form-data; name="title"\r\n\r\nPart\r\n',
    '--b\r\ncontent-disposition: form-data; name="category"\r\n\r\nother\r\n',
    '--b\r\ncontent-disposition: form-data; name="downloadFile"; filename="part.txt"\r\n\r\n',
  ].join('');
  return {
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')]),
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  };
};

describe.skipIf(disk === null)('on a full disk', () => {
  const folder = disk ?? '';
  const filler = join(folder, 'filler');
  let server: TestServer;
  let user: Person;
  beforeAll(async () => {
    server = await startTestServer({ DATA_DIR: folder });
    user = await server.signUp();
  });
  afterAll(async () => {
    await server.close();
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });

  test('a save is 507 in the reader’s language, reading goes on, and everything recovers', async () => {
    const bytes = Buffer.alloc(400_000, 'solid part\n');
    const picture = await sharp({
      create: {
        width: 1200,
        height: 900,
        channels: 3,
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
        background: '#888',
      },
    })
      .png()
      .toBuffer();
    const upload = await beginUpload(server, user, bytes.length);
    const save = [
      () => server.call('POST', '/api/resources', { as: user, ...formOf(bytes) }),
      () =>
        server.call('PATCH', upload, {
          as: user,
          payload: bytes,
          headers: { ...offsets, 'upload-offset': '0' },
        }),
      () =>
        server.call('PUT', '/api/user/avatar', {
          as: user,
          payload: picture,
          headers: { 'content-type': 'image/png' },
        }),
    ];
    const { bavail, bsize } = statfsSync(folder);
    writeFileSync(filler, Buffer.alloc(bavail * bsize));
    for (const each of save) {
      const answer = await each();
      expect([answer.statusCode, answer.json()]).toMatchObject([507, { code: 'storage_full' }]);
      expect(answer.headers['retry-after']).toBe('60');
    }
    expect((await server.call('GET', '/readyz')).statusCode).toBe(503);
    expect((await server.call('GET', '/api/resources')).statusCode).toBe(200);
    expect((await server.call('GET', '/api/user', { as: user })).statusCode).toBe(200);
    rmSync(filler);
    const check = vi.spyOn(server.runtime.storage, 'check');
    const ready = await Promise.all(Array.from({ length: 20 }, () => server.call('GET', '/readyz')));
    expect(new Set(ready.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    // The disk is checked at most once a second, and twenty responses take less than ten seconds.
    expect(check.mock.calls.length).toBeLessThan(10);
    check.mockRestore();
    for (const each of save) expect((await each()).statusCode).toBeLessThan(300);
  });
});

describe('when the database is lost during an upload', () => {
  const sockets = new Set<Socket>();
  let isShut = false;
  const gate = createServer((near) => {
    if (isShut) return near.destroy();
    const { hostname, port } = new URL(inject('testDatabase').connectionString);
    const far = connectSocket(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => from.destroy()).on('close', () => to.destroy());
      from.pipe(to);
    }
  });
  let database: TestDatabase;
  let server: TestServer;
  let user: Person;
  beforeAll(async () => {
    gate.listen(0, '127.0.0.1');
    await once(gate, 'listening');
    database = await createTestDatabase();
    const through = new URL(database.connectionString);
    through.host = `127.0.0.1:${(gate.address() as AddressInfo).port}`;
    server = await startTestServer({ DATABASE_URL: through.href });
    user = await server.signUp();
  });
  afterAll(async () => {
    await server.close();
    gate.close();
    await database.drop();
  });

  test('the response is 503 with Retry-After, and the upload resumes where it was', async () => {
    const bytes = Buffer.alloc(400_000, 'solid part\n');
    const upload = await beginUpload(server, user, bytes.length);
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.app.server.address() as AddressInfo;
    const socket = connectSocket(port, '127.0.0.1');
    socket.write(
      [
        `PATCH ${upload} HTTP/1.1`,
        'host: gongbang.test',
        `cookie: ${user.cookie}`,
        ...Object.entries(offsets).map(([name, value]) => `${name}: ${value}`),
        'upload-offset: 0',
        `content-length: ${bytes.length}`,
        '',
        '',
      ].join('\r\n'),
    );
    socket.write(bytes.subarray(0, 100_000));
    // The upload has a writer before its bytes are read.
    await expect
      .poll(
        async () =>
          (await server.runtime.db.selectFrom('upload').select('writer').executeTakeFirst())?.writer,
      )
      .toBeTruthy();
    isShut = true;
    for (const each of sockets) each.destroy();
    socket.write(bytes.subarray(100_000));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 503/);
    expect(answer.toString()).toMatch(/retry-after: \d+/i);
    expect((await server.call('GET', '/readyz')).statusCode).toBe(503);
    isShut = false;
    await expect.poll(async () => (await server.call('GET', '/readyz')).statusCode).toBe(200);
    const held = await server.call('HEAD', upload, { as: user, headers: { 'tus-resumable': '1.0.0' } });
    const offset = Number(held.headers['upload-offset']);
    const rest = await server.call('PATCH', upload, {
      as: user,
      payload: bytes.subarray(offset),
      headers: { ...offsets, 'upload-offset': String(offset) },
    });
    expect(rest.statusCode).toBe(204);
    socket.destroy();
  });
});
