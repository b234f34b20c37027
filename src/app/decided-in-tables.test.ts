import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEntry, ManyAnswer } from '#features/admin/contract.ts';
import type { OwnCase } from '#features/moderation/contract.ts';
import { startTestServer, type Person, type TestServer } from './testing.ts';

let server: TestServer;
let owner: Person;
let reporter: Person;
let first: Person;
let second: Person;
beforeAll(async () => {
  server = await startTestServer();
  [owner, reporter] = [await server.signUp(), await server.signUp()];
  [first, second] = [await server.signUp({ role: 'admin' }), await server.signUp({ role: 'admin' })];
});
afterAll(() => server.close());

const ok = async <Answer>(as: Person, method: string, url: string, payload?: object) => {
  const answer = await server.call(method, url, { as, ...(payload && { payload }) });
  expect(answer.statusCode, `${method} ${url}: ${answer.body}`).toBeLessThan(300);
  return answer.body === '' ? (null as Answer) : answer.json<Answer>();
};
const code = async (as: Person, method: string, url: string, payload?: object) =>
  (await server.call(method, url, { as, ...(payload && { payload }) })).json<{ code: string }>().code;
const place = {
  lat: 37.54,
  long: 127.04,
  address: '서울특별시 성동구 성수동',
};

/** Both kinds that staff can hide in tables, and their public data. */
const kinds = {
  resource: {
    path: 'resources',
    shown: 'published',
    create: (as: Person) =>
      ok<{ id: string }>(as, 'POST', '/api/resources', {
        title: '받침대',
        category: 'other',
        downloadUrl: 'https://example.com/x',
      }),
  },
  service: {
    path: 'services',
    shown: 'active',
    create: (as: Person) =>
      ok<{ id: string }>(as, 'POST', '/api/services', {
        title: '출력해 드려요',
        description: '무엇이든요.',
        serviceType: '3d_printing',
        isIndividual: true,
        isFreeService: true,
        locations: [place],
      }),
  },
} as const;
type Kind = keyof typeof kinds;

const set = (as: Person, kind: Kind, id: string, state: string, reason = '위험해요.') =>
  ok(as, 'PATCH', `/api/admin/${kinds[kind].path}/${id}`, { state, rule: 'dangerous', reason });
const guestSees = async (kind: Kind, id: string) =>
  (await server.call('GET', `/api/${kinds[kind].path}/${id}`, {})).statusCode;
const cases = async (id: string) => {
  const { rows } = await server.runtime.pool.query<{ id: string; state: string; rule: string }>(
    'select id, state, rule from moderation_case where target_id = $1 order by created_at',
    [id],
  );
  return rows;
};
const told = async (as: Person) =>
  (await ok<{ title: string; text: string }[]>(as, 'GET', '/api/user/notifications')).map(
    ({ title }) => title,
  );

describe.each(Object.keys(kinds) as Kind[])('a %s hidden by staff in their table', (kind) => {
  const { path, shown, create } = kinds[kind];

  test('is a decision: its author gets the reason and objects, another admin decides, and the public log lists it', async () => {
    const { id } = await create(owner);
    await ok(reporter, 'POST', `/api/${path}/${id}/reports`, { reason: 'spam' });
    await set(first, kind, id, 'hidden');
    expect(await guestSees(kind, id)).toBe(404);
    const [found, ...others] = await cases(id);
    expect(found).toMatchObject({ state: 'hidden', rule: 'dangerous' });
    expect(others, 'what was reported is the same case').toEqual([]);
    expect((await told(owner))[0]).toBe('올린 것을 숨겼어요');
    expect((await told(reporter))[0]).toBe('신고한 내용을 숨겼어요');
    const own = await ok<OwnCase>(owner, 'GET', `/api/user/moderation/${found?.id}`);
    expect(own).toMatchObject({ statement: '위험해요.', mayObject: true });
    const log = await server.call('GET', '/api/moderation-log', {});
    expect(log.json<{ items: object[] }>().items).toContainEqual(
      expect.objectContaining({ id: found?.id, outcome: 'hidden', rule: 'dangerous', heard: 'none' }),
    );

    await ok(owner, 'POST', `/api/user/moderation/${found?.id}/objection`, { text: '위험하지 않아요.' });
    const restore = { resolution: 'restore', reason: '괜찮네요.' };
    expect(await code(first, 'PATCH', `/api/admin/reports/${found?.id}`, restore)).toBe('other_moderator');
    await ok(second, 'PATCH', `/api/admin/reports/${found?.id}`, restore);
    expect(await guestSees(kind, id)).toBe(200);
  });

  test('is no longer hidden by a case once it is shown again, which does not count as a granted objection', async () => {
    const { id } = await create(owner);
    await set(first, kind, id, 'hidden');
    await set(first, kind, id, shown, '오해였어요.');
    expect(await guestSees(kind, id)).toBe(200);
    const [found] = await cases(id);
    expect(found).toMatchObject({ state: 'lifted' });
    expect((await told(owner))[0]).toBe('숨긴 것을 되돌렸어요');
    const log = await server.call('GET', '/api/moderation-log', {});
    expect(log.json<{ items: object[] }>().items).toContainEqual(
      expect.objectContaining({ id: found?.id, outcome: 'restored', objection: null }),
    );
  });

  test('logs the reporters quoted in the reason, when it is hidden and when it is shown again', async () => {
    const { id } = await create(owner);
    const words = '상표를 베낀 것 같아요';
    await ok(reporter, 'POST', `/api/${path}/${id}/reports`, { reason: 'dangerous', text: words });
    await set(first, kind, id, 'hidden', `신고한 분 말로는 "${words}"라고 해요.`);
    await set(first, kind, id, shown, `"${words}"는 사실이 아니었어요.`);
    const { rows } = await server.runtime.pool.query<{ about: string[] }>(
      'select about from audit_entry where target_id = $1 order by id',
      [id],
    );
    expect(rows).toEqual([{ about: [owner.id, reporter.id] }, { about: [owner.id, reporter.id] }]);
  });

  test('stays hidden when an older decision is undone', async () => {
    const { id } = await create(owner);
    await set(first, kind, id, 'hidden');
    const [older] = await ok<AuditEntry[]>(first, 'GET', `/api/admin/audit?search=${id}`);
    await set(second, kind, id, shown, '오해였어요.');
    await ok(reporter, 'POST', `/api/${path}/${id}/reports`, { reason: 'dangerous' });
    const found = (await cases(id)).find(({ state }) => state === 'open');
    await ok(second, 'PATCH', `/api/admin/reports/${found?.id}`, {
      resolution: 'hide',
      rule: 'dangerous',
      reason: '위험해요.',
    });
    const undone = await ok<ManyAnswer>(first, 'POST', '/api/admin/undo', { ids: [older?.id] });
    expect(undone.failed).toMatchObject([{ code: 'changed_since' }]);
    expect(await guestSees(kind, id)).toBe(404);
  });

  test('is shown again by an undo without the reason that it was hidden with', async () => {
    const { id } = await create(owner);
    await set(first, kind, id, 'hidden');
    const [entry] = await ok<AuditEntry[]>(first, 'GET', `/api/admin/audit?search=${id}`);
    await ok(first, 'POST', '/api/admin/undo', { ids: [entry?.id] });
    expect(await guestSees(kind, id)).toBe(200);
    const [latest] = await ok<{ text: string }[]>(owner, 'GET', '/api/user/notifications');
    expect(latest?.text).toBe('올린 것이 다시 보여요.');
    const { rows } = await server.runtime.pool.query<{ ruling: string }>(
      'select ruling from moderation_case where target_id = $1',
      [id],
    );
    expect(rows).toEqual([{ ruling: '' }]);
  });

  test('is hidden again by an undo with the same rule, reasons and case', async () => {
    const { id } = await create(owner);
    await set(first, kind, id, 'hidden');
    const [found] = await cases(id);
    await set(first, kind, id, shown, '오해였어요.');
    const [entry] = await ok<AuditEntry[]>(first, 'GET', `/api/admin/audit?search=${id}`);
    await ok(first, 'POST', '/api/admin/undo', { ids: [entry?.id] });
    expect(await guestSees(kind, id)).toBe(404);
    expect(await cases(id)).toMatchObject([{ id: found?.id, state: 'hidden', rule: 'dangerous' }]);
    const own = await ok<OwnCase>(owner, 'GET', `/api/user/moderation/${found?.id}`);
    expect(own).toMatchObject({ statement: '위험해요.', ruling: '', mayObject: true });
    const [latest] = await ok<{ text: string }[]>(owner, 'GET', '/api/user/notifications');
    expect(latest?.text).toContain('규칙: 위험한 것. 까닭: 위험해요.');
  });

  test('is hidden again by an undo together with an objection, which waits for another admin again', async () => {
    const { id } = await create(owner);
    await set(first, kind, id, 'hidden');
    const [found] = await cases(id);
    await ok(owner, 'POST', `/api/user/moderation/${found?.id}/objection`, { text: '괜찮은데요.' });
    await set(second, kind, id, shown, '괜찮네요.');
    const [entry] = await ok<AuditEntry[]>(second, 'GET', `/api/admin/audit?search=${id}`);
    await ok(second, 'POST', '/api/admin/undo', { ids: [entry?.id] });
    expect(await cases(id)).toMatchObject([{ id: found?.id, state: 'objected', rule: 'dangerous' }]);
    expect((await told(owner))[0]).toBe('올린 것을 다시 숨겼어요');
    // Another admin than the one who hid it, including anyone who undid something in between.
    const keep = { resolution: 'keep', reason: '역시 위험해요.' };
    expect(await code(first, 'PATCH', `/api/admin/reports/${found?.id}`, keep)).toBe('other_moderator');
    await ok(second, 'PATCH', `/api/admin/reports/${found?.id}`, keep);
  });

  test('is not hidden again by an undo when no case holds it and a later report was dismissed', async () => {
    const { id } = await create(owner);
    await set(first, kind, id, 'hidden');
    await set(first, kind, id, shown, '오해였어요.');
    const [entry] = await ok<AuditEntry[]>(first, 'GET', `/api/admin/audit?search=${id}`);
    await ok(reporter, 'POST', `/api/${path}/${id}/reports`, { reason: 'dangerous' });
    const found = (await cases(id)).find(({ state }) => state === 'open');
    await ok(second, 'PATCH', `/api/admin/reports/${found?.id}`, {
      resolution: 'dismiss',
      reason: '괜찮아요.',
    });
    const undone = await ok<ManyAnswer>(first, 'POST', '/api/admin/undo', { ids: [entry?.id] });
    expect(undone.failed).toMatchObject([{ code: 'changed_since' }]);
    expect(await guestSees(kind, id)).toBe(200);
  });

  test('notifies reporters once when it is made a draft, also after that was undone', async () => {
    const { id } = await create(owner);
    const watcher = await server.signUp();
    await ok(watcher, 'POST', `/api/${path}/${id}/reports`, { reason: 'dangerous' });
    await set(first, kind, id, 'hidden');
    await set(first, kind, id, 'draft', '고쳐 주세요.');
    const [entry] = await ok<AuditEntry[]>(first, 'GET', `/api/admin/audit?search=${id}`);
    await ok(first, 'POST', '/api/admin/undo', { ids: [entry?.id] });
    expect(await told(watcher)).toEqual(['신고한 내용을 숨겼어요']);
  });

  test('waits for its turn while another admin decides about it at the desk', async () => {
    const busy = await server.signUp();
    const made = await Promise.all(Array.from({ length: 20 }, () => create(owner)));
    const answers = await Promise.all(
      made.map(async ({ id }) => {
        await ok(busy, 'POST', `/api/${path}/${id}/reports`, { reason: 'dangerous' });
        const [found] = await cases(id);
        const said = { rule: 'dangerous', reason: '위험해요.' };
        return Promise.all([
          server.call('PATCH', `/api/admin/reports/${found?.id}`, {
            as: first,
            payload: { resolution: 'hide', ...said },
          }),
          server.call('PATCH', `/api/admin/${path}/${id}`, {
            as: second,
            payload: { state: 'hidden', ...said },
          }),
        ]);
      }),
    );
    expect(answers.flat().map(({ statusCode }) => statusCode)).not.toContain(500);
    for (const { id } of made) expect(await cases(id)).toMatchObject([{ state: 'hidden' }]);
  });

  test('tells only its author, not the reporters, when it is brought back for the author alone', async () => {
    const { id } = await create(owner);
    const other = await server.signUp();
    await ok(other, 'POST', `/api/${path}/${id}/reports`, { reason: 'dangerous' });
    await set(first, kind, id, 'hidden');
    const before = await told(other);
    await set(first, kind, id, 'draft', '고쳐 주세요.');
    const [latest] = await ok<{ text: string }[]>(owner, 'GET', '/api/user/notifications');
    expect(latest?.text).toBe(
      '숨김을 거뒀지만 공개하지 않은 상태라 다른 사람에게는 보이지 않아요. 고쳐 주세요.',
    );
    expect(await told(other)).toEqual(before);
    const [found] = await cases(id);
    expect(await ok(owner, 'GET', `/api/user/moderation/${found?.id}`)).toMatchObject({ state: 'lifted' });
  });

  test('stays hidden where another admin upheld that: the admin who hid it cannot undo it', async () => {
    const { id } = await create(owner);
    await set(first, kind, id, 'hidden');
    const [entry] = await ok<AuditEntry[]>(first, 'GET', `/api/admin/audit?search=${id}`);
    const [found] = await cases(id);
    await ok(owner, 'POST', `/api/user/moderation/${found?.id}/objection`, { text: '괜찮은데요.' });
    await ok(second, 'PATCH', `/api/admin/reports/${found?.id}`, { resolution: 'keep', reason: '위험해요.' });
    const undone = await ok<ManyAnswer>(first, 'POST', '/api/admin/undo', { ids: [entry?.id] });
    expect(undone.failed).toMatchObject([{ code: 'changed_since' }]);
    expect(await guestSees(kind, id)).toBe(404);
  });

  test('is not brought back on its own page, where no reason is given', async () => {
    const { id } = await create(owner);
    await set(first, kind, id, 'hidden');
    const url = `/api/${path}/${id}`;
    expect(await code(second, 'PATCH', url, { state: shown })).toBe('forbidden');
    await ok(second, 'PATCH', url, { title: '새 이름' });
    expect(await guestSees(kind, id)).toBe(404);
    expect(await cases(id)).toMatchObject([{ state: 'hidden' }]);
  });

  test('is not brought back by an admin who owns it, by any call', async () => {
    const { id } = await create(first);
    await set(second, kind, id, 'hidden');
    await server.call('PATCH', `/api/${path}/${id}`, { as: first, payload: { state: shown } });
    await server.call('PATCH', `/api/admin/${path}/${id}`, {
      as: first,
      payload: { state: shown, reason: '내 것이에요.' },
    });
    await server.call('POST', '/api/user/resources/many', {
      as: first,
      payload: { ids: [id], action: 'publish' },
    });
    expect(await guestSees(kind, id)).toBe(404);
  });

  test('a leaving person’s item does not become public again', async () => {
    const leaving = await server.signUp();
    const { id } = await create(leaving);
    const { id: other } = await create(leaving);
    for (const each of [id, other]) await set(first, kind, each, 'hidden');
    const [found] = await cases(id);
    await ok(leaving, 'POST', `/api/user/moderation/${found?.id}/objection`, { text: '괜찮은데요.' });
    await server.runtime.pool.query(
      "update person set withdraws_at = now() + interval '7 days' where id = $1",
      [leaving.id],
    );
    await ok(second, 'PATCH', `/api/admin/reports/${found?.id}`, {
      resolution: 'restore',
      reason: '괜찮네요.',
    });
    expect(await guestSees(kind, id)).toBe(404);
    const [latest] = await ok<{ text: string }[]>(leaving, 'GET', '/api/user/notifications');
    expect(latest?.text).toContain('다른 사람에게는 보이지 않아요');
    const [row] = await ok<{ mayBecome: string[] }[]>(second, 'GET', `/api/admin/${path}?search=${other}`);
    expect(row?.mayBecome).not.toContain(shown);
    await server.call('PATCH', `/api/admin/${path}/${other}`, {
      as: second,
      payload: { state: shown, reason: '괜찮네요.' },
    });
    expect(await guestSees(kind, other)).toBe(404);
    // A draft is not shown by anyone either.
    await server.runtime.pool.query(`update ${kind} set state = 'draft' where id = $1`, [other]);
    for (const as of [leaving, second])
      await server.call('PATCH', `/api/${path}/${other}`, { as, payload: { state: shown } });
    expect(await guestSees(kind, other)).toBe(404);
  });

  test('when it was deleted after being hidden, a granted objection says that it is not shown again', async () => {
    const { id } = await create(owner);
    await set(first, kind, id, 'hidden');
    const [found] = await cases(id);
    await ok(owner, 'DELETE', `/api/${path}/${id}`);
    await ok(owner, 'POST', `/api/user/moderation/${found?.id}/objection`, { text: '위험하지 않아요.' });
    await ok(second, 'PATCH', `/api/admin/reports/${found?.id}`, {
      resolution: 'restore',
      reason: '괜찮네요.',
    });
    expect(await guestSees(kind, id)).toBe(404);
    const [latest] = await ok<{ text: string }[]>(owner, 'GET', '/api/user/notifications');
    expect(latest?.text).toBe('그사이 지워져서 다시 보이지는 않아요. 괜찮네요.');
  });

  test.each([[['removed']], [['hidden', 'removed']]])(
    'by making it %s is back when the objection is granted: that was the decision',
    async (states) => {
      const { id } = await create(owner);
      for (const state of states) await set(first, kind, id, state);
      expect(await guestSees(kind, id)).toBe(404);
      const [found] = await cases(id);
      await ok(owner, 'POST', `/api/user/moderation/${found?.id}/objection`, { text: '괜찮은데요.' });
      const restore = { resolution: 'restore', reason: '괜찮네요.' };
      await ok(second, 'PATCH', `/api/admin/reports/${found?.id}`, restore);
      expect(await guestSees(kind, id)).toBe(200);
      const [latest] = await ok<{ text: string }[]>(owner, 'GET', '/api/user/notifications');
      expect(latest?.text).toBe('올린 것이 다시 보여요. 괜찮네요.');
    },
  );

  test('is removed there as well; on its own page only its owner removes it', async () => {
    const { id } = await create(owner);
    expect(await code(first, 'DELETE', `/api/${path}/${id}`)).toBe('forbidden');
    expect(await guestSees(kind, id)).toBe(200);
    expect(await cases(id)).toEqual([]);
  });
});
