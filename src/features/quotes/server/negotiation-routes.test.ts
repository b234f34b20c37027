import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formOf, startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { ResourceDetail } from '#features/resources/contract.ts';
import { sweepKeptFiles } from '#features/uploads/server/public.ts';
import { binaryStl, box } from '#platform/shared/models/testing.ts';
import type { Quote, RequestCounts, RequestDetail, RequestSummary, Said, Thread } from '../contract.ts';
import { getBindingQuote, markOrdered } from './binding.ts';
import { quotesJobs } from './jobs.ts';
import { negotiatingOn } from './testing.ts';

let server: TestServer;
let on: ReturnType<typeof negotiatingOn>;
let jobs: ReturnType<typeof quotesJobs>;
let customer: Person;
let first: Person;
let second: Person;
let stranger: Person;
beforeAll(async () => {
  server = await startTestServer({
    FEE_PERCENT: '10',
    RATE_LIMIT_QUOTE_REQUESTS: '1000',
    RATE_LIMIT_WRITES: '100000',
  });
  on = negotiatingOn(server);
  jobs = quotesJobs(server.runtime);
  [customer, first, second, stranger] = (await Promise.all([1, 2, 3, 4].map(() => server.signUp()))) as [
    Person,
    Person,
    Person,
    Person,
  ];
});
afterAll(() => server.close());

const cube = binaryStl(box(20, 20, 20));
const plate = binaryStl(box(40, 30, 2));
const count = async (table: string) =>
  (await server.runtime.pool.query(`select count(*)::int as count from ${table}`)).rows[0].count as number;
const notices = async (as: Person, requestId: string) =>
  (await server.call('GET', '/api/user/notifications?limit=100', { as }))
    .json<{ title: string; path: string }[]>()
    .filter(({ path }) => path === `/quote-requests/${requestId}`)
    // The part after the dot names the request.
    .map(({ title }) => title.split(' · ')[0]);
const mind = () => jobs['quotes.mind_negotiations']({} as never);
const bind = (id: string, personId: string, now = new Date()) =>
  server.runtime.db.transaction().execute((trx) => getBindingQuote(trx, { id, personId, now }));
const order = (id: string, orderId: string = crypto.randomUUID()) =>
  server.runtime.db.transaction().execute((trx) => markOrdered(trx, id, orderId));

async function askTwo(fields: object = {}) {
  const services = [await on.offerService(first), await on.offerService(second)];
  const request = await on.request(customer, services, fields);
  const [a, b] = request.threads as [Thread, Thread];
  return { request, services, a, b };
}

describe('a request', () => {
  test('goes to several providers, each of whom sees only their own negotiation', async () => {
    const uploadId = await on.upload(customer, cube);
    const { request, services, a } = await askTwo({
      files: [{ uploadId }],
      material: '강판',
      tolerance: '±0.2',
      quantity: 30,
      wantedOn: '2027-01-20',
      budget: 300_000,
    });
    expect(request).toMatchObject({
      role: 'customer',
      state: 'open',
      version: 1,
      material: '강판',
      quantity: 30,
      wantedOn: '2027-01-20',
      budget: 300_000,
      currency: 'KRW',
      feePercent: 10,
      can: { close: true, changeFiles: true },
      files: [{ id: uploadId, name: '도면.stl', size: cube.length }],
    });
    expect(request.threads.map(({ service }) => service.id)).toEqual(services);
    expect(request.threads.map(({ can }) => can)).toEqual([['withdraw'], ['withdraw']]);
    expect(Date.parse(request.expiresAt) - Date.parse(request.createdAt)).toBe(14 * 86_400_000);

    const theirs = await on.read(first, request.id);
    expect(theirs).toMatchObject({ role: 'provider', can: { close: false, changeFiles: false } });
    expect(theirs.threads).toMatchObject([{ id: a.id, can: ['offer', 'decline'] }]);
    expect(await notices(first, request.id)).toEqual(['견적 요청이 왔어요']);
    for (const as of [stranger, undefined]) {
      const answer = await server.call('GET', `/api/quote-requests/${request.id}`, { ...(as && { as }) });
      expect(answer.statusCode).toBe(as ? 404 : 401);
    }
    // The upload was handed over.
    expect((await server.call('GET', '/api/uploads', { as: customer })).body).not.toContain(uploadId);
  });

  test('is listed for both sides, by whether it is open', async () => {
    const { request, a } = await askTwo({ title: '목록' });
    const list = async (as: Person, query: string) =>
      (await server.call('GET', `/api/user/quote-requests?${query}`, { as }))
        .json<RequestSummary[]>()
        .filter(({ id }) => id === request.id);
    expect(await list(customer, 'side=asked&state=open')).toMatchObject([{ threads: [{}, {}] }]);
    expect(await list(customer, 'side=received')).toEqual([]);
    expect(await list(first, 'side=received&state=open')).toMatchObject([{ threads: [{ id: a.id }] }]);
    const counts = async (as: Person) =>
      (await server.call('GET', '/api/user/quote-requests/counts', { as })).json<RequestCounts>();
    const [before, ofCustomer] = [await counts(first), await counts(customer)];
    expect(before.received.waiting).toBeGreaterThan(0);
    await on.move(first, a, 'decline');
    expect(await counts(first)).toEqual({
      asked: { open: 0, waiting: 0 },
      received: { open: before.received.open - 1, waiting: before.received.waiting - 1 },
    });
    // The other negotiation is still open, and does not wait for the customer.
    expect(await counts(customer)).toEqual(ofCustomer);
    expect(await list(first, 'side=received&state=open')).toEqual([]);
    expect(await list(first, 'side=received&state=closed')).toMatchObject([
      { role: 'provider', threads: [{ state: 'declined', endedBy: 'provider' }] },
    ]);
    expect(await list(customer, 'side=asked&state=open')).toHaveLength(1);
    const past = await server.call('GET', '/api/user/quote-requests?side=asked&page=99&limit=1', {
      as: customer,
    });
    expect(past.headers['x-page']).toBe(past.headers['x-total-count']);
  });

  test('retried with its key is created once', async () => {
    const serviceId = await on.offerService(first);
    const uploadId = await on.upload(customer, cube);
    const send = (title: string) =>
      server.call('POST', '/api/quote-requests', {
        as: customer,
        headers: { 'idempotency-key': 'once-only' },
        payload: { serviceIds: [serviceId], title, description: '같은 요청', files: [{ uploadId }] },
      });
    const [one, again] = [await send('하나'), await send('하나')];
    expect(again.statusCode, again.body).toBe(201);
    expect(again.json<RequestDetail>().id).toBe(one.json<RequestDetail>().id);
    expect((await send('둘')).json()).toMatchObject({ code: 'idempotency_conflict' });
  });

  test.each<[string, object, string]>([
    ['no service', { serviceIds: [] }, 'serviceIds'],
    ['eleven services', { serviceIds: Array.from({ length: 11 }, () => crypto.randomUUID()) }, 'serviceIds'],
    ['no title', { title: '  ' }, 'title'],
    ['a title that nobody sees', { title: '\u200b' }, 'title'],
    ['no description', { description: '' }, 'description'],
    ['a long description', { description: 'ㄱ'.repeat(5001) }, 'description'],
    ['no pieces', { quantity: 0 }, 'quantity'],
    ['too many pieces', { quantity: 100_001 }, 'quantity'],
    ['half a piece', { quantity: 1.5 }, 'quantity'],
    ['a day that is none', { wantedOn: '2027-02-30' }, 'wantedOn'],
    ['a negative budget', { budget: -1 }, 'budget'],
    ['a file that is none', { files: [{}] }, 'files[0].uploadId'],
    [
      'a file that is two',
      { files: [{ uploadId: crypto.randomUUID(), resourceFileId: crypto.randomUUID() }] },
      'files[0].uploadId',
    ],
    ['a file that is not there', { files: [{ uploadId: crypto.randomUUID() }] }, 'files[0].uploadId'],
    [
      'a resource’s file that is not there',
      { files: [{ resourceFileId: crypto.randomUUID() }] },
      'files[0].resourceFileId',
    ],
  ])('with %s is refused at its field, and nothing is written', async (_what, fields, field) => {
    const serviceId = await on.offerService(first);
    const before = await count('quote_request');
    const answer = await on.ask(customer, [serviceId], fields);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
    expect(Object.keys(answer.json<{ fields?: object }>().fields ?? {})).toContain(field);
    expect(await count('quote_request')).toBe(before);
  });

  test('is refused for one’s own service, for an inactive one, and for two currencies', async () => {
    const good = await on.offerService(first);
    const cases: [string, string, Person][] = [
      [await on.offerService(customer), 'own_service', customer],
      [await on.offerService(first, { state: 'draft' }), 'service_unavailable', customer],
      [crypto.randomUUID(), 'service_unavailable', customer],
      [await on.offerService(first, { currency: 'JPY' }), 'mixed_currencies', customer],
    ];
    for (const [serviceId, code, as] of cases) {
      const answer = await on.ask(as, [good, serviceId]);
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({ code, fields: { 'serviceIds[1]': expect.any(String) } });
    }
    const paused = await on.offerService(first);
    await server.call('PATCH', `/api/services/${paused}`, { as: first, payload: { state: 'paused' } });
    expect((await on.ask(customer, [paused])).json()).toMatchObject({ code: 'service_unavailable' });
    const answer = await on.ask(undefined, [good]);
    expect(answer.statusCode).toBe(401);
  });

  test('is refused to suspended or leaving providers, and from a leaving customer', async () => {
    const { pool } = server.runtime;
    const gone = await server.signUp();
    const serviceId = await on.offerService(gone);
    await pool.query(`update person set suspended_at = now() where id = $1`, [gone.id]);
    expect((await on.ask(customer, [serviceId])).json()).toMatchObject({ code: 'service_unavailable' });
    await pool.query(
      `update person set suspended_at = null, withdraws_at = now() + interval '9 days' where id = $1`,
      [gone.id],
    );
    expect((await on.ask(customer, [serviceId])).json()).toMatchObject({ code: 'service_unavailable' });
    expect((await on.ask(gone, [await on.offerService(first)])).json()).toMatchObject({
      code: 'withdrawing',
    });
  });

  test('asks the same service once, and is limited per day', async () => {
    const other = await startTestServer({ RATE_LIMIT_QUOTE_REQUESTS: '1' });
    try {
      const there = negotiatingOn(other);
      const [provider, person] = [await other.signUp(), await other.signUp()];
      const serviceId = await there.offerService(provider);
      expect((await there.request(person, [serviceId, serviceId])).threads).toHaveLength(1);
      const late = await there.ask(person, [serviceId]);
      expect(late.statusCode).toBe(429);
      expect(late.headers['retry-after']).toBeDefined();
    } finally {
      await other.close();
    }
  });
});

describe('a negotiation', () => {
  test('goes back and forth until one side accepts, and both see the total and the provider’s part', async () => {
    const { request, a, b } = await askTwo();
    const offered = await on.move(first, a, 'offer', {
      principal: 120_005,
      readyInDays: 5,
      note: '아연 도금 포함',
    });
    expect(offered).toMatchObject({ state: 'offered', can: ['withdraw'], counters: 0 });
    expect(offered.offers).toMatchObject([
      {
        number: 1,
        by: 'provider',
        principal: 120_005,
        fee: 12_000,
        total: 132_005,
        note: '아연 도금 포함',
        isVoid: false,
      },
    ]);
    expect(offered.offers[0]?.readyOn).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(offered.offers[0]?.daysOff).toEqual({ weekly: expect.any(Number), holidays: 0 });
    expect(await notices(customer, request.id)).toEqual(['견적이 도착했어요']);
    const [told] = (await server.call('GET', '/api/user/notifications', { as: customer })).json<
      { title: string; text: string }[]
    >();
    expect(told?.title).toBe('견적이 도착했어요 · 브래킷');
    expect(told?.text).toContain('서비스: 을지로 절곡\n금액: ₩132,005, 작업 기간: ');
    expect(told?.text).toMatch(/\d일 .+ \(한국 시각\)까지 수락하거나 다른 조건을 제안할 수 있어요\.$/);
    expect(await on.read(second, request.id)).toMatchObject({
      threads: [{ id: b.id, state: 'asked', offers: [] }],
    });

    const countered = await on.move(customer, offered, 'counter', { principal: 100_000 });
    expect(countered).toMatchObject({ state: 'countered', counters: 1, can: ['withdraw'] });
    const accepted = await on.move(first, countered, 'accept');
    expect(accepted).toMatchObject({ state: 'accepted', can: [] });
    const seen = await on.read(customer, request.id);
    expect(seen.threads).toMatchObject([
      { state: 'accepted', can: ['withdraw'] },
      { state: 'declined', endedBy: 'house' },
    ]);
    expect(await notices(second, request.id)).toEqual(['다른 제작자가 선택됐어요', '견적 요청이 왔어요']);
    expect(await notices(customer, request.id)).toContain('견적에 합의했어요');

    expect(await bind(a.id, customer.id)).toMatchObject({
      id: a.id,
      serviceId: a.service.id,
      providerId: first.id,
      title: '브래킷',
      principal: 100_000,
      currency: 'KRW',
      leadTimeDays: 3,
      files: [],
    });
  });

  test('has at most six counter-offers', async () => {
    const { a } = await askTwo();
    let thread = await on.move(first, a, 'offer');
    for (let times = 0; times < 6; times += 1)
      thread = await on.move(times % 2 === 0 ? customer : first, thread, 'counter');
    const late = await on.act(customer, a.id, 'counter', {
      version: thread.version,
      principal: 1,
      readyInDays: 1,
    });
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({ code: 'no_more_counters', thread: { counters: 6 } });
    expect((await on.read(customer, a.requestId)).threads[0]?.offers).toHaveLength(7);
  });

  test('is visible to its two sides only, and each has its own actions', async () => {
    const { a, b } = await askTwo();
    const price = { version: 1, principal: 1000, readyInDays: 1 };
    expect((await on.act(undefined, a.id, 'offer', price)).statusCode).toBe(401);
    // Another provider of the same request cannot see it either.
    for (const as of [stranger, second])
      expect((await on.act(as, a.id, 'offer', price)).json()).toMatchObject({ code: 'request_not_found' });
    expect((await on.act(first, 'nonsense', 'offer', price)).statusCode).toBe(404);
    expect((await on.act(customer, a.id, 'offer', price)).statusCode).toBe(403);
    expect((await on.act(customer, a.id, 'accept', { version: 1 })).json()).toMatchObject({
      code: 'invalid_transition',
      thread: { id: a.id, state: 'asked' },
    });
    expect((await on.act(first, a.id, 'withdraw', { version: 1 })).json()).toMatchObject({
      code: 'not_your_turn',
    });
    for (const bad of [
      {},
      { version: 0 },
      { ...price, principal: -1 },
      { ...price, principal: 1.5 },
      { ...price, readyInDays: 366 },
      { ...price, note: 'x'.repeat(2001) },
      { ...price, validDays: 31 },
    ])
      expect((await on.act(first, a.id, 'offer', bad)).statusCode).toBe(400);
    expect(await count(`quote_offer where thread_id in ('${a.id}', '${b.id}')`)).toBe(0);
  });

  test('about a free service allows a price only if its provider can be paid', async () => {
    const maker = await server.signUp();
    const { threads } = await on.request(customer, [await on.offerService(maker, { isFreeService: true })]);
    const [thread] = threads as [Thread];
    const price = { version: 1, principal: 1000, readyInDays: 1 };
    const answer = await on.act(maker, thread.id, 'offer', price);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({
      code: 'verification_needed',
      fields: { principal: expect.any(String) },
    });
    const free = await on.move(maker, thread, 'offer', { principal: 0 });
    expect(free.offers).toMatchObject([{ principal: 0, fee: 0, total: 0 }]);
    await server.runtime.pool.query(
      'update person set phone_verified_at = now(), bank_registered = true where id = $1',
      [maker.id],
    );
    expect((await on.move(customer, free, 'counter', { principal: 1000 })).state).toBe('countered');
  });

  test('answers a stale version with the current state, and a repeated key with the same response', async () => {
    const { a } = await askTwo();
    const payload = { version: 1, principal: 9000, readyInDays: 1 };
    const send = () =>
      server.call('POST', `/api/quote-threads/${a.id}/offer`, {
        as: first,
        payload,
        headers: { 'idempotency-key': `offer ${a.id}` },
      });
    const once = await send();
    expect((await send()).json()).toEqual(once.json());
    const stale = await on.act(first, a.id, 'offer', payload);
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({
      code: 'conflict',
      thread: { version: 2, state: 'offered', offers: [{ principal: 9000 }] },
    });
  });

  test('accepted concurrently with two providers is accepted with one', async () => {
    const { request, a, b } = await askTwo();
    const offers = [await on.move(first, a, 'offer'), await on.move(second, b, 'offer')];
    const answers = await Promise.all(
      offers.map(({ id, version }) => on.act(customer, id, 'accept', { version })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const { threads } = await on.read(customer, request.id);
    expect(threads.map(({ state }) => state).toSorted()).toEqual(['accepted', 'declined']);
  });

  test('cannot continue if the other side is leaving or the service is paused, but can be ended', async () => {
    const { pool } = server.runtime;
    const leaving = await server.signUp();
    const request = await on.request(customer, [await on.offerService(leaving)]);
    const offered = await on.move(leaving, request.threads[0] as Thread, 'offer');
    await server.call('PATCH', `/api/services/${offered.service.id}`, {
      as: leaving,
      payload: { state: 'paused' },
    });
    expect((await on.read(customer, request.id)).threads[0]?.can).toEqual(['decline']);
    expect((await on.act(customer, offered.id, 'accept', offered)).json()).toMatchObject({
      code: 'service_unavailable',
    });
    await pool.query(`update person set withdraws_at = now() + interval '9 days' where id = $1`, [
      leaving.id,
    ]);
    expect((await on.act(customer, offered.id, 'accept', offered)).json()).toMatchObject({
      code: 'other_gone',
    });
    expect((await on.move(customer, offered, 'decline')).state).toBe('declined');
    expect((await on.read(customer, request.id)).state).toBe('closed');
  });

  test('is over for everybody when its customer closes the request', async () => {
    const { request, a } = await askTwo();
    await on.move(first, a, 'offer');
    const close = (as: Person) => server.call('POST', `/api/quote-requests/${request.id}/close`, { as });
    expect((await close(stranger)).statusCode).toBe(404);
    expect((await close(first)).statusCode).toBe(403);
    const closed = await close(customer);
    expect(closed.json()).toMatchObject({
      state: 'closed',
      threads: [{ state: 'withdrawn', endedBy: 'customer' }, { state: 'withdrawn' }],
    });
    expect((await close(customer)).json()).toEqual(closed.json());
    expect(await notices(second, request.id)).toContain('견적이 취소됐어요');
  });
});

describe('files', () => {
  const fetchFile = (as: Person | undefined, requestId: string, fileId: string, headers = {}) =>
    server.call('GET', `/api/quote-requests/${requestId}/files/${fileId}`, { ...(as && { as }), headers });
  const change = (as: Person, request: RequestDetail, files: object[], version = request.version) =>
    server.call('PUT', `/api/quote-requests/${request.id}/files`, { as, payload: { version, files } });

  test('can be downloaded by both sides, in ranges, under their own names', async () => {
    const uploadId = await on.upload(customer, cube);
    const { request, a } = await askTwo({ files: [{ uploadId }] });
    for (const as of [customer, first, second]) {
      const file = await fetchFile(as, request.id, uploadId);
      expect(file.statusCode).toBe(200);
      expect(file.rawPayload.equals(cube)).toBe(true);
      expect(file.headers['content-disposition']).toContain("filename*=UTF-8''%EB%8F%84%EB%A9%B4.stl");
      expect(file.headers['content-security-policy']).toContain('sandbox');
    }
    const part = await fetchFile(first, request.id, uploadId, { range: 'bytes=80-83' });
    expect(part.statusCode).toBe(206);
    expect(part.rawPayload.readUInt32LE()).toBe(12);
    expect((await fetchFile(first, request.id, uploadId, { range: 'bytes=99999999-' })).statusCode).toBe(416);
    expect((await fetchFile(stranger, request.id, uploadId)).statusCode).toBe(404);
    expect((await fetchFile(undefined, request.id, uploadId)).statusCode).toBe(401);
    expect((await fetchFile(customer, crypto.randomUUID(), uploadId)).statusCode).toBe(404);
    expect((await fetchFile(customer, request.id, 'x')).statusCode).toBe(404);
    // After declining, a provider loses access.
    await on.move(first, a, 'decline');
    expect((await fetchFile(first, request.id, uploadId)).statusCode).toBe(404);
    expect((await on.read(first, request.id)).files).toEqual([]);
  });

  test('of a resource are copied, so later changes of it have no effect', async () => {
    const publish = async (state: string, as: Person) =>
      (
        await server.call('POST', '/api/resources', {
          as,
          ...formOf([
            { name: 'title', value: '정육면체' },
            { name: 'category', value: '3d_model' },
            { name: 'state', value: state },
            { name: 'downloadFile', filename: 'cube.stl', bytes: cube },
          ]),
        })
      ).json<ResourceDetail>();
    const resource = await publish('published', stranger);
    const { request } = await askTwo({ files: [{ resourceFileId: resource.files[0]?.id }] });
    const [file] = request.files;
    expect(file).toMatchObject({ name: 'cube.stl', size: cube.length });
    expect(file?.id).not.toBe(resource.files[0]?.id);
    await server.call('DELETE', `/api/resources/${resource.id}`, { as: stranger });
    expect((await fetchFile(first, request.id, file?.id ?? '')).rawPayload.equals(cube)).toBe(true);
    const draft = await publish('draft', stranger);
    const answer = await on.ask(customer, [await on.offerService(first)], {
      files: [{ resourceFileId: draft.files[0]?.id }],
    });
    expect(answer.json()).toMatchObject({ code: 'file_not_found' });
  });

  test('of other people cannot be handed over', async () => {
    const uploadId = await on.upload(stranger, cube);
    const serviceId = await on.offerService(first);
    expect((await on.ask(customer, [serviceId], { files: [{ uploadId }] })).statusCode).toBe(404);
    const theirs = await on.request(stranger, [serviceId], { files: [{ uploadId }] });
    expect((await on.ask(customer, [serviceId], { files: [{ uploadId }] })).statusCode).toBe(404);
    // One's own file may be handed over again.
    expect((await on.request(stranger, [serviceId], { files: [{ uploadId }] })).files).toEqual(theirs.files);
  });

  test('void earlier offers and agreements when they change', async () => {
    const uploadId = await on.upload(customer, cube);
    const { request, a, b } = await askTwo({ files: [{ uploadId }] });
    const offered = await on.move(first, a, 'offer');
    await on.move(customer, offered, 'accept');
    const same = await change(customer, request, [{ fileId: uploadId }]);
    expect(same.json()).toMatchObject({ version: 1, threads: [{ state: 'accepted' }, {}] });

    const plateId = await on.upload(customer, plate, 'plate.stl');
    expect((await change(first, request, [])).statusCode).toBe(403);
    expect((await change(stranger, request, [])).statusCode).toBe(404);
    expect((await change(customer, request, [], 9)).json()).toMatchObject({ code: 'conflict' });
    expect((await change(customer, request, [{ fileId: plateId }])).json()).toMatchObject({
      code: 'file_not_found',
      fields: { 'files[0].fileId': expect.any(String) },
    });
    const changed = await change(customer, request, [{ fileId: uploadId }, { uploadId: plateId }]);
    expect(changed.statusCode, changed.body).toBe(200);
    expect(changed.json()).toMatchObject({
      version: 2,
      files: [{ id: uploadId }, { id: plateId }],
      threads: [{ state: 'void', offers: [{ isVoid: true }] }, { state: 'declined' }],
    });
    await expect(bind(a.id, customer.id)).rejects.toMatchObject({ kind: { code: 'quote_void' } });
    for (const as of [customer, first])
      expect((await notices(as, request.id))[0]).toBe('파일이 바뀌어 견적이 무효가 됐어요');
    const again = await on.move(first, (await on.read(first, request.id)).threads[0] as Thread, 'offer');
    expect(again).toMatchObject({
      state: 'offered',
      offers: [{ isVoid: true }, { number: 2, isVoid: false }],
    });
    expect((await on.read(second, request.id)).threads[0]?.id).toBe(b.id);
  });

  test('that change while a provider writes an offer cause its refusal', async () => {
    const { request, a } = await askTwo();
    const uploadId = await on.upload(customer, cube);
    await change(customer, request, [{ uploadId }]);
    const answer = await on.act(first, a.id, 'offer', { version: a.version, principal: 1, readyInDays: 1 });
    expect(answer.json()).toMatchObject({ code: 'conflict', thread: { state: 'asked', version: 2 } });
    expect((await notices(first, request.id))[0]).toBe('견적 요청의 파일이 바뀌었어요');
  });

  test('are measured if they are models', async () => {
    const files = [
      { uploadId: await on.upload(customer, cube) },
      { uploadId: await on.upload(customer, Buffer.from('치수'), 'a.txt') },
    ];
    const { request } = await askTwo({ files });
    await jobs['quotes.measure_files']({ requestId: request.id });
    expect((await on.read(first, request.id)).files).toMatchObject([
      {
        figures: { sizeMm: [20, 20, 20], volumeMm3: expect.closeTo(8000, 6), watertight: true },
        problem: null,
      },
      { figures: null, problem: null },
    ]);
  });

  test('are deleted when nothing refers to them any more', async () => {
    const { pool, storage } = server.runtime;
    const uploadId = await on.upload(customer, cube);
    const { request } = await askTwo({ files: [{ uploadId }] });
    const age = () => pool.query(`update kept_file set created_at = now() - interval '2 days'`);
    await age();
    await sweepKeptFiles(server.runtime, new Date());
    expect(await storage.size(`files/${uploadId}`)).toBe(cube.length);
    await change(customer, request, []);
    expect(await sweepKeptFiles(server.runtime, new Date())).toBe(1);
    expect(await storage.size(`files/${uploadId}`)).toBeNull();

    const late = await on.upload(customer, cube);
    const other = await askTwo({ files: [{ uploadId: late }] });
    await server.call('POST', `/api/quote-requests/${other.request.id}/close`, { as: customer });
    await age();
    await jobs['quotes.forget_files']({} as never);
    expect(await sweepKeptFiles(server.runtime, new Date())).toBe(0);
    await on.pass(other.request.id, 91);
    await jobs['quotes.forget_files']({} as never);
    expect(await sweepKeptFiles(server.runtime, new Date())).toBe(1);
  });
});

describe('deadlines', () => {
  test('end unanswered negotiations after one reminder', async () => {
    const { request, a, b } = await askTwo();
    const offered = await on.move(first, a, 'offer', { validDays: 3 });
    await on.pass(request.id, 1.9);
    await mind();
    expect(await notices(customer, request.id)).toEqual(['견적이 도착했어요']);
    await on.pass(request.id, 0.2);
    await mind();
    await mind();
    expect(await notices(customer, request.id)).toEqual(['견적이 곧 만료돼요', '견적이 도착했어요']);
    await on.pass(request.id, 1);
    // Before the job has run.
    const late = await on.act(customer, a.id, 'accept', { version: offered.version });
    expect(late.json()).toMatchObject({ code: 'quote_expired', thread: { state: 'expired', can: [] } });
    await mind();
    expect((await on.read(customer, request.id)).threads).toMatchObject([
      { state: 'expired', endedBy: 'house' },
      { state: 'asked' },
    ]);
    await on.pass(request.id, 10);
    await mind();
    await on.pass(request.id, 1);
    await mind();
    expect(await on.read(customer, request.id)).toMatchObject({
      state: 'closed',
      threads: [{}, { id: b.id, state: 'expired' }],
    });
    expect(await notices(second, request.id)).toEqual(['견적이 곧 만료돼요', '견적 요청이 왔어요']);
    const answer = await on.act(second, b.id, 'offer', { version: 2, principal: 1, readyInDays: 1 });
    expect(answer.json()).toMatchObject({ code: 'invalid_transition' });
  });

  test('end agreements that were not ordered', async () => {
    const { request, a } = await askTwo();
    await on.move(customer, await on.move(first, a, 'offer'), 'accept');
    expect((await bind(a.id, customer.id)).expiresAt.getTime() - Date.now()).toBeGreaterThan(
      2.9 * 86_400_000,
    );
    await on.pass(request.id, 3.1);
    await expect(bind(a.id, customer.id)).rejects.toMatchObject({ kind: { code: 'quote_expired' } });
    await mind();
    await expect(bind(a.id, customer.id)).rejects.toMatchObject({ kind: { code: 'quote_expired' } });
    expect((await on.read(customer, request.id)).state).toBe('closed');
  });
});

describe('a binding quote', () => {
  test('becomes one order, and is closed by it', async () => {
    const uploadId = await on.upload(customer, cube);
    const { request, a } = await askTwo({ files: [{ uploadId }] });
    const offered = await on.move(first, a, 'offer');
    await expect(bind(a.id, customer.id)).rejects.toMatchObject({ kind: { code: 'quote_not_found' } });
    await on.move(customer, offered, 'accept');
    for (const [id, person] of [
      [a.id, first],
      [a.id, stranger],
      [crypto.randomUUID(), customer],
      ['x', customer],
    ] as const)
      await expect(bind(id, person.id)).rejects.toMatchObject({ kind: { code: 'quote_not_found' } });
    expect((await bind(a.id, customer.id)).files).toEqual([
      { keptFileId: uploadId, name: '도면.stl', sha256: request.files[0]?.sha256 },
    ]);
    const orders = await Promise.allSettled([order(a.id), order(a.id)]);
    expect(orders.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(bind(a.id, customer.id)).rejects.toMatchObject({ kind: { code: 'quote_ordered' } });
    const after = await on.read(customer, request.id);
    expect(after).toMatchObject({ state: 'closed', can: { close: false, changeFiles: false } });
    expect(after.threads[0]).toMatchObject({ state: 'accepted', orderedAt: expect.any(String), can: [] });
    await on.pass(request.id, 200);
    await mind();
    await jobs['quotes.forget_files']({} as never);
    expect((await on.read(first, request.id)).files).toHaveLength(1);
  });

  test('may be an instant one, whose file was kept', async () => {
    const serviceId = await on.offerService(first, { serviceType: '3d_printing', materials: ['PLA'] });
    const uploadId = await on.upload(customer, cube, '큐브.stl');
    const quote = async (material: string) =>
      (
        await server.call('POST', `/api/services/${serviceId}/quote`, {
          as: customer,
          payload: { uploadId, material, quantity: 2 },
        })
      ).json<Quote>();
    const made = await quote('PLA');
    // The same file again, for a larger quantity.
    expect((await quote('pla')).fileSha256).toBe(made.fileSha256);
    expect(await bind(made.id, customer.id)).toMatchObject({
      id: made.id,
      serviceId,
      providerId: first.id,
      title: '큐브.stl',
      parts: [{ name: '큐브.stl', material: 'PLA', quantity: 2 }],
      quantity: 2,
      principal: made.principal,
      leadTimeDays: 3,
      files: [{ keptFileId: uploadId, name: '큐브.stl', sha256: made.fileSha256 }],
    });
    await expect(bind(made.id, first.id)).rejects.toMatchObject({ kind: { code: 'quote_not_found' } });
    await expect(bind(made.id, customer.id, new Date(Date.now() + 8 * 86_400_000))).rejects.toMatchObject({
      kind: { code: 'quote_expired' },
    });
    await order(made.id);
    await expect(bind(made.id, customer.id)).rejects.toMatchObject({ kind: { code: 'quote_ordered' } });
  });
});

describe('questions about a request', () => {
  const ask = (as: Person | undefined, id: string, text: string, clientId: string = crypto.randomUUID()) =>
    server.call('POST', `/api/quote-threads/${id}/messages`, {
      ...(as && { as }),
      payload: { text, clientId },
    });
  const told = async (as: Person, path: string) =>
    (await server.call('GET', '/api/user/notifications?limit=100', { as }))
      .json<{ path: string }[]>()
      .filter((notice) => notice.path === path).length;
  const messages = async (as: Person, id: string) =>
    (await server.call('GET', `/api/conversations/${id}`, { as }))
      .json<{ messages: { text: string }[] }>()
      .messages.map(({ text }) => text);

  test('go from the provider to the customer, who is notified and answers on the same page', async () => {
    const { request, a, b } = await askTwo();
    expect(a.conversation).toBeNull();
    const clientId = crypto.randomUUID();
    const asked = await ask(first, a.id, '모서리는 둥글게 할까요?', clientId);
    expect(asked.statusCode, asked.body).toBe(201);
    const { conversationId, message } = asked.json<Said>();
    expect(message).toMatchObject({ mine: true, text: '모서리는 둥글게 할까요?', seq: 1 });
    // Retry after a missing response.
    expect((await ask(first, a.id, '모서리는 둥글게 할까요?', clientId)).json<Said>()).toEqual(asked.json());
    expect(await told(customer, `/my/conversations/${conversationId}`)).toBe(1);

    const [mine, others] = (await on.read(customer, request.id)).threads;
    expect(mine?.conversation).toEqual({ id: conversationId, unread: 1 });
    expect(others).toMatchObject({ id: b.id, conversation: null });
    expect((await on.read(second, request.id)).threads[0]?.conversation).toBeNull();

    const answered = await ask(customer, a.id, '네, 2 mm로 해 주세요.');
    expect(answered.json<Said>().conversationId).toBe(conversationId);
    expect((await on.read(first, request.id)).threads[0]?.conversation).toEqual({
      id: conversationId,
      unread: 1,
    });
    expect(await messages(first, conversationId)).toEqual([
      '모서리는 둥글게 할까요?',
      '네, 2 mm로 해 주세요.',
    ]);
    expect(await messages(customer, conversationId)).toHaveLength(2);
  });

  test('are visible to the two only, and need a text', async () => {
    const { a } = await askTwo();
    expect((await ask(undefined, a.id, '?')).statusCode).toBe(401);
    for (const other of [second, stranger]) {
      const answer = await ask(other, a.id, '?');
      expect(answer.json()).toMatchObject({ code: 'request_not_found' });
      expect(answer.statusCode).toBe(404);
    }
    const empty = await ask(first, a.id, '  ');
    expect(empty.statusCode).toBe(400);
    expect(empty.json<{ fields: object }>().fields).toHaveProperty('text');
    expect((await ask(first, 'none', '?')).statusCode).toBe(404);
  });

  test('of a provider do not count towards the limit of new conversations', async () => {
    const { a, b } = await askTwo();
    const { rateLimits } = server.runtime;
    const spend = async (id: string): Promise<void> =>
      rateLimits.take('inquiries', id).then(
        () => spend(id),
        () => {},
      );
    await spend(first.id);
    expect((await ask(first, a.id, '도면이 더 있나요?')).statusCode).toBe(201);
    await spend(customer.id);
    expect((await ask(customer, b.id, '언제 되나요?')).statusCode).toBe(429);
    await server.runtime.pool.query('delete from rate_limit');
  });

  test('can be continued but not begun after the negotiation is closed', async () => {
    const { a, b } = await askTwo();
    expect((await ask(first, a.id, '도면이 더 있나요?')).statusCode).toBe(201);
    await on.move(first, a, 'decline');
    await on.move(second, b, 'decline');
    expect((await ask(first, a.id, '다음에 꼭 해 드릴게요.')).statusCode).toBe(201);
    const late = await ask(second, b.id, '다시 할 수 있어요.');
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({ code: 'request_closed' });
  });
});
