import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formOf, startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { ResourceDetail } from '#features/resources/contract.ts';
import { resourcesJobs } from '#features/resources/server/public.ts';
import type { Machine, ServiceCard, ServiceDetail } from '#features/services/contract.ts';
import { createService, type ServiceContent } from '#features/services/server/public.ts';
import { binaryStl, box, sphere } from '#platform/shared/models/testing.ts';
import { usualWalls } from '#platform/shared/models/print.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import type { PrintersAnswer, Quote } from '../contract.ts';
import { getBindingQuote } from './binding.ts';

let server: TestServer;
let provider: Person;
let customer: Person;
let stranger: Person;
beforeAll(async () => {
  server = await startTestServer({ FEE_PERCENT: '10', QUOTE_DAYS: '3', RATE_LIMIT_WRITES: '100000' });
  provider = await server.signUp();
  customer = await server.signUp();
  stranger = await server.signUp();
});
afterAll(() => server.close());

const machine: Machine = {
  id: '0197a000-0000-7000-8000-000000000001',
  name: 'P1S',
  buildMm: [256, 256, 256],
  stock: [{ material: 'PLA', colors: ['검정'] }],
  toleranceMm: null,
  layerMm: [0.08, 0.28],
  leadDays: 2,
  queue: 0,
  paused: false,
};
const content: ServiceContent = {
  state: 'active',
  serviceType: '3d_printing',
  isIndividual: true,
  isFreeService: false,
  title: '성수 레이어',
  description: '',
  language: 'ko',
  translations: {},
  pricing: '',
  price: null,
  hourlyRate: null,
  pricePerUnit: null,
  availableHours: '',
  tags: [],
  contactPhone: '010-1234-5678',
  contactEmail: 'layer@example.com',
  printerModel: '',
  fileFormats: [],
  materials: [],
  specializations: [],
  productionItems: [],
  locations: [{ address: '서울 성동구 성수이로 20-7', lat: 37.5419, long: 127.0565 }],
};
const offer = (part: Partial<ServiceContent> = {}) =>
  server.runtime.db
    .transaction()
    .execute((trx) => createService(trx, provider, { ...content, ...part }, [], new Date()));

const cube = binaryStl(box(20, 20, 20));
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function upload(bytes: Uint8Array, name = 'cube.stl', as = customer): Promise<string> {
  const filename = Buffer.from(name).toString('base64');
  const answer = await server.call('POST', '/api/uploads', {
    as,
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${filename}`,
      'content-type': 'application/offset+octet-stream',
    },
    payload: Buffer.from(bytes),
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return String(answer.headers['location']).split('/').at(-1) ?? '';
}
async function publish(bytes: Uint8Array, name = 'cube.stl', state = 'published'): Promise<ResourceDetail> {
  const answer = await server.call('POST', '/api/resources', {
    as: provider,
    ...formOf([
      { name: 'title', value: '정육면체' },
      { name: 'category', value: '3d_model' },
      { name: 'state', value: state },
      { name: 'downloadFile', filename: name, bytes },
    ]),
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
async function measure(): Promise<void> {
  await resourcesJobs(server.runtime)['resources.measure_models']({} as never);
}
const ask = (serviceId: string, payload: object, as = customer, headers: Record<string, string> = {}) =>
  server.call('POST', `/api/services/${serviceId}/quote`, { as, payload, headers });

describe('a quote', () => {
  test('of an uploaded cube follows the formula, for this exact file, until it expires', async () => {
    const serviceId = await offer();
    const uploadId = await upload(cube);
    const answer = await ask(serviceId, { uploadId, material: 'PLA' });
    expect(answer.statusCode, answer.body).toBe(201);
    const quote = answer.json<Quote>();
    // Less than 10 g of 8 cm³ of PLA: 10,000 + 2,000, plus 10%.
    expect(quote.grams.likely).toBeGreaterThan(3);
    expect(quote.grams.atMost).toBeGreaterThan(quote.grams.likely);
    expect(quote.grams.atMost).toBeLessThan(6);
    expect(quote.hours!.atMost).toBeGreaterThan(quote.hours!.likely);
    expect(quote).toMatchObject({
      serviceId,
      fileName: 'cube.stl',
      fileSha256: sha256(cube),
      material: 'PLA',
      infill: 20,
      layerHeight: 0.2,
      quantity: 1,
      machine: null,
      unit: 'millimeter',
      sizeMm: [20, 20, 20],
      parts: [
        {
          printability: {
            wall: { mm: 20, known: 'measured' },
            overhang: { mm2: 0 },
            islands: { count: 0 },
          },
        },
      ],
      buildMm: null,
      billedGrams: 10,
      likely: { principal: 12_000, fee: 1200, total: 13_200 },
      lines: [
        { code: 'start', label: '기본요금', count: 1, each: 10_000, amount: 10_000 },
        { code: 'material', count: 1, each: 2000, amount: 2000 },
      ],
      principal: 12_000,
      fee: 1200,
      total: 13_200,
      currency: 'KRW',
      leadTimeDays: 3,
      // The default calendar is open every day.
      readyOn: koreanDay(new Date(Date.parse(quote.createdAt) + 3 * 24 * 60 * 60_000)),
    });
    expect(Date.parse(quote.expiresAt) - Date.parse(quote.createdAt)).toBe(3 * 24 * 60 * 60_000);
    expect(answer.headers['location']).toBe(`/api/quotes/${quote.id}`);
    const uploads = await server.call('GET', '/api/uploads', { as: customer });
    // The upload is kept for an order, and may be quoted again.
    expect(uploads.json<{ id: string }[]>().map(({ id }) => id)).not.toContain(uploadId);
    expect((await ask(serviceId, { uploadId, material: 'ABS' })).statusCode).toBe(201);
    expect((await ask(serviceId, { uploadId, material: 'PLA' }, stranger)).statusCode).toBe(404);
  });

  test('uses the owner’s unit for a file without its own', async () => {
    const serviceId = await offer();
    const uploadId = await upload(cube);
    const answer = await ask(serviceId, { uploadId, material: 'PLA', unit: 'centimeter' });
    expect(answer.statusCode, answer.body).toBe(201);
    expect(answer.json<Quote>()).toMatchObject({
      unit: 'centimeter',
      sizeMm: [200, 200, 200],
      feePercent: 10,
    });
    expect(answer.json<Quote>().grams.likely).toBeGreaterThan(1984);
    const unknown = await ask(serviceId, { uploadId, material: 'PLA', unit: 'parsec' });
    expect(unknown.statusCode).toBe(400);
    expect(unknown.json<{ fields: object }>().fields).toHaveProperty('unit');
  });

  test('uses the provider’s own rate card, machine and queue', async () => {
    const serviceId = await offer({
      rateCard: {
        startFee: 5000,
        minimum: 0,
        perTenGrams: 3000,
        materials: [{ material: 'PLA', perTenGrams: 1000, density: 1.25 }],
        perHour: 500,
        gramsPerHour: 10,
        perUnit: 100,
        perLoad: 0,
        breaks: [{ from: 5, percentOff: 10 }],
        walls: 3,
        topLayers: 4,
        bottomLayers: 3,
        shell: 0.25,
        leadDays: 9,
      },
      machines: [{ ...machine, queue: 3, leadDays: 1 }],
      calendar: { closedWeekdays: [], holidays: [], jobsPerDay: 1 },
    });
    const uploadId = await upload(cube);
    const wanted = { uploadId, material: 'pla', infill: 100, layerHeight: 0.1, quantity: 10 };
    const answer = await ask(serviceId, wanted, customer, { 'accept-language': 'en' });
    expect(answer.statusCode, answer.body).toBe(201);
    // 8 × 1.25 × 10 = 100 g, and 6% more at most.
    const { hours, ...quote } = answer.json<Quote>();
    const count = Math.ceil(hours!.atMost);
    const sum = 5000 + 11_000 + count * 500 + 1000;
    const off = Math.floor(sum / 10);
    expect(quote).toMatchObject({
      machine: 'P1S',
      buildMm: [256, 256, 256],
      grams: { likely: 100, atMost: 106.19 },
      billedGrams: 110,
      lines: [
        { code: 'start', label: 'Base fee', amount: 5000 },
        { code: 'material', count: 11, each: 1000, amount: 11_000 },
        { code: 'hours', count, each: 500, amount: count * 500 },
        { code: 'units', count: 10, each: 100, amount: 1000 },
        { code: 'discount', count: 10, amount: -off },
      ],
      principal: sum - off,
      fee: Math.floor((sum - off) / 10),
      leadTimeDays: 4,
    });
    expect(quote.likely!.total).toBeLessThan(quote.total);
  });

  test('is for the colour that is asked for, on a machine that has it', async () => {
    const stocked = (name: string, colors: string[]) => ({
      ...machine,
      name,
      stock: [{ material: 'PLA', colors }],
    });
    const serviceId = await offer({ machines: [stocked('A', ['black']), stocked('B', ['Red'])] });
    const uploadId = await upload(cube);
    const red = await ask(serviceId, { uploadId, material: 'PLA', color: ' red ' });
    expect(red.statusCode, red.body).toBe(201);
    expect(red.json<Quote>()).toMatchObject({ machine: 'B', parts: [{ material: 'PLA', color: 'red' }] });
    const any = await ask(serviceId, { uploadId, material: 'PLA' });
    expect(any.json<Quote>().parts).toMatchObject([{ color: null }]);
  });

  test('of a resource’s file waits until it is measured; an invisible resource is not found', async () => {
    const serviceId = await offer();
    const ball = binaryStl(sphere(15, 48));
    const resource = await publish(ball, 'ball.stl');
    const draft = await publish(cube, 'draft.stl', 'draft');
    const text = await publish(Buffer.from('읽어 주세요'), '설명.txt');
    const idOf = ({ files }: ResourceDetail) => files[0]?.id ?? '';
    const wanted = { resourceFileId: idOf(resource), material: 'PETG', quantity: 3 };
    expect((await ask(serviceId, wanted)).json()).toMatchObject({
      code: 'model_waiting',
      fields: { resourceFileId: expect.any(String) },
    });
    await measure();
    const answer = await ask(serviceId, wanted);
    const volume =
      (await server.call('GET', `/api/resources/${resource.id}`)).json<ResourceDetail>().files[0]?.mesh
        ?.volumeMm3 ?? 0;
    expect(volume).toBeGreaterThan(14_000);
    const { grams } = answer.json<Quote>();
    expect(grams.likely).toBeLessThan((volume / 1000) * 1.27 * 3);
    const tens = Math.ceil(grams.atMost / 10);
    expect(answer.json()).toMatchObject({
      fileName: 'ball.stl',
      fileSha256: sha256(ball),
      billedGrams: tens * 10,
      principal: 10_000 + tens * 2000,
    });
    expect((await ask(serviceId, { ...wanted, resourceFileId: idOf(text) })).json()).toMatchObject({
      code: 'not_a_model',
    });
    const hidden = { ...wanted, resourceFileId: idOf(draft) };
    expect((await ask(serviceId, hidden)).json()).toMatchObject({ code: 'file_not_found' });
    expect((await ask(serviceId, hidden, provider)).statusCode).toBe(201);
  });

  test('of a free service costs nothing', async () => {
    const serviceId = await offer({ isFreeService: true });
    const answer = await ask(serviceId, { uploadId: await upload(cube), material: 'PLA' });
    expect(answer.json()).toMatchObject({ lines: [], principal: 0, fee: 0, total: 0 });
  });

  test('is created once per key', async () => {
    const serviceId = await offer();
    const wanted = { uploadId: await upload(cube), material: 'PLA' };
    const headers = { 'idempotency-key': 'quote' };
    const [one, two] = await Promise.all([
      ask(serviceId, wanted, customer, headers),
      ask(serviceId, wanted, customer, headers),
    ]);
    expect(two.json()).toEqual(one.json());
    await server.call('DELETE', `/api/uploads/${wanted.uploadId}`, {
      as: customer,
      headers: { 'tus-resumable': '1.0.0' },
    });
    const late = await ask(serviceId, wanted, customer, headers);
    expect(late.statusCode).toBe(201);
    expect(late.json()).toEqual(one.json());
    const other = await ask(serviceId, { ...wanted, quantity: 2 }, customer, headers);
    expect(other.json()).toMatchObject({ code: 'idempotency_conflict' });
  });

  test('never changes with later changes of the provider', async () => {
    const serviceId = await offer();
    const { id, ...quote } = (
      await ask(serviceId, { uploadId: await upload(cube), material: 'PLA' })
    ).json<Quote>();
    await server.call('PUT', `/api/user/services/${serviceId}/workshop`, {
      as: provider,
      payload: { rateCard: { startFee: 90_000 }, machines: [], calendar: {} },
    });
    const again = await server.call('GET', `/api/quotes/${id}`, { as: customer });
    expect(again.json()).toEqual({ id, ...quote });
    await expect(
      server.runtime.pool.query('update quote set total = 1, principal = 1, fee = 0'),
    ).rejects.toThrow('never changed');
    const { rows } = await server.runtime.pool.query('select rate_card from quote where id = $1', [id]);
    expect(rows[0].rate_card).toMatchObject({ startFee: 10_000 });
  });

  test('is lowered by its provider, and never raised', async () => {
    const serviceId = await offer();
    const made = (await ask(serviceId, { uploadId: await upload(cube), material: 'PLA' })).json<Quote>();
    const lower = (principal: number, as = provider) =>
      server.call('POST', `/api/quotes/${made.id}/lower`, { as, payload: { principal } });
    expect(made.can).toEqual({ order: true, lower: false });
    expect((await server.call('GET', `/api/quotes/${made.id}`, { as: provider })).json()).toMatchObject({
      can: { order: false, lower: true },
    });
    expect((await lower(9000, customer)).json()).toMatchObject({ code: 'quote_not_found' });
    expect((await lower(made.principal)).json()).toMatchObject({
      code: 'not_lower',
      fields: { principal: expect.any(String) },
    });
    const lowered = (await lower(9000)).json<Quote>();
    expect(lowered).toMatchObject({ principal: 9000, fee: 900, total: 9900, likely: { total: 9900 } });
    expect(lowered.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(9000);
    expect((await lower(9001)).statusCode).toBe(409);
    expect((await lower(8000)).json()).toMatchObject({ principal: 8000 });
    await expect(
      server.runtime.pool.query('update quote_lowering set principal = 8500 where quote_id = $1', [made.id]),
    ).rejects.toThrow('only lowered');
    const listed = await server.call('GET', '/api/user/quotes?limit=1', { as: customer });
    expect(listed.json()).toMatchObject([{ id: made.id, total: 8800 }]);
    // The provider finds it among the quotes of their services, and the buyer hears of the lower price.
    const received = await server.call('GET', '/api/user/quotes?side=received&limit=1', { as: provider });
    expect(received.json()).toMatchObject([{ id: made.id, can: { order: false, lower: true } }]);
    const { rows } = await server.runtime.pool.query(
      `select path from notification where person_id = $1 and what = 'quote_lowered'`,
      [customer.id],
    );
    expect(rows.at(-1)).toEqual({ path: `/quotes/${made.id}` });
  });

  test('is visible to its customer, the provider and admins, in the reader’s language', async () => {
    const serviceId = await offer();
    const { id } = (await ask(serviceId, { uploadId: await upload(cube), material: 'PLA' })).json<Quote>();
    const get = (as?: Person) => server.call('GET', `/api/quotes/${id}`, { ...(as && { as }) });
    expect((await get()).statusCode).toBe(401);
    expect((await get(stranger)).statusCode).toBe(404);
    expect((await get(provider)).json()).toMatchObject({ id });
    expect((await get(await server.signUp({ isAdmin: true }))).json()).toMatchObject({ id });
    const japanese = await server.call('GET', `/api/quotes/${id}`, {
      as: customer,
      headers: { 'accept-language': 'ja' },
    });
    expect(japanese.json<Quote>().lines[0]?.label).toBe('基本料金');
    for (const none of ['nonsense', '01890000-0000-7000-8000-000000000000']) {
      const answer = await server.call('GET', `/api/quotes/${none}`, { as: customer });
      expect(answer.json()).toMatchObject({ code: 'quote_not_found' });
    }
  });

  test('is listed for its customer, page by page', async () => {
    const person = await server.signUp();
    const serviceId = await offer();
    const uploadId = await upload(cube, 'mine.stl', person);
    for (const quantity of [1, 2, 3]) await ask(serviceId, { uploadId, material: 'PLA', quantity }, person);
    const first = await server.call('GET', '/api/user/quotes?limit=2', { as: person });
    expect(first.json<Quote[]>().map(({ quantity }) => quantity)).toEqual([3, 2]);
    expect(first.headers).toMatchObject({ 'x-total-count': '3', 'x-page': '1' });
    const last = await server.call('GET', '/api/user/quotes?limit=2&page=99', { as: person });
    expect(last.json<Quote[]>().map(({ quantity }) => quantity)).toEqual([1]);
    expect((await server.call('GET', '/api/user/quotes', { as: stranger })).json()).toEqual([]);
    expect((await server.call('GET', '/api/user/quotes')).statusCode).toBe(401);
  });
});

describe('a refused quote writes nothing', () => {
  const countQuotes = async () =>
    (await server.runtime.pool.query('select count(*)::int as count from quote')).rows[0].count as number;
  async function refused(serviceId: string, payload: object, as = customer) {
    const before = await countQuotes();
    const answer = await ask(serviceId, payload, as);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
    expect(await countQuotes()).toBe(before);
    return { status: answer.statusCode, ...answer.json<{ code: string; fields?: Record<string, string> }>() };
  }

  test.each<[string, object, string]>([
    ['no file', { material: 'PLA' }, 'uploadId'],
    ['two files', { uploadId: machine.id, resourceFileId: machine.id, material: 'PLA' }, 'uploadId'],
    ['an id that is none', { uploadId: 'x', material: 'PLA' }, 'uploadId'],
    ['no material', { uploadId: machine.id, material: ' ' }, 'material'],
    ['too much infill', { uploadId: machine.id, material: 'PLA', infill: 101 }, 'infill'],
    ['no layer', { uploadId: machine.id, material: 'PLA', layerHeight: 0 }, 'layerHeight'],
    ['half a piece', { uploadId: machine.id, material: 'PLA', quantity: 1.5 }, 'quantity'],
    ['no piece', { uploadId: machine.id, material: 'PLA', quantity: 0 }, 'quantity'],
  ])('for %s', async (_what, payload, field) => {
    const answer = await refused(await offer(), payload);
    expect(answer).toMatchObject({ status: 400, code: 'invalid_input' });
    expect(Object.keys(answer.fields ?? {})).toContain(field);
  });

  test('for guests, and for services that do not exist, are no printers, or are drafts of others', async () => {
    const uploadId = await upload(cube);
    const wanted = { uploadId, material: 'PLA' };
    const guest = await server.call('POST', `/api/services/${await offer()}/quote`, { payload: wanted });
    expect(guest.statusCode).toBe(401);
    expect(await refused('nonsense', wanted)).toMatchObject({ status: 404, code: 'service_not_found' });
    expect(await refused(await offer({ state: 'draft' }), wanted)).toMatchObject({ status: 404 });
    expect(await refused(await offer({ serviceType: 'woodworking' }), wanted)).toMatchObject({
      status: 409,
      code: 'not_a_printer',
    });
  });

  test('for a service that is not offered, even to staff, but not to its owner', async () => {
    const admin = await server.signUp({ isAdmin: true });
    const draft = await offer({ state: 'draft' });
    const uploadOf = (as: Person) => upload(cube, 'cube.stl', as);
    const asked = async (as: Person) =>
      (await ask(draft, { uploadId: await uploadOf(as), material: 'PLA' }, as)).statusCode;
    expect(await asked(admin)).toBe(404);
    expect(await asked(provider)).toBe(201);
  });

  test('for another person’s upload, and for a file that is no model, is broken, or is open', async () => {
    const serviceId = await offer();
    const material = 'PLA';
    const theirs = await upload(cube, 'cube.stl', stranger);
    expect(await refused(serviceId, { uploadId: theirs, material })).toMatchObject({
      status: 404,
      code: 'file_not_found',
      fields: { uploadId: expect.any(String) },
    });
    const text = await upload(Buffer.from('읽어 주세요'), 'a.txt');
    expect(await refused(serviceId, { uploadId: text, material })).toMatchObject({ code: 'not_a_model' });
    const broken = await upload(Buffer.from('v 0 0 0\nv 1 0 0\nf 1 2 9\n'), 'a.obj');
    expect(await refused(serviceId, { uploadId: broken, material })).toMatchObject({
      code: 'model_unreadable',
    });
    const open = await upload(binaryStl(box(20, 20, 20).slice(1)), 'open.stl');
    expect(await refused(serviceId, { uploadId: open, material })).toMatchObject({ code: 'model_open' });
    const flat = await upload(
      binaryStl([
        [0, 0, 0, 9, 0, 0, 0, 9, 0],
        [0, 0, 0, 0, 9, 0, 9, 0, 0],
      ]),
      'flat.stl',
    );
    expect(await refused(serviceId, { uploadId: flat, material })).toMatchObject({ code: 'model_open' });
  });

  test('for a file of unclear size, until somebody says what it is meant in', async () => {
    const serviceId = await offer();
    const uploadId = await upload(binaryStl(box(2, 3, 4)), 'inches.stl');
    const wanted = { uploadId, material: 'PLA' };
    expect(await refused(serviceId, wanted)).toMatchObject({
      status: 409,
      code: 'unit_unclear',
      fields: { unit: expect.any(String) },
      sizes: [
        { unit: 'millimeter', sizeMm: [2, 3, 4] },
        { unit: 'inch', sizeMm: [50.8, 76.2, 101.6].map((size) => expect.closeTo(size, 6)) },
      ],
    });
    const large = await upload(binaryStl(box(400, 30, 40)), 'large.stl');
    expect(await refused(serviceId, { ...wanted, uploadId: large })).toMatchObject({ code: 'unit_unclear' });
    for (const [unit, size] of [
      ['millimeter', 4],
      ['inch', 101.6],
    ] as const) {
      const quote = (await ask(serviceId, { ...wanted, unit })).json<Quote>();
      expect(quote.unit).toBe(unit);
      expect(quote.sizeMm[2]).toBeCloseTo(size, 6);
    }
    const resource = await publish(binaryStl(box(2, 3, 4)), 'tiny.stl');
    await measure();
    const ofResource = { resourceFileId: resource.files[0]?.id, material: 'PLA' };
    expect(await refused(serviceId, ofResource)).toMatchObject({ code: 'unit_unclear' });
    // A file that says its unit is what it says.
    const told = await upload(binaryStl(box(2, 3, 4), 'UNITS=mm'), 'told.stl');
    expect((await ask(serviceId, { ...wanted, uploadId: told })).statusCode).toBe(201);
  });

  test('for a colour that no machine has in the material', async () => {
    const stock = [{ material: 'PLA', colors: ['black'] }];
    const serviceId = await offer({ machines: [{ ...machine, stock }] });
    const wanted = { uploadId: await upload(cube), material: 'PLA' };
    expect(await refused(serviceId, { ...wanted, color: 'blue' })).toMatchObject({
      status: 409,
      code: 'no_color',
    });
    expect(await refused(serviceId, { ...wanted, color: 'x'.repeat(31) })).toMatchObject({
      status: 400,
      code: 'invalid_input',
    });
  });

  test('for what no machine can make, and for what has no price, with the reason', async () => {
    const uploadId = await upload(cube);
    const small = await offer({ machines: [{ ...machine, buildMm: [10, 10, 10] }] });
    expect(await refused(small, { uploadId, material: 'PLA' })).toMatchObject({
      status: 409,
      code: 'cannot_make',
      obstacles: ['too_large'],
    });
    const able = await offer({ machines: [machine] });
    expect(await refused(able, { uploadId, material: 'ABS', layerHeight: 0.5 })).toMatchObject({
      code: 'cannot_make',
      obstacles: ['no_material', 'layer'],
    });
    expect(await refused(await offer(), { uploadId, material: 'Wood' })).toMatchObject({
      status: 409,
      code: 'no_price',
      reason: 'no_density',
    });
    expect(await refused(await offer({ currency: 'JPY' }), { uploadId, material: 'PLA' })).toMatchObject({
      code: 'no_price',
      reason: 'no_rate_card',
    });
  });
});

test('the rate limit and the fee are configurable', async () => {
  const other = await startTestServer({ RATE_LIMIT_QUOTES: '1', FEE_PERCENT: '3.3' });
  try {
    const person = await other.signUp();
    const serviceId = await other.runtime.db
      .transaction()
      .execute((trx) => createService(trx, person, content, [], new Date()));
    const made = await other.call('POST', '/api/resources', {
      as: person,
      ...formOf([
        { name: 'title', value: '정육면체' },
        { name: 'category', value: '3d_model' },
        { name: 'downloadFile', filename: 'a.stl', bytes: cube },
      ]),
    });
    await resourcesJobs(other.runtime)['resources.measure_models']({} as never);
    const payload = { resourceFileId: made.json<ResourceDetail>().files[0]?.id, material: 'PLA' };
    const url = `/api/services/${serviceId}/quote`;
    // A provider may try what a customer would see.
    const own = await other.call('POST', url, { as: person, payload });
    expect(own.json()).toMatchObject({ principal: 12_000, fee: 396, total: 12_396 });
    const late = await other.call('POST', url, { as: person, payload });
    expect(late.statusCode).toBe(429);
    expect(late.headers['retry-after']).toBeDefined();
    const printers = await other.call('GET', '/api/services/printers?lat=37.54&long=127.05');
    expect(printers.json<PrintersAnswer>().feePercent).toBe(3.3);
  } finally {
    await other.close();
  }
});

describe('the print price of a service’s card', () => {
  const card = {
    startFee: 3000,
    minimum: 0,
    perTenGrams: 1500,
    perHour: 0,
    gramsPerHour: 15,
    perUnit: 0,
    perLoad: 0,
  };
  const own = { ...card, materials: [], breaks: [], ...usualWalls, shell: null, leadDays: 3 };
  test.each<[string, Partial<ServiceContent>]>([
    ['the standard prices', {}],
    ['what its provider asks for 10 g', { pricePerUnit: 2500, price: 4000 }],
    ['a rate card', { rateCard: own }],
    [
      'a rate card beside words for the standard prices',
      {
        rateCard: own,
        pricing: '기본요금 ₩10,000 + 10g당 ₩2,000',
      },
    ],
  ])('is the start of a quote: %s', async (title, more) => {
    const serviceId = await offer({ ...more, title: `${title} 카드` });
    const list = await server.call('GET', '/api/services?limit=200');
    const service = list.json<ServiceCard[]>().find(({ id }) => id === serviceId)!;
    const page = (await server.call('GET', `/api/services/${serviceId}`)).json<ServiceDetail>();
    expect(page.printRates).toEqual(service.printRates);
    expect(service.pricing).toBe('');
    const quote = (await ask(serviceId, { uploadId: await upload(cube), material: 'PLA' })).json<Quote>();
    const each = (code: string) => quote.lines.find((line) => line.code === code)?.each;
    expect(service.printRates).toEqual({
      startFee: each('start'),
      perTenGrams: each('material'),
      isFrom: false,
    });
  });
});

describe('a quote of several parts', () => {
  const kit = (serviceId: string, parts: readonly object[], headers: Record<string, string> = {}) =>
    server.call('POST', '/api/quotes', { as: customer, payload: { serviceId, parts }, headers });
  /** A resource of files by name, measured. */
  async function publishAll(
    files: Record<string, Uint8Array>,
    printSettings: object[] = [],
  ): Promise<ResourceDetail> {
    const answer = await server.call('POST', '/api/resources', {
      as: provider,
      ...formOf([
        { name: 'title', value: '연습용 드론' },
        { name: 'category', value: '3d_model' },
        { name: 'state', value: 'published' },
        { name: 'details.printSettings', value: JSON.stringify(printSettings) },
        ...Object.entries(files).map(([filename, bytes]) => ({ name: 'downloadFile', filename, bytes })),
      ]),
    });
    expect(answer.statusCode, answer.body).toBe(201);
    await measure();
    return answer.json();
  }
  const print = { material: 'PLA', infill: 40, layerHeight: 0.2, walls: 3 };

  test('has one total, its parts, and the name of the resource they make', async () => {
    const serviceId = await offer({ machines: [machine] });
    const { files } = await publishAll({
      'frame.stl': binaryStl(box(120, 120, 4)),
      'leg.stl': binaryStl(box(10, 8, 30)),
    });
    const parts = files.map(({ id }, index) => ({
      ...print,
      resourceFileId: id,
      quantity: index === 0 ? 1 : 4,
    }));
    const answer = await kit(serviceId, parts);
    expect(answer.statusCode, answer.body).toBe(201);
    const quote = answer.json<Quote>();
    expect(quote).toMatchObject({
      title: '연습용 드론',
      quantity: 5,
      plates: 1,
      parts: files.map(({ name, sha256: hash }, index) => ({
        ...print,
        fileName: name,
        fileSha256: hash,
        quantity: index === 0 ? 1 : 4,
      })),
    });
    const hundredths = quote.parts.reduce((sum, part) => sum + Math.round(part.grams.atMost * 100), 0);
    expect(Math.round(quote.grams.atMost * 100)).toBe(hundredths);
    const tens = Math.ceil(hundredths / 1000);
    expect(quote.lines.map(({ code, amount }) => [code, amount])).toEqual([
      ['start', 10_000],
      ['material', tens * 2000],
    ]);
    expect(quote.total).toBe(quote.principal + Math.floor(quote.principal / 10));
    const read = await server.call('GET', `/api/quotes/${quote.id}`, { as: provider });
    expect(read.json()).toMatchObject({ parts: quote.parts, total: quote.total });
    await expect(server.runtime.pool.query('update quote_part set quantity = 1')).rejects.toThrow(
      'never changed',
    );
  });

  test('is made as the author has tested each part, where nothing else is said', async () => {
    const stock = ['PLA', 'TPU'].map((material) => ({ material, colors: [] }));
    const serviceId = await offer({ machines: [{ ...machine, stock }] });
    const { files, details } = await publishAll(
      { '바닥 판.stl': binaryStl(box(60, 60, 4)), 'leg.stl': cube, 'foot.stl': cube },
      [
        { name: '다리', files: ['leg.stl', 'FOOT'], material: 'TPU', infillPercent: 10, layerHeightMm: 0.28 },
        { material: 'PLA', infillPercent: 40, walls: 3, files: [] },
      ],
    );
    expect(details.printSettings?.map((profile) => profile.files)).toEqual([['leg.stl', 'FOOT'], undefined]);
    const ways = {
      plate: { ...print },
      soft: { material: 'TPU', infill: 10, layerHeight: 0.28, walls: null },
    };
    const said = files.map(({ id }) => ({ resourceFileId: id }));
    const asked = await kit(serviceId, said);
    expect(asked.statusCode, asked.body).toBe(201);
    const quote = asked.json<Quote>();
    expect(quote.parts).toMatchObject([ways.plate, ways.soft, ways.soft]);
    // Each material is charged by its own started 10 g, and each layer height takes a plate of its own.
    expect(quote.lines.filter(({ code }) => code === 'material').map(({ material }) => material)).toEqual([
      'PLA',
      'TPU',
    ]);
    expect(quote.plates).toBe(2);
    const inFull = said.map((part, index) =>
      index === 0 ? { ...part, ...print } : { ...part, material: 'TPU', infill: 10, layerHeight: 0.28 },
    );
    expect((await kit(serviceId, inFull)).json()).toMatchObject({
      parts: quote.parts,
      lines: quote.lines,
      total: quote.total,
    });
    // What is said counts; with a material, the rest is usual as it always was.
    const other = await kit(serviceId, [
      { ...said[0], infill: 15 },
      { ...said[1], material: 'PLA' },
    ]);
    expect(other.json<Quote>().parts).toMatchObject([
      { ...print, infill: 15 },
      { material: 'PLA', infill: 20, layerHeight: 0.2, walls: null },
    ]);
    // Where nobody has tested anything, a material has to be said.
    const untested = await publishAll({ 'a.stl': cube });
    for (const part of [{ resourceFileId: untested.files[0]!.id }, { uploadId: await upload(cube) }]) {
      const refused = await kit(serviceId, [part]);
      expect([refused.statusCode, refused.json()]).toMatchObject([
        400,
        { code: 'invalid_input', fields: { 'parts[0].material': expect.any(String) } },
      ]);
    }
  });

  test('counts the things that its pieces make, which shares of authors go by', async () => {
    const serviceId = await offer();
    const { id } = await publishAll({ 'frame.stl': cube, 'leg.stl': binaryStl(box(10, 8, 30)) });
    const told = await server.call('PATCH', `/api/resources/${id}`, {
      as: provider,
      payload: { needed: { 'leg.stl': 4 } },
    });
    const { files } = told.json<ResourceDetail>();
    const thingsOf = async (quantities: readonly number[]) => {
      const parts = files.map((file, index) => ({
        ...print,
        resourceFileId: file.id,
        quantity: quantities[index] ?? 1,
      }));
      const made = (await kit(serviceId, parts)).json<Quote>();
      const bound = await server.runtime.db
        .transaction()
        .execute((trx) => getBindingQuote(trx, { id: made.id, personId: customer.id, now: new Date() }));
      return bound.files.map(({ things }) => things);
    };
    expect(await thingsOf([1, 4])).toEqual([1, 1]);
    expect(await thingsOf([2, 5])).toEqual([2, 2]);
    expect(await thingsOf([1, 9])).toEqual([1, 3]);
  });

  test('of one part is the same as the call for one file', async () => {
    const serviceId = await offer();
    const part = { uploadId: await upload(cube), material: 'PLA', quantity: 3 };
    const one = (await ask(serviceId, part)).json<Quote>();
    const whole = (await kit(serviceId, [part])).json<Quote>();
    const { id: _one, createdAt: _at, expiresAt: _until, ...same } = one;
    expect(whole).toMatchObject(same);
    expect(whole.title).toBe('cube.stl');
  });

  test('of several uploads is named by the first, and keeps all of them', async () => {
    const serviceId = await offer();
    const names = ['a.stl', 'b.stl'];
    const ids = [await upload(cube, names[0]), await upload(binaryStl(box(30, 10, 10)), names[1])];
    const answer = await kit(
      serviceId,
      ids.map((uploadId) => ({ uploadId, material: 'PLA' })),
    );
    expect(answer.json()).toMatchObject({
      title: 'a.stl +1',
      parts: names.map((fileName) => ({ fileName })),
    });
    const { rows } = await server.runtime.pool.query(
      'select position from quote_file where quote_id = $1 order by position',
      [answer.json<Quote>().id],
    );
    expect(rows).toEqual([{ position: 0 }, { position: 1 }]);
  });

  test('asks for the unit of each file that leaves it open, at its own field', async () => {
    const serviceId = await offer();
    const tiny = binaryStl(box(2, 2, 2));
    const ids = [await upload(tiny, 'a.stl'), await upload(cube, 'b.stl'), await upload(tiny, 'c.stl')];
    const parts = ids.map((uploadId) => ({ uploadId, material: 'PLA' }));
    const asked = await kit(serviceId, parts);
    expect([asked.statusCode, asked.json()]).toMatchObject([
      409,
      {
        code: 'unit_unclear',
        fields: { 'parts[0].unit': expect.any(String), 'parts[2].unit': expect.any(String) },
        files: [
          {
            part: 0,
            fileName: 'a.stl',
            sizes: [{ unit: 'millimeter', sizeMm: [2, 2, 2] }, { unit: 'inch' }],
          },
          { part: 2, fileName: 'c.stl' },
        ],
      },
    ]);
    const told = await kit(serviceId, [
      { ...parts[0], unit: 'inch' },
      parts[1]!,
      { ...parts[2], unit: 'millimeter' },
    ]);
    expect(told.json()).toMatchObject({
      parts: [{ unit: 'inch' }, { unit: 'millimeter' }, { unit: 'millimeter' }],
    });
  });

  test('names what fits on no plate, what is missing, and what is too much', async () => {
    const serviceId = await offer({ machines: [machine] });
    const large = { uploadId: await upload(binaryStl(box(340, 300, 20)), 'large.stl'), material: 'PLA' };
    const small = { uploadId: await upload(cube), material: 'PLA' };
    expect((await kit(serviceId, [small, large])).json()).toMatchObject({
      code: 'cannot_make',
      obstacles: ['too_large'],
      tooLarge: ['large.stl'],
    });
    const unknown = { uploadId: '01890000-0000-7000-8000-000000000000', material: 'PLA' };
    expect((await kit(serviceId, [small, unknown])).json()).toMatchObject({
      code: 'file_not_found',
      fields: { 'parts[1].uploadId': expect.any(String) },
    });
    const many = { ...small, quantity: 6000 };
    expect((await kit(serviceId, [many, many])).json()).toMatchObject({ code: 'too_many_pieces' });
    for (const parts of [[], Array.from({ length: 61 }, () => small)])
      expect((await kit(serviceId, parts)).statusCode).toBe(400);
  });
});

test("one's own services are no printers for oneself, unless they are asked for", async () => {
  const place = { lat: 43.06, long: 141.35 };
  const id = await offer({
    title: '내 프린터',
    locations: [{ address: '札幌市中央区 1-1', ...place }],
    isIndividual: false,
  });
  const url = `/api/services/printers?lat=${place.lat}&long=${place.long}`;
  const listed = async (as: Person, query = '') =>
    (await server.call('GET', url + query, { as })).json<PrintersAnswer>().printers.map((each) => each.id);
  expect(await listed(await server.signUp())).toEqual([id]);
  expect(await listed(provider)).toEqual([]);
  expect(await listed(provider, `&serviceId=${id}`)).toEqual([id]);
});

describe('printers near a point', () => {
  const near = (query: string) => server.call('GET', `/api/services/printers?${query}`);

  test('are listed nearest first with the data of an estimate, and nothing private', async () => {
    const fukuoka = { lat: 33.5902, long: 130.4017 };
    const there = (title: string, away: number, more: Partial<ServiceContent> = {}) =>
      offer({
        title,
        locations: [{ address: '福岡市博多区 1-2-3', lat: fukuoka.lat + away, long: fukuoka.long }],
        isIndividual: false,
        ...more,
      });
    const far = await there('멀리', 0.2);
    await there('가까이', 0.01, { materials: ['PLA'], machines: [machine] });
    const carpenter = await there('목공', 0.01, { serviceType: 'woodworking' });
    const draft = await there('초안', 0.01, { state: 'draft' });
    const beyond = await there('너무 멀리', 1);
    const answer = await near(`lat=${fukuoka.lat}&long=${fukuoka.long}`);
    expect(answer.statusCode, answer.body).toBe(200);
    const { feePercent, printers } = answer.json<PrintersAnswer>();
    expect(feePercent).toBe(10);
    expect(printers.map(({ title }) => title)).toEqual(['가까이', '멀리']);
    expect(printers[0]).toMatchObject({
      distance: 1.1,
      materials: ['PLA'],
      machines: [machine],
      rateCard: null,
      calendar: { closedWeekdays: [], holidays: [], jobsPerDay: 1 },
      currency: 'KRW',
      provider: { fullName: expect.any(String) },
    });
    expect(printers[1]).toMatchObject({ machines: [], rateCard: null });
    expect(answer.body).not.toMatch(/010-1234-5678|layer@example|contact|ownerId/);
    // The linking service is included at any distance, once.
    const away = await near(`lat=${fukuoka.lat}&long=${fukuoka.long}&limit=2&serviceId=${beyond}`);
    expect(away.json<PrintersAnswer>().printers.map(({ title }) => title)).toEqual(['너무 멀리', '가까이']);
    expect(away.json<PrintersAnswer>().printers[0]?.distance).toBeCloseTo(111.2, 0);
    const twice = await near(`lat=${fukuoka.lat}&long=${fukuoka.long}&serviceId=${far}`);
    expect(twice.json<PrintersAnswer>().printers.map(({ title }) => title)).toEqual(['멀리', '가까이']);
    for (const serviceId of [draft, carpenter, 'none']) {
      const without = await near(`lat=${fukuoka.lat}&long=${fukuoka.long}&serviceId=${serviceId}`);
      expect(without.json<PrintersAnswer>().printers).toHaveLength(2);
    }
    const wide = await near(`lat=${fukuoka.lat}&long=${fukuoka.long}&maxDistance=200&limit=3`);
    expect(wide.json<PrintersAnswer>().printers.map(({ title }) => title)).toEqual([
      '가까이',
      '멀리',
      '너무 멀리',
    ]);
  });

  test.each([
    '',
    'lat=999&long=0',
    'lat=37&long=NaN',
    'lat=37&long=127&maxDistance=501',
    'lat=37&long=127&limit=51',
  ])('"%s" is refused', async (query) => {
    expect((await near(query)).statusCode).toBe(400);
  });
});
