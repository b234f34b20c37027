import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { formOf, startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { PermissionRequest, Rights } from '#features/licensing/contract.ts';
import { checkReceipt, unpackReceipt } from '#features/licensing/server/testing.ts';
import type { PublicKey } from '#platform/shared/signatures.ts';
import type { OrderDetail, OrderOffer } from '#features/orders/contract.ts';
import type { Quote } from '#features/quotes/contract.ts';
import type { ResourceDetail } from '#features/resources/contract.ts';
import { negotiatingOn } from '#features/quotes/server/testing.ts';
import { resourcesJobs } from '#features/resources/server/public.ts';
import { binaryStl, box } from '#platform/shared/models/testing.ts';
import { standardTerms } from '#platform/shared/order-terms.ts';
import { randomRuns } from '#platform/shared/testing.ts';
import { orderingOn, type Ordering } from './testing.ts';
import { returnUnclaimedShares } from './unclaimed-shares.ts';

/** Rights and shares of authors, from the licence to the ledger and the receipt. */

let server: TestServer;
let on: Ordering;
let buyer: Person;
let author: Person;
let provider: Person;
let serviceId: string;

beforeAll(async () => {
  server = await startTestServer({
    RATE_LIMIT_PAYMENTS: '100000',
    RATE_LIMIT_ORDERS: '100000',
    RATE_LIMIT_QUOTES: '100000',
    RATE_LIMIT_WRITES: '1000000',
  });
  on = orderingOn(server);
  buyer = await server.signUp();
  author = await server.signUp();
  await on.verify(author);
  ({ provider, serviceId } = await on.provide({ serviceType: '3d_printing', price: null }));
});
afterAll(() => server.close());
afterEach(() => on.assertSound());

async function publish(license: string, fields: Record<string, string> = {}): Promise<ResourceDetail> {
  const answer = await server.call('POST', '/api/resources', {
    as: author,
    ...formOf([
      { name: 'title', value: '선반 받침' },
      { name: 'category', value: '3d_model' },
      { name: 'license', value: license },
      { name: 'state', value: 'published' },
      ...Object.entries(fields).map(([name, value]) => ({ name, value })),
      {
        name: 'downloadFile',
        filename: '받침.stl',
        bytes: Buffer.from(binaryStl(box(30, 20, 10))),
      },
    ]),
  });
  expect(answer.statusCode, answer.body).toBe(201);
  await resourcesJobs(server.runtime)['resources.measure_models']({} as never);
  return answer.json<ResourceDetail>();
}

const share = (resource: ResourceDetail, payload: object, as = author) =>
  server.call('PUT', `/api/user/resources/${resource.id}/share`, { as, payload });

async function quoteOf(resource: ResourceDetail, quantity = 2): Promise<Quote> {
  const answer = await server.call('POST', `/api/services/${serviceId}/quote`, {
    as: buyer,
    payload: { resourceFileId: resource.files[0]!.id, material: 'PLA', quantity },
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Quote>();
}

const pickup = { delivery: { kind: 'pickup' } };

async function offerOf(quote: Quote, query: string): Promise<OrderOffer> {
  const path = `/api/services/${serviceId}/offer?quoteId=${quote.id}&${query}`;
  const answer = await server.call('GET', path, { as: buyer });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<OrderOffer>();
}

async function finish(order: OrderDetail): Promise<OrderDetail> {
  await on.pay(buyer, order.id);
  await on.move(provider, order.id, 'accept');
  await on.move(provider, order.id, 'start');
  await on.move(provider, order.id, 'deliver', {
    pickup: true,
    photos: [await on.photo(provider, order.id)],
  });
  return on.complete(buyer, order.id);
}

const shareIdOf = async (orderId: string) =>
  (await server.runtime.pool.query('select id from order_share where order_id = $1', [orderId])).rows[0]
    ?.id as string | undefined;

describe('the share of an author', () => {
  test('is shown before ordering, held, paid out to the author, and stands in the receipt', async () => {
    const resource = await publish('CC-BY-NC-4.0');
    expect((await share(resource, { amount: 700 })).json()).toEqual({ amount: 700, percent: null });
    const quote = await quoteOf(resource);
    const offer = await offerOf(quote, 'purpose=sale');
    expect(offer.rights).toMatchObject([
      { verdict: 'allowed_with_share', reason: 'sale_by_share', shareDue: 'required', pieces: 2 },
    ]);
    expect(offer.rights[0]?.sentence).toContain('NonCommercial');
    expect(offer.amounts).toMatchObject({
      principal: quote.principal,
      fee: quote.fee,
      share: 1400,
      total: quote.total + 1400,
    });
    const order = await on.order(buyer, serviceId, {
      ...pickup,
      quoteId: quote.id,
      purpose: 'sale',
      total: offer.amounts?.total,
    });
    expect(order.amounts).toEqual(offer.amounts);
    expect(order.shares).toMatchObject([{ title: '선반 받침', amount: 1400, pieces: 2, kept: null }]);
    const done = await finish(order);
    const shareId = (await shareIdOf(order.id))!;
    expect(await on.owed('provider_payable', shareId)).toBe(1400);
    expect(await on.owed('provider_payable', order.id)).toBe(quote.principal);
    // The author learns what was earned, and nothing of the order or the buyer.
    const statement = await server.call('GET', '/api/user/transactions', { as: author });
    expect(statement.json()).toMatchObject([
      { kind: 'share_earned', amount: 1400, title: '선반 받침', orderId: null },
    ]);
    expect((await server.call('GET', `/api/orders/${order.id}`, { as: author })).statusCode).toBe(404);
    const [right] = done.rights;
    expect(JSON.parse(right!.receipt!.text)).toMatchObject({
      order: order.id,
      purpose: 'sale',
      pieces: 2,
      share: 1400,
      license: 'CC-BY-NC-4.0',
      files: [resource.files[0]!.sha256],
    });
    const text = await server.call('GET', `/api/license-texts/${right!.licenseSha256}`);
    const { text: words } = text.json<{ text: string }>();
    expect(createHash('sha256').update(words).digest('hex')).toBe(right!.licenseSha256);
    expect(words).toContain('NonCommercial');
    await on.pass(order.id, 8 * 24);
    await server.runtime.pool.query("update payable set held_until = now() - interval '1 hour'");
    // Less than the least payout waits, for authors too.
    await on.payOut();
    expect(await on.owed('provider_payable', shareId)).toBe(1400);
  });

  test('is a thank-you that is left out unless it is asked for, where the licence does not', async () => {
    const resource = await publish('CC-BY-4.0');
    await share(resource, { percent: 10 });
    const quote = await quoteOf(resource);
    const tenth = Math.floor(quote.principal / 10);
    expect((await offerOf(quote, 'purpose=own&withThanks=true')).amounts?.share).toBe(tenth);
    const without = await offerOf(quote, 'purpose=own');
    expect(without.amounts?.total).toBe(quote.total);
    const order = await on.order(buyer, serviceId, {
      ...pickup,
      quoteId: quote.id,
      total: quote.total,
    });
    expect(order.amounts.share).toBe(0);
    expect(order.rights).toMatchObject([{ verdict: 'allowed', purpose: 'own' }]);
  });

  test('goes back with the price, in proportion', async () => {
    const resource = await publish('CC-BY-4.0');
    await share(resource, { amount: 333 });
    const quote = await quoteOf(resource, 3);
    const order = await on.order(buyer, serviceId, { ...pickup, quoteId: quote.id, withThanks: true });
    expect(order.amounts.share).toBe(999);
    await on.pay(buyer, order.id);
    await on.move(provider, order.id, 'accept');
    await on.move(provider, order.id, 'start');
    const keep = Math.floor(quote.principal / 3);
    await on.move(provider, order.id, 'propose-settlement', { keep });
    const settled = await on.move(buyer, order.id, 'agree');
    const kept = Math.floor((999 * keep) / quote.principal);
    expect(settled.shares).toMatchObject([{ kept }]);
    expect(await on.owed('provider_payable', (await shareIdOf(order.id))!)).toBe(kept);
    expect(await on.owed('escrow', order.id)).toBe(0);
  });

  test('is taken back in part by a claim, and as a debt where it was paid out', async () => {
    const resource = await publish('CC-BY-4.0');
    await share(resource, { amount: 20_000 });
    const quote = await quoteOf(resource, 1);
    const done = await finish(
      await on.order(buyer, serviceId, { ...pickup, quoteId: quote.id, withThanks: true }),
    );
    const shareId = (await shareIdOf(done.id))!;
    await server.runtime.pool.query("update payable set held_until = now() - interval '1 hour'");
    await on.payOut();
    expect(await on.owed('provider_payable', shareId)).toBe(0);
    const keep = Math.floor(quote.principal / 2);
    await on.move(buyer, done.id, 'claim', { reason: '휘었어요.', keep });
    await on.move(provider, done.id, 'agree');
    const kept = Math.floor((20_000 * keep) / quote.principal);
    expect((await on.read(buyer, done.id)).shares).toMatchObject([{ kept }]);
    expect(await on.owed('provider_debt', shareId)).toBe(-(20_000 - kept));
  });

  test('is not asked for where the author makes it, and needs no permission', async () => {
    const resource = await publish('all-rights-reserved');
    await share(resource, { amount: 5000 });
    const own = await on.offerService(author, { serviceType: '3d_printing', price: null });
    const answer = await server.call('POST', `/api/services/${own}/quote`, {
      as: buyer,
      payload: { resourceFileId: resource.files[0]!.id, material: 'PLA' },
    });
    const { id, total } = answer.json<Quote>();
    const order = await on.order(buyer, own, { ...pickup, quoteId: id, purpose: 'sale' });
    expect(order.amounts).toMatchObject({ share: 0, total });
    expect(order.rights).toMatchObject([{ verdict: 'allowed', purpose: 'sale' }]);
  });

  test('never sells a right for nothing', async () => {
    const resource = await publish('CC-BY-NC-4.0');
    await share(resource, { percent: 1 });
    const negotiating = negotiatingOn(server);
    const request = await negotiating.request(buyer, [serviceId], {
      files: [{ resourceFileId: resource.files[0]!.id }],
    });
    const thread = request.threads[0]!;
    const offered = await negotiating.move(provider, thread, 'offer', {
      principal: 0,
      readyInDays: 3,
      validDays: 7,
    });
    await negotiating.move(buyer, offered, 'accept');
    const sold = await on.place(buyer, serviceId, { ...pickup, quoteId: thread.id, purpose: 'sale' });
    expect(sold.json()).toMatchObject({ code: 'rights_needed' });
  });

  test('is held with the order by staff, and an author never rules on it', async () => {
    const resource = await publish('CC-BY-4.0');
    await share(resource, { amount: 12_000 });
    const quote = await quoteOf(resource, 1);
    const order = await on.order(buyer, serviceId, { ...pickup, quoteId: quote.id, withThanks: true });
    await on.pay(buyer, order.id);
    await on.move(provider, order.id, 'accept');
    await on.move(provider, order.id, 'start');
    await on.move(buyer, order.id, 'dispute', { reason: '연락이 안 돼요.' });
    const { pool } = server.runtime;
    await pool.query("update person set role = 'admin' where id = $1", [author.id]);
    const ruled = await on.raise(author, order.id, 'rule', { outcome: 'provider', reason: '제 자료예요.' });
    await pool.query("update person set role = 'user' where id = $1", [author.id]);
    expect(ruled.json()).toMatchObject({ code: 'admin_is_party' });
    await on.move(buyer, order.id, 'withdraw');
    await on.move(provider, order.id, 'deliver', {
      pickup: true,
      photos: [await on.photo(provider, order.id)],
    });
    await on.complete(buyer, order.id);
    const finance = await server.signUp({ role: 'finance' });
    const held = await server.call('POST', `/api/admin/orders/${order.id}/freeze`, {
      as: finance,
      payload: { frozen: true, reason: '확인할 것이 있어요.' },
    });
    expect(held.statusCode, held.body).toBeLessThan(300);
    const { rows } = await pool.query(
      'select frozen_reason as frozen from payable where order_id = $1 or part_of = $1',
      [order.id],
    );
    expect(rows).toEqual([{ frozen: 'staff' }, { frozen: 'staff' }]);
  });

  test('returns to the buyer when its author could not be paid for a year', async () => {
    const resource = await publish('CC-BY-4.0');
    await share(resource, { amount: 500 });
    const quote = await quoteOf(resource, 1);
    const done = await finish(
      await on.order(buyer, serviceId, { ...pickup, quoteId: quote.id, withThanks: true }),
    );
    const shareId = (await shareIdOf(done.id))!;
    const { pool } = server.runtime;
    const run = () => returnUnclaimedShares({ ...server.runtime, terms: standardTerms });
    await pool.query("update payable set released_at = now() - interval '366 days' where order_id = $1", [
      shareId,
    ]);
    // An author who can be paid keeps it.
    await run();
    expect(await on.owed('provider_payable', shareId)).toBe(500);
    await pool.query('update person set phone_verified_at = null where id = $1', [author.id]);
    await run();
    await run();
    await pool.query('update person set phone_verified_at = now() where id = $1', [author.id]);
    expect(await on.owed('provider_payable', shareId)).toBe(0);
    const order = await on.read(buyer, done.id);
    expect(order.shares).toMatchObject([{ kept: 0 }]);
    expect(order.refunded).toMatchObject([{ amount: 500 }]);
  });

  test.each([
    ['both kinds', { amount: 100, percent: 5 }, 'percent'],
    ['more than half', { percent: 51 }, 'percent'],
    ['nothing', { amount: 0 }, 'amount'],
  ])('of %s is refused at its field', async (_name, payload, field) => {
    const resource = await publish('CC-BY-4.0');
    const answer = await share(resource, payload);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json<{ fields: object }>().fields)).toContain(field);
  });

  test('is set by the author alone, for a design of their own', async () => {
    const resource = await publish('CC-BY-4.0', { author: '다른 사람' });
    expect((await share(resource, { amount: 100 })).json()).toMatchObject({ code: 'not_the_author' });
    const own = await publish('CC-BY-4.0');
    expect((await share(own, { amount: 100 }, buyer)).statusCode).toBe(404);
  });

  test('sells the right only while it is asked for', async () => {
    const resource = await publish('CC-BY-NC-4.0');
    const rightOf = async () =>
      (
        await server.call('GET', `/api/resources/${resource.id}/rights?purpose=sale`, { as: buyer })
      ).json<Rights>();
    await share(resource, { amount: 700 });
    expect((await share(resource, { percent: 2.5 })).json()).toEqual({ amount: null, percent: 2.5 });
    expect(await rightOf()).toMatchObject({ verdict: 'allowed_with_share', share: { percent: 2.5 } });
    expect((await share(resource, {})).json()).toEqual({ amount: null, percent: null });
    expect(await rightOf()).toMatchObject({ verdict: 'ask_author', reason: 'no_sale', share: null });
  });
});

describe('what a licence does not allow', () => {
  test('cannot be ordered before the author has allowed it, and no more often than that', async () => {
    const resource = await publish('all-rights-reserved');
    const quote = await quoteOf(resource, 2);
    const refusedOrder = await on.place(buyer, serviceId, { ...pickup, quoteId: quote.id, purpose: 'gift' });
    expect([refusedOrder.statusCode, refusedOrder.json<{ code: string }>().code]).toEqual([
      409,
      'rights_needed',
    ]);
    expect(refusedOrder.json<{ rights: Rights }>().rights).toMatchObject({
      verdict: 'ask_author',
      canAsk: true,
    });

    const asked = await server.call('POST', `/api/resources/${resource.id}/permissions`, {
      as: buyer,
      payload: { purpose: 'gift', pieces: 2, note: '조카에게 주려고 해요.' },
    });
    expect(asked.statusCode, asked.body).toBe(201);
    const request = asked.json<PermissionRequest>();
    const again = await server.call('POST', `/api/resources/${resource.id}/permissions`, {
      as: buyer,
      payload: { purpose: 'gift', note: '한 번 더' },
    });
    expect(again.json()).toMatchObject({ code: 'already_asked' });
    // Strangers and the asker cannot answer.
    for (const as of [buyer, provider]) {
      const answer = await server.call('POST', `/api/permissions/${request.id}/grant`, { as, payload: {} });
      expect(answer.statusCode).toBe(404);
    }
    const received = await server.call('GET', '/api/user/permissions?side=received', { as: author });
    expect(received.json()).toMatchObject([
      { id: request.id, note: '조카에게 주려고 해요.', state: 'asked' },
    ]);
    const granted = await server.call('POST', `/api/permissions/${request.id}/grant`, {
      as: author,
      payload: { answer: '좋아요!' },
    });
    expect(granted.json()).toMatchObject({ state: 'granted', allowed: 2, used: 0 });

    const order = await on.order(buyer, serviceId, { ...pickup, quoteId: quote.id, purpose: 'gift' });
    expect(order.rights).toMatchObject([{ verdict: 'allowed', purpose: 'gift' }]);
    const second = await quoteOf(resource, 1);
    const spent = await on.place(buyer, serviceId, { ...pickup, quoteId: second.id, purpose: 'gift' });
    expect(spent.json()).toMatchObject({ code: 'rights_needed' });
    // What was not made can be made later.
    await on.move(buyer, order.id, 'cancel');
    const once = await on.order(buyer, serviceId, { ...pickup, quoteId: second.id, purpose: 'gift' });
    expect(once.state).toBe('created');
    // A later request does not take away what was allowed before.
    await on.move(buyer, once.id, 'cancel');
    const wider = await server.call('POST', `/api/resources/${resource.id}/permissions`, {
      as: buyer,
      payload: { purpose: 'sale', pieces: 1, note: '팔아도 될까요?' },
    });
    expect(wider.statusCode, wider.body).toBe(201);
    const still = await server.call('GET', `/api/resources/${resource.id}/rights?purpose=gift`, {
      as: buyer,
    });
    expect(still.json()).toMatchObject({ verdict: 'allowed', reason: 'permission' });
    // Selling is not allowed yet.
    const third = await quoteOf(resource, 1);
    const sold = await on.place(buyer, serviceId, { ...pickup, quoteId: third.id, purpose: 'sale' });
    expect(sold.json()).toMatchObject({ code: 'rights_needed' });
  });

  const ask = async (resource: ResourceDetail, payload: object) =>
    server.call('POST', `/api/resources/${resource.id}/permissions`, { as: buyer, payload });
  const respond = async (as: Person, id: string, act: string, payload: object = {}) =>
    (await server.call('POST', `/api/permissions/${id}/${act}`, { as, payload })).json();

  test('is answered once, except that more pieces may be allowed later, never fewer than were made', async () => {
    const resource = await publish('all-rights-reserved');
    const { id } = (await ask(resource, { purpose: 'gift', pieces: 2, note: '두 개요.' })).json();
    await respond(author, id, 'grant');
    const quote = await quoteOf(resource, 2);
    await on.order(buyer, serviceId, { ...pickup, quoteId: quote.id, purpose: 'gift' });
    expect(await respond(author, id, 'grant', { pieces: 1 })).toMatchObject({
      code: 'too_few_pieces',
      fields: { pieces: expect.any(String) },
    });
    expect(await respond(author, id, 'grant', { pieces: 5 })).toMatchObject({ allowed: 5, used: 2 });
    expect(await respond(author, id, 'refuse')).toMatchObject({ code: 'already_answered' });
    expect(await respond(author, 'none', 'grant')).toMatchObject({ code: 'permission_not_found' });
  });

  test('stays refused, and is not asked for again', async () => {
    const resource = await publish('all-rights-reserved');
    const { id } = (await ask(resource, { purpose: 'sale', note: '팔고 싶어요.' })).json();
    expect(await respond(author, id, 'refuse', { answer: '죄송해요.' })).toMatchObject({
      state: 'refused',
      allowed: 0,
      answer: '죄송해요.',
    });
    expect(await respond(author, id, 'grant')).toMatchObject({ code: 'already_answered' });
    const quote = await quoteOf(resource, 1);
    const refusedOrder = await on.place(buyer, serviceId, { ...pickup, quoteId: quote.id, purpose: 'sale' });
    expect(refusedOrder.json()).toMatchObject({ code: 'rights_needed', rights: { verdict: 'not_allowed' } });
    expect((await ask(resource, { purpose: 'sale', note: '다시 물어요.' })).json()).toMatchObject({
      code: 'nothing_to_ask',
    });
  });

  test('is no longer asked for when the asker takes the request back before its answer', async () => {
    const resource = await publish('all-rights-reserved');
    const { id } = (await ask(resource, { purpose: 'gift', note: '선물이에요.' })).json();
    expect(await respond(author, id, 'withdraw')).toMatchObject({ code: 'permission_not_found' });
    expect(await respond(buyer, id, 'withdraw')).toMatchObject({ state: 'withdrawn' });
    expect(await respond(buyer, id, 'withdraw')).toMatchObject({ code: 'already_answered' });
    expect(await respond(author, id, 'grant')).toMatchObject({ code: 'already_answered' });
    expect((await ask(resource, { purpose: 'gift', note: '역시 필요해요.' })).statusCode).toBe(201);
  });

  test('two orders at once never use the same permission twice', async () => {
    const resource = await publish('all-rights-reserved');
    const asked = await server.call('POST', `/api/resources/${resource.id}/permissions`, {
      as: buyer,
      payload: { purpose: 'own', pieces: 1, note: '하나만요.' },
    });
    const { id } = asked.json<PermissionRequest>();
    await server.call('POST', `/api/permissions/${id}/grant`, { as: author, payload: {} });
    const quotes = await Promise.all([1, 1, 1].map((quantity) => quoteOf(resource, quantity)));
    const answers = await Promise.all(
      quotes.map((quote) => on.place(buyer, serviceId, { ...pickup, quoteId: quote.id, withThanks: true })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409]);
  });

  test('cannot be asked for where somebody else has published it', async () => {
    const resource = await publish('CC-BY-NC-4.0', { author: '다른 사람' });
    const answer = await server.call('GET', `/api/resources/${resource.id}/rights?purpose=sale`, {
      as: buyer,
    });
    expect(answer.json()).toMatchObject({ verdict: 'not_allowed', reason: 'no_sale', canAsk: false });
    const asked = await server.call('POST', `/api/resources/${resource.id}/permissions`, {
      as: buyer,
      payload: { purpose: 'sale', note: '팔고 싶어요.' },
    });
    expect(asked.json()).toMatchObject({ code: 'nothing_to_ask' });
  });

  test('is told in three languages', async () => {
    const resource = await publish('CC-BY-NC-4.0');
    const words = [];
    for (const language of ['ko', 'en', 'ja']) {
      const answer = await server.call('GET', `/api/resources/${resource.id}/rights?purpose=sale`, {
        headers: { 'accept-language': language },
      });
      words.push(answer.json<Rights>().words);
    }
    expect(new Set(words).size).toBe(3);
    expect(words[0]).toMatch(/요\.$/);
  });
});

test('a design that was hidden after its price was agreed can still be ordered', async () => {
  const negotiating = negotiatingOn(server);
  const resource = await publish('CC-BY-4.0');
  const request = await negotiating.request(buyer, [serviceId], {
    files: [{ resourceFileId: resource.files[0]!.id }],
  });
  const thread = request.threads[0]!;
  await negotiating.move(buyer, await negotiating.move(provider, thread, 'offer'), 'accept');
  await server.call('PATCH', `/api/resources/${resource.id}`, { as: author, payload: { state: 'draft' } });
  const order = await on.order(buyer, serviceId, { ...pickup, quoteId: thread.id });
  expect(order.rights).toMatchObject([{ verdict: 'allowed', license: 'CC-BY-4.0' }]);
});

describe('a receipt', () => {
  let link: string;
  let qr: string | null;
  let keys: PublicKey[];
  beforeAll(async () => {
    const resource = await publish('CC-BY-SA-4.0');
    const quote = await quoteOf(resource);
    const done = await finish(
      await on.order(buyer, serviceId, { ...pickup, quoteId: quote.id, purpose: 'gift' }),
    );
    ({ link, qr } = done.rights[0]!.receipt!);
    keys = (await server.call('GET', '/.well-known/gongbang-keys.json')).json<{ keys: PublicKey[] }>().keys;
  });

  test('is checked from its link and the public key alone', async () => {
    expect(qr).toContain('<svg');
    const packed = await unpackReceipt(new URL(link).hash.slice(1));
    const receipt = await checkReceipt(packed!, keys);
    expect(receipt).toMatchObject({ purpose: 'gift', license: 'CC-BY-SA-4.0', pieces: 2 });
    // Canonical JSON: sorted keys, no spaces.
    expect(packed!.text).toBe(JSON.stringify(JSON.parse(packed!.text)));
    expect(Object.keys(JSON.parse(packed!.text) as object)).toEqual(
      Object.keys(JSON.parse(packed!.text) as object).toSorted(),
    );
  });

  test('is wrong with any byte changed, or with another key', async () => {
    const packed = (await unpackReceipt(new URL(link).hash.slice(1)))!;
    await fc.assert(
      fc.asyncProperty(fc.nat(packed.text.length - 1), fc.integer({ min: 1, max: 90 }), async (at, by) => {
        const code = ((packed.text.charCodeAt(at) + by) % 90) + 33;
        const text = packed.text.slice(0, at) + String.fromCharCode(code) + packed.text.slice(at + 1);
        fc.pre(text !== packed.text);
        expect(await checkReceipt({ ...packed, text }, keys)).toBeNull();
      }),
      randomRuns(200),
    );
    expect(await checkReceipt(packed, [])).toBeNull();
    expect(await unpackReceipt('not a receipt')).toBeNull();
  });
});
