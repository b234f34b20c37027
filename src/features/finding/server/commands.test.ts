import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { finders } from '#app/finders-adapter.ts';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { auctioningOn } from '#features/auctions/server/testing.ts';
import { talkingOn } from '#features/community/server/testing.ts';
import { createService, type ServiceContent } from '#features/services/server/public.ts';
import type { SavedSearch } from '../contract.ts';
import { limits } from '../rules.ts';
import { tellNew } from './jobs.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const hourMs = 60 * 60_000;
const save = (as: Person | undefined, payload: object) =>
  server.call('POST', '/api/user/searches', { ...(as && { as }), payload });
async function saved(as: Person, payload: object): Promise<SavedSearch> {
  const answer = await save(as, payload);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<SavedSearch>();
}
const list = async (as: Person) =>
  (await server.call('GET', '/api/user/searches', { as })).json<SavedSearch[]>();

const content: ServiceContent = {
  state: 'active',
  serviceType: 'woodworking',
  isIndividual: true,
  isFreeService: false,
  title: '',
  description: '',
  language: 'ko',
  translations: {},
  pricing: '',
  price: null,
  hourlyRate: null,
  pricePerUnit: 2000,
  availableHours: '',
  tags: [],
  contactPhone: '',
  contactEmail: '',
  printerModel: '',
  fileFormats: [],
  materials: [],
  specializations: [],
  productionItems: [],
  locations: [{ address: '서울 성동구', city: 'seoul', district: 'seongdong', lat: 37.54, long: 127.04 }],
};
const offer = (owner: Person, part: Partial<ServiceContent>) =>
  server.runtime.db
    .transaction()
    .execute((trx) => createService(trx, owner, { ...content, ...part }, [], new Date()));
const publish = async (as: Person, title: string, more: object = {}) => {
  const payload = { title, category: '3d_model', assemblyInstructions: '1. 만들기', ...more };
  const answer = await server.call('POST', '/api/resources', { as, payload });
  expect(answer.statusCode, answer.body).toBe(201);
};

/** Runs the job as if these hours had passed. */
const tell = (hours: number) => tellNew(server.runtime.db, finders, new Date(Date.now() + hours * hourMs));
async function news(as: Person, locale = 'ko'): Promise<{ title: string; text: string; path: string }[]> {
  const answer = await server.call('GET', '/api/user/notifications', {
    as,
    headers: { 'accept-language': locale },
  });
  return answer
    .json<{ kind: string; title: string; text: string; path: string }[]>()
    .filter(({ kind }) => kind === 'searches')
    .map(({ title, text, path }) => ({ title, text, path }));
}

describe('a saved search', () => {
  test('is listed, renamed and removed by its owner alone', async () => {
    const [person, other] = [await server.signUp(), await server.signUp()];
    const filters = { type: 'woodworking', city: 'seoul', view: 'map', sort: 'lowPrice' };
    const made = await saved(person, { kind: 'services', text: '  원목  책상 ', filters });
    expect(made).toMatchObject({
      text: '원목 책상',
      filters: { type: 'woodworking', city: 'seoul' },
      path: `/services/type/woodworking?${new URLSearchParams({ search: '원목 책상', city: 'seoul' })}`,
      toldAt: null,
    });
    expect(await list(person)).toEqual([made]);
    expect(await list(other)).toEqual([]);
    for (const [as, status] of [
      [other, 404],
      [person, 200],
    ] as const) {
      const url = `/api/user/searches/${made.id}`;
      const renamed = await server.call('PATCH', url, { as, payload: { name: '거실에 둘 것' } });
      expect(renamed.statusCode).toBe(status);
    }
    expect(await list(person)).toMatchObject([{ name: '거실에 둘 것' }]);
    expect((await server.call('DELETE', `/api/user/searches/${made.id}`, { as: other })).statusCode).toBe(
      404,
    );
    expect((await server.call('DELETE', `/api/user/searches/${made.id}`, { as: person })).statusCode).toBe(
      204,
    );
    expect((await server.call('DELETE', `/api/user/searches/${made.id}`, { as: person })).statusCode).toBe(
      404,
    );
    expect(await list(person)).toEqual([]);
  });

  test('that is there already is the same, and keeps its name', async () => {
    const person = await server.signUp();
    const search = { kind: 'resources', text: '드론', filters: { license: 'MIT', tag: '팔' } };
    const { id } = await saved(person, search);
    const again = await save(person, { ...search, filters: { tag: '팔', license: 'MIT' } });
    expect([again.statusCode, again.json<SavedSearch>().id]).toEqual([200, id]);
    await saved(person, { kind: 'resources', text: '드론' });
    expect(await list(person)).toHaveLength(2);
  });

  test.each([
    ['of nothing', { kind: 'services', text: ' ', filters: { view: 'map' } }, 'text'],
    ['of people', { kind: 'people', text: '김' }, 'kind'],
    ['of a kind that is none', { kind: 'money', text: 'x' }, 'kind'],
    ['that is too long', { kind: 'services', text: 'x'.repeat(201) }, 'text'],
    [
      'with a filter that is too long',
      { kind: 'services', text: 'x', filters: { type: 'x'.repeat(61) } },
      'filters.type',
    ],
    ['without a kind', { text: 'x' }, 'kind'],
  ])('%s is refused at its field', async (_, payload, field) => {
    const answer = await save(await server.signUp(), payload);
    expect(answer.statusCode, answer.body).toBe(400);
    expect(Object.keys(answer.json<{ fields: object }>().fields)).toEqual([field]);
  });

  test('beyond the limit is refused, of several at once as well', async () => {
    const person = await server.signUp();
    for (let at = 1; at < limits.saved; at++) await saved(person, { kind: 'lots', text: `물건 ${at}` });
    const answers = await Promise.all(
      ['하나', '둘', '셋'].map((text) => save(person, { kind: 'lots', text })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      code: 'too_many_saved_searches',
      message: expect.stringContaining(String(limits.saved)),
    });
  });

  test('cannot be renamed to nothing', async () => {
    const person = await server.signUp();
    const { id } = await saved(person, { kind: 'lots', text: '선반' });
    for (const name of ['', '  ', 'x'.repeat(81)]) {
      const answer = await server.call('PATCH', `/api/user/searches/${id}`, {
        as: person,
        payload: { name },
      });
      expect(answer.statusCode).toBe(400);
    }
  });
});

describe('what is new', () => {
  test('of each kind is told once, with the number and the newest title, and leads to the list', async () => {
    const [person, maker] = [await server.signUp(), await auctioningOn(server).someone()];
    await offer(maker, { title: '늘솔 예전 공방' });
    for (const kind of ['resources', 'services', 'questions', 'lots'])
      await saved(person, { kind, text: '늘솔' });
    await publish(maker, '늘솔 선반');
    await publish(maker, '늘솔 책장');
    await offer(maker, { title: '늘솔 새 공방' });
    await talkingOn(server).say(maker, 'questions', {
      title: '늘솔 칠하는 법',
      text: '알려 주세요',
      tags: [],
    });
    await auctioningOn(server).live({ title: '늘솔 대패' }, maker);
    await tell(2);
    const told = await news(person);
    expect(told.map(({ text, path }) => [text, path]).toSorted()).toEqual(
      [
        ['‘늘솔 책장’ 외 1개', `/resources?search=${encodeURIComponent('늘솔')}`],
        ['‘늘솔 새 공방’', `/services?search=${encodeURIComponent('늘솔')}`],
        ['‘늘솔 칠하는 법’', `/find/questions?search=${encodeURIComponent('늘솔')}`],
        ['‘늘솔 대패’', `/auctions?search=${encodeURIComponent('늘솔')}`],
      ].toSorted(),
    );
    expect(told[0]?.title).toBe('‘늘솔’에 새로 올라온 것이 있어요');
    expect((await news(person, 'en'))[0]?.title).toBe('New in “늘솔”');
    expect((await list(person)).every(({ toldAt }) => toldAt !== null)).toBe(true);

    await tell(3);
    await tell(40);
    expect(await news(person)).toHaveLength(4);
  });

  test('is told at most once a day for each search, and then all of it', async () => {
    const [person, maker] = [await server.signUp(), await server.signUp()];
    await saved(person, { kind: 'services', text: '달여울' });
    await offer(maker, { title: '달여울 하나' });
    await tell(1);
    // The next two come right after: the clock of this test is ahead of theirs.
    await server.runtime.pool.query(
      "update saved_search set known_until = now() - interval '1 minute' where text = '달여울'",
    );
    await server.runtime.pool.query(
      "update service set offered_at = offered_at - interval '1 day' where title = '달여울 하나'",
    );
    await offer(maker, { title: '달여울 둘' });
    await offer(maker, { title: '달여울 셋' });
    await tell(10);
    expect(await news(person)).toHaveLength(1);
    await tell(26);
    expect((await news(person)).map(({ text }) => text)).toEqual(['‘달여울 셋’ 외 1개', '‘달여울 하나’']);
  });

  test('is never one’s own, hidden, of somebody blocked or gone, or outside of the filters', async () => {
    const [person, maker, blocked, suspended, leaving] = [
      await auctioningOn(server).someone(),
      await server.signUp(),
      await server.signUp(),
      await server.signUp(),
      await server.signUp(),
    ];
    const { pool } = server.runtime;
    const search = { kind: 'services', text: '솔바람길', filters: { type: 'woodworking', city: 'seoul' } };
    await saved(person, search);
    for (const kind of ['resources', 'questions', 'lots']) await saved(person, { kind, text: '솔바람길' });
    await offer(person, { title: '솔바람길 내 것' });
    await publish(person, '솔바람길 내 자료');
    await talkingOn(server).say(person, 'questions', { title: '솔바람길 내 질문', text: '네', tags: [] });
    await auctioningOn(server).live({ title: '솔바람길 내 물건' }, person);
    for (const state of ['draft', 'paused', 'hidden'] as const) {
      const id = await offer(maker, {
        title: '솔바람길 감춘 것',
        state: state === 'draft' ? 'draft' : 'active',
      });
      await pool.query('update service set state = $2 where id = $1', [id, state]);
    }
    await publish(maker, '솔바람길 초안', { state: 'draft' });
    await offer(maker, { title: '솔바람길 금속', serviceType: 'metalworking' });
    for (const each of [blocked, suspended, leaving]) {
      await offer(each, { title: '솔바람길 못 보는 것' });
      await publish(each, '솔바람길 못 보는 자료');
      await talkingOn(server).say(each, 'questions', {
        title: '솔바람길 못 보는 질문',
        text: '네',
        tags: [],
      });
    }
    await server.call('PUT', `/api/user/blocks/${blocked.username}`, { as: person });
    await pool.query('update person set suspended_at = now() where id = $1', [suspended.id]);
    await pool.query("update person set withdraws_at = now() + interval '7 days' where id = $1", [
      leaving.id,
    ]);
    await tell(1);
    expect(await news(person)).toEqual([]);

    await pool.query(
      `update saved_search set known_until = now() - interval '1 hour' where text = '솔바람길'`,
    );
    await offer(maker, { title: '솔바람길 목공' });
    await tell(2);
    expect((await news(person)).map(({ text }) => text)).toEqual(['‘솔바람길 목공’']);
  });

  test('comes from a draft on the day it is offered, and not again after a pause', async () => {
    const [person, maker] = [await server.signUp(), await server.signUp()];
    const { pool } = server.runtime;
    const id = await offer(maker, { title: '하늬재 공방', state: 'draft' });
    await saved(person, { kind: 'services', text: '하늬재' });
    await pool.query("update service set state = 'active', updated_at = clock_timestamp() where id = $1", [
      id,
    ]);
    await tell(1);
    expect(await news(person)).toHaveLength(1);
    await pool.query("update service set state = 'paused' where id = $1", [id]);
    await pool.query(
      "update service set state = 'active', updated_at = now() + interval '30 hours' where id = $1",
      [id],
    );
    await tell(60);
    expect(await news(person)).toHaveLength(1);
  });

  test('is not told to people who are suspended or leaving, and is mailed unless they want no mail of it', async () => {
    const [reader, muted, suspended] = [await server.signUp(), await server.signUp(), await server.signUp()];
    const maker = await server.signUp();
    const { pool } = server.runtime;
    for (const each of [reader, muted, suspended]) await saved(each, { kind: 'services', text: '아침나루' });
    const settings = await server.call('PATCH', '/api/user/notification-settings', {
      as: muted,
      payload: { mail: { searches: false } },
    });
    expect(settings.statusCode, settings.body).toBe(200);
    await pool.query('update person set suspended_at = now() where id = $1', [suspended.id]);
    await offer(maker, { title: '아침나루 공방' });
    await tell(1);
    const { rows } = await pool.query<{ personId: string }>(
      `select person_id as "personId" from notification where what = 'search_found' and params ->> 'name' = '아침나루'`,
    );
    expect(rows.map(({ personId }) => personId).toSorted()).toEqual([reader.id, muted.id].toSorted());
  });

  test('stays unread while other searches of the same list are looked at', async () => {
    const [person, maker] = [await server.signUp(), await server.signUp()];
    await saved(person, { kind: 'services', text: '밤톨마을' });
    await offer(maker, { title: '밤톨마을 공방' });
    await tell(1);
    const read = await server.call('POST', '/api/user/notifications/read', {
      as: person,
      payload: { path: '/services' },
    });
    expect(read.json()).toMatchObject({ unread: 1 });
  });

  test('is told once by two processes at once', async () => {
    const [person, maker] = [await server.signUp(), await server.signUp()];
    await saved(person, { kind: 'services', text: '두레박샘' });
    await offer(maker, { title: '두레박샘 공방' });
    const at = new Date(Date.now() + hourMs);
    await Promise.all([1, 2, 3].map(() => tellNew(server.runtime.db, finders, at)));
    expect(await news(person)).toHaveLength(1);
  });
});
