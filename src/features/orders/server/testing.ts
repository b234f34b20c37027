import sharp from 'sharp';
import { allJobs } from '#app/jobs.ts';
import { formOf, type Person, type TestServer } from '#app/testing.ts';
import { negotiatingOn } from '#features/quotes/server/testing.ts';
import { bountyQuestions } from '#features/wanted/server/public.ts';
import type { ServiceContent } from '#features/services/server/public.ts';
import { enqueue, runDueJobs } from '#platform/server/jobs.ts';
import type { Attempt, OwnPayment, SandboxAction } from '#features/payments/contract.ts';
import type { OrderDetail } from '../contract.ts';
import type { PersonEvent } from '../states.ts';
import { checkMoney } from './checks.ts';

export { checkMoney };

/** Fresh idempotency key for a call that is not a retry. */
export const anyKey = () => ({ 'idempotency-key': crypto.randomUUID() });

/** Helpers for tests of orders: people who can be paid, orders in every state, and passing time. */
export function orderingOn(server: TestServer) {
  const { runtime } = server;
  const { db, pool, vault } = runtime;
  const { offerService, upload } = negotiatingOn(server);
  let phones = 0;

  /**
   * Makes a person payable: a verified phone, and an account whose last digits have no special meaning in the
   * sandbox.
   */
  async function verify(person: Person, account = `3333${String(1_000_100 + ++phones)}`): Promise<void> {
    await db
      .updateTable('person')
      .set({
        sealedPhone: vault.seal('phone', `+8210${String(10_000_000 + phones)}`),
        phoneVerifiedAt: new Date(),
        bankRegistered: true,
      })
      .where('id', '=', person.id)
      .execute();
    await db
      .insertInto('bankAccount')
      .values({
        personId: person.id,
        bankCode: '090',
        sealedNumber: vault.seal('bank account', account),
        lastDigits: account.slice(-4),
        holder: '공방지기',
        checkedAt: null,
        registeredAt: new Date(),
        payoutsHeldUntil: null,
      })
      .execute();
  }

  async function provide(
    fields: Partial<ServiceContent> = {},
  ): Promise<{ provider: Person; serviceId: string }> {
    const provider = await server.signUp();
    await verify(provider);
    const serviceId = await offerService(provider, { price: 30_000, ...fields });
    return { provider, serviceId };
  }

  const place = (as: Person | undefined, serviceId: string, fields: object = {}, headers: object = {}) =>
    server.call('POST', '/api/orders', {
      ...(as && { as }),
      headers: { ...anyKey(), ...headers },
      payload: { serviceId, consent: { terms: true, customMade: true }, ...fields },
    });

  async function order(as: Person, serviceId: string, fields: object = {}): Promise<OrderDetail> {
    const answer = await place(as, serviceId, fields);
    if (answer.statusCode !== 201) throw new Error(`the order failed: ${answer.body}`);
    return answer.json<OrderDetail>();
  }

  async function open(as: Person, orderId: string, fields: object = {}): Promise<Attempt> {
    const answer = await server.call('POST', `/api/orders/${orderId}/payments`, {
      as,
      headers: anyKey(),
      payload: fields,
    });
    if (answer.statusCode !== 201) throw new Error(`the attempt failed: ${answer.body}`);
    return answer.json<Attempt>();
  }

  /** Decides at the gateway; returns what it sends back with the person. */
  async function decide(attempt: Attempt, action: SandboxAction, choices: object = {}) {
    const { paymentKey } = attempt.begun as { paymentKey: string };
    const answer = await server.call('POST', `/api/sandbox/payments/${paymentKey}/${action}`, {
      payload: choices,
    });
    if (answer.statusCode !== 200) throw new Error(`${action} failed: ${answer.body}`);
    const { redirect } = answer.json<{ redirect: string | null }>();
    const back = new URL(redirect ?? 'http://none.test/').searchParams;
    return { paymentKey, ref: back.get('orderId') ?? '', amount: Number(back.get('amount') ?? 0) };
  }

  const confirm = (
    as: Person | undefined,
    { ref, paymentKey, amount }: { ref: string; paymentKey: string; amount: number },
  ) =>
    server.call('POST', `/api/payments/${ref}/confirm`, {
      ...(as && { as }),
      headers: anyKey(),
      payload: { paymentKey, amount },
    });

  async function pay(as: Person, orderId: string): Promise<OwnPayment> {
    const answer = await confirm(as, await decide(await open(as, orderId), 'approve'));
    if (answer.statusCode !== 200) throw new Error(`the payment failed: ${answer.body}`);
    return answer.json<OwnPayment>();
  }

  const raise = (
    as: Person | undefined,
    id: string,
    event: PersonEvent,
    payload: object = {},
    headers = {},
  ) =>
    server.call('POST', `/api/orders/${id}/${event}`, {
      ...(as && { as }),
      payload,
      headers: { ...anyKey(), ...headers },
    });

  async function move(
    as: Person,
    id: string,
    event: PersonEvent,
    payload: object = {},
  ): Promise<OrderDetail> {
    const answer = await raise(as, id, event, payload);
    if (answer.statusCode !== 200) throw new Error(`${event} failed: ${answer.body}`);
    return answer.json<OrderDetail>();
  }

  /** Tells the arrival, unless that is known, and confirms the order. */
  async function complete(as: Person, id: string): Promise<OrderDetail> {
    const { delivery } = await read(as, id);
    if (delivery.arrivedAt === null) await move(as, id, 'arrived');
    return move(as, id, 'confirm');
  }

  async function read(as: Person, id: string): Promise<OrderDetail> {
    const answer = await server.call('GET', `/api/orders/${id}`, { as });
    if (answer.statusCode !== 200) throw new Error(`the order cannot be read: ${answer.body}`);
    return answer.json<OrderDetail>();
  }

  async function photo(as: Person, id: string): Promise<string> {
    const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c40' } })
      .png()
      .toBuffer();
    const answer = await server.call('POST', `/api/orders/${id}/photos`, {
      as,
      ...formOf([{ name: 'image', filename: '포장.png', type: 'image/png', bytes }]),
    });
    if (answer.statusCode !== 201) throw new Error(`the photo failed: ${answer.body}`);
    return answer.json<{ id: string }>().id;
  }

  /** Shifts an order and everything that belongs to it by a number of hours. */
  async function shift(orderId: string, hours: number): Promise<void> {
    const interval = `${hours} hours`;
    const earlier = (table: string, columns: readonly string[], id = 'order_id') =>
      pool.query(
        `update ${table} set ${columns.map((column) => `${column} = ${column} - $2::interval`).join(', ')} where ${id} = $1`,
        [orderId, interval],
      );
    await earlier('order_timer', ['at']);
    await earlier('orders', ['due_at', 'delivered_at', 'arrived_at', 'ended_at', 'accepted_at'], 'id');
    await earlier('order_proposal', ['expires_at']);
    await earlier('payable', ['released_at', 'held_until']);
    await earlier('payment', ['expires_at', 'unknown_since', 'created_at'], 'subject_id');
    await pool.query(
      `update graphile_worker._private_jobs set run_at = run_at - $2::interval
        where payload::text like '%' || $1 || '%' or payload::text like any (
          select '%' || id || '%' from payment where subject_id = $1::uuid
          union all select '%' || id || '%' from refund where order_id = $1::uuid
          union all select '%' || payout_id || '%' from payout_part where order_id = $1::uuid)`,
      [orderId, interval],
    );
  }

  /** Shifts an order, then runs what is due. */
  async function pass(orderId: string, hours: number): Promise<void> {
    await shift(orderId, hours);
    await runJobs();
  }

  const runJobs = () => runDueJobs(pool, allJobs(runtime));

  /** Runs the daily payouts. */
  async function payOut(): Promise<void> {
    await enqueue(db, 'payments.request_payouts', {});
    await runJobs();
  }

  /** Asserts every invariant of money and of pending timers. */
  async function assertSound(): Promise<void> {
    const found = await checkMoney(db, [bountyQuestions]);
    if (found.length > 0) throw new Error(`the books are wrong: ${JSON.stringify(found)}`);
    // A job at a wrong time would act too late, without an error.
    const { rows: late } = await pool.query<{ kind: string }>(
      `select timer.order_id, kind, timer.at, job.run_at from order_timer timer
        left join graphile_worker.jobs job on job.key = 'orders.timer ' || order_id || ' ' || kind
        where left_ms is null and timer.at > now() and job.run_at is distinct from timer.at`,
    );
    if (late.length > 0) throw new Error(`jobs come at the wrong time: ${JSON.stringify(late)}`);
  }

  /** Asserts that every list with orders and their money is readable, for both parties and for staff. */
  async function assertReadable(of: { buyer: Person; provider: Person; admin: Person }): Promise<void> {
    const own = ['orders', 'transactions', 'transactions.csv', 'earnings', 'auctions', 'notifications'];
    const staff = [
      'orders',
      'orders.csv',
      'disputes',
      'money',
      'journals',
      'payouts',
      'refunds',
      'findings',
      'stats',
    ];
    const pages: [Person, string][] = [
      ...own.flatMap((list): [Person, string][] => [
        [of.buyer, `/api/user/${list}`],
        [of.provider, `/api/user/${list}`],
      ]),
      ...staff.map((list): [Person, string] => [of.admin, `/api/admin/${list}`]),
    ];
    for (const [as, url] of pages) {
      const { statusCode, body } = await server.call('GET', url, { as });
      if (statusCode !== 200) throw new Error(`${url} cannot be read: ${statusCode} ${body.slice(0, 300)}`);
    }
  }

  /** Returns the balance of an account with credits positive. */
  async function owed(account: string, subjectId: string): Promise<number> {
    const row = await db
      .selectFrom('ledgerBalance')
      .select('balance')
      .where('account', '=', account)
      .where('subjectId', '=', subjectId)
      .executeTakeFirst();
    return 0 - (row?.balance ?? 0);
  }

  return {
    offerService,
    upload,
    verify,
    provide,
    place,
    order,
    open,
    decide,
    confirm,
    pay,
    raise,
    move,
    complete,
    read,
    photo,
    shift,
    pass,
    runJobs,
    payOut,
    assertSound,
    assertReadable,
    owed,
  };
}

export type Ordering = ReturnType<typeof orderingOn>;
