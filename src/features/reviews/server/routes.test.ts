import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allJobs } from '#app/jobs.ts';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { getArrivalVerdict } from '#features/orders/server/public.ts';
import { orderingOn, type Ordering } from '#features/orders/server/testing.ts';
import { enqueue, runDueJobs } from '#platform/server/jobs.ts';
import type { OrderReviews, Review, ReviewSummary } from '../contract.ts';

let server: TestServer;
let on: Ordering;
let buyer: Person;

beforeAll(async () => {
  server = await startTestServer();
  on = orderingOn(server);
  buyer = await server.signUp();
});
afterAll(() => server.close());

async function completedOrder(by = buyer, service?: { provider: Person; serviceId: string }) {
  const { provider, serviceId } = service ?? (await on.provide());
  const { id } = await on.order(by, serviceId);
  await on.pay(by, id);
  await on.move(provider, id, 'accept');
  await on.move(provider, id, 'start');
  const uploadId = await on.upload(provider, new TextEncoder().encode(`result ${id}`), 'result.txt');
  await on.move(provider, id, 'deliver', { files: [{ uploadId }] });
  await on.complete(by, id);
  return { provider, serviceId, id };
}

const write = (as: Person | undefined, orderId: string, payload: object = {}, headers: object = {}) =>
  server.call('POST', `/api/orders/${orderId}/reviews`, {
    ...(as && { as }),
    headers: { ...headers },
    payload: { rating: 5, text: '튼튼하게 잘 나왔어요.', ...payload },
  });
const seen = async (as: Person, orderId: string) =>
  (await server.call('GET', `/api/orders/${orderId}/reviews`, { as })).json<OrderReviews>();
const publicOnes = async (serviceId: string) =>
  (await server.call('GET', `/api/services/${serviceId}/reviews`)).json<Review[]>();
const summary = async (serviceId: string) =>
  (await server.call('GET', `/api/services/${serviceId}/reviews/summary`)).json<ReviewSummary>();
const runJobs = () => runDueJobs(server.runtime.pool, allJobs(server.runtime));
const ratingOnCard = async (serviceId: string) => {
  await runJobs();
  return (await server.call('GET', `/api/services/${serviceId}`)).json<{ rating: number | null }>().rating;
};

describe('both sides', () => {
  test('see each other’s review only after both have written, when both become public', async () => {
    const { provider, serviceId, id } = await completedOrder();
    const first = await write(buyer, id, { rating: 4 });
    expect(first.statusCode).toBe(201);
    expect(first.json()).toMatchObject({ rating: 4, shownAt: null, can: { edit: true } });
    expect(await seen(provider, id)).toMatchObject({
      own: null,
      others: null,
      hasOther: true,
      canWrite: true,
    });
    expect(await publicOnes(serviceId)).toEqual([]);
    expect((await server.call('GET', `/api/people/${provider.username}/reviews`)).json()).toEqual([]);
    expect(await ratingOnCard(serviceId)).toBeNull();

    expect((await write(provider, id, { rating: 5, text: '설명이 자세했어요.' })).statusCode).toBe(201);
    expect(await seen(buyer, id)).toMatchObject({ others: { rating: 5 }, canWrite: false, showsAt: null });
    const [shown] = await publicOnes(serviceId);
    expect(shown).toMatchObject({ rating: 4, side: 'buyer', can: { answer: false } });
    expect(await ratingOnCard(serviceId)).toBe(4);
    expect(await summary(serviceId)).toEqual({
      count: 1,
      average: 4,
      rating: 4,
      distribution: [0, 0, 0, 1, 0],
    });
    const asBuyer = await server.call('GET', `/api/people/${buyer.username}/reviews?as=buyer`);
    expect(asBuyer.json<Review[]>().some(({ text }) => text === '설명이 자세했어요.')).toBe(true);
  });

  test('wait fourteen days for the other side, which can then only answer', async () => {
    const { provider, serviceId, id } = await completedOrder();
    await write(buyer, id, { rating: 2 });
    const pass = (days: number) =>
      server.runtime.pool.query(
        `update review set shows_at = shows_at - make_interval(days => $2) where order_id = $1`,
        [id, days],
      );
    await pass(13);
    await enqueue(server.runtime.db, 'reviews.show_due', {});
    await runJobs();
    expect(await publicOnes(serviceId)).toEqual([]);
    await pass(1);
    await enqueue(server.runtime.db, 'reviews.show_due', {});
    await runJobs();
    const [shown] = await publicOnes(serviceId);
    expect(shown?.rating).toBe(2);
    expect((await write(provider, id)).json()).toMatchObject({ code: 'review_too_late' });

    const answer = (as: Person) =>
      server.call('POST', `/api/reviews/${shown?.id}/answer`, {
        as,
        payload: { text: '다시 만들어 드릴게요.' },
      });
    expect((await answer(buyer)).statusCode).toBe(403);
    expect((await answer(provider)).json()).toMatchObject({ answer: { text: '다시 만들어 드릴게요.' } });
    expect((await answer(provider)).json()).toMatchObject({ code: 'already_answered' });
  });

  test('may change their review only until it is public', async () => {
    const { provider, id } = await completedOrder();
    const { id: reviewId } = (await write(buyer, id)).json<Review>();
    const edit = (as: Person) =>
      server.call('PUT', `/api/reviews/${reviewId}`, { as, payload: { rating: 3, text: '보통이에요.' } });
    expect((await edit(provider)).statusCode).toBe(404);
    expect((await edit(buyer)).json()).toMatchObject({ rating: 3, text: '보통이에요.' });
    await write(provider, id);
    expect((await edit(buyer)).json()).toMatchObject({ code: 'review_shown' });
  });

  test('learn nothing of a review that is not there or not public yet', async () => {
    const { provider, id } = await completedOrder();
    const { id: reviewId } = (await write(buyer, id)).json<Review>();
    const payload = { rating: 3, text: '보통이에요.' };
    for (const unknown of ['none', crypto.randomUUID()]) {
      const edited = await server.call('PUT', `/api/reviews/${unknown}`, { as: buyer, payload });
      expect([edited.statusCode, edited.json()]).toMatchObject([404, { code: 'review_not_found' }]);
    }
    // An answer would tell what the other side has not shown yet.
    const answered = await server.call('POST', `/api/reviews/${reviewId}/answer`, {
      as: provider,
      payload: { text: '고마워요.' },
    });
    expect([answered.statusCode, answered.json()]).toMatchObject([404, { code: 'review_not_found' }]);
  });

  test('who write at the same moment are both published', async () => {
    const { provider, id } = await completedOrder();
    const answers = await Promise.all([write(buyer, id), write(provider, id)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    expect((await seen(buyer, id)).others).not.toBeNull();
    expect((await seen(provider, id)).others).not.toBeNull();
  });
});

describe('whether it works', () => {
  const verdict = (id: string) => getArrivalVerdict(server.runtime.db, id);

  test('is said with the review of the buyer, and is the verdict on the order', async () => {
    const { provider, id } = await completedOrder();
    expect(await verdict(id)).toBeNull();
    const written = await write(buyer, id, { worked: false });
    expect(written.json()).toMatchObject({ worked: false });
    expect(await verdict(id)).toBe(false);
    // The review is blind until both have written, and so is what it says.
    expect((await on.read(provider, id)).arrival).toBeNull();
    expect((await on.read(buyer, id)).arrival).toMatchObject({ works: false });
    const payload = { rating: 4, text: '고쳐 보니 돼요.', worked: true };
    const edited = await server.call('PUT', `/api/reviews/${written.json<Review>().id}`, {
      as: buyer,
      payload,
    });
    expect(edited.json()).toMatchObject({ worked: true });
    expect(await verdict(id)).toBe(true);
    await write(provider, id, { worked: false });
    expect((await seen(buyer, id)).others).toMatchObject({ worked: null });
    expect(await verdict(id)).toBe(true);
  });

  test('stays as the buyer said after the arrival where the review says the same, or nothing', async () => {
    const { provider, serviceId } = await on.provide();
    const { id } = await on.order(buyer, serviceId);
    await on.pay(buyer, id);
    await on.move(provider, id, 'accept');
    await on.move(provider, id, 'start');
    const uploadId = await on.upload(provider, new TextEncoder().encode(`said ${id}`), 'result.txt');
    await on.move(provider, id, 'deliver', { files: [{ uploadId }] });
    await on.move(buyer, id, 'inspect', { works: true });
    await on.complete(buyer, id);
    const before = await verdict(id);
    await write(buyer, id, { worked: true });
    expect(await verdict(id)).toEqual(before);
    expect((await on.read(provider, id)).arrival).toMatchObject({ works: true });
  });
});

describe('the right to review', () => {
  test('belongs to each party of an order that ended, once', async () => {
    const { provider, serviceId } = await on.provide();
    const { id } = await on.order(buyer, serviceId);
    expect((await write(buyer, id)).json()).toMatchObject({ code: 'not_reviewable' });
    await on.pay(buyer, id);
    await on.move(buyer, id, 'cancel');
    expect((await write(buyer, id)).json()).toMatchObject({ code: 'not_reviewable' });

    const ended = await completedOrder(buyer, { provider, serviceId });
    expect((await write(undefined, ended.id)).statusCode).toBe(401);
    expect((await write(await server.signUp(), ended.id)).statusCode).toBe(404);
    expect((await write(await server.signUp({ isAdmin: true }), ended.id)).statusCode).toBe(403);
    expect((await write(buyer, 'nonsense')).statusCode).toBe(404);
    for (const wrong of [
      { rating: 0 },
      { rating: 6 },
      { rating: 4.5 },
      { text: ' \u200b' },
      { text: 'x'.repeat(2001) },
    ]) {
      const refused = await write(buyer, ended.id, wrong);
      expect(refused.statusCode, JSON.stringify(wrong)).toBe(400);
      expect(refused.json()).toMatchObject({ fields: { [Object.keys(wrong)[0] ?? '']: expect.any(String) } });
    }
    const again = { 'idempotency-key': 'once' };
    const first = await write(buyer, ended.id, {}, again);
    expect((await write(buyer, ended.id, {}, again)).json()).toMatchObject({ id: first.json<Review>().id });
    expect((await write(buyer, ended.id)).json()).toMatchObject({ code: 'already_reviewed' });
  });

  test('shows the author’s photos with it, publicly once it is published', async () => {
    const { provider, id } = await completedOrder();
    const foreign = await on.photo(provider, id);
    expect((await write(buyer, id, { photos: [foreign] })).json()).toMatchObject({ code: 'unknown_photo' });
    const photo = await on.photo(buyer, id);
    const made = (await write(buyer, id, { photos: [photo] })).json<Review>();
    const width = made.photos[0]?.widths[0];
    const path = `/api/reviews/${made.id}/photos/${photo}/${width}.webp`;
    expect((await server.call('GET', path, { as: provider })).statusCode).toBe(404);
    expect((await server.call('GET', path, { as: buyer })).statusCode).toBe(200);
    await write(provider, id);
    expect((await server.call('GET', path)).statusCode).toBe(200);
  });
});

test('a review that moderators hide is removed from the list and the rating', async () => {
  const service = await on.provide();
  const { id } = await completedOrder(buyer, service);
  const other = await completedOrder(await server.signUp(), service);
  const bad = (await write(buyer, id, { rating: 1 })).json<Review>();
  await write(service.provider, id);
  await server.runtime.pool.query(
    `insert into review select gen_random_uuid(), $1, service_id, side, author_id, about_id, 5, text, state, shows_at, shown_at,
      null, null, created_at, null from review where id = $2`,
    [other.id, bad.id],
  );
  await enqueue(server.runtime.db, 'reviews.rate_all', {});
  await runJobs();
  expect(await ratingOnCard(service.serviceId)).toBe(3);
  const admin = await server.signUp({ isAdmin: true });
  const resolved = await server.hideReported(`/api/reviews/${bad.id}/reports`, {
    id: bad.id,
    reporter: service.provider,
    admin,
  });
  expect(resolved.statusCode, resolved.body).toBeLessThan(300);
  expect((await publicOnes(service.serviceId)).map(({ rating }) => rating)).toEqual([5]);
  expect(await ratingOnCard(service.serviceId)).toBe(5);
});
