import { locales } from '#i18n/languages.ts';
import fc from 'fast-check';
import { enqueue } from '#platform/server/jobs.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ManyAnswer } from '#features/admin/contract.ts';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { balanceOf, balances } from '#features/ledger/server/public.ts';
import { readMails } from '#features/accounts/server/testing.ts';
import { anyKey } from '#features/orders/server/testing.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { randomRuns } from '#platform/shared/testing.ts';
import type { AskedRecipient, Books, OwnSponsorship, Sponsor } from '../contract.ts';
import { dayOfMonth, nextDueOn } from '../rules.ts';
import { ask } from './commands.ts';
import { takeBack, takePayment } from './contributions.ts';
import { processDue } from './jobs.ts';
import { sponsoringOn } from './testing.ts';

let server: TestServer;
let on: ReturnType<typeof sponsoringOn>;
let anna: Person;
beforeAll(async () => {
  server = await startTestServer();
  on = sponsoringOn(server);
});
beforeEach(async () => {
  anna = await server.signUp();
});
// Every test keeps the invariants of money.
afterEach(() => on.assertSound());
afterAll(() => server.close());

const notices = async (as: Person) =>
  (await server.call('GET', '/api/user/notifications', { as })).json<
    { title: string; text: string; path: string }[]
  >();
const wall = async () => (await server.call('GET', '/api/sponsors?limit=100')).json<Sponsor[]>();
const firstOf = ({ contributions }: OwnSponsorship) => {
  const [first] = contributions;
  if (!first) throw new Error('no contribution');
  return first;
};
const inLedger = async (account: 'sponsor_income' | 'sponsor_spending') =>
  (await balances(server.runtime.db))[account] ?? 0;

describe('a sponsorship', () => {
  test('is paid once, thanked for, and shown on the wall', async () => {
    const own = await on.sponsor(anna, { amount: 30_000, message: '고마워요' });
    expect(own).toMatchObject({
      state: 'active',
      tier: 'motor',
      given: 30_000,
      recipient: { kind: 'house' },
    });
    expect(own.contributions).toMatchObject([
      { state: 'paid', canWithdraw: true, payment: { state: 'captured' } },
    ]);
    expect((await notices(anna))[0]).toMatchObject({
      title: '후원해 주셔서 고마워요',
      path: `/my/sponsorships/${own.id}`,
    });
    expect(await wall()).toContainEqual(
      expect.objectContaining({
        id: own.id,
        name: expect.any(String),
        username: anna.username,
        message: '고마워요',
      }),
    );
  });

  test('that is unpaid is not shown, and expires after a day', async () => {
    const own = await on.promise(anna);
    expect((await wall()).map(({ id }) => id)).not.toContain(own.id);
    await on.pass(own.id, 2);
    await on.work();
    expect(await on.read(anna, own.id)).toMatchObject({
      state: 'ended',
      contributions: [{ state: 'expired' }],
    });
    const late = await server.call('POST', `/api/contributions/${firstOf(own).id}/payments`, {
      as: anna,
      headers: anyKey(),
      payload: {},
    });
    expect(late.json()).toMatchObject({ code: 'not_payable' });
  });

  test('is not charged after it has ended', async () => {
    const own = await on.promise(anna);
    const back = await on.decide(await on.open(anna, firstOf(own).id), 'approve');
    await on.pass(own.id, 2);
    await on.work();
    expect((await on.confirm(anna, back)).json()).toMatchObject({ code: 'payment_over' });
    expect(await on.read(anna, own.id)).toMatchObject({ given: 0, contributions: [{ state: 'expired' }] });
    expect(await balanceOf(server.runtime.db, 'escrow', firstOf(own).id)).toBe(0);
  });

  test('is created once per key, by a person who is logged in', async () => {
    const headers = { 'idempotency-key': 'the same' };
    const [one, two] = await Promise.all([on.ask(anna, {}, headers), on.ask(anna, {}, headers)]);
    expect(one?.json().id).toBe(two?.json().id);
    expect((await on.ask(undefined)).json()).toMatchObject({ code: 'not_signed_in' });
    const answer = await server.call('POST', '/api/sponsorships', {
      as: anna,
      payload: { amount: 3000, cadence: 'once', consent: true },
    });
    expect(answer.json()).toMatchObject({ code: 'idempotency_key_required' });
  });

  test.each([
    [{ amount: 2999 }, 400, 'amount_too_small'],
    [{ amount: 5_000_001 }, 400, 'invalid_input'],
    [{ amount: 3000.5 }, 400, 'invalid_input'],
    [{ message: 'a'.repeat(141) }, 400, 'invalid_input'],
    [{ consent: false as never }, 400, 'invalid_input'],
    [{ person: 'nobody-at-all' }, 404, 'recipient_not_found'],
    [{ resource: '01890000-0000-7000-8000-000000000000' }, 404, 'recipient_not_found'],
    [{ person: 'a', resource: '01890000-0000-7000-8000-000000000000' }, 400, 'invalid_input'],
  ])('is refused with %j', async (fields, status, code) => {
    const answer = await on.ask(anna, fields);
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ code });
  });

  test('refuses words that channels refuse', async () => {
    const admin = await server.signUp({ isAdmin: true });
    const added = await server.call('POST', '/api/banned-words', {
      as: admin,
      payload: { word: '도배광고', reason: '시험' },
    });
    expect(added.statusCode).toBe(201);
    const words = { message: '싸다 도배광고 싸다' };
    await expect.poll(async () => (await on.ask(anna, words)).json().code).toBe('banned_words');
  });

  test('cannot be seen, changed or ended by anybody else', async () => {
    const own = await on.sponsor(anna, { cadence: 'monthly' });
    const bert = await server.signUp();
    for (const [method, url] of [
      ['GET', `/api/user/sponsorships/${own.id}`],
      ['PATCH', `/api/sponsorships/${own.id}`],
      ['POST', `/api/sponsorships/${own.id}/cancel`],
      ['GET', `/api/contributions/${firstOf(own).id}`],
      ['POST', `/api/contributions/${firstOf(own).id}/withdraw`],
    ] as const) {
      const answer = await server.call(method, url, {
        as: bert,
        headers: anyKey(),
        ...(method === 'PATCH' && { payload: { isAnonymous: true, message: '' } }),
      });
      expect([url, answer.statusCode]).toEqual([url, 404]);
    }
  });

  test('that is anonymous has no name on the wall, and staff can hide its words', async () => {
    const admin = await server.signUp({ isAdmin: true });
    const own = await on.sponsor(anna, { isAnonymous: true, message: '몰래' });
    const mine = async () => (await wall()).find(({ id }) => id === own.id);
    expect(await mine()).toMatchObject({ name: null, username: null, message: '몰래' });
    const hide = (hidden: boolean) =>
      server.call('POST', `/api/admin/sponsors/${own.id}/hide`, {
        as: admin,
        payload: { hidden, reason: '광고' },
      });
    expect((await hide(true)).statusCode).toBe(204);
    expect(await mine()).toBeUndefined();
    expect((await hide(false)).statusCode).toBe(204);
    const change = { isAnonymous: false, message: '이제 밝혀요' };
    await server.call('PATCH', `/api/sponsorships/${own.id}`, { as: anna, payload: change });
    expect(await mine()).toMatchObject({ username: anna.username, message: '이제 밝혀요' });
  });
});

test('staff find sponsors by name and words, hide several at once, and undo that', async () => {
  const admin = await server.signUp({ role: 'admin' });
  const word = `한마디${Date.now()}`;
  const once = await on.sponsor(anna, { message: `${word} 하나`, amount: 100_000 });
  const other = await on.sponsor(await server.signUp(), { message: `${word} 둘` });
  const listed = async (query: string) => {
    const answer = await server.call('GET', `/api/admin/sponsors?${query}`, { as: admin });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ id: string }[]>().map(({ id }) => id);
  };
  expect(await listed(`search=${word}`)).toEqual([other.id, once.id]);
  expect(await listed(`search=${word}&sort=amount`)).toEqual([once.id, other.id]);
  // The export has the order of the table.
  const csv = await server.call('GET', `/api/admin/sponsors.csv?search=${word}&sort=amount`, { as: admin });
  const ids = csv.body.split('\r\n').slice(1, 3);
  expect(ids.map((line) => line.split(',')[0])).toEqual([once.id, other.id]);
  expect(await listed(`search=${once.id}`)).toEqual([once.id]);
  expect(await listed(`search=${word}&cadence=monthly&state=pending`)).toEqual([]);
  const hidden = await server.call('POST', '/api/admin/sponsors/many', {
    as: admin,
    payload: { ids: [once.id, other.id, crypto.randomUUID()], hidden: true, reason: '광고' },
  });
  const { done, failed } = hidden.json<ManyAnswer>();
  expect(done.map(({ id }) => id)).toEqual([once.id, other.id]);
  expect(failed).toMatchObject([{ code: 'sponsorship_not_found' }]);
  expect(await listed(`search=${word}&wall=hidden`)).toEqual([other.id, once.id]);
  const third = await on.sponsor(await server.signUp(), { message: `${word} 셋` });
  const hide = (id: string, isHidden: boolean) =>
    server.call('POST', `/api/admin/sponsors/${id}/hide`, {
      as: admin,
      payload: { hidden: isHidden, reason: '다시 봄' },
    });
  await hide(other.id, false);
  const undone = await server.call('POST', '/api/admin/undo', {
    as: admin,
    payload: { ids: done.map(({ auditId }) => auditId) },
  });
  expect(undone.json<ManyAnswer>().failed).toMatchObject([{ code: 'changed_since' }]);
  expect(await listed(`search=${word}&wall=hidden`)).toEqual([]);
  // Hidden, shown and hidden again by another decision: the first one cannot be undone any more.
  const first = await server.call('POST', '/api/admin/sponsors/many', {
    as: admin,
    payload: { ids: [third.id], hidden: true, reason: '광고' },
  });
  await hide(third.id, false);
  await hide(third.id, true);
  const late = await server.call('POST', '/api/admin/undo', {
    as: admin,
    payload: { ids: first.json<ManyAnswer>().done.map(({ auditId }) => auditId) },
  });
  expect(late.json<ManyAnswer>().failed).toMatchObject([{ code: 'changed_since' }]);
  expect(await listed(`search=${word}&wall=hidden`)).toEqual([third.id]);
});

test('finance cannot show what a moderator has hidden; the table names the case', async () => {
  const [admin, finance] = [await server.signUp({ role: 'admin' }), await server.signUp({ role: 'finance' })];
  const [held, own] = [await on.sponsor(anna, { message: '나쁜 말' }), await on.sponsor(anna)];
  const hidden = await server.hideReported(`/api/sponsors/${held.id}/reports`, {
    id: held.id,
    reporter: await server.signUp(),
    admin,
  });
  const caseId = hidden.json<{ id: string }>().id;
  const hide = (id: string, isHidden: boolean, locale = 'ko') =>
    server.call('POST', `/api/admin/sponsors/${id}/hide`, {
      as: finance,
      headers: { 'accept-language': locale },
      payload: { hidden: isHidden, reason: '다시 봄' },
    });
  await hide(own.id, true);
  const rows = (await server.call('GET', '/api/admin/sponsors?wall=hidden', { as: finance })).json<
    { id: string; caseId: string | null }[]
  >();
  expect(rows.filter(({ id }) => [held.id, own.id].includes(id))).toMatchObject([
    { id: own.id, caseId: null },
    { id: held.id, caseId },
  ]);

  const words = new Set<string>();
  for (const locale of locales) {
    const refused = await hide(held.id, false, locale);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'hidden_by_case' });
    words.add(refused.json<{ message: string }>().message);
  }
  expect(words.size).toBe(3);
  const many = await server.call('POST', '/api/admin/sponsors/many', {
    as: finance,
    payload: { ids: [held.id, own.id], hidden: false, reason: '다시 봄' },
  });
  expect(many.json()).toMatchObject({
    done: [{ id: own.id }],
    failed: [{ id: held.id, code: 'hidden_by_case' }],
  });
  expect((await wall()).map(({ id }) => id)).not.toContain(held.id);

  // The objection shows it again, and then finance may hide it.
  await server.call('POST', `/api/user/moderation/${caseId}/objection`, {
    as: anna,
    payload: { text: '왜요' },
  });
  await server.call('PATCH', `/api/admin/reports/${caseId}`, {
    as: await server.signUp({ role: 'admin' }),
    payload: { resolution: 'restore', reason: '괜찮아요' },
  });
  expect((await wall()).map(({ id }) => id)).toContain(held.id);
  expect((await hide(held.id, true)).statusCode).toBe(204);
  expect((await hide(held.id, false)).statusCode).toBe(204);
});

test('a suspended sponsor is not on the wall until the suspension ends', async () => {
  const [sponsor, reader] = [await server.signUp(), await server.signUp()];
  const { id } = await on.sponsor(sponsor, { message: '멈춘 동안' });
  const isOnWall = async () => (await wall()).some((each) => each.id === id);
  const report = () =>
    server.call('POST', `/api/sponsors/${id}/reports`, { as: reader, payload: { reason: 'spam' } });
  const suspend = (until: string) =>
    server.runtime.pool.query(
      `update person set suspended_at = now() - interval '2 days', suspended_until = ${until} where id = $1`,
      [sponsor.id],
    );
  expect(await isOnWall()).toBe(true);
  for (const until of ['null', "now() + interval '1 hour'"]) {
    await suspend(until);
    expect(await isOnWall()).toBe(false);
    expect((await report()).statusCode).toBe(404);
  }
  // The suspension has ended, although no job has recorded it.
  await suspend("now() - interval '1 second'");
  expect(await isOnWall()).toBe(true);
  expect((await report()).statusCode).toBe(201);
});

describe('a payment', () => {
  test('can be withdrawn in full within seven days', async () => {
    const own = await on.sponsor(anna, { amount: 12_000 });
    const { id } = firstOf(own);
    const take = () =>
      server.call('POST', `/api/contributions/${id}/withdraw`, { as: anna, headers: anyKey() });
    const answers = await Promise.all([take(), take()]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    await on.runJobs();
    expect(await on.read(anna, own.id)).toMatchObject({
      state: 'ended',
      given: 0,
      contributions: [{ state: 'refunded' }],
    });
    expect((await notices(anna)).map(({ title }) => title)).toContain('환불했어요');
    expect((await wall()).map((sponsor) => sponsor.id)).not.toContain(own.id);
  });

  test('belongs to the house after that, less VAT, and is in the public books', async () => {
    const before = await inLedger('sponsor_income');
    const own = await on.sponsor(anna, { amount: 11_000 });
    expect(await inLedger('sponsor_income')).toBe(before);
    await on.pass(own.id, 7);
    await on.work();
    expect(await on.read(anna, own.id)).toMatchObject({
      contributions: [{ state: 'kept', canWithdraw: false }],
    });
    expect(await inLedger('sponsor_income')).toBe(before - 10_000);
    const late = await server.call('POST', `/api/contributions/${firstOf(own).id}/withdraw`, {
      as: anna,
      headers: anyKey(),
    });
    expect(late.json()).toMatchObject({ code: 'not_withdrawable' });
    const books = (await server.call('GET', '/api/sponsorship/books')).json<Books>();
    expect(books.months[0]).toMatchObject({ month: koreanDay(new Date()).slice(0, 7) });
    expect(books.months[0]?.income).toBeGreaterThanOrEqual(10_000);
  });

  test('to a volunteer is theirs less our fee, and is paid out', async () => {
    const volunteer = await on.volunteer();
    const found = await server.call('GET', `/api/sponsorship/recipient?person=${volunteer.username}`, {
      as: anna,
    });
    expect(found.json<AskedRecipient>()).toMatchObject({
      kind: 'person',
      username: volunteer.username,
      obstacle: null,
    });
    const own = await on.sponsor(anna, { amount: 20_000, person: volunteer.username });
    expect(own.recipient).toMatchObject({ kind: 'person', username: volunteer.username });
    expect((await notices(volunteer))[0]).toMatchObject({ title: '후원을 받았어요' });
    await on.pass(own.id, 7);
    await on.work();
    expect(await balanceOf(server.runtime.db, 'provider_payable', firstOf(own).id)).toBe(-18_000);
    const { upcoming } = (await server.call('GET', '/api/user/earnings', { as: volunteer })).json();
    expect(upcoming).toMatchObject([{ amount: 18_000, title: '공방 후원' }]);
    await on.payOut();
    expect(await balanceOf(server.runtime.db, 'provider_payable', firstOf(own).id)).toBe(0);
    expect((await server.call('GET', '/api/user/earnings', { as: volunteer })).json()).toMatchObject({
      paidOut: 18_000,
    });
  });

  test('is refused to oneself, and to somebody who cannot be paid out', async () => {
    const volunteer = await on.volunteer();
    expect((await on.ask(volunteer, { person: volunteer.username })).json()).toMatchObject({
      code: 'own_recipient',
    });
    await server.runtime.db
      .updateTable('person')
      .set({ bankRegistered: false })
      .where('id', '=', volunteer.id)
      .execute();
    expect((await on.ask(anna, { person: volunteer.username })).json()).toMatchObject({
      code: 'recipient_not_ready',
    });
    const asked = await server.call('GET', `/api/sponsorship/recipient?person=${volunteer.username}`);
    expect(asked.json()).toMatchObject({ obstacle: { code: 'recipient_not_ready' } });
  });
});

test('that is monthly is asked for each month, continues when paid and lapses when not', async () => {
  const own = await on.sponsor(anna, { cadence: 'monthly' });
  const today = koreanDay(new Date());
  expect(own.nextDueOn).toBe(nextDueOn(dayOfMonth(today), today));
  const month = async () => {
    await server.runtime.pool.query('update sponsorship set next_due_on = $2 where id = $1', [own.id, today]);
    await on.work();
    await on.work();
    return on.read(anna, own.id);
  };
  const second = await month();
  expect(second.contributions.map(({ state }) => state)).toEqual(['open', 'paid']);
  expect((await notices(anna))[0]).toMatchObject({
    title: '이번 달 후원을 이어 갈까요?',
    path: `/payment/sponsor/${firstOf(second).id}`,
  });
  await on.pay(anna, firstOf(second));
  expect(await on.read(anna, own.id)).toMatchObject({ state: 'active', given: 20_000 });
  const third = await month();
  expect(third.contributions[0]?.state).toBe('open');
  await server.runtime.pool.query(
    `update contribution set expires_at = now() - interval '1 minute' where sponsorship_id = $1 and state = 'open'`,
    [own.id],
  );
  await on.work();
  expect(await on.read(anna, own.id)).toMatchObject({ state: 'ended', nextDueOn: null, given: 20_000 });
  expect((await notices(anna))[0]).toMatchObject({ title: '정기 후원이 끝났어요' });
});

test('is not asked for while its recipient cannot receive it, and the sponsorship ends when they have left', async () => {
  const { db } = server.runtime;
  const helper = await on.volunteer();
  const { id } = await on.sponsor(anna, { cadence: 'monthly', person: helper.username });
  await db.updateTable('person').set({ suspendedAt: new Date() }).where('id', '=', helper.id).execute();
  await on.pass(id, 31);
  await on.work();
  expect((await on.read(anna, id)).contributions).toHaveLength(1);

  await db.updateTable('person').set({ suspendedAt: null }).where('id', '=', helper.id).execute();
  await on.pass(id, 31);
  await on.work();
  const asked = await on.read(anna, id);
  expect(asked).toMatchObject({ state: 'active', contributions: [{ state: 'open' }, {}] });
  // An earlier request cannot be paid to them either.
  await db.updateTable('person').set({ suspendedAt: new Date() }).where('id', '=', helper.id).execute();
  await expect(on.open(anna, firstOf(asked).id)).rejects.toThrow('recipient_not_ready');
  await db.updateTable('person').set({ suspendedAt: null }).where('id', '=', helper.id).execute();
  const once = await on.sponsor(anna, { amount: 20_000, person: helper.username });

  await db
    .updateTable('person')
    .set({ withdrawsAt: new Date(Date.now() - 1000) })
    .where('id', '=', helper.id)
    .execute();
  await enqueue(db, 'rights.erase', { personId: helper.id });
  await on.runJobs();
  expect(await on.read(anna, id)).toMatchObject({
    state: 'ended',
    contributions: [{ state: 'expired' }, {}],
  });
  expect(await notices(anna)).toContainEqual(
    expect.objectContaining({ text: '후원하던 분이 공방을 떠나서 끝냈어요. 그동안 고마웠어요.' }),
  );
  // A payment that is still held is refunded.
  await on.pass(once.id, 7);
  await on.work();
  expect(await on.read(anna, once.id)).toMatchObject({ contributions: [{ state: 'refunded' }] });
  expect(await balanceOf(db, 'escrow', firstOf(once).id)).toBe(0);
  await on.assertSound();
});

test('a sponsor who has stopped is not asked again, and cannot stop twice', async () => {
  const own = await on.sponsor(anna, { cadence: 'monthly' });
  const cancel = () => server.call('POST', `/api/sponsorships/${own.id}/cancel`, { as: anna });
  expect((await cancel()).json()).toMatchObject({ state: 'ended', nextDueOn: null, given: 10_000 });
  expect((await cancel()).json()).toMatchObject({ code: 'sponsorship_over' });
});

/** Returns an unpaid contribution of a second month. */
async function askedAgain(own: OwnSponsorship) {
  const today = koreanDay(new Date());
  await server.runtime.pool.query('update sponsorship set next_due_on = $2 where id = $1', [own.id, today]);
  await on.work();
  const asked = firstOf(await on.read(anna, own.id));
  expect(asked.state).toBe('open');
  return asked;
}
const openOf = async (own: OwnSponsorship) => {
  const { contributions } = await on.read(anna, own.id);
  return contributions.filter(({ state }) => state === 'open');
};
const backOf = async ({ id }: { id: string }) => {
  const { db } = server.runtime;
  const { paymentId } = await db
    .selectFrom('contribution')
    .select('paymentId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  // The same as the gateway's step, in one transaction.
  await db.transaction().execute(async (trx) => {
    await takeBack(trx, { id, paymentId: paymentId ?? '', amount: 10_000 }, new Date());
    await trx
      .updateTable('payment')
      .set({ bound: false, capturedAmount: null, capturedAt: null })
      .where('id', '=', paymentId ?? '')
      .execute();
  });
};

describe('a sponsorship that has ended cannot be paid', () => {
  const endings = {
    cancelled: (own: OwnSponsorship) =>
      server.call('POST', `/api/sponsorships/${own.id}/cancel`, { as: anna }),
    withdrawn: (own: OwnSponsorship) =>
      server.call('POST', `/api/contributions/${firstOf(own).id}/withdraw`, { as: anna, headers: anyKey() }),
    'charged back': (own: OwnSponsorship) => backOf(firstOf(own)),
  };
  test.each(['cancelled', 'withdrawn', 'charged back'] as const)('%s', async (how) => {
    const own = await on.sponsor(anna, { cadence: 'monthly' });
    const asked = await askedAgain(own);
    const back = await on.decide(await on.open(anna, asked.id), 'approve');
    await endings[how](own);
    expect(await on.read(anna, own.id)).toMatchObject({ state: 'ended', nextDueOn: null });
    expect(await openOf(own)).toEqual([]);
    expect((await on.confirm(anna, back)).json()).toMatchObject({ code: 'payment_over' });
    await expect(on.open(anna, asked.id)).rejects.toThrow('not_payable');
    await on.runJobs();
  });

  test('after an older version left something open', async () => {
    const own = await on.sponsor(anna, { cadence: 'monthly' });
    const asked = await askedAgain(own);
    const back = await on.decide(await on.open(anna, asked.id), 'approve');
    await server.runtime.pool.query(
      `update sponsorship set state = 'ended', ended_at = now() where id = $1`,
      [own.id],
    );
    await expect(on.open(anna, asked.id)).rejects.toThrow('not_payable');
    expect((await on.confirm(anna, back)).json()).toMatchObject({ code: 'payment_over' });
    const late = await server.runtime.db
      .transaction()
      .execute((trx) =>
        takePayment(trx, { id: asked.id, paymentId: crypto.randomUUID(), amount: 10_000 }, new Date()),
      );
    expect(late).toBe(false);
  });

  test('in a concurrent request either', async () => {
    const { db, pool } = server.runtime;
    const own = await on.sponsor(anna, { cadence: 'monthly' });
    const today = koreanDay(new Date());
    await pool.query('update sponsorship set next_due_on = $2 where id = $1', [own.id, today]);
    const cancelled = await db.transaction().execute(async (trx) => {
      expect(await ask(trx, own.id, 10, new Date())).toBe(true);
      const answer = server.call('POST', `/api/sponsorships/${own.id}/cancel`, { as: anna });
      await expect
        .poll(async () => {
          const { rowCount } = await pool.query(
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          );
          return rowCount;
        })
        .toBeGreaterThan(0);
      return { answer };
    });
    expect((await cancelled.answer).json()).toMatchObject({ state: 'ended' });
    expect(await openOf(own)).toEqual([]);
    // The pending mail about it is not sent.
    await on.runJobs();
    const { rows } = await pool.query(
      `select read_at from notification where person_id = $1 and what = 'sponsor_due'`,
      [anna.id],
    );
    expect(rows).toEqual([{ read_at: expect.any(Date) }]);
    const mails = await readMails(server.runtime.config.dataDir, anna.email);
    expect(mails.map(({ subject }) => subject)).not.toContain('이번 달 후원을 이어 갈까요?');
  });
});

describe('a recipient who is no longer available', () => {
  const gone = '후원하던 자료나 자원봉사가 더는 공개되지 않아서 끝냈어요. 그동안 고마웠어요.';

  async function goes(own: OwnSponsorship, target: object, leave: () => Promise<unknown>) {
    const asked = await askedAgain(own);
    await leave();
    expect((await on.ask(anna, target)).json()).toMatchObject({ code: 'recipient_not_found' });
    await expect(on.open(anna, asked.id)).rejects.toThrow('recipient_not_found');
    await server.runtime.pool.query(`update sponsorship set next_due_on = current_date - 2 where id = $1`, [
      own.id,
    ]);
    await on.work();
    expect(await on.read(anna, own.id)).toMatchObject({ state: 'ended', nextDueOn: null });
    expect(await openOf(own)).toEqual([]);
    expect((await notices(anna)).map(({ text }) => text)).toContain(gone);
  }

  test('a volunteer suspended by staff', async () => {
    const helper = await on.volunteer();
    const own = await on.sponsor(anna, { cadence: 'monthly', person: helper.username });
    expect(own.recipient).toMatchObject({ kind: 'person', username: helper.username });
    await goes(own, { person: helper.username }, () =>
      server.runtime.pool.query('update volunteer set suspended_at = now() where person_id = $1', [
        helper.id,
      ]),
    );
  });

  test.each(['hidden', 'removed'])('a resource that is %s', async (state) => {
    const { owner, id } = await on.resource();
    const own = await on.sponsor(anna, { cadence: 'monthly', resource: id });
    expect(own.recipient).toMatchObject({ kind: 'resource', username: owner.username });
    await goes(own, { resource: id }, () =>
      server.runtime.pool.query('update resource set state = $2 where id = $1', [id, state]),
    );
  });

  test('is mentioned when a request for payment expires, too', async () => {
    const { id } = await on.resource();
    const own = await on.sponsor(anna, { cadence: 'monthly', resource: id });
    await askedAgain(own);
    await server.runtime.pool.query(`update resource set state = 'hidden' where id = $1`, [id]);
    await on.pass(own.id, 15);
    await server.runtime.pool.query('update sponsorship set next_due_on = null where id = $1', [own.id]);
    await on.work();
    expect((await notices(anna)).map(({ text }) => text)).toContain(gone);
  });
});

test('a failure for one delays nobody else, and is reported', async () => {
  const { db, pool } = server.runtime;
  const broken = await on.sponsor(anna);
  const kept = await on.sponsor(anna);
  const unpaid = await on.promise(anna);
  const monthly = await on.sponsor(anna, { cadence: 'monthly' });
  await on.pass(broken.id, 9);
  await on.pass(kept.id, 8);
  await on.pass(unpaid.id, 2);
  await pool.query('update sponsorship set next_due_on = $2 where id = $1', [
    monthly.id,
    koreanDay(new Date()),
  ]);
  await pool.query(
    `create function refuse_keeping() returns trigger language plpgsql as $$ begin raise exception 'broken on purpose'; end $$`,
  );
  await pool.query(
    `create trigger refuse_keeping before update on contribution for each row
    when (new.state = 'kept' and new.id = '${firstOf(broken).id}') execute function refuse_keeping()`,
  );
  try {
    await expect(processDue({ db, feePercent: 10 })).rejects.toThrow(
      'sponsorships could not be brought up to date',
    );
    const states = await Promise.all([broken, kept, unpaid, monthly].map(({ id }) => on.read(anna, id)));
    expect(states.map((own) => firstOf(own).state)).toEqual(['paid', 'kept', 'expired', 'open']);
  } finally {
    await pool.query('drop trigger refuse_keeping on contribution');
    await pool.query('drop function refuse_keeping');
  }
});

test('spending is recorded, listed, and reversed', async () => {
  const finance = await server.signUp({ role: 'finance' });
  const write = (fields: object = {}) =>
    server.call('POST', '/api/admin/sponsor-spendings', {
      as: finance,
      headers: anyKey(),
      payload: {
        amount: 7700,
        spentOn: koreanDay(new Date()),
        purpose: { ko: '서버', en: 'Servers', ja: 'サーバー' },
        reason: '11월 청구서',
        ...fields,
      },
    });
  const before = await inLedger('sponsor_spending');
  const { id } = (await write()).json<{ id: string }>();
  expect(await inLedger('sponsor_spending')).toBe(before + 7700);
  const read = async () =>
    (
      await server.call('GET', '/api/sponsorship/books', { headers: { 'accept-language': 'ja' } })
    ).json<Books>();
  expect((await read()).spendings).toContainEqual(
    expect.objectContaining({ id, amount: 7700, purpose: 'サーバー' }),
  );
  expect((await write({ spentOn: '2099-01-01' })).json()).toMatchObject({
    code: 'spent_in_future',
    fields: { spentOn: '오늘까지의 날짜를 적어 주세요.' },
  });
  expect((await write({ amount: 1.5 })).json()).toMatchObject({
    fields: { amount: '소수점 없이 정수로 적어 주세요.' },
  });
  const undo = () =>
    server.call('POST', `/api/admin/sponsor-spendings/${id}/reverse`, {
      as: finance,
      payload: { reason: '잘못' },
    });
  expect((await undo()).statusCode).toBe(204);
  expect((await undo()).json()).toMatchObject({ code: 'spending_not_found' });
  expect(await inLedger('sponsor_spending')).toBe(before);
  expect((await read()).spendings.map((one) => one.id)).not.toContain(id);
});

test(
  'contributions never lose or create a won, for any sequence of events',
  async () => {
    const volunteer = await on.volunteer();
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 3000, max: 5_000_000 }),
        fc.boolean(),
        fc.constantFrom('keep', 'withdraw', 'reverse', 'keep then reverse', 'leave'),
        async (amount, toSomebody, end) => {
          const { db } = server.runtime;
          const own = await on.sponsor(anna, { amount, ...(toSomebody && { person: volunteer.username }) });
          const { id } = firstOf(own);
          const { paymentId } = await db
            .selectFrom('contribution')
            .select('paymentId')
            .where('id', '=', id)
            .executeTakeFirstOrThrow();
          if (end.startsWith('keep')) {
            await on.pass(own.id, 7);
            await on.work();
          }
          if (end === 'withdraw') {
            await server.call('POST', `/api/contributions/${id}/withdraw`, { as: anna, headers: anyKey() });
            await on.runJobs();
          }
          if (end.endsWith('reverse')) {
            // The same as the gateway's step, in one transaction.
            await db.transaction().execute(async (trx) => {
              await takeBack(trx, { id, paymentId: paymentId ?? '', amount }, new Date());
              await trx
                .updateTable('payment')
                .set({ bound: false, capturedAmount: null, capturedAt: null })
                .where('id', '=', paymentId ?? '')
                .execute();
            });
          }
          const owes = toSomebody && end === 'keep then reverse' ? amount - Math.floor(amount / 10) : 0;
          expect(await balanceOf(db, 'provider_debt', id)).toBe(owes);
          await on.assertSound();
          expect(await balanceOf(db, 'escrow', id)).toBe(end === 'leave' ? -amount : 0);
        },
      ),
      randomRuns(25),
    );
  },
  60 * 60_000,
);

test('admins close sponsoring and set its tiers without a restart', async () => {
  const admin = await server.signUp({ isAdmin: true });
  const set = async (name: string, value: unknown) => {
    const all = (await server.call('GET', '/api/admin/settings', { as: admin })).json<
      { name: string; changedAt: string | null }[]
    >();
    const changedAt = all.find((one) => one.name === name)?.changedAt ?? null;
    return server.call('PUT', `/api/admin/settings/${name}`, {
      as: admin,
      payload: { value, changedAt, reason: '시험' },
    });
  };
  expect((await set('sponsorTiers', { screw: 5000, gear: 6000, motor: 7000, bench: 8000 })).statusCode).toBe(
    204,
  );
  expect((await on.ask(anna, { amount: 4000 })).json()).toMatchObject({ code: 'amount_too_small' });
  expect((await on.promise(anna, { amount: 8000 })).tier).toBe('bench');
  expect((await set('sponsorship', 'closed')).statusCode).toBe(204);
  expect((await on.ask(anna)).json()).toMatchObject({ code: 'sponsorship_closed' });
  expect((await server.call('GET', '/api/sponsorship')).json()).toMatchObject({ isOpen: false });
});
