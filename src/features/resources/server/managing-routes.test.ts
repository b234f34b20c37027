import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formOf, startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { ManyAnswer, RemixTree, ResourceDetail, Statistics } from '../contract.ts';
import { hideResource } from './publishing.ts';
import { publishDue } from './commands.ts';
import { tellOfVersion } from './versions.ts';
import { forgetViewers } from './counting.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';

let server: TestServer;
let owner: Person;
let stranger: Person;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signUp();
  stranger = await server.signUp();
});
afterAll(() => server.close());

const valid = {
  title: '드론 팔',
  category: '3d_model',
  downloadUrl: 'https://example.com/arm',
  tags: ['드론'],
};
const dayMs = 24 * 60 * 60_000;
const nowhere = '01890000-0000-7000-8000-000000000000';

async function create(fields: object = {}, as: Person = owner): Promise<ResourceDetail> {
  const answer = await server.call('POST', '/api/resources', { as, payload: { ...valid, ...fields } });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
async function read(id: string, as: Person = owner): Promise<ResourceDetail> {
  return (await server.call('GET', `/api/resources/${id}`, { as })).json();
}
const patch = (id: string, payload: object, as: Person = owner) =>
  server.call('PATCH', `/api/resources/${id}`, { as, payload });

describe('a scheduled draft', () => {
  const soon = () => new Date(Date.now() + 60_000);

  test('is published once, at its time and not before', async () => {
    const publishAt = soon();
    const draft = await create({ state: 'draft', publishAt: publishAt.toISOString() });
    expect(draft).toMatchObject({ state: 'draft', publishAt: publishAt.toISOString(), publishedAt: null });
    const { db, pool } = server.runtime;
    const { rows } = await pool.query(
      "select run_at from graphile_worker.jobs where key = 'resources.publish_due ' || $1",
      [draft.id],
    );
    expect(rows).toEqual([{ run_at: publishAt }]);
    expect(await publishDue(db, draft.id, new Date(publishAt.getTime() - 1000))).toBe(false);
    expect(await publishDue(db, draft.id, publishAt)).toBe(true);
    expect(await publishDue(db, draft.id, publishAt)).toBe(false);
    expect(await read(draft.id)).toMatchObject({
      state: 'published',
      publishAt: null,
      publishedAt: publishAt.toISOString(),
    });
  });

  test('is published although our clock is behind the one that scheduled its job', async () => {
    const { db, pool } = server.runtime;
    const { id } = await create({ state: 'draft', publishAt: soon().toISOString() });
    await pool.query('update resource set publish_at = now() where id = $1', [id]);
    expect(await publishDue(db, id, new Date(Date.now() - 60_000))).toBe(true);
  });

  test('is not scheduled any more after its owner has cancelled or published it', async () => {
    const { db } = server.runtime;
    const taken = await create({ state: 'draft', publishAt: soon().toISOString() });
    expect((await patch(taken.id, { publishAt: '' })).json()).toMatchObject({ publishAt: null });
    expect(await publishDue(db, taken.id, new Date(Date.now() + dayMs))).toBe(false);
    const published = await create({ state: 'draft', publishAt: soon().toISOString() });
    expect((await patch(published.id, { state: 'published' })).json()).toMatchObject({ publishAt: null });
    expect((await patch(published.id, { state: 'draft' })).json()).toMatchObject({ publishAt: null });
    expect(await publishDue(db, published.id, new Date(Date.now() + dayMs))).toBe(false);
    const { id } = await create();
    expect((await patch(id, { publishAt: soon().toISOString() })).json()).toMatchObject({ publishAt: null });
  });

  test('stays a draft while its owner is suspended or leaving', async () => {
    const { db, pool } = server.runtime;
    const person = await server.signUp();
    const draft = await create({ state: 'draft', publishAt: soon().toISOString() }, person);
    const later = new Date(Date.now() + dayMs);
    await pool.query('update person set suspended_at = now() where id = $1', [person.id]);
    expect(await publishDue(db, draft.id, later)).toBe(false);
    await pool.query('update person set suspended_at = null, withdraws_at = now() where id = $1', [
      person.id,
    ]);
    expect(await publishDue(db, draft.id, later)).toBe(false);
    await pool.query('update person set withdraws_at = null where id = $1', [person.id]);
    expect(await publishDue(db, draft.id, later)).toBe(true);
  });

  test.each([
    ['in the past', () => new Date(Date.now() - 1000).toISOString(), 422],
    ['in two years', () => new Date(Date.now() + 730 * dayMs).toISOString(), 422],
    ['that is none', () => 'tomorrow', 400],
  ])('is refused for a time %s, at its field', async (_name, publishAt, status) => {
    const answer = await server.call('POST', '/api/resources', {
      as: owner,
      payload: { ...valid, state: 'draft', publishAt: publishAt() },
    });
    expect(answer.statusCode).toBe(status);
    expect(Object.keys(answer.json().fields)).toEqual(['publishAt']);
  });
});

describe('a remix', () => {
  test('appears in the tree of its originals, without those that are gone', async () => {
    const first = await create({ title: '처음' });
    const second = await create({ title: '둘째', remixOf: first.id }, stranger);
    const third = await create({ title: '셋째', remixOf: second.id });
    await create({ title: '초안', remixOf: second.id, state: 'draft' });
    const tree = async (id: string, as?: Person): Promise<RemixTree> =>
      (await server.call('GET', `/api/resources/${id}/remixes`, { ...(as && { as }) })).json();
    expect(await tree(first.id)).toMatchObject({
      ancestors: [],
      remixes: [
        { id: second.id, parentId: first.id },
        { id: third.id, parentId: second.id },
      ],
      total: 2,
    });
    expect((await tree(third.id)).ancestors.map((each) => each?.title)).toEqual(['처음', '둘째']);
    await server.call('DELETE', `/api/resources/${second.id}`, { as: stranger });
    expect((await tree(third.id)).ancestors.map((each) => each?.title)).toEqual(['처음', undefined]);
    expect((await tree(first.id)).total).toBe(0);
    expect((await server.call('GET', `/api/resources/${second.id}/remixes`)).statusCode).toBe(404);
  });

  test('cannot be made from an invisible resource or from itself', async () => {
    const draft = await create({ state: 'draft' }, stranger);
    const first = await create();
    const second = await create({ remixOf: first.id });
    for (const [remixOf, code] of [
      [draft.id, 'remix_of'],
      [nowhere, 'remix_of'],
      [first.id, 'remix_circle'],
      [second.id, 'remix_circle'],
    ]) {
      const answer = await patch(first.id, { remixOf });
      expect(answer.json()).toMatchObject({ code, fields: { remixOf: expect.any(String) } });
    }
    expect((await patch(second.id, { remixOf: null })).json()).toMatchObject({ remixOf: null });
  });
});

test('can be edited after its original is gone', async () => {
  const origin = await create({}, stranger);
  const remix = await create({ remixOf: origin.id });
  await patch(origin.id, { state: 'draft' }, stranger);
  const edited = await patch(remix.id, { title: '새 이름', remixOf: origin.id });
  expect(edited.json()).toMatchObject({ title: '새 이름', remixOf: origin.id });
});

describe('a bulk action', () => {
  const many = async (payload: object, as: Person = owner): Promise<ManyAnswer> => {
    const answer = await server.call('POST', '/api/resources/many', { as, payload });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };

  test('changes each resource on its own, and none of other people', async () => {
    const mine = [await create({ tags: ['드론', 'PLA'] }), await create({ state: 'draft' })];
    const theirs = await create({}, stranger);
    const ids = [...mine, theirs].map(({ id }) => id);
    const answer = await many({
      action: 'change',
      ids: [...ids, nowhere],
      license: 'MIT',
      category: 'software',
      addTags: '로봇, pla',
      removeTags: ['드론'],
    });
    expect(answer.done).toEqual(mine.map(({ id }) => id));
    expect(answer.failed.map(({ id, code }) => [id, code])).toEqual([
      [theirs.id, 'forbidden'],
      [nowhere, 'resource_not_found'],
    ]);
    expect(await read(ids[0] ?? '')).toMatchObject({
      license: 'MIT',
      category: 'software',
      tags: ['PLA', '로봇'],
      title: valid.title,
    });
    expect(await read(theirs.id)).toMatchObject({ license: 'all-rights-reserved', tags: ['드론'] });
  });

  test('publishes, unpublishes and removes', async () => {
    const ids = [(await create({ state: 'draft' })).id, (await create()).id];
    await many({ action: 'publish', ids });
    for (const id of ids) expect(await read(id)).toMatchObject({ state: 'published' });
    await many({ action: 'unpublish', ids });
    for (const id of ids) expect(await read(id)).toMatchObject({ state: 'draft' });
    expect((await many({ action: 'remove', ids })).done).toEqual(ids);
    for (const id of ids) {
      expect((await server.call('GET', `/api/resources/${id}`, { as: owner })).statusCode).toBe(404);
    }
  });

  test('does not report success for resources that a moderator has hidden', async () => {
    const { id } = await create();
    await server.runtime.db.transaction().execute((trx) => hideResource(trx, id, new Date()));
    expect(await many({ action: 'unpublish', ids: [id] })).toMatchObject({
      done: [],
      failed: [{ id, code: 'forbidden' }],
    });
    expect(await read(id)).toMatchObject({ state: 'hidden' });
  });

  test('respects the maximum number of tags', async () => {
    const { id } = await create({ tags: Array.from({ length: 20 }, (_, index) => `tag${index}`) });
    const answer = await many({ action: 'change', ids: [id], addTags: ['one more'] });
    expect(answer.failed).toMatchObject([{ id, code: 'too_many_tags' }]);
  });

  test.each([
    ['nothing', { action: 'publish', ids: [] }, 'ids'],
    ['no ids', { action: 'publish', ids: ['x'] }, 'ids[0]'],
    ['too many', { action: 'publish', ids: Array.from({ length: 101 }, () => nowhere) }, 'ids'],
    ['an unknown action', { action: 'sell', ids: [nowhere] }, 'action'],
    ['an unknown licence', { action: 'change', ids: [nowhere], license: 'WTFPL' }, 'license'],
  ])('is refused with %s', async (_name, payload, field) => {
    const answer = await server.call('POST', '/api/resources/many', { as: owner, payload });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().fields)).toEqual([field]);
  });
});

describe('views', () => {
  const look = (id: string, as?: Person, payload: object = { source: 'search' }) =>
    server.call('POST', `/api/resources/${id}/views`, { ...(as && { as }), payload });
  const statisticsOf = async (id: string, query = ''): Promise<Statistics> =>
    (await server.call('GET', `/api/resources/${id}/statistics${query}`, { as: owner })).json();

  test('count once per person and day, not for the owner, and are shown to the owner only', async () => {
    const { id } = await create();
    for (const as of [owner, stranger, stranger, undefined, undefined]) {
      expect((await look(id, as)).statusCode).toBe(204);
    }
    const { days, sources } = await statisticsOf(id);
    expect(days).toHaveLength(30);
    expect(days.at(-1)).toEqual({ day: koreanDay(new Date()), views: 2, downloads: 0 });
    expect(sources).toEqual({ direct: 0, here: 0, search: 2, social: 0, other: 0 });
    expect((await statisticsOf(id, '?days=90')).days).toHaveLength(90);
    expect((await statisticsOf(id, '?days=1000000')).days).toHaveLength(30);
    const path = `/api/resources/${id}/statistics`;
    expect((await server.call('GET', path, { as: stranger })).statusCode).toBe(403);
    expect((await server.call('GET', path)).statusCode).toBe(401);
  });

  test('count once per person when concurrent', async () => {
    const { id } = await create();
    const people = await Promise.all([server.signUp(), server.signUp()]);
    await Promise.all(
      [...people, ...people, ...people].map((person) => look(id, person, { source: 'other' })),
    );
    expect((await statisticsOf(id)).sources.other).toBe(2);
  });

  test('of guests count once per network, and so do their downloads', async () => {
    const { id } = await create({ category: 'other', gameCode: 'x' });
    const uploaded = await server.call('PATCH', `/api/resources/${id}`, {
      as: owner,
      ...formOf([{ name: 'downloadFile', filename: 'a.txt', bytes: Buffer.from('읽기') }]),
    });
    expect(uploaded.statusCode, uploaded.body).toBe(200);
    for (const remoteAddress of ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1']) {
      const payload = { source: 'other' };
      await server.call('POST', `/api/resources/${id}/views`, { remoteAddress, payload });
      await server.call('GET', `/api/resources/${id}/download`, { remoteAddress });
    }
    expect((await statisticsOf(id)).days.at(-1)).toMatchObject({ views: 2, downloads: 2 });
  });

  test('of drafts do not count, and of unknown resources are refused', async () => {
    const { id } = await create({ state: 'draft' });
    expect((await look(id, stranger)).statusCode).toBe(404);
    expect((await look('x')).statusCode).toBe(404);
    expect((await look((await create()).id, stranger, { source: 'moon' })).statusCode).toBe(204);
  });

  test('are anonymous once their day is over', async () => {
    const { id } = await create();
    await look(id, stranger);
    await forgetViewers(server.runtime.db, koreanDay(new Date(Date.now() + dayMs)));
    const { rows } = await server.runtime.pool.query('select count(*) as n from resource_view_seen');
    expect(rows[0].n).toBe(0);
    expect((await statisticsOf(id)).sources.search).toBe(1);
  });
});

describe('the card for other sites', () => {
  test('may be framed by any site, runs no scripts and describes the resource', async () => {
    const title = `<b>"팔"</b> & 날개`;
    const { id } = await create({ title, author: '<i>만든이</i>' });
    const answer = await server.call('GET', `/embed/resources/${id}?language=en`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'.*frame-ancestors \*$/);
    expect(answer.headers['x-frame-options']).toBeUndefined();
    const escaped = '&lt;b&gt;&quot;팔&quot;&lt;/b&gt; &amp; 날개';
    expect(answer.body).toContain(`<title>${escaped}</title>`);
    expect(answer.body).toContain(`<h1>${escaped}</h1>`);
    expect(answer.body).toContain('<span>&lt;i&gt;만든이&lt;/i&gt;</span>');
    expect(answer.body).not.toMatch(/<[bi]>/);
    expect(answer.body).toContain(`/en/resources/${id}`);
  });

  test('is found by oEmbed for the addresses of published resources, in their language', async () => {
    const title = '팔 & "날개"';
    const { id } = await create({ title });
    const { publicOrigin } = server.runtime.config;
    const ask = (url: string) => server.call('GET', `/api/oembed?url=${encodeURIComponent(url)}`);
    const found = (await ask(`${publicOrigin}/jp/resources/${id}`)).json();
    expect(found).toMatchObject({
      version: '1.0',
      type: 'rich',
      title,
      width: 360,
      height: 420,
    });
    expect(found.html).toContain(`src="${publicOrigin}/embed/resources/${id}?language=ja"`);
    expect(found.html).toContain('title="팔 &amp; &quot;날개&quot;"');
    const draft = await create({ state: 'draft' });
    for (const url of [
      `${publicOrigin}/resources/${draft.id}`,
      `https://elsewhere.example/resources/${id}`,
      `${publicOrigin}/services/${id}`,
      'x',
    ]) {
      expect((await ask(url)).statusCode).toBe(404);
    }
    expect((await server.call('GET', `/embed/resources/${draft.id}`)).statusCode).toBe(404);
  });
});

describe('a new version', () => {
  const withFile = (method: 'POST' | 'PATCH', path: string, text: string, fields: object = {}) =>
    server.call(method, path, {
      as: owner,
      ...formOf([
        ...Object.entries({
          ...(method === 'POST' && { title: '로봇 팔', category: 'other' }),
          ...fields,
        }).map(([name, value]) => ({ name, value: String(value) })),
        { name: 'downloadFile', filename: 'arm.txt', bytes: Buffer.from(text) },
      ]),
    });
  const told = async (as: Person) =>
    (await server.call('GET', '/api/user/notifications', { as }))
      .json<{ kind: string; text: string; path: string }[]>()
      .filter(({ kind }) => kind === 'versions');

  test('is announced once, to people who downloaded an earlier one only', async () => {
    const { db, pool } = server.runtime;
    const [taker, newcomer] = await Promise.all([server.signUp(), server.signUp()]);
    const made = await withFile('POST', '/api/resources', 'one');
    expect(made.statusCode, made.body).toBe(201);
    const { id } = made.json<ResourceDetail>();
    const download = (as?: Person) =>
      server.call('GET', `/api/resources/${id}/download`, { ...(as && { as }) });
    for (const as of [taker, owner, undefined]) expect((await download(as)).statusCode).toBe(200);
    expect(await tellOfVersion(db, id, new Date())).toBe(0);

    const changelog = '**팔**을 두껍게 했어요.\n\n- 구멍 넷';
    expect((await withFile('PATCH', `/api/resources/${id}`, 'two', { changelog })).statusCode).toBe(200);
    const { rows } = await pool.query('select key from graphile_worker.jobs where key = $1', [
      `resources.tell_of_version ${id}`,
    ]);
    expect(rows).toHaveLength(1);
    await download(newcomer);
    expect(await tellOfVersion(db, id, new Date())).toBe(1);
    expect(await tellOfVersion(db, id, new Date())).toBe(0);
    expect(await told(taker)).toMatchObject([
      { text: '로봇 팔: 버전 2. 바뀐 점: 팔을 두껍게 했어요. - 구멍 넷', path: `/resources/${id}` },
    ]);
    const { rows: mails } = await pool.query(
      "select params->>'changes' as changes from notification where what = 'new_version' and person_id = $1",
      [taker.id],
    );
    expect(mails).toEqual([{ changes: '팔을 두껍게 했어요. - 구멍 넷' }]);
    for (const as of [newcomer, owner]) expect(await told(as)).toEqual([]);

    await server.call('PATCH', `/api/resources/${id}`, { as: owner, payload: { state: 'draft' } });
    await withFile('PATCH', `/api/resources/${id}`, 'three');
    expect(await tellOfVersion(db, id, new Date())).toBe(0);
  });

  test('is still the first for a draft that was saved before its files were added', async () => {
    const { id } = await create({ state: 'draft', downloadUrl: '' });
    const answer = await withFile('PATCH', `/api/resources/${id}`, 'one', { changelog: '처음' });
    expect(answer.json<ResourceDetail>()).toMatchObject({
      files: [{ name: 'arm.txt', version: 1 }],
      versions: [{ number: 1, changelog: '처음' }],
    });
  });
});
