import { locales } from '#i18n/languages.ts';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formOf, startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { createGeocoderFake } from '../../../../fakes/geocoder.ts';
import type { ManagedService } from '../contract.ts';
import { distanceKm } from '../geo.ts';

const fake = createGeocoderFake('secret-key', {
  '성수이로 20': { address: '서울 성동구 성수이로 20', lat: 37.5419, long: 127.0565 },
});
let server: TestServer;
let owner: Person;
let stranger: Person;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer({
    RATE_LIMIT_CONTACTS: '2',
    RATE_LIMIT_SERVICES: '1000',
    RATE_LIMIT_WRITES: '100000',
    GEOCODER: 'kakao',
    GEOCODER_KEY: 'secret-key',
    GEOCODER_FAKE_ORIGIN: await fake.start(),
  });
  owner = await server.signUp();
  stranger = await server.signUp();
  admin = await server.signUp({ isAdmin: true });
});
afterAll(async () => {
  await server.close();
  await fake.stop();
});

const home = { lat: 37.54321, long: 127.04321 };
const street = '서울 성동구 성수이로 20-7 301호';
const free = {
  title: '무료 상담',
  serviceType: 'engineer',
  isFreeService: true,
  locations: [{ address: street, ...home }],
};
const paid = { ...free, title: '출력', serviceType: '3d_printing', isFreeService: false, pricePerUnit: 2000 };

const post = (as: Person, payload: object, headers: Record<string, string> = {}) =>
  server.call('POST', '/api/services', { as, payload, headers });
const patch = (as: Person, id: string, payload: object) =>
  server.call('PATCH', `/api/services/${id}`, { as, payload });
const managed = async (as: Person, id: string) =>
  (await server.call('GET', `/api/user/services/${id}`, { as })).json<ManagedService>();

async function offer(as: Person, payload: object = free): Promise<ManagedService> {
  const answer = await post(as, payload);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
async function verify(person: Person, what: { phone?: boolean; bank?: boolean }) {
  await server.runtime.pool.query(
    'update person set phone_verified_at = $2, bank_registered = $3 where id = $1',
    [person.id, what.phone ? new Date() : null, what.bank ?? false],
  );
}
const png = (width = 600) =>
  sharp({ create: { width, height: 400, channels: 3, background: '#0e5947' } })
    .png()
    .toBuffer();
async function storedPictures(): Promise<string[]> {
  const folder = join(server.runtime.config.dataDir, 'blobs', 'service-images');
  return (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.webp')).toSorted();
}
const countServices = async () =>
  (await server.runtime.pool.query('select count(*)::int as count from service')).rows[0].count as number;

describe('a service is offered', () => {
  test('for free by anyone who is logged in, and is listed', async () => {
    expect((await server.call('POST', '/api/services', { payload: free })).statusCode).toBe(401);
    const made = await offer(owner, {
      ...free,
      description: '무엇이든 물어보세요.',
      tags: '상담, 기구, 상담',
      availableHours: '평일 10–18시',
      contactPhone: '02-1234-5678',
      contactEmail: 'me@example.net',
      specializations: ['기구 설계'],
    });
    expect(made).toMatchObject({
      state: 'active',
      version: 1,
      tags: ['상담', '기구'],
      contactPhone: '02-1234-5678',
      currency: 'KRW',
      locations: [{ address: street, ...home, exact: false }],
    });
    const seen = await server.call('GET', `/api/services/${made.id}`);
    expect(seen.json()).toMatchObject({ title: '무료 상담', location: { address: '서울 성동구' } });
    const near = await server.call('GET', '/api/services?city=seoul&district=seongdong');
    expect(near.json<{ id: string }[]>().map(({ id }) => id)).toContain(made.id);
  });

  test('with Markdown, which lists strip', async () => {
    const { id } = await offer(owner, {
      ...free,
      title: '마크다운 상담',
      description: '# 상담\n**회로**와 [도면](https://example.com)',
      translations: { en: { title: 'Advice', description: '**Circuits**' } },
    });
    const list = await server.call('GET', '/api/services?search=마크다운');
    expect(list.json()).toMatchObject([
      {
        id,
        description: '상담\n회로와 도면',
        translations: { en: { title: 'Advice', description: 'Circuits' } },
      },
    ]);
    expect((await server.call('GET', `/api/services/${id}`)).json()).toMatchObject({
      description: '# 상담\n**회로**와 [도면](https://example.com)',
      translations: { en: { description: '**Circuits**' } },
    });
  });

  test('for money only with a verified phone and account; missing ones are named, in three languages', async () => {
    const maker = await server.signUp();
    for (const [has, steps] of [
      [{}, ['phone', 'bank_account']],
      [{ phone: true }, ['bank_account']],
      [{ bank: true }, ['phone']],
    ] as const) {
      await verify(maker, has);
      for (const language of locales) {
        const answer = await post(maker, paid, { 'accept-language': language });
        expect(answer.statusCode).toBe(403);
        const body = answer.json<{
          code: string;
          steps: { step: string; message: string; path: string }[];
        }>();
        expect(body.code).toBe('verification_needed');
        expect(body.steps.map(({ step }) => step)).toEqual(steps);
        expect(body.steps.every(({ path, message }) => path === '/my/verification' && message !== '')).toBe(
          true,
        );
      }
    }
    const draft = await offer(maker, { ...paid, state: 'draft' });
    expect((await patch(maker, draft.id, { state: 'active' })).json()).toMatchObject({
      code: 'verification_needed',
    });
    await verify(maker, { phone: true, bank: true });
    expect((await patch(maker, draft.id, { state: 'active' })).json()).toMatchObject({ state: 'active' });
    await offer(maker, paid);
  });

  test('for free, and then for money with the same verification', async () => {
    const maker = await server.signUp();
    const { id } = await offer(maker);
    const answer = await patch(maker, id, { isFreeService: false, price: 5000 });
    expect(answer.json()).toMatchObject({ code: 'verification_needed' });
    expect(await managed(maker, id)).toMatchObject({ isFreeService: true, price: null, version: 1 });
  });

  test('as a draft with only a title, which nobody else sees', async () => {
    const { id } = await offer(owner, { title: '초안', serviceType: 'woodworking', state: 'draft' });
    expect((await server.call('GET', `/api/services/${id}`)).statusCode).toBe(404);
    expect((await server.call('GET', `/api/services/${id}`, { as: stranger })).statusCode).toBe(404);
    expect((await server.call('GET', `/api/services/${id}`, { as: owner })).json()).toMatchObject({
      location: null,
    });
    const early = await patch(owner, id, { state: 'active', isFreeService: true });
    expect(early.statusCode).toBe(400);
    expect(early.json()).toMatchObject({
      code: 'location_needed',
      fields: { locations: '서비스 위치를 하나 이상 추가해 주세요.' },
    });
  });

  test('once per idempotency key', async () => {
    const headers = { 'idempotency-key': 'once' };
    const [one, two] = [await post(owner, free, headers), await post(owner, free, headers)];
    expect(two.json()).toEqual(one.json());
    const other = await post(owner, { ...free, title: '다른' }, headers);
    expect(other.json()).toMatchObject({ code: 'idempotency_conflict' });
  });

  test('in a form with its pictures, in the order they were sent', async () => {
    const form = formOf([
      ...Object.entries({
        title: '사진과 함께',
        serviceType: '3d_printing',
        isFreeService: 'true',
        isIndividual: 'false',
        materials: '["PLA","유리, 섬유"]',
        fileFormats: 'STL, OBJ',
        hourlyRate: '12,000',
        locations: JSON.stringify(free.locations),
      }).map(([name, value]) => ({ name, value })),
      { name: 'images', filename: 'a.png', bytes: await png(600) },
      { name: 'sampleImages', filename: 's.png', bytes: await png(300) },
      { name: 'image', filename: 'b.png', bytes: await png(500) },
      { name: 'images', filename: '', bytes: Buffer.alloc(0) },
    ]);
    const made = await server.call('POST', '/api/services', { as: owner, ...form });
    expect(made.statusCode, made.body).toBe(201);
    const service = made.json<ManagedService>();
    expect(service).toMatchObject({
      materials: ['PLA', '유리, 섬유'],
      fileFormats: ['STL', 'OBJ'],
      hourlyRate: 12_000,
      images: [{ width: 600 }, { width: 500 }],
      samples: [{ width: 300 }],
    });
    const [first, second] = service.images;
    const turned = formOf([
      { name: 'imageOrder', value: JSON.stringify([second?.id, 'new', first?.id]) },
      { name: 'images', filename: 'c.png', bytes: await png(490) },
    ]);
    const edited = await server.call('PATCH', `/api/services/${service.id}`, { as: owner, ...turned });
    expect(edited.json()).toMatchObject({
      images: [{ width: 500 }, { width: 490 }, { width: 600 }],
      samples: [{ width: 300 }],
    });
    const gone = await patch(owner, service.id, { imageOrder: [], sampleImageOrder: [] });
    expect(gone.json()).toMatchObject({ images: [], samples: [], imageUrl: null });
    const unknown = await patch(owner, service.id, { imageOrder: [first?.id] });
    expect(unknown.json()).toMatchObject({
      code: 'unknown_picture',
      fields: { 'imageOrder[0]': '이 사진을 찾을 수 없어요.' },
    });
  });
});

describe('invalid input', () => {
  test.each<[string, object, string]>([
    ['no title', { title: ' ' }, 'title'],
    ['a title that nobody sees', { title: '\u200B' }, 'title'],
    ['a title that is too long', { title: 'x'.repeat(101) }, 'title'],
    ['no type', { serviceType: undefined }, 'serviceType'],
    ['an unknown type', { serviceType: 'cooking' }, 'serviceType'],
    ['a number for a text', { description: 5 }, 'description'],
    ['a state that is not theirs', { state: 'hidden' }, 'state'],
    ['a price below nothing', { price: -1 }, 'price'],
    ['half a won', { hourlyRate: 0.5 }, 'hourlyRate'],
    ['a price in words', { pricePerUnit: '만원' }, 'pricePerUnit'],
    ['too much money', { price: 1e15 }, 'price'],
    ['an unknown currency', { currency: 'BTC' }, 'currency'],
    ['no list', { locations: {} }, 'locations'],
    ['an empty list', { locations: [] }, 'locations'],
    ['too many places', { locations: Array.from({ length: 21 }, () => free.locations[0]) }, 'locations'],
    ['an empty address', { locations: [{ address: ' ', ...home }] }, 'locations[0].address'],
    ['no address', { locations: [home] }, 'locations[0].address'],
    ['a latitude off the earth', { locations: [{ address: street, ...home, lat: 91 }] }, 'locations[0].lat'],
    [
      'a longitude off the earth',
      { locations: [{ address: street, ...home, long: -181 }] },
      'locations[0].long',
    ],
    ['a latitude in words', { locations: [{ address: street, ...home, lat: 'NaN' }] }, 'locations[0].lat'],
    ['no longitude', { locations: [{ address: street, lat: 37 }] }, 'locations[0].long'],
    ['nothing', { locations: [{ address: street, lat: null, long: null }] }, 'locations[0].lat'],
    ['0/0', { locations: [{ address: street, lat: 0, long: 0 }] }, 'locations[0].lat'],
    [
      'the second place',
      { locations: [free.locations[0], { address: '', ...home }] },
      'locations[1].address',
    ],
    ['a mail address', { contactEmail: 'me@' }, 'contactEmail'],
    ['a telephone', { contactPhone: '전화 주세요' }, 'contactPhone'],
    ['tags of another kind', { tags: [1] }, 'tags[0]'],
    ['too many tags', { tags: Array.from({ length: 21 }, (_, index) => `t${index}`) }, 'tags'],
    ['no yes or no', { isFreeService: 'maybe' }, 'isFreeService'],
    ['an order of nothing', { imageOrder: ['new'] }, 'imageOrder[0]'],
    ['a language', { language: 'fr' }, 'language'],
    ['control characters', { title: 'a\u0000b' }, 'title'],
  ])('%s is reported at its field, and nothing is written', async (_what, part, field) => {
    const before = await countServices();
    const answer = await post(owner, { ...free, ...part });
    expect(answer.statusCode, answer.body).toBe(400);
    expect(Object.keys(answer.json().fields)).toContain(field);
    expect(await countServices()).toBe(before);
  });

  test.each([['[]'], ['"text"'], ['null'], ['{'], ['']])('%s is no valid body', async (payload) => {
    const answer = await server.call('POST', '/api/services', {
      as: owner,
      payload,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.statusCode).toBe(400);
  });

  test('in a form leaves no picture behind', async () => {
    const before = await storedPictures();
    for (const [extra, status] of [
      [{ name: 'locations', value: '[' }, 400],
      [{ name: 'locations', value: 'null' }, 400],
      [{ name: 'images', filename: 'a.png', bytes: Buffer.from('no picture') }, 415],
      [{ name: 'sampleImages', filename: 'a.png', bytes: Buffer.alloc(5 * 1024 * 1024 + 1, 1) }, 413],
      [{ name: 'virus', filename: 'a.exe', bytes: Buffer.from('MZ') }, 400],
    ] as const) {
      const form = formOf([
        { name: 'title', value: '사진' },
        { name: 'serviceType', value: 'engineer' },
        { name: 'image', filename: 'a.png', bytes: await png() },
        extra,
      ]);
      const answer = await server.call('POST', '/api/services', { as: owner, ...form });
      expect(answer.statusCode, answer.body).toBe(status);
      expect(Object.keys(answer.json().fields)).toEqual([extra.name]);
    }
    expect(await storedPictures()).toEqual(before);
  });

  test('of any kind is never a server error', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom(...Object.keys(free), 'tags', 'price'), fc.jsonValue()),
        async (part) => {
          const answer = await post(owner, { ...free, state: 'draft', ...part });
          expect(answer.statusCode, answer.body).toBeLessThan(500);
          const again = await patch(owner, 'x', part);
          // Names such as __proto__ are refused before the service is looked up.
          expect([400, 404]).toContain(again.statusCode);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('a service is changed', () => {
  test('by its owner and by admins only', async () => {
    const { id } = await offer(owner);
    for (const method of ['PATCH', 'DELETE']) {
      const payload = method === 'PATCH' ? { title: 'x' } : undefined;
      const ask = (as?: Person) =>
        server.call(method, `/api/services/${id}`, { ...(as && { as }), ...(payload && { payload }) });
      expect((await ask()).statusCode).toBe(401);
      expect((await ask(stranger)).statusCode).toBe(403);
    }
    expect((await server.call('GET', `/api/user/services/${id}`, { as: stranger })).statusCode).toBe(403);
    expect((await patch(admin, id, { title: '고침' })).json()).toMatchObject({ title: '고침' });
    const suspended = await server.signUp();
    const theirs = await offer(suspended);
    await server.runtime.pool.query('update person set suspended_at = now() where id = $1', [suspended.id]);
    expect((await patch(suspended, theirs.id, { title: 'x' })).statusCode).toBe(401);
    const leaving = await server.signUp();
    await server.runtime.pool.query(
      `update person set withdraws_at = now() + interval '3 days' where id = $1`,
      [leaving.id],
    );
    expect((await post(leaving, free)).json()).toMatchObject({ code: 'withdrawing' });
  });

  test('only in the sent fields, if the version is current', async () => {
    const { id, version } = await offer(owner, { ...free, tags: ['하나'], pricing: '무료' });
    const [first, second] = [
      await patch(owner, id, { title: '새 이름', version }),
      await patch(owner, id, { title: '늦은 이름', version }),
    ];
    expect(first.json()).toMatchObject({ title: '새 이름', tags: ['하나'], version: 2 });
    expect(second.json()).toMatchObject({ code: 'conflict' });
    expect(await managed(owner, id)).toMatchObject({ title: '새 이름', pricing: '무료' });
  });

  test('and is then found and sorted by its new values', async () => {
    const maker = await server.signUp();
    await verify(maker, { phone: true, bank: true });
    const { id } = await offer(maker, { ...paid, pricePerUnit: null, pricing: '1만 5천원부터' });
    const sortPrice = async () =>
      Number(
        (await server.runtime.pool.query('select sort_price from service where id = $1', [id])).rows[0]
          .sort_price,
      );
    await patch(maker, id, { hourlyRate: 700, contactPhone: '010-9182-7364' });
    expect(await sortPrice()).toBe(700);
    await patch(maker, id, { hourlyRate: null, pricing: 'FREE for schools' });
    expect(await sortPrice()).toBe(0);
    const found = await server.call('GET', '/api/services?search=9182-7364');
    expect(found.json()).toMatchObject([{ id }]);
  });

  test('from state to state as the state machine says', async () => {
    const { id } = await offer(owner);
    const become = async (as: Person, state: string) => {
      const answer = await patch(as, id, { state });
      return answer.statusCode === 200 ? answer.json().state : answer.json().code;
    };
    const decide = async (state: string) => {
      const answer = await server.call('PATCH', `/api/admin/services/${id}`, {
        as: admin,
        payload: { state, reason: '확인' },
      });
      return answer.json().state;
    };
    expect(await become(owner, 'paused')).toBe('paused');
    expect((await server.call('GET', `/api/services/${id}`)).statusCode).toBe(404);
    expect(await become(owner, 'draft')).toBe('invalid_transition');
    expect(await become(owner, 'hidden')).toBe('forbidden');
    expect(await become(owner, 'active')).toBe('active');
    expect(await become(admin, 'hidden')).toBe('forbidden');
    expect(await decide('hidden')).toBe('hidden');
    expect(await become(owner, 'active')).toBe('forbidden');
    expect((await patch(owner, id, { title: '고쳤어요' })).json()).toMatchObject({ state: 'hidden' });
    const { rows } = await server.runtime.pool.query(
      'select actor_id, reason, after from audit_entry where target_id = $1',
      [id],
    );
    expect(rows).toEqual([{ actor_id: admin.id, reason: '확인', after: { state: 'hidden' } }]);
    expect(await become(admin, 'active')).toBe('forbidden');
    expect(await decide('active')).toBe('active');
    expect((await server.call('DELETE', `/api/services/${id}`, { as: owner })).statusCode).toBe(204);
    expect((await server.call('DELETE', `/api/services/${id}`, { as: owner })).statusCode).toBe(404);
    expect((await server.call('GET', `/api/services/${id}`, { as: owner })).statusCode).toBe(404);
    const own = await server.call('GET', '/api/user/services', { as: owner });
    expect(own.body).not.toContain(id);
  });

  test('without moving its public point, unless its place moves', async () => {
    const { id } = await offer(owner);
    const point = async () => (await server.call('GET', `/api/services/${id}`)).json().location;
    const first = await point();
    expect(distanceKm(first, home)).toBeGreaterThan(0.2);
    const again = { locations: [{ address: `${street} 문 앞`, ...home }] };
    await patch(owner, id, again);
    expect(await point()).toEqual(first);
    await patch(owner, id, { locations: [{ ...again.locations[0], exact: true }] });
    expect(await point()).toMatchObject({ ...home, address: `${street} 문 앞` });
    await patch(owner, id, { isIndividual: false, locations: free.locations });
    expect(await point()).toMatchObject({ ...home, address: street });
  });
});

describe('contact data', () => {
  test('is shown to people who ask, for a few providers a day', async () => {
    const seeker = await server.signUp();
    const ask = (id: string, as?: Person) =>
      server.call('POST', `/api/services/${id}/contact`, as ? { as } : {});
    const services: string[] = [];
    for (let index = 0; index < 3; index += 1) {
      const maker = await server.signUp();
      services.push((await offer(maker, { ...free, contactPhone: '02-555-0000' })).id);
    }
    const [one = '', two = '', three = ''] = services;
    expect((await ask(one)).statusCode).toBe(401);
    expect((await ask('x', seeker)).statusCode).toBe(404);
    expect((await ask(one, seeker)).json()).toMatchObject({ contactPhone: '02-555-0000', contactEmail: '' });
    expect((await ask(one, seeker)).statusCode).toBe(200);
    expect((await ask(two, seeker)).statusCode).toBe(200);
    const third = await ask(three, seeker);
    expect(third.statusCode).toBe(429);
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(80_000);
    expect((await ask(one, seeker)).statusCode).toBe(200);
    await server.runtime.pool.query(
      `update service_contact set asked_at = now() - interval '25 hours' where person_id = $1`,
      [seeker.id],
    );
    expect((await ask(three, seeker)).statusCode).toBe(200);
    const { id } = await offer(owner);
    expect((await ask(id, stranger)).json()).toMatchObject({ code: 'no_contact' });
  });

  test('and exact places are in no response to a guest', async () => {
    // More digits than a blurred point has.
    const place = { lat: 37.511_137_11, long: 126.922_239_22 };
    const secrets = ['02-771-3344', 'hidden.maker@example.net', '비밀로 77', `${place.lat}`, `${place.long}`];
    const [phone = '', email = '', road = ''] = secrets;
    const { id } = await offer(owner, {
      ...free,
      title: '비밀 지킴이',
      contactPhone: phone,
      contactEmail: email,
      locations: [{ address: `서울 마포구 ${road}`, ...place }],
    });
    const { paths } = server.app.swagger() as { paths?: Record<string, Record<string, unknown>> };
    const reads = Object.entries(paths ?? {}).flatMap(([path, methods]) => ('get' in methods ? [path] : []));
    const parameters: Record<string, string> = { id, type: 'engineer', username: owner.username };
    const query = '?lat=37.51&long=126.92&maxDistance=50&search=hidden.maker&q=비밀';
    for (const path of reads) {
      const url = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => parameters[name] ?? id);
      for (const address of [url, encodeURI(url + query)]) {
        const { body } = await server.call('GET', address);
        for (const secret of secrets) expect(body, address).not.toContain(secret);
      }
    }
    const own = await server.call('GET', `/api/user/services/${id}`, { as: owner });
    for (const secret of secrets) expect(own.body).toContain(secret);
    const found = await server.call('GET', encodeURI(`/api/services/nearby${query}`));
    expect(found.body).toContain(id);
  });
});

describe('an address', () => {
  const find = (address: string, as: Person | null = owner) =>
    server.call('GET', `/api/geocode?address=${encodeURIComponent(address)}`, as ? { as } : {});

  test('is found by the service, else in our own table', async () => {
    expect((await find('성수이로 20', null)).statusCode).toBe(401);
    expect((await find('성수이로 20')).json()).toEqual([
      { address: '서울 성동구 성수이로 20', lat: 37.5419, long: 127.0565, precision: 'address' },
    ]);
    expect((await find('부산광역시 해운대구 어딘가')).json()).toMatchObject([{ address: '부산 해운대구' }]);
    expect((await find('어딘가')).json()).toEqual([]);
    expect((await find(' ')).json()).toMatchObject({ fields: { address: expect.any(String) } });
  });

  test('cannot be found while the service is unavailable, and the error hides its key', async () => {
    const answer = await find('고장');
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ code: 'geocoder_unavailable' });
    expect(answer.body).not.toContain('secret-key');
  });
});
