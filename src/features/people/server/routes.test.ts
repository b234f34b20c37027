import { locales } from '#i18n/languages.ts';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { createService, type ServiceContent } from '#features/services/server/public.ts';
import type { Profile, PublicPerson } from '../contract.ts';
import { peopleJobs } from './jobs.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const change = (as: Person, payload: object) => server.call('PATCH', '/api/user', { as, payload });
const show = (username: string) => server.call('GET', `/api/people/${username}`);

async function publish(as: Person, title = '드론 팔'): Promise<string> {
  const payload = { title, category: '3d_model', assemblyInstructions: '1. 만들기' };
  const answer = await server.call('POST', '/api/resources', { as, payload });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ id: string }>().id;
}

const exact = { lat: 37.54321, long: 127.04321 };
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
  pricePerUnit: 2000,
  availableHours: '',
  tags: [],
  contactPhone: '010-1234-5678',
  contactEmail: 'layer@example.net',
  printerModel: '',
  fileFormats: [],
  materials: [],
  specializations: [],
  productionItems: [],
  locations: [{ address: '서울 성동구', city: 'seoul', district: 'seongdong', ...exact }],
};

const offer = (owner: Person, part: Partial<ServiceContent> = {}) =>
  server.runtime.db
    .transaction()
    .execute((trx) => createService(trx, owner, { ...content, ...part }, [], new Date()));

describe('a profile', () => {
  test('is changed field by field by its owner, and is public', async () => {
    const person = await server.signUp();
    const first = await change(person, {
      fullName: ' 김도윤 ',
      bio: '프린터 여섯 대.\n후가공도 해요.',
      languages: ['ko', 'ja', 'ko'],
      region: 'seoul',
    });
    expect(first.statusCode, first.body).toBe(200);
    expect(first.json()).toEqual({
      username: person.username,
      fullName: '김도윤',
      bio: '프린터 여섯 대.\n후가공도 해요.',
      languages: ['ko', 'ja'],
      region: 'seoul',
      avatarUrl: null,
      formerUsernames: [],
    });
    await change(person, { region: '' });
    expect((await show(person.username)).json()).toMatchObject({
      fullName: '김도윤',
      languages: ['ko', 'ja'],
      region: '',
      isCompany: false,
      phoneVerified: false,
      bankRegistered: false,
    });
    expect((await server.call('GET', '/api/user', { as: person })).json()).toMatchObject({
      fullName: '김도윤',
      avatarUrl: null,
    });
  });

  const bad: [string, object, string][] = [
    ['no name', { fullName: '  ' }, 'fullName'],
    ['a name that is too long', { fullName: '가'.repeat(81) }, 'fullName'],
    ['a username with a blank', { username: 'kim doyun' }, 'username'],
    ['a username in Hangul', { username: '김도윤' }, 'username'],
    ['a short username', { username: 'ab' }, 'username'],
    ['a bio that is too long', { bio: '가'.repeat(601) }, 'bio'],
    ['a bio with a control character', { bio: 'a\u0000b' }, 'bio'],
    ['a language that is none', { languages: ['xx'] }, 'languages[0]'],
    ['a city that is none', { region: 'atlantis' }, 'region'],
    ['a number for a text', { bio: 1 }, 'bio'],
  ];
  test.each(bad)(
    'with %s is refused at its field, in each language, and nothing changes',
    async (_, payload, field) => {
      const person = await server.signUp();
      const words = new Set<string>();
      for (const language of locales) {
        const answer = await server.call('PATCH', '/api/user', {
          as: person,
          payload: { region: 'busan', ...payload },
          headers: { 'accept-language': language },
        });
        expect(answer.statusCode, answer.body).toBe(400);
        words.add(answer.json<{ fields: Record<string, string> }>().fields[field] ?? '');
      }
      expect([...words].filter(Boolean)).toHaveLength(3);
      expect((await show(person.username)).json()).toMatchObject({ region: '', bio: '' });
    },
  );

  test('with a new name updates the cards of published resources', async () => {
    const person = await server.signUp();
    const id = await publish(person);
    await change(person, { fullName: '새 이름', username: `Renamed${person.username}` });
    const { body } = await server.call('GET', '/api/resources');
    const card = (JSON.parse(body) as { id: string }[]).find((each) => each.id === id);
    expect(card).toMatchObject({ author: '새 이름', ownerUsername: `Renamed${person.username}` });
  });
});

describe('a username', () => {
  test('that is taken or reserved is refused', async () => {
    const [person, other] = [await server.signUp(), await server.signUp()];
    for (const username of [other.username.toUpperCase(), 'Admin']) {
      const answer = await change(person, { username, bio: '바뀌면 안 돼요' });
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({
        code: 'username_taken',
        fields: { username: expect.any(String) },
      });
    }
    expect((await show(person.username)).json()).toMatchObject({ bio: '' });
  });

  test('given up redirects to its owner, and is reserved for 90 days', async () => {
    const [person, other] = [await server.signUp(), await server.signUp()];
    const former = person.username;
    expect((await change(person, { username: `${former}.new` })).json<Profile>()).toMatchObject({
      username: `${former}.new`,
      formerUsernames: [{ username: former }],
    });
    expect((await show(former)).json()).toMatchObject({ username: `${former}.new` });

    expect((await change(other, { username: former })).json()).toMatchObject({ code: 'username_taken' });
    const register = (email: string) =>
      server.call('POST', '/api/register', {
        payload: { fullName: '새 사람', email, password: 'correct horse battery', username: former },
        remoteAddress: '10.1.0.1',
      });
    expect((await register('held@example.com')).json()).toMatchObject({ code: 'username_taken' });

    await server.runtime.pool.query(
      "update former_username set held_until = now() - interval '1 second' where username = $1",
      [former],
    );
    expect((await show(former)).statusCode).toBe(404);
    expect((await register('free@example.com')).statusCode).toBe(201);
    expect((await show(former)).json()).toMatchObject({ fullName: '새 사람' });
  });

  test('is reserved for exactly 90 days, and its owner can take it back at any time', async () => {
    const person = await server.signUp();
    const former = person.username;
    const { formerUsernames } = (await change(person, { username: `${former}x` })).json<Profile>();
    const days = (Date.parse(formerUsernames[0]?.heldUntil ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(90, 2);
    const back = (await change(person, { username: former })).json<Profile>();
    expect(back.formerUsernames.map(({ username }) => username)).toEqual([`${former}x`]);
  });

  test('in different case is the same, and reserves nothing', async () => {
    const person = await server.signUp();
    const written = person.username.toUpperCase();
    expect((await change(person, { username: written })).json()).toMatchObject({
      username: written,
      formerUsernames: [],
    });
    expect((await show(person.username)).json()).toMatchObject({ username: written });
  });

  test('can be changed three times in 90 days', async () => {
    const person = await server.signUp();
    for (const letter of ['a', 'b', 'c']) {
      expect((await change(person, { username: person.username + letter })).statusCode).toBe(200);
    }
    const answer = await change(person, { username: `${person.username}d` });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: 'too_many_usernames',
      fields: { username: expect.stringContaining('3') },
    });
  });

  test('cannot be taken in the moment it is given up', async () => {
    const [person, other] = [await server.signUp(), await server.signUp()];
    const former = person.username;
    const [given, taken] = await Promise.all([
      change(person, { username: `${former}.soon` }),
      change(other, { username: former }),
    ]);
    expect([given.statusCode, taken.statusCode]).toEqual([200, 409]);
  });
});

describe('a picture', () => {
  const put = (as: Person | undefined, payload: Buffer, type = 'image/png') =>
    server.call('PUT', '/api/user/avatar', { ...(as && { as }), payload, headers: { 'content-type': type } });
  const picture = () =>
    sharp({ create: { width: 60, height: 400, channels: 3, background: '#0b7157' } }).withExif({
      IFD0: { Copyright: 'Wonderland' },
      IFD3: { GPSLatitude: '37/1 33/1 0/1' },
    });
  const stored = () =>
    readdir(join(server.runtime.config.dataDir, 'blobs/avatars')).catch(() => [] as string[]);

  test('becomes a square without location or camera data; the old one is deleted with its bytes', async () => {
    const person = await server.signUp();
    const answer = await put(person, await picture().jpeg().toBuffer(), 'image/jpeg');
    expect(answer.statusCode, answer.body).toBe(200);
    const { avatarUrl } = answer.json<Profile>();
    const sent = await server.call('GET', avatarUrl ?? '');
    expect(sent.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const kept = await sharp(sent.rawPayload).metadata();
    expect([kept.format, kept.width, kept.height, kept.exif]).toEqual(['webp', 320, 320, undefined]);
    expect((await show(person.username)).json()).toMatchObject({ avatarUrl });
    const small = avatarUrl?.replace('320', '96');
    expect((await server.call('GET', '/api/user', { as: person })).json()).toMatchObject({
      avatarUrl: small,
    });

    const second = (await put(person, await picture().png().toBuffer())).json<Profile>().avatarUrl;
    expect(second).not.toBe(avatarUrl);
    expect((await server.call('GET', avatarUrl ?? '')).statusCode).toBe(404);
    const id = avatarUrl?.split('/')[3] ?? '';
    await peopleJobs(server.runtime)['people.remove_avatar']({ id });
    expect(await server.runtime.storage.size(`avatars/${id}/320.webp`)).toBeNull();

    const removed = await server.call('DELETE', '/api/user/avatar', { as: person });
    expect(removed.json()).toMatchObject({ avatarUrl: null });
    expect((await server.call('GET', second ?? '')).statusCode).toBe(404);
  });

  test('of a wrong size, type or content is refused, and nothing of it is kept', async () => {
    const person = await server.signUp();
    const before = await stored();
    const bomb = Buffer.from(await picture().png().toBuffer());
    bomb.writeUInt32BE(30_000, 16);
    bomb.writeUInt32BE(30_000, 20);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const cases: [Buffer, string, number, string][] = [
      [Buffer.alloc(5 * 1024 * 1024 + 1), 'image/png', 413, 'image_too_large'],
      [svg, 'image/svg+xml', 415, 'image_type'],
      [svg, 'image/png', 415, 'image_type'],
      [await picture().webp().toBuffer(), 'image/webp', 415, 'image_type'],
      [Buffer.from('%PDF-1.7'), 'application/octet-stream', 415, 'image_type'],
      [Buffer.alloc(0), 'image/png', 415, 'image_type'],
      [Buffer.from('GIF89a but no picture'), 'image/gif', 422, 'image_broken'],
      [(await picture().png().toBuffer()).subarray(0, 60), 'image/png', 422, 'image_broken'],
      [bomb, 'image/png', 422, 'image_broken'],
    ];
    for (const [bytes, type, status, code] of cases) {
      const answer = await put(person, bytes, type);
      expect(answer.statusCode, `${code} ${answer.body}`).toBe(status);
      expect(answer.json()).toMatchObject({ code, fields: { image: expect.any(String) } });
    }
    expect((await put(person, Buffer.from('hello'), 'text/plain')).json()).toMatchObject({
      code: 'unsupported_media_type',
    });
    expect(await stored()).toEqual(before);
    expect((await show(person.username)).json()).toMatchObject({ avatarUrl: null });
  });

  test('of a guest is refused, and unknown picture addresses are not found', async () => {
    const before = await stored();
    expect((await put(undefined, await picture().png().toBuffer())).statusCode).toBe(401);
    expect(await stored()).toEqual(before);
    const person = await server.signUp();
    const { avatarUrl } = (await put(person, await picture().png().toBuffer())).json<Profile>();
    for (const path of ['320.png', '..%2f320.webp', 'x.webp']) {
      const answer = await server.call('GET', (avatarUrl ?? '').replace('320.webp', path));
      expect([400, 404]).toContain(answer.statusCode);
    }
  });
});

describe('a public page', () => {
  test('lists a person’s resources and services in pages, without contact data or locations', async () => {
    const person = await server.signUp();
    const titles = ['하나', '둘', '셋'];
    for (const title of titles) await publish(person, title);
    await server.call('POST', '/api/resources', {
      as: person,
      payload: { title: '초안', category: 'other', state: 'draft' },
    });
    await offer(person);
    await offer(person, { title: '초안 서비스', state: 'draft' });
    await server.runtime.pool.query(
      "update person set phone_verified_at = now(), bank_registered = true, sealed_phone = 'sealed' where id = $1",
      [person.id],
    );

    const about = await show(person.username);
    expect(about.json<PublicPerson>()).toMatchObject({ phoneVerified: true, bankRegistered: true });
    const path = `/api/people/${person.username}`;
    const first = await server.call('GET', `${path}/resources?limit=2`);
    expect(first.headers).toMatchObject({ 'x-total-count': '3', 'x-page': '1' });
    expect(first.json<{ title: string }[]>().map(({ title }) => title)).toEqual(['셋', '둘']);
    const last = await server.call('GET', `${path}/resources?limit=2&page=9`);
    expect(last.headers['x-page']).toBe('2');
    expect(last.json<{ title: string }[]>().map(({ title }) => title)).toEqual(['하나']);
    const services = await server.call('GET', `${path}/services`);
    expect(services.json<{ title: string }[]>().map(({ title }) => title)).toEqual(['성수 레이어']);

    for (const { body } of [about, first, services]) {
      for (const secret of [person.email, person.id, '010-1234-5678', 'layer@example.net', 'sealed']) {
        expect(body).not.toContain(secret);
      }
      expect(body).not.toContain(String(exact.lat));
      expect(body).not.toContain(String(exact.long));
    }
    expect((await server.call('GET', `${path}/resources?limit=0`)).statusCode).toBe(400);
  });

  test('shows whether somebody offers services as a company', async () => {
    const person = await server.signUp();
    await offer(person, { isIndividual: false });
    expect((await show(person.username)).json()).toMatchObject({ isCompany: true });
  });

  test('of an unknown or suspended person is not found, until the suspension ends', async () => {
    const person = await server.signUp();
    const id = await publish(person);
    const suspend = (until: string) =>
      server.runtime.pool.query(
        `update person set suspended_at = now(), suspended_until = ${until} where id = $1`,
        [person.id],
      );
    const codes = async (username: string) =>
      Promise.all(
        ['', '/resources', '/services'].map(async (part) => {
          const answer = await show(username + part);
          return [answer.statusCode, answer.json<{ code?: string }>().code];
        }),
      );
    const absent = Array.from({ length: 3 }, () => [404, 'profile_not_found']);
    expect(await codes('nobody.here')).toEqual(absent);
    expect(await codes('%ED%99%8D')).toEqual(absent);
    await suspend('null');
    expect(await codes(person.username)).toEqual(absent);
    await suspend("now() + interval '1 day'");
    expect(await codes(person.username)).toEqual(absent);
    await suspend("now() - interval '1 second'");
    expect((await show(person.username)).statusCode).toBe(200);
    expect((await server.call('GET', `/api/resources/${id}`)).statusCode).toBe(200);
  });

  test('is in the sitemap while the person has published resources or services', async () => {
    const [maker, provider, reader] = [await server.signUp(), await server.signUp(), await server.signUp()];
    const id = await publish(maker);
    await offer(provider);
    const index = (await server.call('GET', '/sitemap.xml')).body;
    const part = /\/sitemaps\/people-\d{4}-\d{2}\.xml/.exec(index)?.[0] ?? '';
    const listed = async () => (await server.call('GET', part)).body;
    const entry = (person: Person, prefix = '') => `${prefix}/people/${person.username}<`;
    expect(await listed()).toContain(entry(maker));
    expect(await listed()).toContain(entry(provider, '/jp'));
    expect(await listed()).not.toContain(entry(reader));
    await server.call('DELETE', `/api/resources/${id}`, { as: maker });
    expect(await listed()).not.toContain(entry(maker));
    expect((await server.call('GET', '/sitemaps/people-2026-13.xml')).statusCode).toBe(404);
  });
});

test.each(['orders', 'auctions', 'transactions'])(
  'my %s are an empty list, visible to me only',
  async (what) => {
    const person = await server.signUp();
    const mine = await server.call('GET', `/api/user/${what}`, { as: person });
    expect([mine.statusCode, mine.json()]).toEqual([200, []]);
    expect((await server.call('GET', `/api/user/${what}`)).statusCode).toBe(401);
  },
);
