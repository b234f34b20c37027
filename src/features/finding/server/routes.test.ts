import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { auctioningOn } from '#features/auctions/server/testing.ts';
import { talkingOn } from '#features/community/server/testing.ts';
import { createService, type ServiceContent } from '#features/services/server/public.ts';
import { randomRuns } from '#platform/shared/testing.ts';
import type { SearchAnswer } from '../contract.ts';
import { searchKinds, type SearchKind } from '../rules.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function search(q: string, as?: Person, more = ''): Promise<SearchAnswer> {
  const answer = await server.call('GET', `/api/search?q=${encodeURIComponent(q)}${more}`, as && { as });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<SearchAnswer>();
}

async function titles(q: string, kind: SearchKind, as?: Person): Promise<string[]> {
  const { kinds } = await search(q, as, '&limit=24');
  const found = kinds.find((each) => each.kind === kind);
  expect(found?.count).toBe(found?.items.length);
  return found?.items.map(({ title }) => title) ?? [];
}

const publish = async (as: Person, title: string, more: object = {}) => {
  const payload = { title, category: '3d_model', assemblyInstructions: '1. 만들기', ...more };
  const answer = await server.call('POST', '/api/resources', { as, payload });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ id: string }>().id;
};

const content: ServiceContent = {
  state: 'active',
  serviceType: '3d_printing',
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
const ask = (as: Person, title: string) =>
  talkingOn(server).say(as, 'questions', { title, text: '도와주세요', tags: [] });

describe('a search', () => {
  const texts = [
    ['ko', '너울문고리'],
    ['en', 'Quillhook'],
    ['ja', '波形ドアノブ'],
    ['a word of two letters', '곶감'],
    ['letters outside of the first plane', '𠮷野家具'],
  ] as const;
  test.each(texts)('finds things of every kind by their names: %s', async (_, name) => {
    const auctions = auctioningOn(server);
    const seller = await auctions.someone();
    await publish(seller, `${name} 설계`);
    await offer(seller, { title: `${name} 공방` });
    await auctions.live({ title: `${name} 중고` }, seller);
    await ask(seller, `${name} 질문`);
    await server.runtime.db
      .updateTable('person')
      .set({ name: `${name} 씨` })
      .where('id', '=', seller.id)
      .execute();

    const { kinds } = await search(name);
    expect(kinds.map(({ kind }) => kind)).toEqual(searchKinds);
    expect(kinds.map(({ count, more }) => ({ count, more }))).toEqual(
      searchKinds.map(() => ({ count: 1, more: false })),
    );
    expect(kinds.map(({ items }) => items[0]?.title)).toEqual(
      ['설계', '공방', '씨', '질문', '중고'].map((what) => `${name} ${what}`),
    );
    for (const { items } of kinds) expect(items[0]?.path).toMatch(/^\/[a-z]/);
    expect(kinds[1]?.items[0]).toMatchObject({ detail: '서울 성동구', language: 'ko' });
  });

  test('finds capitals and wide letters', async () => {
    const person = await server.signUp();
    await offer(person, { title: 'Frostwick Printing' });
    await server.runtime.db
      .updateTable('person')
      .set({ name: 'ÉMILE Ｆｒｏｓｔｗｉｃｋ' })
      .where('id', '=', person.id)
      .execute();
    expect(await titles('frostwick', 'services')).toEqual(['Frostwick Printing']);
    expect(await titles('émile frostwick', 'people')).toEqual(['ÉMILE Ｆｒｏｓｔｗｉｃｋ']);
  });

  test('shows the service of this name first, before newer ones with some of its words', async () => {
    const person = await server.signUp();
    await offer(person, { title: '가람솔 레이어 출력소' });
    await offer(person, { title: '다른 곳', description: '가람솔 근처 출력소, 레이어' });
    for (let at = 0; at < 4; at++) await offer(person, { title: `가람솔 ${at}호점` });
    const { kinds } = await search('가람솔 레이어 출력소');
    expect(kinds[1]?.items.map(({ title }) => title)).toEqual([
      '가람솔 레이어 출력소',
      '다른 곳',
      '가람솔 3호점',
    ]);
    expect(kinds[1]?.count).toBe(6);
  });

  test('gives a title in the language of the reader', async () => {
    const person = await server.signUp();
    await offer(person, { title: '물결소반 공방', translations: { en: { title: 'Wavetable workshop' } } });
    const answer = await server.call('GET', '/api/search?q=wavetable', {
      headers: { 'accept-language': 'en' },
    });
    expect(answer.json<SearchAnswer>().kinds[1]?.items[0]).toMatchObject({
      title: 'Wavetable workshop',
      language: 'en',
    });
  });

  test('counts what each list counts, and up to a hundred', async () => {
    const auctions = auctioningOn(server);
    const seller = await auctions.someone();
    for (let at = 0; at < 3; at++) await offer(seller, { title: `달그림 ${at}` });
    await offer(seller, { title: '달빛' });
    await auctions.live({ title: '달그림 부품' }, seller);
    await publish(seller, '달그림 상자');
    await ask(seller, '달그림은 어떻게 그려요?');
    for (const q of ['달그림', '달그림 달빛', '없는말이에요']) {
      const { kinds } = await search(q);
      for (const [kind, url] of [
        ['resources', '/api/resources?search='],
        ['services', '/api/services?search='],
        ['lots', '/api/auctions?search='],
        ['questions', '/api/channels/questions/questions?search='],
      ] as const) {
        const list = await server.call('GET', url + encodeURIComponent(q));
        const counted = kinds.find((each) => each.kind === kind)?.count;
        expect(counted, `${kind} ${q}`).toBe(Number(list.headers['x-total-count']));
      }
    }
    const many = await server.signUp();
    await server.runtime.db.transaction().execute(async (trx) => {
      for (let at = 0; at < 101; at++)
        await createService(
          trx,
          many,
          { ...content, title: `온누리${at}`, locations: content.locations },
          [],
          new Date(),
        );
    });
    const { kinds, pageCount } = await search('온누리', undefined, '&kind=services&limit=24&page=5');
    expect(kinds[1]).toMatchObject({ count: 100, more: true });
    expect(kinds[1]?.items).toHaveLength(5);
    expect(pageCount).toBe(5);
  });

  test('pages through one kind without gaps and doubles', async () => {
    const person = await server.signUp();
    for (let at = 0; at < 7; at++) await offer(person, { title: `여울목 ${at}` });
    const found = new Set<string>();
    for (const page of [1, 2, 3, 4]) {
      const { kinds } = await search('여울목 공방', undefined, `&kind=services&limit=2&page=${page}`);
      for (const { title } of kinds[1]?.items ?? []) found.add(title);
      expect(kinds[0]?.items).toEqual([]);
    }
    expect(found.size).toBeGreaterThanOrEqual(7);
  });

  test.each(['', '   ', '%', '\\', "'", 'a_b'])('for %j is no failure', async (q) => {
    expect((await search(q)).kinds).toHaveLength(searchKinds.length);
  });

  test('is refused with a text that is too long, and with a kind that is none', async () => {
    expect((await server.call('GET', `/api/search?q=${'a'.repeat(201)}`)).statusCode).toBe(400);
    expect((await server.call('GET', '/api/search?q=a&kind=money')).statusCode).toBe(400);
    expect((await server.call('GET', '/api/search')).statusCode).toBe(400);
  });
});

describe('hidden things', () => {
  test('are never found and never counted, in every combination of states', async () => {
    const auctions = auctioningOn(server);
    const seller = await auctions.someone();
    const admin = await server.signUp({ isAdmin: true });
    const { pool } = server.runtime;
    const service = await offer(seller, { title: '숨은솔 공방' });
    const resource = await publish(seller, '숨은솔 설계');
    const { id: lot } = await auctions.live({ title: '숨은솔 중고' }, seller);
    const { id: question } = await ask(seller, '숨은솔 질문');
    await server.runtime.db
      .updateTable('person')
      .set({ name: '숨은솔' })
      .where('id', '=', seller.id)
      .execute();
    const viewer = await server.signUp();
    const states = fc.record({
      service: fc.constantFrom('draft', 'active', 'paused', 'hidden', 'removed'),
      resource: fc.constantFrom('draft', 'published', 'hidden', 'removed'),
      lot: fc.constantFrom('draft', 'live', 'ended', 'cancelled'),
      question: fc.constantFrom('shown', 'deleted', 'hidden'),
      person: fc.constantFrom('here', 'suspended', 'leaving'),
      isBlocked: fc.boolean(),
      who: fc.constantFrom('guest', 'viewer', 'admin', 'seller'),
    });
    await fc.assert(
      fc.asyncProperty(states, async (drawn) => {
        await pool.query('update service set state = $2 where id = $1', [service, drawn.service]);
        await pool.query('update resource set state = $2 where id = $1', [resource, drawn.resource]);
        await pool.query('update auction set state = $2 where id = $1', [lot, drawn.lot]);
        await pool.query('update channel_message set state = $2 where id = $1', [question, drawn.question]);
        await pool.query('update person set suspended_at = $2, withdraws_at = $3 where id = $1', [
          seller.id,
          drawn.person === 'suspended' ? new Date() : null,
          drawn.person === 'leaving' ? new Date(Date.now() + 1e9) : null,
        ]);
        await pool.query('delete from person_block where blocker_id = $1', [viewer.id]);
        if (drawn.isBlocked)
          await pool.query('insert into person_block (blocker_id, blocked_id, at) values ($1, $2, now())', [
            viewer.id,
            seller.id,
          ]);
        // Somebody who is suspended or leaving cannot be signed in; they see what guests see.
        const as = { guest: undefined, viewer, admin, seller: drawn.person === 'here' ? seller : undefined }[
          drawn.who
        ];
        const isBlocked = drawn.isBlocked && drawn.who === 'viewer';
        const shows = {
          services: drawn.service === 'active',
          resources: drawn.resource === 'published',
          lots: drawn.lot === 'live',
          questions: drawn.question === 'shown' && !isBlocked,
          people:
            drawn.person === 'here' &&
            (drawn.service === 'active' || drawn.resource === 'published') &&
            !isBlocked,
        };
        const { kinds } = await search('숨은솔', as);
        expect(Object.fromEntries(kinds.map(({ kind, count }) => [kind, count]))).toEqual(
          Object.fromEntries(Object.entries(shows).map(([kind, isShown]) => [kind, isShown ? 1 : 0])),
        );
        for (const { count, items } of kinds) expect(items).toHaveLength(count);
      }),
      randomRuns(60),
    );
  });

  test('in private channels and of people who show nothing are not found', async () => {
    const talking = talkingOn(server);
    const admin = await server.signUp({ isAdmin: true });
    const person = await server.signUp();
    await server.runtime.db
      .updateTable('person')
      .set({ name: '조용한새벽' })
      .where('id', '=', person.id)
      .execute();
    const channel = await talking.channel(admin, { kind: 'questions' });
    await talking.say(person, channel.id, { title: '조용한새벽에 물어요', text: '네', tags: [] });
    expect(await titles('조용한새벽', 'people')).toEqual([]);
    expect(await titles('조용한새벽', 'questions')).toEqual(['조용한새벽에 물어요']);
    await server.runtime.pool.query("update channel set kind = 'support' where id = $1", [channel.id]);
    expect(await titles('조용한새벽', 'questions')).toEqual([]);
    expect(await titles('조용한새벽', 'questions', person)).toEqual([]);
  });
});

test('no kind is searched for by reading its whole table', async () => {
  const { db } = server.runtime;
  const person = await server.signUp();
  await sql`insert into service (owner_id, state, service_type, is_individual, is_free_service, title, sort_price, search_text, created_at, updated_at)
    select ${person.id}, 'active', 'woodworking', true, false, 'n', 1, 'naneun ' || md5(n::text), now(), now()
    from generate_series(1, 6000) n`.execute(db);
  await sql`insert into channel_message (channel_id, seq, id, author_id, client_id, input_hash, text, title, search_text, created_at)
    select c.id, 100000 + n, uuidv7(), ${person.id}, 'n' || n, '', 'n', 'n', 'naneun ' || md5(n::text), now()
    from channel c, generate_series(1, 6000) n where slug = 'questions'`.execute(db);
  for (const table of ['service', 'channel_message', 'person', 'auction'])
    await sql`analyze ${sql.table(table)}`.execute(db);
  const planOf = async (from: string, text: string, also: string) => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select count(*) from ${sql.raw(from)}
      where ${sql.raw(also)} and text_tokens(${sql.raw(text)}) operator(pg_catalog.@>) array[${sql.lit(
        // 곶감
        ('곶'.charCodeAt(0) << 16) | '감'.charCodeAt(0),
      )}] and ${sql.raw(text)} like '%곶감%'`.execute(db);
    return rows.map((row) => Object.values(row)[0]).join('\n');
  };
  expect(await planOf('service s', 's.search_text', "s.state = 'active'")).toContain('service_words');
  expect(
    await planOf('channel_message m', 'm.search_text', "m.title is not null and m.state = 'shown'"),
  ).toContain('channel_question_words');
  expect(
    await planOf('person p', 'person_search_text(p.name, p.display_username, p.bio)', 'p.erased_at is null'),
  ).toContain('person_words');
  expect(await planOf('auction a', 'a.search_text', "a.state = 'live'")).toMatch(/auction_(words|ending)/);
});
