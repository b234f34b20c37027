import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { ServiceCard } from '../contract.ts';
import { distanceKm, seoul } from '../rules.ts';
import { createService, type ServiceContent } from './commands.ts';

let server: TestServer;
let owner: Person;

const busan = { lat: 35.1796, long: 129.0756 };
const content: ServiceContent = {
  state: 'active',
  serviceType: '3d_printing',
  isIndividual: false,
  isFreeService: false,
  title: '성수 레이어',
  description: '프린터 여섯 대로 출력해요.',
  language: 'ko',
  translations: { en: { title: 'Seongsu Layer' } },
  pricing: '',
  price: null,
  hourlyRate: null,
  pricePerUnit: 2000,
  availableHours: '',
  tags: ['FDM'],
  contactPhone: '010-1234-5678',
  contactEmail: 'layer@example.com',
  printerModel: 'Prusa MK4',
  fileFormats: [],
  materials: [],
  specializations: [],
  productionItems: [],
  locations: [{ address: '서울 성동구', city: 'seoul', district: 'seongdong', ...seoul }],
};

async function offer(part: Partial<ServiceContent> = {}): Promise<string> {
  return server.runtime.db
    .transaction()
    .execute((trx) => createService(trx, owner, { ...content, ...part }, [], new Date()));
}

async function titles(url: string): Promise<string[]> {
  const answer = await server.call('GET', url);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<ServiceCard[]>().map((service) => service.title);
}

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signUp();
  await offer();
  await offer({
    title: '부산 회로',
    serviceType: 'electronics',
    pricePerUnit: null,
    pricing: '무료 상담',
    tags: ['PCB'],
    printerModel: '',
    contactPhone: '',
    contactEmail: '',
    translations: {},
    locations: [{ address: '부산 해운대구', city: 'busan', district: 'haeundae', ...busan }],
  });
  await offer({ title: '문의', pricePerUnit: null, pricing: '견적 문의', tags: ['50%_할인'] });
  await offer({ title: '초안', state: 'draft' });
});
afterAll(() => server.close());

describe('the list', () => {
  test('holds what is active, newest first, and says how many', async () => {
    const answer = await server.call('GET', '/api/services');
    expect(answer.json<ServiceCard[]>().map(({ title }) => title)).toEqual([
      '문의',
      '부산 회로',
      '성수 레이어',
    ]);
    expect(answer.headers['x-total-count']).toBe('3');
    expect(answer.headers['link']).toContain('rel="last"');
  });

  test('finds any of the words in every field that the specification names, whatever their case', async () => {
    expect(await titles('/api/services?search=seongsu')).toContain('성수 레이어');
    expect(await titles('/api/services?search=PRUSA')).toEqual(['문의', '성수 레이어']);
    expect(await titles('/api/services?search=1234-5678')).toContain('성수 레이어');
    expect(await titles(`/api/services?search=${encodeURIComponent('pcb 없는말')}`)).toEqual(['부산 회로']);
    expect(await titles(`/api/services?search=${encodeURIComponent('50%_할')}`)).toEqual(['문의']);
    expect(await titles('/api/services?search=%25')).toEqual(['문의']);
  });

  test('goes by type, city and district', async () => {
    expect(await titles('/api/services/type/electronics')).toEqual(['부산 회로']);
    expect(await titles('/api/services?city=busan&district=haeundae')).toEqual(['부산 회로']);
    expect(await titles('/api/services/type/other')).toEqual([]);
  });

  test('puts the lowest price first: free, then known, then unknown', async () => {
    expect(await titles('/api/services?sort=lowPrice')).toEqual(['부산 회로', '성수 레이어', '문의']);
  });

  test('tells nobody how to reach a provider, or what is not public', async () => {
    for (const url of ['/api/services', '/api/services/nearby?lat=37.5665&long=126.978']) {
      const { body } = await server.call('GET', url);
      expect(body).not.toContain('010-1234-5678');
      expect(body).not.toContain('layer@example.com');
      expect(body).not.toMatch(/searchText|sortPrice|ownerId/);
    }
  });

  test.each([['page=0'], ['page=-1'], ['page=abc'], ['page=1e99']])('%s counts as 1', async (query) => {
    const answer = await server.call('GET', `/api/services?${query}`);
    expect(answer.headers['x-page']).toBe('1');
  });

  test('answers the last page for one past the end', async () => {
    const answer = await server.call('GET', '/api/services?limit=2&page=99');
    expect(answer.headers['x-page']).toBe('2');
    expect(answer.json()).toHaveLength(1);
  });

  test.each([
    ['limit=1e999'],
    ['limit=0'],
    ['sort=cheapest'],
    ['city=atlantis'],
    ['search=%00'],
    [`search=${'x'.repeat(201)}`],
  ])('refuses %s with a field', async (query) => {
    const answer = await server.call('GET', `/api/services?${query}`);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().fields)).toEqual([query.split('=')[0]]);
  });
});

describe('nearby', () => {
  test('measures from the point and leaves out what is farther', async () => {
    const answer = await server.call(
      'GET',
      `/api/services/nearby?lat=${busan.lat}&long=${busan.long}&maxDistance=5`,
    );
    expect(answer.json()).toMatchObject([{ title: '부산 회로', distance: 0 }]);
  });

  test('puts the nearest first when asked', async () => {
    expect(
      await titles(`/api/services/nearby?lat=${busan.lat}&long=${busan.long}&maxDistance=500&sort=distance`),
    ).toEqual(['부산 회로', '문의', '성수 레이어']);
  });

  test.each([
    ['lat=91&long=0'],
    ['lat=x&long=0'],
    ['long=0'],
    ['lat=0&long=0&maxDistance=0'],
    ['lat=NaN&long=0'],
  ])('refuses %s', async (query) => {
    expect((await server.call('GET', `/api/services/nearby?${query}`)).statusCode).toBe(400);
  });

  test("blurs an individual's place, the same each time, and measures from there", async () => {
    const id = await offer({ title: '개인', isIndividual: true });
    const [first, second] = await Promise.all([
      server.call('GET', `/api/services/${id}`),
      server.call('GET', `/api/services/${id}`),
    ]);
    const { location } = first.json();
    expect(second.json().location).toEqual(location);
    const km = distanceKm(location, seoul);
    expect(km).toBeGreaterThan(0.2);
    expect(km).toBeLessThan(0.6);
    const near = await server.call(
      'GET',
      `/api/services/nearby?lat=${seoul.lat}&long=${seoul.long}&maxDistance=1`,
    );
    const found = near.json<ServiceCard[]>().find((service) => service.id === id);
    expect(found?.distance).toBeCloseTo(km, 1);
    expect(first.body).not.toContain(String(seoul.lat));
    await server.runtime.pool.query(`delete from service where id = $1`, [id]);
  });
});

describe('one service', () => {
  test('that is no service, absent or a draft of somebody else is not found', async () => {
    const { rows } = await server.runtime.pool.query(`select id from service where title = '초안'`);
    const stranger = await server.signUp();
    for (const [id, as] of [
      ['x', undefined],
      ['019a0000-0000-7000-8000-000000000000', undefined],
      [rows[0].id, undefined],
      [rows[0].id, stranger],
    ] as const) {
      const answer = await server.call('GET', `/api/services/${id}`, as ? { as } : {});
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ code: 'service_not_found' });
    }
    expect((await server.call('GET', `/api/services/${rows[0].id}`, { as: owner })).statusCode).toBe(200);
  });

  test('lists its owner what is theirs, and nobody else', async () => {
    expect((await server.call('GET', '/api/user/services')).statusCode).toBe(401);
    const own = await server.call('GET', '/api/user/services', { as: owner });
    expect(own.json()).toHaveLength(4);
  });
});
