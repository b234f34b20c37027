import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { balanceOf } from '#features/ledger/server/public.ts';
import { anyKey, checkMoney, orderingOn } from '#features/orders/server/testing.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { enqueue } from '#platform/server/jobs.ts';
import { randomRuns } from '#platform/shared/testing.ts';
import type { AnswersPage, EventsPage, OwnPledge, WantedCard, WantedDetail } from '../contract.ts';
import { splitEqually, wantedLimits } from '../rules.ts';
import { bountyQuestions } from './checks.ts';
import { wantedPersonalData } from './personal-data.ts';
import { hideWanted, showAnswer } from './commands.ts';
import { takeBack } from './pledges.ts';
import { wantingOn } from './testing.ts';

let server: TestServer;
let on: ReturnType<typeof wantingOn>;
let anna: Person;
let ben: Person;
beforeAll(async () => {
  server = await startTestServer();
  on = wantingOn(server);
});
beforeEach(async () => {
  anna = await server.signUp();
  ben = await server.signUp();
});
// Every test keeps the invariants of money.
afterEach(() => on.assertSound());
afterAll(() => server.close());

const notices = async (as: Person) =>
  (await server.call('GET', '/api/user/notifications', { as })).json<
    { title: string; text: string; path: string }[]
  >();
const board = async (query = '') =>
  (await server.call('GET', `/api/wanted?limit=100${query}`)).json<WantedCard[]>();
const idsOf = (cards: WantedCard[]) => cards.map(({ id }) => id);
const escrowOf = async (pledges: readonly { id: string }[]) => {
  const all = await Promise.all(pledges.map(({ id }) => balanceOf(server.runtime.db, 'escrow', id)));
  return 0 - all.reduce((sum, each) => sum + each, 0);
};
const earned = async (as: Person) =>
  (await server.call('GET', '/api/user/earnings', { as })).json<{
    payable: number;
    upcoming?: { title: string }[];
  }>();
const suspend = (person: Person) =>
  server.runtime.db
    .updateTable('person')
    .set({ suspendedAt: new Date() })
    .where('id', '=', person.id)
    .execute();
const seoul = { address: '서울 중구 을지로 123', lat: 37.566, long: 126.991 };

describe('a post', () => {
  test('without a bounty is public at once, with its place kept coarse and its picture shown', async () => {
    const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#a33' } })
      .png()
      .toBuffer();
    const answer = await on.askWithPicture(anna, picture, {
      device: 'LG 그램',
      kind: 'broken_part',
      trade: '3d_printing',
      category: '',
      until: '',
      measures: JSON.stringify([{ label: '안지름', mm: 12.5 }]),
      place: JSON.stringify(seoul),
    });
    expect(answer.statusCode, answer.body).toBe(201);
    const posted = answer.json<WantedDetail>();
    expect(posted).toMatchObject({
      state: 'open',
      kind: 'broken_part',
      device: 'LG 그램',
      trade: '3d_printing',
      category: null,
      measures: [{ label: '안지름', mm: 12.5 }],
      bounty: 0,
      isMine: true,
    });
    expect(posted.place?.address).not.toContain('123');
    expect(posted.place).not.toMatchObject({ lat: seoul.lat, long: seoul.long });
    const shown = await server.call('GET', `/api/wanted-images/${posted.images[0]?.id ?? ''}/480.webp`);
    expect(shown.statusCode).toBe(200);
    expect(idsOf(await board())).toContain(posted.id);
    expect(idsOf(await board('&kind=broken_part&trade=3d_printing&search=그램'))).toContain(posted.id);
    expect(idsOf(await board('&trade=woodworking'))).not.toContain(posted.id);
    expect(idsOf(await board('&bounty=yes'))).not.toContain(posted.id);
    const [near] = await board(`&lat=${seoul.lat}&long=${seoul.long}&sort=distance&search=그램`);
    expect(near?.distance).toBeLessThan(5);
  });

  test('with a bounty becomes public once it is paid, and lapses if it is not', async () => {
    const posted = (await on.ask(anna, { bounty: 10_000 })).json<WantedDetail>();
    expect(posted).toMatchObject({ state: 'pending', pledges: [{ amount: 10_000, state: 'open' }] });
    expect(idsOf(await board())).not.toContain(posted.id);
    expect((await server.call('GET', `/api/wanted/${posted.id}`, { as: ben })).statusCode).toBe(404);
    await on.pay(anna, posted.pledges[0]?.id ?? '');
    expect(await on.read(ben, posted.id)).toMatchObject({ state: 'open', bounty: 10_000, giverCount: 1 });
    expect(idsOf(await board('&bounty=yes&sort=bounty'))).toContain(posted.id);

    const unpaid = (await on.ask(anna, { bounty: 2000 })).json<WantedDetail>();
    await on.pass(unpaid.id, 2);
    await on.work();
    expect(await on.read(anna, unpaid.id)).toMatchObject({
      state: 'withdrawn',
      pledges: [{ state: 'expired' }],
    });
    const late = await server.call('POST', `/api/pledges/${unpaid.pledges[0]?.id ?? ''}/payments`, {
      as: anna,
      headers: anyKey(),
      payload: {},
    });
    expect(late.json()).toMatchObject({ code: 'pledge_not_payable' });
  });

  test('names what is wrong with its fields', async () => {
    expect((await on.ask(anna, { bounty: 999 })).json()).toMatchObject({
      code: 'pledge_out_of_range',
      fields: { bounty: expect.any(String) },
    });
    expect((await on.ask(anna, { bounty: 5_000_001 })).json()).toMatchObject({ code: 'pledge_out_of_range' });
    expect((await on.ask(anna, { until: '2020-01-01' })).json()).toMatchObject({
      code: 'until_out_of_range',
      fields: { until: expect.any(String) },
    });
    expect((await on.ask(anna, { title: ' ' })).json()).toMatchObject({
      fields: { title: expect.any(String) },
    });
    expect(
      (
        await on.ask(anna, {
          measures: [1, 2, 3, 4].map((mm) => ({ label: '길이', mm })),
        })
      ).statusCode,
    ).toBe(400);
  });

  test('is made once for one key', async () => {
    const headers = anyKey();
    const [one, two] = [await on.ask(anna, {}, headers), await on.ask(anna, {}, headers)];
    expect(one.json<WantedDetail>().id).toBe(two.json<WantedDetail>().id);
  });

  test('is withdrawn while nobody has answered, and its pledges go back', async () => {
    const { id } = await on.post(anna, { bounty: 5000 });
    const given = await on.pledge(ben, id, 3000);
    expect((await on.act(ben, id, 'withdraw')).json()).toMatchObject({ code: 'wanted_not_found' });
    expect((await on.act(anna, id, 'withdraw')).json<WantedDetail>()).toMatchObject({
      state: 'withdrawn',
      bounty: 0,
    });
    await on.runJobs();
    expect(await balanceOf(server.runtime.db, 'escrow', given.id)).toBe(0);
    const statement = (await server.call('GET', '/api/user/transactions', { as: ben })).json<
      { kind: string; amount: number; title: string }[]
    >();
    expect(statement.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['refunded', 3000],
      ['paid', -3000],
    ]);
    expect(statement[0]?.title).toContain('다이슨');
    expect(await notices(ben)).toContainEqual(expect.objectContaining({ title: '사례금을 돌려드려요' }));
    expect((await on.act(anna, id, 'withdraw')).json()).toMatchObject({ code: 'wanted_closed' });
  });

  test('with an answer is not withdrawn', async () => {
    const { id } = await on.post(anna);
    await on.answer(ben, id);
    expect((await on.act(anna, id, 'withdraw')).json()).toMatchObject({ code: 'has_answers' });
    await suspend(ben);
    expect((await on.read(anna, id)).answerCount).toBe(0);
    expect((await on.act(anna, id, 'withdraw')).statusCode).toBe(200);
  });

  test('of an asker who is suspended takes neither answers nor money, and stays readable for givers', async () => {
    const { id } = await on.post(anna, { bounty: 2000 });
    const carl = await server.signUp();
    const made = (await on.act(carl, id, 'pledges', { amount: 1000 })).json<OwnPledge>();
    await on.pledge(ben, id, 1000);
    await suspend(anna);
    const dora = await server.signUp();
    expect((await on.act(dora, id, 'answers', { kind: 'words', text: '여기요.' })).json()).toMatchObject({
      code: 'wanted_not_found',
    });
    expect((await on.act(dora, id, 'pledges', { amount: 1000 })).json()).toMatchObject({
      code: 'wanted_not_found',
    });
    const paying = await server.call('POST', `/api/pledges/${made.id}/payments`, {
      as: carl,
      headers: anyKey(),
      payload: {},
    });
    expect(paying.json()).toMatchObject({ code: 'pledge_not_payable' });
    expect(await on.read(ben, id)).toMatchObject({ bounty: 3000, can: { pledge: false, answer: false } });
    expect((await server.call('GET', `/api/wanted/${id}`, { as: dora })).statusCode).toBe(404);
  });

  test('that its asker takes down after a report keeps the bounty of those who answered', async () => {
    const takeDown = (id: string) =>
      server.runtime.db.transaction().execute((trx) => hideWanted(trx, id, new Date()));
    const answered = await on.post(anna, { bounty: 2000 });
    await on.answer(ben, answered.id);
    await takeDown(answered.id);
    expect(await on.read(anna, answered.id)).toMatchObject({ isHidden: true, state: 'open' });
    await on.runJobs();
    expect(await escrowOf(answered.pledges)).toBe(2000);
    const unanswered = await on.post(anna, { bounty: 2000 });
    await takeDown(unanswered.id);
    await on.runJobs();
    expect(await escrowOf(unanswered.pledges)).toBe(0);
  });

  test('is hidden by nobody who takes part, and leaves the lists of those who do', async () => {
    const { db } = server.runtime;
    const { id, pledges } = await on.post(anna, { bounty: 2000 });
    await on.pledge(ben, id, 1000);
    const admin = await server.signUp({ isAdmin: true });
    const reporter = await server.signUp();
    await db.updateTable('person').set({ role: 'admin' }).where('id', '=', ben.id).execute();
    const url = `/api/wanted/${id}/reports`;
    const own = await server.hideReported(url, { id, reporter, admin: ben });
    expect(own.json()).toMatchObject({ code: 'own_case' });
    expect(await on.read(anna, id)).toMatchObject({ isHidden: false, state: 'open' });
    const pledged = async () =>
      idsOf((await server.call('GET', '/api/user/wanted?side=pledged', { as: ben })).json<WantedCard[]>());
    expect(await pledged()).toEqual([id]);
    await server.hideReported(url, { id, reporter: await server.signUp(), admin });
    expect(await on.read(anna, id)).toMatchObject({ isHidden: true, state: 'withdrawn' });
    expect(await pledged()).toEqual([]);
    await on.runJobs();
    expect(await escrowOf(pledges)).toBe(0);
  });
});

describe('answers', () => {
  test('are a resource, an offer of one’s own service, or words', async () => {
    const { id } = await on.post(anna);
    const resourceId = await on.resource(ben);
    await on.answer(ben, id, { kind: 'resource', resourceId });
    expect((await on.act(ben, id, 'answers', { kind: 'resource', resourceId })).json()).toMatchObject({
      code: 'answered_before',
    });
    const { provider, serviceId } = await orderingOn(server).provide();
    await on.answer(provider, id, { kind: 'offer', serviceId, price: 12_000, text: '철로 만들어요.' });
    expect(
      (await on.act(ben, id, 'answers', { kind: 'offer', serviceId, price: 12_000 })).json(),
    ).toMatchObject({ code: 'service_not_offered' });
    expect((await on.act(ben, id, 'answers', { kind: 'offer', serviceId })).json()).toMatchObject({
      fields: { price: expect.any(String) },
    });
    expect((await on.act(ben, id, 'answers', { kind: 'words' })).json()).toMatchObject({
      fields: { text: expect.any(String) },
    });
    const read = await on.read(anna, id);
    expect(read.answers).toMatchObject([
      { kind: 'resource', resource: { id: resourceId, title: '걸쇠' } },
      { kind: 'offer', service: { id: serviceId }, price: 12_000, total: 13_200 },
    ]);
    expect((await notices(anna))[0]).toMatchObject({
      title: '구하는 글에 답변이 왔어요',
      path: `/wanted/${id}`,
    });
    const mine = (await server.call('GET', '/api/user/wanted?side=answered', { as: ben })).json<
      WantedCard[]
    >();
    expect(idsOf(mine)).toEqual([id]);
  });

  test('come neither from the asker, nor from givers, nor from people the asker has blocked', async () => {
    const { id } = await on.post(anna);
    const words = { kind: 'words', text: '여기요.' };
    expect((await on.act(anna, id, 'answers', words)).json()).toMatchObject({ code: 'own_wanted' });
    // Nor from somebody who could still pay.
    const made = (await on.act(ben, id, 'pledges', { amount: 1000 })).json<OwnPledge>();
    expect((await on.act(ben, id, 'answers', words)).json()).toMatchObject({ code: 'own_bounty' });
    expect((await on.read(ben, id)).can.answer).toBe(false);
    await on.pay(ben, made.id);
    expect((await on.act(ben, id, 'answers', words)).json()).toMatchObject({ code: 'own_bounty' });
    const carl = await server.signUp();
    await on.answer(carl, id);
    expect((await on.act(carl, id, 'pledges', { amount: 1000 })).json()).toMatchObject({
      code: 'own_bounty',
    });
    const dora = await server.signUp();
    await server.call('PUT', `/api/user/blocks/${dora.username}`, { as: anna });
    expect((await on.act(dora, id, 'answers', words)).json()).toMatchObject({ code: 'answering_denied' });
  });

  test('keep their author a party while a moderator hides them', async () => {
    const { id } = await on.post(anna, { bounty: 6000 });
    const answerId = await on.answer(ben, id);
    for (let more = 1; more < wantedLimits.answersEach; more += 1) await on.answer(ben, id);
    const objecting = await server.signUp();
    const objectingId = await on.answer(objecting, id);
    const { db, pool } = server.runtime;
    await pool.query(`update wanted_answer set state = 'hidden' where person_id = $1`, [ben.id]);
    expect((await on.read(ben, id)).can.pledge).toBe(false);
    expect((await on.act(ben, id, 'pledges', { amount: 1000 })).json()).toMatchObject({ code: 'own_bounty' });
    expect((await on.act(ben, id, 'answers', { kind: 'words', text: '또요.' })).json()).toMatchObject({
      code: 'answers_full',
    });
    // A withdrawn one does not.
    const gone = await server.signUp();
    await server.call('DELETE', `/api/wanted/${id}/answers/${await on.answer(gone, id)}`, { as: gone });
    expect((await on.read(gone, id)).can.pledge).toBe(true);
    await on.pledge(gone, id, 1000);

    await on.pass(id, 31);
    await on.work();
    await on.act(objecting, id, 'objections', { answerId: objectingId, text: '썼어요.' });
    await db.updateTable('person').set({ role: 'admin' }).where('id', '=', ben.id).execute();
    const ruled = await server.call('POST', `/api/admin/wanted/${id}/ruling`, {
      as: ben,
      payload: { answerIds: [objectingId], reason: '그래요.' },
    });
    expect(ruled.json()).toMatchObject({ code: 'own_case' });
    expect(await db.transaction().execute((trx) => showAnswer(trx, answerId))).toBe(true);
  });

  test('are not shown again while another one names the same resource', async () => {
    const { id } = await on.post(anna);
    const resourceId = await on.resource(ben);
    const answerId = await on.answer(ben, id, { kind: 'resource', resourceId });
    const { db, pool } = server.runtime;
    await pool.query(`update wanted_answer set state = 'hidden' where id = $1`, [answerId]);
    const answering = await pool.connect();
    await answering.query('begin');
    await answering.query('select from wanted where id = $1 for update', [id]);
    await answering.query(
      `insert into wanted_answer (id, wanted_id, person_id, kind, text, resource_id, created_at)
        values ($1, $2, $3, 'resource', '', $4, now())`,
      [uuidv7(Date.now()), id, (await server.signUp()).id, resourceId],
    );
    const showing = db.transaction().execute((trx) => showAnswer(trx, answerId));
    const waiting = async () =>
      (
        await pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rowCount;
    await expect.poll(waiting).toBe(1);
    await answering.query('commit');
    answering.release();
    expect(await showing).toBe(false);
  });

  test('are taken back by who wrote them', async () => {
    const { id } = await on.post(anna);
    const answerId = await on.answer(ben, id);
    const url = `/api/wanted/${id}/answers/${answerId}`;
    expect((await server.call('DELETE', url, { as: anna })).json()).toMatchObject({
      code: 'answer_not_found',
    });
    expect((await server.call('DELETE', url, { as: ben })).json<WantedDetail>().answers).toEqual([]);
  });
});

describe('a bounty', () => {
  test('is given for a resource: its author earns it less our fee, and the others are told', async () => {
    const author = await server.signUp();
    await on.verify(author);
    const resourceId = await on.resource(author);
    const { id, pledges } = await on.post(anna, { bounty: 10_000 });
    const added = await on.pledge(ben, id, 5000);
    const finder = await server.signUp();
    const answerId = await on.answer(finder, id, { kind: 'resource', resourceId });
    expect((await on.act(ben, id, 'give', { awards: [{ answerId }] })).json()).toMatchObject({
      code: 'wanted_not_found',
    });
    const headers = anyKey();
    const given = await on.act(anna, id, 'give', { awards: [{ answerId }] }, headers);
    expect(given.json<WantedDetail>()).toMatchObject({
      state: 'solved',
      bounty: 15_000,
      answers: [{ awarded: 15_000 }],
    });
    const again = await on.act(anna, id, 'give', { awards: [{ answerId }] }, headers);
    expect(again.statusCode).toBe(200);
    expect((await on.act(anna, id, 'give', { awards: [{ answerId }] })).json()).toMatchObject({
      code: 'wanted_closed',
    });
    expect(await escrowOf([...pledges, added])).toBe(0);
    expect((await earned(author)).payable).toBe(13_500);
    const statement = (await server.call('GET', '/api/user/transactions', { as: author })).json<
      { kind: string; amount: number; title: string }[]
    >();
    expect(statement).toMatchObject([
      { kind: 'bounty_earned', amount: 13_500, title: '다이슨 V8 벽걸이 걸쇠' },
    ]);
    expect((await notices(author))[0]).toMatchObject({ title: '사례금을 받았어요' });
    expect((await notices(ben))[0]).toMatchObject({ title: '구하던 것을 찾았어요' });
    expect(idsOf(await board('&state=solved&search=dyson'))).toContain(id);
    expect(idsOf(await board())).not.toContain(id);
    await server.runtime.pool.query('update payable set held_until = now() where provider_id = $1', [
      author.id,
    ]);
    await on.payOut();
    expect((await earned(author)).payable).toBe(0);
  });

  test('is filled by what is paid: pledges that nobody pays keep nobody out', async () => {
    const { id } = await on.post(anna, { bounty: 4_995_000 });
    const carl = await server.signUp();
    const unpaid = (await on.act(ben, id, 'pledges', { amount: 5000 })).json<OwnPledge>();
    const begun = await on.decide(await on.open(ben, unpaid.id), 'approve');
    await on.pledge(carl, id, 4500);
    expect(await on.read(carl, id)).toMatchObject({ maxPledge: 500, can: { pledge: false } });
    // The sum is checked again when the money would come.
    expect((await on.confirm(ben, begun)).json()).toMatchObject({ code: 'payment_over' });
    expect((await on.act(carl, id, 'pledges', { amount: 1000 })).json()).toMatchObject({
      code: 'pledge_out_of_range',
      fields: { amount: expect.any(String) },
    });
    expect(await on.read(anna, id)).toMatchObject({ bounty: 4_999_500 });
  });

  test('is split as asked, or equally to the won', async () => {
    const { id } = await on.post(anna, { bounty: 10_001 });
    const carl = await server.signUp();
    const [first, second] = [await on.answer(ben, id), await on.answer(carl, id)];
    const give = (awards: object[]) => on.act(anna, id, 'give', { awards });
    expect((await give([{ answerId: first, amount: 10_000 }])).json()).toMatchObject({
      code: 'amounts_differ',
    });
    expect((await give([{ answerId: first }, { answerId: first }])).json()).toMatchObject({
      code: 'answer_not_found',
    });
    await give([{ answerId: first }, { answerId: second }]);
    expect((await on.read(anna, id)).answers.map(({ awarded }) => awarded)).toEqual([5001, 5000]);
    expect((await earned(ben)).payable).toBe(5001 - 500);

    const other = await on.post(anna, { bounty: 3000 });
    const answers = [await on.answer(ben, other.id), await on.answer(carl, other.id)];
    await on.act(anna, other.id, 'give', {
      awards: answers.map((answerId, index) => ({ answerId, amount: index === 0 ? 1 : 2999 })),
    });
    expect((await on.read(anna, other.id)).answers.map(({ awarded }) => awarded)).toEqual([1, 2999]);
  });

  test('of nothing is given as well: the post is solved, and no journal is written', async () => {
    const { id } = await on.post(anna);
    const answerId = await on.answer(ben, id);
    await on.act(anna, id, 'give', { awards: [{ answerId }] });
    expect(await on.read(ben, id)).toMatchObject({ state: 'solved', answers: [{ awarded: 0 }] });
    expect((await notices(ben))[0]).toMatchObject({ title: '답변이 채택됐어요' });
    const other = await on.post(anna);
    const accepted = await on.answer(await server.signUp(), other.id);
    await on.answer(ben, other.id);
    await on.act(anna, other.id, 'give', { awards: [{ answerId: accepted }] });
    expect((await notices(ben))[0]?.text).toBe('‘다이슨 V8 벽걸이 걸쇠’ 글이 해결됐어요.');
  });

  test('goes neither to its givers under another account, nor to people who have left, are suspended or made nothing', async () => {
    const { db } = server.runtime;
    const { id } = await on.post(anna, { bounty: 2000 });
    await on.verify(anna);
    const twin = await server.signUp();
    await on.verify(twin);
    const { sealedNumber } = await db
      .selectFrom('bankAccount')
      .select('sealedNumber')
      .where('personId', '=', anna.id)
      .executeTakeFirstOrThrow();
    await db.updateTable('bankAccount').set({ sealedNumber }).where('personId', '=', twin.id).execute();
    const own = await on.answer(twin, id);
    const give = (answerId: string) => on.act(anna, id, 'give', { awards: [{ answerId }] });
    expect((await give(own)).json()).toMatchObject({
      code: 'own_bounty',
      fields: { 'awards[0].answerId': expect.any(String) },
    });
    // A resource of the asker's own, which somebody else points to.
    const mine = await on.answer(ben, id, { kind: 'resource', resourceId: await on.resource(anna) });
    expect((await give(mine)).json()).toMatchObject({ code: 'own_bounty' });
    const imported = await on.answer(ben, id, {
      kind: 'resource',
      resourceId: await on.resource(ben, { author: '다른 사람' }),
    });
    expect((await give(imported)).json()).toMatchObject({ code: 'receiver_unable' });
    const carl = await server.signUp();
    const gone = await on.answer(carl, id);
    await db.updateTable('person').set({ suspendedAt: new Date() }).where('id', '=', carl.id).execute();
    expect((await give(gone)).json()).toMatchObject({ code: 'receiver_unable' });
    expect(await on.read(anna, id)).toMatchObject({ state: 'open', bounty: 2000 });
  });
});

describe('time', () => {
  test('gives days of grace with three reminders, then each pledge goes back', async () => {
    const { id, pledges } = await on.post(anna, { bounty: 4000 });
    const added = await on.pledge(ben, id, 1000);
    await on.pass(id, 31);
    await on.work();
    expect(await on.read(anna, id)).toMatchObject({ state: 'grace', bounty: 5000 });
    const reminders = async () =>
      (await notices(anna)).filter(({ title }) => title === '사례금을 정해 주세요').length;
    await on.work();
    expect(await reminders()).toBe(1);
    await on.pass(id, 15);
    await on.work();
    await on.work();
    expect(await reminders()).toBe(2);
    await on.pass(id, 13);
    await on.work();
    expect(await reminders()).toBe(3);
    expect((await on.act(ben, id, 'pledges', { amount: 1000 })).json()).toMatchObject({
      code: 'wanted_closed',
    });
    await on.pass(id, 3);
    await on.work();
    expect(await on.read(anna, id)).toMatchObject({ state: 'ended', bounty: 0 });
    await on.runJobs();
    expect(await escrowOf([...pledges, added])).toBe(0);
  });

  test('ends a post without a bounty without more', async () => {
    const { id } = await on.post(anna);
    await on.pass(id, 31);
    await on.work();
    expect(await on.read(anna, id)).toMatchObject({ state: 'ended' });
  });

  test('returns money whole that comes after the end', async () => {
    const { id } = await on.post(anna, { bounty: 2000 });
    const made = (await on.act(ben, id, 'pledges', { amount: 3000 })).json<OwnPledge>();
    const attempt = await on.open(ben, made.id);
    const answerId = await on.answer(await server.signUp(), id);
    const approved = await on.decide(attempt, 'approve');
    await on.act(anna, id, 'give', { awards: [{ answerId }] });
    await on.confirm(ben, approved);
    await on.runJobs();
    const { pledges, bounty } = await on.read(ben, id);
    expect(bounty).toBe(2000);
    expect(pledges).toMatchObject([{ state: 'expired' }]);
  });
});

describe('an objection', () => {
  async function disputed(bounty = 6000) {
    const { id, pledges } = await on.post(anna, { bounty });
    const answerId = await on.answer(ben, id);
    expect((await on.act(ben, id, 'objections', { answerId, text: '썼어요' })).json()).toMatchObject({
      code: 'not_objectable',
    });
    await on.pass(id, 31);
    await on.work();
    expect((await notices(ben))[0]).toMatchObject({ title: '답변한 글의 기한이 지났어요' });
    const objected = await on.act(ben, id, 'objections', { answerId, text: '제 답변대로 고쳤어요.' });
    expect(objected.json<WantedDetail>()).toMatchObject({
      state: 'disputed',
      answers: [{ isObjecting: true, objection: '제 답변대로 고쳤어요.' }],
    });
    return { id, answerId, pledges };
  }
  const rule = (as: Person, id: string, answerIds: string[]) =>
    server.call('POST', `/api/admin/wanted/${id}/ruling`, {
      as,
      payload: { answerIds, reason: '사진을 보니 그래요.' },
    });

  test('keeps the money until staff give it', async () => {
    const { id, answerId } = await disputed();
    await on.pass(id, 40);
    await on.work();
    expect(await on.read(ben, id)).toMatchObject({ state: 'disputed', bounty: 6000 });
    const admin = await server.signUp({ isAdmin: true });
    const waiting = (await server.call('GET', '/api/admin/wanted?limit=100', { as: admin })).json<
      WantedCard[]
    >();
    expect(idsOf(waiting)).toContain(id);
    const ruled = await rule(admin, id, [answerId]);
    expect(ruled.json<WantedDetail>()).toMatchObject({ state: 'solved', answers: [{ awarded: 6000 }] });
    expect((await earned(ben)).payable).toBe(5400);
    expect((await notices(anna))[0]).toMatchObject({ title: '이의를 판정했어요' });
    expect((await rule(admin, id, [])).json()).toMatchObject({ code: 'not_disputed' });
  });

  test('lets staff return it, and the asker give it to who objected alone', async () => {
    const admin = await server.signUp({ isAdmin: true });
    const one = await disputed();
    expect((await rule(admin, one.id, [])).json<WantedDetail>()).toMatchObject({ state: 'ended' });
    await on.runJobs();
    expect(await escrowOf(one.pledges)).toBe(0);

    const { id, pledges } = await on.post(anna, { bounty: 6000 });
    const carl = await server.signUp();
    const [mine, other] = [await on.answer(ben, id), await on.answer(carl, id)];
    await on.pass(id, 31);
    await on.work();
    await on.act(ben, id, 'objections', { answerId: mine, text: '썼어요.' });
    expect((await on.act(anna, id, 'give', { awards: [{ answerId: other }] })).json()).toMatchObject({
      code: 'objection_open',
    });
    expect((await on.act(anna, id, 'give', { awards: [{ answerId: mine }] })).statusCode).toBe(200);
    expect(await escrowOf(pledges)).toBe(0);
    expect((await on.read(carl, id)).answers.map(({ objection }) => objection)).toEqual(['', '']);
  });

  test('about a large bounty needs two admins who rule the same, and none of them takes part', async () => {
    const { id, answerId } = await disputed(600_000);
    const [one, two] = [await server.signUp({ isAdmin: true }), await server.signUp({ isAdmin: true })];
    expect((await rule(one, id, [answerId])).json<WantedDetail>()).toMatchObject({ state: 'disputed' });
    expect((await rule(one, id, [answerId])).json<WantedDetail>()).toMatchObject({ state: 'disputed' });
    expect((await rule(two, id, [])).json<WantedDetail>()).toMatchObject({ state: 'disputed' });
    expect((await rule(one, id, [])).json<WantedDetail>()).toMatchObject({ state: 'ended' });
    await on.runJobs();

    const other = await disputed();
    await server.runtime.db.updateTable('person').set({ role: 'admin' }).where('id', '=', ben.id).execute();
    expect((await rule(ben, other.id, [other.answerId])).json()).toMatchObject({ code: 'own_case' });
  });

  test('is not ruled by who made the resource of an answer, and names the answers that cannot have it', async () => {
    const author = await server.signUp({ isAdmin: true });
    const { id } = await on.post(anna, { bounty: 6000 });
    const resourceId = await on.resource(author);
    const answerId = await on.answer(ben, id, { kind: 'resource', resourceId });
    const other = await on.answer(await server.signUp(), id);
    await on.pass(id, 31);
    await on.work();
    await on.act(ben, id, 'objections', { answerId, text: '썼어요.' });
    expect((await rule(author, id, [answerId])).json()).toMatchObject({ code: 'own_case' });
    const admin = await server.signUp({ isAdmin: true });
    expect((await rule(admin, id, [other])).json()).toMatchObject({
      code: 'objection_open',
      fields: { answerIds: expect.any(String) },
    });
  });

  test('is ruled although a moderator hid the answer, which nobody else sees any more', async () => {
    const { id, answerId } = await disputed();
    const admin = await server.signUp({ isAdmin: true });
    const reporter = await server.signUp();
    const url = `/api/wanted-answers/${answerId}/reports`;
    const hidden = await server.hideReported(url, { id: answerId, reporter, admin });
    expect(hidden.json(), hidden.body).toMatchObject({ state: 'hidden', kind: 'wanted_answer' });
    expect((await on.read(anna, id)).answers.map((each) => each.id)).not.toContain(answerId);
    expect((await on.read(admin, id)).answers.map((each) => each.id)).toContain(answerId);
    const { db } = server.runtime;
    await expect(wantedPersonalData({ db }).assertMayLeave?.(db, anna.id)).rejects.toThrow(/bounties_open/);
    expect((await notices(ben)).map(({ path }) => path)).toContainEqual(expect.stringContaining('/my/'));
    expect((await rule(admin, id, [answerId])).json<WantedDetail>()).toMatchObject({ state: 'solved' });

    // A moderator who takes part does not hide it.
    const other = await disputed();
    await server.runtime.db.updateTable('person').set({ role: 'admin' }).where('id', '=', anna.id).execute();
    const refused = await server.hideReported(`/api/wanted-answers/${other.answerId}/reports`, {
      id: other.answerId,
      reporter,
      admin: anna,
    });
    expect(refused.json()).toMatchObject({ code: 'own_case' });
  });

  test('is ruled although a moderator hid the post, and is reported after a week', async () => {
    const { db, pool } = server.runtime;
    const { id, answerId, pledges } = await disputed();
    const admin = await server.signUp({ isAdmin: true });
    const url = `/api/wanted/${id}/reports`;
    await server.hideReported(url, { id, reporter: await server.signUp(), admin });
    expect(await on.read(admin, id)).toMatchObject({ state: 'disputed', isHidden: true, bounty: 6000 });
    const reported = async () => {
      await enqueue(db, 'orders.audit_money', {});
      await on.runJobs();
      const { rowCount } = await pool.query(
        `select from ledger_finding where invariant = 'ruling' and subject = $1 and resolved_at is null`,
        [`wanted:${id}`],
      );
      return rowCount;
    };
    expect(await reported()).toBe(0);
    await pool.query(`update wanted_answer set objected_at = now() - interval '8 days' where id = $1`, [
      answerId,
    ]);
    expect(await reported()).toBe(1);
    expect((await rule(admin, id, [answerId])).json<WantedDetail>()).toMatchObject({ state: 'solved' });
    expect(await escrowOf(pledges)).toBe(0);
    expect(await reported()).toBe(0);
  });

  test('about a bounty that is gone is recorded as it ends', async () => {
    const { db } = server.runtime;
    const { id, answerId, pledges } = await disputed();
    const pledge = await db
      .selectFrom('pledge')
      .selectAll()
      .where('id', '=', pledges[0]?.id ?? '')
      .executeTakeFirstOrThrow();
    await db.transaction().execute(async (trx) => {
      const paymentId = pledge.paymentId ?? '';
      await takeBack(trx, { id: pledge.id, paymentId, amount: pledge.amount }, new Date());
      await trx
        .updateTable('payment')
        .set({ bound: false, capturedAmount: null, capturedAt: null })
        .where('id', '=', paymentId)
        .execute();
    });
    const admin = await server.signUp({ isAdmin: true });
    expect((await rule(admin, id, [answerId])).json<WantedDetail>()).toMatchObject({ state: 'ended' });
    const { rows } = await server.runtime.pool.query<{ after: object }>(
      `select after from audit_entry where action = 'wanted.rule' and target_id = $1`,
      [id],
    );
    expect(rows).toMatchObject([{ after: { state: 'ended' } }]);
  });
});

describe('leaving', () => {
  const erase = async (person: Person) => {
    const { db, pool } = server.runtime;
    await pool.query("update person set withdraws_at = now() - interval '1 minute' where id = $1", [
      person.id,
    ]);
    await enqueue(db, 'rights.erase_due', {});
    await on.runJobs();
    const { rowCount } = await pool.query('select from person where id = $1 and erased_at is not null', [
      person.id,
    ]);
    expect(rowCount).toBe(1);
  };

  test('returns what was pledged, and takes the words away', async () => {
    const { pool } = server.runtime;
    const carl = await server.signUp();
    const own = await on.post(anna, { bounty: 3000, description: '비밀' });
    const added = await on.pledge(ben, own.id, 2000);
    const other = await on.post(carl, { bounty: 1000 });
    const given = await on.pledge(anna, other.id, 4000);
    const answered = await on.post(carl);
    await on.answer(anna, answered.id, { kind: 'words', text: '비밀 답변' });
    await erase(anna);
    expect(await escrowOf([...own.pledges, added, given])).toBe(0);
    expect(await on.read(carl, other.id)).toMatchObject({ state: 'open', bounty: 1000 });
    expect((await on.read(carl, answered.id)).answers).toEqual([]);
    const { rows } = await pool.query<{ state: string; words: string }>(
      'select state, title || description || device as words from wanted where id = $1',
      [own.id],
    );
    expect(rows).toEqual([{ state: 'withdrawn', words: '' }]);
    const { rows: kept } = await pool.query<{ text: string }>(
      'select text from wanted_answer where person_id = $1',
      [anna.id],
    );
    expect(kept).toEqual([{ text: '' }]);
    // The statement of the other giver does not name it any more.
    const statement = await server.call('GET', '/api/user/transactions', { as: ben });
    expect(statement.body).not.toContain('다이슨');
  });

  test('waits for the decision about a bounty that somebody has answered for', async () => {
    const { db } = server.runtime;
    const { id } = await on.post(anna, { bounty: 3000 });
    const room = wantedPersonalData({ db });
    await room.assertMayLeave?.(db, anna.id);
    const answerId = await on.answer(ben, id);
    await expect(room.assertMayLeave?.(db, anna.id)).rejects.toThrow(/사례금|bounties_open/);
    const other = await on.post(ben, { bounty: 3000 });
    const gone = await server.signUp();
    await on.answer(gone, other.id);
    await suspend(gone);
    await room.assertMayLeave?.(db, ben.id);
    await on.act(anna, id, 'give', { awards: [{ answerId }] });
    await room.assertMayLeave?.(db, anna.id);
    await erase(anna);
    // What was given stays the receiver's.
    expect((await earned(ben)).payable).toBe(2700);
  });
});

test('the check of all money finds pledges and awards that do not fit the books', async () => {
  const { db, pool } = server.runtime;
  const { id, pledges } = await on.post(anna, { bounty: 3000 });
  const pledge = pledges[0]?.id ?? '';
  const found = async () =>
    (await checkMoney(db, [bountyQuestions])).map(({ invariant, subject }) => `${invariant} ${subject}`);
  await pool.query(`update pledge set state = 'refunded', version = 3 where id = $1`, [pledge]);
  expect(await found()).toEqual([`I3 pledge:${pledge}`, `I10 pledge:${pledge}`]);
  await pool.query(`update pledge set state = 'given', version = 3 where id = $1`, [pledge]);
  expect(await found()).toEqual([`I3 pledge:${pledge}`, `I6 pledge:${pledge}`, `I10 pledge:${pledge}`]);
  await pool.query(`update pledge set state = 'held', version = 2 where id = $1`, [pledge]);
  await pool.query('update payment set bound = false where subject_id = $1', [pledge]);
  expect(await found()).toEqual([`I5 pledge:${pledge}`]);
  await pool.query('update payment set bound = true where subject_id = $1', [pledge]);
  await on.answer(ben, id);
  await pool.query(
    `insert into wanted_award (id, wanted_id, answer_id, receiver_id, amount, fee, created_at)
      select uuidv7(), wanted_id, id, person_id, 10, 1, now() from wanted_answer where wanted_id = $1`,
    [id],
  );
  expect((await found()).map((each) => each.replace(/award:.*/, 'award')).toSorted()).toEqual([
    `I10 wanted:${id}`,
    'I6 award',
    'I6 fees',
    `I6 wanted:${id}`,
  ]);
  await pool.query('delete from wanted_award where wanted_id = $1', [id]);
});

test('providers of the trade within reach are told once', async () => {
  const { provider } = await orderingOn(server).provide({ serviceType: 'woodworking' });
  const { id } = await on.post(anna, { trade: 'woodworking', place: seoul });
  await on.runJobs();
  await on.runJobs();
  const told = (await notices(provider)).filter(({ path }) => path === `/wanted/${id}`);
  expect(told).toMatchObject([{ title: '가까이에서 구하고 있어요' }]);
  const far = await on.post(anna, {
    trade: 'woodworking',
    place: { address: '제주 제주시', lat: 33.499, long: 126.531 },
  });
  await on.runJobs();
  expect((await notices(provider)).map(({ path }) => path)).not.toContain(`/wanted/${far.id}`);
});

test(
  'bounties never lose or create a won, and nobody is paid twice, in any life',
  async () => {
    const { db } = server.runtime;
    const people = await Promise.all(Array.from({ length: 3 }, () => server.signUp()));
    const writers = await Promise.all(Array.from({ length: 3 }, () => server.signUp()));
    const admin = await server.signUp({ isAdmin: true });
    const sums = async () => {
      const all = await Promise.all(writers.map((as) => earned(as)));
      return all.map(({ payable }) => payable);
    };
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1000, max: 400_000 }),
        fc.array(fc.integer({ min: 1000, max: 33_333 }), { maxLength: 3 }),
        fc.integer({ min: 0, max: 3 }),
        fc.constantFrom(
          'give',
          'split',
          'return',
          'object then give',
          'object then return',
          'late',
          'withdraw',
        ),
        fc.boolean(),
        async (bounty, more, answering, end, isReversed) => {
          const before = await sums();
          const { id, pledges: own } = await on.post(anna, { bounty });
          const pledges = [...own];
          for (const [index, amount] of more.entries())
            pledges.push(await on.pledge(people[index] ?? ben, id, amount));
          const answers: string[] = [];
          for (const writer of writers.slice(0, answering)) answers.push(await on.answer(writer, id));
          const all = [bounty, ...more].reduce((sum, amount) => sum + amount, 0);
          expect((await on.read(ben, id)).bounty).toBe(all);
          const late =
            end === 'late' ? (await on.act(ben, id, 'pledges', { amount: 1000 })).json<OwnPledge>() : null;
          const attempt = late && (await on.decide(await on.open(ben, late.id), 'approve'));
          const [first] = answers;
          if (end.startsWith('object') || end === 'return') {
            await on.pass(id, 31);
            await on.work();
            if (first && end !== 'return') {
              await on.act(writers[0], id, 'objections', { answerId: first, text: '썼어요.' });
              await server.call('POST', `/api/admin/wanted/${id}/ruling`, {
                as: admin,
                payload: { answerIds: end === 'object then give' ? [first] : [], reason: '판정' },
              });
            } else {
              await on.pass(id, 31);
              await on.work();
            }
          } else if (answers.length > 0 && end !== 'withdraw') {
            const awards = (end === 'split' ? answers : answers.slice(0, 1)).map((answerId) => ({
              answerId,
            }));
            await Promise.all([
              on.act(anna, id, 'give', { awards }),
              on.act(anna, id, 'give', { awards }),
              ...(attempt ? [on.confirm(ben, attempt)] : []),
            ]);
          } else await on.act(anna, id, 'withdraw');
          if (attempt) await on.confirm(ben, attempt);
          const reversed = pledges[0];
          if (isReversed && reversed) {
            const row = await db
              .selectFrom('pledge')
              .selectAll()
              .where('id', '=', reversed.id)
              .executeTakeFirstOrThrow();
            if (row.state === 'held' || row.state === 'given') {
              // The same as the gateway's step, in one transaction.
              await db.transaction().execute(async (trx) => {
                const paymentId = row.paymentId ?? '';
                await takeBack(trx, { id: row.id, paymentId, amount: row.amount }, new Date());
                await trx
                  .updateTable('payment')
                  .set({ bound: false, capturedAmount: null, capturedAt: null })
                  .where('id', '=', paymentId)
                  .execute();
              });
            }
          }
          await on.runJobs();
          await on.assertSound();
          const read = await on.read(anna, id);
          const given = read.answers.reduce((sum, { awarded }) => sum + (awarded ?? 0), 0);
          const after = await sums();
          const gains = after.map((sum, index) => sum - (before[index] ?? 0));
          const awards = writers.map(
            (_, index) => read.answers.find((answer) => answer.id === answers[index])?.awarded ?? 0,
          );
          // Each receives their award less the fee, once.
          expect(gains).toEqual(awards.map((amount) => amount - Math.floor(amount / 10)));
          expect(read.state === 'solved' ? [all, all + 1000] : [0]).toContain(given);
          const parts = splitEqually(given, end === 'split' ? Math.max(1, answers.length) : 1);
          expect(awards.filter((amount) => amount > 0)).toEqual(parts.filter((amount) => amount > 0));
          expect(await escrowOf(pledges)).toBe(read.state === 'solved' ? 0 : read.bounty);
        },
      ),
      randomRuns(20),
    );
  },
  60 * 60_000,
);

test('posts from before that may be of one place get the point of the first', async () => {
  const posted = [];
  for (let made = 0; made < 4; made += 1) posted.push((await on.post(anna, { place: seoul })).id);
  const other = (await on.post(ben, { place: seoul })).id;
  const { pool } = server.runtime;
  const move = (id: string, lat: number, long: number) =>
    pool.query('update wanted set lat = $2, long = $3 where id = $1', [id, lat, long]);
  const [one = '', two = '', far = '', three = ''] = posted;
  await move(one, 37.56, 126.99);
  await move(two, 37.571, 127.003);
  await move(far, 37.6, 126.99);
  await move(three, 37.555, 126.985);
  await move(other, 37.562, 126.991);
  const { rows: jobs } = await pool.query<{ id: string }>(
    `insert into tender (id, customer_id, title, description, service_type, material, colour, tolerance, finish, quantity,
        delivery, lat, long, search_text, created_at)
      values ($1, $2, '', '', 'woodworking', '', '', '', '', 1, 'ship', 37.565, 126.98, '', now()) returning id`,
    [uuidv7(Date.now()), anna.id],
  );
  const migration = new URL(
    '../../../../migrations/20261226050000-one-point-for-one-place.sql',
    import.meta.url,
  );
  await pool.query(await readFile(migration, 'utf8'));
  const points = await Promise.all(
    [one, two, three, far, other].map(async (id) => (await on.read(anna, id)).place),
  );
  const first = { lat: 37.56, long: 126.99 };
  const { rows: moved } = await pool.query('select lat, long from tender where id = $1', [jobs[0]?.id]);
  expect(moved).toEqual([first]);
  expect(points).toMatchObject([first, first, first, { lat: 37.6 }, { lat: 37.562, long: 126.991 }]);
});

test('numbers of this place are those that its operator has set', async () => {
  const other = await startTestServer({
    WANTED_TERMS: JSON.stringify({ maxOpenDays: 7, graceDays: 3, minPledge: 5000, maxBounty: 20_000 }),
  });
  try {
    const terms = await other.call('GET', '/api/wanted/terms');
    expect(terms.json()).toEqual({
      openDays: 30,
      maxOpenDays: 7,
      graceDays: 3,
      minPledge: 5000,
      maxBounty: 20_000,
      secondAdminAbove: 500_000,
    });
    const asking = wantingOn(other);
    const person = await other.signUp();
    const inEnglish = { 'accept-language': 'en' };
    const refusal = async (fields: object) => (await asking.ask(person, fields, inEnglish)).json();
    const range = 'A bounty is ₩5,000 or more, and ₩20,000 in all at most.';
    for (const bounty of [4999, 20_001]) {
      expect(await refusal({ bounty })).toMatchObject({
        code: 'pledge_out_of_range',
        message: range,
        fields: { bounty: range },
      });
    }
    const day = new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString().slice(0, 10);
    expect(await refusal({ until: day })).toMatchObject({
      code: 'until_out_of_range',
      fields: { until: 'Choose a day from tomorrow on, at most 7 days ahead.' },
    });
  } finally {
    await other.close();
  }
});

test('a post begins with its first answers and latest events, and the others are asked for', async () => {
  const { db } = server.runtime;
  const post = await on.post(anna);
  const carl = await server.signUp();
  const ids = Array.from({ length: 45 }, (_, index) => uuidv7(Date.now() + index));
  const createdAt = new Date();
  await db
    .insertInto('wantedAnswer')
    .values(
      ids.map((id, index) => ({
        id,
        wantedId: post.id,
        personId: index === 40 ? carl.id : ben.id,
        kind: 'words' as const,
        text: String(index),
        resourceId: null,
        serviceId: null,
        price: null,
        readyOn: null,
        createdAt,
        objectedAt: index === 42 ? createdAt : null,
        objection: index === 42 ? '쓰였어요' : '',
      })),
    )
    .execute();
  await db
    .insertInto('wantedEvent')
    .values(
      ids.map((answerId) => ({ wantedId: post.id, kind: 'answered', at: createdAt, amount: null, answerId })),
    )
    .execute();
  const seen = await on.read(carl, post.id);
  // One's own and those that object are there from the beginning.
  expect(seen.answers.map(({ text }) => Number(text))).toEqual([...Array(20).keys(), 40, 42]);
  expect(seen).toMatchObject({ answerCount: 45, nextAnswer: ids[19], can: { give: false } });
  const next = async (after: string | null) =>
    (await server.call('GET', `/api/wanted/${post.id}/answers?after=${after}`)).json<AnswersPage>();
  const second = await next(seen.nextAnswer);
  const third = await next(second.next);
  expect([...second.items, ...third.items].map(({ id }) => id)).toEqual(ids.slice(20));
  expect(third.next).toBeNull();

  // The first event is that it was opened.
  expect(seen.events).toHaveLength(30);
  const earlier = await server.call('GET', `/api/wanted/${post.id}/events?before=${seen.earlierEvents}`);
  const { items, next: before } = earlier.json<EventsPage>();
  expect([items.length, items[0]?.kind, before]).toEqual([16, 'opened', null]);

  // Both are as visible as their post.
  await db.updateTable('wanted').set({ hiddenAt: createdAt }).where('id', '=', post.id).execute();
  for (const path of [`answers?after=${ids[0]}`, 'events?before=9999999'])
    expect((await server.call('GET', `/api/wanted/${post.id}/${path}`, { as: carl })).statusCode).toBe(404);
});
