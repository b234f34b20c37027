import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { ResourceCard } from '#features/resources/contract.ts';
import type { SearchStatistics, Synonym } from '../contract.ts';
import { foldWords } from './vocabulary.ts';

let server: TestServer;
let admin: Person;
let person: Person;

beforeAll(async () => {
  server = await startTestServer({ LIST_CACHE_MS: '1000' });
  admin = await server.signUp({ isAdmin: true });
  person = await server.signUp();
  for (const title of ['연습용 드론', 'Hex widget']) {
    const payload = {
      title,
      category: '3d_model',
      tags: ['시험'],
      license: 'MIT',
      assemblyInstructions: '1. 만들기',
    };
    const made = await server.call('POST', '/api/resources', { as: person, payload });
    if (made.statusCode !== 201) throw new Error(made.body);
  }
  await foldWords(server.runtime.db);
});
afterAll(() => server.close());

const search = (term: string, more = '') =>
  server.call('GET', `/api/resources?search=${encodeURIComponent(term)}${more}`);
const titlesOf = (answer: { json<Body>(): Body }) => answer.json<ResourceCard[]>().map(({ title }) => title);

describe('a list with a search', () => {
  test('names the interpretation of the search, the number of exact results, and the time it took', async () => {
    const answer = await search('emfhs');
    expect(titlesOf(answer)).toEqual(['연습용 드론']);
    expect(answer.headers).toMatchObject({
      'x-total-count': '1',
      'x-search-expanded': 'layout',
      'x-search-expanded-to': encodeURIComponent('드론'),
      'x-search-exact-count': '0',
      'x-search-ms': expect.stringMatching(/^\d+\.\d$/),
    });
    const relevant = await search('emfhs', '&sort=relevance');
    expect(titlesOf(relevant)).toEqual(['연습용 드론']);
    const again = await search('emfhs');
    expect(again.headers['x-search-expanded']).toBe('layout');
    const exact = await search('emfhs', '&exact=true');
    expect(titlesOf(exact)).toEqual([]);
    expect(exact.headers['x-search-expanded']).toBeUndefined();
    const plain = await search('드론');
    expect(plain.headers['x-search-expanded']).toBeUndefined();
    const all = await server.call('GET', '/api/resources');
    expect(all.headers['x-search-ms']).toBeUndefined();
  });

  test('is filtered by licence and file type, and refuses unknown filters', async () => {
    expect(titlesOf(await search('드론', '&license=MIT'))).toEqual(['연습용 드론']);
    expect(titlesOf(await search('드론', '&license=CC0-1.0'))).toEqual([]);
    expect(titlesOf(await search('드론', '&fileType=stl'))).toEqual([]);
    expect(
      titlesOf(await server.call('GET', '/api/resources?license=MIT&tag=시험&sort=relevance')),
    ).toHaveLength(2);
    const refused = await search('드론', `&license=${'x'.repeat(61)}`);
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ code: 'invalid_input', fields: { license: expect.any(String) } });
    const facets = await server.call('GET', '/api/resources/facets?type=3d_model');
    expect(facets.json()).toEqual({ licenses: [{ value: 'MIT', count: 2 }], fileTypes: [] });
  });

  test('has suggestions, in a route that needs no login', async () => {
    const suggest = (q: string) =>
      server.call('GET', `/api/resources/suggest?q=${encodeURIComponent(q)}`).then((answer) => answer.json());
    expect(await suggest('ㄷㄹ')).toMatchObject([
      { kind: 'term', text: '드론' },
      { kind: 'resource', text: '연습용 드론', id: expect.any(String) },
    ]);
    expect(await suggest(' ')).toEqual([]);
    expect((await server.call('GET', `/api/resources/suggest?q=${'x'.repeat(201)}`)).statusCode).toBe(400);
    expect((await server.call('GET', '/api/resources/suggest?q=%00')).statusCode).toBe(400);
  });
});

describe('synonyms', () => {
  const path = '/api/admin/search-synonyms';
  const payload = { words: ['Widget', ' 위젯 ', 'ウィジェット'] };

  test('are editable by admins only', async () => {
    for (const [method, url] of [
      ['GET', path],
      ['POST', path],
      ['DELETE', `${path}/00000000-0000-7000-8000-000000000001`],
    ] as const) {
      const body = method === 'POST' ? { payload } : {};
      expect((await server.call(method, url, body)).statusCode).toBe(401);
      const refused = await server.call(method, url, { as: person, ...body });
      expect(refused.statusCode).toBe(403);
      expect(refused.json()).toMatchObject({ code: 'forbidden' });
    }
  });

  test('take effect at once, and end at once', async () => {
    expect(titlesOf(await search('위젯'))).toEqual([]);
    const made = await server.call('POST', path, { as: admin, payload });
    expect(made.statusCode).toBe(201);
    const { id, words } = made.json<Synonym>();
    expect(words.toSorted()).toEqual(['widget', '위젯', 'ウィジェット'].toSorted());
    expect(made.headers['location']).toBe(`${path}/${id}`);
    const answer = await search('위젯');
    expect(titlesOf(answer)).toEqual(['Hex widget']);
    expect(answer.headers['x-search-expanded']).toBe('synonym');

    const same = await server.call('POST', path, {
      as: admin,
      payload: { words: payload.words.toReversed() },
    });
    expect(same.statusCode).toBe(409);
    expect(same.json()).toMatchObject({ code: 'synonym_exists', message: '이미 있는 유의어 묶음이에요.' });
    const listed = await server.call('GET', `${path}?search=${encodeURIComponent('위젯')}`, { as: admin });
    expect(listed.json<Synonym[]>().map((each) => each.id)).toEqual([id]);
    expect(listed.headers['x-total-count']).toBe('1');

    expect((await server.call('DELETE', `${path}/${id}`, { as: admin })).statusCode).toBe(204);
    expect(titlesOf(await search('위젯'))).toEqual([]);
    for (const gone of [id, 'nonsense']) {
      const answerOfGone = await server.call('DELETE', `${path}/${gone}`, { as: admin });
      expect(answerOfGone.statusCode).toBe(404);
      expect(answerOfGone.json()).toMatchObject({ code: 'synonym_not_found' });
    }
  });

  test.each([
    [{}, 'words'],
    [{ words: 'bolt' }, 'words'],
    [{ words: ['bolt'] }, 'words'],
    [{ words: ['bolt', ''] }, 'words[1]'],
    [{ words: ['bolt', 7] }, 'words[1]'],
    [{ words: ['bolt', 'BOLT'] }, 'words'],
    [{ words: ['bolt', 'x'.repeat(41)] }, 'words[1]'],
    [{ words: Array.from({ length: 21 }, (_, index) => `w${index}`) }, 'words'],
  ])('with %j are refused at %s', async (wrong, field) => {
    const refused = await server.call('POST', path, { as: admin, payload: wrong });
    expect(refused.statusCode).toBe(400);
    expect(refused.json<{ fields: object }>().fields).toHaveProperty([field]);
  });
});

test('searches are counted once each; terms without results are visible to admins only', async () => {
  const own = await startTestServer({ LIST_CACHE_MS: '60000' });
  try {
    const read = async (as?: Person) =>
      (await own.call('GET', '/api/search/stats', as ? { as } : {})).json<SearchStatistics>();
    const empty = await read();
    expect(empty).toMatchObject({ totalQueries: 0, hitRate: 0, averageMs: 0, popular: [], updatedAt: null });

    const boss = await own.signUp({ isAdmin: true });
    await own.call('POST', '/api/resources', {
      as: boss,
      payload: { title: '드론', category: 'software', assemblyInstructions: '1. 만들기' },
    });
    const ask = (term: string, language: string) =>
      own.call('GET', `/api/resources?search=${encodeURIComponent(term)}`, {
        headers: { 'accept-language': language },
      });
    await ask('드론', 'ko');
    await ask('드론', 'ko');
    await ask('드론', 'ja');
    await ask('qqqq', 'en');
    await ask(' ', 'en');
    await own.call('GET', '/api/resources');
    const statistics = await read();
    expect(statistics).toMatchObject({
      totalQueries: 4,
      cacheHits: 2,
      cacheMisses: 2,
      hitRate: 0.5,
      languages: [
        { language: 'ko', count: 2, cacheHits: 1 },
        { language: 'en', count: 1, cacheHits: 0 },
        { language: 'ja', count: 1, cacheHits: 1 },
      ],
      popular: [{ term: '드론', count: 3 }],
      zeroResults: [],
      timeline: [{ count: 4 }],
      updatedAt: expect.any(String),
    });
    expect(statistics.maxMs).toBeGreaterThan(0);
    expect((await read(boss)).zeroResults).toEqual([
      { term: 'qqqq', kind: 'resources', count: 1, suggestion: null },
    ]);
    await own.call('POST', '/api/admin/search-synonyms', { as: boss, payload: { words: ['qqqq', '드론'] } });
    expect((await read(boss)).zeroResults).toEqual([]);
    const korean = await own.call('GET', '/api/search/stats?language=ko');
    expect(korean.json()).toMatchObject({
      totalQueries: 2,
      cacheHits: 1,
      languages: statistics.languages,
      popular: [{ term: '드론', count: 2 }],
    });
    expect((await own.call('GET', '/api/search/stats?language=fr')).statusCode).toBe(400);
  } finally {
    await own.close();
  }
});

test('concurrent searches are cache hits or misses, each counted exactly once', async () => {
  const own = await startTestServer({ LIST_CACHE_MS: '60000' });
  try {
    const terms = ['드론', '기어', 'drone'];
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        own.call('GET', `/api/resources?search=${encodeURIComponent(terms[index % 3] ?? '')}`),
      ),
    );
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
    const { totalQueries, cacheHits, cacheMisses } = (
      await own.call('GET', '/api/search/stats')
    ).json<SearchStatistics>();
    expect({ totalQueries, cacheHits, cacheMisses }).toEqual({
      totalQueries: 60,
      cacheHits: 57,
      cacheMisses: 3,
    });
  } finally {
    await own.close();
  }
});

test('concurrent requests for statistics share one calculation', async () => {
  const connect = vi.spyOn(server.runtime.pool, 'connect');
  try {
    const answers = await Promise.all(
      // Sent as a person, because the rate limit of guests counts each request.
      Array.from({ length: 20 }, () => server.call('GET', '/api/search/stats', { as: person })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    // One calculation for the first request and one for all others: five statements each, and the searched term.
    expect(connect.mock.calls.length).toBeLessThan(20);
  } finally {
    connect.mockRestore();
  }
});

test('guests get statistics that are calculated no more often than searches are flushed', async () => {
  const strict = await startTestServer({ RATE_LIMIT_GUEST_SEARCH: '2' });
  const statuses: number[] = [];
  for (let time = 0; time < 3; time += 1)
    statuses.push((await strict.call('GET', '/api/search/stats')).statusCode);
  await strict.close();
  expect(statuses).toEqual([200, 200, 429]);
});
