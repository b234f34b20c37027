import { createHash } from 'node:crypto';
import { zipSync, strToU8 } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formOf, startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { Game, Saves } from '../contract.ts';
import { makeSwf } from '../../../../demo/games/swf.ts';
import { maxSaveBytes } from '../rules.ts';

let server: TestServer;
let owner: Person;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signUp();
});
afterAll(() => server.close());

const page =
  '<!doctype html><html><head><title>게임</title></head><body><script src="js/main.js"></script></body></html>';
const files = { 'index.html': strToU8(page), 'js/main.js': strToU8('draw();'), 'data.xyz': strToU8('x') };

async function publish(
  file: { name: string; bytes: Uint8Array } | null,
  fields: Record<string, string> = {},
): Promise<string> {
  const all = { title: '기어 달리기', category: 'flash_game', ...fields };
  const form = formOf([
    ...Object.entries(all).map(([name, value]) => ({ name, value })),
    ...(file ? [{ name: 'downloadFile', filename: file.name, bytes: file.bytes }] : []),
  ]);
  const answer = await server.call('POST', '/api/resources', { as: owner, ...form });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ id: string }>().id;
}

const zip = (entries: Record<string, Uint8Array>) => ({ name: 'game.zip', bytes: zipSync(entries) });

/** Publishes a file from before uploads were checked, which would be refused today. */
async function publishUnchecked({ bytes }: { bytes: Uint8Array }): Promise<string> {
  const id = await publish(zip(files));
  const { db, storage } = server.runtime;
  const { blobKey } = await db
    .updateTable('resourceFile')
    .set({ size: bytes.length })
    .where('resourceId', '=', id)
    .returning('blobKey')
    .executeTakeFirstOrThrow();
  await storage.put(blobKey, bytes);
  return id;
}

const show = (id: string, as?: Person) => server.call('GET', `/api/play/${id}`, as ? { as } : {});

async function frameOf(id: string, as?: Person): Promise<string> {
  const { play } = (await show(id, as)).json<Game>();
  expect(play).not.toBeNull();
  return new URL(play?.frameUrl ?? '').pathname;
}

/** Fetches a file of the frame without a cookie, as a frame does. */
const fetchBundled = async (frame: string, name: string) =>
  server.call('GET', frame.replace(/index\.html$/, name));

describe('a game', () => {
  test('from a ZIP is served from it, with our script before its own', async () => {
    const id = await publish(zip(files));
    expect((await show(id)).json<Game>()).toMatchObject({ id, isPublic: true, play: { kind: 'html5' } });
    const frame = await frameOf(id);
    const index = await server.call('GET', frame);
    expect(index.statusCode).toBe(200);
    expect(index.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(index.body).toContain('<head><script src="gongbang.js"></script><title>게임</title>');
    const script = await fetchBundled(frame, 'js/main.js');
    expect([script.body, script.headers['content-type']]).toEqual([
      'draw();',
      'text/javascript; charset=utf-8',
    ]);
    expect((await fetchBundled(frame, 'data.xyz')).headers['content-type']).toBe('application/octet-stream');
    expect((await fetchBundled(frame, 'gongbang.js')).body).toContain('postMessage');
  });

  test('in a folder of its ZIP is found there', async () => {
    const inside = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [`build/${name}`, bytes]));
    const frame = await frameOf(await publish(zip({ 'readme.txt': strToU8('x'), ...inside })));
    expect((await fetchBundled(frame, 'js/main.js')).body).toBe('draw();');
    expect((await fetchBundled(frame, 'readme.txt')).statusCode).toBe(404);
  });

  test('has a frame as a film, as a single page and as code', async () => {
    const film = makeSwf();
    const swf = await publish({ name: 'film.swf', bytes: film });
    expect((await show(swf)).json<Game>().play?.kind).toBe('swf');
    const frame = await frameOf(swf);
    expect((await server.call('GET', frame)).body).toContain('ruffle.js');
    const sent = await fetchBundled(frame, 'film.swf');
    expect(sent.rawPayload).toEqual(Buffer.from(film));
    expect(sent.headers['content-type']).toBe('application/x-shockwave-flash');

    const single = await publish({ name: 'game.html', bytes: strToU8(page) });
    expect((await server.call('GET', await frameOf(single))).body).toContain('gongbang.js');

    const code = await publish(null, { gameCode: 'const a = "</script>";' });
    const body = (await server.call('GET', await frameOf(code))).body;
    expect(body).toContain(String.raw`const a = "\x3c/script>";`);
    expect(body).toContain('<canvas');
  });

  test('of a new version is the one that came with it, regardless of its name', async () => {
    const id = await publish({ ...zip({ 'index.html': strToU8('one') }), name: 'snake-1.0.zip' });
    const add = async (name: string, entries: Record<string, Uint8Array>) => {
      const form = formOf([{ name: 'downloadFile', filename: name, bytes: zipSync(entries) }]);
      const answer = await server.call('PATCH', `/api/resources/${id}`, { as: owner, ...form });
      expect(answer.statusCode, answer.body).toBe(200);
      return (await server.call('GET', await frameOf(id))).body;
    };
    expect(await add('snake-1.1.zip', { 'index.html': strToU8('two') })).toContain('two');
    // Files that cannot be played are skipped.
    expect(await add('levels.zip', { 'levels.txt': strToU8('x') })).toContain('two');
  });

  test('that is linked, without a page, broken or a ZIP bomb cannot be played here', async () => {
    const bomb = { ...files, 'zeros.bin': new Uint8Array(4 * 1024 * 1024) };
    const broken = zip(files);
    broken.bytes = broken.bytes.slice(0, -30);
    const downloadUrl = 'https://example.com/game';
    for (const file of [null, zip({ 'a.txt': strToU8('x') })]) {
      expect((await show(await publish(file, { downloadUrl }))).json<Game>().play).toBeNull();
    }
    for (const file of [zip(bomb), broken]) {
      expect((await show(await publishUnchecked(file))).json<Game>().play).toBeNull();
    }
  });

  test('exists only for resources of this category', async () => {
    const model = await publish(null, { category: 'software', gameCode: 'x' });
    const answer = await show(model);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'no_game']);
    for (const id of ['nothing', '019ab000-0000-7000-8000-000000000000', '%00']) {
      expect((await show(id)).statusCode, id).toBeGreaterThanOrEqual(400);
      expect((await show(id)).statusCode, id).toBeLessThan(500);
    }
  });
});

describe('a frame', () => {
  test('sandboxes every response, which may reach its own files only and be embedded by our pages only', async () => {
    for (const name of ['index.html', 'gongbang.js', 'js/main.js', 'data.xyz']) {
      const frame = await frameOf(await publish(zip(files)));
      const { headers } = await fetchBundled(frame, name);
      const policy = String(headers['content-security-policy']);
      expect(policy.split('; ')).toEqual(
        expect.arrayContaining([
          'sandbox allow-scripts allow-pointer-lock',
          "default-src 'none'",
          "form-action 'none'",
          'frame-ancestors http://gongbang.test',
        ]),
      );
      expect(policy).not.toContain('allow-same-origin');
      expect(policy).not.toContain("'self'");
      const folder = `http://gongbang.test${frame.replace(/index\.html$/, '')}`;
      expect(policy).toMatch(
        new RegExp(`connect-src ${folder} http://gongbang.test/api/play/ruffle/[^ ]+ data: blob:`),
      );
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
      });
      expect(headers['permissions-policy']).toContain('camera=(), ');
      // Chromium logs a warning for these if it lacks the feature.
      expect(headers['permissions-policy']).not.toMatch(/bluetooth|web-share/);
      expect(headers['x-frame-options']).toBeUndefined();
      expect(headers['set-cookie']).toBeUndefined();
    }
  });

  test('refuses names that lead out of a game', async () => {
    const frame = await frameOf(await publish(zip(files)));
    const names = [
      '../js/main.js',
      '..%2f..%2fsaves',
      'js%2f..%2fdata.xyz',
      'js%5cmain.js',
      'js/',
      'missing.js',
      '%2e%2e/',
    ];
    for (const name of names) {
      const { statusCode } = await fetchBundled(frame, name);
      expect(statusCode, name).toBe(404);
    }
    for (const name of ['..%2f..%2fpackage.json', 'package.json', 'README.md', 'ruffle.js.map']) {
      expect(
        (await server.call('GET', `/api/play/ruffle/0.6.0/${name}`)).statusCode,
        name,
      ).toBeGreaterThanOrEqual(400);
    }
  });

  test('refuses a ZIP with names that lead out of it', async () => {
    const id = await publishUnchecked(zip({ ...files, '../evil.js': strToU8('x') }));
    expect((await show(id)).json<Game>().play).toBeNull();
  });

  test('needs a ticket for this game, which cannot be forged', async () => {
    const [one, other] = [await frameOf(await publish(zip(files))), await frameOf(await publish(zip(files)))];
    const mixed = one.split('/').with(3, other.split('/')[3] ?? '');
    expect((await server.call('GET', mixed.join('/'))).statusCode).toBe(404);
    const forged = one.replace(/\.all\./, `.${owner.id}.`);
    expect((await server.call('GET', forged)).statusCode).toBe(404);
    expect((await server.call('GET', one.replace(/\/\d+\.all/, '/99999.all'))).statusCode).toBe(404);
  });

  test('of a draft is its owner’s; hidden later, it is gone', async () => {
    const draft = await publish(zip(files), { state: 'draft' });
    expect((await show(draft)).statusCode).toBe(404);
    expect((await show(draft, await server.signUp())).statusCode).toBe(404);
    expect((await show(draft, owner)).json<Game>().isPublic).toBe(false);
    const frame = await frameOf(draft, owner);
    expect((await server.call('GET', frame)).headers['cache-control']).toContain('private');

    const shown = await publish(zip(files));
    const open = await frameOf(shown);
    await server.runtime.db
      .updateTable('resource')
      .set({ state: 'hidden' })
      .where('id', '=', shown)
      .execute();
    expect((await server.call('GET', open)).statusCode).toBe(404);
    expect((await server.call('GET', frame)).statusCode).toBe(200);
    await server.call('DELETE', `/api/resources/${draft}`, { as: owner });
    expect((await server.call('GET', frame)).statusCode).toBe(404);
  });

  test('answers 304 for unchanged files', async () => {
    const frame = await frameOf(await publish(zip(files)));
    for (const name of ['index.html', 'js/main.js']) {
      const { headers } = await fetchBundled(frame, name);
      const again = await server.call('GET', frame.replace('index.html', name), {
        headers: { 'if-none-match': String(headers['etag']) },
      });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    }
  });

  test('can load the emulator', async () => {
    const { statusCode, headers } = await server.call('GET', '/api/play/ruffle/0.6.0/ruffle.js');
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });
});

describe('saves', () => {
  const put = (id: string, as: Person | undefined, payload: object) =>
    server.call('PUT', `/api/play/${id}/saves`, { ...(as && { as }), payload });
  const get = async (id: string, as: Person) =>
    (await server.call('GET', `/api/play/${id}/saves`, { as })).json<Saves>();

  test('are stored for each person and game, with increasing revisions', async () => {
    const [id, other] = [await publish(zip(files)), await publish(zip(files))];
    const [one, two] = [await server.signUp(), await server.signUp()];
    expect(await get(id, one)).toEqual({ slots: {}, revision: 0 });
    expect((await put(id, one, { slots: { main: '{"level":1}' }, revision: 0 })).json()).toMatchObject({
      revision: 1,
    });
    expect((await put(id, one, { slots: { main: '{"level":2}' }, revision: 1 })).statusCode).toBe(200);
    expect(await get(id, one)).toEqual({ slots: { main: '{"level":2}' }, revision: 2 });
    expect(await get(id, two)).toEqual({ slots: {}, revision: 0 });
    expect(await get(other, one)).toEqual({ slots: {}, revision: 0 });
  });

  test('of two windows do not overwrite each other', async () => {
    const id = await publish(zip(files));
    const both = await Promise.all(
      ['1', '2', '3'].map((main) => put(id, owner, { slots: { main }, revision: 0 })),
    );
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
    const stale = await put(id, owner, { slots: {}, revision: 7 });
    expect([stale.statusCode, stale.json<{ code: string }>().code]).toEqual([409, 'save_conflict']);
    expect((await get(id, owner)).revision).toBe(1);
  });

  const hash = createHash('sha256').update('x').digest('hex');
  test.each<[string, object]>([
    ['more than fits', { main: 'x'.repeat(maxSaveBytes) }],
    ['too many slots', Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`s${index}`, '1']))],
    ['a name that is none', { 'Main!': '1' }],
    ['a long name', { [hash]: '1' }],
    ['what is no text', { main: { level: 1 } }],
    ['NUL', { main: 'a\u0000b' }],
  ])('%s is refused at its field, and nothing is stored', async (_, slots) => {
    const id = await publish(zip(files));
    const answer = await put(id, owner, { slots, revision: 0 });
    expect(answer.statusCode, answer.body).toBe(400);
    expect(Object.keys(answer.json<{ fields: object }>().fields)[0]).toMatch(/^slots/);
    expect((await get(id, owner)).revision).toBe(0);
  });

  test('are refused for guests, and for drafts of other people', async () => {
    const id = await publish(zip(files), { state: 'draft' });
    expect((await put(id, undefined, { slots: {}, revision: 0 })).statusCode).toBe(401);
    expect((await put(id, await server.signUp(), { slots: {}, revision: 0 })).statusCode).toBe(404);
    expect((await put(id, owner, { slots: {}, revision: -1 })).statusCode).toBe(400);
  });
});
