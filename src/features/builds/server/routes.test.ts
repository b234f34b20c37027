import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formOf, startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { Making } from '#features/quotes/contract.ts';
import type { ResourceCard, ResourceDetail } from '#features/resources/contract.ts';
import type { CollectionDetail, CollectionItem, Make } from '#features/social/contract.ts';
import { hideMake, showMake, socialPersonalData } from '#features/social/server/public.ts';
import { binaryStl, box } from '#platform/shared/models/testing.ts';
import type { BuildRates } from '../contract.ts';

let server: TestServer;
let author: Person;
let resource: ResourceDetail;
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_COMMENTS: '1000', LIST_CACHE_MS: '0' });
  author = await server.signUp();
  const answer = await server.call('POST', '/api/resources', {
    as: author,
    ...formOf([
      { name: 'title', value: '받침' },
      { name: 'category', value: '3d_model' },
      { name: 'state', value: 'published' },
      { name: 'downloadFile', filename: '받침.stl', bytes: binaryStl(box(20, 20, 20)) },
    ]),
  });
  resource = answer.json();
});
afterAll(() => server.close());

const png = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#c40' } })
    .png()
    .toBuffer();

async function make(as: Person, fields: Record<string, string> = {}, hasPhoto = true) {
  return server.call('POST', `/api/resources/${resource.id}/makes`, {
    as,
    ...formOf([
      { name: 'outcome', value: 'success' },
      { name: 'machine', value: 'Bambu Lab A1' },
      { name: 'fileSha256', value: resource.files[0]!.sha256 },
      ...Object.entries(fields).map(([name, value]) => ({ name, value })),
      ...(hasPhoto ? [{ name: 'image', filename: 'a.png', bytes: await png() }] : []),
    ]),
  });
}
const made = async (as: Person, fields: Record<string, string> = {}, hasPhoto = true) => {
  const answer = await make(as, fields, hasPhoto);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Make>();
};
const rates = async () =>
  (await server.call('GET', `/api/resources/${resource.id}/builds`)).json<BuildRates>();

test('makes with a photo and their file are verified builds, shown from the third on', async () => {
  const [anna, ben, cho, dan] = [
    await server.signUp(),
    await server.signUp(),
    await server.signUp(),
    await server.signUp(),
  ];
  await made(author);
  const first = await made(anna);
  // A second one of the same person within a week is the same build.
  await made(anna, { outcome: 'failed' });
  await made(ben, { outcome: 'partly', machine: 'bambulab-a1' });
  // Without a photo, or without the file, nothing is verified.
  await made(cho, {}, false);
  const later = await made(cho, { fileSha256: '' });
  expect(await rates()).toEqual({ rate: null, machines: [] });
  await made(dan, { machine: 'Bambu Lab A1' });
  expect(await rates()).toEqual({
    rate: { made: 3, worked: 2 },
    machines: [{ machine: expect.any(String), made: 3, worked: 2 }],
  });

  // The page of the resource says it.
  const making = await server.call('GET', `/api/resources/${resource.id}/making`);
  expect(making.json<Making>().builds).toEqual({ made: 3, worked: 2 });

  // It follows what its author changes.
  const change = await server.call('PATCH', `/api/makes/${later.id}`, {
    as: cho,
    payload: { fileSha256: resource.files[0]!.sha256 },
  });
  expect(change.json<Make>().fileSha256).toBe(resource.files[0]!.sha256);
  expect((await rates()).rate).toEqual({ made: 4, worked: 3 });
  await server.call('DELETE', `/api/makes/${later.id}`, { as: cho });
  expect((await rates()).rate).toEqual({ made: 3, worked: 2 });

  // Hidden ones do not count; the second of the pair takes the place of the first.
  const { db } = server.runtime;
  await db.transaction().execute((trx) => hideMake(trx, first.id));
  expect((await rates()).rate).toEqual({ made: 3, worked: 1 });
  await db.transaction().execute((trx) => showMake(trx, first.id));
  expect((await rates()).rate).toEqual({ made: 3, worked: 2 });

  // Nor do those of somebody who is leaving.
  const { conceal, reveal } = socialPersonalData({ db });
  const concealed = await conceal!(db, dan.id);
  expect((await rates()).rate).toBeNull();
  await reveal!(db, dan.id, concealed);
  expect((await rates()).rate).toEqual({ made: 3, worked: 2 });
});

test('cards show them as soon as they are told of, in every list', async () => {
  const other = await startTestServer({ LIST_CACHE_MS: '60000' });
  try {
    const owner = await other.signUp();
    const created = await other.call('POST', '/api/resources', {
      as: owner,
      ...formOf([
        { name: 'title', value: '카드 받침' },
        { name: 'category', value: '3d_model' },
        { name: 'state', value: 'published' },
        { name: 'downloadFile', filename: '받침.stl', bytes: binaryStl(box(20, 20, 20)) },
      ]),
    });
    const { id, files, ownerUsername } = created.json<ResourceDetail>();
    const readers = [await other.signUp(), await other.signUp(), await other.signUp()];
    const collected = await other.call('POST', '/api/collections', { as: owner, payload: { title: '모음' } });
    const collectionItems = `/api/collections/${collected.json<CollectionDetail>().id}/items`;
    await other.call('PUT', `${collectionItems}/${id}`, { as: owner, payload: {} });
    const cards = async () => {
      const lists = [
        '/api/resources',
        '/api/resources?search=받침',
        `/api/people/${ownerUsername}/resources`,
      ];
      const answers = await Promise.all(lists.map((path) => other.call('GET', path)));
      const [item] = (await other.call('GET', collectionItems)).json<CollectionItem[]>();
      return [...answers.map((answer) => answer.json<ResourceCard[]>()[0]), item?.resource].map(
        (card) => card?.builds,
      );
    };
    let last = '';
    for (const as of readers) {
      expect(await cards()).toEqual([null, null, null, null]);
      const answer = await other.call('POST', `/api/resources/${id}/makes`, {
        as,
        ...formOf([
          { name: 'outcome', value: 'success' },
          { name: 'fileSha256', value: files[0]!.sha256 },
          { name: 'image', filename: 'a.png', bytes: await png() },
        ]),
      });
      last = answer.json<Make>().id;
    }
    const rate = { made: 3, worked: 3 };
    expect(await cards()).toEqual([rate, rate, rate, rate]);
    await other.call('PATCH', `/api/makes/${last}`, { as: readers[2]!, payload: { outcome: 'failed' } });
    const changed = { made: 3, worked: 2 };
    expect(await cards()).toEqual([changed, changed, changed, changed]);
  } finally {
    await other.close();
  }
});

test('a make names a file of its resource', async () => {
  const answer = await make(await server.signUp(), { fileSha256: 'a'.repeat(64) });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({
    code: 'unknown_make_file',
    fields: { fileSha256: expect.any(String) },
  });
});

test('rates of what cannot be seen are not told', async () => {
  for (const path of ['resources', 'services'])
    expect(
      (await server.call('GET', `/api/${path}/01890000-0000-7000-8000-000000000000/builds`)).statusCode,
    ).toBe(404);
});
