import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { orderingOn } from '#features/orders/server/testing.ts';
import { negotiatingOn } from '#features/quotes/server/testing.ts';
import type { ServiceContent } from '#features/services/server/public.ts';
import type { TenderCard, TenderDetail } from '../contract.ts';
import { commitmentText, detailsText, rankBids } from '../rules.ts';
import { bringUpToDate } from './opening.ts';
import { tendersJobs } from './jobs.ts';
import { tenderingOn } from './testing.ts';

let server: TestServer;
let on: ReturnType<typeof tenderingOn>;
let orders: ReturnType<typeof orderingOn>;
let files: ReturnType<typeof negotiatingOn>;
let jobs: ReturnType<typeof tendersJobs>;
let customer: Person;
let stranger: Person;
let admin: Person;
let first: { provider: Person; serviceId: string };
let second: { provider: Person; serviceId: string };
beforeAll(async () => {
  server = await startTestServer({
    RATE_LIMIT_TENDERS: '1000',
    RATE_LIMIT_TENDER_BIDS: '1000',
    RATE_LIMIT_WRITES: '100000',
    RATE_LIMIT_ORDERS: '1000',
    TENDER_TERMS: '{"bids": 2}',
  });
  on = tenderingOn(server);
  orders = orderingOn(server);
  files = negotiatingOn(server);
  jobs = tendersJobs(server.runtime);
  customer = await server.signUp();
  await orders.verify(customer);
  stranger = await server.signUp();
  admin = await server.signUp({ role: 'admin' });
  first = await orders.provide();
  second = await orders.provide();
});
afterAll(() => server.close());

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const rowOf = async (id: string) =>
  (await server.runtime.pool.query('select * from tender where id = $1', [id])).rows[0];
const notices = async (as: Person, id: string) =>
  (await server.call('GET', '/api/user/notifications?limit=100', { as }))
    .json<{ title: string; text: string; path: string }[]>()
    .filter(({ path }) => path === `/auctions/jobs/${id}`)
    .map(({ title, text }) => `${title}: ${text}`);
const list = async (query: string) =>
  (await server.call('GET', `/api/tenders?limit=100&${query}`)).json<TenderCard[]>();
const reason = '가격과 일정이 가장 잘 맞아요.';

/** Returns a closed tender with two bids: 300,000 in five days and 400,000 in two. */
async function closed(fields: object = {}): Promise<TenderDetail> {
  const { id } = await on.open(customer, fields);
  await on.bid(first.provider, id, first.serviceId);
  await on.bid(second.provider, id, second.serviceId, { principal: 400_000, readyInDays: 2 });
  await on.pass(id, 24);
  return on.read(customer, id);
}

describe('a draft', () => {
  test('is visible to its customer only until it is published', async () => {
    const draft = await on.draft(customer);
    expect(draft).toMatchObject({ state: 'draft', isMine: true, can: ['edit', 'publish', 'remove'] });
    for (const as of [undefined, stranger, first.provider, admin])
      expect((await server.call('GET', `/api/tenders/${draft.id}`, { ...(as && { as }) })).statusCode).toBe(
        404,
      );
    expect((await list('')).map(({ id }) => id)).not.toContain(draft.id);

    const changed = await server.call('PUT', `/api/tenders/${draft.id}`, {
      as: customer,
      payload: { title: '새 제목', serviceType: 'woodworking', version: 1 },
    });
    expect(changed.json()).toMatchObject({ title: '새 제목', version: 2, place: null, ceiling: null });
    const stale = await server.call('PUT', `/api/tenders/${draft.id}`, {
      as: customer,
      payload: { title: '늦은 제목', serviceType: 'woodworking', version: 1 },
    });
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'conflict']);

    const refused = await on.act(customer, draft.id, 'publish', { version: 2 });
    expect(refused.json()).toMatchObject({ code: 'tender_incomplete' });
    expect(Object.keys(refused.json().fields).toSorted()).toEqual(['ceiling', 'closesAt', 'description']);
    expect((await server.call('DELETE', `/api/tenders/${draft.id}`, { as: stranger })).statusCode).toBe(404);
    expect((await server.call('DELETE', `/api/tenders/${draft.id}`, { as: customer })).statusCode).toBe(204);
    expect((await server.call('GET', `/api/tenders/${draft.id}`, { as: customer })).statusCode).toBe(404);
  });

  test('stores the town of a place and a point nearby, which stays the same', async () => {
    const exact = { address: '서울 중구 을지로 123', lat: 37.566, long: 126.991 };
    const { id, version, place } = await on.draft(customer, { place: exact });
    expect(place?.address).toBe('서울 중구');
    expect(place).not.toMatchObject({ lat: exact.lat, long: exact.long });
    expect(JSON.stringify(await rowOf(id))).not.toContain('을지로');
    const again = await server.call('PUT', `/api/tenders/${id}`, {
      as: customer,
      payload: { title: 'x', serviceType: 'metalworking', version, place },
    });
    expect(again.json().place).toEqual(place);
    // One that is blurred again would lie elsewhere.
    const kept = { lat: 37.5612, long: 126.9934 };
    await server.runtime.db.updateTable('tender').set(kept).where('id', '=', id).execute();
    const renamed = await server.call('PUT', `/api/tenders/${id}`, {
      as: customer,
      payload: {
        title: 'x',
        serviceType: 'metalworking',
        version: again.json().version,
        place: { ...kept, address: '서울 종로구 종로 1' },
      },
    });
    expect(renamed.json().place).toEqual({ ...kept, address: '서울 종로구' });
    const unknown = await on.post(customer, { place: { address: '우리 집', lat: 36.9, long: 128.1 } });
    expect(unknown.json()).toMatchObject({
      code: 'invalid_input',
      fields: { 'place.address': expect.any(String) },
    });
  });

  test.each([
    ['title', { title: '' }],
    ['title', { title: '\u200b' }],
    ['title', { title: 'x'.repeat(101) }],
    ['description', { description: 'x'.repeat(5001) }],
    ['serviceType', { serviceType: 'cooking' }],
    ['quantity', { quantity: 0 }],
    ['quantity', { quantity: 1.5 }],
    ['ceiling', { ceiling: 0 }],
    ['ceiling', { ceiling: 10.5 }],
    ['ceiling', { ceiling: 1e15 }],
    ['wantedOn', { wantedOn: 'tomorrow' }],
    ['delivery', { delivery: 'drone' }],
    ['closesAt', { closesAt: 'soon' }],
    ['place.lat', { place: { address: '서울', lat: 91, long: 0 } }],
    ['place.address', { place: { address: ' ', lat: 37, long: 127 } }],
    ['files[0].uploadId', { files: [{}] }],
  ])('with a wrong %s is refused (%#)', async (field, fields) => {
    const answer = await on.post(customer, fields);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().fields)).toEqual([field]);
  });

  test('is published only within the limits of its close, by somebody with a verified phone', async () => {
    for (const [closesAt, wantedOn, field] of [
      [on.inHours(0.5), null, 'closesAt'],
      [on.inHours(-1), null, 'closesAt'],
      [on.inHours(31 * 24), null, 'closesAt'],
      [on.inHours(72), on.inHours(24).slice(0, 10), 'wantedOn'],
    ] as const) {
      const { id, version } = await on.draft(customer, { closesAt, wantedOn });
      const answer = await on.act(customer, id, 'publish', { version });
      expect(answer.statusCode).toBe(400);
      expect(Object.keys(answer.json().fields)).toEqual([field]);
    }
    const pickup = await on.draft(customer, { place: null, delivery: 'pickup' });
    const nowhere = await on.act(customer, pickup.id, 'publish', { version: pickup.version });
    expect(Object.keys(nowhere.json().fields)).toEqual(['place']);
    const unverified = await on.draft(stranger);
    const answer = await on.act(stranger, unverified.id, 'publish', { version: unverified.version });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'phone_needed']);
  });

  test('is created once per key', async () => {
    const [one, other] = [
      await on.post(customer, {}, { 'idempotency-key': 'a' }),
      await on.post(customer, { closesAt: null }, { 'idempotency-key': 'a' }),
    ];
    expect(one.statusCode).toBe(201);
    expect([other.statusCode, other.json().code]).toEqual([409, 'idempotency_conflict']);
  });
});

describe('an open tender', () => {
  test('is found by words, kind, city and distance, and closes by the clock', async () => {
    const word = crypto.randomUUID();
    const { id } = await on.open(customer, { title: `받침대 ${word}` });
    const far = await on.open(customer, {
      title: `받침대 ${word}`,
      place: { address: '부산 해운대구 우동', lat: 35.163, long: 129.163 },
    });
    const found = async (query: string) => (await list(`search=${word}&${query}`)).map((each) => each.id);
    expect((await found('')).toSorted()).toEqual([id, far.id].toSorted());
    expect(await found('city=seoul')).toEqual([id]);
    expect(await found('type=woodworking')).toEqual([]);
    expect(await found('sort=distance&lat=35.1&long=129.1')).toEqual([far.id, id]);
    // Found by the words of another language, too.
    const clamp = await on.open(customer, { title: '알루미늄 클램프 서른 개' });
    for (const said of ['clamp', 'クランプ', '클램프'])
      expect((await list(`search=${encodeURIComponent(said)}`)).map((each) => each.id)).toEqual([clamp.id]);
    const [near] = await list(`search=${word}&sort=distance&lat=35.16&long=129.16`);
    expect(near?.distance).toBeLessThan(3);
    expect(near).toMatchObject({ ceiling: 500_000, ceilingTotal: 550_000, bidCount: 0, state: 'open' });
    await on.pass(id, 24);
    expect(await found('')).toEqual([far.id]);
    expect(await found('state=closed')).toEqual([id]);
    for (const query of ['state=any', 'city=paris', 'lat=x&long=1', 'sort=price'])
      expect((await server.call('GET', `/api/tenders?${query}`)).statusCode).toBe(400);
  });

  test('shows its files to its customer and to providers who could make it', async () => {
    const uploadId = await files.upload(customer, Buffer.from('치수 100 x 50'), '도면.txt');
    const tender = await on.open(customer, { files: [{ uploadId }] });
    const fileId = tender.files[0]?.id ?? '';
    const fetch = async (as: Person | undefined) =>
      (await server.call('GET', `/api/tenders/${tender.id}/files/${fileId}`, { ...(as && { as }) }))
        .statusCode;
    expect(tender.files).toEqual([{ id: fileId, name: '도면.txt', size: 15 }]);
    expect(await Promise.all([customer, first.provider, stranger, admin, undefined].map(fetch))).toEqual([
      200, 200, 404, 404, 401,
    ]);
    expect(await on.read(undefined, tender.id)).toMatchObject({
      canReadFiles: false,
      files: [{ name: '도면.txt' }],
    });
    const other = await orders.provide({ serviceType: 'woodworking' });
    expect(await fetch(other.provider)).toBe(404);
  });

  test('a draft keeps the files that are named, and no others of anybody', async () => {
    const uploadId = await files.upload(customer, Buffer.from('도면'), '도면.txt');
    const draft = await on.draft(customer, { files: [{ uploadId }] });
    const [file] = draft.files;
    const change = async (fields: object) => {
      const { version } = await on.read(customer, draft.id);
      const payload = { title: draft.title, serviceType: draft.serviceType, version, ...fields };
      return (await server.call('PUT', `/api/tenders/${draft.id}`, { as: customer, payload })).json();
    };
    const foreign = await on.open(customer, {
      files: [{ uploadId: await files.upload(customer, Buffer.from('다른 것'), '다른.txt') }],
    });
    const wrong = { files: [{ fileId: file!.id }, { fileId: foreign.files[0]!.id }] };
    expect(await change(wrong)).toMatchObject({
      code: 'tender_file_not_found',
      fields: { 'files[1].fileId': expect.any(String) },
    });
    expect((await change({ files: [{ fileId: file!.id.toUpperCase() }] })).files).toMatchObject([
      { id: file!.id },
    ]);
    expect((await change({ files: [] })).files).toEqual([]);
  });

  test('what is not there, or is a draft of somebody else, is not found', async () => {
    const { id: draft } = await on.draft(customer, {});
    for (const id of ['none', crypto.randomUUID(), draft]) {
      for (const event of ['publish', 'cancel'] as const) {
        const answer = await on.act(stranger, id, event, { version: 1 });
        expect([answer.statusCode, answer.json()], id).toMatchObject([404, { code: 'tender_not_found' }]);
      }
      const cancelled = await server.call('POST', `/api/admin/tenders/${id}/cancel`, {
        as: admin,
        payload: { reason },
      });
      expect([cancelled.statusCode, cancelled.json()], id).toMatchObject([404, { code: 'tender_not_found' }]);
    }
    const answer = await on.act(customer, draft, 'publish', { version: 99 });
    expect(answer.json()).toMatchObject({ code: 'conflict' });
  });

  test('cannot be changed by anybody else', async () => {
    const { id, version } = await on.open(customer);
    for (const [as, status] of [
      [undefined, 401],
      [stranger, 403],
      [first.provider, 403],
    ] as const) {
      expect((await on.act(as, id, 'cancel', { version })).statusCode).toBe(status);
      expect((await on.act(as, id, 'publish', { version })).statusCode).toBe(status);
      const stolen = { title: 'x', serviceType: 'engineer', version };
      const written = await server.call('PUT', `/api/tenders/${id}`, {
        ...(as && { as }),
        payload: stolen,
      });
      expect(written.statusCode).toBe(status);
      expect((await on.act(as, id, 'choose', { version, bidId: id, reason })).statusCode).toBe(status);
    }
    expect((await on.act(customer, id, 'publish', { version })).json().code).toBe('invalid_transition');
    const edit = { title: 'x', serviceType: 'engineer', version };
    const changed = await server.call('PUT', `/api/tenders/${id}`, { as: customer, payload: edit });
    expect(changed.json().code).toBe('invalid_transition');
    expect((await server.call('DELETE', `/api/tenders/${id}`, { as: customer })).json().code).toBe(
      'invalid_transition',
    );
  });
});

describe('a bid', () => {
  test('is sealed: until the close nobody else, and nothing in the database, reveals its price', async () => {
    const { id } = await on.open(customer);
    const secret = { principal: 313_131, readyInDays: 37, note: '비밀스러운 메모' };
    const mine = await on.bid(first.provider, id, first.serviceId, secret);
    expect(mine.myBid).toMatchObject({ ...secret, total: 344_444, number: 1 });
    expect(mine.record).toEqual([
      {
        number: 1,
        madeAt: expect.any(String),
        commitment: mine.myBid?.commitment,
        state: 'standing',
        opened: null,
      },
    ]);
    const isTold = (text: string) => /313.?131|344.?444|비밀스러운/.test(text);
    for (const as of [customer, second.provider, stranger, admin, undefined]) {
      for (const url of [
        `/api/tenders/${id}`,
        '/api/tenders?limit=100',
        ...(as ? ['/api/user/tenders', '/api/user/tenders?side=bid', '/api/user/notifications'] : []),
      ]) {
        const answer = await server.call('GET', url, { ...(as && { as }) });
        expect(isTold(answer.body), url).toBe(false);
      }
    }
    expect(isTold(JSON.stringify(mine))).toBe(true);
    expect((await on.read(customer, id)).bidCount).toBe(1);
    const again = await on.act(
      first.provider,
      id,
      'bids',
      { serviceId: first.serviceId, ...secret },
      { 'idempotency-key': 'sealed' },
    );
    expect(again.statusCode).toBe(201);
    for (const table of [
      'tender',
      'tender_bid',
      'idempotency_key',
      'notification',
      'graphile_worker._private_jobs',
    ]) {
      const { rows } = await server.runtime.pool.query(`select t::text as text from ${table} t`);
      for (const { text } of rows) expect(isTold(text), table).toBe(false);
    }
    const { rows } = await server.runtime.pool.query(
      'select length(sealed) as length from tender_bid where tender_id = $1 and sealed is not null',
      [id],
    );
    await on.bid(second.provider, id, second.serviceId, { principal: 1 });
    const { rows: all } = await server.runtime.pool.query(
      'select distinct length(sealed) as length from tender_bid where tender_id = $1 and sealed is not null',
      [id],
    );
    // Its length reveals nothing either.
    expect(all).toEqual(rows);
  });

  test('can be replaced and withdrawn; the newest counts, and all commitments stay', async () => {
    const { id } = await on.open(customer);
    const one = await on.bid(first.provider, id, first.serviceId);
    const two = await on.bid(first.provider, id, first.serviceId, { principal: 250_000 });
    expect(two.bidCount).toBe(1);
    expect(two.record.map(({ number, state }) => [number, state])).toEqual([
      [1, 'replaced'],
      [2, 'standing'],
    ]);
    expect(two.record[0]?.commitment).toBe(one.myBid?.commitment);
    const gone = await server.call('DELETE', `/api/tenders/${id}/bids`, { as: first.provider });
    expect(gone.json()).toMatchObject({ bidCount: 0, myBid: null });
    const none = await server.call('DELETE', `/api/tenders/${id}/bids`, { as: first.provider });
    expect([none.statusCode, none.json().code]).toEqual([404, 'bid_not_found']);
    await on.bid(first.provider, id, first.serviceId, { principal: 200_000 });
    await on.pass(id, 24);
    const { record } = await on.read(undefined, id);
    expect(record.map(({ state, opened }) => [state, opened?.principal])).toEqual([
      ['replaced', undefined],
      ['withdrawn', undefined],
      ['standing', 200_000],
    ]);
    await expect(
      server.runtime.pool.query('update tender_bid set principal = 1 where tender_id = $1', [id]),
    ).rejects.toThrow('a bid is never changed');
  });

  test.each([
    ['principal', { principal: 0 }, 'invalid_input'],
    ['principal', { principal: 1.5 }, 'invalid_input'],
    ['principal', { principal: 500_001 }, 'above_ceiling'],
    ['readyInDays', { readyInDays: -1 }, 'invalid_input'],
    ['readyInDays', { readyInDays: 366 }, 'invalid_input'],
    ['note', { note: 'x'.repeat(1001) }, 'invalid_input'],
    ['machineId', { machineId: 'lathe' }, 'invalid_input'],
    ['machineId', { machineId: '01890000-0000-7000-8000-000000000000' }, 'unknown_machine'],
    ['serviceId', { serviceId: '01890000-0000-7000-8000-000000000000' }, 'service_unfit'],
  ])('with a wrong %s is refused (%#)', async (field, fields, code) => {
    const { id } = await on.open(customer);
    const answer = await on.act(first.provider, id, 'bids', {
      serviceId: first.serviceId,
      principal: 300_000,
      readyInDays: 5,
      ...fields,
    });
    expect(answer.statusCode).toBeLessThan(500);
    expect(answer.json().code).toBe(code);
    expect(Object.keys(answer.json().fields)).toEqual([field]);
    expect((await on.read(customer, id)).bidCount).toBe(0);
  });

  test('is accepted only from other people who could make it and can be paid', async () => {
    const { id } = await on.open(customer);
    const refusal = async (as: Person | undefined, serviceId: string) =>
      (await on.act(as, id, 'bids', { serviceId, principal: 1000, readyInDays: 1 })).json().code;
    const own = await files.offerService(customer);
    expect(await refusal(undefined, own)).toBe('not_signed_in');
    expect(await refusal(customer, own)).toBe('own_tender');
    expect(await refusal(stranger, first.serviceId)).toBe('service_needed');
    const wood = await orders.provide({ serviceType: 'woodworking' });
    expect(await refusal(wood.provider, wood.serviceId)).toBe('service_needed');
    expect(await refusal(second.provider, first.serviceId)).toBe('service_unfit');
    const unpaid = await server.signUp();
    const free = await files.offerService(unpaid, { isFreeService: true });
    expect(await refusal(unpaid, free)).toBe('verification_needed');
    expect((await on.read(unpaid, id)).obstacle).toMatchObject({ code: 'verification_needed' });
    const twin = await server.signUp();
    await orders.verify(twin);
    await server.runtime.pool.query(
      'update person set sealed_phone = (select sealed_phone from person where id = $1) where id = $2',
      [customer.id, twin.id],
    );
    expect(await refusal(twin, await files.offerService(twin))).toBe('same_person');
    await on.bid(first.provider, id, first.serviceId);
    await on.bid(second.provider, id, second.serviceId);
    const third = await orders.provide();
    expect(await refusal(third.provider, third.serviceId)).toBe('bids_full');
    // Existing bidders may still replace their bid.
    await on.bid(first.provider, id, first.serviceId, { principal: 1000 });
  });

  test('names a machine of the service if it has any', async () => {
    const machine: NonNullable<ServiceContent['machines']>[number] = {
      id: crypto.randomUUID(),
      name: '절곡기 100T',
      buildMm: [200, 200, 200],
      stock: [],
      toleranceMm: null,
      layerMm: [0.1, 0.3],
      leadDays: 1,
      queue: 0,
      paused: false,
    };
    const { provider, serviceId } = await orders.provide({ machines: [machine] });
    const { id } = await on.open(customer);
    const bid = { serviceId, principal: 1000, readyInDays: 1 };
    expect((await on.act(provider, id, 'bids', bid)).json().code).toBe('machine_needed');
    const made = await on.bid(provider, id, serviceId, { machineId: machine.id });
    expect(made).toMatchObject({
      myBid: { machine: machine.name },
      myServices: [{ id: serviceId, machines: [{ id: machine.id, name: machine.name }] }],
    });
  });

  test('is late by the database’s clock, even if nobody has accessed the tender since', async () => {
    const { id } = await on.open(customer);
    await on.bid(first.provider, id, first.serviceId);
    await on.pass(id, 24);
    const late = await on.act(second.provider, id, 'bids', {
      serviceId: second.serviceId,
      principal: 1,
      readyInDays: 0,
    });
    expect([late.statusCode, late.json().code]).toEqual([409, 'tender_closed']);
    const withdrawn = await server.call('DELETE', `/api/tenders/${id}/bids`, { as: first.provider });
    expect(withdrawn.json().code).toBe('tender_closed');
    expect((await rowOf(id)).state).toBe('open');
    expect((await on.read(customer, id)).bids).toMatchObject([{ principal: 300_000 }]);
  });

  test('with the same key is placed once', async () => {
    const { id } = await on.open(customer);
    const send = (principal: number) =>
      on.act(
        first.provider,
        id,
        'bids',
        { serviceId: first.serviceId, principal, readyInDays: 1 },
        { 'idempotency-key': `bid ${id}` },
      );
    const [one, other] = await Promise.all([send(1000), send(1000)]);
    expect([one.statusCode, other.statusCode]).toEqual([201, 201]);
    expect((await on.read(customer, id)).record).toHaveLength(1);
    expect((await send(2000)).json().code).toBe('idempotency_conflict');
  });
});

describe('after the close', () => {
  test('bids are opened once, on the first access, and anybody can verify the result', async () => {
    const { id } = await on.open(customer);
    await on.bid(first.provider, id, first.serviceId);
    await on.bid(second.provider, id, second.serviceId, { principal: 400_000, readyInDays: 2 });
    await on.pass(id, 24);
    const { db, vault } = server.runtime;
    await Promise.all([
      bringUpToDate(db, vault, id),
      bringUpToDate(db, vault, id),
      jobs['tenders.mind_deadlines']({} as never),
      on.read(customer, id),
      on.read(undefined, id),
    ]);
    const told = await notices(customer, id);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('마감');

    const seen = await on.read(undefined, id);
    expect(seen).toMatchObject({ state: 'closed', bids: [], myBid: null, bidCount: 2, can: [] });
    for (const bid of seen.record) {
      expect(bid.opened).not.toBeNull();
      const text = commitmentText({ ...bid.opened!, tenderId: id });
      expect(sha256(text)).toBe(bid.commitment);
    }
    const { bids } = await on.read(customer, id);
    const ranked = rankBids(bids, seen.formula);
    expect(bids.map(({ rank, score, points, number }) => ({ rank, score, points, number }))).toEqual(ranked);
    // 50 for the price and 10 for the time, against 37.5 and 20.
    expect(bids.map(({ principal, total }) => [principal, total])).toEqual([
      [300_000, 330_000],
      [400_000, 440_000],
    ]);
    expect(bids[0]).toMatchObject({ points: { price: 5000, time: 1000, rating: 1000 }, rating: null });

    const own = await on.read(second.provider, id);
    expect(own.record.map(({ opened }) => [opened?.rank, opened?.isMine])).toEqual([
      [1, false],
      [2, true],
    ]);
    const { serviceId, machine, note, detailSalt } = own.myBid!;
    expect(sha256(detailsText({ serviceId, machine, note, detailSalt }))).toBe(
      own.record[1]?.opened?.details,
    );
    expect(JSON.stringify(own)).not.toContain(first.provider.username);
    expect(JSON.stringify(seen)).not.toContain(first.provider.username);
    expect(JSON.stringify(seen)).not.toContain(first.serviceId);
  });

  test('a bid that does not match its commitment does not count', async () => {
    const { id } = await on.open(customer);
    await on.bid(first.provider, id, first.serviceId);
    await on.bid(second.provider, id, second.serviceId, { principal: 1000 });
    await server.runtime.pool.query(
      `update tender_bid a set sealed = b.sealed from tender_bid b
        where a.tender_id = $1 and b.tender_id = $1 and a.number = 1 and b.number = 2`,
      [id],
    );
    await on.pass(id, 24);
    const { record, bids } = await on.read(customer, id);
    expect(record.map(({ state }) => state)).toEqual(['void', 'standing']);
    expect(bids).toHaveLength(1);
  });

  test('a tender without bids ends at once', async () => {
    const { id } = await on.open(customer);
    await on.pass(id, 24);
    await jobs['tenders.mind_deadlines']({} as never);
    expect(await rowOf(id)).toMatchObject({ state: 'unchosen', ended_by: 'house' });
    expect(await notices(customer, id)).toHaveLength(1);
  });

  test('a tender without a choice in time ends, and everybody is told', async () => {
    const { id, version } = await closed();
    await on.pass(id, 7 * 24);
    const bidId = (
      await server.runtime.pool.query('select id from tender_bid where tender_id = $1 limit 1', [id])
    ).rows[0].id;
    const late = await on.act(customer, id, 'choose', { version, bidId, reason });
    expect(late.statusCode).toBe(409);
    expect(await on.read(customer, id)).toMatchObject({ state: 'unchosen', can: [] });
    for (const { provider } of [first, second])
      expect((await notices(provider, id)).join()).toContain('선택된 제작자 없이');
  });

  test('the customer chooses with a reason, and the bid is ordered and paid like any quote', async () => {
    const uploadId = await files.upload(customer, Buffer.from('치수 100 x 50'), '도면.txt');
    const { id, version, bids } = await closed({ files: [{ uploadId }] });
    const bidId = bids[1]?.id ?? '';
    for (const [payload, field] of [
      [{ version, bidId, reason: '좋아요' }, 'reason'],
      [{ version, bidId, reason: 'x'.repeat(501) }, 'reason'],
      [{ version, bidId: 'x', reason }, 'bidId'],
    ] as const) {
      const answer = await on.act(customer, id, 'choose', payload);
      expect(answer.statusCode).toBe(400);
      expect(Object.keys(answer.json().fields)).toEqual([field]);
    }
    const none = await on.act(customer, id, 'choose', { version, bidId: id, reason });
    expect([none.statusCode, none.json().code]).toEqual([404, 'bid_not_found']);
    expect((await on.act(admin, id, 'choose', { version, bidId, reason })).statusCode).toBe(403);

    const twice = await Promise.all(
      [bidId, bids[0]?.id ?? ''].map((each) =>
        on.act(customer, id, 'choose', { version, bidId: each, reason }),
      ),
    );
    expect(twice.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const chosen = await on.read(customer, id);
    const winner = chosen.bids.find(({ isChosen }) => isChosen);
    expect(chosen).toMatchObject({
      state: 'chosen',
      reason,
      quote: { state: 'agreed', total: winner?.total },
    });
    const [won, lost] = winner?.principal === 400_000 ? [second, first] : [first, second];
    expect((await notices(won.provider, id)).join()).toContain('내 입찰이 선택됐어요');
    expect((await notices(lost.provider, id)).join()).toContain(reason);
    expect(await on.read(lost.provider, id)).toMatchObject({ reason, quote: null, bids: [] });
    expect(await on.read(stranger, id)).toMatchObject({ reason: '', quote: null });
    expect((await on.read(undefined, id)).record.filter(({ opened }) => opened?.isChosen)).toHaveLength(1);

    const quoteId = chosen.quote?.id ?? '';
    const order = await orders.order(customer, won.serviceId, { quoteId });
    expect(order).toMatchObject({ amounts: { principal: winner?.principal, total: winner?.total } });
    expect(order.files).toMatchObject([{ name: '도면.txt' }]);
    await orders.pay(customer, order.id);
    expect((await orders.read(won.provider, order.id)).state).toBe('paid');
    expect(await on.read(customer, id)).toMatchObject({ quote: { state: 'ordered' } });
  });

  test('a choice that is not ordered in time lapses as a quote', async () => {
    const { id, version, bids } = await closed();
    await on.act(customer, id, 'choose', { version, bidId: bids[0]?.id, reason });
    await server.runtime.pool.query(
      "update quote_thread set expires_at = now() - interval '1 second' where id = (select quote_id from tender where id = $1)",
      [id],
    );
    expect(await on.read(customer, id)).toMatchObject({ state: 'chosen', quote: { state: 'over' } });
  });

  test('a bid whose provider is unavailable cannot be chosen', async () => {
    const gone = await orders.provide();
    const { id } = await on.open(customer);
    await on.bid(gone.provider, id, gone.serviceId);
    await on.pass(id, 24);
    const { version, bids } = await on.read(customer, id);
    await server.call('PATCH', `/api/services/${gone.serviceId}`, {
      as: gone.provider,
      payload: { state: 'paused' },
    });
    const answer = await on.act(customer, id, 'choose', { version, bidId: bids[0]?.id, reason });
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'bid_unavailable']);
    expect((await on.read(customer, id)).bids).toMatchObject([{ isAvailable: false }]);
  });
});

describe('a cancellation', () => {
  test('before the close needs no reason, and bids are never opened', async () => {
    const { id, version } = await on.open(customer);
    await on.bid(first.provider, id, first.serviceId);
    const answer = await on.act(customer, id, 'cancel', { version });
    expect(answer.json()).toMatchObject({ state: 'cancelled', endedBy: 'customer' });
    await on.pass(id, 24);
    await jobs['tenders.mind_deadlines']({} as never);
    const { record } = await on.read(undefined, id);
    expect(record).toMatchObject([{ opened: null }]);
    const { rows } = await server.runtime.pool.query('select sealed from tender_bid where tender_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ sealed: null }]);
    expect((await notices(first.provider, id)).join()).toContain('취소');
  });

  test('after the close needs a reason, which the bidders read', async () => {
    const { id, version } = await closed();
    for (const said of ['', '그냥']) {
      const refused = await on.act(customer, id, 'cancel', { version, reason: said });
      expect(refused.statusCode).toBe(400);
      expect(Object.keys(refused.json().fields)).toEqual(['reason']);
    }
    const why = '설계를 처음부터 다시 하게 됐어요.';
    const answer = await on.act(customer, id, 'cancel', { version, reason: why });
    expect(answer.json()).toMatchObject({ state: 'cancelled', reason: why });
    expect((await notices(second.provider, id)).join()).toContain(why);
    expect((await on.act(customer, id, 'cancel', { version: version + 1 })).json().code).toBe(
      'invalid_transition',
    );
  });

  test('by an admin is in the audit log with its reason', async () => {
    const { id } = await on.open(customer);
    const why = '금지된 물건을 만드는 일이에요.';
    const cancel = (as: Person, payload: object) =>
      server.call('POST', `/api/admin/tenders/${id}/cancel`, { as, payload });
    expect((await cancel(stranger, { reason: why })).statusCode).toBe(403);
    expect((await cancel(admin, { reason: '' })).json().fields).toHaveProperty('reason');
    expect((await cancel(admin, { reason: why })).json()).toMatchObject({
      state: 'cancelled',
      endedBy: 'staff',
    });
    expect(await on.read(undefined, id)).toMatchObject({ reason: why });
    const audit = await server.call('GET', `/api/admin/audit?search=${id}`, { as: admin });
    expect(audit.json()).toMatchObject([{ action: 'tender.cancel', reason: why }]);
    expect((await notices(customer, id)).join()).toContain(why);
  });
});

test('an upheld report hides a tender and ends it', async () => {
  const { id } = await on.open(customer);
  await on.bid(first.provider, id, first.serviceId);
  const resolved = await server.hideReported(`/api/tenders/${id}/reports`, { id, reporter: stranger, admin });
  expect(resolved.statusCode, resolved.body).toBeLessThan(300);
  expect((await server.call('GET', `/api/tenders/${id}`, { as: stranger })).statusCode).toBe(404);
  expect(await on.read(customer, id)).toMatchObject({ state: 'cancelled', isHidden: true });
  expect((await list('state=ended')).map((each) => each.id)).not.toContain(id);
});

test('people find the tenders that they have posted or bid on', async () => {
  const { id } = await on.open(customer);
  await on.bid(first.provider, id, first.serviceId);
  const mine = async (as: Person, side: string) =>
    (await server.call('GET', `/api/user/tenders?side=${side}&limit=100`, { as }))
      .json<TenderCard[]>()
      .map((each) => each.id);
  expect(await mine(customer, 'posted')).toContain(id);
  expect(await mine(first.provider, 'bid')).toContain(id);
  expect(await mine(second.provider, 'bid')).not.toContain(id);
  expect((await server.call('GET', '/api/user/tenders')).statusCode).toBe(401);
});

test('a tender of somebody who is leaving is hidden', async () => {
  const { id } = await on.open(customer);
  const { pool } = server.runtime;
  await pool.query("update person set withdraws_at = now() + interval '14 days' where id = $1", [
    customer.id,
  ]);
  expect((await server.call('GET', `/api/tenders/${id}`)).statusCode).toBe(404);
  expect((await list('')).map((each) => each.id)).not.toContain(id);
  await pool.query('update person set withdraws_at = null where id = $1', [customer.id]);
  expect((await server.call('GET', `/api/tenders/${id}`)).statusCode).toBe(200);
});

test('customers and bidders of an undecided tender cannot leave, and learn which it is', async () => {
  const leaver = await server.signUp();
  await orders.verify(leaver);
  const bidder = await orders.provide();
  const open = await on.open(leaver, { title: '떠나기 전의 일' });
  await on.bid(bidder.provider, open.id, bidder.serviceId);
  const leave = (as: Person) =>
    server.call('DELETE', '/api/user', { as, payload: { password: as.password } });
  for (const person of [leaver, bidder.provider]) {
    const refusal = await leave(person);
    expect([refusal.statusCode, refusal.json().code]).toEqual([409, 'tenders_open']);
    expect(refusal.json().message).toContain('‘떠나기 전의 일’');
  }
  await server.call('DELETE', `/api/tenders/${open.id}/bids`, { as: bidder.provider });
  expect((await leave(bidder.provider)).statusCode).toBe(200);
  const { version } = await on.read(leaver, open.id);
  expect((await on.act(leaver, open.id, 'cancel', { version })).statusCode).toBe(200);
  expect((await leave(leaver)).statusCode).toBe(200);
});

test('a tender of a suspended customer ends unopened, and bidders are told', async () => {
  const suspect = await server.signUp();
  await orders.verify(suspect);
  const { id } = await on.open(suspect);
  await on.bid(first.provider, id, first.serviceId);
  await jobs['tenders.mind_deadlines']({});
  expect((await on.read(first.provider, id)).state).toBe('open');
  const suspended = await server.call('PATCH', `/api/admin/users/${suspect.id}`, {
    as: admin,
    payload: { suspended: true, reason: '가짜 일을 올렸어요.' },
  });
  expect(suspended.statusCode, suspended.body).toBe(200);
  await jobs['tenders.mind_deadlines']({});
  expect(await on.read(first.provider, id)).toMatchObject({
    state: 'cancelled',
    endedBy: 'house',
    reason: '',
  });
  expect(await notices(first.provider, id)).toEqual([expect.stringContaining('취소됐어요')]);
  const { rows } = await server.runtime.pool.query('select sealed from tender_bid where tender_id = $1', [
    id,
  ]);
  expect(rows).toEqual([{ sealed: null }]);
});
