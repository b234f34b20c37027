import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paymentDeps } from '#app/payments-adapter.ts';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { query } from '#features/payments/server/testing.ts';
import { firstText } from '../log.ts';
import { processRest } from './clock.ts';
import { publishedTerms } from './commands.ts';
import { signLogs } from './signing.ts';
import { auctioningOn, type Auctioning } from './testing.ts';

/**
 * All ways in which the order of a paid lot ends without a sale: the strike, and the next state of the lot.
 */

let server: TestServer;
let on: Auctioning;
beforeAll(async () => {
  server = await startTestServer({
    RATE_LIMIT_BIDS: '100000',
    RATE_LIMIT_SERVICES: '100000',
    RATE_LIMIT_ORDERS: '100000',
  });
  on = auctioningOn(server);
});
afterAll(() => server.close());

type Sale = { id: string; seller: Person; winner: Person; next: Person; orderId: string };

/** Returns a lot that was won and is unpaid, with a lower bidder. */
async function won(): Promise<Sale> {
  const { id, seller } = await on.live();
  const [winner, next] = [await on.someone(), await on.someone()];
  await on.bids(next, id, 20_000);
  await on.bids(winner, id, 50_000);
  await on.end(id);
  await on.tick();
  const orderId = (await on.readAuction(winner, id)).me?.orderId ?? '';
  return { id, seller, winner, next, orderId };
}

/** Returns a paid lot. */
async function sold(pay = (winner: Person, orderId: string): Promise<unknown> => on.pay(winner, orderId)) {
  const sale = await won();
  await pay(sale.winner, sale.orderId);
  await on.tick();
  expect((await on.readAuction(sale.seller, sale.id)).state).toBe('sold');
  return sale;
}

async function strikesOf(person: Person): Promise<string[]> {
  const rows = await server.runtime.db
    .selectFrom('auctionStrike')
    .select('cause')
    .where('personId', '=', person.id)
    .execute();
  return rows.map(({ cause }) => cause);
}

/** Expects that the seller has the lot back with all options. */
async function expectReturned({ id, seller, winner }: Sale): Promise<void> {
  await on.tick();
  const lot = await on.readAuction(seller, id);
  expect(lot).toMatchObject({ state: 'ended', winner: null, winnerPrice: null });
  expect(lot.me?.can).toEqual(expect.arrayContaining(['offer', 'give_up', 'relist']));
  expect(lot.me?.nextOffer).toMatchObject({ bidder: 1, price: 20_000 });
  // Only the seller sees the deadline for their decision.
  expect(Date.parse(lot.me?.decideBy ?? '')).toBeGreaterThan(Date.now());
  expect((await on.readAuction(winner, id)).me?.decideBy).toBeNull();
  expect((await on.newsOf(seller, id)).at(-1)).toBe('refunded');
  const seen = await on.readAuction(winner, id);
  expect(seen.me?.can).not.toContain('pay');
  expect([seen.mine, seen.me?.hasStrike]).toEqual(['fell_through', (await strikesOf(winner)).length > 0]);
  await on.assertSound();
}

async function expectRefunded(winner: Person, orderId: string): Promise<void> {
  await on.runJobs();
  const order = await on.read(winner, orderId);
  expect(order.state).toBe('refunded');
  expect(order.refunded.reduce((sum, { amount }) => sum + amount, 0)).toBe(order.amounts.total);
}

describe('a winner who paid', () => {
  test('is released without a strike if the seller agrees', async () => {
    const sale = await sold();
    const asked = await on.move(sale.winner, sale.orderId, 'cancel', { reason: '둘 곳이 없어요.' });
    expect([asked.state, asked.proposal?.kind, asked.waitsFor]).toEqual(['paid', 'cancel', 'provider']);
    expect((await on.readAuction(sale.seller, sale.id)).state).toBe('sold');
    // The deadline of the order comes before that of the proposal.
    const notices = await server.call('GET', '/api/user/notifications', {
      as: sale.seller,
      headers: { 'accept-language': 'ko' },
    });
    const [told] = notices.json<{ title: string; text: string }[]>();
    expect(told?.title).toContain('낙찰을 취소해 달라고');
    expect(told?.text.match(/기한:/g)).toHaveLength(2);
    expect(told?.text).toMatch(/제안은 없던 일이 돼요[^]*전액 환불돼요/);
    await on.move(sale.seller, sale.orderId, 'agree');
    await expectRefunded(sale.winner, sale.orderId);
    await expectReturned(sale);
    expect(await strikesOf(sale.winner)).toEqual([]);
  });

  test('stays bound if the seller refuses or does not answer, also after the order was accepted', async () => {
    const sale = await sold();
    await on.move(sale.winner, sale.orderId, 'cancel');
    expect((await on.raise(sale.winner, sale.orderId, 'cancel')).json()).toMatchObject({
      code: 'invalid_transition',
      why: 'proposal_open',
    });
    expect((await on.raise(sale.winner, sale.orderId, 'agree')).json().why).toBe('own_proposal');
    await on.move(sale.seller, sale.orderId, 'refuse');
    await on.move(sale.winner, sale.orderId, 'cancel');
    await on.move(sale.seller, sale.orderId, 'accept');
    expect((await on.raise(sale.seller, sale.orderId, 'start')).json().why).toBe('proposal_open');
    await on.passHours(sale.orderId, 73);
    const order = await on.read(sale.winner, sale.orderId);
    expect([order.state, order.proposal]).toEqual(['accepted', null]);
    await on.move(sale.seller, sale.orderId, 'start');
    expect((await on.raise(sale.winner, sale.orderId, 'cancel', { acceptStrike: true })).statusCode).toBe(
      409,
    );
    await on.tick();
    expect((await on.readAuction(sale.seller, sale.id)).state).toBe('sold');
  });

  test('gets a strike for cancelling without agreement, and cannot bid after two', async () => {
    const one = await sold();
    await on.move(one.winner, one.orderId, 'cancel', { acceptStrike: true });
    await expectRefunded(one.winner, one.orderId);
    await expectReturned(one);
    expect(await strikesOf(one.winner)).toEqual(['cancelled']);
    expect((await on.newsOf(one.winner, one.id)).at(-1)).toBe('strike_broken');

    const two = await on.live();
    await on.bids(one.winner, two.id, 30_000);
    await on.end(two.id);
    await on.tick();
    const orderId = (await on.readAuction(one.winner, two.id)).me?.orderId ?? '';
    await on.pay(one.winner, orderId);
    // Asked and accepted, then cancelled, before the job and the clock have seen the payment.
    await on.move(one.winner, orderId, 'cancel');
    await on.move(two.seller, orderId, 'accept');
    await on.move(one.winner, orderId, 'cancel', { acceptStrike: true });
    await on.tick();
    expect((await on.readAuction(two.seller, two.id)).state).toBe('ended');
    expect((await on.newsOf(two.seller, two.id)).at(-1)).toBe('refunded_last');
    expect(await strikesOf(one.winner)).toEqual(['cancelled', 'cancelled']);
    const third = await on.live();
    expect((await on.bid(one.winner, third.id, 30_000)).json().code).toBe('bidding_suspended');
    await on.assertSound();
  });
});

describe('a refund that is not the winner’s fault gives no strike and returns the lot', () => {
  const ways: Record<string, (sale: Sale) => Promise<unknown>> = {
    'the seller declines': ({ seller, orderId }) => on.move(seller, orderId, 'decline'),
    'the seller cancels after accepting': async ({ seller, orderId }) => {
      await on.move(seller, orderId, 'accept');
      await on.move(seller, orderId, 'cancel');
    },
    'the seller says nothing': ({ orderId }) => on.passHours(orderId, 25),
    'the seller does not answer a dispute': async ({ seller, winner, orderId }) => {
      await on.move(seller, orderId, 'accept');
      await on.move(seller, orderId, 'start');
      await on.move(winner, orderId, 'dispute', { reason: '연락이 안 돼요.' });
      await on.passHours(orderId, 73);
    },
    'it is sent back after the delivery': async ({ seller, winner, orderId }) => {
      await on.move(seller, orderId, 'accept');
      await on.move(seller, orderId, 'start');
      const photo = await on.photo(seller, orderId);
      await on.move(seller, orderId, 'deliver', {
        photos: [photo],
        carrier: '우체국',
        trackingNumber: '6890012345678',
      });
      await on.move(winner, orderId, 'arrived');
      await on.move(winner, orderId, 'withdraw');
      await on.move(seller, orderId, 'agree');
    },
  };
  test.each(Object.keys(ways))('%s', async (way) => {
    const sale = await sold();
    await ways[way]?.(sale);
    await expectRefunded(sale.winner, sale.orderId);
    await expectReturned(sale);
    expect(await strikesOf(sale.winner)).toEqual([]);
  });
});

describe('a returned lot', () => {
  test('goes to the next bidder with the same obligations, and to nobody twice', async () => {
    const sale = await sold();
    await on.move(sale.seller, sale.orderId, 'decline');
    await on.tick();
    await on.step(sale.seller, sale.id, 'second-offer');
    await on.step(sale.next, sale.id, 'take-offer');
    await on.tick();
    const { me, winnerPrice } = await on.readAuction(sale.next, sale.id);
    expect(winnerPrice).toBe(20_000);
    await on.pay(sale.next, me?.orderId ?? '');
    await on.tick();
    expect((await on.readAuction(sale.seller, sale.id)).state).toBe('sold');
    await on.move(sale.next, me?.orderId ?? '', 'cancel', { acceptStrike: true });
    await on.tick();
    expect(await strikesOf(sale.next)).toEqual(['cancelled']);
    const lot = await on.readAuction(sale.seller, sale.id);
    expect([lot.state, lot.me?.nextOffer]).toEqual(['ended', null]);
    const log = await on.readLog(sale.id);
    expect(log.rows.slice(-7).map(({ kind }) => kind)).toEqual([
      'end',
      'paid',
      'refunded',
      'offer',
      'consent',
      'paid',
      'refunded',
    ]);
    expect([await on.problemsOf(log), (await on.check(log)).signed]).toEqual([[], 'yes']);
    expect((await on.raiseOn(sale.seller, sale.id, 'second-offer')).json().code).toBe('nobody_to_offer');
  });

  test('can be relisted at once, which gives up on its bidders', async () => {
    const sale = await sold();
    await on.move(sale.seller, sale.orderId, 'decline');
    await on.tick();
    const answer = await on.raiseOn(sale.seller, sale.id, 'relist');
    expect([answer.statusCode, answer.json().state]).toEqual([201, 'draft']);
    expect((await on.readAuction(sale.seller, sale.id)).state).toBe('unsold');
  });

  test('returns once, with the job and clocks of several processes running concurrently', async () => {
    const sale = await sold();
    await on.move(sale.winner, sale.orderId, 'cancel', { acceptStrike: true });
    await Promise.all([
      on.runJobs(),
      processRest(server.runtime),
      processRest(server.runtime),
      processRest(server.runtime),
    ]);
    await expectReturned(sale);
    const { rows } = await server.runtime.pool.query(
      `select count(*)::int as times from auction_event where auction_id = $1 and event = 'refunded'`,
      [sale.id],
    );
    expect(rows).toEqual([{ times: 1 }]);
  });
});

describe('a payment that the bank reversed', () => {
  let attempt: Awaited<ReturnType<Auctioning['open']>>;
  const ask = () => query(paymentDeps(server.runtime), attempt.id);
  const deposit = async (winner: Person, orderId: string) => {
    attempt = await on.open(winner, orderId, { method: 'virtual_account' });
    await on.confirm(winner, await on.decide(attempt, 'virtual-account', { webhooks: 'never' }));
    await on.decide(attempt, 'deposit');
    await ask();
  };
  const takeBack = async () => {
    await on.decide(attempt, 'reverse-deposit');
    await ask();
    await on.tick();
  };

  test('before the seller accepted can be paid again, and costs a strike if it is not', async () => {
    const sale = await sold(deposit);
    await takeBack();
    expect((await on.read(sale.winner, sale.orderId)).state).toBe('created');
    const lot = await on.readAuction(sale.winner, sale.id);
    expect([lot.state, lot.me?.can]).toEqual(['awaiting_payment', ['pay']]);
    await deposit(sale.winner, sale.orderId);
    await on.tick();
    expect((await on.readAuction(sale.seller, sale.id)).state).toBe('sold');
    await takeBack();
    await on.pass(sale.id, 60 * 24 * 3);
    await on.tick();
    await on.tick();
    expect((await on.readAuction(sale.seller, sale.id)).state).toBe('ended');
    expect(await strikesOf(sale.winner)).toEqual(['unpaid']);
    await on.assertSound();
  });

  test('after acceptance and before delivery is a strike once staff have ended the order', async () => {
    const sale = await sold(deposit);
    await on.move(sale.seller, sale.orderId, 'accept');
    await takeBack();
    expect((await on.read(sale.winner, sale.orderId)).state).toBe('disputed');
    expect((await on.readAuction(sale.seller, sale.id)).state).toBe('sold');
    const admin = await server.signUp({ role: 'admin' });
    await on.move(admin, sale.orderId, 'rule', { outcome: 'buyer', reason: '카드사가 결제를 취소했어요.' });
    await on.passHours(sale.orderId, 73);
    await on.tick();
    expect((await on.readAuction(sale.seller, sale.id)).state).toBe('ended');
    expect(await strikesOf(sale.winner)).toEqual(['reversed']);
    await on.assertSound();
  });
});

test('an unpaid order ended by staff returns the lot to its seller without a strike', async () => {
  const { id, seller, winner, orderId } = await won();
  const admin = await server.signUp({ role: 'admin' });
  await on.move(admin, orderId, 'cancel', { reason: '판매자가 물건을 잃어버렸어요.' });
  await on.tick();
  await on.tick();
  const lot = await on.readAuction(seller, id);
  expect([lot.state, lot.winner, lot.me?.can]).toEqual([
    'ended',
    null,
    expect.arrayContaining(['offer', 'give_up', 'relist']),
  ]);
  expect((await on.readAuction(winner, id)).me).toMatchObject({ orderId: null, can: [] });
  expect([await strikesOf(winner), await on.newsOf(winner, id)]).toEqual([
    [],
    expect.not.arrayContaining(['strike']),
  ]);
});

test('a lot refunded before winning became binding returns without a strike or a notification', async () => {
  const sale = await sold();
  await server.runtime.pool.query('update auction set is_binding = false where id = $1', [sale.id]);
  const newsBefore = await on.newsOf(sale.seller, sale.id);
  await on.move(sale.winner, sale.orderId, 'cancel', { acceptStrike: true });
  await on.tick();
  expect((await on.readAuction(sale.seller, sale.id)).state).toBe('ended');
  expect(await strikesOf(sale.winner)).toEqual([]);
  expect(await on.newsOf(sale.seller, sale.id)).toEqual(newsBefore);
});

test('signing a log is not repeated forever after a crash between signature and lot', async () => {
  const sale = await sold();
  const signedHash = async () => {
    const { rows } = await server.runtime.pool.query<{ isSigned: boolean }>(
      'select signed_hash = log_hash as "isSigned" from auction where id = $1',
      [sale.id],
    );
    return rows[0]?.isSigned;
  };
  await signLogs(server.runtime);
  expect(await signedHash()).toBe(true);
  await server.runtime.pool.query('update auction set signed_hash = null where id = $1', [sale.id]);
  await signLogs(server.runtime);
  expect(await signedHash()).toBe(true);
});

test('a lot published under the old soft close keeps it to its end, and its log is valid', async () => {
  const { id } = await on.live();
  const [one, other] = [await on.someone(), await on.someone()];
  await makeOld(id);
  await on.bids(one, id, 20_000);
  await on.bids(other, id, 30_000);
  await on.end(id);
  const log = await on.readLog(id);
  expect(log.terms.version).toBe(1);
  const ends = log.rows.filter(({ kind }) => kind === 'bid').map(({ endsAt }) => endsAt);
  // Under version 1 the first bid moved the end as well.
  expect([ends.length, ends.includes(log.terms.endsAt)]).toEqual([2, false]);
  expect((await on.check(log)).problems).toEqual([]);
});

test('a lot published before signatures, and started after, is signed with its published reserve', async () => {
  const startsAt = new Date(Date.now() + 60 * 60_000).toISOString();
  const { id } = await on.live({ startsAt, reservePrice: 50_000 });
  await makeOld(id);
  const { rows } = await server.runtime.pool.query<{ salt: string }>(
    `select encode(reserve_salt, 'hex') as salt from auction where id = $1`,
    [id],
  );
  await server.runtime.pool.query(
    `update auction set ends_at = now() + interval '3 hours', published_end = now() + interval '3 hours' where id = $1`,
    [id],
  );
  await server.runtime.pool.query(`update auction set starts_at = $2 where id = $1`, [id, startsAt]);
  await on.pass(id, 61);
  await on.tick();
  const one = await on.someone();
  await on.bids(one, id, 60_000);
  await on.end(id);
  await on.tick();
  const log = await on.readLog(id);
  expect([log.terms.version, log.terms.reserveSalt]).toEqual([2, rows[0]?.salt]);
  expect(await on.problemsOf(log)).toEqual([]);
  expect((await on.check(log)).signed).toBe('yes');
});

/** Turns a live lot without bids into version 1, with its end in two minutes. */
async function makeOld(id: string): Promise<void> {
  const { pool, db } = server.runtime;
  await pool.query(
    `update auction set log_version = 1, ends_at = soon, published_end = soon,
       starts_at = (select min(created_at) from signing_key) - interval '1 minute'
      from date_trunc('milliseconds', clock_timestamp() + interval '2 minutes') soon where id = $1`,
    [id],
  );
  const auction = await db.selectFrom('auction').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const hash = createHash('sha256')
    .update(firstText(id, publishedTerms(auction)))
    .digest();
  await db.updateTable('auction').set({ logHash: hash }).where('id', '=', id).execute();
}
