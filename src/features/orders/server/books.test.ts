import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { accountsPersonalData } from '#features/accounts/server/public.ts';
import { accounts, journalRules } from '#features/ledger/contract.ts';
import type { Adjustment, Finding, FindingsQuery, StaffJournal } from '#features/payments/contract.ts';
import { report } from '#features/payments/server/public.ts';
import { bookSettlements, memoryGateway } from '#features/payments/server/testing.ts';
import { orderNumber } from '#platform/shared/order-number.ts';
import { auditMoney } from './checks.ts';
import { orderingOn, type Ordering } from './testing.ts';

/** The books as staff in finance search and export them. */

let server: TestServer;
let on: Ordering;
let buyer: Person;
let finance: Person;
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_PAYMENTS: '10000', RATE_LIMIT_ORDERS: '10000' });
  on = orderingOn(server);
  buyer = await server.signUp();
  finance = await server.signUp({ role: 'finance' });
});
afterAll(() => server.close());

async function listed<Row>(list: string, query: object = {}): Promise<Row[]> {
  const asked = new URLSearchParams({ limit: '100', ...query });
  const answer = await server.call('GET', `/api/admin/${list}?${asked}`, { as: finance });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Row[]>();
}

async function paid(price: number, by = buyer) {
  const { provider, serviceId } = await on.provide({ price });
  const { id } = await on.order(by, serviceId);
  await on.pay(by, id);
  return { provider, id };
}
async function declined(price: number, by = buyer) {
  const order = await paid(price, by);
  await on.move(order.provider, order.id, 'decline');
  await on.runJobs();
  return order;
}

describe('journals', () => {
  const journals = (query: object = {}) => listed<StaffJournal>('journals', query);
  const rulesOf = async (query: object) => (await journals(query)).map(({ rules }) => rules);

  test('are found by an order’s number, by each of their ids, and by the people of their entries or orders', async () => {
    const customer = await server.signUp();
    const { id, provider } = await declined(20_000, customer);
    const all = ['M6', 'M5', 'M2', 'M1'];
    expect(await rulesOf({ search: orderNumber(id) })).toEqual(all);
    expect(await rulesOf({ search: id })).toEqual(all);
    expect(await rulesOf({ search: `@${customer.username}` })).toEqual(all);
    expect(await rulesOf({ search: customer.username.toUpperCase() })).toEqual(all);
    expect(await rulesOf({ search: customer.id })).toEqual(all);
    // None of these entries was the provider's, but the order was.
    expect(await rulesOf({ search: provider.username })).toEqual(all);
    expect(await rulesOf({ search: provider.id })).toEqual(all);
    expect(await rulesOf({ search: customer.username.slice(0, -1) })).toEqual([]);
    expect(await rulesOf({ search: id, sort: 'oldest' })).toEqual(all.toReversed());
    const [sent, , , captured] = await journals({ search: id });
    expect(sent).toMatchObject({ orderId: id, number: orderNumber(id), refundId: expect.any(String) });
    expect(captured).toMatchObject({
      amount: 22_000,
      lines: [
        { account: 'gateway_receivable', amount: 22_000, owner: null },
        { account: 'buyer_clearing', amount: -22_000, owner: customer.username },
      ],
    });
    expect(await rulesOf({ search: sent?.refundId })).toEqual(['M6', 'M5']);
    expect(await rulesOf({ search: captured?.paymentId })).toEqual(expect.arrayContaining(['M1', 'M2']));
    expect(await rulesOf({ search: captured?.id })).toEqual(['M1']);
  });

  test('are filtered by rule and account, sorted by amount, and paged', async () => {
    const customer = await server.signUp();
    const dear = await declined(90_000, customer);
    const cheap = await paid(10_000, customer);
    const search = customer.username;
    const ordersOf = async (query: object) =>
      (await journals({ search, ...query })).map(({ orderId }) => orderId);
    expect(await ordersOf({ rule: 'M2' })).toEqual([cheap.id, dear.id]);
    expect(await ordersOf({ rule: 'M2', sort: 'amount' })).toEqual([dear.id, cheap.id]);
    expect(await ordersOf({ rule: 'M2', limit: 1, page: 2 })).toEqual([dear.id]);
    expect(await ordersOf({ account: 'refund_payable' })).toEqual([dear.id, dear.id]);
    expect(await ordersOf({ rule: 'M1', account: 'escrow' })).toEqual([]);
    for (const odd of [{ rule: 'M99' }, { account: 'pocket' }, { sort: 'odd' }]) {
      const asked = new URLSearchParams(odd as never);
      const answer = await server.call('GET', `/api/admin/journals?${asked}`, { as: finance });
      expect(answer.statusCode).toBe(400);
    }
  });

  test('filtered by rule and account are exactly those that a scan of all the books finds', async () => {
    await declined(30_000);
    const { rows } = await server.runtime.pool.query<{ id: string; rules: string; accounts: string[] }>(
      `select id, rules, array(select account from ledger_entry where journal_id = journal.id) as accounts
        from ledger_journal journal order by id desc`,
    );
    await fc.assert(
      fc.asyncProperty(
        fc.option(fc.constantFrom(...journalRules), { nil: undefined }),
        fc.option(fc.constantFrom(...accounts), { nil: undefined }),
        fc.boolean(),
        async (rule, account, oldestFirst) => {
          const expected = rows
            .filter((row) => rule === undefined || row.rules.split('+').includes(rule))
            .filter((row) => account === undefined || row.accounts.includes(account))
            .map(({ id }) => id);
          const found = await journals({
            ...(rule && { rule }),
            ...(account && { account }),
            ...(oldestFirst && { sort: 'oldest' }),
          });
          expect(found.map(({ id }) => id)).toEqual(oldestFirst ? expected.toReversed() : expected);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('that can be reversed by two people say so, and link to their reversal', async () => {
    const by = await server.signUp();
    const { id, provider } = await paid(40_000, by);
    await on.move(provider, id, 'accept');
    const { db } = server.runtime;
    const { paymentKey, ref } = await db
      .selectFrom('payment')
      .select(['paymentKey', 'ref'])
      .where('subjectId', '=', id)
      .executeTakeFirstOrThrow();
    const now = new Date();
    const gateway = memoryGateway();
    const movement = { key: `late ${id}`, ref, paymentKey, amount: 44_000, fee: 900, settledAt: now };
    gateway.listSettlements = () => Promise.resolve({ kind: 'done', value: [movement] });
    await bookSettlements({ db, gateway }, now);
    const [settled] = await journals({ search: id, rule: 'M3' });
    // The debits include the top-up for the fee.
    expect(settled).toMatchObject({ isCorrectable: true, reverses: null, reversedBy: null, amount: 44_900 });
    const proposed = await server.call('POST', '/api/admin/adjustments', {
      as: finance,
      payload: { kind: 'reversal', orderId: id, commandId: settled?.commandId, reason: '두 번 적혔어요.' },
    });
    const second = await server.signUp({ role: 'finance' });
    const approved = await server.call(
      'POST',
      `/api/admin/adjustments/${proposed.json<{ id: string }>().id}/approve`,
      { as: second, payload: { reason: '확인했어요.' } },
    );
    expect(approved.statusCode, approved.body).toBe(204);
    const [taken, before] = await journals({ search: settled?.id });
    expect(taken).toMatchObject({ rules: 'reversal', reverses: settled?.id, reason: '확인했어요.' });
    expect(before).toMatchObject({ id: settled?.id, isCorrectable: false, reversedBy: taken?.id });
    // These entries name neither person, but belong to an order of both.
    for (const { username } of [by, provider])
      expect(await rulesOf({ search: username, rule: 'M3' })).toEqual(['M3']);
    expect(await rulesOf({ search: provider.username, rule: 'reversal' })).toEqual(['reversal']);
  });

  test('are exported as a spreadsheet, which is audited', async () => {
    const { id } = await paid(50_000);
    const answer = await server.call('GET', `/api/admin/journals.csv?search=${id}&rule=M1`, {
      as: finance,
      headers: { 'accept-language': 'en' },
    });
    // One row for each line of the journal, as in a general ledger: its amount as a debit or a credit.
    const [head, ...lines] = answer.body.trim().split(/\r?\n/);
    expect(head).toContain('Account,Debit,Credit,Whose money');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain(',Due from the payment company,55000,,');
    expect(lines[1]).toContain(',Buyers’ money not bound to an order,,55000,');
    const entry = await server.runtime.db
      .selectFrom('auditEntry')
      .select(['actorId', 'targetType', 'after'])
      .where('action', '=', 'table.export')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(entry).toMatchObject({
      actorId: finance.id,
      targetType: 'journal',
      after: { rule: 'M1', rows: 1 },
    });
  });
});

describe('findings', () => {
  const findings = (query: Partial<FindingsQuery> = {}) => listed<Finding>('findings', query);
  const subjectsOf = async (query: Partial<FindingsQuery>) =>
    (await findings(query)).map(({ subject }) => subject);

  test('are searched by subject, listed with open ones first, and exported', async () => {
    const { db } = server.runtime;
    const { id } = await declined(60_000);
    const refund = await db
      .selectFrom('refund')
      .select('id')
      .where('orderId', '=', id)
      .executeTakeFirstOrThrow();
    const ofOrder = `order:${id}`;
    const ofRefund = `refund:${refund.id}`;
    const odd = `odd:${id}`;
    for (const [invariant, subject] of [
      ['ruling', ofOrder],
      ['refund', ofRefund],
      ['I3', odd],
    ] as const)
      await report(db, { invariant, subject, detail: { amount: 5 } }, new Date());
    const search = id;
    expect(await subjectsOf({ search })).toEqual([odd, ofRefund, ofOrder]);
    expect(await subjectsOf({ search, sort: 'oldest' })).toEqual([ofOrder, ofRefund, odd]);
    expect(await subjectsOf({ search: orderNumber(id) })).toEqual([ofRefund, ofOrder]);
    expect(await subjectsOf({ search: refund.id })).toEqual([ofRefund]);
    expect(await subjectsOf({ search: 'ODD' })).toEqual([odd]);
    expect(await subjectsOf({ search, kind: 'refund' })).toEqual([ofRefund]);
    expect(await subjectsOf({ search, page: 2, limit: 1 })).toEqual([ofRefund]);

    const [newest] = await findings({ search });
    const resolved = await server.call('POST', `/api/admin/findings/${newest?.id}/resolve`, {
      as: finance,
      payload: { reason: '은행에 물어봤어요.' },
    });
    expect(resolved.statusCode).toBe(204);
    expect(await subjectsOf({ search })).toEqual([ofRefund, ofOrder, odd]);
    expect(await subjectsOf({ search, state: 'open' })).toEqual([ofRefund, ofOrder]);
    expect(await findings({ search, state: 'resolved' })).toMatchObject([
      {
        id: newest?.id,
        resolvedAt: expect.any(String),
        resolvedBy: { id: finance.id, username: finance.username },
        resolution: '은행에 물어봤어요.',
        number: null,
      },
    ]);
    const csv = await server.call('GET', `/api/admin/findings.csv?search=${id}&kind=refund`, { as: finance });
    expect(csv.body.trim().split(/\r?\n/)).toHaveLength(2);
    expect(csv.body).toContain(ofRefund);
    const settled = await server.call('GET', `/api/admin/findings.csv?search=${newest?.id}`, { as: finance });
    expect(settled.body).toContain(`${finance.username},은행에 물어봤어요.`);
  });

  test('close by themselves once they no longer hold, which differs from being settled by a person', async () => {
    const { db } = server.runtime;
    const { id } = await declined(70_000);
    const subject = `order:${id}`;
    // This payout is not overdue, so the hourly check does not find it again.
    await report(db, { invariant: 'late_payout', subject, detail: {} }, new Date());
    await auditMoney(db);
    expect(await findings({ search: id })).toMatchObject([
      { subject, resolvedAt: expect.any(String), resolvedBy: null, resolution: null },
    ]);
    const csv = await server.call('GET', `/api/admin/findings.csv?search=${id}`, {
      as: finance,
      headers: { 'accept-language': 'en' },
    });
    expect(csv.body).toContain('Closed by itself');
  });

  test('still name the person who settled them after that person has left', async () => {
    const { db } = server.runtime;
    const gone = await server.signUp({ role: 'finance' });
    const subject = `order:${crypto.randomUUID()}`;
    await report(db, { invariant: 'ruling', subject, detail: {} }, new Date());
    const [open] = await findings({ search: subject });
    await server.call('POST', `/api/admin/findings/${open?.id}/resolve`, {
      as: gone,
      payload: { reason: '이미 판정했어요.' },
    });
    const room = accountsPersonalData(server.runtime);
    await db
      .transaction()
      .execute((trx) => room.erase?.(trx, { ...gone, name: '' }, new Date()) ?? Promise.resolve([]));
    expect(await findings({ search: subject })).toMatchObject([
      { resolvedBy: { id: gone.id, username: `withdrawn-${gone.id}` }, resolution: '이미 판정했어요.' },
    ]);
  });
});

describe('adjustments', () => {
  const kindsOf = async (query: object) =>
    (await listed<Adjustment>('adjustments', query)).map(({ kind }) => kind);

  test('are found by order and by people, listed with open ones first, and exported', async () => {
    const { provider, serviceId } = await on.provide({ title: '받침대 조정', price: 30_000 });
    const { id } = await on.order(buyer, serviceId);
    await on.pay(buyer, id);
    await on.move(provider, id, 'accept');
    await on.move(provider, id, 'start');
    const uploadId = await on.upload(provider, new TextEncoder().encode('result'), 'result.txt');
    await on.move(provider, id, 'deliver', { files: [{ uploadId }] });
    await on.complete(buyer, id);
    const propose = async (payload: object) => {
      const answer = await server.call('POST', '/api/admin/adjustments', {
        as: finance,
        payload: { orderId: id, reason: '고객이 급해요.', ...payload },
      });
      expect(answer.statusCode, answer.body).toBe(201);
      return answer.json<{ id: string }>().id;
    };
    const goodwill = await propose({ kind: 'goodwill', amount: 700 });
    const early = await propose({ kind: 'release_early' });
    const both = ['release_early', 'goodwill'];
    for (const search of [orderNumber(id), id, '받침대', provider.username, early])
      expect(await kindsOf({ search }), search).toEqual(search === early ? ['release_early'] : both);
    expect(await kindsOf({ search: id, sort: 'oldest' })).toEqual(both.toReversed());
    expect(await kindsOf({ search: id, kind: 'goodwill' })).toEqual(['goodwill']);
    expect(await kindsOf({ search: id, page: 2, limit: 1 })).toEqual(['goodwill']);
    const refused = await server.call('POST', `/api/admin/adjustments/${early}/refuse`, {
      as: finance,
      payload: { reason: '잘못 눌렀어요.' },
    });
    expect(refused.statusCode).toBe(204);
    expect(await kindsOf({ search: id })).toEqual(both.toReversed());
    expect(await kindsOf({ search: id, state: 'proposed' })).toEqual(['goodwill']);
    expect(await kindsOf({ search: id, state: 'refused' })).toEqual(['release_early']);
    const csv = await server.call('GET', `/api/admin/adjustments.csv?search=${goodwill}`, { as: finance });
    const [, row, ...more] = csv.body.trim().split(/\r?\n/);
    expect(row).toContain(orderNumber(id));
    expect(row).toContain('700');
    expect(more).toEqual([]);
    const money = await server.call('GET', '/api/admin/money', { as: finance });
    const waiting = await listed<Adjustment>('adjustments', { state: 'proposed' });
    const open = await listed<Finding>('findings', { state: 'open' });
    expect(money.json()).toMatchObject({ findings: open.length, adjustments: waiting.length });
  });
});
