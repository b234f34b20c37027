import { afterAll, beforeAll, expect, test } from 'vitest';
import { auctioningOn } from '#features/auctions/server/testing.ts';
import { orderingOn, type Ordering } from '#features/orders/server/testing.ts';
import { negotiatingOn } from '#features/quotes/server/testing.ts';
import { tenderingOn } from '#features/tenders/server/testing.ts';
import { wantingOn } from '#features/wanted/server/testing.ts';
import { binaryStl, box } from '#platform/shared/models/testing.ts';
import { formOf, startTestServer, type Person, type TestServer } from '../testing.ts';
import type { Desk } from './contract.ts';

let server: TestServer;
let on: Ordering;
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_PAYMENTS: '10000', RATE_LIMIT_ORDERS: '10000' });
  on = orderingOn(server);
});
afterAll(() => server.close());

const readDesk = async (as: Person): Promise<Desk> => {
  const answer = await server.call('GET', '/api/user/desk', { as });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-store');
  return answer.json<Desk>();
};
const waiting = async (as: Person) => (await readDesk(as)).waiting.map(({ kind, id }) => [kind, id]);

test('an order waits on the desk of the side that acts, until both have reviewed it', async () => {
  const { provider, serviceId } = await on.provide();
  const [buyer, stranger] = [await server.signUp(), await server.signUp()];
  const { id } = await on.order(buyer, serviceId, { delivery: { kind: 'pickup' } });
  const desks = async () => [await waiting(buyer), await waiting(provider), await waiting(stranger)];
  expect(await desks()).toEqual([[['pay', id]], [], []]);
  expect((await readDesk(provider)).money).toBeNull();
  await on.pay(buyer, id);
  expect(await desks()).toEqual([[], [['accept', id]], []]);
  const asked = await readDesk(provider);
  expect(Date.parse(asked.waiting[0]?.until ?? '')).toBeGreaterThan(Date.now());
  expect(asked).toMatchObject({ waitingCount: 1, queueCount: 0, money: { held: 30_000, next: null } });

  await on.move(provider, id, 'accept');
  expect(await desks()).toEqual([[], [], []]);
  await server.runtime.pool.query("update orders set due_at = '2027-01-05T00:00:00Z' where id = $1", [id]);
  const { title } = await on.read(buyer, id);
  expect((await readDesk(provider)).queue).toEqual([{ id, title, dueAt: '2027-01-05T00:00:00.000Z' }]);
  await on.move(provider, id, 'start');
  expect((await readDesk(provider)).queueCount).toBe(1);
  expect((await readDesk(buyer)).queueCount).toBe(0);

  await on.move(provider, id, 'deliver', { pickup: true, photos: [await on.photo(provider, id)] });
  expect(await desks()).toEqual([[['arrive', id]], [], []]);
  await on.move(buyer, id, 'arrived', {});
  expect(await desks()).toEqual([[['confirm', id]], [], []]);
  await on.move(buyer, id, 'confirm');
  expect(await desks()).toEqual([[['review', id]], [['review', id]], []]);
  const paid = (await readDesk(provider)).money;
  expect(paid).toMatchObject({ held: 0, payable: 30_000, next: { amount: 30_000 } });
  expect((await readDesk(buyer)).money).toBeNull();

  const review = (as: Person) =>
    server.call('POST', `/api/orders/${id}/reviews`, { as, payload: { rating: 5, text: '잘 받았어요.' } });
  expect((await review(buyer)).statusCode).toBe(201);
  expect(await desks()).toEqual([[], [['review', id]], []]);
  expect((await review(provider)).statusCode).toBe(201);
  expect(await desks()).toEqual([[], [], []]);
});

test('a dispute waits for the other side, and then for both', async () => {
  const { provider, serviceId } = await on.provide();
  const buyer = await server.signUp();
  const { id } = await on.order(buyer, serviceId, { delivery: { kind: 'pickup' } });
  await on.pay(buyer, id);
  await on.move(provider, id, 'accept');
  await on.move(provider, id, 'start');
  await on.move(buyer, id, 'dispute', { reason: 'other', text: '답이 없어요.' });
  expect([await waiting(buyer), await waiting(provider)]).toEqual([[], [['answer', id]]]);
  await on.move(provider, id, 'answer', { text: '곧 보낼게요.' });
  expect([await waiting(buyer), await waiting(provider)]).toEqual([[['negotiate', id]], [['negotiate', id]]]);
  expect((await readDesk(provider)).queueCount).toBe(0);
});

test('a negotiation waits for the side that answers, and not after it has expired', async () => {
  const quotes = negotiatingOn(server);
  const [customer, provider] = [await server.signUp(), await server.signUp()];
  const request = await quotes.request(customer, [await quotes.offerService(provider)]);
  const desks = async () => [await waiting(customer), await waiting(provider)];
  expect(await desks()).toEqual([[], [['quote_request', request.id]]]);
  const [thread] = request.threads;
  if (!thread) throw new Error('nobody was asked');
  const offered = await quotes.move(provider, thread, 'offer');
  expect(await desks()).toEqual([[['quote_offer', request.id]], []]);
  const countered = await quotes.move(customer, offered, 'counter');
  expect(await desks()).toEqual([[], [['quote_counter', request.id]]]);
  await quotes.move(provider, countered, 'accept');
  expect(await desks()).toEqual([[['quote_agreed', request.id]], []]);
  await quotes.pass(request.id, 60);
  expect(await desks()).toEqual([[], []]);
});

test('a tender with bids waits for its customer once it has closed', async () => {
  const tenders = tenderingOn(server);
  const [customer, provider] = [await server.signUp(), await server.signUp()];
  const serviceId = await negotiatingOn(server).offerService(provider);
  for (const each of [customer, provider]) await on.verify(each);
  const { id } = await tenders.open(customer);
  const { id: alone } = await tenders.open(customer);
  await tenders.bid(provider, id, serviceId);
  expect(await waiting(customer)).toEqual([]);
  for (const each of [id, alone]) await tenders.pass(each, 25);
  expect(await waiting(customer)).toEqual([['choose_bid', id]]);
});

test('a post waits for its asker once somebody has answered', async () => {
  const wanted = wantingOn(server);
  const [asker, helper] = [await server.signUp(), await server.signUp()];
  const { id } = await wanted.post(asker);
  expect(await waiting(asker)).toEqual([]);
  const answer = await wanted.answer(helper, id);
  expect([await waiting(asker), await waiting(helper)]).toEqual([[['wanted_answers', id]], []]);
  await server.runtime.pool.query("update wanted_answer set state = 'hidden' where id = $1", [answer]);
  expect(await waiting(asker)).toEqual([]);
});

test('a request for a design waits for its author', async () => {
  const [author, asker] = [await server.signUp(), await server.signUp()];
  const made = await server.call('POST', '/api/resources', {
    as: author,
    ...formOf([
      ...Object.entries({
        title: '걸쇠',
        category: '3d_model',
        license: 'all-rights-reserved',
        state: 'published',
      }).map(([name, value]) => ({ name, value })),
      { name: 'downloadFile', filename: 'a.stl', bytes: Buffer.from(binaryStl(box(30, 20, 10))) },
    ]),
  });
  expect(made.statusCode, made.body).toBe(201);
  const { id } = made.json<{ id: string }>();
  const asked = await server.call('POST', `/api/resources/${id}/permissions`, {
    as: asker,
    payload: { purpose: 'gift', pieces: 2, note: '조카에게 주려고 해요.' },
  });
  expect(asked.statusCode, asked.body).toBe(201);
  const { id: requestId } = asked.json<{ id: string }>();
  expect((await readDesk(author)).waiting).toEqual([
    { kind: 'permission', id: requestId, title: '걸쇠', until: null },
  ]);
  expect(await waiting(asker)).toEqual([]);
  await server.call('POST', `/api/permissions/${requestId}/grant`, { as: author, payload: {} });
  expect(await waiting(author)).toEqual([]);
});

test('a lot that came back waits for its seller, and then for the next bidder', async () => {
  const auctions = auctioningOn(server);
  const { id, seller } = await auctions.live();
  const [winner, next] = [await auctions.someone(), await auctions.someone()];
  await auctions.bids(next, id, 20_000);
  await auctions.bids(winner, id, 50_000);
  await auctions.end(id);
  await auctions.tick();
  expect((await waiting(winner)).map(([kind]) => kind)).toEqual(['pay']);
  const { me } = await auctions.readAuction(winner, id);
  await auctions.pay(winner, me?.orderId ?? '');
  await auctions.tick();
  await auctions.move(seller, me?.orderId ?? '', 'decline');
  await auctions.tick();
  expect([await waiting(winner), await waiting(seller)]).toEqual([[], [['lot_decide', id]]]);
  await auctions.step(seller, id, 'second-offer');
  expect([await waiting(seller), await waiting(next)]).toEqual([[], [['lot_offer', id]]]);
});

test('guests have no desk', async () => {
  expect((await server.call('GET', '/api/user/desk')).statusCode).toBe(401);
});
