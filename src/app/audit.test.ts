import { locales } from '#i18n/languages.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditActions } from '#features/admin/rules.ts';
import { listNames } from '#features/admin/words.ts';
import type { AuditEntry, ManyAnswer } from '#features/admin/contract.ts';
import { auctioningOn } from '#features/auctions/server/testing.ts';
import { sponsoringOn } from '#features/sponsorship/server/testing.ts';
import { wantingOn } from '#features/wanted/server/testing.ts';
import { tenderingOn } from '#features/tenders/server/testing.ts';
import { orderingOn, type Ordering } from '#features/orders/server/testing.ts';
import { enqueue, runDueJobs } from '#platform/server/jobs.ts';
import { startTestServer, type Person, type TestServer } from './testing.ts';
import { undoable } from './undo-adapter.ts';

/**
 * Every act of staff is logged with its state before and after. Log entries are immutable, and acts marked as undoable
 * can be undone.
 */

type Done = {
  /** Values of the parameters in the call's path. */
  params?: Record<string, string>;
  body?: object;
  as?: Person;
  /** Action name in the log. */
  action: string;
};
type Prepare = () => Promise<Done>;

let server: TestServer;
let on: Ordering;
let admin: Person;
let second: Person;
let person: Person;
const reason = '시험이에요.';
const noRows: Prepare | null = null;

async function ok<Answer = { id: string }>(as: Person, method: string, url: string, payload?: object) {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const answer = await server.call(method, url, { as, headers, ...(payload && { payload }) });
  if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.body}`);
  return answer.body === '' ? (null as Answer) : answer.json<Answer>();
}
const one = async (sql: string, values: unknown[] = []) => {
  const { rows } = await server.runtime.pool.query<{ id: string }>(sql, values);
  if (!rows[0]) throw new Error(`nothing found: ${sql}`);
  return rows[0].id;
};

const resource = async () =>
  (
    await ok(person, 'POST', '/api/resources', {
      title: '선반',
      category: 'other',
      downloadUrl: 'https://example.com/x',
    })
  ).id;
const service = async () =>
  (
    await ok(person, 'POST', '/api/services', {
      title: '상담',
      serviceType: 'engineer',
      isFreeService: true,
      locations: [{ address: '서울 성동구', lat: 37.5, long: 127 }],
    })
  ).id;
async function volunteer(): Promise<Person> {
  const somebody = await server.signUp();
  await ok(somebody, 'PUT', '/api/user/volunteer', { languages: ['ko'] });
  return somebody;
}
let words = 0;
const synonym = async () => {
  words += 1;
  return (await ok(admin, 'POST', '/api/admin/search-synonyms', { words: [`낱말${words}`, `말${words}`] }))
    .id;
};
const channel = async () => {
  words += 1;
  return (
    await ok(admin, 'POST', '/api/channels', {
      name: { ko: '방', en: 'room', ja: '部屋' },
      slug: `room-${words}`,
      reason,
    })
  ).id;
};
const mute = async () =>
  (
    await ok(admin, 'POST', '/api/sanctions', {
      username: (await server.signUp()).username,
      kind: 'mute',
      reason,
    })
  ).id;
async function strike(): Promise<{ person: Person; id: string }> {
  const auctions = auctioningOn(server);
  const { id } = await auctions.live();
  const loser = await server.signUp();
  const strikeId = await one(
    'insert into auction_strike (id, person_id, auction_id, at) values (gen_random_uuid(), $1, $2, now()) returning id',
    [loser.id, id],
  );
  return { person: loser, id: strikeId };
}
async function failedJob(): Promise<string> {
  const { db, pool } = server.runtime;
  const name = 'test.broken';
  await enqueue(db, name, {});
  await runDueJobs(pool, { [name]: () => Promise.reject(new Error('broken')) });
  const failed = async () => {
    await pool.query('update graphile_worker._private_jobs set attempts = max_attempts where attempts > 0');
    const jobs = await ok<{ id: string }[]>(admin, 'GET', '/api/admin/jobs?state=failed&search=test.broken');
    return jobs[0]?.id ?? '';
  };
  await expect.poll(failed).not.toBe('');
  return failed();
}
/** Moderation case about something that was reported. */
async function reported(): Promise<string> {
  const id = await resource();
  await ok(await server.signUp(), 'POST', `/api/resources/${id}/reports`, { reason: 'spam' });
  return one('select id from moderation_case where target_id = $1', [id]);
}
/** Catalogue of another marketplace, uploaded for import. */
async function catalogueOfAnother(): Promise<string> {
  const other = await startTestServer();
  try {
    const theirs = await other.signUp({ role: 'admin' });
    const made = await other.call('POST', '/api/resources', {
      as: theirs,
      payload: { title: '받침대', category: 'other', downloadUrl: 'https://example.com/x' },
    });
    expect(made.statusCode, made.body).toBe(201);
    const { rawPayload } = await other.call('GET', '/api/admin/catalogue.zip', { as: theirs });
    return await on.upload(admin, rawPayload, 'catalogue.zip');
  } finally {
    await other.close();
  }
}
/** Order whose provider is owed a payout. */
async function earned(): Promise<{ id: string; provider: Person }> {
  const { provider, serviceId } = await on.provide();
  const { id } = await on.order(person, serviceId);
  await on.pay(person, id);
  await on.move(provider, id, 'accept');
  await on.move(provider, id, 'start');
  const uploadId = await on.upload(provider, new TextEncoder().encode(`result ${id}`), 'result.txt');
  await on.move(provider, id, 'deliver', { files: [{ uploadId }] });
  await on.complete(person, id);
  return { id, provider };
}
const adjustment = async () =>
  (
    await ok(second, 'POST', '/api/admin/adjustments', {
      kind: 'release_early',
      orderId: (await earned()).id,
      reason,
    })
  ).id;
/** Payout without news for so long that finance staff record what the bank did. */
async function payout(): Promise<string> {
  const { id, provider } = await earned();
  const { pool, vault } = server.runtime;
  // Account number for which the sandbox never completes a payout.
  const account = '33330000004';
  await pool.query(
    `update bank_account set sealed_number = $2, last_digits = $3, registered_at = registered_at - interval '11 days' where person_id = $1`,
    [provider.id, vault.seal('bank account', account), account.slice(-4)],
  );
  await on.shift(id, 24 * 8);
  await on.payOut();
  return one(
    "update payout set requested_at = requested_at - interval '11 days' where provider_id = $1 and state = 'unknown' returning id",
    [provider.id],
  );
}
const spending = async () =>
  (
    await ok(admin, 'POST', '/api/admin/sponsor-spendings', {
      amount: 1000,
      spentOn: '2026-01-01',
      purpose: { ko: '서버', en: 'servers', ja: 'サーバー' },
      reason,
    })
  ).id;
const banner = async () =>
  (
    await ok(admin, 'POST', '/api/admin/ads', {
      title: '알림',
      text: '새로 열었어요.',
      url: '/about',
      language: 'ko',
      startsOn: '2026-01-01',
      endsOn: '2099-01-01',
      reason,
    })
  ).id;
const dispute = async () => {
  const { provider, serviceId } = await on.provide();
  const { id } = await on.order(person, serviceId);
  await on.pay(person, id);
  await on.move(provider, id, 'accept');
  await on.move(provider, id, 'start');
  await on.move(person, id, 'dispute', { reason: '연락이 없어요.' });
  await on.move(provider, id, 'answer', { reason: '곧 보내요.' });
  return id;
};

/** Every call by which staff change something. The test fails for a call that is missing here. */
const acts: Record<string, Prepare | typeof noRows> = {
  'PATCH /api/admin/users/{id}': async () => ({
    params: { id: (await server.signUp()).id },
    body: { suspended: true, reason },
    action: 'person.change',
  }),
  'POST /api/admin/users/many': async () => ({
    body: { ids: [(await server.signUp()).id], change: { suspended: true, reason } },
    action: 'person.change',
  }),
  'POST /api/admin/users/{id}/acting': async () => ({
    as: second,
    params: { id: person.id },
    body: { reason },
    action: 'person.act_as',
  }),
  'DELETE /api/admin/acting': async () => ({ as: second, action: 'person.act_as_end' }),
  'POST /api/admin/news': async () => ({
    body: {
      words: Object.fromEntries(locales.map((locale) => [locale, { title: 'x', text: 'x' }])),
      path: '/',
    },
    action: 'news.send',
  }),
  'POST /api/admin/jobs/many': async () => ({
    body: { action: 'retry', ids: [await failedJob()], reason },
    action: 'job.retry',
  }),
  'PATCH /api/admin/resources/{id}': async () => ({
    params: { id: await resource() },
    body: { state: 'hidden', reason },
    action: 'resource.state',
  }),
  'POST /api/admin/resources/many': async () => ({
    body: { ids: [await resource()], state: 'hidden', reason },
    action: 'resource.state',
  }),
  'PATCH /api/resources/{id}': async () => ({
    params: { id: await resource() },
    body: { title: '새 선반' },
    action: 'resource.edit',
  }),
  'PATCH /api/admin/services/{id}': async () => ({
    params: { id: await service() },
    body: { state: 'hidden', reason },
    action: 'service.state',
  }),
  'POST /api/admin/services/many': async () => ({
    body: { ids: [await service()], state: 'hidden', reason },
    action: 'service.state',
  }),
  'PATCH /api/services/{id}': async () => ({
    params: { id: await service() },
    body: { title: '새 상담' },
    action: 'service.edit',
  }),
  'PATCH /api/admin/engineers/{id}': async () => ({
    params: { id: (await volunteer()).id },
    body: { suspended: true, reason },
    action: 'volunteer.suspend',
  }),
  'POST /api/admin/engineers/many': async () => ({
    body: { ids: [(await volunteer()).id], suspended: true, reason },
    action: 'volunteer.suspend',
  }),
  'POST /api/admin/search-synonyms': async () => ({
    body: { words: ['나사못', '스크류'] },
    action: 'synonym.add',
  }),
  'DELETE /api/admin/search-synonyms/{id}': async () => ({
    params: { id: await synonym() },
    action: 'synonym.remove',
  }),
  'POST /api/admin/search-synonyms/many': async () => ({
    body: { action: 'remove', ids: [await synonym()], reason },
    action: 'synonym.remove',
  }),
  'PATCH /api/admin/reports/{id}': async () => ({
    params: { id: await reported() },
    body: { resolution: 'hear', reason },
    action: 'report.hear',
  }),
  'POST /api/admin/reports/many': async () => ({
    body: { ids: [await reported()], reason },
    action: 'report.dismiss',
  }),
  'POST /api/admin/catalogue/import': async () => ({
    body: { uploadId: await catalogueOfAnother(), dryRun: false, reason },
    action: 'catalogue.import',
  }),
  'POST /api/admin/findings/{id}/resolve': async () => ({
    params: {
      id: await one(
        `insert into ledger_finding (invariant, subject, detail, found_at)
          values ('payout', 'payout:' || gen_random_uuid(), '{}', now()) returning id`,
      ),
    },
    body: { reason },
    action: 'finding.resolve',
  }),
  'POST /api/admin/adjustments': async () => ({
    body: { kind: 'release_early', orderId: (await earned()).id, reason },
    action: 'adjustment.propose',
  }),
  'POST /api/admin/adjustments/{id}/approve': async () => ({
    params: { id: await adjustment() },
    body: { reason },
    action: 'adjustment.approve',
  }),
  'POST /api/admin/adjustments/{id}/refuse': async () => ({
    params: { id: await adjustment() },
    body: { reason },
    action: 'adjustment.refuse',
  }),
  'POST /api/admin/refunds/{id}/retry': async () => {
    const { provider, serviceId } = await on.provide();
    const { id } = await on.order(person, serviceId);
    await on.pay(person, id);
    await on.move(provider, id, 'decline');
    const refundId = await one("update refund set state = 'failed' where order_id = $1 returning id", [id]);
    return { params: { id: refundId }, body: { reason }, action: 'refund.retry' };
  },
  'POST /api/admin/payouts/{id}/settle': async () => ({
    params: { id: await payout() },
    body: { outcome: 'failed', reason },
    action: 'payout.settle',
  }),
  'POST /api/admin/orders/{id}/freeze': async () => ({
    params: { id: (await earned()).id },
    body: { frozen: true, reason },
    action: 'payable.freeze',
  }),
  'POST /api/orders/{id}/{event}': async () => ({
    params: { id: await dispute(), event: 'rule' },
    body: { outcome: 'buyer', reason },
    action: 'order.rule',
  }),
  'POST /api/admin/ads': async () => ({
    body: {
      title: '알림',
      text: '새로 열었어요.',
      url: '/about',
      language: 'ko',
      startsOn: '2026-01-01',
      endsOn: '2099-01-01',
      reason,
    },
    action: 'banner.add',
  }),
  'PUT /api/admin/ads/{id}': async () => ({
    params: { id: await banner() },
    body: {
      title: '다른 알림',
      text: '새로 열었어요.',
      url: '/about',
      language: 'ko',
      startsOn: '2026-01-01',
      reason,
    },
    action: 'banner.change',
  }),
  'POST /api/admin/ads/{id}/decide': async () => ({
    params: { id: await banner() },
    body: { decision: 'end', reason },
    action: 'banner.end',
  }),
  'POST /api/admin/sponsors/many': async () => {
    const { id } = await sponsoringOn(server).sponsor(person);
    await ok(admin, 'POST', `/api/admin/sponsors/${id}/hide`, { hidden: true, reason });
    return { body: { ids: [id], hidden: false, reason }, action: 'sponsor.show' };
  },
  'POST /api/admin/sponsors/{id}/hide': async () => ({
    params: { id: (await sponsoringOn(server).sponsor(person)).id },
    body: { hidden: true, reason },
    action: 'sponsor.hide',
  }),
  'POST /api/admin/sponsor-spendings': async () => ({
    body: {
      amount: 1000,
      spentOn: '2026-01-01',
      purpose: { ko: '서버', en: 'servers', ja: 'サーバー' },
      reason,
    },
    action: 'sponsor.spend',
  }),
  'POST /api/admin/sponsor-spendings/{id}/reverse': async () => ({
    params: { id: await spending() },
    body: { reason },
    action: 'sponsor.unspend',
  }),
  'PUT /api/admin/settings/{name}': async () => ({
    params: { name: 'ads' },
    body: { value: 'off', changedAt: null, reason },
    action: 'setting.change',
  }),
  'PUT /api/admin/legal/{kind}': async () => ({
    params: { kind: 'terms' },
    body: {
      texts: { ko: '## 목적\n정해요.', en: '## Purpose\nIt says.', ja: '## 目的\n定めます。' },
      changes: { ko: '고쳤어요.', en: 'Corrected.', ja: '直しました。' },
      effectiveOn: '2099-01-01',
      isAdverse: false,
      needsConsent: false,
      publish: false,
      changedAt: null,
      reason,
    },
    action: 'legal.draft',
  }),
  'POST /api/admin/tenders/{id}/cancel': async () => ({
    params: { id: (await tenderingOn(server).open(person)).id },
    body: { reason: '금지된 물건을 만드는 일이에요.' },
    action: 'tender.cancel',
  }),
  'POST /api/admin/wanted/{id}/ruling': async () => {
    const wanting = wantingOn(server);
    const { id } = await wanting.post(person, { bounty: 1000 });
    const answerer = await server.signUp();
    const answerId = await wanting.answer(answerer, id);
    await wanting.pass(id, 31);
    await wanting.work();
    await wanting.act(answerer, id, 'objections', { answerId, text: '썼어요.' });
    return { params: { id }, body: { answerIds: [answerId], reason }, action: 'wanted.rule' };
  },
  'POST /api/auctions/{id}/cancel': async () => ({
    params: { id: (await auctioningOn(server).live()).id },
    body: { reason },
    action: 'auction.cancel',
  }),
  'POST /api/admin/auctions/many': async () => ({
    body: { ids: [(await auctioningOn(server).live()).id], reason },
    action: 'auction.cancel',
  }),
  'POST /api/admin/auctions/{id}/bids/{seq}/void': async () => {
    const auctions = auctioningOn(server);
    const { id } = await auctions.live();
    const { sequence } = await auctions.bids(await auctions.someone(), id, 20_000);
    return { params: { id, seq: String(sequence) }, body: { reason }, action: 'auction.void' };
  },
  'POST /api/admin/bidders/many': async () => ({
    body: { ids: [(await strike()).person.id], reason },
    action: 'person.strikes_lifted',
  }),
  'POST /api/admin/strikes/{id}/lift': async () => ({
    params: { id: (await strike()).id },
    body: { reason },
    action: 'person.strikes_lifted',
  }),
  'PUT /api/admin/people/{id}/household': async () => ({
    params: { id: (await server.signUp()).id },
    body: { with: person.username, reason },
    action: 'person.household',
  }),
  'POST /api/channels': async () => ({
    body: { name: { ko: '새 방', en: 'new', ja: '新' }, slug: 'a-new-room', reason },
    action: 'community.add_channel',
  }),
  'PATCH /api/channels/{id}': async () => ({
    params: { id: await channel() },
    body: { state: 'archived', slowSeconds: 30, reason },
    action: 'community.change_channel',
  }),
  'POST /api/admin/channels/many': async () => ({
    body: { ids: [await channel()], state: 'archived', reason },
    action: 'community.change_channel',
  }),
  'PUT /api/channel-order': async () => ({
    body: { ids: [await channel()], reason },
    action: 'community.order_channels',
  }),
  'POST /api/sanctions': async () => ({
    body: { username: (await server.signUp()).username, kind: 'ban', reason },
    action: 'community.ban',
  }),
  'DELETE /api/sanctions/{id}': async () => ({
    params: { id: await mute() },
    body: { reason },
    action: 'community.lift_mute',
  }),
  'POST /api/admin/sanctions/many': async () => ({
    body: { ids: [await mute()], reason },
    action: 'community.lift_mute',
  }),
  'POST /api/banned-words': async () => ({ body: { word: '금칙어', reason }, action: 'community.ban_word' }),
  'DELETE /api/banned-words/{id}': async () => ({
    params: { id: (await ok(admin, 'POST', '/api/banned-words', { word: '또 하나', reason })).id },
    body: { reason },
    action: 'community.allow_word',
  }),
  'DELETE /api/messages/{id}': async () => {
    const { id } = await ok(person, 'POST', `/api/channels/${await channel()}/messages`, {
      text: '팔아요',
      clientId: crypto.randomUUID(),
    });
    return { params: { id }, body: { reason }, action: 'community.hide_message' };
  },
  // The effect is tested with every act that can be undone.
  'POST /api/admin/undo': noRows,
};

/**
 * Subjects that belong to no person, such as our own banners, and people themselves, whose entries are found by their
 * id anyway.
 */
const ofNobody = new Set([
  'person',
  'news',
  'job',
  'synonym',
  'catalogue',
  'finding',
  'sponsor_spending',
  'setting',
  'legal_document',
  'channel',
  'channels',
  'banned_word',
  'banner',
]);

/** Calls that are open to everyone, or belong to another room, with which staff change other people's things. */
const elsewhere = Object.keys(acts).filter((call) => !call.includes(' /api/admin/'));

beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_PAYMENTS: '10000', RATE_LIMIT_ORDERS: '10000' });
  on = orderingOn(server);
  admin = await server.signUp({ role: 'admin' });
  second = await server.signUp({ role: 'admin' });
  person = await server.signUp();
  await on.verify(person);
});
afterAll(() => server.close());

const newest = () => ok<AuditEntry[]>(admin, 'GET', '/api/admin/audit?limit=5');

test('lists every staff call that changes something', () => {
  const { paths } = server.app.swagger() as { paths?: Record<string, object> };
  const described = Object.entries(paths ?? {}).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const ofStaff = described.filter((call) => call.includes(' /api/admin/') && !call.startsWith('GET '));
  expect(Object.keys(acts).toSorted()).toEqual([...ofStaff, ...elsewhere].toSorted());
  for (const call of elsewhere) expect(described).toContain(call);
});

describe('an act of staff', () => {
  const tried = Object.entries(acts).filter((each): each is [string, Prepare] => each[1] !== null);
  const seen = new Set<string>();

  test.each(tried)('%s is logged with the state before and after', async (call, prepare) => {
    const { params = {}, body, as = admin, action } = await prepare();
    const known = new Set((await newest()).map(({ id }) => id));
    const [method = '', path = ''] = call.split(' ');
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
    const answer = await server.call(method, url, {
      as,
      ...(body && { payload: body }),
      headers: { 'idempotency-key': crypto.randomUUID() },
    });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    const entry = (await newest()).find((each) => !known.has(each.id));
    expect(entry).toMatchObject({ action, actor: { id: as.id } });
    expect(auditActions, 'it has a name, and can be looked for').toContain(action);
    expect(entry?.before).not.toEqual(entry?.after);
    const said = body && 'reason' in body ? body.reason : entry?.reason;
    expect(entry?.reason).toBe(said);
    seen.add(action);
    const { rows } = await server.runtime.pool.query('select about from audit_entry where id = $1', [
      entry?.id,
    ]);
    expect(rows[0]?.about.length > 0, 'whose words go with whom').toBe(
      !ofNobody.has(entry?.target.type ?? ''),
    );

    expect(entry?.canUndo, 'what can be undone says so').toBe(action in undoable);
    if (!entry?.canUndo) return;
    const undo = () => ok<ManyAnswer>(admin, 'POST', '/api/admin/undo', { ids: [entry.id] });
    const [undone] = (await undo()).done;
    const all = await newest();
    const opposite = all.find(({ id }) => id === undone?.auditId);
    expect(opposite).toMatchObject({ undoes: entry.id, canUndo: false });
    const { before } = entry;
    const restored = Object.entries(opposite?.after ?? {}).filter(([name]) => name in before);
    expect(restored).toEqual(restored.map(([name]) => [name, before[name]]));
    expect(all.find(({ id }) => id === entry.id)).toMatchObject({ isUndone: true, canUndo: false });
    expect((await undo()).failed).toMatchObject([{ code: 'already_undone' }]);
  });

  test('tries the undo of every act that is marked as undoable', () => {
    const untried = Object.keys(undoable).filter((action) => !seen.has(action));
    // The counterpart of a pair: undoing a mute runs the same code as undoing a ban.
    expect(untried.toSorted()).toEqual(['community.lift_ban', 'community.mute']);
  });
});

/** Acts that may be repeated while they already apply. */
const again = [
  'PATCH /api/admin/users/{id}',
  'POST /api/admin/users/many',
  'PATCH /api/admin/resources/{id}',
  'PATCH /api/admin/services/{id}',
  'PATCH /api/admin/engineers/{id}',
  'PATCH /api/resources/{id}',
  'PATCH /api/services/{id}',
  'PATCH /api/channels/{id}',
  'POST /api/admin/channels/many',
  'PUT /api/channel-order',
  'POST /api/banned-words',
  'POST /api/admin/search-synonyms',
  'POST /api/admin/orders/{id}/freeze',
  'POST /api/admin/sponsors/many',
  'POST /api/admin/sponsors/{id}/hide',
  'PUT /api/admin/ads/{id}',
  'POST /api/admin/ads/{id}/decide',
  'PUT /api/admin/people/{id}/household',
  'PATCH /api/admin/reports/{id}',
];
test.each(again)('%s, sent twice, is one act and one log entry', async (call) => {
  const prepare = acts[call];
  if (!prepare) throw new Error(`no such act: ${call}`);
  const { params = {}, body } = await prepare();
  const [method = '', path = ''] = call.split(' ');
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const send = async () => {
    const answer = await server.call(method, url, { as: admin, ...(body && { payload: body }) });
    const { rows } = await server.runtime.pool.query<{ count: number }>(
      'select count(*)::integer as count from audit_entry',
    );
    return { answer, entries: rows[0]?.count };
  };
  const first = await send();
  const next = await send();
  expect(next.entries).toBe(first.entries);
  // The repeat gets the first response, or an error that the act is no longer possible.
  expect([first.answer.statusCode, 409]).toContain(next.answer.statusCode);
  const told = { done: [], failed: [{ code: 'nothing_changed' }] };
  expect(call.endsWith('/many') ? next.answer.json() : told).toMatchObject(told);
  const { rows } = await server.runtime.pool.query(
    "select action from audit_entry where before <> '{}' and before = after",
  );
  expect(rows).toEqual([]);
});

test('the log shows the current name of the subject', async () => {
  const id = await resource();
  await ok(second, 'PATCH', `/api/admin/resources/${id}`, { state: 'hidden', reason });
  const [entry] = await newest();
  expect(entry?.target).toMatchObject({ type: 'resource', id, name: expect.stringMatching(/./) });
  await server.runtime.pool.query("update resource set title = '새 이름' where id = $1", [id]);
  expect((await newest())[0]?.target.name).toBe('새 이름');
});

test('every exported table is in the log with its number of rows', async () => {
  const { paths } = server.app.swagger() as { paths?: Record<string, object> };
  const exports = Object.keys(paths ?? {}).filter((path) => /^\/api\/admin\/.*\.csv$/.test(path));
  expect(exports.length).toBeGreaterThan(8);
  const tables = new Set<string>();
  for (const path of exports) {
    const [last] = await newest();
    expect((await server.call('GET', path, { as: admin })).statusCode, path).toBe(200);
    const [entry] = await newest();
    expect(entry?.id, path).not.toBe(last?.id);
    tables.add(entry?.target.type ?? '');
    expect(Object.keys(listNames), path).toContain(entry?.target.type);
    expect(entry, path).toMatchObject({
      action: 'table.export',
      actor: { id: admin.id },
      after: { rows: expect.any(Number) },
    });
  }
  expect(tables.size, 'each by its own name').toBe(exports.length);
});

test.each([
  "update audit_entry set reason = 'another'",
  "update audit_entry set before = '{}'",
  'update audit_entry set after = \'{"role": "user"}\'',
  'update audit_entry set actor_id = target_id',
  "update audit_entry set about = '{}'",
  "update audit_entry set about = array[actor_id], reason = ''",
  'update audit_entry set undoes = null where undoes is not null',
  'delete from audit_entry',
  'truncate audit_entry',
])('log entries are immutable: %s', async (statement) => {
  await expect(server.runtime.pool.query(statement)).rejects.toThrow('append-only');
});
