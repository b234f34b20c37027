import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { SearchStatistics } from '#features/search/contract.ts';
import { isLongRun } from '#platform/shared/testing.ts';
import type { ServiceCard } from '../contract.ts';
import { distanceKm } from '../geo.ts';
import { seoul } from '../rules.ts';
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

test('searches are counted apart from those of resources, and terms found only in contact data are not revealed', async () => {
  const figures = async () => {
    const answer = await server.call('GET', '/api/search/stats');
    const { totalQueries, cacheHits, kinds, popular } = answer.json<SearchStatistics>();
    return { totalQueries, cacheHits, kinds: kinds.map(({ kind, count }) => [kind, count]), popular };
  };
  const before = (await figures()).totalQueries;
  for (const term of ['성수', '성수', 'seongsu  LAYER', 'example', '없는말', ' ', '010-1234-5678'])
    await titles(`/api/services?search=${encodeURIComponent(term)}`);
  await titles(`/api/services/type/3d_printing?search=${encodeURIComponent('성수')}`);
  await titles(`/api/services/nearby?lat=37.56&long=126.97&search=${encodeURIComponent('성수')}`);
  await titles('/api/services');
  expect(before).toBe(0);
  expect(await figures()).toEqual({
    totalQueries: 8,
    cacheHits: 0,
    kinds: [['services', 8]],
    popular: [
      { term: '성수', kind: 'services', count: 4 },
      { term: 'seongsu layer', kind: 'services', count: 1 },
    ],
  });
});

describe('the list', () => {
  test('contains active services, newest first, with their number', async () => {
    const answer = await server.call('GET', '/api/services');
    expect(answer.json<ServiceCard[]>().map(({ title }) => title)).toEqual([
      '문의',
      '부산 회로',
      '성수 레이어',
    ]);
    expect(answer.headers['x-total-count']).toBe('3');
    expect(answer.headers['link']).toContain('rel="last"');
  });

  test('finds any of the words in every field that docs/product.md names, regardless of case', async () => {
    expect(await titles('/api/services?search=seongsu')).toContain('성수 레이어');
    expect(await titles('/api/services?search=PRUSA')).toEqual(['문의', '성수 레이어']);
    expect(await titles('/api/services?search=1234-5678')).toContain('성수 레이어');
    expect(await titles(`/api/services?search=${encodeURIComponent('pcb 없는말')}`)).toEqual(['부산 회로']);
    expect(await titles(`/api/services?search=${encodeURIComponent('50%_할')}`)).toEqual(['문의']);
    expect(await titles('/api/services?search=%25')).toEqual(['문의']);
  });

  test('is filtered by type, city and district', async () => {
    expect(await titles('/api/services/type/electronics')).toEqual(['부산 회로']);
    expect(await titles('/api/services?city=busan&district=haeundae')).toEqual(['부산 회로']);
    expect(await titles('/api/services/type/other')).toEqual([]);
  });

  test('sorts by the lowest price: free, then known, then unknown', async () => {
    expect(await titles('/api/services?sort=lowPrice')).toEqual(['부산 회로', '성수 레이어', '문의']);
  });

  test('contains no contact data and nothing private', async () => {
    for (const url of ['/api/services', '/api/services/nearby?lat=37.5665&long=126.978']) {
      const { body } = await server.call('GET', url);
      expect(body).not.toContain('010-1234-5678');
      expect(body).not.toContain('layer@example.com');
      expect(body).not.toMatch(/searchText|sortPrice|ownerId/);
    }
  });

  test.each([['page=0'], ['page=-1'], ['page=abc'], ['page=1e99']])(
    'a page of %s counts as 1',
    async (query) => {
      const answer = await server.call('GET', `/api/services?${query}`);
      expect(answer.headers['x-page']).toBe('1');
    },
  );

  test('returns the last page for one past the end', async () => {
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
  test('measures from the point and excludes farther services', async () => {
    const answer = await server.call(
      'GET',
      `/api/services/nearby?lat=${busan.lat}&long=${busan.long}&maxDistance=5`,
    );
    expect(answer.json()).toMatchObject([{ title: '부산 회로', distance: 0 }]);
  });

  test('sorts by distance on request', async () => {
    expect(
      await titles(`/api/services/nearby?lat=${busan.lat}&long=${busan.long}&maxDistance=500&sort=distance`),
    ).toEqual(['부산 회로', '문의', '성수 레이어']);
  });

  test.each([
    ['lat=91&long=0', 'lat'],
    ['lat=999&long=0', 'lat'],
    ['lat=x&long=0', 'lat'],
    ['lat=&long=0', 'lat'],
    ['long=0', 'lat'],
    ['lat=0', 'long'],
    ['lat=0&long=181', 'long'],
    ['lat=0&long=Infinity', 'long'],
    ['lat=0&long=0&maxDistance=-1', 'maxDistance'],
    ['lat=0&long=0&maxDistance=501', 'maxDistance'],
    ['lat=0&long=0&maxDistance=x', 'maxDistance'],
    ['lat=0&long=0&sort=best', 'sort'],
    ['lat=NaN&long=0', 'lat'],
  ])('refuses %s and names the field', async (query, field) => {
    const answer = await server.call('GET', `/api/services/nearby?${query}`);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().fields)).toEqual([field]);
  });

  const elsewhere = async (name: string, ...places: [lat: number, long: number][]) =>
    offer({
      title: name,
      serviceType: 'other',
      locations: places.map(([lat, long]) => ({ address: name, city: '', district: '', lat, long })),
    });
  const around = async (lat: number, long: number, rest: string) =>
    (await server.call('GET', `/api/services/nearby?lat=${lat}&long=${long}&${rest}`))
      .json<ServiceCard[]>()
      .map(({ title, distance }) => [title, distance]);

  test.each([['newest'], ['lowPrice'], ['distance'], ['rating']])(
    'lists a service with three places once, with its nearest, sorted by %s',
    async (sort) => {
      const id = await elsewhere('제주', [33.5, 126.53], [33.51, 126.53], [33.25, 126.56]);
      const answer = await server.call(
        'GET',
        `/api/services/nearby?lat=33.52&long=126.53&maxDistance=50&sort=${sort}`,
      );
      expect(answer.json()).toMatchObject([{ title: '제주', distance: 1.1, location: { lat: 33.51 } }]);
      expect(answer.headers['x-total-count']).toBe('1');
      await server.runtime.pool.query(`delete from service where id = $1`, [id]);
    },
  );

  test.each([['newest'], ['distance']])(
    'works at the date line and the poles, sorted by %s',
    async (sort) => {
      await elsewhere('피지', [-16.8, 179.98]);
      await elsewhere('북극', [89.95, 10]);
      await elsewhere('남극', [-90, 0]);
      expect(await around(-16.8, -179.98, `sort=${sort}`)).toEqual([['피지', 4.3]]);
      expect(await around(-16.8, 179.94, `sort=${sort}`)).toEqual([['피지', 4.3]]);
      expect(await around(89.95, -170, `maxDistance=20&sort=${sort}`)).toEqual([['북극', 11.2]]);
      expect(await around(90, 0, `maxDistance=10&sort=${sort}`)).toEqual([['북극', 5.6]]);
      expect(await around(-89.99, 77, `maxDistance=5&sort=${sort}`)).toEqual([['남극', 1.1]]);
      expect(await around(-16.8, 0, `maxDistance=500&sort=${sort}`)).toEqual([]);
      await server.runtime.pool.query(`delete from service where service_type = 'other'`);
    },
  );

  test('with a radius of 0 contains services at the point', async () => {
    expect(await titles(`/api/services/nearby?lat=${busan.lat}&long=${busan.long}&maxDistance=0`)).toEqual([
      '부산 회로',
    ]);
  });

  test('is filtered by type and by words too', async () => {
    const wide = `/api/services/nearby?lat=${seoul.lat}&long=${seoul.long}&maxDistance=500`;
    for (const sort of ['newest', 'distance']) {
      expect(await titles(`${wide}&type=electronics&sort=${sort}`)).toEqual(['부산 회로']);
      expect(await titles(`${wide}&type=nothing&sort=${sort}`)).toEqual([]);
      expect(await titles(`${wide}&search=pcb&sort=${sort}`)).toEqual(['부산 회로']);
    }
  });

  test('reflects a service that is paused, resumed and rated', async () => {
    const { pool } = server.runtime;
    const here = `/api/services/nearby?lat=${seoul.lat}&long=${seoul.long}`;
    await pool.query(`update service set state = 'paused' where title = '문의'`);
    expect(await titles(here)).toEqual(['성수 레이어']);
    await pool.query(`update service set state = 'active', rating = 4.5 where title = '문의'`);
    await pool.query(`update service set rating = 4.8 where title = '성수 레이어'`);
    expect(await titles(`${here}&sort=rating`)).toEqual(['성수 레이어', '문의']);
    expect((await titles('/api/services?sort=rating')).slice(0, 2)).toEqual(['성수 레이어', '문의']);
    await pool.query(`update service set rating = null`);
  });

  test.runIf(isLongRun)(
    'in a dense area is sorted like any other, even without recent services',
    async () => {
      const { pool } = server.runtime;
      const fill = async (title: string, count: number, lat: number) => {
        await pool.query(
          `insert into service (owner_id, state, service_type, is_individual, is_free_service, title, sort_price, rating,
           search_text, created_at, updated_at)
         select $1, 'active', case when n % 2 = 0 then 'printing' else 'carving' end, false, false, $2 || n,
           n * 7919 % 5003, n * 31 % 50 / 10.0, '', now(), now() from generate_series(1, $3) n`,
          [owner.id, title, count],
        );
        await pool.query(
          `insert into service_location (service_id, position, address, public_address, lat, long, public_lat, public_long)
         select id, 0, '', '', lat, long, lat, long from service,
           lateral (select $2 + seq % 97 * 0.001 as lat, 131 + seq % 89 * 0.001 as long) place
         where title like $1 || '%'`,
          [title, lat],
        );
      };
      const orders = {
        newest: 'seq desc',
        lowPrice: 'sort_price, seq desc',
        rating: 'rating desc, seq desc',
      };
      const compare = async () => {
        for (const [sort, order] of Object.entries(orders)) {
          for (const type of ['', 'printing']) {
            const { rows } = await pool.query<{ title: string }>(
              `select title from service where title like '가게%' and service_type like $1 || '%'
             order by ${order} limit 32 offset 32`,
              [type],
            );
            const query = `lat=43&long=131&limit=32&page=2&sort=${sort}${type && `&type=${type}`}`;
            expect(await titles(`/api/services/nearby?maxDistance=50&${query}`)).toEqual(
              rows.map(({ title }) => title),
            );
          }
        }
        const answer = await server.call('GET', '/api/services/nearby?lat=43&long=131&maxDistance=50');
        return Number(answer.headers['x-total-count']);
      };
      await fill('가게', 5000, 43);
      // If the newest are enough, the count is limited to what pages can show.
      expect(await compare()).toBeLessThan(500);
      await fill('먼 곳', 17_000, -40);
      expect(await compare()).toBe(5000);
      await pool.query(`delete from service where title like '가게%' or title like '먼 곳%'`);
    },
  );

  test('blurs an individual’s place, the same each time, and measures from there', async () => {
    const id = await offer({ title: '개인', isIndividual: true });
    onTestFinished(
      async () => void (await server.runtime.pool.query('delete from service where id = $1', [id])),
    );
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
    // Whole numbers, because a point 300 m to the east or west begins with the same digits.
    for (const secret of [`"lat":${seoul.lat}`, `"long":${seoul.long}`])
      expect(first.body).not.toMatch(new RegExp(`${secret}(?!\\d)`));
  });

  test('shows all services of an individual from one place at one point, which no average tells more of', async () => {
    const at = (lat: number) => ({ address: '서울특별시 성동구 성수이로 20', lat, long: seoul.long });
    const ids = [
      await offer({ title: '개인 하나', isIndividual: true, locations: [at(seoul.lat)] }),
      // 30 m and a kilometre further.
      await offer({ title: '개인 둘', isIndividual: true, locations: [at(seoul.lat + 0.0003)] }),
      await offer({ title: '개인 셋', isIndividual: true, locations: [at(seoul.lat + 0.009)] }),
    ];
    onTestFinished(
      async () => void (await server.runtime.pool.query('delete from service where id = any($1)', [ids])),
    );
    const [one, two, three] = await Promise.all(
      ids.map(async (id) => (await server.call('GET', `/api/services/${id}`)).json().location),
    );
    expect([two.lat, two.long]).toEqual([one.lat, one.long]);
    expect([three.lat, three.long]).not.toEqual([one.lat, one.long]);

    // Services from before had a point each.
    const { pool } = server.runtime;
    const move =
      'update service_location set public_lat = public_lat + 0.001 where service_id = $1 returning lat';
    await pool.query(move, [ids[1]]);
    const migration = new URL(
      '../../../../migrations/20261226060000-one-point-for-services.sql',
      import.meta.url,
    );
    await pool.query(await readFile(migration, 'utf8'));
    const { rows } = await pool.query(
      'select public_lat as lat, public_long as long from service_location where service_id = any($1) order by service_id',
      [ids],
    );
    expect(rows).toEqual([one, one, three].map(({ lat, long }) => ({ lat, long })));
  });
});

describe('one service', () => {
  test('is not found if it does not exist or is another person’s draft', async () => {
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

  test('lists the owner’s own services to nobody else', async () => {
    expect((await server.call('GET', '/api/user/services')).statusCode).toBe(401);
    const own = await server.call('GET', '/api/user/services', { as: owner });
    expect(own.json()).toHaveLength(4);
  });
});

test('cards contain the first 300 characters of a description, for any number of bytes', async () => {
  const texts = [
    '짧아요',
    'a'.repeat(300),
    'a'.repeat(301),
    '가'.repeat(100),
    '가'.repeat(101),
    '🔩가'.repeat(200),
  ];
  for (const [index, description] of texts.entries())
    await offer({ title: `길이 ${index}`, description, serviceType: 'engineer', printerModel: '' });
  const answer = await server.call('GET', '/api/services?type=engineer&sort=newest');
  const told = answer.json<ServiceCard[]>().map(({ description }) => description);
  expect(told).toEqual(texts.map((text) => [...text].slice(0, 300).join('')).toReversed());
});

describe('a card', () => {
  test('has the face of its maker, with samples and further photos, in one question', async () => {
    const maker = await server.signUp();
    const { db } = server.runtime;
    const avatarId = '0199a000-0000-7000-8000-000000000001';
    await db.updateTable('person').set({ avatarId }).where('id', '=', maker.id).execute();
    const id = await db
      .transaction()
      .execute((trx) => createService(trx, maker, { ...content, title: '보여 주는 공방' }, [], new Date()));
    const kinds = ['photo', 'photo', 'photo', 'sample', 'sample'] as const;
    await db
      .insertInto('serviceImage')
      .values(
        kinds.map((kind, position) => ({
          id: `0199a000-0000-7000-8000-00000000001${position}`,
          serviceId: id,
          kind,
          position,
          alt: '',
          width: 800,
          height: 600,
          widths: [120, 480],
          blobPrefix: `service-images/${position}`,
          createdAt: new Date(),
        })),
      )
      .execute();
    const [card] = (await server.call('GET', encodeURI('/api/services?search=보여'))).json<ServiceCard[]>();
    expect(card).toMatchObject({
      image: { id: expect.stringMatching(/10$/) },
      provider: { avatarUrl: `/api/avatars/${avatarId}/96.webp` },
    });
    expect(card?.samples.map((image) => image.id.slice(-2))).toEqual(['13', '14', '11']);
  });

  test('tells address and known tags in the language of the caller', async () => {
    await offer({ title: '통역 공방', tags: ['목공', '신길동'], locations: content.locations });
    const [card] = (
      await server.call('GET', encodeURI('/api/services?search=통역'), {
        headers: { 'accept-language': 'en' },
      })
    ).json<ServiceCard[]>();
    expect(card).toMatchObject({
      tags: ['woodworking', '신길동'],
      location: { address: 'Seongdong-gu, Seoul' },
    });
  });
});

test('a list of what is sent by post has only services with a price for it', async () => {
  const id = await offer({ title: '부쳐 주는 공방' });
  await offer({ title: '찾아가는 공방' });
  const list = () => titles('/api/services?delivery=post');
  expect(await list()).toEqual([]);
  await server.runtime.db
    .insertInto('serviceWorkshop')
    .values({ serviceId: id, calendar: {}, delivery: { post: 3000 }, updatedAt: new Date() } as never)
    .execute();
  expect(await list()).toEqual(['부쳐 주는 공방']);
  expect((await server.call('GET', '/api/services?delivery=drone')).statusCode).toBe(400);
});
