import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#app/testing.ts';
import type { ServiceCard } from '../contract.ts';
import { seoul, unknownPrice } from '../rules.ts';
import { createService, type ServiceContent } from './commands.ts';

type Price = Partial<
  Pick<ServiceContent, 'isFreeService' | 'pricing' | 'price' | 'hourlyRate' | 'pricePerUnit'>
>;

/** Prices of services, with the number that "lowest first" sorts by. */
const cases: [Price, number][] = [
  [{ isFreeService: true }, 0],
  [{ isFreeService: true, hourlyRate: 50_000 }, 0],
  [{ isFreeService: true, pricing: '10,000원' }, 0],
  [{ pricing: '무료' }, 0],
  [{ pricing: '학생은 무료예요', price: 9000 }, 0],
  [{ pricing: '공짜로 해 드려요' }, 0],
  [{ pricing: 'Free' }, 0],
  [{ pricing: 'FREE for schools', pricePerUnit: 3000 }, 0],
  [{ pricing: '材料費のみ、無料' }, 0],
  [{ pricing: 'freelance work, 42,000' }, 42_000],
  [{ pricing: 'carefree 700' }, 700],
  [{ hourlyRate: 0 }, 0],
  [{ price: 0 }, 0],
  [{ hourlyRate: 50_000 }, 50_000],
  [{ hourlyRate: 50_001, pricePerUnit: 10, price: 5 }, 50_001],
  [{ hourlyRate: 61_000, pricing: '1,000원' }, 61_000],
  [{ pricePerUnit: 2000 }, 2000],
  [{ pricePerUnit: 2001, price: 1 }, 2001],
  [{ pricePerUnit: 2002, pricing: '1원' }, 2002],
  [{ price: 30_000 }, 30_000],
  [{ price: 30_001, pricing: '99원' }, 30_001],
  [{ pricing: '500' }, 500],
  [{ pricing: '1,500원' }, 1500],
  [{ pricing: '12,345,678원' }, 12_345_678],
  [{ pricing: '약 800원쯤' }, 800],
  [{ pricing: '10g당 2,000원' }, 10],
  [{ pricing: '4,000~6,000원' }, 4000],
  [{ pricing: '1만원' }, 10_000],
  [{ pricing: '3만 원부터' }, 30_000],
  [{ pricing: '1만 5천원' }, 15_000],
  [{ pricing: '1만5천' }, 15_000],
  [{ pricing: '1만 5,500원' }, 15_500],
  [{ pricing: '2만, 재료비 3천 별도' }, 20_000],
  [{ pricing: '2만 3시간' }, 20_000],
  [{ pricing: '1.5만원' }, 15_000],
  [{ pricing: '7천원' }, 7000],
  [{ pricing: '2천만원' }, 20_000_000],
  [{ pricing: '1万5千円' }, 15_000],
  [{ pricing: '８，０００円' }, 8000],
  [{ pricing: '¥3,200 each' }, 3200],
  [{ pricing: '$12.40' }, 12],
  [{ pricing: '견적 문의' }, unknownPrice],
  [{ pricing: '' }, unknownPrice],
  [{ pricing: '要相談' }, unknownPrice],
  [{ pricing: '9'.repeat(40) }, unknownPrice],
];

const none: ServiceContent = {
  state: 'active',
  serviceType: 'woodworking',
  isIndividual: false,
  isFreeService: false,
  title: '',
  description: '',
  language: 'ko',
  translations: {},
  pricing: '',
  price: null,
  hourlyRate: null,
  pricePerUnit: null,
  availableHours: '',
  tags: [],
  contactPhone: '',
  contactEmail: '',
  printerModel: '',
  fileFormats: [],
  materials: [],
  specializations: [],
  productionItems: [],
  locations: [{ address: '서울', city: 'seoul', district: '', ...seoul }],
};

let server: TestServer;

/** The last registered one comes first on a tie. */
const expected = cases
  .map(([, price], index) => ({ price, index }))
  .toSorted((a, b) => a.price - b.price || b.index - a.index)
  .map(({ index }) => String(index));

beforeAll(async () => {
  server = await startTestServer();
  const owner = await server.signUp();
  await server.runtime.db.transaction().execute(async (trx) => {
    for (const [index, [price]] of cases.entries()) {
      await createService(trx, owner, { ...none, ...price, title: String(index) }, [], new Date());
    }
  });
});
afterAll(() => server.close());

test('the table has at least 40 cases', () => expect(cases.length).toBeGreaterThanOrEqual(40));

test.each([
  ['/api/services?'],
  ['/api/services/type/woodworking?'],
  [`/api/services/nearby?lat=${seoul.lat}&long=${seoul.long}&`],
  [`/api/services/nearby?lat=${seoul.lat}&long=${seoul.long}&type=woodworking&`],
])('%s sorts by the price rule, ties by newest', async (url) => {
  const answer = await server.call('GET', `${url}sort=lowPrice&limit=200`);
  expect(answer.json<ServiceCard[]>().map(({ title }) => title)).toEqual(expected);
});
