import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { AdminPerson, AuditEntry, ManyAnswer } from '../contract.ts';
import { endSuspensions } from './commands.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signUp({ role: 'admin' });
});
afterAll(() => server.close());

const post = (url: string, payload: object, as: Person = admin) => server.call('POST', url, { as, payload });
const suspend = async (people: Person[]) =>
  (
    await post('/api/admin/users/many', {
      ids: people.map(({ id }) => id),
      change: { suspended: true, reason: '스팸' },
    })
  ).json<ManyAnswer>();
const findPerson = async ({ id }: Person) =>
  (await server.call('GET', `/api/admin/users?search=${id}`, { as: admin })).json<AdminPerson[]>()[0];
const audit = async (search: string) =>
  (await server.call('GET', `/api/admin/audit?search=${search}`, { as: admin })).json<AuditEntry[]>();

test('suspends many at once, each with its own entry, and undoes all of it once', async () => {
  const people = [await server.signUp(), await server.signUp()];
  const { done, failed } = await suspend(people);
  expect([done.map(({ id }) => id), failed]).toEqual([people.map(({ id }) => id), []]);
  expect((await Promise.all(people.map(findPerson))).map((each) => each?.suspended)).toEqual([true, true]);

  const ids = done.map(({ auditId }) => auditId);
  const undone = (await post('/api/admin/undo', { ids })).json<ManyAnswer>();
  expect(undone.failed).toEqual([]);
  expect((await Promise.all(people.map(findPerson))).map((each) => each?.suspended)).toEqual([false, false]);
  const [latest, first] = await audit(people[0]?.id ?? '');
  expect(latest).toMatchObject({
    action: 'person.change',
    undoes: first?.id,
    canUndo: false,
    before: { suspended: true },
    after: { suspended: false },
  });
  expect(first).toMatchObject({ isUndone: true, canUndo: false, before: { suspended: false } });

  const again = (await post('/api/admin/undo', { ids })).json<ManyAnswer>();
  expect(again.failed.map(({ code }) => code)).toEqual(['already_undone', 'already_undone']);
});

test('neither undoes an act whose target has changed since, nor an undo', async () => {
  const person = await server.signUp();
  const { done } = await suspend([person]);
  await server.call('PATCH', `/api/admin/users/${person.id}`, {
    as: admin,
    payload: { role: 'support', reason: 'x' },
  });
  const undo = async (auditId: string | undefined) =>
    (await post('/api/admin/undo', { ids: [auditId] })).json<ManyAnswer>();
  expect((await undo(done[0]?.auditId)).failed).toMatchObject([{ code: 'changed_since' }]);
  const [latest] = await audit(person.id);
  const undone = await undo(latest?.id);
  expect((await undo(undone.done[0]?.auditId)).failed).toMatchObject([{ code: 'cannot_undo' }]);
  expect((await undo(person.id)).failed).toMatchObject([{ code: 'entry_not_found' }]);
});

test('does not undo a decision after a newer one, even if the state looks the same', async () => {
  const person = await server.signUp();
  const [first] = (await suspend([person])).done;
  await server.call('PATCH', `/api/admin/users/${person.id}`, {
    as: admin,
    payload: { suspended: false, reason: '오해였어요.' },
  });
  await suspend([person]);
  const undo = async (auditId: string | undefined) =>
    (await post('/api/admin/undo', { ids: [auditId] })).json<ManyAnswer>();
  expect((await undo(first?.auditId)).failed).toMatchObject([{ code: 'changed_since' }]);
  expect((await findPerson(person))?.suspended, 'by the later decision').toBe(true);

  // Decisions that were themselves undone do not block an undo.
  const [again, lifted] = await audit(person.id);
  expect((await undo(again?.id)).failed).toEqual([]);
  expect((await undo(lifted?.id)).failed).toEqual([]);
  expect((await undo(first?.auditId)).failed).toEqual([]);
  expect((await findPerson(person))?.suspended).toBe(false);
});

test('a role that was given after a suspension ended can be undone', async () => {
  const person = await server.signUp();
  await suspend([person]);
  await server.runtime.pool.query(
    "update person set suspended_until = now() - interval '1 minute' where id = $1",
    [person.id],
  );
  await server.call('PATCH', `/api/admin/users/${person.id}`, {
    as: admin,
    payload: { role: 'support', reason: 'x' },
  });
  await endSuspensions(server.runtime.db, new Date());
  const [latest] = await audit(person.id);
  expect((await post('/api/admin/undo', { ids: [latest?.id] })).json<ManyAnswer>().failed).toEqual([]);
  expect((await findPerson(person))?.role).toBe('user');
});

test('a failure of one is reported and does not stop the others', async () => {
  const people = [await server.signUp(), await server.signUp(), await server.signUp()];
  await server.runtime.pool.query(`
    create function break_one() returns trigger language plpgsql as $$ begin raise exception 'broken inside'; end $$;
    create trigger break_one before update on person for each row when (old.id = '${people[1]?.id}') execute function break_one()`);
  const { done, failed } = await suspend(people);
  await server.runtime.pool.query('drop function break_one() cascade');
  expect(done.map(({ id }) => id)).toEqual([people[0]?.id, people[2]?.id]);
  expect(failed).toMatchObject([{ id: people[1]?.id, code: 'internal_error' }]);
  expect(JSON.stringify(failed)).not.toContain('broken inside');
});

test('a new reason for a suspension is a change that can be undone; the same reason is none', async () => {
  const person = await server.signUp();
  const say = (reason: string) =>
    server.call('PATCH', `/api/admin/users/${person.id}`, {
      as: admin,
      payload: { suspended: true, reason },
    });
  const reasonOf = async () =>
    (
      await server.runtime.pool.query<{ suspended_reason: string }>(
        'select suspended_reason from person where id = $1',
        [person.id],
      )
    ).rows[0]?.suspended_reason;
  await say('스팸');
  await say('사칭');
  expect((await say('사칭')).statusCode).toBe(200);
  const entries = await audit(person.id);
  expect(entries.map(({ after }) => after['suspendedReason'])).toEqual(['사칭', '스팸']);
  await post('/api/admin/undo', { ids: [entries[0]?.id] });
  expect(await reasonOf()).toBe('스팸');
  expect((await findPerson(person))?.suspended).toBe(true);
});

test('one of two concurrent undos succeeds', async () => {
  const { done } = await suspend([await server.signUp()]);
  const ids = done.map(({ auditId }) => auditId);
  const both = await Promise.all([post('/api/admin/undo', { ids }), post('/api/admin/undo', { ids })]);
  expect(both.flatMap((answer) => answer.json<ManyAnswer>().done)).toHaveLength(1);
  expect(both.flatMap((answer) => answer.json<ManyAnswer>().failed)).toMatchObject([
    { code: 'already_undone' },
  ]);
});

test('support cannot undo what it cannot do, and nobody can without a proof', async () => {
  const { done } = await suspend([await server.signUp()]);
  const ids = done.map(({ auditId }) => auditId);
  const support = await server.signUp({ role: 'support' });
  expect((await post('/api/admin/undo', { ids }, support)).json<ManyAnswer>().failed).toMatchObject([
    { code: 'forbidden' },
  ]);
  const late = await server.signUp({ role: 'admin' });
  await server.runtime.pool.query(
    "update session set created_at = now() - interval '11 minutes' where user_id = $1",
    [late.id],
  );
  expect((await post('/api/admin/undo', { ids }, late)).json()).toMatchObject({ code: 'proof_needed' });
});

test('audit entries of undos are append-only', async () => {
  const { done } = await suspend([await server.signUp()]);
  const [entry] = done;
  await expect(
    server.runtime.pool.query('update audit_entry set undoes = $1 where id = $2', [
      done[0]?.auditId,
      entry?.auditId,
    ]),
  ).rejects.toThrow('append-only');
});

test('an export has the rows of the table in the reader’s language, and is logged', async () => {
  const person = await server.signUp();
  await server.runtime.pool.query("update person set name = '=HYPERLINK(1)' where id = $1", [person.id]);
  const answer = await server.call('GET', `/api/admin/users.csv?search=${person.email}`, {
    as: admin,
    headers: { 'accept-language': 'en' },
  });
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  const [head, row, end] = answer.body.split('\r\n');
  expect(head).toBe(
    '\uFEFFID,Name,Username,E-mail,Role,Access,Suspended until (Korean time),Joined (Korean time)',
  );
  expect(row).toContain(`${person.id},'=HYPERLINK(1),${person.username},${person.email},User,Open,,`);
  expect(end).toBe('');
  const [entry] = await audit('table.export');
  expect(entry).toMatchObject({ target: { type: 'person' }, after: { search: '…', rows: 1 } });
  // The person may be erased one day; an id then identifies nobody.
  await server.call('GET', `/api/admin/users.csv?search=${person.id}`, { as: admin });
  expect((await audit('table.export'))[0]).toMatchObject({ after: { search: person.id } });
});

test('people can be sorted by name and filtered by role and state', async () => {
  const staff = (await server.call('GET', '/api/admin/users?role=staff&sort=name', { as: admin })).json<
    AdminPerson[]
  >();
  expect(staff.length).toBeGreaterThan(1);
  expect(staff.every(({ role }) => role !== 'user')).toBe(true);
  expect(staff.map(({ fullName }) => fullName)).toEqual(staff.map(({ fullName }) => fullName).toSorted());
  const suspended = (await server.call('GET', '/api/admin/users?state=suspended', { as: admin })).json<
    AdminPerson[]
  >();
  expect(suspended.length).toBeGreaterThan(0);
  expect(suspended.every((each) => each.suspended)).toBe(true);
  const wrong = await server.call('GET', '/api/admin/users?role=owner', { as: admin });
  expect(wrong.statusCode).toBe(400);
});

test('the log can be filtered by action, sorted, paged and exported', async () => {
  const person = await server.signUp();
  const { done } = await suspend([person]);
  const ids = done.map(({ auditId }) => auditId);
  await post('/api/admin/undo', { ids });
  const read = async (query: string) =>
    (await server.call('GET', `/api/admin/audit?${query}`, { as: admin })).json<AuditEntry[]>();
  const [latest, first] = await read(`search=${person.id}`);
  expect([first?.id, latest?.undoes]).toEqual([ids[0], ids[0]]);
  const idsOf = async (query: string) => (await read(query)).map(({ id }) => id);
  expect(await idsOf(`search=${person.id}&sort=oldest`)).toEqual([first?.id, latest?.id]);
  expect(await idsOf(`search=${person.id}&limit=1&page=2`)).toEqual([first?.id]);
  expect(await idsOf(`search=${first?.id}`)).toEqual([first?.id]);
  expect((await read('action=person.change')).every(({ action }) => action === 'person.change')).toBe(true);
  expect(await idsOf(`search=${person.id}&action=news.send`)).toEqual([]);
  expect((await server.call('GET', '/api/admin/audit?action=nothing', { as: admin })).statusCode).toBe(400);
  const csv = await server.call('GET', `/api/admin/audit.csv?search=${person.id}&action=person.change`, {
    as: admin,
  });
  expect(csv.body.trim().split(/\r?\n/)).toHaveLength(3);
  expect(await read('action=table.export&limit=1')).toMatchObject([
    { target: { type: 'audit_entry' }, after: { action: 'person.change', rows: 2 } },
  ]);
});
