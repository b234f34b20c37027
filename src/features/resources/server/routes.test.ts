import { locales } from '#i18n/languages.ts';
import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formOf, startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { ResourceDetail } from '../contract.ts';
import { sweepFiles } from './jobs.ts';

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

const valid = {
  title: '드론 팔',
  description: '5인치 드론에 맞는 팔이에요.',
  category: '3d_model',
  tags: '드론, PLA',
  assemblyInstructions: '1. 출력하기',
};

/** A binary STL of one triangle: 84 + 50 bytes. */
function stl(triangles = 1): Buffer {
  const bytes = Buffer.alloc(84 + 50 * triangles);
  bytes.write('made by a test');
  bytes.writeUInt32LE(triangles, 80);
  randomBytes(50 * triangles).copy(bytes, 84);
  return bytes;
}

async function png(width = 600, height = 400): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#0b7157' } })
    .png()
    .toBuffer();
}

async function create(as: Person, fields: object = valid): Promise<ResourceDetail> {
  const answer = await server.call('POST', '/api/resources', { as, payload: fields });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

async function upload(parts: Parameters<typeof formOf>[0], as: Person | undefined = owner) {
  return server.call('POST', '/api/resources', { ...(as && { as }), ...formOf(parts) });
}

const fieldParts = (fields: Record<string, string>) =>
  Object.entries(fields).map(([name, value]) => ({ name, value }));

async function count(table: string): Promise<number> {
  const { rows } = await server.runtime.pool.query(`select count(*) as n from ${table}`);
  return rows[0].n;
}

test.each([
  ['is suspended', 'update person set suspended_at = now() where id = $1', 'not_signed_in'],
  ['signs out everywhere', 'delete from session where user_id = $1', 'not_signed_in'],
  ['leaves', "update person set withdraws_at = now() + interval '14 days' where id = $1", 'withdrawing'],
])('publishes nothing for a person who %s during the upload', async (_name, statement, code) => {
  const person = await server.signUp();
  const { payload, headers } = formOf([
    ...fieldParts(valid),
    { name: 'downloadFile', filename: 'arm.stl', bytes: stl() },
  ]);
  const before = await count('resource');
  async function* slowly(): AsyncGenerator<Buffer> {
    yield payload.subarray(0, 200);
    await server.runtime.pool.query(statement, [person.id]);
    yield payload.subarray(200);
  }
  const answer = await server.call('POST', '/api/resources', {
    as: person,
    payload: Readable.from(slowly()),
    headers,
  });
  expect(answer.json()).toMatchObject({ code });
  expect(await count('resource')).toBe(before);
});

async function storedFiles(): Promise<string[]> {
  const names = await readdir(join(server.runtime.config.dataDir, 'blobs'), {
    recursive: true,
    withFileTypes: true,
  });
  return names.filter((name) => name.isFile()).map((name) => name.name);
}

describe('publishing', () => {
  test('accepts JSON and answers the whole resource', async () => {
    const answer = await server.call('POST', '/api/resources', {
      as: owner,
      payload: { ...valid, tags: ['드론', '#PLA', 'pla'] },
    });
    expect(answer.statusCode).toBe(201);
    const resource = answer.json<ResourceDetail>();
    expect(answer.headers['location']).toBe(`/api/resources/${resource.id}`);
    expect(resource).toMatchObject({
      title: '드론 팔',
      tags: ['드론', 'PLA'],
      category: '3d_model',
      resourceType: '3d_model',
      state: 'published',
      author: '사람 1',
      downloadCount: 0,
      files: [],
      can: { edit: true, remove: true },
    });
    expect(resource.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  });

  test('accepts a form with a file and a picture, and returns the same bytes', async () => {
    const bytes = stl(60_000);
    const answer = await upload([
      ...fieldParts({ ...valid, title: '큰 파일' }),
      { name: 'downloadFile', filename: '드론 팔 v1.stl', type: 'model/stl', bytes },
      { name: 'image', filename: 'arm.png', type: 'image/png', bytes: await png(1600, 1200) },
    ]);
    expect(answer.statusCode, answer.body).toBe(201);
    const resource = answer.json<ResourceDetail>();
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(resource.files).toMatchObject([
      { name: '드론 팔 v1.stl', size: bytes.length, sha256, mediaType: 'model/stl', version: 1 },
    ]);
    expect(resource.images).toMatchObject([{ width: 1600, height: 1200, widths: [480, 1280] }]);

    const file = await server.call('GET', `/api/resources/${resource.id}/download`);
    expect(file.statusCode).toBe(200);
    expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(sha256);
    expect(file.headers['content-disposition']).toContain(
      `filename*=UTF-8''${encodeURIComponent('드론 팔 v1.stl')}`,
    );
    expect(file.headers['content-disposition']).toMatch(/^attachment/);
    expect(file.headers['x-content-type-options']).toBe('nosniff');

    const picture = await server.call('GET', resource.imageUrl ?? '');
    expect(picture.headers['content-type']).toBe('image/webp');
    expect(picture.headers['cache-control']).toContain('immutable');
    expect(await sharp(picture.rawPayload).metadata()).toMatchObject({
      format: 'webp',
      width: 480,
      height: 360,
    });
  });

  test('accepts the older name of category, and steps as numbered lines', async () => {
    const { category: _category, ...rest } = valid;
    const resource = await create(owner, {
      ...rest,
      resourceType: 'hardware_design',
      assemblyInstructions: '1. 자르기\n2) 붙이기\n단단히',
    });
    expect(resource.category).toBe('hardware_design');
    expect(resource.assemblyInstructions).toEqual([
      { title: '', text: '자르기' },
      { title: '', text: '붙이기\n단단히' },
    ]);
  });

  test('needs a login', async () => {
    const before = await count('resource');
    expect((await server.call('POST', '/api/resources', { payload: valid })).statusCode).toBe(401);
    expect((await server.call('POST', '/api/resources', formOf(fieldParts(valid)))).statusCode).toBe(401);
    expect(await count('resource')).toBe(before);
  });

  test('makes one resource of a form that was sent twice with one key', async () => {
    const headers = { 'idempotency-key': 'one-form' };
    const [first, second] = await Promise.all([
      server.call('POST', '/api/resources', { as: owner, payload: valid, headers }),
      server.call('POST', '/api/resources', { as: owner, payload: valid, headers }),
    ]);
    expect(first.json().id).toBe(second.json().id);
    const other = await server.call('POST', '/api/resources', {
      as: owner,
      payload: { ...valid, title: '다른 것' },
      headers,
    });
    expect(other.statusCode).toBe(409);
    expect(other.json()).toMatchObject({ code: 'idempotency_conflict' });
    const another = await server.call('POST', '/api/resources', { as: stranger, payload: valid, headers });
    expect(another.json().id).not.toBe(first.json().id);
  });

  test('a repeated request returns the first answer, even if the resource has changed since', async () => {
    const headers = { 'idempotency-key': 'the-first-answer' };
    const first = await server.call('POST', '/api/resources', { as: owner, payload: valid, headers });
    await server.call('PATCH', `/api/resources/${first.json().id}`, {
      as: owner,
      payload: { title: '나중 제목' },
    });
    const again = await server.call('POST', '/api/resources', { as: owner, payload: valid, headers });
    expect(again.statusCode).toBe(201);
    expect(again.headers.location).toBe(first.headers.location);
    expect(again.json()).toEqual(first.json());
    const long = await server.call('POST', '/api/resources', {
      as: owner,
      payload: valid,
      headers: { 'idempotency-key': 'k'.repeat(201) },
    });
    expect(long.statusCode).toBe(400);
    expect(long.json().fields).toHaveProperty('Idempotency-Key');
  });

  test('an edit leaves a resource hidden that a moderator hid', async () => {
    const { id } = await create(owner);
    const { pool } = server.runtime;
    await pool.query(`update resource set state = 'hidden' where id = $1`, [id]);
    for (const as of [owner, admin]) {
      const answer = await server.call('PATCH', `/api/resources/${id}`, { as, payload: { title: '고침' } });
      expect(answer.json()).toMatchObject({ title: '고침', state: 'hidden' });
    }
  });

  test('reports truncated forms and JSON that is nested too deep at the body', async () => {
    const form = formOf([
      ...fieldParts(valid),
      { name: 'downloadFile', filename: 'a.stl', bytes: stl(1000) },
    ]);
    const cut = await server.call('POST', '/api/resources', {
      as: owner,
      ...form,
      payload: form.payload.subarray(0, 5000),
    });
    expect(cut.json()).toMatchObject({
      code: 'invalid_input',
      fields: { body: expect.stringContaining('중간에 끊') },
    });
    const deep = await server.call('POST', '/api/resources', {
      as: owner,
      payload: `${'['.repeat(5000)}${']'.repeat(5000)}`,
      headers: { 'content-type': 'application/json' },
    });
    expect(deep.statusCode).toBe(400);
    expect(deep.json()).toMatchObject({
      code: 'invalid_input',
      fields: { body: expect.stringContaining('깊이') },
    });
  });
});

describe('bad input', () => {
  const refused: [string, object, string[]][] = [
    ['nothing', {}, ['title', 'category']],
    ['wrong types', { ...valid, title: 7, tags: 3, description: [] }, ['title', 'tags', 'description']],
    ['an unknown category', { ...valid, category: 'furniture' }, ['category']],
    ['a title of blanks', { ...valid, title: '   ' }, ['title']],
    ['a title that nobody can see', { ...valid, title: '\u200B\u3164\u2800' }, ['title']],
    [
      'a translated title that nobody can see',
      { ...valid, translations: { en: { title: '\u200B' } } },
      ['translations.en.title'],
    ],
    ['a title that is too long', { ...valid, title: '가'.repeat(121) }, ['title']],
    ['too many tags', { ...valid, tags: Array.from({ length: 21 }, (_, index) => `t${index}`) }, ['tags']],
    ['a licence that we do not know', { ...valid, license: 'WTFPL-99' }, ['license']],
    ['a script as an address', { ...valid, downloadUrl: 'javascript:alert(1)' }, ['downloadUrl']],
    ['http', { ...valid, downloadUrl: 'http://example.com/a' }, ['downloadUrl']],
    ['a private address', { ...valid, downloadUrl: 'https://192.168.0.1/a' }, ['downloadUrl']],
    ['a state that only moderators give', { ...valid, state: 'hidden' }, ['state']],
    [
      'steps without text',
      { ...valid, assemblyInstructions: [{ title: 'x' }] },
      ['assemblyInstructions[0].text'],
    ],
    ['NUL', { ...valid, title: 'a\u0000b' }, ['title']],
    ['half a character', { ...valid, description: 'a\uD800b' }, ['description']],
    [
      'NUL deep inside',
      { ...valid, details: { aiModel: { framework: 'x\u0000', task: 'y' } } },
      ['details.aiModel.framework'],
    ],
    ['a list instead of an object', [valid], ['body']],
  ];
  test.each(refused)('refuses %s with its field, in each language', async (_what, payload, fields) => {
    const before = await count('resource');
    const messages = new Set<string>();
    for (const language of locales) {
      const answer = await server.call('POST', '/api/resources', {
        as: owner,
        payload,
        headers: { 'accept-language': language },
      });
      expect(answer.statusCode).toBe(400);
      const body = answer.json<{ code: string; message: string; fields: Record<string, string> }>();
      expect(Object.keys(body.fields).toSorted()).toEqual(fields.toSorted());
      for (const text of [body.message, ...Object.values(body.fields)]) {
        expect(text).not.toBe('');
        expect(text).not.toMatch(/\bat \/|select |zod|expected|undefined/i);
      }
      messages.add(body.message);
    }
    expect(messages.size).toBe(3);
    expect(await count('resource')).toBe(before);
  });

  test('refuses 10 MB of JSON, broken JSON, broken UTF-8 and prototype pollution', async () => {
    const before = await count('resource');
    const json = { 'content-type': 'application/json' };
    const cases: [string | Buffer, number, string][] = [
      [JSON.stringify({ ...valid, description: 'x'.repeat(10 * 1024 * 1024) }), 413, 'payload_too_large'],
      ['{"title": "x"', 400, 'invalid_json'],
      [
        Buffer.concat([Buffer.from('{"title":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]),
        400,
        'invalid_encoding',
      ],
      ['{"title":"x","category":"other","__proto__":{"isAdmin":true}}', 400, 'invalid_json'],
      ['{"title":"x","category":"other","constructor":{"prototype":{"x":1}}}', 400, 'invalid_json'],
    ];
    for (const [payload, status, code] of cases) {
      const answer = await server.call('POST', '/api/resources', { as: owner, payload, headers: json });
      expect(answer.statusCode, code).toBe(status);
      expect(answer.json()).toMatchObject({ code, message: expect.any(String) });
    }
    expect(await count('resource')).toBe(before);
  });

  const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const handler = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
  const entity = '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>';
  const outside = '<svg xmlns="http://www.w3.org/2000/svg"><image href="https://evil.example/a.png"/></svg>';
  const files: [string, string, Uint8Array | string, number, string][] = [
    ['a path', '../../x', 'hello', 400, 'file_name'],
    ['a path with an extension', '../../x.txt', 'hello', 400, 'file_name'],
    ['a Windows path', 'C:\\x.txt', 'hello', 400, 'file_name'],
    ['a hidden name', '.htaccess', 'hello', 400, 'file_name'],
    ['a program', 'setup.exe', 'MZ', 415, 'file_type'],
    ['no extension', 'readme', 'hello', 415, 'file_type'],
    ['an empty file', 'empty.txt', '', 400, 'file_empty'],
    ['a program called a picture', 'a.png', 'MZ and more of it', 415, 'file_mismatch'],
    ['bytes called text', 'a.txt', Buffer.from([1, 0, 2]), 415, 'file_mismatch'],
    ['an SVG with a script', 'a.svg', script, 415, 'svg_unsafe'],
    ['an SVG with a handler', 'a.svg', handler, 415, 'svg_unsafe'],
    ['an SVG with an entity', 'a.svg', entity, 415, 'svg_unsafe'],
    ['an SVG that loads from elsewhere', 'a.svg', outside, 415, 'svg_unsafe'],
    ['an SVG that is no XML', 'a.svg', '<svg><g></svg>', 415, 'svg_broken'],
    [
      'an SVG nested too deeply',
      'a.svg',
      `<svg>${'<g>'.repeat(300)}${'</g>'.repeat(300)}</svg>`,
      415,
      'svg_complex',
    ],
  ];
  test.each(files)('refuses %s as a file', async (_what, filename, bytes, status, code) => {
    const [rows, blobs] = [await count('resource'), await storedFiles()];
    const answer = await upload([
      ...fieldParts(valid),
      { name: 'downloadFile', filename, bytes: Buffer.from(bytes) },
    ]);
    expect(answer.statusCode, answer.body).toBe(status);
    expect(answer.json()).toMatchObject({ code, fields: { downloadFile: expect.any(String) } });
    expect(await count('resource')).toBe(rows);
    expect(await storedFiles()).toEqual(blobs);
  });

  test('refuses pictures of a wrong size, kind or content, and stores nothing of them', async () => {
    const [rows, blobs] = [await count('resource'), await storedFiles()];
    const truncated = (await png()).subarray(0, 200);
    // 30,000 by 30,000 pixels in a few bytes: only the header says so.
    const bomb = Buffer.from(await png(10, 10));
    bomb.writeUInt32BE(30_000, 16);
    bomb.writeUInt32BE(30_000, 20);
    const cases: [Buffer, number, string][] = [
      [Buffer.concat([await png(), Buffer.alloc(6 * 1024 * 1024)]), 413, 'image_too_large'],
      [Buffer.from(script), 415, 'image_type'],
      [
        await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
          .webp()
          .toBuffer(),
        415,
        'image_type',
      ],
      [Buffer.from('GIF89a but no picture'), 422, 'image_broken'],
      [truncated, 422, 'image_broken'],
      [bomb, 422, 'image_broken'],
    ];
    for (const [bytes, status, code] of cases) {
      const answer = await upload([...fieldParts(valid), { name: 'image', filename: 'a.png', bytes }]);
      expect(answer.statusCode, `${code} ${answer.body}`).toBe(status);
      expect(answer.json()).toMatchObject({ code, fields: { image: expect.any(String) } });
    }
    expect(await count('resource')).toBe(rows);
    expect(await storedFiles()).toEqual(blobs);
  });

  test('deletes a good file when other fields are invalid', async () => {
    const blobs = await storedFiles();
    const answer = await upload([
      { name: 'downloadFile', filename: 'a.stl', bytes: stl() },
      { name: 'image', filename: 'a.png', bytes: await png() },
      { name: 'title', value: '' },
    ]);
    expect(answer.json()).toMatchObject({
      code: 'invalid_input',
      fields: { title: '꼭 입력해 주세요.', category: '꼭 입력해 주세요.' },
    });
    expect(await storedFiles()).toEqual(blobs);
  });

  test('refuses a file over the limit, a truncated form and one without a boundary', async () => {
    const blobs = await storedFiles();
    const small = await startTestServer({ MAX_FILE_MB: '1' });
    try {
      const person = await small.signUp();
      const form = formOf([
        ...fieldParts(valid),
        { name: 'downloadFile', filename: 'a.stl', bytes: stl(30_000) },
      ]);
      const answer = await small.call('POST', '/api/resources', { as: person, ...form });
      expect(answer.json()).toMatchObject({ code: 'file_too_large' });
    } finally {
      await small.close();
    }
    const form = formOf([
      ...fieldParts(valid),
      { name: 'downloadFile', filename: 'a.stl', bytes: stl(1000) },
    ]);
    const broken = await server.call('POST', '/api/resources', {
      as: owner,
      ...form,
      payload: form.payload.subarray(0, 5000),
    });
    expect(broken.statusCode).toBe(400);
    const nameless = await server.call('POST', '/api/resources', {
      as: owner,
      payload: 'x',
      headers: { 'content-type': 'multipart/form-data' },
    });
    expect(nameless.statusCode).toBeGreaterThanOrEqual(400);
    expect(nameless.statusCode).toBeLessThan(500);
    const latin = await upload(
      [
        { name: 'category', value: 'other' },
        { name: 'title', value: 'x' },
        { name: 'state', value: 'draft' },
      ].map((part) => part),
    );
    expect(latin.statusCode).toBe(201);
    expect(await storedFiles()).toEqual(blobs);
  });

  test.each([
    ['/api/resources/00000000-0000-7000-8000-000000000000', 404],
    ['/api/resources/nonsense', 404],
    ["/api/resources/'; drop table resource; --", 404],
    ['/api/resources/%00', 400],
    ['/api/resources/%ff', 400],
    ['/api/resources?search=%ff', 400],
    ['/api/resources?search=%00', 400],
    ['/api/resources?search=a&search=b', 400],
    [`/api/resources?search=${'x'.repeat(201)}`, 400],
    ['/api/resources/nonsense/download', 404],
    ['/api/resources/nonsense/download-check', 404],
    ['/api/images/nonsense/480.webp', 404],
    ['/api/images/nonsense/..%2f..%2fetc', 400],
    ['/api/nothing-here', 404],
  ])('%s answers %i and reveals no internals', async (url, status) => {
    const answer = await server.call('GET', url);
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) });
    expect(answer.body).not.toMatch(/\bat \/|postgres|select|Error:/i);
  });
});

describe('lists', () => {
  let lists: TestServer;
  beforeAll(async () => {
    lists = await startTestServer({ LIST_CACHE_MS: '60000' });
    const person = await lists.signUp();
    for (let index = 1; index <= 40; index += 1) {
      await lists.call('POST', '/api/resources', {
        as: person,
        payload: { ...valid, title: `기어 ${index}`, category: index % 4 === 0 ? 'software' : '3d_model' },
      });
    }
  });
  afterAll(() => lists.close());

  test('answer a bare array, newest first, with the total and links', async () => {
    const answer = await lists.call('GET', '/api/resources');
    const items = answer.json<{ title: string }[]>();
    expect(items).toHaveLength(32);
    expect(items[0]?.title).toBe('기어 40');
    expect(answer.headers['x-total-count']).toBe('40');
    expect(answer.headers['x-page']).toBe('1');
    expect(answer.headers['link']).toBe(
      '</api/resources?page=1>; rel="first", </api/resources?page=2>; rel="next", </api/resources?page=2>; rel="last"',
    );
  });

  test.each(['0', '-1', 'abc', '1e99', '1.5', ''])('page=%s counts as 1', async (page) => {
    const answer = await lists.call('GET', `/api/resources?page=${page}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['x-page']).toBe('1');
    expect(answer.json()).toHaveLength(32);
  });

  test('a page past the end answers the last one, with its number', async () => {
    for (const page of [2, 3, 1000]) {
      const answer = await lists.call('GET', `/api/resources?page=${page}`);
      expect(answer.headers['x-page']).toBe('2');
      expect(answer.json()).toHaveLength(8);
    }
  });

  test('by type accept any type', async () => {
    expect((await lists.call('GET', '/api/resources/type/software')).json()).toHaveLength(10);
    expect((await lists.call('GET', '/api/resources/type/unheard-of')).json()).toEqual([]);
    expect((await lists.call('GET', '/api/resources?type=software&limit=3')).json()).toHaveLength(3);
    expect((await lists.call('GET', '/api/resources?limit=1000')).json()).toHaveLength(40);
  });

  test('search regardless of case, with the page in the links', async () => {
    const answer = await lists.call('GET', `/api/resources?search=${encodeURIComponent(' PLA ')}`);
    expect(answer.headers['x-total-count']).toBe('40');
    expect(answer.headers['link']).toContain('page=2');
    const none = await lists.call('GET', `/api/resources?search=${encodeURIComponent('없는 말')}`);
    expect(none.json()).toEqual([]);
    expect(none.headers['x-total-count']).toBe('0');
  });

  test('show a write at once to the process that wrote, cached or not', async () => {
    const person = await lists.signUp();
    const total = async () => Number((await lists.call('GET', '/api/resources')).headers['x-total-count']);
    const before = await total();
    const created = await lists.call('POST', '/api/resources', { as: person, payload: valid });
    expect(await total()).toBe(before + 1);
    await lists.call('DELETE', `/api/resources/${created.json().id}`, { as: person });
    expect(await total()).toBe(before);
  });

  test("limit a guest's searches, but not cached ones", async () => {
    const strict = await startTestServer({ RATE_LIMIT_GUEST_SEARCH: '2', LIST_CACHE_MS: '60000' });
    try {
      const search = (term: string) => strict.call('GET', `/api/resources?search=${term}`);
      expect((await search('a')).statusCode).toBe(200);
      expect((await search('b')).statusCode).toBe(200);
      expect((await search('c')).statusCode).toBe(429);
      for (const filter of ['tag=a', 'license=MIT', 'fileType=stl']) {
        expect((await strict.call('GET', `/api/resources?${filter}`)).statusCode).toBe(429);
      }
      expect((await strict.call('GET', '/api/resources?page=2&type=software')).statusCode).toBe(200);
      expect((await search('a')).statusCode).toBe(200);
      const person = await strict.signUp();
      expect((await strict.call('GET', '/api/resources?search=d', { as: person })).statusCode).toBe(200);
    } finally {
      await strict.close();
    }
  });
});

describe('an unpublished resource', () => {
  test('exists for its owner and admins only, on every route', async () => {
    const draft = await create(owner, { ...valid, title: '비밀 초안', state: 'draft' });
    const paths = ['', '/download', '/download-check'].map((end) => `/api/resources/${draft.id}${end}`);
    for (const path of paths) {
      const absent = await server.call('GET', path.replace(draft.id, '00000000-0000-7000-8000-000000000000'));
      for (const as of [undefined, stranger]) {
        const answer = await server.call('GET', path, as ? { as } : {});
        expect([answer.statusCode, answer.body]).toEqual([404, absent.body]);
      }
    }
    for (const as of [owner, admin]) {
      expect((await server.call('GET', `/api/resources/${draft.id}`, { as })).statusCode).toBe(200);
    }
    for (const method of ['PATCH', 'DELETE']) {
      const answer = await server.call(method, `/api/resources/${draft.id}`, {
        as: stranger,
        ...(method === 'PATCH' && { payload: { title: 'x' } }),
      });
      expect(answer.statusCode).toBe(404);
    }
    expect(
      (await server.call('GET', `/api/resources?search=${encodeURIComponent('비밀 초안')}`)).json(),
    ).toEqual([]);
    expect((await server.call('GET', '/api/user/resources', { as: owner })).body).toContain('비밀 초안');
    expect((await server.call('GET', '/api/user/resources', { as: stranger })).body).not.toContain(
      '비밀 초안',
    );
  });

  test('hides its pictures as well', async () => {
    const answer = await upload([
      ...fieldParts({ ...valid, state: 'draft' }),
      { name: 'image', filename: 'a.png', bytes: await png() },
    ]);
    const { imageUrl } = answer.json<ResourceDetail>();
    expect((await server.call('GET', imageUrl ?? '')).statusCode).toBe(404);
    expect((await server.call('GET', imageUrl ?? '', { as: stranger })).statusCode).toBe(404);
    const own = await server.call('GET', imageUrl ?? '', { as: owner });
    expect(own.statusCode).toBe(200);
    expect(own.headers['cache-control']).toContain('private');
  });
});

describe('changing', () => {
  test('changes only the fields that were sent', async () => {
    const resource = await create(owner, { ...valid, usageInstructions: '조심하세요.' });
    const answer = await server.call('PATCH', `/api/resources/${resource.id}`, {
      as: owner,
      payload: { title: '새 제목' },
    });
    expect(answer.json()).toMatchObject({
      title: '새 제목',
      description: valid.description,
      usageInstructions: '조심하세요.',
      tags: ['드론', 'PLA'],
      version: 2,
    });
    const found = await server.call('GET', `/api/resources?search=${encodeURIComponent('새 제목')}`);
    expect(found.json()).toMatchObject([{ id: resource.id }]);
  });

  test('a new file makes a new version next to the others and keeps the old one', async () => {
    const first = (
      await upload([...fieldParts(valid), { name: 'downloadFile', filename: 'a.stl', bytes: stl() }])
    ).json<ResourceDetail>();
    const form = formOf([
      { name: 'changelog', value: '더 튼튼하게' },
      { name: 'downloadFile', filename: 'b.stl', bytes: stl(2) },
    ]);
    const answer = await server.call('PATCH', `/api/resources/${first.id}`, { as: owner, ...form });
    const second = answer.json<ResourceDetail>();
    expect(second.files.map((file) => [file.name, file.version])).toEqual([
      ['a.stl', 2],
      ['b.stl', 2],
      ['a.stl', 1],
    ]);
    expect(second.versions[0]).toMatchObject({ number: 2, changelog: '더 튼튼하게' });
    const old = await server.call('GET', `/api/resources/${first.id}/download?file=${first.files[0]?.id}`);
    expect(old.headers['content-disposition']).toContain('a.stl');
    const foreign = await create(owner);
    expect(
      (await server.call('GET', `/api/resources/${foreign.id}/download?file=${first.files[0]?.id}`))
        .statusCode,
    ).toBe(404);
  });

  test('is for the owner and admins', async () => {
    const resource = await create(owner);
    const patch = (as?: Person) =>
      server.call('PATCH', `/api/resources/${resource.id}`, {
        ...(as && { as }),
        payload: { title: '바뀜' },
      });
    expect((await patch()).statusCode).toBe(401);
    expect((await patch(stranger)).statusCode).toBe(403);
    expect((await server.call('DELETE', `/api/resources/${resource.id}`, { as: stranger })).statusCode).toBe(
      403,
    );
    expect((await patch(admin)).statusCode).toBe(200);
  });

  test('refuses an edit of a stale version', async () => {
    const resource = await create(owner);
    const edit = { title: '둘이 함께', version: resource.version };
    expect(
      (await server.call('PATCH', `/api/resources/${resource.id}`, { as: owner, payload: edit })).statusCode,
    ).toBe(200);
    const late = await server.call('PATCH', `/api/resources/${resource.id}`, { as: owner, payload: edit });
    expect(late.json()).toMatchObject({ code: 'conflict' });
  });

  test('an owner cannot publish a resource that a moderator has hidden', async () => {
    const resource = await create(owner);
    await server.runtime.pool.query("update resource set state = 'hidden' where id = $1", [resource.id]);
    const publish = (as: Person) =>
      server.call('PATCH', `/api/resources/${resource.id}`, { as, payload: { state: 'published' } });
    expect((await publish(owner)).statusCode).toBe(403);
    expect(
      (
        await server.call('PATCH', `/api/resources/${resource.id}`, {
          as: owner,
          payload: { state: 'draft' },
        })
      ).json().state,
    ).toBe('hidden');
    expect((await publish(admin)).statusCode, 'with a reason, in the table of staff').toBe(403);
    const restored = await server.call('PATCH', `/api/admin/resources/${resource.id}`, {
      as: admin,
      payload: { state: 'published', reason: '괜찮아요.' },
    });
    expect(restored.json()).toMatchObject({ state: 'published' });
  });

  test('removal takes it out of every list and route', async () => {
    const resource = await create(owner, { ...valid, title: '사라질 것' });
    expect((await server.call('DELETE', `/api/resources/${resource.id}`, { as: owner })).statusCode).toBe(
      204,
    );
    expect((await server.call('GET', `/api/resources/${resource.id}`, { as: owner })).statusCode).toBe(404);
    expect((await server.call('DELETE', `/api/resources/${resource.id}`, { as: owner })).statusCode).toBe(
      404,
    );
    expect(
      (await server.call('GET', `/api/resources?search=${encodeURIComponent('사라질 것')}`)).json(),
    ).toEqual([]);
  });
});

describe('downloading', () => {
  test('supports ranges and conditional requests', async () => {
    const bytes = stl(10);
    const { id } = (
      await upload([...fieldParts(valid), { name: 'downloadFile', filename: 'a.stl', bytes }])
    ).json<ResourceDetail>();
    const get = (headers: Record<string, string>) =>
      server.call('GET', `/api/resources/${id}/download`, { headers });
    const part = await get({ range: 'bytes=10-19' });
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 10-19/${bytes.length}`]);
    expect(part.rawPayload.equals(bytes.subarray(10, 20))).toBe(true);
    expect((await get({ range: 'bytes=-5' })).rawPayload.equals(bytes.subarray(-5))).toBe(true);
    expect((await get({ range: `bytes=${bytes.length}-` })).statusCode).toBe(416);
    expect((await get({ range: 'bytes=5-2' })).statusCode).toBe(200);
    expect((await get({ range: 'bytes=0-1,4-5' })).statusCode).toBe(200);
    const etag = String(part.headers['etag']);
    expect((await get({ 'if-none-match': etag })).statusCode).toBe(304);
    expect((await get({ range: 'bytes=0-4', 'if-range': '"other"' })).statusCode).toBe(200);
    const head = await server.call('HEAD', `/api/resources/${id}/download`);
    expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([
      200,
      String(bytes.length),
      0,
    ]);
  });

  test('counts once per person and day', async () => {
    const { id } = (
      await upload([...fieldParts(valid), { name: 'downloadFile', filename: 'a.stl', bytes: stl() }])
    ).json<ResourceDetail>();
    const get = (more: object) => server.call('GET', `/api/resources/${id}/download`, more);
    await get({ as: stranger });
    await get({ as: stranger });
    await get({ as: owner });
    await get({ remoteAddress: '203.0.113.5' });
    await get({ remoteAddress: '203.0.113.5' });
    await get({ remoteAddress: '203.0.113.6' });
    await get({ remoteAddress: '203.0.113.7', headers: { range: 'bytes=50-60' } });
    expect((await server.call('GET', `/api/resources/${id}`)).json()).toMatchObject({ downloadCount: 4 });
  });

  test.each([
    [
      { category: 'software', downloadUrl: 'https://example.com/a' },
      false,
      { success: true, useRedirect: true },
    ],
    [
      { category: 'software', downloadUrl: 'https://example.com/a' },
      true,
      { success: true, useRedirect: false },
    ],
    [
      { category: 'free_content', downloadUrl: 'https://example.com/a' },
      false,
      { success: true, useRedirect: false },
    ],
    [
      { category: 'flash_game', downloadUrl: 'https://example.com/a' },
      false,
      { success: true, useRedirect: false },
    ],
    [{ category: 'software' }, true, { success: true, useRedirect: false, downloadUrl: null }],
    [{ category: 'software' }, false, { success: false, useRedirect: false, downloadUrl: null }],
  ])('the check for %o with a file: %s', async (fields, hasFile, expected) => {
    const parts = fieldParts({ ...valid, ...fields });
    const answer = await upload(
      hasFile ? [...parts, { name: 'downloadFile', filename: 'a.stl', bytes: stl() }] : parts,
    );
    const check = await server.call('GET', `/api/resources/${answer.json().id}/download-check`);
    expect(check.json()).toMatchObject(expected);
  });
});

test('sweeps the bytes that a killed process left behind, and no others', async () => {
  const kept = (
    await upload([
      ...fieldParts(valid),
      { name: 'downloadFile', filename: 'a.stl', bytes: stl() },
      { name: 'image', filename: 'a.png', bytes: await png() },
    ])
  ).json<ResourceDetail>();
  const { storage, db } = server.runtime;
  await storage.put('files/orphan', Buffer.from('left behind'));
  await storage.put('images/orphan/480.webp', Buffer.from('left behind'));
  expect(await sweepFiles({ db, storage }, new Date())).toBe(0);
  expect(
    await sweepFiles({ db, storage }, new Date(Date.now() + 25 * 60 * 60 * 1000)),
  ).toBeGreaterThanOrEqual(2);
  expect(await storage.size('files/orphan')).toBeNull();
  expect(await storage.size('images/orphan/480.webp')).toBeNull();
  expect((await server.call('GET', `/api/resources/${kept.id}/download`)).statusCode).toBe(200);
  expect((await server.call('GET', kept.imageUrl ?? '')).statusCode).toBe(200);
});

describe('the Open Graph image', () => {
  test('is a JPEG of the required size for any title', async () => {
    for (const title of ['드론 팔', '<b>&"길'.repeat(15), 'A'.repeat(120)]) {
      const { id } = await create(owner, { ...valid, title });
      const answer = await server.call('GET', `/api/resources/${id}/card.jpg?language=ja`);
      expect(answer.statusCode).toBe(200);
      const { format, width, height } = await sharp(answer.rawPayload).metadata();
      expect([format, width, height]).toEqual(['jpeg', 1200, 630]);
    }
  });

  test('an empty translation counts as none: on the card, in the feed, in suggestions', async () => {
    const { id } = await create(owner, {
      ...valid,
      title: '번역없는제목',
      translations: { en: { title: ' ', description: '' } },
    });
    const card = await server.call('GET', `/api/resources/${id}/card.jpg?language=en`);
    expect(card.statusCode).toBe(200);
    const feed = await server.call('GET', '/en/feed.xml');
    expect(feed.body).toContain('<title>번역없는제목</title>');
    expect(feed.body).toContain(`<description>${valid.description}</description>`);
    const suggestions = await server.call(
      'GET',
      `/api/resources/suggest?q=${encodeURIComponent('번역없는')}`,
      { headers: { 'accept-language': 'en' } },
    );
    expect(suggestions.json()).toContainEqual({ kind: 'resource', text: '번역없는제목', id });
  });

  test('shows the picture, and is not found for a draft', async () => {
    const made = await upload([
      ...fieldParts(valid),
      { name: 'image', filename: 'a.png', bytes: await png(1400, 900) },
    ]);
    const { id } = made.json<ResourceDetail>();
    const card = await server.call('GET', `/api/resources/${id}/card.jpg`);
    const { data } = await sharp(card.rawPayload)
      .extract({ left: 1100, top: 300, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[1]).toBeGreaterThan(data[0] ?? 255);
    const draft = await create(owner, { ...valid, state: 'draft' });
    expect((await server.call('GET', `/api/resources/${draft.id}/card.jpg`, { as: owner })).statusCode).toBe(
      404,
    );
  });
});
