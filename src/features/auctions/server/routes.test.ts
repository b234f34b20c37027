import { locales } from '#i18n/languages.ts';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrderSummary } from '#features/orders/contract.ts';
import { formOf, startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { AuctionCard, AuctionDetail, AuctionLog, BidReceipt, OwnAuctionCard } from '../contract.ts';
import { commitmentText } from '../log.ts';
import { createBidding } from './bidding.ts';
import { auctioningOn, type Auctioning } from './testing.ts';

let server: TestServer;
let on: Auctioning;
let stranger: Person;
let first: Person;
let second: Person;
let third: Person;
let admin: Person;

beforeAll(async () => {
  server = await startTestServer({
    RATE_LIMIT_BIDS: '100000',
    RATE_LIMIT_SERVICES: '100000',
    RATE_LIMIT_ORDERS: '100000',
  });
  on = auctioningOn(server);
  stranger = await server.signUp();
  [first, second, third] = [await on.someone(), await on.someone(), await on.someone()];
  admin = await server.signUp({ role: 'admin' });
});
afterAll(() => server.close());

const codeOf = (answer: { json<T>(): T }) => answer.json<{ code: string }>().code;
const fieldsOf = (answer: { json<T>(): T }) => Object.keys(answer.json<{ fields?: object }>().fields ?? {});
const sha256 = async (text: string) => createHash('sha256').update(text).digest('hex');

describe('a draft', () => {
  test('is visible to its seller only, keeps unsent fields, and can be deleted', async () => {
    const seller = await on.someone();
    const { id, state, me } = await on.draft(seller, { reservePrice: 20_000 });
    expect([state, me?.can]).toEqual(['draft', ['edit', 'publish']]);
    for (const as of [undefined, stranger, admin]) {
      expect((await server.call('GET', `/api/auctions/${id}`, { ...(as && { as }) })).statusCode).toBe(404);
      expect(
        (await server.call('PATCH', `/api/auctions/${id}`, { ...(as && { as }), payload: { title: 'x' } }))
          .statusCode,
      ).toBe(as ? 404 : 401);
    }
    const edited = await server.call('PATCH', `/api/auctions/${id}`, {
      as: seller,
      payload: { title: '새 제목' },
    });
    const { title, startPrice, reservePrice, condition, delivery } = edited.json<AuctionDetail>();
    expect([title, startPrice, reservePrice, condition, delivery]).toEqual([
      '새 제목',
      10_000,
      20_000,
      'used',
      ['ship', 'pickup'],
    ]);
    const stale = await server.call('PATCH', `/api/auctions/${id}`, {
      as: seller,
      payload: { title: 'y', version: 1 },
    });
    expect(codeOf(stale)).toBe('conflict');
    const gone = await server.call('DELETE', `/api/auctions/${id}`, { as: seller });
    expect(gone.statusCode).toBe(204);
    expect((await server.call('GET', `/api/auctions/${id}`, { as: seller })).statusCode).toBe(404);
  });

  test('is created once per idempotency key', async () => {
    const seller = await on.someone();
    const once = { 'idempotency-key': 'a draft' };
    const [one, two] = [await on.write(seller, {}, once), await on.write(seller, {}, once)];
    expect(one.json<AuctionDetail>().id).toBe(two.json<AuctionDetail>().id);
    expect(codeOf(await on.write(seller, { title: '다른 것' }, once))).toBe('idempotency_conflict');
  });

  test.each([
    [{ title: '' }, 'title'],
    [{ title: 'x'.repeat(81) }, 'title'],
    [{ startPrice: 0 }, 'startPrice'],
    [{ startPrice: -5 }, 'startPrice'],
    [{ startPrice: 1.5 }, 'startPrice'],
    [{ startPrice: 'viel' }, 'startPrice'],
    [{ startPrice: 1e12 }, 'startPrice'],
    [{ shippingFee: -1 }, 'shippingFee'],
    [{ category: 7 }, 'category'],
    [{ lotKind: 'soul' }, 'lotKind'],
    [{ startsAt: 'tomorrow' }, 'startsAt'],
    [{ durationMinutes: 0 }, 'durationMinutes'],
    [{ delivery: ['teleport'] }, 'delivery[0]'],
    [{ serviceId: 'mine' }, 'serviceId'],
    [{ capacity: { from: 'a', until: 'b', hours: 0 } }, 'capacity.from'],
  ])('refuses %o', async (fields, field) => {
    const answer = await on.write(first, fields);
    expect([answer.statusCode, fieldsOf(answer)]).toEqual([400, expect.arrayContaining([field])]);
  });

  test('accepts a form as well, with empty fields as none', async () => {
    const parts = {
      title: '선반',
      delivery: '["pickup","ship"]',
      endsAt: '',
      startsAt: '',
      condition: '',
      capacity: 'null',
    };
    const answer = await server.call('POST', '/api/auctions', {
      as: first,
      ...formOf(Object.entries(parts).map(([name, value]) => ({ name, value }))),
    });
    expect([answer.statusCode, answer.json<AuctionDetail>().delivery]).toEqual([201, ['pickup', 'ship']]);
  });

  test.each(['1e5', '0x10', '10.5', '-1', '만원'])('refuses %s as an amount', async (amount) => {
    for (const name of ['startPrice', 'shippingFee']) {
      const answer = await on.write(first, { [name]: amount });
      expect([answer.statusCode, fieldsOf(answer)]).toEqual([400, [name]]);
    }
  });

  test.each([
    [{ startPrice: null }, 'startPrice'],
    [{ description: '' }, 'description'],
    [{ condition: null }, 'condition'],
    [{ delivery: [] }, 'delivery'],
    [{ reservePrice: 9999 }, 'reservePrice'],
    [{ buyNowPrice: 9999 }, 'buyNowPrice'],
    [{ reservePrice: 20_000, buyNowPrice: 15_000 }, 'buyNowPrice'],
    [{ startsAt: '2020-01-01T00:00:00Z' }, 'startsAt'],
    [{ startsAt: '2099-01-01T00:00:00Z' }, 'startsAt'],
    [{ endsAt: '2020-01-01T00:00:00Z' }, 'endsAt'],
    [{ endsAt: '2099-01-01T00:00:00Z' }, 'endsAt'],
    [{ durationMinutes: 29 }, 'durationMinutes'],
    [{ durationMinutes: 31 * 24 * 60 }, 'durationMinutes'],
    [{ lotKind: 'capacity' }, 'serviceId'],
    [{ lotKind: 'licence' }, 'licenceTerms'],
  ])('cannot be published with %o', async (fields, field) => {
    const { id } = await on.draft(first, fields);
    const answer = await on.raiseOn(first, id, 'publish');
    expect([answer.statusCode, fieldsOf(answer)]).toEqual([400, expect.arrayContaining([field])]);
    expect((await on.readAuction(first, id)).state).toBe('draft');
  });

  test('can be published once its seller can be paid', async () => {
    const seller = await server.signUp();
    const { id } = await on.draft(seller);
    const answer = await on.raiseOn(seller, id, 'publish');
    expect([
      answer.statusCode,
      answer.json<{ steps: { step: string }[] }>().steps.map(({ step }) => step),
    ]).toEqual([403, ['phone', 'bank_account']]);
    await on.verify(seller);
    expect((await on.raiseOn(seller, id, 'publish')).json<AuctionDetail>().state).toBe('live');
  });

  test('starts at the chosen time, and can be withdrawn before that', async () => {
    const startsAt = new Date(Date.now() + 3_600_000).toISOString();
    const { id } = await on.draft(first, { startsAt });
    expect((await on.step(first, id, 'publish')).state).toBe('scheduled');
    expect(codeOf(await on.bid(second, id, 20_000))).toBe('not_live');
    expect((await on.step(first, id, 'withdraw')).state).toBe('draft');
    expect((await on.step(first, id, 'publish')).state).toBe('scheduled');
    await on.pass(id, 61);
    await on.tick();
    expect((await on.readAuction(undefined, id)).state).toBe('live');
    expect(codeOf(await on.raiseOn(first, id, 'withdraw'))).toBe('invalid_transition');
    expect((await on.bids(second, id, 20_000)).price).toBe(10_000);
  });
});

describe('bidding', () => {
  test('hides maxima, raises the price by the table, and sends others only what they need', async () => {
    const { id } = await on.live();
    const opened = await on.bids(first, id, 30_000);
    expect([opened.price, opened.leader, opened.bidder, opened.minimumBid]).toEqual([
      10_000,
      'you',
      1,
      30_001,
    ]);
    const lower = await on.bids(second, id, 20_000);
    expect([lower.price, lower.leader, lower.bidder]).toEqual([21_000, 1, 2]);
    expect(await on.bids(third, id, 30_000)).toMatchObject({ leader: 1, state: 'live', sequence: 3 });
    const refusal = await on.bid(stranger, id, 40_000);
    expect(codeOf(refusal)).toBe('phone_needed');
    const low = await on.bid(second, id, 30_500);
    expect([
      low.statusCode,
      codeOf(low),
      low.json<{ minimumBid: number }>().minimumBid,
      fieldsOf(low),
    ]).toEqual([409, 'bid_too_low', 31_000, ['maximum']]);
    expect((await on.bids(second, id, 40_000)).price).toBe(31_000);
    expect((await on.bids(first, id, 40_000)).price).toBe(40_000);
    const shown = await server.call('GET', `/api/auctions/${id}`, { as: third });
    const { price, leader, bidCount, bidderCount, minimumBid, me } = shown.json<AuctionDetail>();
    expect([price, leader, bidCount, bidderCount, minimumBid, me?.maximum]).toEqual([
      40_000, 2, 5, 3, 41_000, 30_000,
    ]);
    expect(shown.body).not.toContain(first.id);
    const cards = (await server.call('GET', '/api/auctions', { as: second })).json<AuctionCard[]>();
    expect(cards.find((card) => card.id === id)).toMatchObject({
      price: 40_000,
      total: 44_000,
      mine: 'leading',
    });
  });

  test('does not reveal the leader’s maximum', async () => {
    const { id } = await on.live();
    await on.bids(first, id, 777_777);
    await on.bids(second, id, 20_000);
    for (const as of [undefined, second, stranger, admin]) {
      for (const url of [`/api/auctions/${id}`, '/api/auctions', `/api/auctions/${id}/log`]) {
        expect((await server.call('GET', url, { ...(as && { as }) })).body).not.toContain('777777');
      }
    }
    const { rows } = await server.runtime.pool.query(
      `select data::text as data from realtime_event where topic = $1`,
      [`auction:${id}`],
    );
    expect(rows.length).toBeGreaterThan(2);
    expect(JSON.stringify(rows)).not.toContain('777777');
  });

  test('treats a repeated key as the same bid, and refuses another bid with it', async () => {
    const { id } = await on.live();
    const once = { 'idempotency-key': 'bid 1' };
    const [one, two] = await Promise.all([on.bid(first, id, 30_000, once), on.bid(first, id, 30_000, once)]);
    expect([one.json<BidReceipt>().sequence, two.json<BidReceipt>().sequence]).toEqual([1, 1]);
    const later = await on.bid(first, id, 30_000, once);
    expect([later.statusCode, later.json<{ salt: string }>().salt]).toEqual([
      201,
      one.json<{ salt: string }>().salt,
    ]);
    expect(codeOf(await on.bid(first, id, 50_000, once))).toBe('idempotency_conflict');
    expect((await on.readAuction(undefined, id)).bidCount).toBe(1);
  });

  test.each([0, -1, 1.5, 1e13, '20000', null, 'viel', [], {}, true])(
    'refuses %j as a maximum',
    async (maximum) => {
      const { id } = await on.live();
      const answer = await on.bid(first, id, maximum);
      expect([answer.statusCode, fieldsOf(answer)]).toEqual([400, ['maximum']]);
    },
  );

  test('requires a passkey above the limit, and refuses the seller and related accounts', async () => {
    const { id, seller } = await on.live();
    expect(codeOf(await on.bid(first, id, 1_000_001))).toBe('step_up_required');
    await server.runtime.pool.query(
      `update session set method = 'passkey', created_at = now() where user_id = $1`,
      [second.id],
    );
    expect((await on.bids(second, id, 1_000_001)).leader).toBe('you');
    await server.runtime.pool.query(
      `update session set created_at = now() - interval '11 minutes' where user_id = $1`,
      [second.id],
    );
    expect(codeOf(await on.bid(second, id, 1_100_000))).toBe('step_up_required');
    await server.runtime.pool.query(
      `update session set method = 'password', created_at = now() where user_id = $1`,
      [second.id],
    );
    expect(codeOf(await on.bid(seller, id, 20_000))).toBe('own_auction');
    const other = await on.someone();
    const home = (person: Person, payload: object) =>
      server.call('PUT', `/api/admin/people/${other.id}/household`, { as: person, payload });
    expect((await home(stranger, { with: seller.id, reason: '같은 주소' })).statusCode).toBe(403);
    expect((await home(admin, { with: seller.id, reason: '' })).statusCode).toBe(400);
    expect(
      (await home(admin, { with: '01890000-0000-7000-8000-000000000000', reason: '없음' })).statusCode,
    ).toBe(404);
    expect((await home(admin, { with: seller.id, reason: '같은 주소' })).statusCode).toBe(204);
    expect(codeOf(await on.bid(other, id, 20_000))).toBe('related_to_seller');
    expect((await on.readAuction(other, id)).me).toMatchObject({ obstacle: { code: 'related_to_seller' } });
    const shared = await server.call('GET', `/api/admin/bidders?search=${other.username}`, { as: admin });
    expect(shared.json()).toMatchObject([{ id: other.id, household: [{ id: seller.id }], strikes: [] }]);
    expect(fieldsOf(await home(admin, { with: '@nobody-at-all', reason: '없음' }))).toEqual(['with']);
    expect((await home(admin, { with: null, reason: '이사했어요.' })).statusCode).toBe(204);
    expect((await home(admin, { with: `@${seller.username}`, reason: '같은 주소' })).statusCode).toBe(204);
    expect(codeOf(await on.bid(other, id, 20_000))).toBe('related_to_seller');
    expect((await home(admin, { with: null, reason: '이사했어요.' })).statusCode).toBe(204);
    expect((await on.bid(other, id, 20_000)).statusCode).toBe(201);
    const twin = await server.signUp();
    await server.runtime.pool.query(
      `update person set sealed_phone = (select sealed_phone from person where id = $2), phone_verified_at = now() where id = $1`,
      [twin.id, seller.id],
    );
    expect(codeOf(await on.bid(twin, id, 30_000))).toBe('related_to_seller');
  });

  test('in the last minutes extends the end by five, only if the price rises', async () => {
    const { id } = await on.live();
    await on.bids(first, id, 30_000);
    await on.pass(id, 58);
    const before = (await on.readAuction(undefined, id)).endsAt;
    expect((await on.bids(first, id, 60_000)).endsAt).toBe(before);
    const raised = await on.bids(second, id, 20_000);
    const left = new Date(raised.endsAt).getTime() - new Date(raised.at).getTime();
    expect(left).toBe(5 * 60_000);
    const { rows } = await server.runtime.pool.query<{ type: string }>(
      `select type from realtime_event where topic = $1 order by seq`,
      [`auction:${id}`],
    );
    expect(rows.map(({ type }) => type)).toEqual(['changed', 'changed', 'bid', 'bid', 'bid']);
  });

  test('in the last minutes does not extend the end with a first bid at the starting price', async () => {
    const { id } = await on.live({ reservePrice: 40_000 });
    await on.pass(id, 58);
    const before = (await on.readAuction(undefined, id)).endsAt;
    expect((await on.bids(first, id, 20_000)).endsAt).toBe(before);
    const met = await on.bids(first, id, 50_000);
    expect(met.price).toBe(40_000);
    expect(new Date(met.endsAt).getTime() - new Date(met.at).getTime()).toBe(5 * 60_000);
  });

  test('is pushed one by one with consecutive numbers, also for a batch', async () => {
    const { id } = await on.live();
    const bidding = createBidding({ ...server.runtime, realtime: { wake() {}, broadcast() {} } });
    await Promise.all(
      [20_000, 30_000, 40_000].map((maximum, index) =>
        bidding.bid(id, { personId: [first, second, first][index]!.id, maximum, key: null }),
      ),
    );
    const { rows } = await server.runtime.pool.query<{
      seq: number;
      type: string;
      row: number;
      count: number;
    }>(
      `select seq, type, (data -> 'row' ->> 'sequence')::int as row, (data ->> 'bidCount')::int as count
        from realtime_event where topic = $1 and type <> 'changed' order by seq`,
      [`auction:${id}`],
    );
    const start = rows[0]!.seq;
    expect(rows).toEqual([1, 2, 3].map((n) => ({ seq: start + n - 1, type: 'bid', row: n, count: n })));
  });

  test('a bid at the end is late, even before the clock has handled it', async () => {
    const { id } = await on.live();
    await on.bids(first, id, 30_000);
    await on.pass(id, 61);
    expect(codeOf(await on.bid(second, id, 50_000))).toBe('auction_over');
    expect((await on.readAuction(first, id)).me?.can).toContain('pay');
  });

  test('an outbid person is notified once, and not after bidding again', async () => {
    const { id } = await on.live();
    await on.bids(first, id, 20_000);
    await on.bids(second, id, 50_000);
    await on.tick();
    await on.tick();
    expect(await on.newsOf(first, id)).toEqual(['outbid']);
    expect(await on.newsOf(second, id)).toEqual([]);
    await on.bids(first, id, 60_000);
    await on.bids(first, id, 70_000);
    await on.tick();
    expect(await on.newsOf(second, id)).toEqual(['outbid']);
    expect(await on.newsOf(first, id)).toEqual(['outbid']);
  });
});

describe('buying now', () => {
  test('ends the auction for the first buyer, until there is a bid', async () => {
    const { id } = await on.live({ buyNowPrice: 90_000 });
    const buy = (as: Person, price: number) =>
      server.call('POST', `/api/auctions/${id}/buy`, { as, payload: { price } });
    expect(codeOf(await buy(first, 80_000))).toBe('price_changed');
    const answers = await Promise.all([buy(first, 90_000), buy(second, 90_000)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409]);
    const { state, winnerPrice, bidderCount } = await on.readAuction(undefined, id);
    expect([state, winnerPrice, bidderCount]).toEqual(['awaiting_payment', 90_000, 1]);
    // The shown end is the actual one, not the planned one.
    const boughtAt = (await on.readLog(id)).rows[0]?.at;
    const ended = await server.call('GET', '/api/auctions?state=ended&sort=newest');
    const own = await server.call('GET', '/api/user/auctions?role=winner', {
      as: answers[0].statusCode === 201 ? first : second,
    });
    const endOf = (cards: { id: string; endsAt: string }[]) => cards.find((card) => card.id === id)?.endsAt;
    expect((await on.readAuction(undefined, id)).endsAt).toBe(boughtAt);
    expect(endOf(ended.json())).toBe(boughtAt);
    expect(endOf(own.json())).toBe(boughtAt);
    expect(await on.problemsOf(await on.readLog(id))).toEqual([]);
    const other = await on.live({ buyNowPrice: 90_000 });
    await on.bids(first, other.id, 10_000);
    const late = await server.call('POST', `/api/auctions/${other.id}/buy`, {
      as: second,
      payload: { price: 90_000 },
    });
    expect(codeOf(late)).toBe('no_buy_now');
  });
});

describe('after the end', () => {
  test('the winner gets an order to pay, and chooses the delivery before or after', async () => {
    const { id, seller } = await on.live({
      delivery: 'ship',
      condition: '조금 긁혔어요',
      category: '공구함',
    });
    const shown = await on.readAuction(undefined, id);
    expect([shown.condition, shown.conditionNote, shown.category]).toEqual([
      'used',
      '조금 긁혔어요',
      'other',
    ]);
    const winner = await on.someone();
    await on.bids(winner, id, 30_000);
    await on.end(id);
    await on.tick();
    const found = (await server.call('GET', '/api/user/orders', { as: winner })).json<OrderSummary[]>();
    const order = found[0]!;
    const detail = await on.read(winner, order.id);
    expect([detail.state, detail.auctionId, detail.amounts.total, detail.delivery.isOpen]).toEqual([
      'created',
      id,
      15_000,
      true,
    ]);
    expect((await on.readAuction(winner, id)).me).toMatchObject({
      can: ['pay'],
      orderId: order.id,
      isArranged: false,
    });
    await on.pay(winner, order.id);
    await on.tick();
    expect((await on.readAuction(winner, id)).state).toBe('sold');
    expect(await on.newsOf(seller, id)).toEqual(['sold_to']);
    const arrange = (as: Person, name: string) =>
      server.call('POST', `/api/auctions/${id}/order`, {
        as,
        payload: {
          delivery: {
            kind: 'ship',
            address: { name, phone: '010-1234-5678', postcode: '04524', address: '서울 중구 세종대로 110' },
          },
          terms: true,
        },
      });
    expect((await arrange(second, '남')).statusCode).toBe(404);
    expect((await arrange(winner, '홍길동')).statusCode).toBe(201);
    expect(codeOf(await arrange(winner, '김철수'))).toBe('lot_arranged');
    const { delivery, amounts } = await on.read(winner, order.id);
    expect([delivery.address?.name, delivery.isOpen, amounts.total]).toEqual(['홍길동', false, 15_000]);
    await on.assertSound();
  });

  test('the winner pays through the same escrow, and everyone is notified of the result', async () => {
    const { id, seller } = await on.live();
    await on.bids(first, id, 30_000);
    await on.bids(second, id, 50_000);
    await on.end(id);
    expect(await on.newsOf(second, id)).toEqual(['won']);
    expect(await on.newsOf(first, id)).toEqual(['lost']);
    expect(await on.newsOf(seller, id)).toEqual(['sold_to']);
    // The fee has changed since the lot was won.
    await server.runtime.pool.query('update orders set fee_percent = 5 where auction_id = $1', [id]);
    const order = (as: Person, fields: object = {}) =>
      server.call('POST', `/api/auctions/${id}/order`, {
        as,
        payload: { delivery: { kind: 'pickup' }, terms: true, ...fields },
      });
    expect((await order(first)).statusCode).toBe(404);
    expect(codeOf(await order(second, { terms: false }))).toBe('terms_needed');
    expect(fieldsOf(await order(second, { delivery: { kind: 'digital' } }))).toEqual(['delivery.kind']);
    expect(fieldsOf(await order(second, { delivery: { kind: 'ship' } }))).toEqual(['delivery.address']);
    expect(codeOf(await order(second, { total: 1 }))).toBe('price_changed');
    const address = {
      name: '홍길동',
      phone: '010-1234-5678',
      postcode: '04524',
      address: '서울 중구 세종대로 110',
    };
    const placed = await order(second, { delivery: { kind: 'ship', address }, total: 38_100 });
    const { orderId } = placed.json<{ orderId: string }>();
    expect(codeOf(await order(second))).toBe('lot_arranged');
    const { rows } = await server.runtime.pool.query(
      'select fee_percent::float as percent, principal::float, fee::float from orders where auction_id = $1',
      [id],
    );
    expect(rows[0]).toMatchObject({ percent: 10, fee: rows[0].principal / 10 });
    const detail = await on.read(second, orderId);
    expect(detail.lines.map(({ label, amount }) => [label, amount])).toEqual([['낙찰가', 31_000]]);
    // Our fee is not taken of the shipping.
    expect(detail.amounts).toMatchObject({ principal: 31_000, fee: 3100, delivery: 4000, total: 38_100 });
    expect(detail.auctionId).toBe(id);
    // The order has no service, and its two sides can still write about it.
    const say = (as: Person, text: string) =>
      server.call('POST', `/api/orders/${orderId}/messages`, { as, payload: { text, clientId: text } });
    const { conversationId } = (await say(seller, '언제 보낼까요?')).json<{ conversationId: string }>();
    const asked = await server.call('POST', '/api/inquiries', {
      as: second,
      payload: { orderId, text: '내일이요.' },
    });
    expect(asked.json()).toMatchObject({ id: conversationId });
    expect(
      (await server.call('GET', `/api/conversations/${conversationId}`, { as: second })).json(),
    ).toMatchObject({
      serviceId: null,
      orderId,
      answerBy: null,
      messages: [{ text: '언제 보낼까요?' }, { text: '내일이요.', mine: true }],
    });
    expect(detail.amounts).toMatchObject({ principal: 31_000, fee: 3100, total: 38_100 });
    await on.pay(second, orderId);
    await on.tick();
    expect((await on.readAuction(second, id)).state).toBe('sold');
    expect(await on.newsOf(seller, id)).toEqual(['sold_to']);
    const mine = (await server.call('GET', '/api/user/auctions?role=winner', { as: second })).json<
      OwnAuctionCard[]
    >();
    expect(mine.find((card) => card.id === id)).toMatchObject({ state: 'sold', orderId, role: 'winner' });
    await on.assertSound();
  });

  test('a lot ends at the seller’s time, and a withdrawn draft keeps that end', async () => {
    const startsAt = new Date(Date.now() + 60 * 60_000).toISOString();
    const endsAt = new Date(Date.now() + 60 * 60_000 + 90_000).toISOString();
    const seller = await on.someone();
    const { id } = await on.draft(seller, { startsAt, endsAt });
    expect(await on.step(seller, id, 'publish')).toMatchObject({ state: 'scheduled', startsAt, endsAt });
    expect(await on.step(seller, id, 'withdraw')).toMatchObject({ state: 'draft', startsAt, endsAt });
    const counted = await on.draft(seller, { startsAt });
    await on.step(seller, counted.id, 'publish');
    expect(await on.step(seller, counted.id, 'withdraw')).toMatchObject({ state: 'draft', endsAt: null });
    const now = await on.draft(seller, {
      startsAt: new Date().toISOString(),
      endsAt: new Date(Date.now() + 1500).toISOString(),
    });
    expect((await on.step(seller, now.id, 'publish')).state).toBe('live');
    const own = await server.call('GET', '/api/user/auctions', { as: seller });
    expect(own.json<OwnAuctionCard[]>().map(({ role }) => role)).toEqual(['seller', 'seller', 'seller']);
  });

  test('a winner who does not pay gets a strike, and cannot bid after two, even if lots are relisted', async () => {
    const [loser, next] = [await on.someone(), await on.someone()];
    for (const round of [1, 2]) {
      const { id } = await on.live();
      await on.bids(next, id, 20_000);
      await on.bids(loser, id, 50_000);
      await on.end(id);
      await on.pass(id, 24 * 60 + 1);
      await on.tick();
      await on.tick();
      expect((await on.newsOf(loser, id)).filter((news) => news === 'pay_soon')).toHaveLength(1);
      await on.pass(id, 18 * 60);
      await on.tick();
      expect((await on.newsOf(loser, id)).filter((news) => news === 'pay_soon')).toHaveLength(2);
      await on.pass(id, 24 * 60);
      await on.tick();
      expect((await on.readAuction(undefined, id)).state).toBe('ended');
      expect((await on.newsOf(loser, id)).at(-1)).toBe('strike');
      const { id: fresh } = await on.live();
      expect((await on.bid(loser, fresh, 20_000)).statusCode).toBe(round === 1 ? 201 : 403);
    }
    const { id } = await on.live();
    expect(codeOf(await on.bid(loser, id, 20_000))).toBe('bidding_suspended');
    type Held = {
      username: string;
      isSuspended: boolean;
      strikes: { id: string; liftedAt: string | null }[];
    };
    const held = async () => {
      const found = await server.call('GET', `/api/admin/bidders?search=${loser.username}`, { as: admin });
      return found.json<Held[]>()[0];
    };
    const before = await held();
    expect([before?.username, before?.isSuspended, before?.strikes.length]).toEqual([
      loser.username,
      true,
      2,
    ]);
    const lift = (as: Person, reason: string) =>
      server.call('POST', `/api/admin/strikes/${before?.strikes[0]?.id}/lift`, { as, payload: { reason } });
    expect((await lift(loser, '제발')).statusCode).toBe(403);
    expect(fieldsOf(await lift(admin, ' '))).toEqual(['reason']);
    expect((await lift(admin, '카드사 장애였어요.')).statusCode).toBe(204);
    expect(codeOf(await lift(admin, '한 번 더'))).toBe('strike_not_found');
    expect((await held())?.isSuspended).toBe(false);
    const narrowed = async (state: string, search = loser.username) =>
      (await server.call('GET', `/api/admin/bidders?search=${search}&state=${state}`, { as: admin })).json<
        Held[]
      >();
    expect(await narrowed('struck')).toMatchObject([{ username: loser.username }]);
    expect(await narrowed('struck', loser.id)).toMatchObject([{ username: loser.username }]);
    expect(await narrowed('struck', `${loser.username} nobody`)).toEqual([]);
    expect(await narrowed('suspended')).toEqual([]);
    expect((await on.bid(loser, id, 20_000)).statusCode).toBe(201);
    await server.runtime.pool.query('update auction_strike set lifted_at = null where person_id = $1', [
      loser.id,
    ]);
    expect(codeOf(await on.bid(loser, id, 40_000))).toBe('bidding_suspended');
    await server.runtime.pool.query(
      `update auction_strike set at = at - interval '91 days' where person_id = $1`,
      [loser.id],
    );
    expect((await on.bid(loser, id, 50_000)).statusCode).toBe(201);
  });

  test('an unpaid lot is offered to the next bidder at their own highest bid, twice at most', async () => {
    const fourth = await on.someone();
    const { id, seller } = await on.live({ reservePrice: 15_000 });
    await on.bids(fourth, id, 14_000);
    await on.bids(third, id, 20_000);
    await on.bids(second, id, 40_000);
    await on.bids(first, id, 50_000);
    await on.end(id);
    expect(codeOf(await on.raiseOn(seller, id, 'second-offer'))).toBe('invalid_transition');
    await on.pass(id, 49 * 60);
    await on.tick();
    expect((await on.readAuction(seller, id)).me?.nextOffer).toEqual({ bidder: 3, price: 40_000 });
    expect((await on.raiseOn(second, id, 'second-offer')).statusCode).toBe(404);
    await on.step(seller, id, 'second-offer');
    expect((await on.raiseOn(third, id, 'take-offer')).statusCode).toBe(404);
    await on.pass(id, 25 * 60);
    expect(codeOf(await on.raiseOn(second, id, 'take-offer'))).toBe('invalid_transition');
    await on.tick();
    expect((await on.readAuction(seller, id)).me?.nextOffer).toEqual({ bidder: 2, price: 20_000 });
    await on.step(seller, id, 'second-offer');
    expect((await on.readAuction(third, id)).me?.offer).toMatchObject({ price: 20_000, total: 22_000 });
    const taken = await on.step(third, id, 'take-offer');
    expect([taken.state, taken.winnerPrice, taken.me?.can]).toEqual(['awaiting_payment', 20_000, ['pay']]);
    await on.pass(id, 49 * 60);
    await on.tick();
    // No bidder is left whose bid met the reserve, and two were asked.
    expect((await on.readAuction(seller, id)).state).toBe('unsold');
    const again = await on.raiseOn(seller, id, 'relist');
    expect([
      again.statusCode,
      again.json<AuctionDetail>().state,
      again.json<AuctionDetail>().relistedFrom,
    ]).toEqual([201, 'draft', id]);
    expect(await on.problemsOf(await on.readLog(id))).toEqual([]);
  });

  test('an unpaid lot is not offered to a person who has left', async () => {
    const { id, seller } = await on.live();
    const [loser, leaver, winner] = [await on.someone(), await on.someone(), await on.someone()];
    await on.bids(loser, id, 20_000);
    await on.bids(leaver, id, 30_000);
    await on.bids(winner, id, 40_000);
    await on.end(id);
    const left = await server.call('DELETE', '/api/user', {
      as: leaver,
      payload: { password: leaver.password },
    });
    expect(left.statusCode, left.body).toBe(200);
    await on.tick();
    await on.pass(id, 49 * 60);
    await on.tick();
    expect((await on.readAuction(seller, id)).me?.nextOffer).toMatchObject({ price: 20_000 });
  });

  test('below the reserve there is no winner, and the reserve stays hidden until then', async () => {
    const { id, seller } = await on.live({ reservePrice: 88_888 });
    await on.bids(first, id, 50_000);
    const shown = await server.call('GET', `/api/auctions/${id}`, { as: second });
    expect(shown.body).not.toContain('88888');
    expect((await on.readAuction(seller, id)).reservePrice).toBe(88_888);
    await on.end(id);
    expect((await on.readAuction(undefined, id)).state).toBe('unsold');
    expect(await on.newsOf(first, id)).toEqual(['reserve_missed']);
    const log = await on.readLog(id);
    expect([log.terms.reservePrice, log.rows.at(-1)?.kind]).toEqual([88_888, 'end']);
    expect(await on.problemsOf(log)).toEqual([]);
  });
});

describe('the log', () => {
  async function finished() {
    const { id } = await on.live({ reservePrice: 25_000 });
    for (const [person, maximum] of [
      [first, 15_000],
      [second, 22_000],
      [first, 30_000],
      [third, 31_000],
      [third, 45_000],
      [second, 50_000],
      [first, 55_000],
    ] as const) {
      await on.bid(person, id, maximum);
    }
    await on.end(id);
    return { id, log: await on.readLog(id) };
  }

  test('is published after the end without the winner’s maximum, and is valid', async () => {
    const { id } = await on.live();
    await on.bids(first, id, 30_000);
    expect(codeOf(await server.call('GET', `/api/auctions/${id}/log`))).toBe('log_not_yet');
    const { log } = await finished();
    expect(log.rows.map(({ sequence }) => sequence)).toEqual(log.rows.map((_row, index) => index + 1));
    expect(log.winner).toBe(1);
    for (const row of log.rows) expect(row.maximum === null).toBe(row.bidder === 1 || row.bidder === null);
    expect(await on.problemsOf(log)).toEqual([]);
  });

  test('shows the winner’s maximum to the winner only', async () => {
    const { id } = await finished();
    const ownMaxima = async (as: Person | undefined) => {
      const answer = await server.call('GET', `/api/auctions/${id}/log`, { ...(as && { as }) });
      const log = answer.json<AuctionLog>();
      expect(await on.problemsOf(log)).toEqual([]);
      return log.rows.filter(({ bidder }) => bidder === log.winner).map(({ maximum }) => maximum);
    };
    const sealed = await ownMaxima(undefined);
    expect(sealed.length).toBeGreaterThan(0);
    expect(new Set(sealed)).toEqual(new Set([null]));
    expect(await ownMaxima(admin)).toEqual(sealed);
    expect(await ownMaxima(second)).toEqual(sealed);
    expect((await ownMaxima(first)).at(-1)).toBe(55_000);
  });

  test('reveals any tampering', async () => {
    const { log } = await finished();
    const bidRows = log.rows.filter(({ kind }) => kind === 'bid');
    for (const row of bidRows) {
      for (const change of [
        { price: (row.price ?? 0) + 1 },
        { leader: (row.leader ?? 0) + 1 },
        { at: new Date(new Date(row.at).getTime() + 1).toISOString() },
        ...(row.maximum === null ? [] : [{ maximum: row.maximum + 1 }]),
      ]) {
        const rows = log.rows.map((one) => (one.sequence === row.sequence ? { ...one, ...change } : one));
        expect(await on.problemsOf({ ...log, rows })).not.toEqual([]);
      }
    }
    expect(await on.problemsOf({ ...log, winnerPrice: 1 })).toEqual(['result']);
    expect(await on.problemsOf({ ...log, winner: null, winnerPrice: null })).toEqual(['result']);
    expect(await on.problemsOf({ ...log, rows: log.rows.slice(1) })).not.toEqual([]);
    expect(await on.problemsOf({ ...log, rows: log.rows.slice(0, -1) })).toContain('closing');
    expect(await on.problemsOf({ ...log, terms: { ...log.terms, startPrice: 1 } })).not.toEqual([]);
    expect(await on.problemsOf({ ...log, terms: { ...log.terms, reservePrice: 24_000 } })).not.toEqual([]);
  });

  test('lets a bidder prove their own bid by the receipt', async () => {
    const { id } = await on.live();
    const receipt = await on.bids(first, id, 30_000);
    expect(await sha256(commitmentText(id, receipt.sequence, 30_000, receipt.salt))).toBe(receipt.commitment);
    const { log } = await on.readAuction(undefined, id);
    expect(log[0]?.commitment).toBe(receipt.commitment);
  });
});

describe('staff', () => {
  test('void a bid with a public reason, and the price is recomputed', async () => {
    const { id } = await on.live();
    await on.bids(first, id, 20_000);
    const wrong = await on.bids(second, id, 90_000);
    await on.bids(third, id, 60_000);
    const away = (as: Person, payload: object) =>
      server.call('POST', `/api/admin/auctions/${id}/bids/${wrong.sequence}/void`, { as, payload });
    expect((await away(third, { reason: '실수' })).statusCode).toBe(403);
    expect(fieldsOf(await away(admin, { reason: ' ' }))).toEqual(['reason']);
    const voided = (await away(admin, { reason: '도용한 계정' })).json<AuctionDetail>();
    expect([voided.price, voided.leader, voided.bidCount]).toEqual([21_000, 3, 2]);
    expect(voided.log[0]).toMatchObject({ kind: 'void', voided: wrong.sequence, reason: '도용한 계정' });
    expect(codeOf(await away(admin, { reason: '다시' }))).toBe('bid_not_found');
    expect(await on.newsOf(second, id)).toContain('voided');
    // After any bid, even a voided one, the fixed price and the seller's cancellation stay unavailable.
    const alone = await on.live({ buyNowPrice: 90_000 });
    const only = await on.bids(first, alone.id, 20_000);
    const path = `/api/admin/auctions/${alone.id}/bids/${only.sequence}/void`;
    expect((await server.call('POST', path, { as: admin, payload: { reason: '실수' } })).statusCode).toBe(
      200,
    );
    const bought = await server.call('POST', `/api/auctions/${alone.id}/buy`, {
      as: second,
      payload: { price: 90_000 },
    });
    expect(codeOf(bought)).toBe('no_buy_now');
    expect(codeOf(await on.raiseOn(alone.seller, alone.id, 'cancel'))).toBe('has_bids');
    await on.end(id);
    expect(await on.problemsOf(await on.readLog(id))).toEqual([]);
  });

  test('cannot decide about lots that they sell or bid on', async () => {
    const partial = await server.signUp({ role: 'admin' });
    await on.verify(partial);
    const { id } = await on.live();
    await on.bids(first, id, 30_000);
    await on.bids(partial, id, 20_000);
    const own = await on.live({}, partial);
    await on.bids(first, own.id, 30_000);
    for (const lot of [id, own.id]) {
      expect((await on.readAuction(partial, lot)).me?.can).not.toContain('void');
      const voiding = await server.call('POST', `/api/admin/auctions/${lot}/bids/1/void`, {
        as: partial,
        payload: { reason: '제가 사고 싶어서요' },
      });
      expect([voiding.statusCode, codeOf(voiding)]).toEqual([403, 'forbidden']);
    }
    expect((await on.readAuction(partial, id)).me?.can).not.toContain('cancel');
    expect(codeOf(await on.raiseOn(partial, id, 'cancel', { reason: '졌어요' }))).toBe('forbidden');
    expect((await on.readAuction(admin, id)).me?.can).toEqual(expect.arrayContaining(['void', 'cancel']));
  });

  test('cancel with a reason, the seller only before the first bid', async () => {
    const { id, seller } = await on.live();
    await on.bids(first, id, 20_000);
    expect(codeOf(await on.raiseOn(seller, id, 'cancel'))).toBe('has_bids');
    expect((await on.raiseOn(stranger, id, 'cancel')).statusCode).toBe(404);
    expect(fieldsOf(await on.raiseOn(admin, id, 'cancel'))).toEqual(['reason']);
    const cancelled = await on.step(admin, id, 'cancel', { reason: '팔 수 없는 물건' });
    expect([cancelled.state, cancelled.cancelReason]).toEqual(['cancelled', '팔 수 없는 물건']);
    expect(await on.newsOf(first, id)).toContain('cancelled');
    const other = await on.live();
    expect((await on.step(other.seller, other.id, 'cancel')).state).toBe('cancelled');
  });
});

describe('a person who leaves', () => {
  const leave = (as: Person) =>
    server.call('DELETE', '/api/user', { as, payload: { password: as.password } });

  test('cannot leave while selling or leading, learns which lot it is, and can once it is over', async () => {
    const { id, seller } = await on.live({ title: '떠나기 전의 톱' });
    const [outbid, leader] = [await on.someone(), await on.someone()];
    await on.bids(outbid, id, 20_000);
    await on.bids(leader, id, 30_000);
    for (const person of [seller, leader]) {
      const refusal = await leave(person);
      expect([refusal.statusCode, codeOf(refusal)]).toEqual([409, 'auctions_open']);
      expect(refusal.json<{ message: string }>().message).toContain('‘떠나기 전의 톱’');
    }
    expect((await leave(outbid)).statusCode).toBe(200);
    const { id: unwanted, seller: other } = await on.live();
    expect(codeOf(await leave(other))).toBe('auctions_open');
    await on.step(other, unwanted, 'cancel');
    expect((await leave(other)).statusCode).toBe(200);
  });

  test('ends their sales by being suspended: bidders are notified, and the log has it', async () => {
    const { id, seller } = await on.live({ title: '정지된 사람의 톱' });
    const starts = await on.draft(seller, { startsAt: new Date(Date.now() + 3_600_000).toISOString() });
    await on.step(seller, starts.id, 'publish');
    await on.bids(first, id, 20_000);
    await on.tick();
    expect((await on.readAuction(first, id)).state).toBe('live');
    const suspended = await server.call('PATCH', `/api/admin/users/${seller.id}`, {
      as: admin,
      payload: { suspended: true, reason: '가짜 물건을 팔았어요.' },
    });
    expect(suspended.statusCode, suspended.body).toBe(200);
    await on.tick();
    const { state, cancelReason, log } = await on.readAuction(first, id);
    expect([state, cancelReason, log[0]?.kind]).toEqual(['cancelled', null, 'cancel']);
    expect((await on.readAuction(first, starts.id)).state).toBe('cancelled');
    expect(await on.newsOf(first, id)).toEqual(['cancelled']);
    expect(await on.newsOf(seller, id)).toEqual(['cancelled']);
    expect(codeOf(await on.bid(second, id, 90_000))).toBe('auction_over');
  });
});

test('a lot has the language it is written in, and so has its relisting', async () => {
  const { id, seller } = await on.live({ title: 'A spool of blue PETG', language: 'en' });
  expect((await on.readAuction(first, id)).language).toBe('en');
  const listed = await server.call('GET', '/api/auctions?search=blue+PETG');
  expect(listed.json<AuctionCard[]>().map(({ language }) => language)).toEqual(['en']);
  await on.end(id);
  const again = (await on.raiseOn(seller, id, 'relist')).json<AuctionDetail>();
  expect(again.language).toBe('en');
  expect(fieldsOf(await on.write(seller, { language: 'fr' }))).toContain('language');
});

test('a lot is found by words of its translations', async () => {
  const { id } = await on.live({ title: '잘 쓰던 오실로스코프' });
  const drill = await on.live({ title: '뜯지 않은 충전 드릴' });
  const found = async (search: string) =>
    (await server.call('GET', `/api/auctions?search=${encodeURIComponent(search)}`))
      .json<AuctionCard[]>()
      .map((card) => card.id);
  for (const said of ['오실로스코프', 'oscilloscope', 'オシロスコープ'])
    expect(await found(said)).toEqual([id]);
  for (const said of ['드릴', 'drill', 'ドリル', '충전 drill']) expect(await found(said)).toEqual([drill.id]);
  const printer = await on.live({ title: '뜯지 않은 라벨 프린터' });
  for (const said of ['라벨 프린터', 'label printer', 'ラベル プリンター'])
    expect(await found(said)).toEqual([printer.id]);
  expect(await found('드릴 오실로스코프')).toEqual([]);
});

test('lists by state, words, kind and end, and watched lots', async () => {
  const seller = await on.someone();
  const soon = await on.live({ title: '별난 선반 하나', durationMinutes: 45 }, seller);
  const later = await on.live({ title: '별난 선반 둘', durationMinutes: 600, category: 'tools' }, seller);
  const { id: waiting } = await on.draft(seller, {
    title: '별난 선반 셋',
    startsAt: new Date(Date.now() + 3_600_000).toISOString(),
  });
  await on.step(seller, waiting, 'publish');
  const titles = async (query: string) =>
    (await server.call('GET', `/api/auctions?search=${encodeURIComponent('별난 선반')}&${query}`))
      .json<AuctionCard[]>()
      .map(({ title }) => title);
  expect(await titles('')).toEqual(['별난 선반 하나', '별난 선반 둘']);
  expect(await titles('sort=newest')).toEqual(['별난 선반 둘', '별난 선반 하나']);
  expect(await titles('category=tools')).toEqual(['별난 선반 둘']);
  expect(await titles('kind=licence')).toEqual([]);
  expect(await titles('state=scheduled')).toEqual(['별난 선반 셋']);
  await on.end(soon.id);
  expect(await titles('state=ended')).toEqual(['별난 선반 하나']);
  expect(await titles('state=all')).toHaveLength(3);
  expect((await server.call('GET', '/api/auctions?state=nowhere')).statusCode).toBe(400);
  const watching = async () =>
    (await server.call('GET', '/api/user/auctions?as=watching', { as: first }))
      .json<OwnAuctionCard[]>()
      .map(({ id }) => id);
  expect((await server.call('PUT', `/api/auctions/${later.id}/watch`, { as: first })).statusCode).toBe(204);
  expect((await server.call('PUT', `/api/auctions/${later.id}/watch`, { as: first })).statusCode).toBe(204);
  expect(await watching()).toContain(later.id);
  await on.pass(later.id, 550);
  await on.tick();
  await on.tick();
  expect(await on.newsOf(first, later.id)).toEqual(['ends_soon']);
  expect((await server.call('DELETE', `/api/auctions/${later.id}/watch`, { as: first })).statusCode).toBe(
    204,
  );
  expect(await watching()).not.toContain(later.id);
});

describe('the resource or service of a lot', () => {
  const unknown = '01890000-0000-7000-8000-000000000000';
  test.each(['serviceId', 'resourceId'] as const)(
    'is one’s own: somebody else’s %s in any state is refused like a missing one',
    async (field) => {
      const [seller, owner] = [await on.someone(), await on.someone()];
      const made =
        field === 'serviceId'
          ? await on.offerService(owner, { state: 'draft' })
          : (
              await server.call('POST', '/api/resources', {
                as: owner,
                payload: { title: '남의 비밀', category: 'other', state: 'draft' },
              })
            ).json<{ id: string }>().id;
      const table = field === 'serviceId' ? 'service' : 'resource';
      const states =
        field === 'serviceId' ? ['draft', 'paused', 'hidden', 'removed'] : ['draft', 'hidden', 'removed'];
      const { id: draft } = await on.draft(seller);
      for (const state of states) {
        await server.runtime.pool.query(`update ${table} set state = $2 where id = $1`, [made, state]);
        for (const language of locales) {
          const headers = { 'accept-language': language };
          for (const [method, url] of [
            ['POST', '/api/auctions'],
            ['PATCH', `/api/auctions/${draft}`],
          ] as const) {
            const ask = (id: string) =>
              server.call(method, url, { as: seller, headers, payload: { title: '선반', [field]: id } });
            const [theirs, none] = [await ask(made), await ask(unknown)];
            expect(none.statusCode).toBe(400);
            expect(none.json()).toMatchObject({ fields: { [field]: expect.any(String) } });
            expect([theirs.statusCode, theirs.body]).toEqual([none.statusCode, none.body]);
          }
        }
      }
    },
  );

  test('is named only to its seller after it was hidden', async () => {
    const seller = await on.someone();
    const resource = (
      await server.call('POST', '/api/resources', {
        as: seller,
        payload: {
          title: '곧 숨길 것',
          category: 'hardware_design',
          downloadUrl: 'https://example.com/thing',
        },
      })
    ).json<{ id: string }>().id;
    const { id } = await on.live(
      { lotKind: 'licence', resourceId: resource, licenceTerms: '한 번 쓸 수 있어요.' },
      seller,
    );
    expect(await on.readAuction(undefined, id)).toMatchObject({ resource: { title: '곧 숨길 것' } });
    await server.runtime.pool.query("update resource set state = 'hidden' where id = $1", [resource]);
    expect(await on.readAuction(undefined, id)).toMatchObject({ resource: null });
    expect(await on.readAuction(seller, id)).toMatchObject({ resource: { title: '곧 숨길 것' } });
  });
});
