import { gzipSync } from 'node:zlib';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { stlOf, tarOf, zipOf } from '#features/uploads/server/testing.ts';
import type { Imported, ResourceDetail } from '../contract.ts';
import { xlsxOf } from '#platform/shared/testing-xlsx.ts';

let server: TestServer;
let owner: Person;
let stranger: Person;
let photo: Buffer;

beforeAll(async () => {
  server = await startTestServer();
  photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#0b7157' } })
    .png()
    .toBuffer();
});
beforeEach(async () => {
  owner = await server.signUp();
  stranger = await server.signUp();
});
afterAll(() => server.close());

async function uploaded(name: string, bytes: Buffer): Promise<string> {
  const answer = await server.call('POST', '/api/uploads', {
    as: owner,
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
      'content-type': 'application/offset+octet-stream',
    },
    payload: bytes,
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return String(answer.headers['location']).split('/').at(-1) ?? '';
}
const bring = (uploadId: string, as: Person = owner) =>
  server.call('POST', '/api/resources/import', { as, payload: { uploadId } });
const draftOf = async (id: string): Promise<ResourceDetail> =>
  (await server.call('GET', `/api/resources/${id}`, { as: owner })).json();

const repository = () => [
  {
    name: 'arm-main/README.md',
    data: Buffer.from('# 드론 팔\n\n가벼워요.\n\n## 조립\n\n1. 끼우기\n2. 조이기\n'),
  },
  {
    name: 'arm-main/LICENSE',
    data: Buffer.from('MIT License\n\nPermission is hereby granted, free of charge'),
  },
  { name: 'arm-main/bom.csv', data: Buffer.from('name,quantity,price\nM3 나사,4,100\n') },
  { name: 'arm-main/images/photo.png', data: photo },
  { name: 'arm-main/stl/arm.stl', data: stlOf(12) },
];

test('an archive becomes a draft with texts in any encoding', async () => {
  // 이름,수량 M3 볼트,4 in CP949, as Excel in Korea writes it.
  const cp949 = Buffer.from('c0ccb8a72cbcf6b7ae0a4d3320babcc6ae2c340a', 'hex');
  const korean = await bring(await uploaded('x.zip', zipOf([{ name: 'arm/bom.csv', data: cp949 }])));
  expect(await draftOf(korean.json<Imported>().id)).toMatchObject({
    details: { billOfMaterials: [{ name: 'M3 볼트', quantity: 4 }] },
  });
  const archive = zipOf([
    { name: 'arm\u0001/bom.csv', data: Buffer.from('name,quantity\nM3 bolt,4\n', 'utf16le') },
    { name: 'arm\u0001/arm.stl', data: stlOf(12) },
  ]);
  const answer = await bring(await uploaded('x.zip', archive));
  expect(answer.statusCode, answer.body).toBe(201);
  expect(await draftOf(answer.json<Imported>().id)).toMatchObject({
    title: 'arm',
    details: { billOfMaterials: [{ name: 'M3 bolt', quantity: 4 }] },
  });
});

test.each([
  ['arm-main.zip', () => zipOf(repository())],
  ['arm-main.tar.gz', () => gzipSync(tarOf(repository()))],
])('%s becomes a draft with everything that was found in it', async (name, archive) => {
  const answer = await bring(await uploaded(name, archive()));
  expect(answer.statusCode, answer.body).toBe(201);
  const made = answer.json<Imported>();
  expect(made.skipped).toEqual([]);
  const draft = await draftOf(made.id);
  expect(draft).toMatchObject({
    state: 'draft',
    title: '드론 팔',
    category: 'hardware_design',
    license: 'MIT',
    language: 'ko',
    assemblyInstructions: [{ text: '끼우기' }, { text: '조이기' }],
    details: { billOfMaterials: [{ name: 'M3 나사', quantity: 4, priceWon: 100 }] },
    files: [{ name }, { name: 'arm.stl' }],
  });
  expect(draft.description).toContain('가벼워요.');
  expect(draft.images).toHaveLength(1);
});

test('a Japanese archive of Windows becomes a draft: names and parts in Shift JIS, prices in yen are left out', async () => {
  const sjis = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');
  const folder = '834a83818389835883 5e83938368 2f';
  const archive = zipOf([
    {
      name: sjis(`${folder} ${Buffer.from('README.md').toString('hex')}`),
      data: Buffer.from('# カメラスタンド\n\n説明です\n'),
      flags: 0,
    },
    // ベース.stl
    { name: sjis(`${folder} 8378815b8358 2e73746c`), data: stlOf(12), flags: 0 },
    // 部品表.csv: 部品名,数量,単価 / 抵抗,10,12円
    {
      name: sjis(`${folder} 95949569955c 2e637376`),
      data: sjis('95949569 96bc 2c 909497ca 2c 9250 89bf 0d0a 92ef8d52 2c 3130 2c 3132 897e 0d0a'),
      flags: 0,
    },
  ]);
  const answer = await bring(await uploaded('x.zip', archive));
  expect(answer.statusCode, answer.body).toBe(201);
  const made = answer.json<Imported>();
  expect(made.skipped).toEqual([]);
  expect(made.notices).toEqual([{ name: '部品表.csv', message: expect.stringContaining('단가') }]);
  const draft = await draftOf(made.id);
  expect(draft).toMatchObject({
    title: 'カメラスタンド',
    files: [{ name: 'x.zip' }, { name: 'ベース.stl' }],
    details: { billOfMaterials: [{ name: '抵抗', quantity: 10 }] },
  });
  expect(JSON.stringify(draft.details)).not.toContain('priceWon');
});

test('a workbook of parts is imported; what it leaves open is said and not guessed', async () => {
  const bom = (rows: (string | number)[][]) =>
    zipOf([
      { name: 'BOM.xlsx', data: Buffer.from(xlsxOf({ BOM: rows })) },
      { name: 'arm.stl', data: stlOf(12) },
    ]);
  const told = await bring(
    await uploaded(
      'x.zip',
      bom([
        ['부품명', '수량'],
        ['저항', 10],
      ]),
    ),
  );
  expect(told.json<Imported>()).toMatchObject({ skipped: [], notices: [] });
  expect(await draftOf(told.json<Imported>().id)).toMatchObject({
    details: { billOfMaterials: [{ name: '저항', quantity: 10 }] },
  });
  const open = await bring(
    await uploaded(
      'x.zip',
      bom([
        ['저항', 10],
        ['볼트', 4],
      ]),
    ),
  );
  expect(open.json<Imported>().notices).toEqual([
    { name: 'BOM.xlsx', message: expect.stringContaining('열') },
  ]);
  expect((await draftOf(open.json<Imported>().id)).details.billOfMaterials ?? []).toEqual([]);
  const broken = zipOf([{ name: 'bom.xlsx', data: Buffer.from('PK') }]);
  expect((await bring(await uploaded('x.zip', broken))).json<Imported>().notices).toHaveLength(1);
});

test('reports files that were refused and imports the rest', async () => {
  const entries = [
    { name: 'arm.stl', data: stlOf(3) },
    { name: 'lie.stl', data: stlOf(3, 4000) },
    { name: 'broken.png', data: Buffer.from('no picture at all') },
  ];
  const answer = await server.call('POST', '/api/resources/import', {
    as: owner,
    payload: { uploadId: await uploaded('things.zip', zipOf(entries)) },
    headers: { 'accept-language': 'ko' },
  });
  const made = answer.json<Imported>();
  expect(made.skipped.map(({ name }) => name).toSorted()).toEqual(['broken.png', 'lie.stl']);
  for (const { message } of made.skipped) expect(message).toMatch(/[가-힣]/);
  expect((await draftOf(made.id)).files.map(({ name }) => name)).toEqual(['things.zip', 'arm.stl']);
});

test('refuses a foreign upload, a second import and a file that is no archive, and leaves nothing behind', async () => {
  const blobs = async () =>
    (
      await readdir(join(server.runtime.config.dataDir, 'blobs'), { recursive: true, withFileTypes: true })
    ).filter((entry) => entry.isFile()).length;
  const id = await uploaded('arm.zip', zipOf(repository()));
  expect((await bring(id, stranger)).json()).toMatchObject({ code: 'upload_not_found' });
  const model = await uploaded('arm.stl', stlOf(3));
  const before = await blobs();
  const refused = await bring(model);
  expect([refused.statusCode, refused.json().code]).toEqual([422, 'import_kind']);
  expect(Object.keys(refused.json().fields)).toEqual(['uploadId']);
  expect(await blobs()).toBe(before);
  // Two concurrent imports make one draft.
  const both = await Promise.all([bring(id), bring(id)]);
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 404]);
  const own = await server.call('GET', '/api/user/resources', { as: owner });
  expect(own.json()).toHaveLength(1);
});
