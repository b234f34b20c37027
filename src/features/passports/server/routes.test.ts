import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formOf, startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { readMails } from '#features/accounts/server/testing.ts';
import type { OrderDetail } from '#features/orders/contract.ts';
import { orderingOn, type Ordering } from '#features/orders/server/testing.ts';
import type { Quote } from '#features/quotes/contract.ts';
import type { ResourceDetail } from '#features/resources/contract.ts';
import { resourcesJobs } from '#features/resources/server/public.ts';
import { binaryStl, box } from '#platform/shared/models/testing.ts';
import type { Handover, OrderPassports, Passport, ResourceRecalls, Thing } from '../contract.ts';
import { passportLimits } from '../rules.ts';

/** Passports from the delivery to the next holder, for every kind of reader. */

let server: TestServer;
let on: Ordering;
let buyer: Person;
let author: Person;
let provider: Person;
let admin: Person;
let stranger: Person;
let serviceId: string;
let resource: ResourceDetail;

beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_QUOTES: '10000', RATE_LIMIT_PASSPORT_CODES: '40' });
  on = orderingOn(server);
  buyer = await server.signUp();
  author = await server.signUp();
  stranger = await server.signUp();
  admin = await server.signUp({ isAdmin: true });
  ({ provider, serviceId } = await on.provide({ serviceType: '3d_printing', price: null }));
  resource = await publish();
});
afterAll(() => server.close());

async function publish(): Promise<ResourceDetail> {
  const answer = await server.call('POST', '/api/resources', {
    as: author,
    ...formOf([
      { name: 'title', value: '선반 받침' },
      { name: 'category', value: '3d_model' },
      { name: 'license', value: 'CC-BY-4.0' },
      { name: 'state', value: 'published' },
      { name: 'downloadFile', filename: '받침.stl', bytes: Buffer.from(binaryStl(box(30, 20, 10))) },
    ]),
  });
  expect(answer.statusCode, answer.body).toBe(201);
  await resourcesJobs(server.runtime)['resources.measure_models']({} as never);
  return answer.json<ResourceDetail>();
}

async function orderOf(quantity: number, as = buyer): Promise<OrderDetail> {
  const quote = await server.call('POST', `/api/services/${serviceId}/quote`, {
    as,
    payload: { resourceFileId: resource.files[0]!.id, material: 'PETG', quantity },
  });
  expect(quote.statusCode, quote.body).toBe(201);
  const order = await on.order(as, serviceId, {
    delivery: { kind: 'pickup' },
    quoteId: quote.json<Quote>().id,
    purpose: 'own',
  });
  await on.pay(as, order.id);
  await on.move(provider, order.id, 'accept');
  return on.move(provider, order.id, 'start');
}

async function deliver(order: OrderDetail): Promise<void> {
  await on.move(provider, order.id, 'deliver', {
    pickup: true,
    photos: [await on.photo(provider, order.id)],
  });
  await on.runJobs();
}

/** Returns a delivered order of one piece, whose buyer has confirmed it, with the code on its label. */
async function made(): Promise<{ order: OrderDetail; code: string; id: string }> {
  const order = await orderOf(1);
  await deliver(order);
  await on.move(buyer, order.id, 'confirm');
  const [passport] = (await passportsOf(provider, order.id)).passports;
  return { order, code: passport!.code!, id: passport!.id };
}

async function passportsOf(as: Person, orderId: string): Promise<OrderPassports> {
  const answer = await server.call('GET', `/api/orders/${orderId}/passports`, { as });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<OrderPassports>();
}
const choose = (as: Person, orderId: string, payload: object) =>
  server.call('PUT', `/api/orders/${orderId}/passports`, { as, payload });
const look = (code: string, as?: Person) =>
  server.call('GET', `/api/passports/${encodeURIComponent(code)}`, { ...(as && { as }) });
const read = async (code: string, as?: Person) => {
  const answer = await look(code, as);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Passport>();
};
const claim = (as: Person, code: string, payload: object = {}) =>
  server.call('POST', `/api/passports/${encodeURIComponent(code)}/claim`, { as, payload });
const passOn = async (as: Person, code: string) => {
  const answer = await server.call('POST', `/api/passports/${encodeURIComponent(code)}/handover`, { as });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Handover>();
};

describe('labels', () => {
  test('are made at delivery, one for each piece, and say what the thing is', async () => {
    const order = await orderOf(3);
    expect((await passportsOf(provider, order.id)).passports).toEqual([]);
    await deliver(order);
    const { passports, choice } = await passportsOf(provider, order.id);
    expect(passports).toHaveLength(3);
    expect(new Set(passports.map(({ code }) => code)).size).toBe(3);
    expect(choice).toMatchObject({ each: 'piece', isUsual: true, showsMaker: true });
    const passport = await read(passports[0]!.code!);
    expect(passport).toMatchObject({
      title: '선반 받침',
      pieces: 1,
      resource: { id: resource.id, title: '선반 받침', version: 1 },
      fileHashes: [resource.files[0]!.sha256],
      material: 'PETG',
      maker: { username: provider.username },
      serviceId,
      isClaimed: false,
      claim: 'waits',
      own: null,
    });
    expect(passport.settings).toMatchObject({ infill: 20, layerMm: 0.2 });
    expect(passport.madeIn).toMatch(/^\d{4}-\d\d$/);
    // A job that runs twice makes nothing twice.
    await server.runtime.pool.query(
      `select graphile_worker.add_job('orders.delivered', json_build_object('orderId', $1::text))`,
      [order.id],
    );
    await on.runJobs();
    expect((await passportsOf(provider, order.id)).passports).toHaveLength(3);
  });

  test('are one for a batch of many, or as the provider chooses for the service', async () => {
    const many = await orderOf(21);
    await deliver(many);
    expect((await passportsOf(provider, many.id)).passports).toMatchObject([{ pieces: 21 }]);

    const none = await orderOf(2);
    expect((await choose(provider, none.id, { each: 'none', showsMaker: false })).statusCode).toBe(200);
    await deliver(none);
    expect((await passportsOf(provider, none.id)).passports).toEqual([]);
    // Later, from the order's page.
    const later = await choose(provider, none.id, {
      each: 'batch',
      showsMaker: false,
      title: '아이 방 선반',
      warrantyMonths: 12,
      warranty: '부러지면 다시 만들어 드려요.',
    });
    const [passport] = later.json<OrderPassports>().passports;
    expect(passport).toMatchObject({ pieces: 2, title: '아이 방 선반' });
    expect(await read(passport!.code!)).toMatchObject({ maker: null, own: null });
    // The next order of the service follows.
    const next = await orderOf(2);
    await deliver(next);
    expect((await passportsOf(provider, next.id)).passports).toMatchObject([{ pieces: 2 }]);
    expect((await choose(provider, next.id, { each: 'piece' })).statusCode).toBe(200);
    // A choice for one piece each does not make hundreds without a look.
    const large = await orderOf(passportLimits.passports + 1);
    await deliver(large);
    expect((await passportsOf(provider, large.id)).passports).toMatchObject([{ pieces: 501 }]);
  });

  test('are for things: what is handed over as a file has none', async () => {
    const { provider: writer, serviceId: writing } = await on.provide();
    const order = await on.order(buyer, writing);
    const refused = await choose(writer, order.id, { each: 'piece' });
    expect(refused.json()).toMatchObject({ code: 'no_passports' });
    expect((await choose(buyer, order.id, { each: 'piece' })).statusCode).toBe(403);
  });

  test('refuse more passports than a sheet can hold, and what is no warranty', async () => {
    const order = await orderOf(501);
    const refused = await choose(provider, order.id, { each: 'piece' });
    expect(refused.json()).toMatchObject({
      code: 'too_many_passports',
      fields: { each: expect.any(String) },
    });
    const wrong = await choose(provider, order.id, { each: 'batch', warrantyMonths: 0 });
    expect(wrong.json()).toMatchObject({
      code: 'invalid_input',
      fields: { warrantyMonths: expect.any(String) },
    });
  });

  test('are a PDF for the provider alone', async () => {
    const { order, code } = await made();
    const path = `/api/orders/${order.id}/labels.pdf`;
    const pdf = await server.call('GET', `${path}?size=50x30`, { as: provider });
    expect(pdf.statusCode).toBe(200);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const one = await server.call('GET', `${path}?code=${encodeURIComponent(code)}`, { as: provider });
    expect(one.statusCode).toBe(200);
    const other = await server.call('GET', `${path}?code=00000000000000000`, { as: provider });
    expect(other.json()).toMatchObject({ code: 'no_passports' });
    for (const as of [buyer, admin])
      expect((await server.call('GET', path, { as })).json()).toMatchObject({ code: 'no_passports' });
    for (const [as, error] of [
      [stranger, 'order_not_found'],
      [undefined, 'not_signed_in'],
    ] as const) {
      const refused = await server.call('GET', path, { ...(as && { as }) });
      expect(refused.json()).toMatchObject({ code: error });
    }
  });

  test('with a GTIN are GS1 Digital Links, and a wrong GTIN is refused at its field', async () => {
    const { order, code } = await made();
    const wrong = await choose(provider, order.id, { gtin: '4006381333932' });
    expect(wrong.json()).toMatchObject({ code: 'invalid_input', fields: { gtin: expect.any(String) } });
    const right = await choose(provider, order.id, { gtin: '4006381-333931' });
    expect(right.json<OrderPassports>().choice?.gtin).toBe('4006381333931');
    for (const gtin of ['04006381333931', '4006381333931']) {
      const lead = await server.call('GET', `/01/${gtin}/21/${code.slice(0, -1)}`);
      expect([lead.statusCode, lead.headers.location]).toEqual([302, `/p/${code}`]);
    }
    for (const path of ['/01/4006381333931/21/0000000000000000'])
      expect((await server.call('GET', path)).statusCode).toBe(404);
    // It is known for the next order of the same version.
    const next = await orderOf(1);
    expect((await passportsOf(provider, next.id)).choice?.gtin).toBe('4006381333931');
    await choose(provider, next.id, { gtin: null });
    // A printed label outlives the number on it.
    await choose(provider, order.id, { gtin: null });
    expect((await server.call('GET', `/01/4006381333931/21/${code.slice(0, -1)}`)).statusCode).toBe(302);
    expect((await passportsOf(provider, next.id)).choice?.gtin).toBeNull();
  });

  test('are replaced: the former code answers 410, and leads its holder on', async () => {
    const { order, code, id } = await made();
    await claim(buyer, code);
    for (const as of [buyer, stranger, admin]) {
      const refused = await server.call('POST', `/api/made-things/${id}/reissue`, { as });
      expect(refused.json()).toMatchObject({ code: 'passport_not_found' });
    }
    const again = await server.call('POST', `/api/made-things/${id}/reissue`, { as: provider });
    const [replaced] = again.json<OrderPassports>().passports;
    expect(replaced).toMatchObject({ id, isClaimed: true });
    expect(replaced!.code).not.toBe(code);
    for (const as of [undefined, stranger, buyer]) {
      const gone = await look(code, as);
      expect([gone.statusCode, gone.json<{ code: string }>().code]).toEqual([410, 'passport_revoked']);
    }
    expect((await claim(stranger, code)).statusCode).toBe(410);
    const known = await server.call('GET', `/api/user/things?label=${encodeURIComponent(code)}`, {
      as: buyer,
    });
    expect(known.json()).toMatchObject([{ code: replaced!.code }]);
    const others = await server.call('GET', `/api/user/things?label=${encodeURIComponent(code)}`, {
      as: stranger,
    });
    expect(others.json()).toEqual([]);
    expect((await read(replaced!.code!, buyer)).own).not.toBeNull();
    await server.call('POST', `/api/made-things/${id}/revoke`, { as: provider });
    expect((await passportsOf(provider, order.id)).passports).toMatchObject([{ code: null }]);
    // A thing without a label is passed on with its next label.
    const revoked = encodeURIComponent(replaced!.code!);
    const handover = await server.call('POST', `/api/passports/${revoked}/handover`, { as: buyer });
    expect([handover.statusCode, handover.json()]).toMatchObject([410, { code: 'passport_revoked' }]);
    const unknown = await server.call('POST', '/api/made-things/none/revoke', { as: provider });
    expect(unknown.json()).toMatchObject({ code: 'passport_not_found' });
    const things = await server.call('GET', '/api/user/things', { as: buyer });
    expect(things.json<Thing[]>()).toContainEqual(
      expect.objectContaining({ code: null, title: '선반 받침' }),
    );
  });
});

describe('holders', () => {
  test('are the buyer first, and anybody with the code once the order has ended', async () => {
    const order = await orderOf(2);
    await deliver(order);
    const [first, second] = (await passportsOf(buyer, order.id)).passports.map(({ code }) => code!);
    expect((await claim(stranger, first!)).json()).toMatchObject({ code: 'passport_waits' });
    expect((await claim(provider, first!)).json()).toMatchObject({ code: 'own_work' });
    expect((await claim(buyer, first!)).statusCode).toBe(200);
    expect((await claim(buyer, first!)).statusCode).toBe(200);
    await on.move(buyer, order.id, 'confirm');
    expect((await claim(stranger, first!)).json()).toMatchObject({ code: 'passport_claimed' });
    expect((await claim(provider, second!)).json()).toMatchObject({ code: 'own_work' });
    expect((await claim(stranger, second!)).statusCode).toBe(200);
    expect((await claim(buyer, second!)).json()).toMatchObject({ code: 'passport_claimed' });
  });

  test('see what is theirs, and nobody else does', async () => {
    const { order, code } = await made();
    await choose(provider, order.id, { warrantyMonths: 6, warranty: '반년 동안 고쳐 드려요.' });
    await claim(buyer, code);
    const own = await read(code, buyer);
    expect(own.own).toMatchObject({
      orderId: order.id,
      warranty: { text: '반년 동안 고쳐 드려요.', until: expect.any(String) },
      photos: [{ width: 40 }],
      right: { license: 'CC-BY-4.0', receipt: { signature: expect.any(String) } },
    });
    const photo = own.own!.photos[0]!.url;
    expect(own.picture?.url).toBe(photo);
    expect((await server.call('GET', photo, { as: buyer })).headers['content-type']).toBe('image/webp');
    const secrets = ['반년', order.id, '/photos/', 'receipt'];
    for (const as of [undefined, stranger, provider, author, admin]) {
      const { body } = await look(code, as);
      expect(JSON.parse(body)).toMatchObject({ own: null, isClaimed: true });
      for (const secret of secrets) expect(body).not.toContain(secret);
      expect((await server.call('GET', photo, { ...(as && { as }) })).statusCode).toBe(as ? 404 : 401);
      if (!as) continue;
      const handover = await server.call('POST', `/api/passports/${encodeURIComponent(code)}/handover`, {
        as,
      });
      expect(handover.statusCode).toBe(404);
    }
    const things = await server.call('GET', '/api/user/things', { as: buyer });
    expect(things.json<Thing[]>().map((each) => each.code)).toContain(code);
    expect((await server.call('GET', '/api/user/things', { as: stranger })).body).not.toContain(code);
    // Strangers do not see what an order made; staff see it without its codes.
    const refused = await server.call('GET', `/api/orders/${order.id}/passports`, { as: stranger });
    expect(refused.json()).toMatchObject({ code: 'order_not_found' });
    expect(await passportsOf(admin, order.id)).toMatchObject({ side: 'admin', passports: [{ code: null }] });
    for (const as of [buyer, admin]) expect((await choose(as, order.id, {})).statusCode).toBe(403);
  });

  test('pass a thing on once, by one code, and see nothing of it afterwards', async () => {
    const { order, code } = await made();
    await claim(buyer, code);
    const former = await passOn(buyer, code);
    const { code: token, link } = await passOn(buyer, code);
    expect(link).toBe(`http://gongbang.test/p/${code}?handover=${encodeURIComponent(token)}`);
    expect((await read(code, buyer)).own?.handoverUntil).not.toBeNull();
    // The code of another thing, an earlier one, and anything else are refused.
    for (const handover of [former.code, code, 'x']) {
      const refused = await claim(stranger, code, { handover });
      expect(refused.json()).toMatchObject({
        code: 'wrong_handover',
        fields: { handover: expect.any(String) },
      });
    }
    const photo = (await read(code, buyer)).own!.photos[0]!.url;
    expect((await claim(stranger, code, { handover: token.toLowerCase() })).statusCode).toBe(200);
    expect((await read(code, stranger)).own).toMatchObject({ orderId: null });
    expect((await look(code, stranger)).body).not.toContain(`"orderId":"${order.id}"`);
    expect((await read(code, buyer)).own).toBeNull();
    expect((await server.call('GET', photo, { as: buyer })).statusCode).toBe(404);
    expect((await claim(buyer, code, { handover: token })).json()).toMatchObject({ code: 'wrong_handover' });
    const told = await server.call('GET', '/api/user/notifications', { as: buyer });
    expect(told.json()).toContainEqual(expect.objectContaining({ title: '물건을 넘겨드렸어요' }));

    // Taken back, and too old.
    const open = await passOn(stranger, code);
    await server.call('DELETE', `/api/passports/${encodeURIComponent(code)}/handover`, { as: stranger });
    expect((await claim(buyer, code, { handover: open.code })).json()).toMatchObject({
      code: 'wrong_handover',
    });
    const old = await passOn(stranger, code);
    await server.runtime.pool.query("update passport_handover set expires_at = now() - interval '1 second'");
    expect((await claim(buyer, code, { handover: old.code })).json()).toMatchObject({
      code: 'wrong_handover',
    });
  });
});

describe('recalls', () => {
  const post = (as: Person | undefined, payload: object, id = resource.id) =>
    server.call('POST', `/api/resources/${id}/recalls`, { ...(as && { as }), payload });
  const stop = { urgency: 'stop', what: '나사가 부러져요.', remedy: '쓰지 말고 새로 출력해 주세요.' };

  test('are posted by the author and staff, reach holders, mark resource and passport, and end', async () => {
    const { code } = await made();
    const { code: free } = await made();
    await claim(buyer, code);
    // A holder without mails of this kind is mailed a warning all the same.
    await server.call('PATCH', '/api/user/notification-settings', {
      as: buyer,
      payload: { mail: { recalls: false } },
    });
    for (const [as, status] of [
      [undefined, 401],
      [buyer, 403],
      [provider, 403],
    ] as const)
      expect((await post(as, stop)).statusCode).toBe(status);
    const posted = await post(author, { ...stop, versions: [1] });
    expect(posted.statusCode, posted.body).toBe(201);
    const [recall] = posted.json<ResourceRecalls>().recalls;
    expect(recall).toMatchObject({ ...stop, versions: [1], isByStaff: false, endedAt: null });
    await on.runJobs();
    const told = await server.call('GET', '/api/user/notifications', { as: buyer });
    expect(told.json()).toContainEqual(
      expect.objectContaining({
        kind: 'recalls',
        title: '리콜이에요. 쓰지 마세요: 선반 받침',
        text: '나사가 부러져요.\n하실 일: 쓰지 말고 새로 출력해 주세요.',
      }),
    );
    const subjects = async () =>
      (await readMails(server.runtime.config.dataDir, buyer.email)).map(({ subject }) => subject);
    expect((await subjects()).filter((each) => each.startsWith('리콜이에요'))).toHaveLength(1);
    for (const each of [code, free])
      expect((await read(each)).recalls).toMatchObject([{ id: recall!.id, what: '나사가 부러져요.' }]);
    const shown = await server.call('GET', `/api/resources/${resource.id}/recalls`);
    expect(shown.json()).toMatchObject({ canPost: false, recalls: [{ id: recall!.id }] });
    const things = await server.call('GET', '/api/user/things', { as: buyer });
    expect(things.json<Thing[]>().find((each) => each.code === code)?.recall).toBe('stop');

    const path = `/api/recalls/${recall!.id}`;
    expect((await server.call('POST', `${path}/end`, { as: stranger })).statusCode).toBe(404);
    const updated = await server.call('POST', `${path}/updates`, {
      as: author,
      payload: { text: '버전 2가 나왔어요.' },
    });
    expect(updated.json<ResourceRecalls>().recalls[0]?.updates).toMatchObject([
      { text: '버전 2가 나왔어요.' },
    ]);
    await on.runJobs();
    expect((await server.call('GET', '/api/user/notifications', { as: buyer })).json()).toContainEqual(
      expect.objectContaining({ title: '리콜 안내에 덧붙인 말이 있어요: 선반 받침' }),
    );
    // More of a warning is a warning too.
    expect((await subjects()).filter((each) => each.startsWith('리콜 안내에'))).toHaveLength(1);
    const ended = await server.call('POST', `${path}/end`, { as: admin });
    expect(ended.json<ResourceRecalls>().recalls[0]?.endedAt).not.toBeNull();
    expect((await server.call('POST', `${path}/end`, { as: author })).json()).toMatchObject({
      code: 'recall_ended',
    });
    expect((await read(code)).recalls[0]?.endedAt).not.toBeNull();
    // One that is ended before anybody was told is told to nobody.
    const hasty = await post(author, { ...stop, what: '잘못 올린 안내예요.' });
    const { id } = hasty.json<ResourceRecalls>().recalls.find(({ what }) => what === '잘못 올린 안내예요.')!;
    expect((await server.call('POST', `/api/recalls/${id}/end`, { as: author })).statusCode).toBe(200);
    await on.runJobs();
    const all = await server.call('GET', '/api/user/notifications', { as: buyer });
    expect(all.body).not.toContain('잘못 올린');
  });

  test('of staff are in the audit log; unknown versions and empty words are refused at their fields', async () => {
    const unknown = await post(author, { ...stop, versions: [1, 7] });
    expect(unknown.json()).toMatchObject({
      code: 'unknown_version',
      fields: { versions: expect.any(String) },
    });
    const empty = await post(author, { ...stop, what: ' ' });
    expect(empty.json()).toMatchObject({ code: 'invalid_input', fields: { what: expect.any(String) } });
    const posted = await post(admin, { ...stop, urgency: 'fix' });
    expect(posted.json<ResourceRecalls>().recalls[0]).toMatchObject({ isByStaff: true, versions: null });
    const log = await server.call('GET', '/api/admin/audit', { as: admin });
    expect(log.json()).toContainEqual(
      expect.objectContaining({ action: 'recall.post', reason: '나사가 부러져요.' }),
    );
    const id = posted.json<ResourceRecalls>().recalls[0]!.id;
    // The author adds to what staff warn of, and cannot take it away.
    expect((await server.call('POST', `/api/recalls/${id}/end`, { as: author })).statusCode).toBe(403);
    expect((await server.call('POST', `/api/recalls/${id}/end`, { as: admin })).statusCode).toBe(200);
  });

  test('of another version do not concern a thing, and a hidden resource stays told on passports', async () => {
    const { code } = await made();
    await server.runtime.pool.query(
      'update passport set version = 2 where order_id = (select passport.order_id from passport join passport_code on passport_id = passport.id where code = $1)',
      [code.slice(0, -1)],
    );
    const posted = await post(author, { ...stop, versions: [1] });
    expect(
      (await read(code)).recalls.some(({ id }) => id === posted.json<ResourceRecalls>().recalls[0]!.id),
    ).toBe(false);
    await server.runtime.pool.query("update resource set state = 'hidden' where id = $1", [resource.id]);
    const hidden = await read(code);
    expect(hidden.resource).toMatchObject({ id: null, title: '선반 받침' });
    expect(hidden.picture).toBeNull();
    expect((await server.call('GET', `/api/resources/${resource.id}/recalls`)).statusCode).toBe(404);
    await server.runtime.pool.query("update resource set state = 'published' where id = $1", [resource.id]);
  });

  test('of a design that is gone are posted by staff, for the versions that were made', async () => {
    const { code } = await made();
    await claim(buyer, code);
    const gone = '0197a000-0000-7000-8000-00000000dead';
    await server.runtime.pool.query(
      `update passport set resource_id = $2
        where id = (select passport_id from passport_code where code = $1)`,
      [code.slice(0, -1), gone],
    );
    expect((await read(code, admin)).recallsOf).toBe(gone);
    expect((await read(code, author)).recallsOf).toBeNull();
    expect((await post(author, stop, gone)).statusCode).toBe(403);
    expect((await post(admin, stop, '0197a000-0000-7000-8000-00000000beef')).statusCode).toBe(404);
    expect((await post(admin, { ...stop, versions: [7] }, gone)).json()).toMatchObject({
      code: 'unknown_version',
    });
    const posted = await post(admin, { ...stop, what: '배터리가 뜨거워져요.' }, gone);
    expect(posted.json()).toMatchObject({ canPost: true, recalls: [{ isByStaff: true }] });
    await on.runJobs();
    const told = await server.call('GET', '/api/user/notifications', { as: buyer });
    expect(told.body).toContain('배터리가 뜨거워져요.');
    const [{ id }] = posted.json<{ recalls: [{ id: string }] }>().recalls;
    expect((await server.call('POST', `/api/recalls/${id}/end`, { as: admin })).statusCode).toBe(200);
  });

  test('by an author are limited, a stop apart from the rest; of staff they are neither limited nor counted', async () => {
    const other = await publish();
    const postOther = (as: typeof author, urgency: 'fix' | 'stop') =>
      post(as, { ...stop, urgency }, other.id);
    const idOf = (posted: Awaited<ReturnType<typeof post>>) => posted.json<ResourceRecalls>().recalls[0]!.id;
    const update = (as: typeof author, id: string) =>
      server.call('POST', `/api/recalls/${id}/updates`, { as, payload: { text: '더 알게 됐어요.' } });
    // Staff first: an author has as much room after it.
    const byStaff = idOf(await postOther(admin, 'fix'));
    for (let time = 0; time < passportLimits.noticesADay; time++)
      expect((await update(admin, byStaff)).statusCode).toBe(200);
    const fix = idOf(await postOther(author, 'fix'));
    for (let time = 1; time < passportLimits.noticesADay; time++)
      expect((await update(author, fix)).statusCode).toBe(200);
    for (const refused of [await update(author, fix), await postOther(author, 'fix')])
      expect(refused.json()).toMatchObject({ code: 'recalls_too_often' });
    for (let time = 0; time < passportLimits.stopsADay; time++)
      expect((await postOther(author, 'stop')).statusCode).toBe(201);
    expect((await postOther(author, 'stop')).json()).toMatchObject({ code: 'stops_too_often' });
    expect((await postOther(admin, 'stop')).statusCode).toBe(201);
    expect((await update(admin, fix)).statusCode).toBe(200);
  });

  test('that an author leaves open keep no member of staff from warning', async () => {
    const other = await publish();
    await server.runtime.pool.query(
      `insert into recall (id, resource_id, versions, urgency, what, remedy, author_id, is_by_staff, created_at)
        select gen_random_uuid(), $1, null, 'fix', '나사', '나사를 조여 주세요.', $2, false, now() - interval '2 days'
        from generate_series(1, $3::int)`,
      [other.id, author.id, passportLimits.recalls],
    );
    expect((await post(author, stop, other.id)).json()).toMatchObject({ code: 'too_many_recalls' });
    expect((await post(admin, stop, other.id)).statusCode).toBe(201);
  });
});

test('codes cannot be guessed: wrong ones are limited for each address, right ones are not', async () => {
  const { code } = await made();
  for (let time = 0; time < 50; time++) expect((await look(code)).statusCode).toBe(200);
  const statuses = new Set<number>();
  for (let time = 0; time < 45; time++) statuses.add((await look('0000000000000000A')).statusCode);
  expect([...statuses]).toEqual([404, 429]);
  expect((await look(code)).statusCode).toBe(429);
});
