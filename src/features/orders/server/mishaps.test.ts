import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { paymentDeps } from '#app/payments-adapter.ts';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { report, type PaymentDeps } from '#features/payments/server/public.ts';
import {
  abandonAttempt,
  addAttempt,
  beginAttempt,
  bookSettlements,
  confirmAttempt,
  getOwnPayment,
  memoryGateway,
  query,
  requestPayouts,
  retryRefund,
  submitRefund,
  sweepFees,
  wakeForgotten,
  type MemoryGateway,
} from '#features/payments/server/testing.ts';
import { enqueue } from '#platform/server/jobs.ts';
import { standardTerms } from '#platform/shared/order-terms.ts';
import { auditMoney, checkMoney } from './checks.ts';
import { runTimer } from './jobs.ts';
import { orderPaymentTarget } from './paying.ts';
import { orderingOn, type Ordering } from './testing.ts';

/** Rare events of banks, gateways and people, and where the money is afterwards. */

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
afterEach(() => on.assertSound());

const today = () => new Date(Date.now() + 9 * 3600_000).toISOString().slice(0, 10);
const read = (id: string) => on.read(buyer, id);

async function ask(paymentId: string) {
  await enqueue(
    server.runtime.db,
    'payments.query',
    { id: paymentId },
    { key: `payments.query ${paymentId}` },
  );
  await on.runJobs();
}

async function deliver(provider: Person, id: string) {
  const uploadId = await on.upload(provider, new TextEncoder().encode(`result ${id}`), 'result.txt');
  return on.move(provider, id, 'deliver', { files: [{ uploadId }] });
}

/** Places an order that waits for a deposit. */
async function awaitingDeposit(price = 30_000) {
  const { provider, serviceId } = await on.provide({ price });
  const { id } = await on.order(buyer, serviceId);
  const attempt = await on.open(buyer, id, { method: 'virtual_account' });
  await on.confirm(buyer, await on.decide(attempt, 'virtual-account', { webhooks: 'never' }));
  return { provider, id, attempt };
}

async function deposited(price = 30_000) {
  const order = await awaitingDeposit(price);
  await on.decide(order.attempt, 'deposit');
  await ask(order.attempt.id);
  return order;
}

/** Returns the deposit, as a bank does. */
async function takeBack({ attempt }: { attempt: Parameters<Ordering['decide']>[0] }) {
  await on.decide(attempt, 'reverse-deposit');
  await ask(attempt.id);
}

const refundsOf = (orderId: string) =>
  server.runtime.db.selectFrom('refund').selectAll().where('orderId', '=', orderId).orderBy('id').execute();
/** Balance of a payment at the gateway according to our books. */
const atGateway = async (paymentId: string) => 0 - (await on.owed('gateway_receivable', paymentId));

describe('a deposit that its bank takes back', () => {
  test('takes nothing from the card that paid the order in addition', async () => {
    const { id, attempt, provider } = await awaitingDeposit();
    const card = await on.open(buyer, id, { method: 'card' });
    await on.confirm(buyer, await on.decide(card, 'approve'));
    await on.decide(attempt, 'deposit');
    await ask(attempt.id);
    const [unbound] = await refundsOf(id);
    expect(unbound).toMatchObject({ state: 'needs_account', amount: 33_000 });
    await takeBack({ attempt });
    expect((await read(id)).state).toBe('paid');
    expect(await on.owed('escrow', id)).toBe(33_000);
    expect((await refundsOf(id)).map(({ state }) => state)).toEqual(['confirmed']);
    expect(await atGateway(attempt.id)).toBe(0);
    // A deposit that was taken back needs no refund account.
    const late = await server.call('PUT', `/api/refunds/${unbound?.id}/account`, {
      as: buyer,
      payload: { bankCode: '004', accountNumber: '1234567890', holder: '사람' },
    });
    expect(late.statusCode).toBe(409);
    await on.move(provider, id, 'decline');
    await on.runJobs();
    expect((await refundsOf(id)).map(({ state }) => state)).toEqual(['confirmed', 'confirmed']);
  });

  test('ends the refund that was due, and comes back as another deposit', async () => {
    const order = await deposited();
    const { id, attempt } = order;
    await on.move(buyer, id, 'cancel');
    await on.runJobs();
    expect((await refundsOf(id)).map(({ state }) => state)).toEqual(['needs_account']);
    await takeBack(order);
    expect((await refundsOf(id)).map(({ state }) => state)).toEqual(['confirmed']);
    expect(await atGateway(attempt.id)).toBe(0);
    await on.assertSound();
    await on.decide(attempt, 'deposit');
    await ask(attempt.id);
    const [, again] = await refundsOf(id);
    await server.call('PUT', `/api/refunds/${again?.id}/account`, {
      as: buyer,
      payload: { bankCode: '004', accountNumber: '1234567890', holder: '사람' },
    });
    await on.runJobs();
    expect((await refundsOf(id)).map(({ state }) => state)).toEqual(['confirmed', 'confirmed']);
    expect(await atGateway(attempt.id)).toBe(0);
  });

  test('after a settlement costs the part that was kept, once', async () => {
    const order = await deposited();
    const { id, attempt, provider } = order;
    await on.move(provider, id, 'accept');
    await on.move(provider, id, 'start');
    await on.move(provider, id, 'propose-settlement', { keep: 10_000 });
    await on.move(buyer, id, 'agree');
    await takeBack(order);
    expect(await atGateway(attempt.id)).toBe(0);
    expect(await on.owed('provider_debt', id)).toBe(-10_000);
    const { rows } = await server.runtime.pool.query<{ sum: number }>(
      `select sum(amount)::bigint as sum from ledger_entry join ledger_journal on id = journal_id
        where account = 'losses' and order_id = $1`,
      [id],
    );
    expect(rows[0]?.sum).toBe(1000);
  });

  test('after goodwill costs the provider the same as without goodwill', async () => {
    const order = await deposited();
    const { id, provider } = order;
    await on.move(provider, id, 'accept');
    await on.move(provider, id, 'start');
    await deliver(provider, id);
    await on.complete(buyer, id);
    const second = await server.signUp({ role: 'finance' });
    const proposed = await server.call('POST', '/api/admin/adjustments', {
      as: finance,
      payload: { kind: 'goodwill', orderId: id, amount: 5000, reason: '늦었어요.' },
    });
    await server.call('POST', `/api/admin/adjustments/${proposed.json<{ id: string }>().id}/approve`, {
      as: second,
      payload: { reason: '확인했어요.' },
    });
    await takeBack(order);
    expect(await on.owed('provider_debt', id)).toBe(-30_000);
    const { rows } = await server.runtime.pool.query<{ lost: number }>(
      `select sum(entry.amount)::int as lost from ledger_entry entry join ledger_journal journal on journal.id = journal_id
        where account = 'losses' and order_id = $1`,
      [id],
    );
    // The lost amount is the fee of an order without payment.
    expect(rows).toEqual([{ lost: 3000 }]);
  });

  test('leaves nothing to claim: a new claim is refused, and an open one refunds nothing', async () => {
    const order = await deposited();
    const { id, provider } = order;
    await on.move(provider, id, 'accept');
    await on.move(provider, id, 'start');
    await deliver(provider, id);
    await on.complete(buyer, id);
    await on.move(buyer, id, 'claim', { reason: '갈라졌어요.', knownOn: today() });
    await takeBack(order);
    const closed = await on.move(provider, id, 'agree');
    expect(closed.claim).toMatchObject({ state: 'refused', granted: 0 });
    const again = await on.raise(buyer, id, 'claim', { reason: '또', knownOn: today() });
    expect([again.statusCode, again.json<{ why: string }>().why]).toEqual([409, 'not_funded']);
  });

  test('during a dispute opens another dispute, which cannot be withdrawn or settled', async () => {
    const order = await deposited();
    const { id, provider } = order;
    await on.move(provider, id, 'accept');
    await on.move(provider, id, 'start');
    await on.move(buyer, id, 'dispute', { reason: '연락이 없어요.' });
    await on.move(provider, id, 'answer', { reason: '만들고 있어요.' });
    await on.move(provider, id, 'propose-settlement', { keep: 20_000 });
    await takeBack(order);
    const after = await read(id);
    expect(after.dispute).toMatchObject({ openedBy: 'system', phase: 'ruling', ruling: null });
    expect([after.state, after.proposal]).toEqual(['disputed', null]);
    expect(after.timers.filter(({ leftMs }) => leftMs === null).map(({ kind }) => kind)).toEqual([
      'ruling_due',
    ]);
    expect((await on.raise(buyer, id, 'withdraw')).json()).toMatchObject({ why: 'not_opener' });
    expect((await on.raise(buyer, id, 'agree')).json()).toMatchObject({ why: 'no_proposal' });
    const admin = await server.signUp({ isAdmin: true });
    expect((await on.raise(admin, id, 'rule', { outcome: 'provider', reason: '판정' })).statusCode).toBe(400);
    await on.move(admin, id, 'rule', { outcome: 'buyer', reason: '판정' });
    await on.pass(id, 73);
    expect((await read(id)).state).toBe('refunded');
  });

  test('after a ruling for the provider stops that ruling from becoming final', async () => {
    const order = await deposited();
    const { id, provider } = order;
    await on.move(provider, id, 'accept');
    await on.move(provider, id, 'start');
    await deliver(provider, id);
    await on.move(buyer, id, 'dispute', { reason: '달라요.' });
    await on.move(provider, id, 'answer', { reason: '같아요.' });
    const admin = await server.signUp({ isAdmin: true });
    await on.move(admin, id, 'rule', { outcome: 'provider', reason: '같아요.' });
    await takeBack(order);
    await on.pass(id, 73);
    const after = await read(id);
    expect([after.state, after.dispute?.phase, after.dispute?.ruling]).toEqual(['disputed', 'ruling', null]);
    expect(await on.owed('provider_payable', id)).toBe(0);
  });
});

describe('a gateway that loses requests', () => {
  let gateway: MemoryGateway;
  let paying: PaymentDeps;

  /** Opens and agrees to an attempt to pay 33,000. */
  async function agreed() {
    gateway = memoryGateway();
    paying = {
      ...server.runtime,
      gateway,
      publicOrigin: 'http://gongbang.test',
      subjects: {
        ...paymentDeps(server.runtime).subjects,
        order: orderPaymentTarget({ ...server.runtime, terms: standardTerms }),
      },
    };
    const { db } = server.runtime;
    const { provider, serviceId } = await on.provide();
    const { id } = await on.order(buyer, serviceId);
    const wanted = {
      subjectKind: 'order' as const,
      subjectId: id,
      personId: buyer.id,
      amount: 33_000,
      currency: 'KRW',
    };
    const paymentId = await db
      .transaction()
      .execute((trx) =>
        addAttempt(
          trx,
          paying,
          { ...wanted, orderName: '출력', method: null, parts: [{ orderId: id, amount: 33_000 }] },
          new Date(),
        ),
      );
    const who = { fullName: '사람', email: buyer.email };
    const begun = await beginAttempt(paying, paymentId, who, { locale: 'ko', prefix: '', depositHours: 24 });
    const { ref } = await db
      .selectFrom('payment')
      .select('ref')
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow();
    const paymentKey = 'paymentKey' in begun ? begun.paymentKey : '';
    return { provider, id, paymentId, back: { id: ref, ref, paymentKey, amount: 33_000 } };
  }

  /** Places an order of 33,000 that is being worked on. */
  async function working() {
    const { provider, id, back } = await agreed();
    await confirmAttempt(paying, buyer.id, back);
    await on.move(provider, id, 'accept');
    await on.move(provider, id, 'start');
    return { id, provider, left: () => gateway.payments.get(back.paymentKey)?.balanceAmount };
  }

  test('that cannot begin a payment is asked again, and the person keeps the page that they have', async () => {
    const { id, paymentId } = await agreed();
    const { db } = server.runtime;
    const who = { fullName: '사람', email: buyer.email };
    const begin = (locale: 'ko' | 'ja') =>
      beginAttempt(paying, paymentId, who, { locale, prefix: '', depositHours: 24 });
    const first = await begin('ko');
    gateway.begin = () => Promise.resolve({ kind: 'unknown', code: 'timeout' });
    // In another language, the page of the first still works.
    expect(await begin('ja')).toEqual(first);
    const other = await on.order(buyer, (await on.provide()).serviceId);
    const wanted = {
      subjectKind: 'order' as const,
      subjectId: other.id,
      personId: buyer.id,
      amount: 33_000,
      currency: 'KRW',
      orderName: '출력',
      method: null,
      parts: [{ orderId: other.id, amount: 33_000 }],
    };
    const add = (fields: object = {}) =>
      db.transaction().execute((trx) => addAttempt(trx, paying, { ...wanted, ...fields }, new Date()));
    const second = await add();
    await expect(
      beginAttempt(paying, second, who, { locale: 'ko', prefix: '', depositHours: 24 }),
    ).rejects.toMatchObject({ kind: { code: 'gateway_unavailable' } });
    // The same attempt goes on once the gateway is back.
    expect(await add()).toBe(second);
    await expect(add({ currency: 'USD', method: 'card' })).rejects.toMatchObject({
      kind: { code: 'currency_not_payable' },
    });
    expect((await read(id)).state).toBe('created');
  });

  test('charges only an attempt that was begun, is its own and is not over', async () => {
    const { id, paymentId, back } = await agreed();
    const confirm = (fields: object, personId = buyer.id) =>
      confirmAttempt(paying, personId, { ...back, ...fields });
    const refused = (code: string) => ({ kind: { code } });
    await expect(confirm({}, finance.id)).rejects.toMatchObject(refused('payment_not_found'));
    await expect(confirm({ paymentKey: 'key-of-another' })).rejects.toMatchObject(
      refused('payment_not_found'),
    );
    await expect(confirm({ amount: 100 })).rejects.toMatchObject(refused('amount_differs'));
    gateway.luck = 'refused';
    expect(await confirm({})).toMatchObject({ state: 'failed', failureCode: 'REJECT_CARD_PAYMENT' });
    await expect(confirm({})).rejects.toMatchObject(refused('payment_over'));
    expect(gateway.payments.get(back.paymentKey)?.balanceAmount).toBe(0);
    expect((await read(id)).state).toBe('created');
    await expect(getOwnPayment(server.runtime.db, finance.id, paymentId)).rejects.toMatchObject(
      refused('payment_not_found'),
    );
    await expect(getOwnPayment(server.runtime.db, buyer.id, 'none')).rejects.toMatchObject(
      refused('payment_not_found'),
    );
    const left = { ref: back.ref, code: 'PAY_PROCESS_CANCELED' };
    await expect(abandonAttempt(paying, finance.id, left)).rejects.toMatchObject(
      refused('payment_not_found'),
    );
  });

  test('is not believed when it reports another payment', async () => {
    const { id, paymentId, back } = await agreed();
    gateway.luck = 'lost_before';
    await confirmAttempt(paying, buyer.id, back);
    const known = gateway.payments.get(back.paymentKey);
    if (!known) throw new Error('no payment');
    const other = {
      ...known,
      ref: 'gbp_of_somebody_else',
      status: 'done' as const,
      balanceAmount: 33_000,
      approvedAt: new Date(),
    };
    gateway.find = () => Promise.resolve({ kind: 'done', value: other });
    await query(paying, paymentId);
    expect((await read(id)).state).toBe('created');
    expect((await read(id)).payment?.state).toBe('unknown');
  });

  const statesOf = async (id: string) => (await refundsOf(id)).map(({ state }) => state);
  const actor = () => ({ actor: { id: finance.id, username: finance.username }, reason: '다시' });

  test('is queried about a refund that was sent, even after a failed query, and gets it once', async () => {
    const { id, provider, left } = await working();
    await on.move(provider, id, 'propose-settlement', { keep: 20_000 });
    await on.move(buyer, id, 'agree');
    const [refund] = await refundsOf(id);
    if (!refund) throw new Error('no refund');
    gateway.luck = 'lost_after';
    await submitRefund(paying, refund.id);
    const find = gateway.find.bind(gateway);
    for (const kind of ['our_fault', 'refused'] as const) {
      gateway.find = () => Promise.resolve({ kind, code: 'UNAUTHORIZED_KEY' });
      await submitRefund(paying, refund.id);
      expect(await statesOf(id)).toEqual(['unknown']);
    }
    // Finance may retry a refund of unknown outcome after some days; the gateway is queried first even then.
    expect(await retryRefund(paying, refund.id, actor())).toBe(true);
    await submitRefund(paying, refund.id);
    expect(await statesOf(id)).toEqual(['unknown']);
    gateway.find = find;
    await submitRefund(paying, refund.id);
    expect(await statesOf(id)).toEqual(['confirmed']);
    expect(left()).toBe(22_000);
  });

  test('does not get a retried refund while another one is in progress', async () => {
    const { id, provider, left } = await working();
    await deliver(provider, id);
    await on.move(buyer, id, 'dispute', { reason: '달라요.' });
    await on.move(provider, id, 'propose-settlement', { keep: 20_000 });
    await on.move(buyer, id, 'agree');
    const [first] = await refundsOf(id);
    if (!first) throw new Error('no refund');
    gateway.luck = 'refused';
    await submitRefund(paying, first.id);
    expect(await statesOf(id)).toEqual(['failed']);

    await on.move(buyer, id, 'claim', { reason: '갈라졌어요.', knownOn: today() });
    await on.move(provider, id, 'agree');
    const [, second] = await refundsOf(id);
    if (!second) throw new Error('no refund');
    gateway.luck = 'lost_after';
    await submitRefund(paying, second.id);
    expect(await retryRefund(paying, first.id, actor())).toBe(true);
    // With a lost call, only the amount left at the gateway would tell, and that belongs to the other refund.
    gateway.luck = 'lost_before';
    await submitRefund(paying, first.id);
    expect(await statesOf(id)).toEqual(['decided', 'unknown']);
    gateway.luck = 'fine';
    await submitRefund(paying, second.id);
    await submitRefund(paying, first.id);
    expect(await statesOf(id)).toEqual(['confirmed', 'confirmed']);
    expect(left()).toBe(0);
  });
});

/** Completes an order whose money is free to be paid out. */
async function earned(account?: string) {
  const { provider, serviceId } = await on.provide();
  const { id } = await on.order(buyer, serviceId);
  await on.pay(buyer, id);
  await on.move(provider, id, 'accept');
  await on.move(provider, id, 'start');
  await deliver(provider, id);
  await on.complete(buyer, id);
  if (account !== undefined) await changeAccount(provider, account);
  await on.shift(id, 8 * 24);
  return { provider, serviceId, id };
}

async function changeAccount(provider: Person, account: string) {
  const { db, vault } = server.runtime;
  await db
    .updateTable('bankAccount')
    .set({
      sealedNumber: vault.seal('bank account', account),
      lastDigits: account.slice(-4),
      registeredAt: new Date(),
    })
    .where('personId', '=', provider.id)
    .execute();
}

const payoutsOf = (provider: Person) =>
  server.runtime.db
    .selectFrom('payout')
    .select(['id', 'state', 'failureCode'])
    .where('providerId', '=', provider.id)
    .orderBy('id')
    .execute();

describe('payouts', () => {
  test('are not sent to an account that was registered after they were requested', async () => {
    // Account number of a seller that the sandbox never approves.
    const { provider, id } = await earned('33330000004');
    await on.payOut();
    expect(await payoutsOf(provider)).toMatchObject([{ state: 'unknown' }]);
    await changeAccount(provider, '33330001111');
    await on.pass(id, 1);
    expect(await payoutsOf(provider)).toMatchObject([{ state: 'failed', failureCode: 'account_changed' }]);
    expect(await on.owed('provider_payable', id)).toBe(30_000);
    const { rows } = await server.runtime.pool.query(
      `select from sandbox_payout join payout using (ref) where provider_id = $1`,
      [provider.id],
    );
    expect(rows).toEqual([]);
  });

  /** The payable in the side panel of support. */
  const seenByStaff = async (id: string) =>
    (await server.call('GET', `/api/admin/orders/${id}`, { as: finance })).json<unknown>();

  test('that were never sent do not wait for ever for the approval of a seller', async () => {
    const { provider, id } = await earned('33330000004');
    await on.payOut();
    for (const [table, column, owner] of [
      ['payout', 'requested_at', 'provider_id'],
      ['bank_account', 'registered_at', 'person_id'],
    ])
      await server.runtime.pool.query(
        `update ${table} set ${column} = ${column} - interval '11 days' where ${owner} = $1`,
        [provider.id],
      );
    await on.pass(id, 1);
    expect(await payoutsOf(provider)).toMatchObject([
      { state: 'failed', failureCode: 'seller_not_approved' },
    ]);
    expect(await on.owed('provider_payable', id)).toBe(30_000);
    await changeAccount(provider, '33330001112');
    await on.shift(id, 4 * 24);
    await on.payOut();
    expect((await payoutsOf(provider)).map(({ state }) => state)).toEqual(['failed', 'completed']);
  });

  test('count as too small while the due amount is, even with more on hold', async () => {
    const { provider, serviceId } = await on.provide({ price: 6000 });
    const ids: string[] = [];
    for (const description of ['하나', '둘']) {
      const { id } = await on.order(buyer, serviceId, { description });
      await on.pay(buyer, id);
      await on.move(provider, id, 'accept');
      await on.move(provider, id, 'start');
      await deliver(provider, id);
      await on.complete(buyer, id);
      ids.push(id);
    }
    const [due = '', held = ''] = ids;
    await on.shift(due, 8 * 24);
    expect((await on.read(provider, due)).payout).toMatchObject({ because: 'too_little' });
    await on.shift(held, 8 * 24);
    expect((await on.read(provider, due)).payout).toMatchObject({ because: 'next_run' });
  });

  test('are held by support staff, and freed by finance', async () => {
    const { id } = await earned();
    const support = await server.signUp({ role: 'support' });
    const freeze = async (frozen: boolean) =>
      (
        await server.call('POST', `/api/admin/orders/${id}/freeze`, {
          as: support,
          payload: { frozen, reason: '이상해요.' },
        })
      ).statusCode;
    expect([await freeze(true), await freeze(false)]).toEqual([204, 403]);
  });

  test('stay held by staff when a claim ends, and by a claim when staff free them', async () => {
    const { provider, id } = await earned();
    const freeze = (frozen: boolean) =>
      server.call('POST', `/api/admin/orders/${id}/freeze`, {
        as: finance,
        payload: { frozen, reason: '확인' },
      });
    expect((await freeze(true)).statusCode).toBe(204);
    expect(await seenByStaff(id)).toMatchObject({
      payout: { amount: 30_000, state: 'held', because: 'frozen', isFrozen: true, holdReason: '확인' },
    });
    await on.move(buyer, id, 'claim', { reason: '갈라졌어요.', knownOn: today() });
    expect((await freeze(false)).statusCode).toBe(204);
    await on.payOut();
    expect(await payoutsOf(provider)).toEqual([]);
    expect((await on.read(provider, id)).payout).toMatchObject({ because: 'claim' });
    expect(await seenByStaff(id)).toMatchObject({
      payout: { because: 'claim', isFrozen: false, holdReason: null },
    });
    await freeze(true);
    const admin = await server.signUp({ isAdmin: true });
    await on.pass(id, 73);
    const { json } = await server.call('GET', '/api/admin/findings?state=open&limit=100', { as: finance });
    expect(json()).toContainEqual(expect.objectContaining({ invariant: 'ruling', subject: `order:${id}` }));
    await on.move(admin, id, 'rule', { outcome: 'provider', reason: '멀쩡해요.' });
    expect((await on.read(provider, id)).payout).toMatchObject({ because: 'frozen' });
    const again = await on.raise(buyer, id, 'claim', { reason: '다시요.', knownOn: today() });
    expect(again.json()).toMatchObject({ why: 'claim_refused' });
    await freeze(false);
    await on.payOut();
    expect(await payoutsOf(provider)).toMatchObject([{ state: 'completed' }]);
  });

  test('of a provider cannot be held, freed, settled or retried by that provider, even as staff', async () => {
    const { provider, id } = await earned();
    const { db } = server.runtime;
    await db.updateTable('person').set({ role: 'finance' }).where('id', '=', provider.id).execute();
    const own = await server.call('POST', `/api/admin/orders/${id}/freeze`, {
      as: provider,
      payload: { frozen: false, reason: '내 돈' },
    });
    expect([own.statusCode, own.json<{ code: string }>().code]).toEqual([403, 'own_money']);
  });
});

describe('rulings of two admins', () => {
  test('are hidden until both agree, and close the proposal that was open before', async () => {
    const { provider, serviceId } = await on.provide({ price: 600_000 });
    const { id } = await on.order(buyer, serviceId);
    await on.pay(buyer, id);
    await on.move(provider, id, 'accept');
    await on.move(provider, id, 'start');
    await on.move(buyer, id, 'dispute', { reason: '연락이 없어요.' });
    // A proposal counts as an answer: silence would have refunded everything.
    await on.move(provider, id, 'propose-settlement', { keep: 400_000 });
    await on.pass(id, 71);
    expect((await read(id)).dispute?.phase).toBe('negotiating');
    const [one, two] = [await server.signUp({ isAdmin: true }), await server.signUp({ isAdmin: true })];
    const ruling = { outcome: 'split', keep: 100_000, reason: '절반도 안 됐어요.' };
    await on.move(one, id, 'rule', ruling);
    const unheard = await read(id);
    expect(unheard.events.at(-1)?.event).toBe('propose-settlement');
    const last = (await on.read(two, id)).events.at(-1);
    expect([last?.event, last?.detail, last?.note]).toEqual(['rule', { decided: false }, null]);
    const notices = await server.call('GET', '/api/user/notifications?limit=20', { as: buyer });
    const ofThis = notices.json<{ path: string }[]>().filter(({ path }) => path === `/orders/${id}`);
    expect(JSON.stringify(ofThis)).not.toContain('판정했어요');
    expect([unheard.dispute?.ruling, unheard.proposal?.keep]).toEqual([null, 400_000]);
    await on.move(two, id, 'rule', ruling);
    const heard = await read(id);
    expect([heard.dispute?.phase, heard.dispute?.ruling?.keep, heard.proposal]).toEqual([
      'ruled',
      100_000,
      null,
    ]);
    expect((await on.raise(buyer, id, 'agree')).json()).toMatchObject({ why: 'no_proposal' });
  });
});

describe('invariants of money', () => {
  test('report every violation', async () => {
    const { provider, id } = await deposited().then(async (order) => {
      await on.move(order.provider, order.id, 'accept');
      await on.move(buyer, order.id, 'cancel');
      return order;
    });
    const paid = await deposited();
    const wrong: [string, string, string][] = [
      [
        `insert into ledger_balance values ('buyer_clearing', '${id}', null, -5)`,
        `delete from ledger_balance where account = 'buyer_clearing' and subject_id = '${id}'`,
        'I3',
      ],
      [
        `update payment set captured_amount = 1, gateway_balance = 1 where subject_id = '${paid.id}'`,
        `update payment set captured_amount = 33000, gateway_balance = 33000 where subject_id = '${paid.id}'`,
        'I4',
      ],
      [
        `update orders set payment_id = null where id = '${paid.id}'`,
        `update orders set payment_id = '${paid.attempt.id}' where id = '${paid.id}'`,
        'I5',
      ],
      [
        `update refund set amount = amount - 1 where order_id = '${id}'`,
        `update refund set amount = amount + 1 where order_id = '${id}'`,
        'I8',
      ],
      [
        `insert into payout values (uuidv7(), '${provider.id}', 'toss', 'requested', 1, 5, 'odd', null, null, '', '', null, null, 0, now(), null)`,
        `delete from payout where ref = 'odd'`,
        'I8',
      ],
      [
        `insert into ledger_fold values ('losses', 5, '00000000-0000-7000-8000-000000000000')`,
        `delete from ledger_fold where account = 'losses'`,
        'I8',
      ],
    ];
    const { db, pool } = server.runtime;
    for (const [breaking, mending, invariant] of wrong) {
      await pool.query(breaking);
      const found = await checkMoney(db);
      await pool.query(mending);
      expect(
        found.map((one) => one.invariant),
        breaking,
      ).toContain(invariant);
    }
  });
});

describe('staff in finance', () => {
  type Found = { id: string; invariant: string; subject: string; orderId: string; refundId: string };
  const findings = async () =>
    (await server.call('GET', '/api/admin/findings?state=open&limit=100', { as: finance })).json<Found[]>();
  const audit = () => enqueue(server.runtime.db, 'orders.audit_money', {}).then(on.runJobs);

  test('see stuck payments, newest first, until they are resolved or settled with a reason', async () => {
    const order = await deposited();
    await on.move(order.provider, order.id, 'decline');
    await on.runJobs();
    await audit();
    const [refund] = await refundsOf(order.id);
    const ofRefund = async () =>
      (await findings()).filter(({ subject }) => subject === `refund:${refund?.id}`);
    expect(await ofRefund()).toMatchObject([
      { invariant: 'refund', orderId: order.id, refundId: refund?.id, payoutId: null },
    ]);
    // A repeated check keeps it open for as long as it holds.
    await audit();
    expect(await ofRefund()).toHaveLength(1);

    const { db } = server.runtime;
    await report(db, { invariant: 'reversed', subject: 'order:odd', detail: {} }, new Date());
    const [newest] = await findings();
    expect(newest).toMatchObject({ invariant: 'reversed', subject: 'order:odd', orderId: null });
    const resolve = (id: string) =>
      server.call('POST', `/api/admin/findings/${id}/resolve`, {
        as: finance,
        payload: { reason: '은행에 물어봤어요.' },
      });
    expect((await resolve(newest?.id ?? '')).statusCode).toBe(204);
    expect((await resolve(newest?.id ?? '')).statusCode).toBe(404);
    expect((await resolve('odd')).statusCode).toBe(404);
    expect((await findings()).map(({ subject }) => subject)).not.toContain('order:odd');
    const entry = await db
      .selectFrom('auditEntry')
      .select(['actorId', 'reason'])
      .where('action', '=', 'finding.resolve')
      .executeTakeFirst();
    expect(entry).toEqual({ actorId: finance.id, reason: '은행에 물어봤어요.' });
  });

  test('are told of payouts and refunds that do not finish', async () => {
    const { id, provider } = await deposited();
    await on.move(provider, id, 'decline');
    const { pool } = server.runtime;
    await pool.query(`update refund set decided_at = now() - interval '2 hours' where order_id = $1`, [id]);
    const payout = `01890000-0000-7000-8000-00000000000a`;
    await pool.query(
      `insert into payout values ($1, $2, 'toss', 'unknown', 1, 5, 'stuck', null, null, '', '', null, now(), 0, now() - interval '5 days', null)`,
      [payout, provider.id],
    );
    await auditMoney(server.runtime.db);
    const [refund] = await refundsOf(id);
    const subjects = (await findings()).map(({ subject }) => subject);
    await pool.query('delete from payout where id = $1', [payout]);
    await audit();
    expect(subjects).toEqual(expect.arrayContaining([`refund:${refund?.id}`, `payout:${payout}`]));
  });

  test('are told of missing settlements; late ones are booked once', async () => {
    const { id, provider } = await deposited();
    await on.move(provider, id, 'accept');
    const { db } = server.runtime;
    const { paymentKey, ref } = await db
      .selectFrom('payment')
      .select(['paymentKey', 'ref'])
      .where('subjectId', '=', id)
      .executeTakeFirstOrThrow();
    const gateway = memoryGateway();
    const now = new Date();
    const isReported = async () => (await findings()).some(({ subject }) => subject === gateway.name);
    gateway.listSettlements = () => Promise.resolve({ kind: 'unknown', code: 'timeout' });
    await bookSettlements({ db, gateway }, now);
    expect(await isReported()).toBe(true);
    const settledAt = new Date(now.getTime() - 20 * 24 * 3600_000);
    const movement = { key: `late ${id}`, ref, paymentKey, amount: 33_000, fee: 900, settledAt };
    gateway.listSettlements = ({ from }) =>
      Promise.resolve({ kind: 'done', value: settledAt < from ? [] : [movement] });
    await bookSettlements({ db, gateway }, now);
    await bookSettlements({ db, gateway }, now);
    expect(await isReported()).toBe(false);
    expect(await on.owed('gateway_receivable', (await read(id)).payment?.id ?? '')).toBe(0);
  });

  test('never sweep more fees than there are, with concurrent sweeps', async () => {
    const { id, provider, attempt } = await deposited();
    await on.move(provider, id, 'accept');
    await on.move(provider, id, 'start');
    await deliver(provider, id);
    await on.complete(buyer, id);
    const { db } = server.runtime;
    const gateway = memoryGateway();
    const { ref } = await db
      .selectFrom('payment')
      .select('ref')
      .where('id', '=', attempt.id)
      .executeTakeFirstOrThrow();
    const movement = {
      key: `sale ${id}`,
      ref,
      paymentKey: null,
      amount: 33_000,
      fee: 0,
      settledAt: new Date(),
    };
    gateway.listSettlements = () => Promise.resolve({ kind: 'done', value: [movement] });
    await bookSettlements({ db, gateway }, new Date());
    const swept = await Promise.all([sweepFees(db), sweepFees(db), sweepFees(db)]);
    expect(swept.filter((amount) => amount > 0)).toHaveLength(1);
  });
});

test('overdue timers run in order after an outage: a proposal ends before the order completes', async () => {
  const { provider, serviceId } = await on.provide();
  const { id } = await on.order(buyer, serviceId);
  await on.pay(buyer, id);
  await on.move(provider, id, 'accept');
  await on.move(provider, id, 'start');
  await deliver(provider, id);
  await on.move(buyer, id, 'rework', { reason: '모서리가 들떴어요.' });
  await on.shift(id, 30 * 24);
  await runTimer({ ...server.runtime, terms: standardTerms }, id, 'auto_complete');
  expect((await read(id)).state).toBe('delivered');
  await on.pass(id, 0);
  await on.pass(id, 48);
  expect((await read(id)).state).toBe('completed');
});

test('a job that is retried for good is not woken again', async () => {
  const { id, attempt } = await awaitingDeposit();
  const { pool, db } = server.runtime;
  const waiting = () =>
    pool.query(`select from graphile_worker._private_jobs where key = $1`, [`payments.query ${attempt.id}`]);
  const wake = async (since: string) => {
    await pool.query(
      `update payment set state = 'unknown', unknown_since = now() - $2::interval where subject_id = $1`,
      [id, since],
    );
    await pool.query(`delete from graphile_worker._private_jobs where key = $1`, [
      `payments.query ${attempt.id}`,
    ]);
    await wakeForgotten({ db, gateway: memoryGateway() });
    return (await waiting()).rowCount;
  };
  expect([await wake('3 days'), await wake('5 days')]).toEqual([1, 0]);
  await pool.query(
    `update payment set state = 'waiting_deposit', unknown_since = null where subject_id = $1`,
    [id],
  );
});

test('four concurrent runs request a payout once, even if one provider cannot be paid', async () => {
  const broken = await earned();
  const others = [await earned(), await earned()];
  const { pool } = server.runtime;
  await pool.query(
    `alter table payout add constraint broken check (provider_id <> '${broken.provider.id}') not valid`,
  );
  const deps = paymentDeps(server.runtime);
  const runs = await Promise.allSettled([1, 2, 3, 4].map(() => requestPayouts(deps)));
  // Each run reports the failed provider after all others were handled.
  expect(runs.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
  for (const run of runs)
    expect(run).toMatchObject({ reason: { errors: [{ message: `payout to ${broken.provider.id}` }] } });
  for (const { provider } of others) expect(await payoutsOf(provider)).toHaveLength(1);
  expect(await payoutsOf(broken.provider)).toEqual([]);
  await pool.query(`alter table payout drop constraint broken`);
  await expect(Promise.all([1, 2, 3, 4].map(() => requestPayouts(deps)))).resolves.toHaveLength(4);
  for (const { provider } of [broken, ...others]) expect(await payoutsOf(provider)).toHaveLength(1);
  await on.assertSound();
});
