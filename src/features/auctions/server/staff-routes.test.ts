import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { ManyAnswer } from '#features/admin/contract.ts';
import type { StaffLot } from '../contract.ts';
import { auctioningOn, type Auctioning } from './testing.ts';

let server: TestServer;
let on: Auctioning;
let seller: Person;
let bidder: Person;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_SERVICES: '10000', RATE_LIMIT_BIDS: '10000' });
  on = auctioningOn(server);
  seller = await on.someone();
  bidder = await on.someone();
  admin = await server.signUp({ role: 'admin' });
});
afterAll(() => server.close());

async function lots(query: string): Promise<StaffLot[]> {
  const answer = await server.call('GET', `/api/admin/auctions?${query}`, { as: admin });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<StaffLot[]>();
}
const idsOf = async (query: string) => (await lots(query)).map(({ id }) => id);
async function one(id: string): Promise<StaffLot> {
  const [lot] = await lots(`search=${id}`);
  if (!lot) throw new Error(`${id} is not in the table`);
  return lot;
}
async function cancelled(ids: string[], as = admin): Promise<ManyAnswer> {
  const payload = { ids, reason: '판매할 수 없는 물건이에요.' };
  const answer = await server.call('POST', '/api/admin/auctions/many', { as, payload });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<ManyAnswer>();
}

test('lots can be searched by title and seller, filtered and sorted, and keep their position in the order', async () => {
  const short = await on.live({ title: '바이스 하나', durationMinutes: 30 }, seller);
  const dear = await on.live({ title: '바이스 두 개', startPrice: 90_000, language: 'en' }, seller);
  const liked = await on.live({ title: 'Ｖｉｓｅ 바이스', durationMinutes: 90 }, seller);
  await on.bids(bidder, liked.id, 12_000);
  expect(await idsOf('search=바이스')).toEqual([liked.id, dear.id, short.id]);
  expect(await idsOf('search=바이스&sort=oldest')).toEqual([short.id, dear.id, liked.id]);
  expect(await idsOf('search=바이스&sort=ending')).toEqual([short.id, dear.id, liked.id]);
  expect((await idsOf('search=바이스&sort=price'))[0]).toBe(dear.id);
  expect((await idsOf('search=바이스&sort=bids'))[0]).toBe(liked.id);
  expect(await idsOf('search=바이스&language=en')).toEqual([dear.id]);
  expect(await idsOf('search=바이스&kind=licence')).toEqual([]);
  expect(await idsOf('search=vise')).toEqual([liked.id]);
  expect(await idsOf('search=바이스&limit=1&page=2')).toEqual([dear.id]);
  expect(await idsOf(`search=${seller.username}`)).toEqual([liked.id, dear.id, short.id]);
  expect(await idsOf(`search=${seller.id}`)).toEqual([liked.id, dear.id, short.id]);
  await on.end(short.id);
  expect(await idsOf('search=바이스&state=unsold')).toEqual([short.id]);
  expect(await idsOf('search=바이스&state=live&kind=thing')).toEqual([liked.id, dear.id]);
  // Running lots come before ended ones.
  expect(await idsOf('search=바이스&sort=ending')).toEqual([dear.id, liked.id, short.id]);
  expect((await server.call('GET', '/api/admin/auctions?state=draft', { as: admin })).statusCode).toBe(400);
});

test('a draft is visible to its seller only, also after it was withdrawn', async () => {
  const { id } = await on.draft(seller, {
    title: '아직 초안',
    startsAt: new Date(Date.now() + 3_600_000).toISOString(),
  });
  expect(await idsOf('search=초안')).toEqual([]);
  expect(await idsOf(`search=${id}`)).toEqual([]);
  await on.step(seller, id, 'publish');
  expect(await idsOf('search=초안&state=scheduled')).toEqual([id]);
  await on.step(seller, id, 'withdraw');
  expect(await idsOf('search=초안')).toEqual([]);
});

test('sellers are found by their current name, and erased ones by nothing', async () => {
  const { id, seller: owner } = await on.live({ title: '망치' });
  const { pool } = server.runtime;
  await pool.query("update person set name = '바뀐 이름' where id = $1", [owner.id]);
  expect(await idsOf('search=바뀐')).toEqual([id]);
  await pool.query("update person set name = '탈퇴한 회원', erased_at = now() where id = $1", [owner.id]);
  expect(await idsOf('search=바뀐')).toEqual([]);
});

test('staff see a reserve only when it is public', async () => {
  const { id } = await on.live({ title: '선반 기계', reservePrice: 50_000 }, seller);
  await on.bids(bidder, id, 20_000);
  expect(await one(id)).toMatchObject({ hasReserve: true, isReserveMet: false, reservePrice: null });
  expect(JSON.stringify(await one(id))).not.toContain('20000');
  await on.bids(bidder, id, 60_000);
  expect(await one(id)).toMatchObject({ isReserveMet: true, reservePrice: 50_000, bidCount: 2 });

  const missed = await on.live({ title: '띠톱', reservePrice: 50_000 }, seller);
  await on.end(missed.id);
  expect(await one(missed.id)).toMatchObject({ state: 'unsold', isReserveMet: false, reservePrice: 50_000 });
});

test('the winner is shown with amount and deadline, and a lot is found by its order', async () => {
  const { id } = await on.live({ title: '용접기' }, seller);
  await on.bids(bidder, id, 30_000);
  await on.end(id);
  await on.tick();
  const lot = await one(id);
  expect(lot).toMatchObject({
    state: 'awaiting_payment',
    winner: { id: bidder.id },
    winnerPrice: 10_000,
    payBy: expect.any(String),
  });
  expect(await idsOf(`search=${lot.orderId}`)).toEqual([id]);
});

test('lots are cancelled in bulk with a public reason, each on its own, and finally', async () => {
  const { id } = await on.live({ title: '금지된 것' });
  await on.bids(bidder, id, 15_000);
  const over = await on.live({ title: '끝난 것' });
  await on.end(over.id);
  const own = await on.live({ title: '운영자의 것' }, await verifiedAdmin());
  const { done, failed } = await cancelled([id, over.id, own.id], own.seller);
  expect(done.map((each) => each.id)).toEqual([id]);
  expect(failed.map((each) => [each.id, each.code])).toEqual([
    [over.id, 'invalid_transition'],
    [own.id, 'forbidden'],
  ]);
  const reason = '판매할 수 없는 물건이에요.';
  expect(await one(id)).toMatchObject({ state: 'cancelled', cancelReason: reason });
  expect(await on.readAuction(undefined, id)).toMatchObject({ state: 'cancelled', cancelReason: reason });
  expect(await on.newsOf(bidder, id)).toContain('cancelled');
  const undone = await server.call('POST', '/api/admin/undo', {
    as: admin,
    payload: { ids: [done[0]?.auditId] },
  });
  expect(undone.json<ManyAnswer>().failed).toMatchObject([{ code: 'cannot_undo' }]);
  const unsaid = await server.call('POST', '/api/admin/auctions/many', {
    as: admin,
    payload: { ids: [id], reason: ' ' },
  });
  expect(unsaid.statusCode).toBe(400);
});

async function verifiedAdmin(): Promise<Person> {
  const person = await server.signUp({ role: 'admin' });
  await on.verify(person);
  return person;
}

test('an export has the requested rows in the reader’s language', async () => {
  const { id } = await on.live({ title: '=나사' }, seller);
  const answer = await server.call('GET', `/api/admin/auctions.csv?search=${id}`, {
    as: admin,
    headers: { 'accept-language': 'en' },
  });
  const [head, row, ...more] = answer.body.trim().split(/\r?\n/);
  expect(head).toContain('Seller');
  expect(row).toContain("'=나사");
  expect(more).toEqual([]);
});
