import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { formOf, startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import type { Comment, Make } from '../contract.ts';
import { maxReplies } from '../rules.ts';
import { hideComment } from './comments.ts';
import { socialJobs } from './jobs.ts';
import { hideMake } from './makes.ts';
import { socialPersonalData } from './personal-data.ts';

let server: TestServer;
let owner: Person;
let anna: Person;
let ben: Person;
let admin: Person;

beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_COMMENTS: '400' });
  owner = await server.signUp();
  anna = await server.signUp();
  ben = await server.signUp();
  admin = await server.signUp({ isAdmin: true });
});
afterAll(() => server.close());

const absent = '01890000-0000-7000-8000-000000000000';

async function publish(fields: object = {}, as = owner): Promise<string> {
  const answer = await server.call('POST', '/api/resources', {
    as,
    payload: {
      title: '드론 팔',
      category: '3d_model',
      downloadUrl: 'https://example.com/arm',
      ...fields,
    },
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ id: string }>().id;
}

async function counts(id: string) {
  const { likeCount, commentCount, makeCount } = (
    await server.call('GET', `/api/resources/${id}`, { as: owner })
  ).json<Record<string, number>>();
  return { likeCount, commentCount, makeCount };
}

async function ok<Body>(as: Person, method: string, url: string, payload?: object): Promise<Body> {
  const answer = await server.call(method, url, { as, ...(payload && { payload }) });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.body === '' ? (null as Body) : answer.json<Body>();
}

async function notificationsOf(person: Person): Promise<{ text: string; path: string }[]> {
  return (await server.call('GET', '/api/user/notifications', { as: person })).json();
}

const png = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#0b7157' } })
    .png()
    .toBuffer();

describe('likes', () => {
  test('are counted once per person, and lists show them at once', async () => {
    const id = await publish({ title: '좋아요 시험' });
    const like = (as: Person, method = 'POST') => ok(as, method, `/api/resources/${id}/likes`);
    expect(await like(anna)).toEqual({ likeCount: 1, liked: true });
    expect(await like(anna)).toEqual({ likeCount: 1, liked: true });
    expect(await like(ben)).toEqual({ likeCount: 2, liked: true });
    const list = await server.call('GET', '/api/resources?search=좋아요 시험');
    expect(list.json()).toMatchObject([{ id, likeCount: 2 }]);
    expect(await like(anna, 'DELETE')).toEqual({ likeCount: 1, liked: false });
    expect(await like(anna, 'DELETE')).toEqual({ likeCount: 1, liked: false });
    expect((await server.call('GET', `/api/resources/${id}/likes`)).json()).toEqual({
      likeCount: 1,
      liked: false,
    });
  });

  test('are counted correctly with concurrent calls', async () => {
    const id = await publish();
    const calls = [anna, ben, admin, owner].flatMap((as) =>
      Array.from({ length: 4 }, () => server.call('POST', `/api/resources/${id}/likes`, { as })),
    );
    expect((await Promise.all(calls)).every(({ statusCode }) => statusCode === 200)).toBe(true);
    expect(await counts(id)).toMatchObject({ likeCount: 4 });
    await Promise.all(
      [anna, anna, ben, ben].map((as) => server.call('DELETE', `/api/resources/${id}/likes`, { as })),
    );
    expect(await counts(id)).toMatchObject({ likeCount: 2 });
  });

  test.each(['POST', 'DELETE'])(
    '%s: guests have to log in, and private resources are not found',
    async (method) => {
      const draft = await publish({ state: 'draft' });
      const call = (id: string, as?: Person) =>
        server.call(method, `/api/resources/${id}/likes`, { ...(as && { as }) });
      expect((await call(draft)).json()).toMatchObject({ code: 'not_signed_in' });
      for (const id of [draft, absent, 'nothing']) {
        const answer = await call(id, owner);
        expect(answer.statusCode).toBe(404);
        expect(answer.json()).toMatchObject({ code: 'resource_not_found' });
      }
    },
  );
});

describe('comments', () => {
  const comments = async (id: string, query = '', as?: Person) =>
    (await server.call('GET', `/api/resources/${id}/comments${query}`, { ...(as && { as }) })).json<
      Comment[]
    >();

  test('are listed newest first with their answers, mark the owner’s, and are notified', async () => {
    const id = await publish({ title: '댓글 시험' });
    const url = `/api/resources/${id}/comments`;
    const first = await ok<Comment>(anna, 'POST', url, { text: '  어떤 재료가 좋아요?  ' });
    expect(first).toMatchObject({ text: '어떤 재료가 좋아요?', byOwner: false });
    const second = await ok<Comment>(ben, 'POST', url, { text: '두 번째' });
    await ok(owner, 'POST', url, { text: 'PETG요', parentId: first.id });
    await ok(ben, 'POST', url, { text: '고마워요', parentId: first.id });
    expect(await comments(id, '', anna)).toMatchObject([
      { id: second.id, replies: [], can: { edit: false, remove: false } },
      {
        id: first.id,
        author: { username: anna.username },
        can: { edit: true, remove: true },
        replies: [
          { text: 'PETG요', byOwner: true },
          { text: '고마워요', byOwner: false },
        ],
      },
    ]);
    expect(await comments(id, '', owner)).toMatchObject([{ can: { edit: false, remove: true } }, {}]);
    expect(await counts(id)).toMatchObject({ commentCount: 4 });
    const path = `/resources/${id}#comments`;
    const answered = (await notificationsOf(anna)).filter((each) => each.path === path);
    expect(answered.map(({ text }) => text)).toEqual([
      '사람 3 님이 ‘댓글 시험’에 남긴 댓글에 답했어요.',
      '사람 1 님이 ‘댓글 시험’에 남긴 댓글에 답했어요.',
    ]);
    expect((await notificationsOf(owner)).filter((each) => each.path === path)).toHaveLength(3);
    expect((await notificationsOf(ben)).filter((each) => each.path === path)).toHaveLength(0);

    const page = await server.call('GET', `${url}?limit=1&page=9`);
    expect(page.headers).toMatchObject({ 'x-total-count': '2', 'x-page': '2' });
    expect(page.json()).toMatchObject([{ id: first.id }]);
  });

  test('are edited by their authors only', async () => {
    const id = await publish();
    const { id: comment } = await ok<Comment>(anna, 'POST', `/api/resources/${id}/comments`, {
      text: '하나',
    });
    const change = (as: Person | undefined, text: unknown) =>
      server.call('PATCH', `/api/comments/${comment}`, { ...(as && { as }), payload: { text } });
    expect((await change(undefined, '둘')).statusCode).toBe(401);
    for (const as of [ben, owner, admin]) expect((await change(as, '둘')).statusCode).toBe(403);
    expect((await change(anna, ' ')).json()).toMatchObject({ fields: { text: '꼭 입력해 주세요.' } });
    expect((await change(anna, '둘')).json()).toMatchObject({ text: '둘', editedAt: expect.any(String) });
  });

  test('leave a placeholder while they have answers', async () => {
    const id = await publish();
    const url = `/api/resources/${id}/comments`;
    const { id: top } = await ok<Comment>(anna, 'POST', url, { text: '물음' });
    const { id: answer } = await ok<Comment>(ben, 'POST', url, { text: '답', parentId: top });
    const remove = (as: Person, comment: string) => server.call('DELETE', `/api/comments/${comment}`, { as });
    expect((await remove(ben, top)).statusCode).toBe(403);
    expect((await remove(anna, top)).statusCode).toBe(204);
    expect((await remove(anna, top)).statusCode).toBe(404);
    expect(await comments(id, '', anna)).toMatchObject([
      { text: '', author: null, can: { edit: false, remove: false }, replies: [{ text: '답' }] },
    ]);
    expect(await counts(id)).toMatchObject({ commentCount: 1 });
    const late = await server.call('POST', url, { as: anna, payload: { text: '또', parentId: top } });
    expect(late.json()).toMatchObject({ code: 'comment_not_found' });
    expect((await remove(owner, answer)).statusCode).toBe(204);
    expect(await comments(id)).toEqual([]);
    expect(await counts(id)).toMatchObject({ commentCount: 0 });
    const { id: other } = await ok<Comment>(anna, 'POST', url, { text: '다른 것' });
    expect((await remove(admin, other)).statusCode).toBe(204);
  });

  test('are counted correctly with concurrent additions and removals', async () => {
    const id = await publish();
    const url = `/api/resources/${id}/comments`;
    const made = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        ok<Comment>(index % 2 ? anna : ben, 'POST', url, { text: `${index}` }),
      ),
    );
    await Promise.all(
      made
        .slice(0, 3)
        .flatMap(({ id: comment }) => [
          server.call('DELETE', `/api/comments/${comment}`, { as: owner }),
          server.call('DELETE', `/api/comments/${comment}`, { as: admin }),
        ]),
    );
    expect(await comments(id)).toHaveLength(3);
    expect(await counts(id)).toMatchObject({ commentCount: 3 });
  });

  test('with the same key are created once', async () => {
    const id = await publish();
    const send = (text: string) =>
      server.call('POST', `/api/resources/${id}/comments`, {
        as: anna,
        payload: { text },
        headers: { 'idempotency-key': `comment ${id}` },
      });
    const [one, two] = [await send('한 번'), await send('한 번')];
    expect(two.json()).toEqual(one.json());
    expect((await send('두 번')).json()).toMatchObject({ code: 'idempotency_conflict' });
    expect(await counts(id)).toMatchObject({ commentCount: 1 });
  });

  test.each([
    [{}, 400, 'text'],
    [{ text: '' }, 400, 'text'],
    [{ text: '\u200b \u2800' }, 400, 'text'],
    [{ text: 'a'.repeat(5001) }, 400, 'text'],
    [{ text: 7 }, 400, 'text'],
    [{ text: '답', parentId: 'nothing' }, 400, 'parentId'],
  ])('are refused: case %#', async (payload, status, field) => {
    const id = await publish();
    const answer = await server.call('POST', `/api/resources/${id}/comments`, { as: anna, payload });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ fields: { [field]: expect.any(String) } });
    expect(await counts(id)).toMatchObject({ commentCount: 0 });
  });

  test('refuse answers to answers, to comments of another resource, and above the limit', async () => {
    const [id, other] = [await publish(), await publish()];
    const url = `/api/resources/${id}/comments`;
    const { id: top } = await ok<Comment>(anna, 'POST', url, { text: '물음' });
    const { id: answer } = await ok<Comment>(ben, 'POST', url, { text: '답', parentId: top });
    const send = (to: string, parentId: string) =>
      server.call('POST', `/api/resources/${to}/comments`, { as: anna, payload: { text: '답', parentId } });
    expect((await send(id, answer)).json()).toMatchObject({
      code: 'nested_reply',
      fields: { parentId: expect.any(String) },
    });
    for (const [to, parent] of [
      [other, top],
      [id, absent],
    ] as const) {
      expect((await send(to, parent)).json()).toMatchObject({ code: 'comment_not_found' });
    }
    await server.runtime.db
      .insertInto('comment')
      .values(
        Array.from({ length: maxReplies - 1 }, () => ({
          id: uuidv7(),
          resourceId: id,
          parentId: top,
          authorId: ben.id,
          text: '답',
          createdAt: new Date(),
          editedAt: null,
        })),
      )
      .execute();
    expect((await send(id, top)).json()).toMatchObject({ code: 'too_many_replies' });
  });

  test('of a private resource are visible to those who see the resource', async () => {
    const draft = await publish({ state: 'draft' });
    const url = `/api/resources/${draft}/comments`;
    expect((await server.call('GET', url)).statusCode).toBe(404);
    expect((await server.call('GET', url, { as: owner })).json()).toEqual([]);
    const answer = await server.call('POST', url, { as: owner, payload: { text: '나' } });
    expect(answer.statusCode).toBe(404);
  });
});

test('the suggestion of machines shares the rate limit of guests’ suggestions', async () => {
  const limited = await startTestServer({ RATE_LIMIT_GUEST_SUGGESTIONS: '2' });
  try {
    const person = await limited.signUp();
    const ask = async (as?: Person) =>
      (await limited.call('GET', '/api/machines?q=a1', { ...(as && { as }) })).statusCode;
    expect([await ask(), await ask(), await ask(), await ask(person)]).toEqual([200, 200, 429, 200]);
  } finally {
    await limited.close();
  }
});

test('comments and makes of one person share a rate limit', async () => {
  const limited = await startTestServer({ RATE_LIMIT_COMMENTS: '2' });
  try {
    const person = await limited.signUp();
    const made = await limited.call('POST', '/api/resources', {
      as: person,
      payload: { title: '자료', category: 'other', downloadUrl: 'https://example.com/x' },
    });
    const { id } = made.json<{ id: string }>();
    const send = (what: string, payload: object) =>
      limited.call('POST', `/api/resources/${id}/${what}`, { as: person, payload });
    expect((await send('comments', { text: '하나' })).statusCode).toBe(201);
    expect((await send('makes', { outcome: 'success' })).statusCode).toBe(201);
    const third = await send('comments', { text: '셋' });
    expect(third.json()).toMatchObject({ code: 'rate_limited' });
    expect(third.headers['retry-after']).toBeDefined();
  } finally {
    await limited.close();
  }
});

describe('makes', () => {
  const make = (as: Person, id: string, payload: object) =>
    ok<Make>(as, 'POST', `/api/resources/${id}/makes`, payload);

  test('have a picture, which is shown, replaced and deleted with them', async () => {
    const id = await publish({ title: '만들기 시험' });
    const url = `/api/resources/${id}/makes`;
    const fields = {
      outcome: 'success',
      machine: ' Bambu  Lab A1 ',
      material: 'PETG',
      minutes: '95',
      grams: '12.5',
      settings: '0.2 mm',
      text: '튼튼해요',
    };
    const form = formOf([
      ...Object.entries(fields).map(([name, value]) => ({ name, value })),
      { name: 'image', filename: 'a.png', bytes: await png() },
    ]);
    const answer = await server.call('POST', url, { as: anna, ...form });
    expect(answer.statusCode, answer.body).toBe(201);
    const made = answer.json<Make>();
    expect(made).toMatchObject({
      outcome: 'success',
      machine: 'Bambu Lab A1',
      minutes: 95,
      grams: 12.5,
      byOwner: false,
      image: { width: 900, height: 600 },
    });
    const address = `/api/make-images/${made.image?.id}/480.webp`;
    const picture = await server.call('GET', address);
    expect(picture.headers).toMatchObject({ 'content-type': 'image/webp' });
    expect((await sharp(picture.rawPayload).metadata()).width).toBe(480);
    expect((await notificationsOf(owner))[0]).toMatchObject({
      path: `/resources/${id}#makes`,
      text: '사람 2 님이 ‘만들기 시험’ 제작 후기를 남겼어요.',
    });

    const next = formOf([
      { name: 'text', value: '두 달 써도 튼튼해요' },
      { name: 'image', filename: 'b.png', bytes: await png() },
    ]);
    const changed = (await server.call('PATCH', `/api/makes/${made.id}`, { as: anna, ...next })).json<Make>();
    expect(changed).toMatchObject({ text: '두 달 써도 튼튼해요', minutes: 95, editedAt: expect.any(String) });
    expect(changed.image?.id).not.toBe(made.image?.id);
    expect((await server.call('GET', address)).statusCode).toBe(404);
    expect(await counts(id)).toMatchObject({ makeCount: 1 });
    for (const as of [ben, owner]) {
      expect(
        (await server.call('PATCH', `/api/makes/${made.id}`, { as, payload: { text: 'x' } })).statusCode,
      ).toBe(403);
      expect((await server.call('DELETE', `/api/makes/${made.id}`, { as })).statusCode).toBe(403);
    }
    expect((await server.call('DELETE', `/api/makes/${made.id}`, { as: anna })).statusCode).toBe(204);
    expect((await server.call('GET', url)).json()).toEqual([]);
    expect(await counts(id)).toMatchObject({ makeCount: 0 });
    const jobs = await server.runtime.pool.query(
      "select payload from graphile_worker._private_jobs where payload::text like '%make-images%'",
    );
    expect(jobs.rowCount).toBe(2);
  });

  test('have a success rate if there are enough', async () => {
    const id = await publish();
    for (const [machine, outcome] of [
      ['Bambu Lab A1', 'success'],
      ['Bambu Lab A1', 'success'],
      ['bambulab-a1', 'failed'],
      ['Prusa MK4', 'success'],
      ['', 'partly'],
    ]) {
      await make(anna, id, { machine, outcome });
    }
    const url = `/api/resources/${id}/makes/summary`;
    expect((await server.call('GET', url)).json()).toEqual({
      total: 5,
      outcomes: { success: 3, partly: 1, failed: 1 },
      machines: [
        { machine: 'Bambu Lab A1', makes: 3, succeeded: 2 },
        { machine: 'Prusa MK4', makes: 1, succeeded: null },
      ],
    });
    const suggest = async (q: string) => (await server.call('GET', `/api/machines?q=${q}`)).json();
    expect(await suggest('BAMBU')).toEqual(['Bambu Lab A1']);
    expect(await suggest('mk4')).toEqual(['Prusa MK4']);
    expect(await suggest('%25')).toContain('Bambu Lab A1');
    expect(await suggest('없는 기기')).toEqual([]);
  });

  test.each([
    [{}, 'outcome'],
    [{ outcome: 'great' }, 'outcome'],
    [{ outcome: 'success', machine: 'a'.repeat(81) }, 'machine'],
    [{ outcome: 'success', minutes: -1 }, 'minutes'],
    [{ outcome: 'success', minutes: 1.5 }, 'minutes'],
    [{ outcome: 'success', grams: 'viel' }, 'grams'],
    [{ outcome: 'success', text: 'a'.repeat(5001) }, 'text'],
  ])('are refused: case %#', async (payload, field) => {
    const id = await publish();
    const answer = await server.call('POST', `/api/resources/${id}/makes`, { as: anna, payload });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ fields: { [field]: expect.any(String) } });
    expect(await counts(id)).toMatchObject({ makeCount: 0 });
  });

  test.each([
    ['a.png', 'no picture', 415, 'image'],
    ['downloadFile', 'bytes', 400, 'downloadFile'],
  ])('in a form with %s are refused, and nothing of it is kept', async (name, bytes, status, field) => {
    const id = await publish();
    const form = formOf([
      { name: 'outcome', value: 'success' },
      { name: field, filename: name, bytes: Buffer.from(bytes) },
    ]);
    const answer = await server.call('POST', `/api/resources/${id}/makes`, { as: anna, ...form });
    expect(answer.statusCode, answer.body).toBe(status);
    expect(answer.json()).toMatchObject({ fields: { [field]: expect.any(String) } });
  });

  test('in a refused form leave no picture', async () => {
    const id = await publish();
    const before: string[] = [];
    for await (const { key } of server.runtime.storage.list('make-images')) before.push(key);
    const form = formOf([
      { name: 'outcome', value: 'great' },
      { name: 'image', filename: 'a.png', bytes: await png() },
    ]);
    expect((await server.call('POST', `/api/resources/${id}/makes`, { as: anna, ...form })).statusCode).toBe(
      400,
    );
    const after: string[] = [];
    for await (const { key } of server.runtime.storage.list('make-images')) after.push(key);
    expect(after).toEqual(before);
  });

  test('are counted correctly with concurrent calls', async () => {
    const id = await publish();
    await Promise.all(Array.from({ length: 6 }, () => make(ben, id, { outcome: 'success' })));
    expect(await counts(id)).toMatchObject({ makeCount: 6 });
  });
});

test.each([
  ['comment', 'comments', { text: '안녕' }, hideComment],
  ['make', 'makes', { outcome: 'success' }, hideMake],
] as const)('a %s is hidden without a deadlock', async (table, path, said, hide) => {
  const { db, pool } = server.runtime;
  const resource = await publish();
  const { id } = await ok<{ id: string }>(anna, 'POST', `/api/resources/${resource}/${path}`, said);
  const other = await pool.connect();
  try {
    // The other transaction locks the resource first, then its comment or make.
    await other.query('begin');
    await other.query('select from resource where id = $1 for no key update', [resource]);
    const hiding = db.transaction().execute((trx) => hide(trx, id));
    await vi.waitFor(async () => {
      const { rowCount } = await pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      expect(rowCount).toBe(1);
    });
    await other.query(`select from ${table} where id = $1 for update nowait`, [id]);
    await other.query('commit');
    await hiding;
  } finally {
    await other.query('rollback');
    other.release();
  }
  expect(await counts(resource)).toMatchObject({ commentCount: 0, makeCount: 0 });
});

describe('collections', () => {
  type Detail = { id: string; itemCount: number; title: string };
  const create = (as: Person, fields: object = {}) =>
    ok<Detail>(as, 'POST', '/api/collections', { title: '주말에 만들 것', ...fields });
  const items = async (id: string, as?: Person) =>
    (await server.call('GET', `/api/collections/${id}/items`, { ...(as && { as }) })).json<
      { resourceId: string; note: string; resource: object | null }[]
    >();

  test('keep resources in order, with notes', async () => {
    const { id } = await create(anna);
    const [a, b, c] = [await publish(), await publish(), await publish()];
    for (const resource of [a, b, c, a])
      await ok(anna, 'PUT', `/api/collections/${id}/items/${resource}`, {});
    await ok(anna, 'PUT', `/api/collections/${id}/items/${c}`, { position: 0, note: '먼저' });
    expect(await items(id)).toMatchObject([
      { resourceId: c, note: '먼저', resource: { id: c } },
      { resourceId: a },
      { resourceId: b },
    ]);
    await ok(anna, 'DELETE', `/api/collections/${id}/items/${a}`);
    expect(await ok<Detail>(anna, 'DELETE', `/api/collections/${id}/items/${a}`)).toMatchObject({
      itemCount: 2,
    });
    const mine = await ok<object[]>(anna, 'GET', `/api/user/collections?resource=${b}`);
    expect(mine).toMatchObject([{ id, holds: true, itemCount: 2 }]);
    expect(await ok(anna, 'GET', `/api/user/collections?resource=${a}`)).toMatchObject([
      { id, holds: false },
    ]);

    // Only the owner of the collection sees items that are no longer public.
    await ok(owner, 'PATCH', `/api/resources/${b}`, { state: 'draft' });
    expect(await items(id)).toHaveLength(1);
    expect(await items(id, anna)).toMatchObject([{ resourceId: c }, { resourceId: b, resource: null }]);
  });

  test('add new items at the end, also after a removal', async () => {
    const { id } = await create(anna);
    const [a, b, c, d] = [await publish(), await publish(), await publish(), await publish()];
    for (const resource of [a, b, c]) await ok(anna, 'PUT', `/api/collections/${id}/items/${resource}`, {});
    for (const resource of [a, b]) await ok(anna, 'DELETE', `/api/collections/${id}/items/${resource}`);
    await ok(anna, 'PUT', `/api/collections/${id}/items/${d}`, {});
    expect((await items(id)).map(({ resourceId }) => resourceId)).toEqual([c, d]);
  });

  test('are public or private, and belong to one person', async () => {
    const { id } = await create(anna, { isPublic: false });
    const hidden = await server.call('GET', `/api/collections/${id}`, { as: ben });
    expect(hidden.json()).toMatchObject({ code: 'collection_not_found' });
    expect((await server.call('GET', `/api/collections/${id}/items`, { as: admin })).statusCode).toBe(404);
    const edit = (as: Person, fields: object) =>
      server.call('PATCH', `/api/collections/${id}`, { as, payload: fields });
    expect((await edit(ben, { title: '내 것' })).statusCode).toBe(404);
    expect((await edit(anna, { isPublic: true, title: '모두' })).json()).toMatchObject({
      title: '모두',
      isPublic: true,
      owner: { username: anna.username },
      can: { edit: true },
    });
    expect((await edit(ben, { title: '내 것' })).statusCode).toBe(403);
    const resource = await publish();
    const put = await server.call('PUT', `/api/collections/${id}/items/${resource}`, {
      as: ben,
      payload: {},
    });
    expect(put.statusCode).toBe(403);
    await ok(anna, 'PUT', `/api/collections/${id}/items/${resource}`, {});
    const theirs = await server.call('GET', `/api/people/${anna.username}/collections`);
    expect(theirs.json<Detail[]>().map((each) => each.id)).toContain(id);
    expect((await server.call('DELETE', `/api/collections/${id}`, { as: ben })).statusCode).toBe(403);
    expect((await server.call('DELETE', `/api/collections/${id}`, { as: anna })).statusCode).toBe(204);
    expect((await server.call('GET', `/api/collections/${id}`)).statusCode).toBe(404);
  });

  test.each([
    ['POST', {}, 'title'],
    ['POST', { title: ' ' }, 'title'],
    ['POST', { title: 'a'.repeat(81) }, 'title'],
    ['POST', { title: 'a', isPublic: 'yes' }, 'isPublic'],
  ])('are refused with %s: case %#', async (method, payload, field) => {
    const answer = await server.call(method, '/api/collections', { as: anna, payload });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ fields: { [field]: expect.any(String) } });
  });

  test('accept neither drafts nor missing resources', async () => {
    const { id } = await create(owner);
    const draft = await publish({ state: 'draft' });
    for (const resource of [draft, absent, 'nothing']) {
      const answer = await server.call('PUT', `/api/collections/${id}/items/${resource}`, {
        as: owner,
        payload: {},
      });
      expect(answer.json()).toMatchObject({ code: 'resource_not_found' });
    }
    const taken = await server.call('DELETE', `/api/collections/${id}/items/nothing`, { as: owner });
    expect(taken.statusCode).toBe(200);
  });

  test('keep a consistent order with concurrent additions', async () => {
    const { id } = await create(ben);
    const ids = await Promise.all(Array.from({ length: 5 }, () => publish()));
    await Promise.all(ids.map((each) => ok(ben, 'PUT', `/api/collections/${id}/items/${each}`, {})));
    const { rows } = await server.runtime.pool.query(
      'select position from collection_item where collection_id = $1 order by position',
      [id],
    );
    expect(rows.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4]);
  });
});

describe('following', () => {
  test('is counted, listed and undone', async () => {
    const url = `/api/people/${owner.username}/follow`;
    expect(await ok(anna, 'POST', url)).toEqual({ followerCount: 1, following: true });
    expect(await ok(anna, 'POST', url)).toEqual({ followerCount: 1, following: true });
    expect(await ok(ben, 'POST', url)).toEqual({ followerCount: 2, following: true });
    expect((await server.call('GET', url)).json()).toEqual({ followerCount: 2, following: false });
    expect(await ok(anna, 'GET', '/api/user/following')).toMatchObject([{ username: owner.username }]);
    expect(await ok(anna, 'DELETE', url)).toEqual({ followerCount: 1, following: false });
    expect(await ok(anna, 'DELETE', url)).toEqual({ followerCount: 1, following: false });
    expect(await ok(anna, 'GET', '/api/user/following')).toEqual([]);
    const self = await server.call('POST', url, { as: owner });
    expect(self.json()).toMatchObject({ code: 'own_follow' });
    expect((await server.call('POST', '/api/people/nobody_at_all/follow', { as: anna })).statusCode).toBe(
      404,
    );
    expect((await server.call('POST', url)).statusCode).toBe(401);
  });

  test('sends one notification for resources published together, and none for old or hidden ones', async () => {
    const maker = await server.signUp();
    const fan = await server.signUp();
    await ok(fan, 'POST', `/api/people/${maker.username}/follow`);
    await publish({ title: '초안', state: 'draft' }, maker);
    const one = await publish({ title: '하나' }, maker);
    await publish({ title: '둘' }, maker);
    const { rows } = await server.runtime.pool.query(
      `select job.payload, job.run_at > now() + interval '8 minutes' as waits from graphile_worker._private_jobs job
      where key = $1`,
      [`published by ${maker.id}`],
    );
    expect(rows).toEqual([{ payload: [one, expect.any(String)], waits: true }]);
    const { 'resources.published': tell } = socialJobs(server.runtime);
    await tell(rows[0].payload);
    // Simulate a retry hours after the job's process died.
    await server.runtime.pool.query(
      "update resource set published_at = published_at - interval '5 hours' where owner_id = $1",
      [maker.id],
    );
    await server.runtime.pool.query(
      "update notification set created_at = created_at - interval '4 hours' where person_id = $1",
      [fan.id],
    );
    await tell(rows[0].payload);
    expect(await notificationsOf(fan)).toMatchObject([
      { kind: 'follows', path: `/people/${maker.username}`, text: '사람 5 님의 새 자료: 하나 외 1개' },
    ]);
    const { rowCount } = await server.runtime.pool.query(
      "select from notification where person_id = $1 and what = 'followed_published'",
      [fan.id],
    );
    expect(rowCount).toBe(1);
    await server.runtime.pool.query(
      "update resource set published_at = now() - interval '2 days' where id = $1",
      [one],
    );
    await tell([one]);
    expect(await notificationsOf(fan)).toHaveLength(1);
  });
});

describe('a person who leaves', () => {
  test('is hidden at once, restored completely, and erased with correct counts', async () => {
    const { db } = server.runtime;
    const person = await server.signUp();
    const rights = socialPersonalData({ db });
    const id = await publish();
    const url = `/api/resources/${id}/comments`;
    await ok(person, 'POST', `/api/resources/${id}/likes`);
    const { id: top } = await ok<Comment>(person, 'POST', url, { text: '물음' });
    await ok(anna, 'POST', url, { text: '답', parentId: top });
    await ok(person, 'POST', url, { text: '혼자' });
    await ok(person, 'POST', `/api/resources/${id}/makes`, { outcome: 'success' });
    const { id: collection } = await ok<{ id: string }>(person, 'POST', '/api/collections', {
      title: '모음',
    });
    const whole = { likeCount: 1, commentCount: 3, makeCount: 1 };
    expect(await counts(id)).toEqual(whole);

    const concealed = await db.transaction().execute(async (trx) => rights.conceal?.(trx, person.id));
    expect(await counts(id)).toEqual({ likeCount: 1, commentCount: 1, makeCount: 0 });
    expect((await server.call('GET', url)).json()).toMatchObject([
      { author: null, replies: [{ text: '답' }] },
    ]);
    expect((await server.call('GET', `/api/collections/${collection}`)).statusCode).toBe(404);
    await db.transaction().execute(async (trx) => rights.reveal?.(trx, person.id, concealed));
    expect(await counts(id)).toEqual(whole);

    const leaver = { id: person.id, name: '', email: person.email, username: person.username };
    await db.transaction().execute(async (trx) => {
      await rights.erase?.(trx, leaver, new Date());
    });
    expect(await counts(id)).toEqual({ likeCount: 0, commentCount: 1, makeCount: 0 });
    expect((await server.call('GET', url)).json()).toMatchObject([
      { author: null, text: '', replies: [{ text: '답' }] },
    ]);
    const { rows } = await server.runtime.pool.query(
      `select (select count(*) from comment where author_id = $1) + (select count(*) from make where author_id = $1)
        + (select count(*) from resource_like where person_id = $1) + (select count(*) from collection where owner_id = $1) as n`,
      [person.id],
    );
    expect(rows[0].n).toBe(0);
  });
});

test('counts never fall below what the rows say', async () => {
  const { rows } = await server.runtime.pool.query(
    `select r.id from resource r where like_count <> (select count(*) from resource_like l where l.resource_id = r.id)
      or comment_count <> (select count(*) from comment c where c.resource_id = r.id and c.state = 'shown')
        and not exists (select from comment c where c.resource_id = r.id having count(*) >= ${maxReplies})
      or make_count <> (select count(*) from make m where m.resource_id = r.id and m.state = 'shown')`,
  );
  expect(rows).toEqual([]);
});
