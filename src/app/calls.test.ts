import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import sharp from 'sharp';
import { processTimes, openOrders } from '#features/auctions/server/testing.ts';
import { anyKey, orderingOn, type Ordering } from '#features/orders/server/testing.ts';
import { placingDeps } from './payments-adapter.ts';
import { startTestServer, type Person, type TestServer } from './testing.ts';

/**
 * Tests the shapes that external callers rely on: promised keys, states, codes and headers. The behaviour of the calls
 * is tested with each room.
 */

let server: TestServer;
let on: Ordering;
let person: Person;
beforeAll(async () => {
  server = await startTestServer();
  on = orderingOn(server);
  person = await server.signUp();
});
afterAll(() => server.close());

const get = (url: string, as?: Person) => server.call('GET', url, as ? { as } : {});
const post = (url: string, payload: object | undefined, as?: Person, headers: Record<string, string> = {}) =>
  server.call('POST', url, { ...(as && { as }), ...(payload && { payload }), headers });
const told = (answer: { statusCode: number; json(): unknown }): [number, string | undefined] => [
  answer.statusCode,
  (answer.json() as { code?: string }).code,
];
const string = expect.any(String);
const number = expect.any(Number);

describe('accounts', () => {
  const user = {
    id: string,
    username: string,
    fullName: '한 사람',
    email: 'calls@example.com',
    isAdmin: false,
    locale: string,
    phoneVerified: false,
    bankRegistered: false,
    avatarUrl: null,
  };
  const input = { fullName: '한 사람', email: 'calls@example.com', password: 'correct horse battery' };

  test('register, login, logout, who am I', async () => {
    const registered = await post('/api/register', input);
    expect([registered.statusCode, registered.json()]).toEqual([201, expect.objectContaining(user)]);
    expect(told(await post('/api/register', input))).toEqual([409, 'account_exists']);
    const { email, password } = input;
    const login = await post('/api/login', { email, password });
    expect([login.statusCode, login.json()]).toEqual([200, expect.objectContaining(user)]);
    const { username } = login.json<{ username: string }>();
    expect((await post('/api/login', { username, password })).statusCode).toBe(200);
    for (const wrong of [
      { email, password: 'another horse' },
      { email: 'nobody@example.com', password },
    ]) {
      expect(told(await post('/api/login', wrong))).toEqual([401, 'invalid_credentials']);
    }
    expect(told(await get('/api/user'))).toEqual([401, 'not_signed_in']);
    const leaving = await server.signUp();
    expect((await get('/api/user', leaving)).statusCode).toBe(200);
    expect((await post('/api/logout', undefined, leaving)).statusCode).toBe(204);
    expect((await get('/api/user', leaving)).statusCode).toBe(401);
  });

  test('a forgotten password is always 202, a reset takes token and password', async () => {
    for (const email of [person.email, 'nobody@example.com']) {
      expect((await post('/api/password/forgot', { email })).statusCode).toBe(202);
    }
    const reset = await post('/api/password/reset', { token: 'x', password: 'an entirely new sentence' });
    expect(reset.statusCode).toBe(410);
  });

  test('a bank account takes bankCode, accountNumber and holder; changing it takes the password or a proof', async () => {
    const one = await server.signUp();
    const put = (fields: object) =>
      server.call('PUT', '/api/user/bank-account', {
        as: one,
        payload: { bankCode: '088', accountNumber: '110123456789', holder: '한 사람', ...fields },
      });
    expect((await put({})).statusCode).toBe(200);
    expect(told(await put({}))).toEqual([403, 'proof_needed']);
    expect(told(await put({ password: 'wrong' }))).toEqual([403, 'wrong_password']);
    expect(told(await put({ proof: '123456' }))).toEqual([409, 'second_factor_is_off']);
    const changed = await put({ password: one.password });
    expect(changed.json()).toMatchObject({ lastDigits: '6789' });
    expect(changed.body).not.toContain('110123456789');
  });

  test('a text message code accepts the phone number in any common notation', async () => {
    for (const phone of ['01044440001', '010-4444-0002', '+821044440003']) {
      const one = await server.signUp();
      expect((await post('/api/user/phone/code', { phone }, one)).statusCode).toBe(202);
      const wrong = await post('/api/user/phone/verify', { phone, code: '000000' }, one);
      expect(wrong.statusCode).toBe(400);
    }
    expect((await post('/api/user/phone/code', { phone: '123' }, person)).json()).toMatchObject({
      code: 'invalid_input',
      fields: { phone: string },
    });
  });
});

describe('lists', () => {
  test.each([
    ['/api/resources', false],
    ['/api/resources/type/software', false],
    ['/api/services', false],
    ['/api/services/type/3d_printing', false],
    ['/api/services/nearby?lat=37.5665&long=126.978', false],
    ['/api/user/orders', true],
    ['/api/user/services', true],
    ['/api/user/resources', true],
    ['/api/user/auctions', true],
    ['/api/user/transactions', true],
    ['/api/user/notifications', true],
    ['/api/user/sessions', true],
  ])('%s is an array, with X-Total-Count, X-Page and Link', async (path, isOwn) => {
    const ask = (query: string) =>
      get(`${path}${path.includes('?') ? '&' : '?'}${query}`, isOwn ? person : undefined);
    const answer = await ask('page=999&limit=1');
    expect(answer.json()).toBeInstanceOf(Array);
    expect(answer.headers).toMatchObject({ 'x-total-count': string, 'x-page': string, link: string });
    expect(Number(answer.headers['x-page'])).toBe(Math.max(1, Number(answer.headers['x-total-count'])));
    expect((await ask('page=nonsense')).headers['x-page']).toBe('1');
    expect((await get(path)).statusCode).toBe(isOwn ? 401 : 200);
  });
});

describe('resources', () => {
  test('a resource is returned under the same keys as it was written', async () => {
    const content = {
      title: '선반 받침',
      description: '벽에 달아요.',
      category: 'hardware_design',
      subcategory: '가구',
      tags: ['선반', '벽'],
      license: 'MIT',
      downloadUrl: 'https://example.com/shelf.zip',
      sourceSite: '예제',
      modelType: 'x',
      gameControls: '화살표',
      gameCode: 'x',
      usageInstructions: '조심하세요.',
      assemblyInstructions: '1. 자르기\n2. 붙이기',
    };
    const made = await post('/api/resources', content, person);
    expect(made.statusCode, made.body).toBe(201);
    const { id } = made.json<{ id: string }>();
    const { assemblyInstructions: _, ...same } = content;
    expect((await get(`/api/resources/${id}`)).json()).toMatchObject({
      ...same,
      resourceType: 'hardware_design',
      assemblyInstructions: [{ text: '자르기' }, { text: '붙이기' }],
      likeCount: 0,
      downloadCount: 0,
      commentCount: 0,
      downloadFile: null,
      files: [],
      state: 'published',
    });
    expect((await get(`/api/resources/${id}/download-check`)).json()).toMatchObject({
      success: true,
      useRedirect: true,
      downloadUrl: content.downloadUrl,
    });
    const comment = await post(`/api/resources/${id}/comments`, { text: '좋아요' }, person);
    expect([comment.statusCode, comment.json()]).toEqual([201, expect.objectContaining({ text: '좋아요' })]);
    const { id: parentId } = comment.json<{ id: string }>();
    expect((await post(`/api/resources/${id}/comments`, { text: '네', parentId }, person)).statusCode).toBe(
      201,
    );
    expect((await server.call('DELETE', `/api/comments/${parentId}`, { as: person })).statusCode).toBe(204);
    const other = await server.signUp();
    expect((await post(`/api/resources/${id}/likes`, undefined, other)).statusCode).toBeLessThan(300);
    expect(
      (await server.call('DELETE', `/api/resources/${id}/likes`, { as: other })).statusCode,
    ).toBeLessThan(300);
    const report = await post(`/api/resources/${id}/reports`, { reason: 'spam', text: '광고' }, other);
    expect(report.statusCode).toBe(201);
    const draft = await post('/api/resources', { ...content, state: 'draft' }, person);
    expect(draft.json()).toMatchObject({ state: 'draft' });
    expect((await get(`/api/resources/${draft.json<{ id: string }>().id}`)).statusCode).toBe(404);
  });

  test.each([
    'http://example.com/a',
    'https://user:secret@example.com/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/',
    'https://localhost/',
    'https://printer.local/',
    'https://db.internal/',
    'https://example.com:8443/',
    'javascript:alert(1)',
  ])('%s is not a download address', async (downloadUrl) => {
    const refused = await post('/api/resources', { title: '링크', category: 'other', downloadUrl }, person);
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ code: 'invalid_input', fields: { downloadUrl: string } });
  });
});

describe('services', () => {
  const service = {
    title: '출력해 드려요',
    description: 'PLA와 PETG',
    serviceType: '3d_printing',
    isIndividual: true,
    isFreeService: true,
    pricing: '무료',
    availableHours: '평일 저녁',
    tags: ['출력', 'PLA'],
    contactPhone: '010-1234-5678',
    contactEmail: 'maker@example.com',
    locations: [{ address: '서울특별시 성동구 성수이로 1', lat: 37.5446, long: 127.0559 }],
    printerModel: 'Prusa MK4',
    fileFormats: ['stl', '3mf'],
    materials: ['PLA', 'PETG'],
    currency: 'KRW',
  };

  test('a free one needs no verification, is active at once and can be paused', async () => {
    const owner = await server.signUp();
    const made = await post('/api/services', service, owner);
    expect(made.statusCode, made.body).toBe(201);
    const { contactPhone, contactEmail, locations, ...shown } = service;
    expect(made.json()).toMatchObject({ ...shown, contactPhone, contactEmail, state: 'active' });
    const { id } = made.json<{ id: string }>();
    const seen = await get(`/api/services/${id}`);
    expect(seen.json()).toMatchObject(shown);
    expect(seen.body).not.toContain(contactEmail);
    const { lat, long } = locations[0]!;
    expect(seen.json<{ location: object }>().location).not.toMatchObject({ lat, long });
    expect(told(await post(`/api/services/${id}/contact`, undefined))).toEqual([401, 'not_signed_in']);
    expect((await post(`/api/services/${id}/contact`, undefined, person)).json()).toMatchObject({
      contactPhone,
      contactEmail,
    });
    const near = await get('/api/services/nearby?lat=37.5446&long=127.0559&maxDistance=10');
    const found = near.json<{ id: string; distance: number }[]>().find((each) => each.id === id);
    expect(found?.distance).toBeLessThan(2);
    expect((found?.distance ?? 0.05) * 10).toBeCloseTo(Math.round((found?.distance ?? 0) * 10));
    const paused = await server.call('PATCH', `/api/services/${id}`, {
      as: owner,
      payload: { state: 'paused' },
    });
    expect(paused.json()).toMatchObject({ state: 'paused' });
  });

  test('a paid one needs phone and bank account, all need a place with an address', async () => {
    const paid = await post('/api/services', { ...service, isFreeService: false, price: 10_000 }, person);
    expect(told(paid)).toEqual([403, 'verification_needed']);
    const none = await post('/api/services', { ...service, locations: [] }, person);
    expect(none.json()).toMatchObject({ fields: { locations: '서비스 위치를 하나 이상 추가해 주세요.' } });
    const empty = await post(
      '/api/services',
      { ...service, locations: [{ address: ' ', lat: 37, long: 127 }] },
      person,
    );
    expect(empty.json()).toMatchObject({ code: 'invalid_input', fields: { 'locations[0].address': string } });
    expect(told(await get('/api/services/nearby'))).toEqual([400, 'invalid_input']);
  });
});

describe('orders', () => {
  async function placed(fields: object = {}) {
    const buyer = await server.signUp();
    const { provider, serviceId } = await on.provide({ price: 30_000 });
    const order = await on.order(buyer, serviceId, { consent: true, ...fields });
    return { buyer, provider, serviceId, order, id: order.id };
  }
  async function working() {
    const made = await placed();
    await on.pay(made.buyer, made.id);
    await on.move(made.provider, made.id, 'accept');
    await on.move(made.provider, made.id, 'start');
    return made;
  }

  test('an order has its state, version, amounts, timers, events and the actions of this caller', async () => {
    const { order } = await placed({ quantity: 3, description: '세 개요' });
    expect(order).toMatchObject({
      id: string,
      state: 'created',
      version: number,
      amounts: { principal: 90_000, fee: 9_000, total: 99_000, currency: 'KRW' },
      can: ['cancel'],
    });
    expect(order.timers).toContainEqual(expect.objectContaining({ kind: 'unpaid' }));
    expect(order.events).toHaveLength(1);
  });

  test('payment calls need Idempotency-Key, and the same key returns the same response', async () => {
    const { buyer, provider, serviceId, id } = await placed();
    const asked = { serviceId, consent: { terms: true, customMade: true } };
    expect((await post('/api/orders', asked, buyer)).json()).toMatchObject({
      code: 'idempotency_key_required',
      fields: { 'Idempotency-Key': string },
    });
    const headers = anyKey();
    const [first, again] = [
      await post('/api/orders', asked, buyer, headers),
      await post('/api/orders', asked, buyer, headers),
    ];
    expect([again.statusCode, again.json()]).toEqual([201, first.json()]);
    const other = await post('/api/orders', { ...asked, quantity: 2 }, buyer, headers);
    expect(told(other)).toEqual([409, 'idempotency_conflict']);

    expect(told(await post(`/api/orders/${id}/payments`, {}, buyer))).toEqual([
      400,
      'idempotency_key_required',
    ]);
    await on.pay(buyer, id);
    const declined = await post(`/api/orders/${id}/decline`, { reason: '바빠요.' }, provider);
    expect(told(declined)).toEqual([400, 'idempotency_key_required']);
    expect(await on.read(buyer, id)).toMatchObject({ state: 'paid' });
    // Calls that move no money need no key.
    expect((await post(`/api/orders/${id}/accept`, {}, provider)).statusCode).toBe(200);
  });

  test('a payment returns id and redirectUrl, and is confirmed by its id', async () => {
    const { buyer, id } = await placed();
    const opened = await post(`/api/orders/${id}/payments`, { provider: 'sandbox' }, buyer, anyKey());
    expect([opened.statusCode, opened.json()]).toEqual([
      201,
      expect.objectContaining({ id: string, redirectUrl: expect.stringContaining('/payment/sandbox/') }),
    ]);
    const attempt = await on.open(buyer, id);
    await on.decide(attempt, 'approve');
    const confirm = (as: Person, headers: Record<string, string>) =>
      post(`/api/payments/${attempt.id}/confirm`, undefined, as, headers);
    expect(told(await confirm(buyer, {}))).toEqual([400, 'idempotency_key_required']);
    expect((await confirm(await server.signUp(), anyKey())).statusCode).toBe(404);
    expect((await confirm(buyer, anyKey())).json()).toMatchObject({ state: 'captured' });
    expect(await on.read(buyer, id)).toMatchObject({ state: 'paid' });
    const elsewhere = await post(`/api/orders/${id}/payments`, { provider: 'toss' }, buyer, anyKey());
    expect(told(elsewhere)).toEqual([409, 'provider_not_offered']);
  });

  test('a wrong role is 403 in any state, an unknown event 404, an event that is not possible now 409', async () => {
    const { buyer, provider, id } = await placed();
    expect(told(await on.raise(buyer, id, 'start'))).toEqual([403, 'forbidden']);
    expect(told(await on.raise(provider, id, 'confirm'))).toEqual([403, 'forbidden']);
    expect(told(await post(`/api/orders/${id}/payments`, {}, provider, anyKey()))).toEqual([
      403,
      'forbidden',
    ]);
    expect(told(await on.raise(buyer, id, 'confirm'))).toEqual([409, 'invalid_transition']);
    expect(told(await post(`/api/orders/${id}/explode`, {}, buyer))).toEqual([404, 'unknown_event']);
    expect(told(await get(`/api/orders/${id}`, await server.signUp()))).toEqual([404, 'order_not_found']);
  });

  test('is delivered with uploads as photos, a carrier and a tracking number', async () => {
    const { buyer, provider, id } = await working();
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c40' } })
      .png()
      .toBuffer();
    const [photo, text] = [
      await on.upload(provider, picture, 'packed.png'),
      await on.upload(provider, new TextEncoder().encode('no picture'), 'note.txt'),
    ];
    const refused = await on.raise(provider, id, 'deliver', { photos: [text], trackingNumber: '1' });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      415,
      { code: 'image_type', fields: { 'photos[0]': string } },
    ]);
    const missing = await on.raise(provider, id, 'deliver', { photos: [photo] });
    expect(missing.json()).toMatchObject({
      code: 'proof_of_sending_needed',
      fields: { trackingNumber: string },
    });
    const foreign = await on.raise(provider, id, 'deliver', {
      photos: [await on.upload(buyer, picture, 'theirs.png')],
      trackingNumber: '1',
    });
    expect(told(foreign)).toEqual([400, 'unknown_photo']);
    const headers = anyKey();
    const input = {
      photos: [photo],
      trackingNumber: '6012-3456-78901',
      carrier: '우체국',
      note: '조심히 열어 주세요.',
    };
    const [delivered, again] = [
      await on.raise(provider, id, 'deliver', input, headers),
      await on.raise(provider, id, 'deliver', input, headers),
    ];
    expect(delivered.statusCode, delivered.body).toBe(200);
    expect(again.json()).toEqual(delivered.json());
    const seen = await on.read(buyer, id);
    expect(seen).toMatchObject({
      state: 'delivered',
      delivery: { tracking: { number: '6012345678901', carrier: '우체국택배' } },
    });
    expect(seen.events.at(-1)).toMatchObject({ note: input.note, photos: [{ id: photo, kind: 'pre_ship' }] });
    expect((await get(`/api/orders/${id}/photos/${photo}/40.webp`, buyer)).statusCode).toBe(200);
    expect((await get(`/api/uploads/${photo}`, provider)).statusCode).toBe(404);
  });

  test('a delivery code chosen by the provider is shown to the buyer and does not prove delivery', async () => {
    const { buyer, provider, id } = await working();
    const photos = [await on.photo(provider, id)];
    await on.move(provider, id, 'deliver', { photos, pickupCode: 'A-12' });
    expect((await on.read(buyer, id)).delivery.pickupCode).toBe('A-12');
    const arrived = await on.raise(provider, id, 'arrived', { pickupCode: 'A-12' });
    expect(told(arrived)).toEqual([400, 'wrong_pickup_code']);
  });

  test('settlements and disputes take keep, reason, text and evidence', async () => {
    const { buyer, provider, id } = await working();
    const asked = await on.move(provider, id, 'propose-settlement', {
      keep: 10_000,
      reason: '반만 만들었어요.',
    });
    expect(asked.events.at(-1)).toMatchObject({ note: '반만 만들었어요.' });
    const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#06c' } })
      .png()
      .toBuffer();
    const evidence = [await on.upload(buyer, picture, 'broken.png')];
    expect((await on.raise(buyer, id, 'dispute', { evidence })).json()).toMatchObject({
      code: 'reason_needed',
      fields: { reason: string },
    });
    const open = await on.move(buyer, id, 'dispute', {
      reason: '부러졌어요.',
      text: '두 조각이에요.',
      evidence,
    });
    expect(open.state).toBe('disputed');
    expect(open.events.at(-1)).toMatchObject({
      note: '부러졌어요.\n\n두 조각이에요.',
      photos: [{ id: evidence[0], kind: 'evidence' }],
    });
  });

  test('a completed order counts on the card of its service, with rating and response time', async () => {
    const { buyer, provider, serviceId, id } = await working();
    await on.move(provider, id, 'deliver', {
      files: [await on.upload(provider, new Uint8Array([65]), 'a.txt')],
    });
    await on.complete(buyer, id);
    const list = await get('/api/services?limit=200');
    const card = list.json<{ id: string }[]>().find((service) => service.id === serviceId);
    const record = { completedOrders: 1, rating: null, responseMinutes: null };
    expect(card).toMatchObject(record);
    expect((await get(`/api/services/${serviceId}`)).json()).toMatchObject(record);
  });

  test('lines of a fully refunded order sum to 0, signed from the reader’s side', async () => {
    const { buyer, provider, id } = await placed();
    await on.pay(buyer, id);
    await on.move(provider, id, 'decline', { reason: '바빠요.' });
    await on.runJobs();
    const lines = (await get('/api/user/transactions', buyer)).json<{ amount: number; orderId: string }[]>();
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      expect(line).toMatchObject({ id: string, at: string, orderId: id, currency: 'KRW', reason: string });
    }
    expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
    expect(lines.at(-1)?.amount).toBe(-33_000);
  });
});

describe('auctions', () => {
  test('a lot is drafted, published, bid on, won and paid', async () => {
    const [seller, low, high] = [await server.signUp(), await server.signUp(), await server.signUp()];
    for (const each of [seller, low, high]) await on.verify(each);
    const drafted = await post(
      '/api/auctions',
      {
        title: '필라멘트 열 롤',
        description: '뜯지 않았어요.',
        category: 'materials',
        condition: '새것',
        startPrice: 10_000,
        reservePrice: 15_000,
        startsAt: new Date().toISOString(),
        endsAt: new Date(Date.now() + 60_000).toISOString(),
        delivery: 'pickup',
      },
      seller,
    );
    const { id } = drafted.json<{ id: string }>();
    expect([
      drafted.statusCode,
      (await post(`/api/auctions/${id}/publish`, undefined, seller)).statusCode,
    ]).toEqual([201, 200]);
    const bid = (maximum: number, as?: Person) =>
      post(`/api/auctions/${id}/bids`, { maximum }, as, { 'idempotency-key': `${maximum}` });
    expect((await bid(30_000)).statusCode).toBe(401);
    expect((await bid(30_000, high)).json()).toMatchObject({ price: 15_000, leader: 'you', bidCount: 1 });
    expect((await bid(30_000, high)).json()).toMatchObject({ bidCount: 1 });
    expect((await bid(20_000, low)).statusCode).toBe(201);
    const refused = await bid(20_500, low);
    expect([told(refused), refused.json()]).toEqual([
      [409, 'bid_too_low'],
      expect.objectContaining({ minimumBid: 22_000 }),
    ]);
    expect(told(await bid(2_000_000, low))).toEqual([403, 'step_up_required']);
    expect((await get(`/api/auctions/${id}`, low)).json()).toMatchObject({
      state: 'live',
      price: 21_000,
      leader: 1,
      bidCount: 2,
      endsAt: string,
      minimumBid: 22_000,
      serverTime: string,
    });
    expect(told(await get(`/api/auctions/${id}/log`))).toEqual([409, 'log_not_yet']);

    await server.runtime.pool.query(`update auction set ends_at = clock_timestamp() where id = $1`, [id]);
    await processTimes(server.runtime);
    await openOrders(placingDeps(server.runtime));
    const log = (await get(`/api/auctions/${id}/log`)).json<{ rows: object[] }>();
    expect(log.rows.slice(0, 2)).toEqual([
      expect.objectContaining({
        sequence: 1,
        at: string,
        bidder: 1,
        price: 15_000,
        commitment: string,
        hash: string,
      }),
      expect.objectContaining({
        sequence: 2,
        at: string,
        bidder: 2,
        price: 21_000,
        commitment: string,
        hash: string,
      }),
    ]);
    const won = (await get('/api/user/auctions', high)).json<object[]>();
    expect(won).toEqual([expect.objectContaining({ id, role: 'winner', state: 'awaiting_payment' })]);
    const [order] = (await get('/api/user/orders', high)).json<{ id: string; state: string }[]>();
    expect(order).toMatchObject({ state: 'created' });
    const paying = await post(`/api/orders/${order!.id}/payments`, {}, high, { 'idempotency-key': 'lot' });
    expect([paying.statusCode, paying.json()]).toEqual([
      201,
      expect.objectContaining({ id: string, redirectUrl: string }),
    ]);
  });
});

describe('community', () => {
  let writer: Person;
  let channelId: string;
  beforeAll(async () => {
    writer = await server.signUp();
    const channels = (await get('/api/channels')).json<{ id: string; kind: string }[]>();
    channelId = channels.find(({ kind }) => kind === 'text')?.id ?? '';
  });

  test('a channel is id, slug, name and kind; anyone may read it', async () => {
    const channels = (await get('/api/channels')).json<{ kind: string }[]>();
    expect(channels[0]).toMatchObject({ id: string, slug: string, name: string, kind: 'announcements' });
    expect(channels.map(({ kind }) => kind)).toEqual([
      'announcements',
      'introductions',
      'questions',
      'text',
      'voice',
    ]);
    expect((await get(`/api/channels/${channelId}/messages`)).json()).toEqual([]);
    expect(told(await post(`/api/channels/${channelId}/messages`, { clientId: 'x', text: 'x' }))).toEqual([
      401,
      'not_signed_in',
    ]);
  });

  test('a message has a seq, and its clientId makes a retry return the same message', async () => {
    const said = { clientId: 'c-1', text: '안녕하세요' };
    const first = await post(`/api/channels/${channelId}/messages`, said, writer);
    const message = first.json<{ id: string; editedAt?: string }>();
    expect([first.statusCode, message]).toEqual([
      201,
      expect.objectContaining({
        id: string,
        seq: 1,
        clientId: 'c-1',
        author: expect.objectContaining({ username: writer.username }),
        text: '안녕하세요',
        createdAt: string,
      }),
    ]);
    expect(message.editedAt).toBeUndefined();
    const again = await post(`/api/channels/${channelId}/messages`, said, writer);
    expect([again.statusCode, again.json()]).toEqual([201, message]);
    expect(
      told(await post(`/api/channels/${channelId}/messages`, { ...said, text: '다른 말' }, writer)),
    ).toEqual([409, 'idempotency_conflict']);
    const reply = await post(
      `/api/channels/${channelId}/messages`,
      { clientId: 'c-2', text: '답글', replyTo: message.id, attachments: [] },
      writer,
    );
    expect(reply.json()).toMatchObject({ seq: 2, replyTo: { id: message.id } });
    const seqs = async (query: string) =>
      (await get(`/api/channels/${channelId}/messages?${query}`))
        .json<{ seq: number }[]>()
        .map(({ seq }) => seq);
    expect(await seqs('after=1')).toEqual([2]);
    expect(await seqs('before=2')).toEqual([1]);
    expect(await seqs('limit=1')).toEqual([2]);
    const edited = await server.call('PATCH', `/api/messages/${message.id}`, {
      as: writer,
      payload: { text: '고친 말' },
    });
    expect(edited.json()).toMatchObject({ text: '고친 말', editedAt: string });
    const reactions = { url: `/api/messages/${message.id}/reactions`, payload: { emoji: '👍' } };
    expect((await post(reactions.url, reactions.payload, writer)).json()).toEqual({
      reactions: [{ emoji: '👍', count: 1, mine: true }],
    });
    const back = await server.call('DELETE', reactions.url, { as: writer, payload: reactions.payload });
    expect(back.json()).toEqual({ reactions: [] });
    const gone = await server.call('DELETE', `/api/messages/${message.id}`, { as: writer });
    expect(gone.statusCode).toBe(204);
    expect(await seqs('')).toEqual([1, 2]);
  });

  test('an inquiry opens or returns a direct channel of two people', async () => {
    const provider = await server.signUp();
    const serviceId = await on.offerService(provider);
    const resource = await post(
      '/api/resources',
      { title: '받침', category: 'other', state: 'published' },
      provider,
    );
    const resourceId = resource.json<{ id: string }>().id;
    for (const about of [{ serviceId }, { resourceId }]) {
      const asked = await post('/api/inquiries', { ...about, text: '가능할까요?' }, writer);
      const { id } = asked.json<{ id: string }>();
      expect([asked.statusCode, asked.json()]).toEqual([
        201,
        expect.objectContaining({ id: string, slug: string, name: string, kind: 'inquiry' }),
      ]);
      const again = await post('/api/inquiries', { ...about, text: '급해요' }, writer);
      expect(again.json()).toMatchObject({ id });
      const said = await post(`/api/channels/${id}/messages`, { clientId: id, text: '네' }, provider);
      expect([said.statusCode, said.json()]).toMatchObject([201, { seq: 3, clientId: id }]);
      const messages = (await get(`/api/channels/${id}/messages?after=1`, writer)).json<object[]>();
      expect(messages).toMatchObject([{ seq: 2, text: '급해요' }, { seq: 3 }]);
      expect(told(await get(`/api/channels/${id}`, person))).toEqual([404, 'channel_not_found']);
    }
    expect(told(await post('/api/inquiries', { serviceId, text: 'x' }))).toEqual([401, 'not_signed_in']);
    expect(told(await post('/api/inquiries', { orderId: serviceId, text: 'x' }, writer))).toEqual([
      404,
      'order_not_found',
    ]);
  });

  test('a question is asked, answered and solved', async () => {
    const channels = (await get('/api/channels')).json<{ id: string; kind: string }[]>();
    const questions = channels.find(({ kind }) => kind === 'questions')?.id ?? '';
    const ask = await post(
      `/api/channels/${questions}/messages`,
      { clientId: 'q', text: '왜 안 될까요?' },
      writer,
    );
    const helper = await server.signUp();
    const answer = await post(
      `/api/channels/${questions}/messages`,
      { clientId: 'a', text: '케이블이요', replyTo: ask.json<{ id: string }>().id },
      helper,
    );
    const { id } = answer.json<{ id: string }>();
    expect(told(await post(`/api/messages/${id}/accept`, undefined, helper))).toEqual([403, 'forbidden']);
    const solved = await post(`/api/messages/${id}/accept`, undefined, writer);
    expect([solved.statusCode, solved.json()]).toMatchObject([200, { question: { acceptedId: id } }]);
  });
});

describe('search', () => {
  test('statistics count searches, and show searches without results to admins alone', async () => {
    await get('/api/resources?search=%20%20');
    await get('/api/resources?search=zzzznothing');
    const admin = await server.signUp({ role: 'admin' });
    const keys = ['totalQueries', 'cacheHits', 'cacheMisses', 'hitRate', 'averageMs', 'minMs', 'maxMs'];
    const statistics = (await get('/api/search/stats')).json<Record<string, number | unknown[]>>();
    for (const key of keys) expect(statistics[key], key).toEqual(number);
    for (const key of ['languages', 'popular', 'zeroResults']) expect(statistics[key]).toBeInstanceOf(Array);
    expect(statistics['zeroResults']).toEqual([]);
    expect(Object.keys(statistics)).toContain('updatedAt');
    expect(Number(statistics['cacheHits']) + Number(statistics['cacheMisses'])).toBe(
      statistics['totalQueries'],
    );
    expect((await get('/api/search/stats', admin)).statusCode).toBe(200);
  });
});

describe('staff', () => {
  test('changing a person needs a reason and is logged; the last admin cannot be removed', async () => {
    const admin = await server.signUp({ role: 'admin' });
    const patch = (id: string, payload: object) =>
      server.call('PATCH', `/api/admin/users/${id}`, { as: admin, payload });
    const other = await server.signUp();
    expect((await patch(other.id, { suspended: true })).json()).toMatchObject({ fields: { reason: string } });
    expect((await patch(other.id, { suspended: true, reason: '광고' })).statusCode).toBe(200);
    const [entry] = (await get('/api/admin/audit', admin)).json<object[]>();
    expect(entry).toMatchObject({
      actor: { id: admin.id },
      action: string,
      target: { id: other.id },
      reason: '광고',
      before: expect.any(Object),
      after: expect.any(Object),
      at: string,
    });
    expect(told(await get('/api/admin/users', person))).toEqual([403, 'forbidden']);
    expect(told(await get('/api/admin/users'))).toEqual([401, 'not_signed_in']);
  });
});
