import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { binaryStl, box } from '#platform/shared/models/testing.ts';
import { formOf, startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { ResourceDetail } from '../contract.ts';
import { sweepFiles } from './jobs.ts';

let server: TestServer;
let owner: Person;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signUp();
});
afterAll(() => server.close());

type Part = Parameters<typeof formOf>[0][number];
const file = (name: string, text = name): Part => ({
  name: 'downloadFile',
  filename: name,
  bytes: Buffer.from(text),
});
async function picture(background: string): Promise<Part> {
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .png()
    .toBuffer();
  return { name: 'image', filename: 'a.png', bytes };
}
const list = (name: string, values: readonly unknown[]): Part => ({ name, value: JSON.stringify(values) });

async function create(state: 'draft' | 'published', parts: Part[]): Promise<ResourceDetail> {
  const answer = await server.call('POST', '/api/resources', {
    as: owner,
    ...formOf([
      { name: 'title', value: '서랍' },
      { name: 'category', value: 'other' },
      { name: 'state', value: state },
      ...parts,
    ]),
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

const patch = (id: string, parts: Part[]) =>
  server.call('PATCH', `/api/resources/${id}`, { as: owner, ...formOf(parts) });
async function change(id: string, parts: Part[]): Promise<ResourceDetail> {
  const answer = await patch(id, parts);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

const ofVersion = ({ files }: ResourceDetail, number: number) =>
  files.filter(({ version }) => version === number).map(({ name }) => name);
const idOf = ({ files }: ResourceDetail, name: string) => files.find((each) => each.name === name)?.id ?? '';

async function upload(name: string): Promise<string> {
  const sent = await server.call('POST', '/api/uploads', {
    as: owner,
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': '5',
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
      'content-type': 'application/offset+octet-stream',
    },
    payload: 'later',
  });
  expect(sent.statusCode, sent.body).toBe(201);
  return String(sent.headers['location']).split('/').at(-1) ?? '';
}
const attach = (id: string, payload: object) =>
  server.call('POST', `/api/resources/${id}/files`, { as: owner, payload });

describe('files of a new version', () => {
  test('are the existing files, with new ones replacing those of the same name', async () => {
    const first = await create('published', [file('a.txt'), file('b.txt'), file('c.txt')]);
    const second = await change(first.id, [file('B.txt', 'new'), file('d.txt')]);
    expect(ofVersion(second, 2)).toEqual(['a.txt', 'B.txt', 'c.txt', 'd.txt']);
    expect(ofVersion(second, 1)).toEqual(['a.txt', 'b.txt', 'c.txt']);
    const read = (id: string) => server.call('GET', `/api/resources/${first.id}/download?file=${id}`);
    expect((await read(second.files[0]?.id ?? '')).body).toBe('a.txt');
    expect((await read(second.files[1]?.id ?? '')).body).toBe('new');
    // A file of two versions is stored once and stays while either has it.
    await sweepFiles(server.runtime, new Date(Date.now() + 25 * 60 * 60 * 1000));
    expect((await read(second.files[0]?.id ?? '')).body).toBe('a.txt');
  });

  test('leave out files on request, with or without new ones', async () => {
    const first = await create('published', [file('a.txt'), file('b.txt'), file('c.txt')]);
    const second = await change(first.id, [list('keptFiles', [idOf(first, 'a.txt'), idOf(first, 'c.txt')])]);
    expect(ofVersion(second, 2)).toEqual(['a.txt', 'c.txt']);
    const third = await change(first.id, [list('keptFiles', [idOf(second, 'c.txt')]), file('d.txt')]);
    expect(ofVersion(third, 3)).toEqual(['c.txt', 'd.txt']);
    expect(third.versions).toHaveLength(3);
    const same = await change(first.id, [
      list(
        'keptFiles',
        third.files.slice(0, 2).map(({ id }) => id),
      ),
    ]);
    expect(same.versions).toHaveLength(3);
  });

  test('of an unpublished resource change in place', async () => {
    const draft = await create('draft', [file('a.txt'), file('b.txt')]);
    const changed = await change(draft.id, [list('keptFiles', [idOf(draft, 'b.txt')]), file('c.txt')]);
    expect([changed.versions.length, ofVersion(changed, 1)]).toEqual([1, ['b.txt', 'c.txt']]);
    expect(idOf(changed, 'b.txt')).toBe(idOf(draft, 'b.txt'));
    expect((await change(draft.id, [list('keptFiles', [])])).files).toEqual([]);
    expect(ofVersion(await change(draft.id, [file('d.txt')]), 1)).toEqual(['d.txt']);
  });

  test('are added one request at a time', async () => {
    const first = await create('published', [file('a.txt')]);
    const attached = await attach(first.id, { uploadId: await upload('b.txt') });
    expect(attached.statusCode, attached.body).toBe(201);
    expect(ofVersion(attached.json(), 2)).toEqual(['a.txt', 'b.txt']);
  });

  test('replace those that are not kept', async () => {
    const first = await create('published', [file('a.txt'), file('b.txt')]);
    const keptFiles = [idOf(first, 'b.txt')];
    const attached = await attach(first.id, { uploadId: await upload('c.txt'), keptFiles });
    expect(ofVersion(attached.json(), 2)).toEqual(['b.txt', 'c.txt']);
    const alone = await attach(first.id, { uploadId: await upload('d.txt'), keptFiles: [] });
    expect(ofVersion(alone.json(), 3)).toEqual(['d.txt']);
    // From an earlier version.
    const refused = await attach(first.id, { uploadId: await upload('e.txt'), keptFiles });
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([400, 'unknown_file']);
  });

  test('are refused for files of another resource, too many or no files, and nothing changes', async () => {
    const first = await create('published', [file('a.txt'), file('b.txt')]);
    const other = await create('published', [file('a.txt')]);
    const many = Array.from({ length: 19 }, (_, index) => file(`${index}.txt`));
    const refusals = [
      [
        [list('keptFiles', [idOf(first, 'a.txt'), idOf(other, 'a.txt')])],
        400,
        'unknown_file',
        'keptFiles[1]',
      ],
      [many, 422, 'too_many_files', 'uploads'],
      [[list('keptFiles', [])], 422, 'last_file', 'keptFiles'],
      [[{ name: 'keptFiles', value: 'a.txt' }], 400, 'invalid_input', 'keptFiles'],
      [[list('keptFiles', ['a.txt'])], 400, 'invalid_input', 'keptFiles[0]'],
    ] as const;
    for (const [parts, status, code, field] of refusals) {
      const answer = await patch(first.id, [...parts]);
      expect([answer.statusCode, answer.json().code, Object.keys(answer.json().fields)]).toEqual([
        status,
        code,
        [field],
      ]);
    }
    const now = await server.call('GET', `/api/resources/${first.id}`, { as: owner });
    expect(now.json()).toEqual(first);
  });
});

describe('pictures', () => {
  const idsOf = ({ images }: ResourceDetail) => images.map(({ id }) => id);

  test('are stored in the requested order, with the first as the cover', async () => {
    const first = await create('published', [await picture('red'), await picture('green')]);
    const [red, green] = idsOf(first);
    expect(first.imageUrl).toContain(red);
    const second = await change(first.id, [list('imageOrder', [green, 'new', red]), await picture('blue')]);
    const [, blue] = idsOf(second);
    expect(idsOf(second)).toEqual([green, blue, red]);
    expect(second.imageUrl).toContain(green);
    const cards = await server.call('GET', `/api/resources?search=${encodeURIComponent('서랍')}`);
    expect(cards.json<ResourceDetail[]>().find(({ id }) => id === first.id)?.imageUrl).toContain(green);
    const third = await change(first.id, [list('imageOrder', [blue])]);
    expect(idsOf(third)).toEqual([blue]);
    expect((await server.call('GET', `/api/images/${green}/480.webp`)).statusCode).toBe(404);
    expect((await change(first.id, [list('imageOrder', [])])).imageUrl).toBeNull();
  });

  test('that are unknown or too many are refused at their field', async () => {
    const { id } = await create('published', [await picture('red')]);
    const other = await create('published', [await picture('red')]);
    for (const [order, field] of [
      [idsOf(other), 'imageOrder[0]'],
      [['new'], 'imageOrder[0]'],
      [['x'], 'imageOrder[0]'],
    ] as const) {
      const answer = await patch(id, [list('imageOrder', order)]);
      expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]]);
    }
    const eleven = await Promise.all(Array.from({ length: 11 }, () => picture('red')));
    expect((await patch(id, eleven)).statusCode).toBe(413);
    expect(
      (await patch(id, [list('imageOrder', idsOf(await change(id, []))), ...eleven.slice(1)])).json(),
    ).toMatchObject({
      code: 'too_many_pictures',
    });
  });
});

test('an author says how many of each file are needed, by version, and a parts list says it for the others', async () => {
  const cube = Buffer.from(binaryStl(box(20, 20, 20)));
  const stl = (filename: string) => ({ name: 'downloadFile', filename, bytes: cube });
  const needed = ({ files, version: _version }: ResourceDetail, version: number) =>
    Object.fromEntries(
      files
        .filter((each) => each.version === version)
        .map((each) => [each.name, each.needed && [each.needed.count, each.needed.from]]),
    );
  const parts = [{ name: 'leg', quantity: 4 }];
  const first = await create('published', [
    stl('frame.stl'),
    stl('leg.stl'),
    stl('all.stl'),
    file('read.txt'),
    { name: 'needed', value: JSON.stringify({ 'all.stl': 0, 'not there.stl': 3 }) },
    { name: 'details', value: JSON.stringify({ billOfMaterials: parts }) },
  ]);
  expect(needed(first, 1)).toEqual({
    'frame.stl': [1, 'unsaid'],
    'leg.stl': [4, 'parts_list'],
    'all.stl': [0, 'author'],
    'read.txt': null,
  });
  // Numbers alone are no new version; a new version begins with them, and changes them for itself.
  const told = await change(first.id, [{ name: 'needed', value: JSON.stringify({ 'leg.stl': 3 }) }]);
  expect(told.files.map(({ version }) => version)).toEqual([1, 1, 1, 1]);
  expect(needed(told, 1)).toMatchObject({ 'leg.stl': [3, 'author'] });
  const second = await change(first.id, [
    stl('LEG.stl'),
    { name: 'needed', value: JSON.stringify({ 'all.stl': null, 'frame.stl': 2 }) },
  ]);
  expect(needed(second, 2)).toMatchObject({
    'LEG.stl': [3, 'author'],
    'all.stl': [1, 'unsaid'],
    'frame.stl': [2, 'author'],
  });
  expect(needed(second, 1)).toMatchObject({ 'all.stl': [0, 'author'], 'frame.stl': [1, 'unsaid'] });
  const wrong = await patch(first.id, [{ name: 'needed', value: JSON.stringify({ 'leg.stl': 1001 }) }]);
  expect([wrong.statusCode, wrong.json()]).toMatchObject([
    400,
    { fields: { 'needed.leg.stl': expect.any(String) } },
  ]);
});
