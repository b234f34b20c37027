import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { readMails } from '#features/accounts/server/testing.ts';
import { getArrivalVerdict } from './making.ts';
import { orderingOn, type Ordering } from './testing.ts';

/** What both sides see of the making and the arrival, from the acceptance to the buyer's verdict. */

let server: TestServer;
let on: Ordering;
let buyer: Person;

beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_PAYMENTS: '10000', RATE_LIMIT_ORDERS: '10000' });
  on = orderingOn(server);
  buyer = await server.signUp();
});
afterAll(() => server.close());

const address = { name: '사는 사람', phone: '010-1234-5678', address: '서울시 성동구 성수이로 1' };
const ship = { kind: 'ship', address };
const hole = { label: '구멍 지름', targetMm: 3.2, toleranceMm: 0.1 };
const height = { label: '높이', targetMm: 8, toleranceMm: 0.2 };
const machineId = crypto.randomUUID();

async function provide() {
  const made = await on.provide({ price: 30_000, title: '출력해 드려요' });
  await server.call('PUT', `/api/user/services/${made.serviceId}/workshop`, {
    as: made.provider,
    payload: {
      rateCard: null,
      machines: [
        {
          id: machineId,
          name: 'Mini+',
          buildMm: [180, 180, 180],
          stock: [],
          layerMm: [0.05, 0.3],
          leadDays: 2,
        },
      ],
      calendar: {},
      delivery: { post: 3000, freeFrom: null, pickup: true, carriers: ['한진'] },
    },
  });
  return made;
}

async function accepted(fields: object = { delivery: ship }, plan: object = {}) {
  const { provider, serviceId } = await provide();
  const { id } = await on.order(buyer, serviceId, fields);
  await on.pay(buyer, id);
  await on.move(provider, id, 'accept', plan);
  return { id, provider };
}

async function working(fields?: object) {
  const made = await accepted(fields);
  await on.move(made.provider, made.id, 'start');
  return made;
}

const refusal = async (answer: ReturnType<Ordering['raise']>) => {
  const { statusCode, body } = await answer;
  const { code, fields, why } = JSON.parse(body) as {
    code: string;
    fields?: Record<string, string>;
    why?: string;
  };
  return [statusCode, why ?? code, Object.keys(fields ?? {})];
};
const today = () => new Date(Date.now() + 9 * 3600_000).toISOString().slice(0, 10);
const statusOf = (order: Awaited<ReturnType<Ordering['read']>>) =>
  Object.fromEntries(order.steps.map(({ code, status }) => [code, status]));

test('a provider says which machine makes it and when that begins, and both see it', async () => {
  const { provider, serviceId } = await provide();
  const { id } = await on.order(buyer, serviceId, { delivery: ship });
  await on.pay(buyer, id);
  const before = await on.read(provider, id);
  expect(before.making.machines).toEqual([{ id: machineId, name: 'Mini+', isQuoted: false }]);
  expect(before.making.carriers).toEqual(['한진']);
  // What a workshop has is the provider's to tell.
  expect((await on.read(buyer, id)).making).toMatchObject({ machines: [], carriers: [] });

  expect(await refusal(on.raise(provider, id, 'accept', { machineId: crypto.randomUUID() }))).toEqual([
    400,
    'unknown_machine',
    ['machineId'],
  ]);
  expect(await refusal(on.raise(provider, id, 'accept', { startsOn: '2020-01-01' }))).toEqual([
    400,
    'starts_in_past',
    ['startsOn'],
  ]);
  await on.move(provider, id, 'accept', { machineId, startsOn: today() });
  const { making, steps } = await on.read(buyer, id);
  expect(making).toMatchObject({ machine: 'Mini+', startsOn: today() });
  expect(steps.find(({ code }) => code === 'begun')).toMatchObject({
    status: 'now',
    by: new Date(`${today()}T00:00:00+09:00`).toISOString(),
  });
});

test('photos of the first layer and of the finished piece are shown, told and kept', async () => {
  const { id, provider } = await working();
  expect(await refusal(on.raise(provider, id, 'progress', { stage: 'underway' }))).toEqual([
    400,
    'photo_needed',
    ['photos'],
  ]);
  const photos = [await on.photo(provider, id)];
  expect(await refusal(on.raise(provider, id, 'progress', { photos }))).toEqual([
    400,
    'stage_needed',
    ['stage'],
  ]);
  const first = await on.move(provider, id, 'progress', { stage: 'underway', photos, note: '잘 붙었어요.' });
  expect(first.state).toBe('working');
  expect(first.events.at(-1)).toMatchObject({
    event: 'progress',
    note: '잘 붙었어요.',
    photos: [{ kind: 'underway', side: 'provider' }],
  });
  const many = [];
  for (let count = 0; count < 7; count += 1) many.push(await on.photo(provider, id));
  expect(await refusal(on.raise(provider, id, 'progress', { stage: 'finished', photos: many }))).toEqual([
    409,
    'too_many_photos',
    ['photos'],
  ]);
  await on.move(provider, id, 'progress', { stage: 'finished', photos: many.slice(0, 1) });
  expect(statusOf(await on.read(buyer, id))).toMatchObject({ begun: 'done', made: 'done', sent: 'now' });

  await on.runJobs();
  const mails = await readMails(server.runtime.config.dataDir, buyer.email);
  const shown = mails.find(({ subject }) => subject.startsWith('완성된 사진'));
  expect(shown?.text).toMatch(
    /진행 상황\n✓ 주문 · .+\n✓ 결제 · .+\n✓ 수락 · .+\n✓ 작업 시작 · .+\n✓ 완성 · .+\n▶ 발송\n○ 도착\n○ 확정/,
  );
});

test('notes about the making are limited', async () => {
  const { id, provider } = await working();
  const note = async () =>
    on.move(provider, id, 'progress', { stage: 'underway', photos: [await on.photo(provider, id)] });
  for (let count = 0; count < 12; count += 1) await note();
  const photos = [await on.photo(provider, id)];
  expect(await refusal(on.raise(provider, id, 'progress', { stage: 'underway', photos }))).toEqual([
    409,
    'note_limit',
    [],
  ]);
});

test('dimensions that matter are measured and read by the buyer before anything is sent', async () => {
  const { id, provider } = await working({ delivery: ship, dimensions: [hole, height] });
  const photo = () => on.photo(provider, id);
  const parcel = async () => ({
    photos: [await photo()],
    carrier: '한진택배',
    trackingNumber: '5012-3456-7890',
  });
  expect((await on.read(provider, id)).cannot).toContainEqual(
    expect.objectContaining({ event: 'deliver', why: 'not_measured' }),
  );
  expect(await refusal(on.raise(provider, id, 'deliver', await parcel()))).toEqual([409, 'not_measured', []]);
  expect(
    await refusal(
      on.raise(provider, id, 'progress', { stage: 'finished', photos: [await photo()], measured: [3.25] }),
    ),
  ).toEqual([400, 'measured_needed', ['measured', 'measured[1]']]);

  await on.move(provider, id, 'progress', {
    stage: 'finished',
    photos: [await photo()],
    measured: [3.3, 8.3],
  });
  const seen = await on.read(buyer, id);
  expect(seen.state).toBe('working');
  expect(seen.dimensions).toMatchObject([
    { ...hole, provider: { mm: 3.3, isWithin: true }, buyer: null },
    { ...height, provider: { mm: 8.3, isWithin: false }, buyer: null },
  ]);
  const [told] = (await server.call('GET', '/api/user/notifications', { as: buyer })).json<
    { title: string; text: string }[]
  >();
  expect(told?.title).toContain('허용 오차를 벗어난 치수가 있어요');
  expect(told?.text).toContain('허용 오차를 벗어난 치수: 1개');

  const sent = await on.move(provider, id, 'deliver', await parcel());
  expect(sent.delivery.tracking).toEqual({
    carrier: '한진택배',
    number: '501234567890',
    url: expect.stringContaining('wblnumText2=501234567890'),
  });
  // What is made again is measured again.
  await on.move(buyer, id, 'arrived');
  await on.move(buyer, id, 'inspect', { works: false, measured: [3.2, 8.4] });
  await on.move(buyer, id, 'rework', { reason: '높이가 안 맞아요.' });
  const again = await on.move(provider, id, 'agree');
  expect(again.dimensions).toMatchObject([
    { provider: null, buyer: null },
    { provider: null, buyer: null },
  ]);
  expect(again.arrival).toBeNull();
  expect(again.cannot).toContainEqual(expect.objectContaining({ event: 'deliver', why: 'not_measured' }));
  // Evidence stays.
  expect(again.events.find(({ event }) => event === 'inspect')?.detail).toMatchObject({
    works: false,
    measured: [
      { mm: 3.2, isWithin: true },
      { mm: 8.4, isWithin: false },
    ],
  });
  // What could not be measured is said so.
  await on.move(provider, id, 'progress', {
    stage: 'finished',
    photos: [await photo()],
    measured: [null, 8],
  });
  expect((await on.read(buyer, id)).dimensions[0]?.provider).toMatchObject({ mm: null, isWithin: null });
});

test('a request for quotes names dimensions, and its order keeps them', async () => {
  const { provider, serviceId } = await provide();
  const asked = await server.call('POST', '/api/quote-requests', {
    as: buyer,
    payload: {
      serviceIds: [serviceId],
      title: '스페이서',
      description: '여섯 개 부탁드려요.',
      dimensions: [hole],
    },
  });
  const request = asked.json<{
    id: string;
    dimensions: object[];
    threads: { id: string; version: number }[];
  }>();
  expect(request.dimensions).toEqual([hole]);
  const [thread] = request.threads;
  const offered = await server.call('POST', `/api/quote-threads/${thread?.id}/offer`, {
    as: provider,
    payload: { version: thread?.version, principal: 20_000, readyInDays: 3 },
  });
  expect(offered.statusCode, offered.body).toBe(200);
  const taken = await server.call('POST', `/api/quote-threads/${thread?.id}/accept`, {
    as: buyer,
    payload: { version: offered.json<{ version: number }>().version },
  });
  expect(taken.statusCode, taken.body).toBe(200);
  const order = await on.order(buyer, serviceId, {
    quoteId: thread?.id,
    delivery: ship,
    dimensions: [height],
  });
  expect(order.dimensions).toMatchObject([hole]);
});

test.each([
  ['four of them', { dimensions: [hole, height, hole, height] }, 'dimensions'],
  ['no tolerance', { dimensions: [{ ...hole, toleranceMm: 0 }] }, 'dimensions[0].toleranceMm'],
  ['no name', { dimensions: [{ ...hole, label: ' ' }] }, 'dimensions[0].label'],
  ['of files', { dimensions: [hole], delivery: { kind: 'digital' } }, 'dimensions'],
])('dimensions are refused at their field: %s', async (_name, fields, field) => {
  const { serviceId } = await provide();
  const answer = await on.place(buyer, serviceId, { delivery: ship, ...fields });
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json<{ fields: object }>().fields)).toEqual([field]);
});

test('a number that the carrier does not have is refused at its field', async () => {
  const { id, provider } = await working();
  const photos = [await on.photo(provider, id)];
  expect(
    await refusal(
      on.raise(provider, id, 'deliver', { photos, carrier: 'ヤマト運輸', trackingNumber: '12-34' }),
    ),
  ).toEqual([400, 'tracking_wrong', ['trackingNumber']]);
  const sent = await on.move(provider, id, 'deliver', {
    photos,
    carrier: '동네 퀵',
    trackingNumber: 'ｑ-12',
  });
  expect(sent.delivery.tracking).toEqual({ carrier: '동네 퀵', number: 'Q12', url: null });
});

test.each([
  ['ship', ['placed', 'paid', 'accepted', 'begun', 'made', 'sent', 'arrived', 'completed']],
  ['pickup', ['placed', 'paid', 'accepted', 'begun', 'made', 'ready', 'fetched', 'completed']],
  ['digital', ['placed', 'paid', 'accepted', 'begun', 'made', 'handed_over', 'completed']],
])('steps fit the way of delivery: %s', async (kind, codes) => {
  const { id } = await accepted({ delivery: kind === 'ship' ? ship : { kind } });
  expect((await on.read(buyer, id)).steps.map(({ code }) => code)).toEqual(codes);
});

test('an order that did not complete stops where it was', async () => {
  const { id, provider } = await accepted();
  const { steps } = await on.move(provider, id, 'cancel');
  expect(steps.map(({ code, status }) => `${code} ${status}`)).toEqual([
    'placed done',
    'paid done',
    'accepted done',
    'ended stopped',
  ]);
});

test('after the arrival the buyer says what they found, which rooms above can read', async () => {
  const { id, provider } = await working({ delivery: ship, dimensions: [hole] });
  const { db } = server.runtime;
  await on.move(provider, id, 'progress', {
    stage: 'finished',
    photos: [await on.photo(provider, id)],
    measured: [3.2],
  });
  await on.move(provider, id, 'deliver', {
    photos: [await on.photo(provider, id)],
    carrier: '우체국',
    trackingNumber: '6890012345678',
  });
  expect(await refusal(on.raise(buyer, id, 'inspect', { works: true }))).toEqual([409, 'not_arrived', []]);
  await on.move(buyer, id, 'arrived');
  expect(await refusal(on.raise(buyer, id, 'inspect', {}))).toEqual([400, 'works_needed', ['works']]);
  expect(await getArrivalVerdict(db, id)).toBeNull();

  const photo = await on.photo(buyer, id);
  const found = await on.move(buyer, id, 'inspect', { works: true, measured: [3.27], photos: [photo] });
  expect(found).toMatchObject({ state: 'delivered', arrival: { works: true } });
  expect(found.dimensions).toMatchObject([{ provider: { mm: 3.2 }, buyer: { mm: 3.27, isWithin: true } }]);
  expect(await getArrivalVerdict(db, id)).toBe(true);
  const [told] = (await server.call('GET', '/api/user/notifications', { as: provider })).json<
    { title: string }[]
  >();
  expect(told?.title).toContain('구매자가 잘 맞는다고 했어요');
  // A part of the money back can be agreed on after the arrival as well.
  await on.move(buyer, id, 'inspect', { works: false });
  await on.move(buyer, id, 'propose-settlement', { keep: 20_000 });
  expect((await on.move(provider, id, 'agree')).state).toBe('settled');
  await on.assertSound();
});
