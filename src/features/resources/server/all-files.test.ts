import { randomBytes } from 'node:crypto';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formOf, startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { ResourceDetail } from '../contract.ts';
import { zipName } from './all-files.ts';

let server: TestServer;
let owner: Person;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signUp();
});
afterAll(() => server.close());

const big = randomBytes(3_000_000).toString('hex');

async function publish(files: Record<string, string>, fields: object = {}): Promise<ResourceDetail> {
  const answer = await server.call('POST', '/api/resources', {
    as: owner,
    ...formOf([
      ...Object.entries({ title: '책상 서랍', category: 'other', license: 'CC-BY-4.0', ...fields }).map(
        ([name, value]) => ({ name, value: String(value) }),
      ),
      ...Object.entries(files).map(([filename, text]) => ({
        name: 'downloadFile',
        filename,
        bytes: Buffer.from(text),
      })),
    ]),
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

test('downloads several files as one ZIP with the licence, and a single file as itself', async () => {
  const { id } = await publish({
    ['설계'.normalize('NFD') + '.txt']: 'one',
    'b.txt': big,
    'License.txt': 'mine',
  });
  const answer = await server.call('GET', `/api/resources/${id}/download`, { remoteAddress: '203.0.113.5' });
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(answer.rawPayload.length),
    'content-disposition': `attachment; filename="?? ??.zip"; filename*=UTF-8''${encodeURIComponent('책상 서랍.zip')}`,
  });
  const files = unzipSync(answer.rawPayload);
  const text = (name: string) => Buffer.from(files[name] ?? []).toString();
  expect(Object.keys(files)).toEqual(['설계.txt', 'b.txt', 'License.txt', 'license (2).txt']);
  expect([text('설계.txt'), text('License.txt')]).toEqual(['one', 'mine']);
  expect(text('b.txt') === big).toBe(true);
  expect(text('license (2).txt')).toMatch(
    /책상 서랍\n버전 1\n\n만든 사람: .+\n라이선스: CC-BY-4.0\nhttps:\/\/creativecommons.org\/licenses\/by\/4.0\/\n출처: http.+\/resources\//,
  );
  // The ZIP counts as one download.
  expect((await server.call('GET', `/api/resources/${id}`)).json()).toMatchObject({ downloadCount: 1 });

  const single = await publish({ 'a.txt': 'one' });
  const plain = await server.call('GET', `/api/resources/${single.id}/download`);
  expect([plain.body, plain.headers['content-disposition']]).toEqual(['one', 'attachment; filename=a.txt']);
});

test('a ZIP supports ranges with the same bytes, and answers 304 when it has not changed', async () => {
  const { id } = await publish({ 'a.txt': 'one', 'b.txt': big });
  const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    server.call(method, `/api/resources/${id}/download`, { headers });
  const whole = (await get()).rawPayload;
  const head = await get({}, 'HEAD');
  expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([
    200,
    String(whole.length),
    0,
  ]);
  const rest = await get({ range: 'bytes=4000000-' });
  expect([rest.statusCode, rest.headers['content-range']]).toEqual([
    206,
    `bytes 4000000-${whole.length - 1}/${whole.length}`,
  ]);
  expect(rest.rawPayload.equals(whole.subarray(4_000_000))).toBe(true);
  expect((await get({ range: 'bytes=10-19' })).rawPayload.equals(whole.subarray(10, 20))).toBe(true);
  const etag = String(rest.headers['etag']);
  expect((await get({ 'if-none-match': etag })).statusCode).toBe(304);
  expect((await get({ 'if-none-match': etag, 'accept-language': 'en' })).statusCode).toBe(200);
  expect((await get({ range: `bytes=${whole.length}-` })).statusCode).toBe(416);
});

test('a ZIP of more than 64 MiB supports no ranges, and counts for any request', async () => {
  const { id } = await publish({ 'a.txt': 'one', 'b.txt': 'two' });
  await server.runtime.pool.query(
    `update resource_file set size = ${64 * 1024 * 1024} where resource_id = $1 and name = 'b.txt'`,
    [id],
  );
  const path = `/api/resources/${id}/download`;
  const headers = { range: 'bytes=67108864-' };
  const head = await server.call('HEAD', path, { headers });
  expect([head.statusCode, head.headers['accept-ranges'], head.headers['content-range']]).toEqual([
    200,
    undefined,
    undefined,
  ]);
  expect(Number(head.headers['content-length'])).toBeGreaterThan(64 * 1024 * 1024);
  // There are fewer bytes than the row says, which aborts the response. The download counts, because it
  // began.
  await server.call('GET', path, { headers }).catch(() => {});
  expect((await server.call('GET', `/api/resources/${id}`)).json()).toMatchObject({ downloadCount: 1 });
});

test('downloads an earlier version as one ZIP', async () => {
  const { id } = await publish({ 'a.txt': 'one', 'b.txt': 'two' });
  const added = await server.call('PATCH', `/api/resources/${id}`, {
    as: owner,
    ...formOf([{ name: 'downloadFile', filename: 'b.txt', bytes: Buffer.from('three') }]),
  });
  expect(added.statusCode, added.body).toBe(200);
  const get = (version: string) => server.call('GET', `/api/resources/${id}/download?version=${version}`);
  const [first, second] = await Promise.all(['1', '2'].map(get));
  const contents = (body: Buffer) => Buffer.from(unzipSync(body)['b.txt'] ?? []).toString();
  expect([contents(first!.rawPayload), contents(second!.rawPayload)]).toEqual(['two', 'three']);
  expect(second?.headers['content-disposition']).toContain(encodeURIComponent('책상 서랍-v2.zip'));
  const refused = await Promise.all(['3', '0', 'x', '99999999999'].map(get));
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([404, 400, 400, 400]);
});

test('a lost file aborts the ZIP, and the server continues', async () => {
  const { id } = await publish({ 'a.txt': 'one', 'b.txt': 'two' });
  const { rows } = await server.runtime.pool.query(
    "select blob_key from resource_file where resource_id = $1 and name = 'b.txt'",
    [id],
  );
  await server.runtime.storage.remove(rows[0].blob_key);
  await expect(server.call('GET', `/api/resources/${id}/download`)).rejects.toThrow(/destroyed/);
  expect((await server.call('GET', `/api/resources/${id}`)).statusCode).toBe(200);
});

test.each([
  ['드론 팔', 1, '드론 팔.zip'],
  ['드론 팔', 3, '드론 팔-v3.zip'],
  ['서랍'.normalize('NFD'), 1, '서랍.zip'],
  ['../../etc/passwd', 1, 'etc passwd.zip'],
  ['a/b\\c:d*e?"f<g>|h\u0007', 1, 'a b c d e f g h.zip'],
  ['. . .', 1, 'gongbang.zip'],
  ['CON', 1, '_CON.zip'],
  ['가'.repeat(120), 12, `${'가'.repeat(82)}-v12.zip`],
])('the title %j in version %i gives a ZIP named %j', (title, number, name) => {
  expect(zipName({ title, number })).toBe(name);
});
