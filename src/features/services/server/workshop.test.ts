import { locales } from '#i18n/languages.ts';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formOf, startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { Machine, ManagedService, ManagedWorkshop, ServiceDetail } from '../contract.ts';

let server: TestServer;
let owner: Person;
let stranger: Person;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_SERVICES: '1000' });
  owner = await server.signUp();
  stranger = await server.signUp();
  admin = await server.signUp({ isAdmin: true });
});
afterAll(() => server.close());

const uuid = (last: number) => `0197a000-0000-7000-8000-${String(last).padStart(12, '0')}`;
const machine: Machine = {
  id: uuid(1),
  name: 'Bambu Lab P1S',
  buildMm: [256, 256, 256],
  stock: [
    { material: 'PLA', colors: ['검정', '흰색'] },
    { material: 'PETG', colors: [] },
  ],
  toleranceMm: 0.2,
  layerMm: [0.08, 0.28],
  leadDays: 2,
  queue: 1,
  paused: false,
};
const calendar = {
  closedWeekdays: [0],
  holidays: [{ from: '2026-12-24', to: '2027-01-03', note: '연말 휴무' }],
  jobsPerDay: 2,
};
const content = { rateCard: { startFee: 8000, perTenGrams: 1500 }, machines: [machine], calendar };
const free = {
  title: '무료 출력',
  serviceType: '3d_printing',
  isFreeService: true,
  locations: [{ address: '서울 성동구', lat: 37.54, long: 127.04 }],
};

async function offer(more: object = {}): Promise<ManagedService> {
  const answer = await server.call('POST', '/api/services', { as: owner, payload: { ...free, ...more } });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
const put = (as: Person, id: string, payload: object, headers: Record<string, string> = {}) =>
  server.call('PUT', `/api/user/services/${id}/workshop`, { as, payload, headers });
const read = (as: Person | undefined, id: string) =>
  server.call('GET', `/api/user/services/${id}/workshop`, { ...(as && { as }) });
const shown = async (id: string) =>
  (await server.call('GET', `/api/services/${id}`)).json<ServiceDetail>().workshop;

test('amounts stored as whole dollars become cents, and nothing else changes', async () => {
  const rates = { startFee: 12, perTenGrams: 3, materials: [{ material: 'PLA', perTenGrams: 4 }] };
  const priced = await offer({ currency: 'USD', rateCard: rates });
  const won = await offer({ rateCard: rates });
  await server.runtime.db.updateTable('service').set({ price: 30 }).where('id', '=', priced.id).execute();
  const migration = new URL('../../../../migrations/20261128060000-dollars-in-cents.sql', import.meta.url);
  await server.runtime.pool.query(await readFile(migration, 'utf8'));

  const changed = (await server.call('GET', `/api/services/${priced.id}`)).json<ServiceDetail>();
  expect(changed).toMatchObject({ currency: 'USD', price: 3000 });
  expect(changed.workshop?.rateCard).toMatchObject({
    ...priced.workshop?.rateCard,
    startFee: 1200,
    perTenGrams: 300,
    materials: [{ material: 'PLA', perTenGrams: 400, density: null }],
  });
  expect((await shown(won.id))?.rateCard).toEqual(won.workshop?.rateCard);
});

describe('machines, rate card and calendar', () => {
  test('lets things be picked up until the provider says how they are delivered', async () => {
    const undecided = { post: null, freeFrom: null, pickup: true, carriers: [] };
    const { id } = await offer({ machines: [machine] });
    const managed = async () => (await read(owner, id)).json<ManagedWorkshop>();
    expect(await managed()).toMatchObject({ delivery: undecided, hasDelivery: false });
    expect((await shown(id))?.delivery).toEqual(undecided);
    // Saving the rest decides nothing; saying the same does.
    await put(owner, id, { ...content, version: 1 });
    expect(await managed()).toMatchObject({ version: 2, hasDelivery: false });
    await put(owner, id, { ...content, delivery: undecided });
    expect(await managed()).toMatchObject({ version: 3, delivery: undecided, hasDelivery: true });
    const nearby = async () =>
      (await server.call('GET', '/api/services/printers?lat=37.54&long=127.04&area=country'))
        .json<{ printers: { id: string }[] }>()
        .printers.map((each) => each.id);
    expect(await nearby()).not.toContain(id);
    await put(owner, id, { ...content, delivery: { ...undecided, post: 3000 } });
    expect(await managed()).toMatchObject({ delivery: { ...undecided, post: 3000 }, hasDelivery: true });
    expect(await nearby()).toContain(id);
  });

  test('what was written where nothing was chosen is undecided, and what was chosen stays', async () => {
    const freePost = { post: 0, freeFrom: null, pickup: true, carriers: [] };
    const { id } = await offer({ machines: [machine] });
    const chosen = await offer({ machines: [machine] });
    await put(owner, id, { ...content, delivery: freePost });
    await put(owner, chosen.id, { ...content, delivery: { ...freePost, carriers: ['한진택배'] } });
    const name = '20261225020000-true-prices-completed.sql';
    const migration = await readFile(new URL(`../../../../migrations/${name}`, import.meta.url), 'utf8');
    await server.runtime.pool.query(
      migration.slice(
        migration.indexOf('update service_workshop'),
        migration.indexOf('-- Figures from before'),
      ),
    );
    expect((await read(owner, id)).json()).toMatchObject({ hasDelivery: false });
    expect((await read(owner, chosen.id)).json()).toMatchObject({ hasDelivery: true, delivery: { post: 0 } });
  });

  test('are empty at first, and public once they are written', async () => {
    const { id, workshop } = await offer();
    expect(workshop).toBeNull();
    expect((await read(owner, id)).json()).toEqual({
      rateCard: null,
      machines: [],
      calendar: { closedWeekdays: [], holidays: [], jobsPerDay: 1 },
      delivery: { post: null, freeFrom: null, pickup: true, carriers: [] },
      hasDelivery: false,
      pickupAddress: '',
      learned: [],
      version: 0,
      updatedAt: null,
      service: {
        title: '무료 출력',
        serviceType: '3d_printing',
        isFreeService: true,
        currency: 'KRW',
        price: null,
        pricePerUnit: null,
      },
      feePercent: 10,
    });
    const answer = await put(owner, id, { ...content, version: 0 });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({
      rateCard: { startFee: 8000, perTenGrams: 1500, minimum: 0, walls: 2, shell: null, leadDays: 3 },
      machines: [machine],
      calendar,
      version: 1,
    });
    expect(await shown(id)).toMatchObject({ rateCard: { startFee: 8000 }, machines: [machine], calendar });
    const list = await server.call('GET', '/api/services?search=p1s');
    expect(list.json<{ id: string }[]>().map((service) => service.id)).toContain(id);
  });

  test('can be read and changed by the owner and by admins only', async () => {
    const { id } = await offer();
    expect((await read(undefined, id)).statusCode).toBe(401);
    for (const answer of [await read(stranger, id), await put(stranger, id, content)]) {
      expect(answer.statusCode).toBe(403);
    }
    expect((await put(admin, id, content)).json()).toMatchObject({ version: 1 });
    for (const absent of [uuid(9), 'nonsense']) {
      expect((await read(owner, absent)).json()).toMatchObject({ code: 'service_not_found' });
      expect((await put(owner, absent, content)).json()).toMatchObject({ code: 'service_not_found' });
    }
    const draft = await offer({ state: 'draft' });
    expect((await read(stranger, draft.id)).statusCode).toBe(404);
  });

  test('are not overwritten from an older version; the same content changes nothing', async () => {
    const { id } = await offer();
    await put(owner, id, { ...content, version: 0 });
    expect((await put(owner, id, { ...content, version: 0 })).json()).toMatchObject({ version: 1 });
    const other = { ...content, machines: [] };
    const stale = await put(owner, id, { ...other, version: 0 });
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({ code: 'conflict' });
    expect((await put(owner, id, { ...other, version: 1 })).json()).toMatchObject({
      version: 2,
      machines: [],
    });
    expect((await put(owner, id, { ...content, rateCard: null })).json()).toMatchObject({
      version: 3,
      rateCard: null,
    });
  });

  test('get ids from the server, and are limited to what estimates can handle', async () => {
    const { id: _, ...plain } = machine;
    const { id } = await offer({ machines: [plain, plain] });
    const ids = (await shown(id))?.machines.map((each) => each.id) ?? [];
    expect(new Set(ids).size).toBe(2);
    const stock = Array.from({ length: 30 }, (_each, index) => ({ material: `M${index}`, colors: [] }));
    const machines = Array.from({ length: 5 }, () => ({ ...plain, stock }));
    expect((await put(owner, id, { ...content, machines })).json()).toMatchObject({
      fields: { machines: expect.stringContaining('120') },
    });
  });

  test('keep the currency of their prices', async () => {
    const { id } = await offer();
    await put(owner, id, content);
    const change = (payload: object) => server.call('PATCH', `/api/services/${id}`, { as: owner, payload });
    const refused = await change({ currency: 'JPY' });
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({
      code: 'rate_card_currency',
      fields: { currency: expect.any(String) },
    });
    expect((await change({ title: '다른 이름' })).statusCode).toBe(200);
    expect(
      (await change({ currency: 'JPY', rateCard: { startFee: 900, perTenGrams: 150 } })).statusCode,
    ).toBe(200);
    expect((await shown(id))?.rateCard?.startFee).toBe(900);
  });

  test('can be sent with a new service and with an edit, in JSON or in a form', async () => {
    const made = await offer({ machines: [machine], rateCard: { startFee: 5000 } });
    expect(made.workshop).toMatchObject({ rateCard: { startFee: 5000 }, machines: [machine] });
    const edited = await server.call('PATCH', `/api/services/${made.id}`, {
      as: owner,
      ...formOf([
        { name: 'machines', value: JSON.stringify([{ ...machine, name: 'Prusa XL' }]) },
        { name: 'title', value: '다른 이름' },
      ]),
    });
    expect(edited.json()).toMatchObject({
      title: '다른 이름',
      workshop: { rateCard: { startFee: 5000 }, machines: [{ name: 'Prusa XL' }] },
    });
    await put(owner, made.id, content);
    const renamed = await server.call('PATCH', `/api/services/${made.id}`, {
      as: owner,
      payload: { title: '이름만', rateCard: null },
    });
    expect(renamed.json()).toMatchObject({ workshop: { rateCard: null, machines: [machine], calendar } });
    const found = await server.call('GET', '/api/services?search=p1s');
    expect(found.json<{ id: string }[]>().map(({ id }) => id)).toContain(made.id);
    const broken = await server.call('PATCH', `/api/services/${made.id}`, {
      as: owner,
      ...formOf([{ name: 'machines', value: '[{' }]),
    });
    expect(broken.statusCode).toBe(400);
  });

  test.each<[string, object, string]>([
    ['no body at all', {}, 'rateCard'],
    ['no name', { ...content, machines: [{ ...machine, name: ' ' }] }, 'machines[0].name'],
    ['a name nobody sees', { ...content, machines: [{ ...machine, name: '\u200B' }] }, 'machines[0].name'],
    ['an id that is none', { ...content, machines: [{ ...machine, id: '1' }] }, 'machines[0].id'],
    ['one machine twice', { ...content, machines: [machine, machine] }, 'machines[1].id'],
    [
      'a flat bed',
      { ...content, machines: [{ ...machine, buildMm: [256, 256, 0] }] },
      'machines[0].buildMm[2]',
    ],
    [
      'layers the wrong way round',
      { ...content, machines: [{ ...machine, layerMm: [0.3, 0.1] }] },
      'machines[0].layerMm[1]',
    ],
    [
      'one material twice',
      {
        ...content,
        machines: [{ ...machine, stock: [machine.stock[0], { material: 'pla ', colors: [] }] }],
      },
      'machines[0].stock[1].material',
    ],
    [
      'a price for a material twice',
      { ...content, rateCard: { materials: [{ material: 'PLA' }, { material: 'PLA' }] } },
      'rateCard.materials[1].material',
    ],
    [
      'breaks that do not rise',
      {
        ...content,
        rateCard: {
          breaks: [
            { from: 10, percentOff: 5 },
            { from: 10, percentOff: 9 },
          ],
        },
      },
      'rateCard.breaks[1].from',
    ],
    ['money that is none', { ...content, rateCard: { startFee: 0.5 } }, 'rateCard.startFee'],
    ['money below nothing', { ...content, rateCard: { perTenGrams: -1 } }, 'rateCard.perTenGrams'],
    [
      'a week without work',
      { ...content, calendar: { closedWeekdays: [0, 1, 2, 3, 4, 5, 6] } },
      'calendar.closedWeekdays',
    ],
    [
      'a holiday that ends before it begins',
      { ...content, calendar: { holidays: [{ from: '2026-12-24', to: '2026-12-23' }] } },
      'calendar.holidays[0].to',
    ],
    [
      'a day that is none',
      { ...content, calendar: { holidays: [{ from: '2026-02-30', to: '2026-03-01' }] } },
      'calendar.holidays[0].from',
    ],
    ['no jobs at all', { ...content, calendar: { jobsPerDay: 0 } }, 'calendar.jobsPerDay'],
  ])('%s is refused at its field, in three languages', async (_what, payload, field) => {
    const { id } = await offer();
    const said = new Set<string>();
    for (const language of locales) {
      const answer = await put(owner, id, payload, { 'accept-language': language });
      expect(answer.statusCode, answer.body).toBe(400);
      const { fields } = answer.json<{ fields: Record<string, string> }>();
      expect(Object.keys(fields)).toContain(field);
      said.add(fields[field] ?? '');
    }
    expect(said.size).toBe(3);
    expect((await read(owner, id)).json<ManagedWorkshop>().version).toBe(0);
  });
});

test('a rate card determines the price on cards and in the price order, over earlier texts of the form', async () => {
  const words = [
    '기본요금 ₩10,000 + 10g당 ₩2,000',
    '₩10,000 base fee + ₩2,000 per 10 g',
    '基本料金₩10,000＋10gごとに₩2,000',
  ];
  for (const pricing of words) {
    const { id } = await offer({ title: '유료 출력', isFreeService: false, state: 'draft', pricing });
    const card = async () =>
      (await server.call('GET', `/api/services/${id}`, { as: owner })).json<ServiceDetail>();
    const sortedBy = async () =>
      (
        await server.runtime.db
          .selectFrom('service')
          .select('sortPrice')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).sortPrice;
    expect(await card()).toMatchObject({
      pricing: '',
      printRates: { startFee: 10_000, perTenGrams: 2000, isFrom: false },
    });
    expect(await sortedBy()).toBe(10_000);
    expect((await put(owner, id, content)).statusCode).toBe(200);
    expect(await card()).toMatchObject({
      pricing: '',
      printRates: { startFee: 8000, perTenGrams: 1500, isFrom: false },
    });
    expect(await sortedBy()).toBe(8000);
    const edited = await server.call('PATCH', `/api/services/${id}`, {
      as: owner,
      payload: { pricing: '소량은 협의해요, 5,000원부터' },
    });
    expect(edited.json<ManagedService>()).toMatchObject({ printRates: { startFee: 8000 } });
    expect(await sortedBy()).toBe(5000);
  }
});
