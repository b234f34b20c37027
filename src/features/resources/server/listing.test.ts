import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { foldWords } from '#features/search/server/public.ts';
import { connectDatabase, type DatabaseHandle } from '#platform/server/db.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { createTestDatabase, type TestDatabase } from '#platform/server/testing.ts';
import { foldText, queryTokens } from '#platform/shared/search-text.ts';
import { randomRuns } from '#platform/shared/testing.ts';
import { resourceCard, type ResourceCard } from '../contract.ts';
import { writeCards } from './cards.ts';
import { indexBacklog } from './indexing.ts';
import {
  listFacets,
  listResources,
  maxFound,
  maxFoundAtFirst,
  suggest,
  type Found,
  type ListRequest,
} from './listing.ts';
import {
  ageSize,
  dropOldWindows,
  rollUpFacetCounts,
  rollUpResourceCounts,
  indexResource,
  windowSize,
  type Searchable,
} from './search-index.ts';

let database: TestDatabase;
let handle: DatabaseHandle;
let owner: string;

beforeAll(async () => {
  database = await createTestDatabase();
  handle = connectDatabase(database.connectionString, { poolSize: 4, onError: () => {} });
  owner = uuidv7();
  await handle.db
    .insertInto('person')
    .values({ id: owner, name: '김공방', email: 'a@b.c', username: 'kim', displayUsername: 'Kim' })
    .execute();
});
afterAll(async () => {
  await handle.close();
  await database.drop();
});
beforeEach(async () => {
  await sql`truncate resource, resource_search, resource_count, resource_facet_count, search_word, search_word_change cascade`.execute(
    handle.db,
  );
});

type Given = Partial<Searchable> & { seq: number; downloads?: number; published?: boolean };

async function publish(given: Given): Promise<string> {
  const resource = { ...blank, ...given };
  const { published = true, downloads = 0, ...searchable } = resource;
  const id = uuidv7();
  const now = new Date('2026-01-02T03:04:05.678Z');
  await handle.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('resource')
      .values({
        id,
        seq: searchable.seq,
        ownerId: owner,
        state: published ? 'published' : 'hidden',
        category: searchable.category,
        subcategory: '',
        title: searchable.title,
        description: searchable.description,
        language: 'ko',
        translations: JSON.stringify(searchable.translations),
        tags: [...searchable.tags],
        license: searchable.license,
        author: '',
        sourceSite: '',
        modelType: '',
        usageInstructions: '',
        gameControls: '',
        gameCode: '',
        assemblyInstructions: '[]',
        details: '{}',
        downloadCount: downloads,
        publishedAt: now,
        createdAt: now,
        updatedAt: now,
      })
      .execute();
    await indexResource(trx, { ...searchable, published });
    await writeCards(trx, sql`r.id = ${id}`);
  });
  return id;
}

async function list(request: Partial<ListRequest>) {
  const found = await listResources(handle.db, {
    sort: 'newest',
    page: 1,
    limit: 32,
    exact: true,
    ...request,
  });
  const { json, ...rest } = found;
  const cards = JSON.parse(json) as ResourceCard[];
  return { ...rest, cards, titles: cards.map((card) => card.title) };
}

describe('a card', () => {
  test('has its descriptions without Markdown, and all else unchanged', async () => {
    await publish({
      seq: 1,
      title: '"description":"**a**"',
      description: '# 규칙\n**"별"** \\ [피하기](https://a.example) 2*3*4 `x`',
      tags: ['description', '**a**'],
      translations: { en: { title: '**Star**', description: '**"Star"** \\ _x_' } },
    });
    for (const request of [{}, { page: 1, sort: 'downloads' }, { search: '별' }] as const) {
      expect((await list(request)).cards).toMatchObject([
        {
          title: '"description":"**a**"',
          description: '규칙\n"별" \\ 피하기 2*3*4 x',
          tags: ['description', '**a**'],
          translations: { en: { title: '**Star**', description: '"Star" \\ _x_' } },
        },
      ]);
    }
  });

  test('has the rate of its verified builds, asked for once for a page', async () => {
    const made = await publish({ seq: 1, title: '"builds":"기어"' });
    await publish({ seq: 2, title: '기어 둘' });
    for (const request of [{}, { search: '기어' }, { sort: 'downloads' }] as const) {
      const asked: (readonly string[])[] = [];
      const { json } = await listResources(
        handle.db,
        { sort: 'newest', page: 1, limit: 32, ...request },
        {
          ratesOf: async (_db, ids) => {
            asked.push(ids);
            return new Map([[made, { made: 41, worked: 39 }]]);
          },
        },
      );
      const cards = JSON.parse(json) as ResourceCard[];
      expect(asked.map((ids) => ids.length)).toEqual([2]);
      expect(cards.find(({ id }) => id === made)).toMatchObject({
        title: '"builds":"기어"',
        builds: { made: 41, worked: 39 },
      });
      expect(cards.find(({ id }) => id !== made)?.builds).toBeNull();
    }
  });

  test('fits the contract', async () => {
    const id = await publish({
      seq: 1,
      category: '3d_model',
      title: '"기어" 박스',
      description: '가'.repeat(400),
      tags: ['PLA', '기어'],
      translations: { ja: { title: '歯車', description: '車'.repeat(400) }, en: { title: 'Gear' } },
      downloads: 7,
    });
    const image = {
      id: uuidv7(),
      resourceId: id,
      width: 800,
      height: 600,
      blobPrefix: 'images/x',
      widths: [480, 800],
    };
    const version = uuidv7();
    const createdAt = new Date();
    await handle.db
      .insertInto('resourceImage')
      .values([
        { ...image, id: uuidv7(), position: 1, alt: '', createdAt },
        { ...image, position: 0, alt: '', createdAt },
      ])
      .execute();
    await handle.db
      .insertInto('resourceVersion')
      .values({ id: version, resourceId: id, number: 1, changelog: '', createdAt })
      .execute();
    await handle.db
      .insertInto('resourceFile')
      .values({
        id: uuidv7(),
        resourceId: id,
        versionId: version,
        position: 0,
        name: 'a.stl',
        size: 1,
        sha256: '0'.repeat(64),
        mediaType: 'model/stl',
        blobKey: 'files/x',
        createdAt,
      })
      .execute();

    await writeCards(handle.db, sql`r.id = ${id}`);

    for (const request of [{}, { search: '기어' }, { tag: 'pla' }, { sort: 'downloads' }] as const) {
      const { cards } = await list(request);
      expect(cards).toEqual([
        {
          id,
          title: '"기어" 박스',
          description: '가'.repeat(300),
          category: '3d_model',
          subcategory: '',
          resourceType: '3d_model',
          tags: ['PLA', '기어'],
          license: 'MIT',
          author: '김공방',
          ownerUsername: 'Kim',
          language: 'ko',
          translations: { ja: { title: '歯車', description: '車'.repeat(300) }, en: { title: 'Gear' } },
          imageUrl: `/api/images/${image.id}/480.webp`,
          image: { id: image.id, width: 800, height: 600, widths: [480, 800] },
          downloadUrl: null,
          sourceSite: '',
          hasFile: true,
          downloadCount: 7,
          likeCount: 0,
          commentCount: 0,
          makeCount: 0,
          builds: null,
          createdAt: '2026-01-02T03:04:05.678Z',
        },
      ]);
      expect(resourceCard.parse(cards[0])).toEqual(cards[0]);
    }
  });

  test('can lack a picture, a file and a known category', async () => {
    await publish({ seq: 1, category: 'board_game' });
    const { cards } = await list({});
    expect(cards[0]).toMatchObject({
      category: 'board_game',
      resourceType: 'other',
      image: null,
      imageUrl: null,
      hasFile: false,
      translations: {},
    });
    expect(resourceCard.parse(cards[0])).toEqual(cards[0]);
  });
});

describe('lists', () => {
  test('without resources are one empty page', async () => {
    const nothing = {
      cards: [],
      titles: [],
      total: 0,
      totalIsExact: true,
      page: 1,
      pageCount: 1,
      expansion: null,
    };
    for (const request of [{}, { search: '기어' }, { tag: 'pla' }, { page: 9 }, { page: 9, search: 'a' }]) {
      expect(await list(request)).toEqual(nothing);
    }
  });

  test('reach every page of stretches of all kinds, and the last page for a number past the end', async () => {
    const seqs = [1, 2, 8191, 8192, 8193, 20_000, 70_000, 70_001, 200_000];
    for (const seq of seqs) {
      await publish({
        seq,
        title: String(seq),
        category: seq % 2 ? 'software' : 'ai_model',
        downloads: seq % 7,
      });
    }
    const newest = seqs.map(String).toReversed();
    for (const limit of [1, 2, 4, 9, 1000]) {
      for (let page = 1; page <= 10; page++) {
        const pageCount = Math.ceil(seqs.length / limit);
        const answered = Math.min(page, pageCount);
        const found = await list({ limit, page });
        expect(found.titles).toEqual(newest.slice((answered - 1) * limit, answered * limit));
        expect(found).toMatchObject({ page: answered, pageCount, total: 9, totalIsExact: true });
      }
    }
    expect((await list({ category: 'software', page: 99, limit: 3 })).titles).toEqual(['1']);
    expect((await list({ category: 'unheard of' })).total).toBe(0);
    expect((await list({ page: 999_999_999, limit: 1000 })).page).toBe(1);

    const byDownloads = seqs.toSorted((a, b) => (b % 7) - (a % 7) || b - a).map(String);
    const downloads = await list({ sort: 'downloads', limit: 5, page: 2 });
    expect(downloads.titles).toEqual(byDownloads.slice(5));
  });

  test('reflect publishing, moving, hiding and restoring', async () => {
    const resource = { ...blank, seq: 5, title: '드론', tags: ['a'] };
    const totals = async () => {
      const [all, software, games, search] = [
        await list({}),
        await list({ category: 'software' }),
        await list({ category: 'flash_game' }),
        await list({ search: '드론' }),
      ];
      return [all, software, games, search].map((each) => each.total);
    };
    const change = (changed: Partial<Searchable & { published: boolean }>) =>
      handle.db
        .transaction()
        .execute((trx) => indexResource(trx, { ...resource, published: true, ...changed }));

    await publish(resource);
    expect(await totals()).toEqual([1, 1, 0, 1]);
    await change({});
    expect(await totals()).toEqual([1, 1, 0, 1]);
    await change({ category: 'flash_game' });
    expect(await totals()).toEqual([1, 0, 1, 1]);
    await change({ category: 'flash_game', title: '기어' });
    expect(await totals()).toEqual([1, 0, 1, 0]);
    await change({ published: false });
    expect(await totals()).toEqual([0, 0, 0, 0]);
    await change({ published: false });
    expect(await totals()).toEqual([0, 0, 0, 0]);
    await change({});
    await rollUpResourceCounts(handle.db);
    expect(await totals()).toEqual([1, 1, 0, 1]);
    const { rows } = await sql`select * from resource_count`.execute(handle.db);
    expect(rows).toEqual([{ category: 'software', stretch: 0, published: 1 }]);
  });

  test('never show a resource that was hidden after it was found', async () => {
    const id = await publish({ seq: 1, title: '비밀' });
    const cache = { get: async () => ({ seqs: [1], expansion: null }) };
    await handle.db.updateTable('resource').set({ state: 'hidden' }).where('id', '=', id).execute();
    const found = await listResources(
      handle.db,
      { search: '비밀', sort: 'newest', page: 1, limit: 32 },
      { cache },
    );
    expect(found.json).toBe('[]');
  });
});

describe('a search', () => {
  test('has a cache key that depends neither on spelling nor on the page', async () => {
    const keys: string[] = [];
    const cache = {
      get: (key: string, load: () => Promise<Found>) => {
        keys.push(key);
        return load();
      },
    };
    const ask = (request: Partial<ListRequest>) =>
      listResources(handle.db, { sort: 'newest', page: 1, limit: 32, exact: true, ...request }, { cache });
    await ask({ search: ' Gear  프린터' });
    await ask({ search: '프린터 GEAR', page: 3 });
    expect(keys[0]).toBe(keys[1]);
    await ask({ search: '프린터 gear', category: 'software' });
    await ask({ search: '프린터 gear', tag: 'software' });
    await ask({ search: '프린터 gear', sort: 'downloads' });
    await ask({});
    expect(new Set(keys).size).toBe(4);
  });

  test('matches a design by its translations, and a tag as a whole', async () => {
    await publish({
      seq: 1,
      title: '기어',
      translations: { ja: { title: '歯車' } },
      tags: ['3D Printer', '드론'],
    });
    expect((await list({ search: '歯車' })).total).toBe(1);
    expect((await list({ search: 'PRINTER 기' })).total).toBe(1);
    expect((await list({ tag: '３d printer' })).total).toBe(1);
    expect((await list({ tag: 'printer' })).total).toBe(0);
    expect((await list({ tag: '드론', search: '어' })).total).toBe(1);
  });

  test('stops counting where paging stops', async () => {
    await handle.db.transaction().execute(async (trx) => {
      for (let seq = 1; seq <= maxFound + 1; seq++) {
        await indexResource(trx, { ...blank, seq, title: '흔한 말', published: true });
      }
    });
    const owned = { ownerId: owner, state: 'published', license: 'MIT', title: '흔한 말' };
    await sql`
      insert into resource (seq, owner_id, state, category, title, published_at, created_at, updated_at)
      select seq, ${owned.ownerId}, 'published', 'software', ${owned.title}, now(), now(), now()
      from generate_series(1, ${maxFound + 1}::bigint) as seq`.execute(handle.db);
    await writeCards(handle.db, sql`true`);
    const search = '흔한';
    const few = { total: maxFoundAtFirst, totalIsExact: false, pageCount: 16 };
    const most = { total: maxFound, totalIsExact: false, pageCount: 32 };
    for (const [request, expected, count] of [
      [{}, { ...few, page: 1 }, 32],
      [{ page: 15 }, { ...few, page: 15 }, 32],
      [{ page: 16 }, { ...most, page: 16 }, 32],
      [{ page: 17 }, { ...most, page: 17 }, 32],
      [{ page: 33 }, { ...most, page: 32 }, 32],
      [{ sort: 'downloads' }, { ...most, page: 1 }, 32],
      [{ limit: 1000, page: 2 }, { ...most, pageCount: 2, page: 2 }, 24],
    ] as const) {
      const found = await list({ search, ...request });
      expect(found).toMatchObject(expected);
      expect(found.cards).toHaveLength(count);
    }
    await sql`delete from resource_search where seq = 1`.execute(handle.db);
    expect(await list({ search, limit: 1000 })).toMatchObject({ total: maxFound, totalIsExact: true });
  });

  test('rejects false matches of texts that have all tokens', async () => {
    await publish({ seq: 1, title: '나가 가나', description: 'abcx xbcd 3dx xpr', tags: ['프린', '린터'] });
    // Two bigrams with the same hash as "abcd".
    const [token] = queryTokens(['abcd']);
    const twin = String.fromCharCode((token ?? 0) >>> 16, (token ?? 0) & 0xffff);
    await publish({ seq: 2, title: 'abcd' });
    await publish({ seq: 3, title: twin });
    expect((await list({ search: '가나가' })).total).toBe(0);
    expect((await list({ search: '프린터' })).total).toBe(0);
    expect((await list({ search: 'abcd' })).titles).toEqual(['abcd']);
    expect((await list({ search: twin })).titles).toEqual([twin]);
  });

  test('finds the same as a full scan', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(document, { minLength: 1, maxLength: 25 }),
        fc.array(question, { minLength: 8, maxLength: 8 }),
        async (documents, questions) => {
          await sql`truncate resource, resource_search, resource_count cascade`.execute(handle.db);
          // Far apart, so that few documents fill several blocks and windows.
          let seq = 0;
          const all: (Searchable & { downloads: number })[] = [];
          for (const { gap, border, ...rest } of documents) {
            seq = Math.max(
              seq + 1,
              border === 0 ? seq + gap : Math.ceil((seq + 1) / border) * border + (gap % 3) - 1,
            );
            all.push({ ...rest, seq });
          }
          await Promise.all(all.map(publish));

          for (const { take, ...rest } of questions) {
            const request = { ...rest, search: take(all) };
            const expected = scan(all, request);
            const pageCount = Math.max(1, Math.ceil(expected.length / request.limit));
            const page = Math.min(request.page, pageCount);
            const found = await list(request);
            expect({
              titles: found.titles,
              total: found.total,
              page: found.page,
              pageCount: found.pageCount,
            }).toEqual({
              titles: expected.slice((page - 1) * request.limit, page * request.limit),
              total: expected.length,
              page,
              pageCount,
            });
          }
        },
      ),
      randomRuns(20),
    );
  });

  test('creates windows in advance, also when concurrent writers cross into one', async () => {
    const first = 3 * ageSize;
    await Promise.all(
      Array.from({ length: 12 }, (_, index) => publish({ seq: first - 6 + index, title: '동시에' })),
    );
    expect((await list({ search: '동시에' })).total).toBe(12);
    const { rows } = await sql`select to_regclass(${`resource_search_age_4`}) is not null as ahead`.execute(
      handle.db,
    );
    expect(rows).toEqual([{ ahead: true }]);
  });

  test('finds the same after windows of old ages were dropped, which is permanent', async () => {
    const places = [5, ageSize + 5, 2 * ageSize + 5, 3 * ageSize + 5, 3 * ageSize + windowSize + 5];
    for (const seq of places) await publish({ seq, title: '오래된 나사' });
    const before = await list({ search: '나사' });
    expect(before.total).toBe(places.length);
    const countWindows = async () =>
      (
        await sql<{ age: number; windows: number }>`
          select replace(tablename, 'resource_search_age_', '')::integer as age, count(*)::integer as windows
          from pg_indexes where indexname like 'resource\\_search\\_window\\_%' group by tablename order by 1`.execute(
          handle.db,
        )
      ).rows;
    await dropOldWindows(handle.db);
    await dropOldWindows(handle.db);
    expect(await countWindows()).toEqual([2, 3, 4].map((age) => ({ age, windows: ageSize / windowSize })));
    expect(await list({ search: '나사' })).toEqual(before);
  });
});

describe('a search with few results', () => {
  beforeEach(async () => {
    await publish({
      seq: 1,
      title: '연습용 드론 프레임',
      description: '드론을 만들어요',
      tags: ['드론', 'FPV'],
    });
    await publish({ seq: 2, title: 'Hex bolt', license: 'CC0-1.0' });
    await publish({ seq: 3, title: '육각 볼트', description: '볼트예요' });
    await publish({ seq: 4, title: 'LED 조명' });
    await publish({ seq: 5, title: 'ドローンの歯車' });
    await foldWords(handle.db);
  });
  const looked = (search: string, more: Partial<ListRequest> = {}) => list({ search, exact: false, ...more });

  test.each([
    ['ㄷㄹ', '연습용 드론 프레임', 'initials'],
    ['ㄷ론', '연습용 드론 프레임', 'initials'],
    ['ㄷㄹ ㅍㄹㅇ', '연습용 드론 프레임', 'initials'],
    ['emfhs', '연습용 드론 프레임', 'layout'],
    ['EMFHS', '연습용 드론 프레임', 'layout'],
    ['emfhsdmf', '연습용 드론 프레임', 'layout'],
    ['ㅣㄷㅇ', 'LED 조명', 'layout'],
    ['드롬', '연습용 드론 프레임', 'typo'],
    ['botl', 'Hex bolt', 'typo'],
    ['드론으로', '연습용 드론 프레임', 'inflection'],
    ['드론 만들기', '연습용 드론 프레임', 'inflection'],
    ['bolts', 'Hex bolt', 'inflection'],
    ['드론프레임', '연습용 드론 프레임', 'spacing'],
    ['ﾄﾞﾛﾝ', 'ドローンの歯車', 'variant'],
    ['どろん', 'ドローンの歯車', 'variant'],
    ['톱니바퀴', 'ドローンの歯車', 'synonym'],
    ['육각 볼트 삽니다', '육각 볼트', 'fewer_words'],
  ])('%s finds %s', async (search, title, kind) => {
    const found = await looked(search);
    expect(found.titles[0]).toBe(title);
    expect(found.expansion?.kinds).toContain(kind);
    expect(found.expansion?.exactCount).toBe(0);
    expect((await list({ search })).total).toBe(0);
  });

  test('appends synonyms after the exact results, and no guesses', async () => {
    expect((await looked('bolt')).titles).toEqual(['Hex bolt', '육각 볼트']);
    expect((await looked('bolt')).expansion).toEqual({ kinds: ['synonym'], texts: ['볼트'], exactCount: 1 });
    expect((await looked('bolt', { license: 'CC0-1.0' })).titles).toEqual(['Hex bolt']);
    await publish({ seq: 6, title: '드롬 이야기' });
    expect((await looked('드롬')).titles).toEqual(['드롬 이야기']);
  });

  test('finds in a narrow filter the same as without it', async () => {
    await publish({ seq: 6, title: '드론 날개', category: 'other' });
    await publish({ seq: 7, title: '볼트 상자', category: 'other' });
    await foldWords(handle.db);
    for (const search of ['ㄷㄹ', '드롬', '드론으로', 'emfhs', '볼트', 'botl', '드롬 날개']) {
      const all = await looked(search);
      const narrow = await looked(search, { category: 'other' });
      const expected = all.cards.filter(({ category }) => category === 'other').map(({ title }) => title);
      expect([search, narrow.titles]).toEqual([search, expected]);
      expect((await looked(search, { category: 'ai_model' })).titles).toEqual([]);
      // A wide filter, which takes the other code path.
      const wide = await looked(search, { license: blank.license });
      expect([search, wide.titles]).toEqual([
        search,
        all.cards.filter(({ license }) => license === blank.license).map(({ title }) => title),
      ]);
    }
  });

  test('finds nothing for meaningless queries', async () => {
    for (const search of ['qqqqzzzz', '없는 말', '뷁뷁', 'ㅋㅋㅋ', '%', 'x'.repeat(200), 'a b c d e f g h']) {
      expect((await looked(search)).expansion).toBeNull();
    }
  });

  test('drops the words of hidden resources', async () => {
    const hidden = { ...blank, seq: 1, published: false };
    await handle.db.transaction().execute((trx) => indexResource(trx, hidden));
    await foldWords(handle.db);
    expect((await looked('ㄷㄹ')).total).toBe(0);
    const { rows } = await sql`select word from search_word where word in ('드론', '프레임', 'fpv')`.execute(
      handle.db,
    );
    expect(rows).toEqual([]);
  });

  test('suggests completions of a word first, then resources', async () => {
    for (const typed of ['드', '들', '드로', 'ㄷㄹ', 'emfh', '드롬']) {
      const suggested = await suggest(handle.db, typed, 'ko', 8);
      expect(suggested[0]).toEqual({ kind: 'term', text: '드론' });
      expect(suggested.at(-1)).toMatchObject({ kind: 'resource', text: '연습용 드론 프레임' });
    }
    expect(await suggest(handle.db, '없는말', 'ko', 8)).toEqual([]);
    expect(await suggest(handle.db, '%', 'ko', 8)).toEqual([]);
  });

  test('keeps every exact result when it is expanded', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(document, { minLength: 1, maxLength: 12 }),
        fc.array(question, { minLength: 6, maxLength: 6 }),
        async (documents, questions) => {
          await sql`truncate resource, resource_search, resource_count, search_word, search_word_change cascade`.execute(
            handle.db,
          );
          const all = documents.map(({ gap: _gap, border: _border, ...rest }, index) => ({
            ...rest,
            seq: index + 1,
          }));
          await Promise.all(all.map(publish));
          await foldWords(handle.db);
          for (const { take, page: _page, limit: _limit, ...rest } of questions) {
            const request = { ...rest, search: take(all), limit: 1000 };
            const plain = scan(all, request);
            const asSorted = await list({ ...request, exact: false });
            expect(asSorted.titles.slice(0, plain.length)).toEqual(plain);
            for (const sort of ['newest', 'relevance'] as const) {
              const found = await list({ ...request, sort, exact: false });
              const first = found.titles.slice(0, plain.length);
              expect(new Set(first)).toEqual(new Set(plain));
              expect(new Set(found.titles).size).toBe(found.titles.length);
            }
          }
        },
      ),
      randomRuns(10),
    );
  });
});

describe('relevance', () => {
  test('ranks a title equal to the query first, then titles that contain it, then the rest, each newest first', async () => {
    await publish({ seq: 1, title: '기어' });
    await publish({ seq: 2, title: '작은 기어' });
    await publish({ seq: 3, title: '장난감', description: '기어가 든 장난감' });
    await publish({ seq: 4, title: '유성 기어 세트' });
    await publish({ seq: 5, title: '상자', description: '기어 상자' });
    await publish({ seq: 6, title: '시계', tags: ['기어'] });
    const { titles } = await list({ search: '기어', sort: 'relevance' });
    expect(titles).toEqual(['기어', '유성 기어 세트', '작은 기어', '시계', '상자', '장난감']);
    expect((await list({ sort: 'relevance' })).titles).toEqual((await list({})).titles);
  });
});

describe('facets', () => {
  test('count published resources, by category', async () => {
    await publish({ seq: 1, license: 'MIT', fileTypes: ['stl', 'pdf'], category: '3d_model' });
    await publish({ seq: 2, license: 'MIT', fileTypes: ['stl'], category: 'software' });
    await publish({ seq: 3, license: 'CC0-1.0', category: 'software' });
    const all = {
      licenses: [
        { value: 'MIT', count: 2 },
        { value: 'CC0-1.0', count: 1 },
      ],
      fileTypes: [
        { value: 'stl', count: 2 },
        { value: 'pdf', count: 1 },
      ],
    };
    expect(await listFacets(handle.db, undefined)).toEqual(all);
    await rollUpFacetCounts(handle.db);
    expect(await listFacets(handle.db, undefined)).toEqual(all);
    expect(await listFacets(handle.db, 'software')).toEqual({
      licenses: [
        { value: 'CC0-1.0', count: 1 },
        { value: 'MIT', count: 1 },
      ],
      fileTypes: [{ value: 'stl', count: 1 }],
    });
    await handle.db
      .transaction()
      .execute((trx) => indexResource(trx, { ...blank, seq: 1, category: '3d_model', published: false }));
    await rollUpFacetCounts(handle.db);
    expect(await listFacets(handle.db, '3d_model')).toEqual({ licenses: [], fileTypes: [] });
  });

  test('of older rows are created by the job', async () => {
    await publish({ seq: 1, title: '드론', license: 'MIT' });
    await sql`truncate resource_facet_count, search_word_change`.execute(handle.db);
    await sql`update resource_search set license = '', titles = ''`.execute(handle.db);
    expect(await indexBacklog(handle.db)).toBe(1);
    expect(await indexBacklog(handle.db)).toBe(0);
    await foldWords(handle.db);
    expect((await list({ license: 'MIT' })).titles).toEqual(['드론']);
    expect((await list({ search: 'ㄷㄹ', exact: false })).titles).toEqual(['드론']);
    expect((await listFacets(handle.db, undefined)).licenses).toEqual([{ value: 'MIT', count: 1 }]);
    expect(await list({})).toMatchObject({ total: 1 });
  });

  test('are found by words of another width once they are folded as today', async () => {
    await publish({ seq: 1, title: 'ﾄﾞﾛｰﾝ 5㎜', license: 'MIT' });
    await sql`update resource_search set search_text = 'ﾄﾞﾛｰﾝ 5㎜', tokens = '{}'`.execute(handle.db);
    await sql`insert into resource_search_refold (seq) values (1)`.execute(handle.db);
    expect(await indexBacklog(handle.db)).toBe(1);
    expect(await indexBacklog(handle.db)).toBe(0);
    expect((await list({ search: 'ドローン', exact: true })).titles).toEqual(['ﾄﾞﾛｰﾝ 5㎜']);
    expect((await listFacets(handle.db, undefined)).licenses).toEqual([{ value: 'MIT', count: 1 }]);
  });
});

test.each([
  ['ドローン', 'ﾄﾞﾛｰﾝ'],
  ['ﾄﾞﾛｰﾝ', 'ドローン'],
  ['arduino', 'ＡＲＤＵＩＮＯ'],
  ['Ａｒｄｕｉｎｏ', 'arduino'],
  ['10mm', '１０㎜'],
  ['10㎜', '10mm'],
  ['どろーん', 'ドローン'],
])('%j is found by %j', async (title, search) => {
  await publish({ seq: 1, title: `${title} 설계` });
  await foldWords(handle.db);
  expect((await list({ search, exact: false })).titles).toEqual([`${title} 설계`]);
});

const blank: Searchable = {
  seq: 0,
  category: 'software',
  title: '',
  description: '',
  tags: [],
  translations: {},
  license: 'MIT',
  fileTypes: [],
};

/** Reference implementation of the search. */
function scan(all: (Searchable & { downloads: number })[], request: Partial<ListRequest>): string[] {
  const words = foldText(request.search ?? '')
    .split(/\s+/)
    .filter(Boolean);
  const matches = ({ title, description, tags, translations, category, license, fileTypes }: Searchable) => {
    const texts = [
      title,
      description,
      ...tags,
      ...Object.values(translations).flatMap((each) => Object.values(each)),
    ];
    return (
      words.every((word) => texts.some((text) => foldText(text).includes(word))) &&
      (request.category === undefined || category === request.category) &&
      (!request.tag || tags.some((tag) => foldText(tag) === foldText(request.tag ?? ''))) &&
      (!request.license || license === request.license) &&
      (!request.fileType || fileTypes.includes(request.fileType))
    );
  };
  const order = (a: (typeof all)[number], b: (typeof all)[number]) =>
    (request.sort === 'downloads' ? b.downloads - a.downloads : 0) || b.seq - a.seq;
  return all
    .filter(matches)
    .toSorted(order)
    .map(({ title }) => title);
}

const words =
  '프린터 3D프린터 설계도 기어 가 나 Gear GEARBOX gearing PLA 3d a x プリンター プリンタ 歯車 工房 100% _under_ back\\slash % ' +
  'İstanbul ΟΔΟΣ οδός 👍 👨‍👩‍👧 𠮷野家 ３Ｄ ＡＢＣ ß STRASSE ﾌﾟﾘﾝﾀ café it\'s "';
const word = fc.oneof(
  // Few characters: the same tokens in many texts, in every order.
  {
    weight: 4,
    arbitrary: fc.string({ unit: fc.constantFrom('가', '나', 'a', 'b', 'c'), minLength: 1, maxLength: 7 }),
  },
  {
    weight: 8,
    arbitrary: fc.constantFrom(...words.split(' '), ...'한글 café ガ'.normalize('NFD').split(' ')),
  },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 4 })
      .filter((text) => !/[\0-\x08\x0B\x0C\x0E-\x1F\x7F]/.test(text) && text.isWellFormed()), // oxlint-disable-line no-control-regex -- every request refuses these characters
  },
);
const phrase = (maxLength: number) =>
  fc
    .array(fc.tuple(word, fc.constantFrom(' ', '', '\n', '　', ' 의 ')), { maxLength })
    .map((parts) => parts.flat().join(''));
const tag = fc.constantFrom('PLA', 'pla', '기어', '3D Printer', '３Ｄ', '工房');
const category = fc.constantFrom('software', '3d_model', 'other');

const fileType = fc.constantFrom('stl', 'pdf');

const document = fc.record({
  gap: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: 30_000 })),
  border: fc.constantFrom(0, 0, 1024, 8192, windowSize),
  category,
  // The title identifies documents in comparisons.
  title: fc.tuple(phrase(3), fc.uuid()).map(([text, id]) => `${text} #${id}`),
  description: phrase(8),
  tags: fc.uniqueArray(tag, { maxLength: 3 }),
  translations: fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.record({ ja: fc.record({ title: phrase(2), description: phrase(2) }) }) },
  ),
  downloads: fc.nat(3),
  license: fc.constantFrom('MIT', 'CC0-1.0'),
  fileTypes: fc.uniqueArray(fileType, { maxLength: 2 }),
});

/** Query: often a substring of a document, sometimes in another form. */
const cut = fc
  .tuple(fc.nat(), fc.nat(), fc.nat(), fc.integer({ min: 1, max: 12 }))
  .map(([which, part, from, length]) => (all: Searchable[]) => {
    const { title, description, tags, translations } = all[which % all.length]!;
    const texts = [
      title,
      description,
      ...tags,
      ...Object.values(translations).flatMap((each) => Object.values(each)),
    ];
    const characters = [...texts[part % texts.length]!];
    return characters
      .slice(from % (characters.length + 1))
      .slice(0, length)
      .join('');
  });
const take = fc.oneof(
  fc.constant(() => ''),
  cut,
  word.map((text) => () => text),
  fc.tuple(cut, cut).map(
    ([a, b]) =>
      (all: Searchable[]) =>
        `${b(all)} ${a(all)}`,
  ),
  cut.map((a) => (all: Searchable[]) => a(all).toUpperCase()),
  cut.map((a) => (all: Searchable[]) => a(all).normalize('NFD')),
);
const question = fc.record(
  {
    take,
    category,
    tag,
    license: fc.constantFrom('MIT', 'CC0-1.0', 'unknown'),
    fileType,
    sort: fc.constantFrom('newest' as const, 'downloads' as const),
    page: fc.integer({ min: 1, max: 6 }),
    limit: fc.constantFrom(1, 2, 5, 32, 1000),
  },
  { requiredKeys: ['take', 'sort', 'page', 'limit'] },
);
