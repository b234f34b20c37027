import sharp from 'sharp';
import { zipOf } from '#features/uploads/server/testing.ts';
import { onnxOf } from '#platform/shared/testing-onnx.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formOf, startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { ResourceDetail, StepPicture } from '../contract.ts';
import { resourcesJobs, sweepFiles } from './jobs.ts';

let server: TestServer;
let owner: Person;
let stranger: Person;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signUp();
  stranger = await server.signUp();
});
afterAll(() => server.close());

const write = (method: string, url: string, as: Person, payload: object) =>
  server.call(method, url, { as, payload });

async function create(fields: object): Promise<ResourceDetail> {
  const payload = { title: '드론 보드', category: 'hardware_design', ...fields };
  const answer = await write('POST', '/api/resources', owner, payload);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

async function change(id: string, payload: object): Promise<ResourceDetail> {
  const answer = await write('PATCH', `/api/resources/${id}`, owner, payload);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

const read = async (id: string): Promise<ResourceDetail> =>
  (await server.call('GET', `/api/resources/${id}`, { as: owner })).json();

const png = () =>
  sharp({ create: { width: 600, height: 400, channels: 3, background: '#0b7157' } })
    .png()
    .toBuffer();

async function sendPicture(as: Person, bytes?: Buffer) {
  const form = formOf([{ name: 'image', filename: 'a.png', bytes: bytes ?? (await png()) }]);
  return server.call('POST', '/api/step-pictures', { as, ...form });
}

async function sentPicture(as = owner): Promise<string> {
  const answer = await sendPicture(as);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<StepPicture>().id;
}

const show = (id: string, as?: Person) => server.call('GET', `/api/images/${id}/480.webp`, as ? { as } : {});

async function runRemoval(): Promise<void> {
  const { pool } = server.runtime;
  const { rows } = await pool.query(
    `select j.payload from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'resources.remove_pictures'`,
  );
  for (const { payload } of rows)
    await resourcesJobs(server.runtime)['resources.remove_pictures'](payload as never);
}

describe('details', () => {
  const parts = [
    {
      name: '저항 10k',
      quantity: 3,
      partNumber: 'CFR-25',
      url: 'https://example.com/r',
      substitute: '10k 5%',
      priceWon: 20,
    },
  ];
  const printSettings = [
    { name: '튼튼하게', material: 'PETG', layerHeightMm: 0.2, walls: 4, supports: false, grams: 40.5 },
  ];
  const aiModel = {
    task: '분류',
    parameters: 181,
    metrics: [{ name: '정확도', value: '93.9%', dataset: '검증' }],
    usage: 'python predict.py',
    limits: '빛에 약해요.',
  };
  const software = { platforms: ['windows', 'Klipper'], repository: 'https://example.com/repo' };

  test('of every kind are stored, and an edit of one leaves the others', async () => {
    const all = { billOfMaterials: parts, printSettings, aiModel, software };
    const made = await create({ downloadUrl: 'https://example.com/a', details: all });
    expect(made.details).toEqual(all);
    const edited = await change(made.id, { details: { billOfMaterials: [] } });
    expect(edited.details).toEqual({ ...all, billOfMaterials: [] });
  });

  test('can be sent by kind in a form, together with steps', async () => {
    const form = formOf(
      Object.entries({
        title: '보드',
        category: 'hardware_design',
        'details.billOfMaterials': JSON.stringify(parts),
        'details.software': JSON.stringify(software),
        assemblyInstructions: JSON.stringify([{ title: '납땜', text: '낮은 부품부터', tools: ['인두'] }]),
      }).map(([name, value]) => ({ name, value })),
    );
    const answer = await server.call('POST', '/api/resources', { as: owner, ...form });
    expect(answer.statusCode, answer.body).toBe(201);
    expect(answer.json()).toMatchObject({
      details: { billOfMaterials: parts, software },
      assemblyInstructions: [{ title: '납땜', text: '낮은 부품부터', tools: ['인두'] }],
    });
  });

  test('a single print setting may be sent without an array, and empty fields are dropped', async () => {
    const details = { printSettings: { material: 'PLA', printer: ' ' }, software: { repository: '' } };
    const made = await create({ downloadUrl: 'https://example.com/a', details });
    expect(made.details).toEqual({ printSettings: [{ material: 'PLA' }], software: { platforms: [] } });
  });

  test.each([
    [{ billOfMaterials: [...parts, { name: 'b', quantity: '둘' }] }, 'details.billOfMaterials[1].quantity'],
    [{ billOfMaterials: [{ name: ' ', quantity: 1 }] }, 'details.billOfMaterials[0].name'],
    [{ billOfMaterials: [{ name: 'a' }] }, 'details.billOfMaterials[0].quantity'],
    [
      { billOfMaterials: [{ name: 'a', quantity: 1, url: 'http://example.com' }] },
      'details.billOfMaterials[0].url',
    ],
    [
      { billOfMaterials: [{ name: 'a', quantity: 1, url: 'https://127.0.0.1/' }] },
      'details.billOfMaterials[0].url',
    ],
    [{ printSettings: [{ nozzleCelsius: 'hot' }] }, 'details.printSettings[0].nozzleCelsius'],
    [{ printSettings: Array.from({ length: 11 }, () => ({})) }, 'details.printSettings'],
    [{ aiModel: { metrics: [{ value: '1' }] } }, 'details.aiModel.metrics[0].name'],
    [{ software: { repository: 'javascript:alert(1)' } }, 'details.software.repository'],
    [{ software: { platforms: [''] } }, 'details.software.platforms[0]'],
    ['x', 'details'],
  ])('%j is refused at its field', async (details, field) => {
    const payload = { title: 'x', category: 'other', downloadUrl: 'https://example.com/a', details };
    const answer = await write('POST', '/api/resources', owner, payload);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().fields)).toEqual([field]);
  });
});

describe('pictures of steps', () => {
  test('are uploaded before their resource and visible only to the uploader until then', async () => {
    const imageId = await sentPicture();
    expect((await show(imageId, owner)).statusCode).toBe(200);
    expect((await show(imageId)).statusCode).toBe(404);
    expect((await show(imageId, stranger)).statusCode).toBe(404);
    const steps = [{ title: '', text: '납땜하기', imageId }];
    const made = await create({ assemblyInstructions: steps });
    expect(made.assemblyInstructions).toEqual([
      { ...steps[0], image: { id: imageId, width: 600, height: 400, widths: [480, 600] } },
    ]);
    const shown = await show(imageId);
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp']);
    await change(made.id, { state: 'draft' });
    expect((await show(imageId)).statusCode).toBe(404);
  });

  test('stay with their steps through edits and moves, and are deleted when no step shows them', async () => {
    const [first, second] = [await sentPicture(), await sentPicture()];
    const steps = [
      { title: 'a', text: '하나', imageId: first },
      { title: 'b', text: '둘', imageId: second },
    ];
    const made = await create({ assemblyInstructions: steps });
    await change(made.id, { title: '다른 제목' });
    // A response can be sent back unchanged.
    const moved = await change(made.id, { assemblyInstructions: made.assemblyInstructions.toReversed() });
    expect(moved.assemblyInstructions.map(({ image }) => image?.id)).toEqual([second, first]);
    await change(made.id, { assemblyInstructions: [{ text: '하나만', imageId: first }] });
    expect((await show(second)).statusCode).toBe(404);
    expect((await show(first)).statusCode).toBe(200);
    await runRemoval();
    expect(await server.runtime.storage.size(`images/${second}/480.webp`)).toBeNull();
    expect(await server.runtime.storage.size(`images/${first}/480.webp`)).not.toBeNull();
  });

  test('of another person or resource, and unknown ones, are refused at their step', async () => {
    const foreign = await sentPicture(stranger);
    const other = await create({ assemblyInstructions: [{ text: 'x', imageId: await sentPicture() }] });
    const used = other.assemblyInstructions[0]?.imageId;
    for (const imageId of [foreign, used, '01890000-0000-7000-8000-000000000000']) {
      const payload = {
        title: 'x',
        category: 'other',
        assemblyInstructions: [{ text: 'a' }, { text: 'b', imageId }],
      };
      const answer = await write('POST', '/api/resources', owner, payload);
      expect(answer.json()).toMatchObject({
        code: 'step_picture_not_found',
        fields: { 'assemblyInstructions[1].imageId': expect.any(String) },
      });
    }
    expect((await read(other.id)).assemblyInstructions[0]?.image?.id).toBe(used);
  });

  test('are checked like other pictures, and a refused one leaves nothing behind', async () => {
    const broken = await sendPicture(owner, Buffer.from('GIF89a nothing'));
    expect([broken.statusCode, Object.keys(broken.json().fields)]).toEqual([422, ['image']]);
    const text = await sendPicture(owner, Buffer.from('text'));
    expect([text.statusCode, text.json().code]).toEqual([415, 'image_type']);
    const none = await server.call('POST', '/api/step-pictures', {
      as: owner,
      ...formOf([{ name: 'other', value: 'x' }]),
    });
    expect([none.statusCode, Object.keys(none.json().fields)]).toEqual([400, ['other']]);
    expect((await write('POST', '/api/step-pictures', owner, {})).statusCode).toBe(415);
    const guest = await server.call('POST', '/api/step-pictures', formOf([]));
    expect(guest.statusCode).toBe(401);
  });

  test('are deleted after a day if unused', async () => {
    const unused = await sentPicture();
    const imageId = await sentPicture();
    await create({ assemblyInstructions: [{ text: 'x', imageId }] });
    const { db, storage } = server.runtime;
    await sweepFiles({ db, storage }, new Date(Date.now() + 25 * 60 * 60 * 1000));
    expect(await storage.size(`images/${unused}/480.webp`)).toBeNull();
    expect((await show(unused, owner)).statusCode).toBe(404);
    expect((await show(imageId)).statusCode).toBe(200);
  });
});

describe('progress', () => {
  const steps = '1. a\n2. b\n3. c';

  test('is stored per person', async () => {
    const { id } = await create({ assemblyInstructions: steps });
    const path = `/api/resources/${id}/progress`;
    expect((await server.call('GET', path, { as: owner })).json()).toEqual({ done: [] });
    expect((await write('PUT', path, owner, { done: [2, 0, 2] })).json()).toEqual({ done: [0, 2] });
    expect((await write('PUT', path, owner, { done: [1] })).json()).toEqual({ done: [1] });
    expect((await server.call('GET', path, { as: stranger })).json()).toEqual({ done: [] });
    expect((await server.call('GET', path)).statusCode).toBe(401);
  });

  test('is not found for an invisible resource, and refuses invalid input', async () => {
    const { id } = await create({ assemblyInstructions: steps, state: 'draft' });
    const path = `/api/resources/${id}/progress`;
    expect((await write('PUT', path, stranger, { done: [0] })).statusCode).toBe(404);
    expect((await write('PUT', '/api/resources/x/progress', owner, { done: [] })).statusCode).toBe(404);
    for (const done of [[-1], [0.5], ['0'], [1e9], 'all', undefined]) {
      const answer = await write('PUT', path, owner, { done });
      expect([done, answer.statusCode]).toEqual([done, 400]);
    }
  });
});

describe('headers of AI models', () => {
  function safetensors(header: string, dataBytes: number): Buffer {
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(Buffer.byteLength(header)));
    return Buffer.concat([length, Buffer.from(header), Buffer.alloc(dataBytes)]);
  }
  async function publish(files: Record<string, Buffer>): Promise<ResourceDetail> {
    const answer = await server.call('POST', '/api/resources', {
      as: owner,
      ...formOf([
        { name: 'title', value: '작은 모델' },
        { name: 'category', value: 'ai_model' },
        ...Object.entries(files).map(([filename, bytes]) => ({ name: 'downloadFile', filename, bytes })),
      ]),
    });
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json();
  }
  const good = '{"__metadata__":{"format":"pt"},"w":{"dtype":"F32","shape":[2,2],"data_offsets":[0,16]}}';

  test('are read after the upload and shown with the file', async () => {
    const made = await publish({ 'a.safetensors': safetensors(good, 16), 'b.txt': Buffer.from('읽기') });
    expect(made.files.map(({ header, model }) => [header, model])).toEqual([
      [{ state: 'waiting' }, null],
      [null, null],
    ]);
    await resourcesJobs(server.runtime)['resources.measure_models']({} as never);
    const [file] = (await read(made.id)).files;
    expect(file?.header).toEqual({
      state: 'read',
      summary: {
        format: 'safetensors',
        parameters: 4,
        tensorCount: 1,
        dtypes: [{ dtype: 'F32', parameters: 4, tensors: 1 }],
        metadata: [{ key: 'format', value: 'pt' }],
      },
    });
    const path = `/api/resources/${made.id}/files/${file?.id}/tensors`;
    expect((await server.call('GET', path)).json()).toEqual([
      { name: 'w', dtype: 'F32', shape: [2, 2], bytes: 16 },
    ]);
    await change(made.id, { state: 'draft' });
    expect((await server.call('GET', path, { as: stranger })).statusCode).toBe(404);
    for (const wrong of ['x', '01890000-0000-7000-8000-000000000000'])
      expect((await server.call('GET', path.replace(file?.id ?? '', wrong), { as: owner })).statusCode).toBe(
        404,
      );
  });

  test('are shown without text that the database cannot store', async () => {
    const value = `${'a'.repeat(1999)}😀`;
    const header = `{"__metadata__":{"n\\u0000l":"\\ud800","long":"${value}"},"w\\u0000":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}}`;
    const made = await publish({ 'odd.safetensors': safetensors(header, 1) });
    await resourcesJobs(server.runtime)['resources.measure_models']({} as never);
    const [file] = (await read(made.id)).files;
    expect(file?.header).toMatchObject({
      state: 'read',
      summary: {
        metadata: [
          { key: 'n\uFFFDl', value: '\uFFFD' },
          { key: 'long', value: `${'a'.repeat(1999)}\uFFFD…` },
        ],
      },
    });
    const path = `/api/resources/${made.id}/files/${file?.id}/tensors`;
    expect((await server.call('GET', path)).json()).toMatchObject([{ name: 'w\uFFFD' }]);
  });

  test('with false lengths are reported as invalid', async () => {
    const long = safetensors(good, 16);
    long.writeBigUInt64LE(2n ** 63n);
    const made = await publish({
      'lies.safetensors': long,
      'short.safetensors': safetensors(good, 8),
      'cut.safetensors': Buffer.from('abc'),
      'no.gguf': Buffer.from('GGUX and more'),
    });
    await resourcesJobs(server.runtime)['resources.measure_models']({} as never);
    expect((await read(made.id)).files.map(({ name, header }) => [name, header])).toEqual([
      ['lies.safetensors', { state: 'unreadable', problem: 'header_lies' }],
      ['short.safetensors', { state: 'unreadable', problem: 'outside' }],
      ['cut.safetensors', { state: 'unreadable', problem: 'truncated' }],
      ['no.gguf', { state: 'unreadable', problem: 'malformed' }],
    ]);
  });

  test('of ONNX and Keras are read without their weights', async () => {
    const layers = [{ class_name: 'Dense', config: { name: 'dense', units: 10 } }];
    const keras = zipOf([
      { name: 'metadata.json', data: Buffer.from('{"keras_version":"3.4.1"}') },
      {
        name: 'config.json',
        data: Buffer.from(JSON.stringify({ class_name: 'Sequential', config: { layers } })),
      },
      { name: 'model.weights.h5', data: Buffer.alloc(1000) },
    ]);
    const weight = { name: 'w', type: 1, dims: [500, 500], bytes: 1_000_000 };
    const made = await publish({
      'a.onnx': Buffer.from(onnxOf([weight])),
      'b.keras': keras,
      'c.keras': zipOf([{ name: 'a.txt', data: Buffer.from('a') }]),
      'd.onnx': Buffer.from('no model'),
    });
    await resourcesJobs(server.runtime)['resources.measure_models']({} as never);
    const { files } = await read(made.id);
    expect(files.map(({ header }) => header)).toMatchObject([
      { state: 'read', summary: { format: 'onnx', parameters: 250_000, tensorCount: 1 } },
      {
        state: 'read',
        summary: {
          format: 'keras',
          tensorCount: 0,
          metadata: expect.arrayContaining([
            { key: 'keras_version', value: '3.4.1' },
            { key: 'dense', value: 'Dense units=10' },
          ]),
        },
      },
      { state: 'unreadable', problem: 'malformed' },
      { state: 'unreadable', problem: 'malformed' },
    ]);
  });
});
