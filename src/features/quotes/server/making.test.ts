import { afterAll, beforeAll, expect, test } from 'vitest';
import { formOf, startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { ResourceDetail } from '#features/resources/contract.ts';
import { resourcesJobs } from '#features/resources/server/public.ts';
import { usualDelivery } from '#features/services/contract.ts';
import { binaryStl, box } from '#platform/shared/models/testing.ts';
import type { Making, NearWish, PrintersAnswer, Quote } from '../contract.ts';
import { quotesJobs } from './jobs.ts';
import { negotiatingOn } from './testing.ts';

let server: TestServer;
let on: ReturnType<typeof negotiatingOn>;
let provider: Person;
let author: Person;
let buyer: Person;
let pair: ResourceDetail;
beforeAll(async () => {
  server = await startTestServer({ FEE_PERCENT: '10', RATE_LIMIT_WRITES: '100000', LIST_CACHE_MS: '0' });
  on = negotiatingOn(server);
  provider = await server.signUp();
  author = await server.signUp();
  buyer = await server.signUp();
  pair = await publish('CC-BY-4.0', [
    ['판.stl', binaryStl(box(40, 30, 5))],
    ['다리.stl', binaryStl(box(10, 10, 60))],
  ]);
});
afterAll(() => server.close());

async function publish(license: string, files: [name: string, bytes: Uint8Array][]): Promise<ResourceDetail> {
  const answer = await server.call('POST', '/api/resources', {
    as: author,
    ...formOf([
      { name: 'title', value: '탁자' },
      { name: 'category', value: '3d_model' },
      { name: 'license', value: license },
      { name: 'state', value: 'published' },
      {
        name: 'details',
        value: JSON.stringify({ printSettings: [{ material: 'PETG', infillPercent: 40, walls: 3 }] }),
      },
      ...files.map(([filename, bytes]) => ({ name: 'downloadFile', filename, bytes })),
    ]),
  });
  expect(answer.statusCode, answer.body).toBe(201);
  await resourcesJobs(server.runtime)['resources.measure_models']({} as never);
  return answer.json();
}

const seongsu = { lat: 37.5419, long: 127.0565 };
const offerPrints = (fields: object = {}) =>
  on.offerService(provider, {
    serviceType: '3d_printing',
    materials: ['PLA', 'PETG'],
    locations: [{ address: '서울 성동구', ...seongsu }],
    ...fields,
  });
async function making(query = '', as?: Person, id = pair.id): Promise<Making> {
  const answer = await server.call('GET', `/api/resources/${id}/making${query}`, { ...(as && { as }) });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const here = (point: { lat: number; long: number }) => `?lat=${point.lat}&long=${point.long}`;

test('a thing without makers says that there are none, and who offers it near is told to those who wait', async () => {
  expect((await making(here(seongsu))).ways).toEqual([
    { trade: '3d_printing', area: 'nowhere', radiusKm: null, makers: 0, from: null },
  ]);
  const wish = async (as: Person, fields: object = {}) =>
    server.call('POST', '/api/user/near-wishes', {
      as,
      payload: { trade: '3d_printing', ...seongsu, radiusKm: 10, resourceId: pair.id, ...fields },
    });
  const kept = (await wish(buyer)).json<NearWish>();
  // The place is kept to about a kilometre, and the same wish is one.
  expect(kept).toMatchObject({ lat: 37.54, long: 127.06, resourceTitle: '탁자', toldAt: null });
  expect((await wish(buyer)).json<NearWish>().id).toBe(kept.id);
  const far = await server.signUp();
  await wish(far, { lat: 35.18, long: 129.08 });
  await wish(far, { trade: 'woodworking' });
  await wish(provider);

  const id = await offerPrints({ title: '가까운 곳' });
  await quotesJobs(server.runtime)['services.offered']({ id });
  await quotesJobs(server.runtime)['services.offered']({ id });
  const { rows } = await server.runtime.pool.query(
    `select person_id, path from notification where what = 'maker_near'`,
  );
  expect(rows).toEqual([{ person_id: buyer.id, path: `/resources/${pair.id}` }]);
  const list = async (as: Person) =>
    (await server.call('GET', '/api/user/near-wishes', { as })).json<NearWish[]>();
  expect(await list(buyer)).toMatchObject([{ service: { id, title: '가까운 곳' } }]);
  expect((await list(buyer))[0]!.toldAt).not.toBeNull();
  expect((await list(far)).map(({ toldAt }) => toldAt)).toEqual([null, null]);

  const remove = (as: Person) => server.call('DELETE', `/api/user/near-wishes/${kept.id}`, { as });
  expect((await remove(far)).statusCode).toBe(404);
  expect((await remove(buyer)).statusCode).toBe(204);
  expect(await list(buyer)).toEqual([]);
});

test('somebody waits for up to 20 things', async () => {
  const person = await server.signUp();
  const wish = (lat: number) =>
    server.call('POST', '/api/user/near-wishes', {
      as: person,
      payload: { trade: 'electronics', lat, long: 127, radiusKm: 5 },
    });
  for (let count = 0; count < 20; count += 1) expect((await wish(30 + count / 10)).statusCode).toBe(201);
  const refused = await wish(36);
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'too_many_wishes']);
  expect((await wish(30)).statusCode).toBe(201);
});

test('the price is that of the cheapest quote for the whole thing, its date, and how many can make it', async () => {
  await offerPrints({ title: '비싼 곳', price: 50_000, pricePerUnit: 9000 });
  await offerPrints({ title: '재료가 없는 곳', materials: ['PLA'], price: 0, pricePerUnit: 1 });
  const found = await making(here(seongsu));
  expect(found.rights.verdict).toBe('allowed');
  const [way] = found.ways;
  expect(way).toMatchObject({ trade: '3d_printing', area: 'near', radiusKm: 10, makers: 2 });
  const answer = await server.call('POST', '/api/quotes', {
    as: buyer,
    payload: {
      serviceId: way!.from!.serviceId,
      parts: pair.files.map(({ id }) => ({
        resourceFileId: id,
        material: 'PETG',
        infill: 40,
        walls: 3,
        quantity: 1,
      })),
    },
  });
  expect(answer.statusCode, answer.body).toBe(201);
  const { total, currency, readyOn } = answer.json<Quote>();
  expect(way!.from).toMatchObject({ total, currency, readyOn });
});

test('a reader without a place sees the whole country, and one far away who sends by post', async () => {
  const busan = { lat: 35.18, long: 129.08 };
  const country = await making();
  expect(country.ways[0]).toMatchObject({ area: 'country', radiusKm: null, makers: 2 });
  expect((await making(here(busan))).ways[0]).toEqual(country.ways[0]);
  // Those that hand over at their place alone are no help from afar.
  const id = await offerPrints({
    title: '직접 받는 곳',
    price: 0,
    pricePerUnit: 10,
    delivery: { ...usualDelivery, post: null },
  });
  expect((await making(here(busan))).ways[0]!.makers).toBe(2);
  expect((await making(here(seongsu))).ways[0]).toMatchObject({ makers: 3, from: { serviceId: id } });
  const printers = await server.call('GET', '/api/services/printers?lat=35.18&long=129.08&area=country');
  const ids = printers.json<PrintersAnswer>().printers.map((printer) => printer.id);
  expect(ids).toHaveLength(3);
  expect(ids).not.toContain(id);
});

test('what has to be asked of its author says so, to its author not', async () => {
  const reserved = await publish('all-rights-reserved', [['문.stl', binaryStl(box(20, 20, 20))]]);
  expect((await making('', undefined, reserved.id)).rights.verdict).toBe('ask_author');
  expect((await making('', buyer, reserved.id)).rights.verdict).toBe('ask_author');
  expect((await making('', author, reserved.id)).rights.verdict).toBe('allowed');
});

test('nobody learns of a draft, and what is unreadable has no price', async () => {
  const answer = await server.call('PATCH', `/api/resources/${pair.id}`, {
    as: author,
    payload: { state: 'draft' },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  expect((await server.call('GET', `/api/resources/${pair.id}/making`)).statusCode).toBe(404);
  expect((await server.call('GET', `/api/resources/${pair.id}/making`, { as: buyer })).statusCode).toBe(404);
  expect((await making('', author)).ways).toHaveLength(1);
});
