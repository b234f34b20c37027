import { zipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formOf, startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { stepCube } from '#platform/shared/models/testing-step.ts';
import { binaryStl, box, sphere, textStl, type Soup } from '#platform/shared/models/testing.ts';
import type { ResourceDetail } from '../contract.ts';
import { resourcesJobs } from './jobs.ts';
import { runModel } from './models.ts';

let server: TestServer;
let owner: Person;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signUp();
});
afterAll(() => server.close());

async function publish(
  files: Record<string, Uint8Array>,
  picture?: Buffer,
  state = 'published',
): Promise<ResourceDetail> {
  const answer = await server.call('POST', '/api/resources', {
    as: owner,
    ...formOf([
      { name: 'title', value: '재 볼 모델' },
      { name: 'category', value: '3d_model' },
      { name: 'state', value: state },
      ...Object.entries(files).map(([filename, bytes]) => ({ name: 'downloadFile', filename, bytes })),
      ...(picture ? [{ name: 'image', filename: 'a.png', bytes: picture }] : []),
    ]),
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

const read = async (id: string): Promise<ResourceDetail> =>
  (await server.call('GET', `/api/resources/${id}`, { as: owner })).json();

async function runMeasuring(): Promise<void> {
  await resourcesJobs(server.runtime)['resources.measure_models']({} as never);
}

const png = () =>
  sharp({ create: { width: 600, height: 400, channels: 3, background: '#0b7157' } })
    .png()
    .toBuffer();

test('measures an uploaded STL and returns its figures with the resource', async () => {
  const resource = await publish({
    '상자.stl': binaryStl(box(20, 30, 40)),
    '설명.txt': Buffer.from('읽어 주세요'),
  });
  expect(resource.files.map(({ model }) => model)).toEqual([{ state: 'waiting' }, null]);
  const { rows } = await server.runtime.pool.query(
    `select 1 from graphile_worker.jobs where task_identifier = 'resources.measure_models'`,
  );
  expect(rows.length).toBe(1);
  await runMeasuring();
  const { files, images, imageUrl } = await read(resource.id);
  expect(files[0]?.model).toMatchObject({
    state: 'measured',
    figures: {
      unit: 'millimeter',
      unitIsGuessed: true,
      sizeMm: [20, 30, 40],
      triangles: 12,
      openEdges: 0,
      watertight: true,
    },
  });
  expect(files[0]?.mesh).toMatchObject({
    boxMm: { x: 20, y: 30, z: 40 },
    triangles: 12,
    openEdges: 0,
    watertight: true,
  });
  expect(files[0]?.mesh?.volumeMm3).toBeCloseTo(24_000);
  expect(files[0]?.mesh?.areaMm2).toBeCloseTo(5200);
  expect(files[1]?.mesh).toBeNull();
  const [drawn] = images;
  expect(drawn).toMatchObject({ drawn: true, width: 1280, height: 960 });
  const picture = await server.call('GET', imageUrl ?? '');
  expect(picture.headers['content-type']).toBe('image/webp');
  const { data } = await sharp(picture.rawPayload).raw().toBuffer({ resolveWithObject: true });
  // Background in a corner, the model in the middle.
  expect([...data.subarray(0, 3)][0]).toBeLessThan(80);
  const list = await server.call('GET', '/api/resources');
  expect(list.json<{ id: string; imageUrl: string }[]>().find(({ id }) => id === resource.id)?.imageUrl).toBe(
    imageUrl,
  );
});

test('measures a STEP file, and says why another one is none', async () => {
  const resource = await publish({
    'part.step': Buffer.from(stepCube(20)),
    'no-part.stp': Buffer.from('ISO-10303-21;\nHEADER;\nENDSEC;\nDATA;\nENDSEC;\nEND-ISO-10303-21;\n'),
  });
  await runMeasuring();
  const { files, images } = await read(resource.id);
  const modelOf = (name: string) => files.find((file) => file.name === name)?.model;
  expect(modelOf('part.step')).toMatchObject({
    state: 'measured',
    figures: { sizeMm: [20, 20, 20], unitIsGuessed: false, watertight: true },
  });
  expect(modelOf('no-part.stp')).toEqual({ state: 'unreadable', problem: expect.any(String) });
  expect(images).toMatchObject([{ drawn: true }]);
});

test('older figures are measured again', async () => {
  const { pool } = server.runtime;
  const resource = await publish({ 'a.stl': binaryStl(box(20, 30, 40)) });
  await runMeasuring();
  await pool.query(
    `update resource_model set figures = figures - 'printability' || '{"volumeMm3": 1}', began_at = now() - interval '1 day'
      where file_id = $1`,
    [resource.files[0]!.id],
  );
  expect((await read(resource.id)).files[0]!.mesh?.volumeMm3).toBe(1);
  await runMeasuring();
  const [file] = (await read(resource.id)).files;
  expect(file!.mesh?.volumeMm3).toBeCloseTo(24_000);
  expect(file!.model).toMatchObject({
    state: 'measured',
    figures: {
      inside: { union: 1 },
      printability: { wall: { mm: 20, known: 'measured' }, islands: { count: 0 }, overhang: { mm2: 0 } },
    },
  });
});

test('an uploaded picture stays and replaces a drawn one', async () => {
  const withPicture = await publish({ 'a.stl': binaryStl(box(20, 30, 40)) }, await png());
  const without = await publish({ 'a.stl': textStl(sphere(20, 12)) });
  await runMeasuring();
  expect((await read(withPicture.id)).images).toMatchObject([{ drawn: false }]);
  expect((await read(without.id)).images).toMatchObject([{ drawn: true }]);
  const edited = await server.call('PATCH', `/api/resources/${without.id}`, {
    as: owner,
    ...formOf([{ name: 'image', filename: 'a.png', bytes: await png() }]),
  });
  expect(edited.json<ResourceDetail>().images).toMatchObject([{ drawn: false }]);
});

test('a drawing returns when the last uploaded picture is removed', async () => {
  for (const state of ['draft', 'published']) {
    const { id } = await publish({ 'a.stl': binaryStl(box(20, 30, 40)) }, undefined, state);
    await runMeasuring();
    const change = async (part: Parameters<typeof formOf>[0][number]) => {
      const answer = await server.call('PATCH', `/api/resources/${id}`, { as: owner, ...formOf([part]) });
      expect(answer.statusCode, answer.body).toBe(200);
      await runMeasuring();
      return read(id);
    };
    const sent = await change({ name: 'image', filename: 'a.png', bytes: await png() });
    expect(sent.images).toMatchObject([{ drawn: false }]);
    const without = await change({ name: 'imageOrder', value: '[]' });
    expect(without.images).toMatchObject([{ drawn: true }]);
    expect(without.files[0]?.model?.state).toBe('measured');
  }
});

test('draws the newest model, next to one of another name that stays', async () => {
  const { id } = await publish({ 'arm-v1.stl': binaryStl(box(20, 30, 40)) });
  await runMeasuring();
  const before = await read(id);
  await server.call('PATCH', `/api/resources/${id}`, {
    as: owner,
    ...formOf([{ name: 'downloadFile', filename: 'arm-v2.stl', bytes: binaryStl(box(50, 5, 5)) }]),
  });
  await runMeasuring();
  const after = await read(id);
  expect(after.files.map(({ name, version }) => [name, version])).toEqual([
    ['arm-v1.stl', 2],
    ['arm-v2.stl', 2],
    ['arm-v1.stl', 1],
  ]);
  expect(after.images).toMatchObject([{ drawn: true }]);
  expect(after.images[0]?.id).not.toBe(before.images[0]?.id);
});

test('draws a new version again', async () => {
  const resource = await publish({ 'a.stl': binaryStl(box(20, 30, 40)) });
  await runMeasuring();
  const before = await read(resource.id);
  await server.call('PATCH', `/api/resources/${resource.id}`, {
    as: owner,
    ...formOf([{ name: 'downloadFile', filename: 'a.stl', bytes: binaryStl(box(50, 5, 5)) }]),
  });
  await runMeasuring();
  const after = await read(resource.id);
  expect(after.images).toMatchObject([{ drawn: true }]);
  expect(after.images[0]?.id).not.toBe(before.images[0]?.id);
  expect(after.files.map(({ model }) => model?.state)).toEqual(['measured', 'measured']);
});

test('an unchanged model is measured again only if it becomes the one that is drawn', async () => {
  const resource = await publish({
    'a.stl': binaryStl(box(20, 30, 40)),
    'b.stl': binaryStl(box(50, 5, 5)),
  });
  await runMeasuring();
  const before = await read(resource.id);
  const keep = async (files: ResourceDetail['files'], more: object = {}) =>
    (
      await server.call('PATCH', `/api/resources/${resource.id}`, {
        as: owner,
        payload: { keptFiles: files.map(({ id }) => id), ...more },
      })
    ).json<ResourceDetail>();
  const [a] = before.files;
  const withoutB = await keep([a!]);
  expect(withoutB.files[0]).toMatchObject({ name: 'a.stl', version: 2, model: a!.model });
  expect(withoutB.images).toEqual(before.images);

  const back = await server.call('PATCH', `/api/resources/${resource.id}`, {
    as: owner,
    ...formOf([{ name: 'downloadFile', filename: 'b.stl', bytes: binaryStl(box(50, 5, 5)) }]),
  });
  await runMeasuring();
  // It is the newest and is drawn; without it the other one is.
  const drawnB = await read(resource.id);
  expect(drawnB.images[0]?.id).not.toBe(before.images[0]?.id);
  const withoutB2 = await keep([back.json<ResourceDetail>().files[0]!]);
  expect(withoutB2.files[0]).toMatchObject({ name: 'a.stl', version: 4, model: { state: 'waiting' } });
  await runMeasuring();
  const after = await read(resource.id);
  expect(after.files[0]?.model).toEqual(a!.model);
  expect(after.images).toMatchObject([{ drawn: true }]);
  expect(after.images[0]?.id).not.toBe(drawnB.images[0]?.id);
});

test('a broken model has a reason, and the next one is drawn', async () => {
  const broken = new TextEncoder().encode('v 0 0 0\nv 1 0 0\nf 1 2 9\n');
  const resource = await publish({ 'a.obj': broken, 'b.stl': binaryStl(box(20, 30, 40)) });
  await runMeasuring();
  const { files, images } = await read(resource.id);
  expect(files.map(({ model }) => model)).toMatchObject([
    { state: 'unreadable', problem: 'malformed' },
    { state: 'measured' },
  ]);
  expect(images).toMatchObject([{ drawn: true }]);
});

test('gives up a model that crashed the process repeatedly', async () => {
  const resource = await publish({ 'a.stl': binaryStl(box(20, 30, 40)) });
  await server.runtime.pool.query(
    `update resource_model set tries = 3, began_at = now() - interval '10 minutes' where file_id = $1`,
    [resource.files[0]?.id],
  );
  await runMeasuring();
  expect((await read(resource.id)).files[0]?.model).toEqual({ state: 'unreadable', problem: 'failed' });
});

test('skips a model that another worker measures', async () => {
  const resource = await publish({ 'a.stl': binaryStl(box(20, 30, 40)) });
  const id = resource.files[0]?.id;
  await server.runtime.pool.query(
    'update resource_model set tries = 1, began_at = now() where file_id = $1',
    [id],
  );
  await runMeasuring();
  expect((await read(resource.id)).files[0]?.model).toEqual({ state: 'waiting' });
  await server.runtime.pool.query(
    `update resource_model set began_at = now() - interval '10 minutes' where file_id = $1`,
    [id],
  );
  await runMeasuring();
  expect((await read(resource.id)).files[0]?.model?.state).toBe('measured');
});

test('viewing a model does not count as a download', async () => {
  const { id } = await publish({ 'a.stl': binaryStl(box(20, 30, 40)) });
  const address = `/api/resources/${id}/download`;
  expect((await server.call('GET', `${address}?preview=true`)).rawPayload.length).toBe(684);
  expect((await read(id)).downloadCount).toBe(0);
  await server.call('GET', address);
  expect((await read(id)).downloadCount).toBe(1);
  expect((await server.call('GET', `${address}?preview=maybe`)).statusCode).toBe(400);
});

test('terminates a thread that takes too long', async () => {
  const many: Soup = sphere(20, 300);
  expect(await runModel('stl', new Uint8Array(binaryStl(many)), { key: 'a', draw: true, slowMs: 1 })).toEqual(
    {
      problem: 'too_slow',
    },
  );
  const bomb = zipSync({ '3D/3dmodel.model': new Uint8Array(200 * 1024 * 1024) });
  expect(await runModel('3mf', new Uint8Array(bomb), { key: 'a', draw: false })).toEqual({ problem: 'bomb' });
});

test('measures PLY, AMF and a glTF in a ZIP; other archives are no models', async () => {
  const cube = box(20, 20, 20);
  const points = new Float32Array(box(0.02, 0.02, 0.02).flat());
  const gltf = {
    asset: { version: '2.0' },
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5126, type: 'VEC3', count: 36 }],
    bufferViews: [{ buffer: 0, byteLength: points.byteLength }],
    buffers: [{ byteLength: points.byteLength, uri: 'scene.bin' }],
  };
  const vertices = cube.flatMap((t) => [0, 3, 6].map((at) => t.slice(at, at + 3)));
  const ply = `ply\nformat ascii 1.0\nelement vertex 36\nproperty float x\nproperty float y\nproperty float z\nelement face 12\nproperty list uchar int vertex_indices\nend_header\n${vertices.map((point) => `${point.join(' ')}\n`).join('')}${cube.map((_, at) => `3 ${at * 3} ${at * 3 + 1} ${at * 3 + 2}\n`).join('')}`;
  const amf = `<?xml version="1.0"?><amf unit="millimeter"><object id="0"><mesh><vertices>${vertices.map(([x, y, z]) => `<vertex><coordinates><x>${x}</x><y>${y}</y><z>${z}</z></coordinates></vertex>`).join('')}</vertices><volume>${cube.map((_, at) => `<triangle><v1>${at * 3}</v1><v2>${at * 3 + 1}</v2><v3>${at * 3 + 2}</v3></triangle>`).join('')}</volume></mesh></object></amf>`;
  const { id, files: sent } = await publish({
    'scene.zip': zipSync({
      'scene.gltf': Buffer.from(JSON.stringify(gltf)),
      'scene.bin': new Uint8Array(points.buffer),
    }),
    'a.ply': Buffer.from(ply),
    'b.amf': Buffer.from(amf),
    'c.amf': zipSync({ 'c.amf': Buffer.from(amf) }),
    'texts.zip': zipSync({ 'a.txt': Buffer.from('a') }),
  });
  // Whether an archive is a model is not known yet.
  expect(sent.map(({ model }) => model?.state ?? null)).toEqual([
    null,
    'waiting',
    'waiting',
    'waiting',
    null,
  ]);
  await runMeasuring();
  const { files, images } = await read(id);
  expect(files.map(({ model }) => model?.state ?? null)).toEqual([
    'measured',
    'measured',
    'measured',
    'measured',
    null,
  ]);
  for (const { mesh } of files.slice(0, 4)) {
    expect(mesh?.volumeMm3).toBeCloseTo(8000, 1);
    expect(mesh?.watertight).toBe(true);
  }
  expect(images).toMatchObject([{ drawn: true }]);
  const alone = await publish({
    'scene.zip': zipSync({
      'scene.gltf': Buffer.from(JSON.stringify(gltf)),
      'scene.bin': new Uint8Array(points.buffer),
    }),
  });
  await runMeasuring();
  expect((await read(alone.id)).images).toMatchObject([{ drawn: true }]);
});

test('text STLs of old Macs and with a byte order mark are taken', async () => {
  const text = new TextDecoder().decode(textStl(box(20, 20, 20)));
  const { id } = await publish({
    'mac.stl': Buffer.from(text.replaceAll('\n', '\r')),
    'mark.stl': Buffer.from(`\uFEFF${text}`),
    'capitals.stl': Buffer.from(text.toUpperCase()),
  });
  await runMeasuring();
  for (const { mesh } of (await read(id)).files) expect(mesh?.volumeMm3).toBeCloseTo(8000, 1);
});
