import { unzipSync, zipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formOf, startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { orderingOn } from '#features/orders/server/testing.ts';
import type { ImportReport } from '../contract.ts';
import { maxPictureBytes } from '#platform/shared/pictures.ts';

let from: TestServer;
let into: TestServer;
let exported: Record<string, Uint8Array>;
const admins = new Map<TestServer, Person>();

const json = (server: TestServer, url: string, as?: Person) =>
  server.call('GET', url, { ...(as && { as }) }).then((answer) => answer.json());

beforeAll(async () => {
  [from, into] = await Promise.all([startTestServer(), startTestServer()]);
  for (const server of [from, into]) admins.set(server, await server.signUp({ role: 'admin' }));
  const on = orderingOn(from);
  // The other server has a person of the same name.
  const maker = await from.signUp();
  await into.signUp();
  await on.verify(maker);
  const picture = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#284' } })
    .png()
    .toBuffer();
  for (const [title, state] of [
    ['첫 번째 받침대', 'published'],
    ['두 번째 받침대', 'published'],
    ['아직 초안', 'draft'],
  ] as const) {
    const answer = await from.call('POST', '/api/resources', {
      as: maker,
      ...formOf([
        { name: 'title', value: title },
        { name: 'category', value: 'hardware_design' },
        { name: 'state', value: state },
        { name: 'license', value: 'CC-BY-4.0' },
        { name: 'tags', value: '받침대, 나무' },
        { name: 'assemblyInstructions', value: '1. 자르기\n2. 붙이기' },
        { name: 'downloadFile', filename: '도면.txt', bytes: Buffer.from(`도면 ${title}`) },
        { name: 'image', filename: 'a.png', type: 'image/png', bytes: picture },
      ]),
    });
    if (answer.statusCode !== 201) throw new Error(answer.body);
  }
  await on.offerService(maker, {
    title: '무료 상담',
    isFreeService: true,
    contactPhone: '010-1234-5678',
    contactEmail: 'secret@example.com',
  });
  const answer = await from.call('GET', '/api/admin/catalogue.zip', { as: admins.get(from)! });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  exported = unzipSync(answer.rawPayload);
});
afterAll(() => Promise.all([from.close(), into.close()]));

const textOf = (name: string) => Buffer.from(exported[name] ?? []).toString();
const rowsOf = (name: string) =>
  textOf(name)
    .split('\n')
    .map((line): Record<string, unknown> & { id: string; blobs: { path: string; kind: string }[] } =>
      JSON.parse(line),
    );

async function bring(
  files: Record<string, Uint8Array>,
  {
    dryRun = false,
    locale = 'ko',
    server = into,
  }: { dryRun?: boolean; locale?: string; server?: TestServer } = {},
) {
  const as = admins.get(server)!;
  const uploadId = await orderingOn(server).upload(as, zipSync(files, { level: 0 }), 'catalogue.zip');
  const answer = await server.call('POST', '/api/admin/catalogue/import', {
    as,
    payload: { uploadId, dryRun, reason: '옮겨요' },
    headers: { 'accept-language': locale },
  });
  await server.call('DELETE', `/api/uploads/${uploadId}`, { as, headers: { 'tus-resumable': '1.0.0' } });
  return {
    status: answer.statusCode,
    code: answer.json().code as string | undefined,
    report: answer.json<ImportReport>(),
  };
}

const changed = (name: string, change: (rows: Record<string, unknown>[]) => void) => {
  const rows = rowsOf(name) as Record<string, unknown>[];
  change(rows);
  return { ...exported, [name]: Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n')) };
};

const content = async (server: TestServer) => {
  const { rows } = await server.runtime.pool.query(
    `select (select count(*) from resource)::int as resources, (select count(*) from service)::int as services,
       (select count(*) from audit_entry where action = 'catalogue.import')::int as imports`,
  );
  const keys: string[] = [];
  for (const prefix of ['files', 'images', 'service-images'])
    for await (const { key } of server.runtime.storage.list(prefix)) keys.push(key);
  return { ...rows[0], keys: keys.toSorted() };
};

describe('an export', () => {
  test('contains public resources with their files, and no private data', async () => {
    expect(JSON.parse(textOf('catalogue.json'))).toMatchObject({
      format: 'gongbang-catalogue',
      version: 1,
      resources: 2,
      services: 1,
    });
    expect(rowsOf('resources.jsonl').map(({ title }) => title)).toEqual(['첫 번째 받침대', '두 번째 받침대']);
    const [first] = rowsOf('resources.jsonl');
    expect(Buffer.from(exported[first!.blobs[0]!.path]!).toString()).toBe('도면 첫 번째 받침대');
    const all = Object.values(exported)
      .map((bytes) => Buffer.from(bytes).toString())
      .join('');
    expect(all).not.toMatch(/secret@example|1234-5678|아직 초안/);
    const entry = await from.runtime.db
      .selectFrom('auditEntry')
      .selectAll()
      .where('action', '=', 'table.export')
      .executeTakeFirstOrThrow();
    expect(entry.after).toEqual({ rows: 3 });
  });
});

describe('an import', () => {
  test('reports its effect in a dry run and writes nothing', async () => {
    const before = await content(into);
    const { status, report } = await bring(exported, { dryRun: true });
    expect(status).toBe(200);
    expect(report).toEqual({
      isWritten: false,
      created: { resources: 2, services: 1 },
      known: 0,
      wrong: 0,
      mistakes: [],
      auditId: null,
    });
    expect(await content(into)).toEqual(before);
  });

  test.each([
    ['ko', /필요|입력|적어/, '이 아이디를 쓰는 회원이 없어요.', '파일 내용이 적힌 것과 달라요.'],
    ['en', /./, 'Nobody here has this username.', 'The file is not what the catalogue says.'],
    ['ja', /./, 'このユーザー名の会員はいません。', 'ファイルの中身がカタログと違います。'],
  ])('reports each error in %s, and leaves nothing half-written', async (locale, title, owner, file) => {
    const before = await content(into);
    const [first] = rowsOf('resources.jsonl');
    const path = first!.blobs[0]!.path;
    const files = {
      ...changed('resources.jsonl', (rows) => {
        rows.push(
          { ...rows[0], id: '01890000-0000-7000-8000-000000000001', title: '', blobs: [] },
          { ...rows[0], id: '01890000-0000-7000-8000-000000000002', owner: 'nobody', blobs: [] },
          { ...rows[0] },
        );
      }),
      [path]: Buffer.from('something else'),
    };
    delete (files as Record<string, Uint8Array>)[rowsOf('resources.jsonl')[1]!.blobs[0]!.path];
    for (const dryRun of [true, false]) {
      const { report } = await bring(files, { dryRun, locale });
      expect(report).toMatchObject({ isWritten: false, auditId: null });
      const told = report.mistakes.map(({ part, line, field }) => [part, line, field]);
      expect(told).toEqual(
        expect.arrayContaining([
          ['resources', 1, path],
          ['resources', 2, rowsOf('resources.jsonl')[1]!.blobs[0]!.path],
          ['resources', 3, 'title'],
          ['resources', 4, 'owner'],
          ['resources', 5, 'id'],
        ]),
      );
      expect(report.wrong).toBe(5);
      const words = (field: string) => report.mistakes.find((each) => each.field === field)?.message;
      expect(words('owner')).toBe(owner);
      expect(words(path)).toBe(file);
      expect(words('title')).toMatch(title);
      expect(await content(into)).toEqual(before);
    }
  });

  test.each([true, false])('finds an invalid picture in a dry run (%j) and for real', async (dryRun) => {
    const before = await content(into);
    const [first] = rowsOf('resources.jsonl');
    const path = first!.blobs.find(({ kind }) => kind !== 'file')!.path;
    const { report } = await bring({ ...exported, [path]: Buffer.from('no picture') }, { dryRun });
    expect(report).toMatchObject({ isWritten: false, wrong: 1, mistakes: [{ line: 1, field: path }] });
    expect(await content(into)).toEqual(before);
  });

  test.each([
    ['ko', /5/],
    ['en', /5/],
    ['ja', /5/],
  ])('reports a picture that exceeds the size limit, in %s', async (locale, limit) => {
    const before = await content(into);
    const path = rowsOf('resources.jsonl')[0]!.blobs.find(({ kind }) => kind !== 'file')!.path;
    // Still a valid picture: trailing bytes are not checked.
    const large = Buffer.concat([exported[path]!, Buffer.alloc(maxPictureBytes)]);
    const { report } = await bring({ ...exported, [path]: large }, { dryRun: true, locale });
    expect(report.mistakes).toMatchObject([{ line: 1, field: path, message: expect.stringMatching(limit) }]);
    expect(await content(into)).toEqual(before);
  });

  test('reports a paid service of a person who cannot offer one as an error of its row', async () => {
    const files = changed('services.jsonl', (rows) => {
      Object.assign(rows[0] ?? {}, { isFreeService: false, price: 1000 });
    });
    const { report } = await bring(files);
    expect(report).toMatchObject({ isWritten: false, wrong: 1 });
    expect(report.mistakes[0]).toMatchObject({ part: 'services', line: 1, title: '무료 상담' });
  });

  test.each([
    ['no head', () => ({ 'a.txt': Buffer.from('x') }), 'not_a_catalogue'],
    ['a head of something else', () => ({ 'catalogue.json': Buffer.from('{}') }), 'not_a_catalogue'],
    [
      'another version',
      () => ({
        'catalogue.json': Buffer.from(
          JSON.stringify({ ...JSON.parse(textOf('catalogue.json')), version: 2 }),
        ),
      }),
      'catalogue_version',
    ],
  ] as const)('refuses a ZIP with %s', async (_what, files, code) => {
    const answer = await bring({ ...files() });
    expect([answer.status, answer.code]).toEqual([422, code]);
  });

  test('writes all rows, is logged, can be repeated safely, and can be undone', async () => {
    const { report } = await bring(exported);
    expect(report).toMatchObject({ isWritten: true, created: { resources: 2, services: 1 }, wrong: 0 });
    for (const row of rowsOf('resources.jsonl')) {
      const [there, here] = await Promise.all(
        [from, into].map((server) => json(server, `/api/resources/${row.id}`)),
      );
      for (const key of ['title', 'tags', 'license', 'category', 'assemblyInstructions'])
        expect(here[key]).toEqual(there[key]);
      const filesOf = (of: { files: { name: string; sha256: string }[] }) =>
        of.files.map(({ name, sha256 }) => [name, sha256]);
      expect(filesOf(here)).toEqual(filesOf(there));
      expect(here.owner.username).toBe(there.owner.username);
      const image = await into.call('GET', `/api/images/${here.images[0].id}/480.webp`);
      expect(image.statusCode).toBe(200);
    }
    const [service] = rowsOf('services.jsonl');
    expect(await json(into, `/api/services/${service!.id}`)).toMatchObject({ title: '무료 상담' });
    // Searches find it.
    expect(await json(into, `/api/resources?search=${encodeURIComponent('받침대')}`)).toHaveLength(2);

    const before = await content(into);
    expect(before['imports']).toBe(1);
    const again = await bring(exported);
    expect(again.report).toMatchObject({ created: { resources: 0, services: 0 }, known: 3, wrong: 0 });
    expect((await content(into))['resources']).toBe(before['resources']);
    expect((await content(into)).keys).toEqual(before.keys);

    const undone = await into.call('POST', '/api/admin/undo', {
      as: admins.get(into)!,
      payload: { ids: [report.auditId] },
    });
    expect(undone.statusCode, undone.body).toBe(200);
    expect(await json(into, `/api/resources?search=${encodeURIComponent('받침대')}`)).toEqual([]);
    expect((await into.call('GET', `/api/services/${service!.id}`)).statusCode).toBe(404);
  });
});
