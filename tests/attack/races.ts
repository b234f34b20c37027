import type { Person } from '../../src/app/testing.ts';
import { allJobs } from '../../src/app/jobs.ts';
import { anyKey } from '../../src/features/orders/server/testing.ts';
import { sponsoringOn } from '../../src/features/sponsorship/server/testing.ts';
import { enqueue, runDueJobs } from '../../src/platform/server/jobs.ts';
import { serverAt } from './place.ts';
import type { Suite } from './run.ts';

const many = 8;

/**
 * Makes the same call many times at once over two processes: an act that may happen once happens once, and the books
 * balance.
 */
export const races: Suite = {
  name: 'races',
  async attack({ place, until, tried, wrong }) {
    const { on, origins, server } = place;
    const { runtime } = server;
    const processes = origins.map((origin) => serverAt(origin, runtime));
    /** Makes the same call many times, half of them to each process; returns the number of each status. */
    async function together(
      calls: { as: Person | null; url: string; payload?: object; key?: string; method?: string }[],
    ) {
      const answers = await Promise.all(
        calls.map(({ as, url, payload = {}, key, method = 'POST' }, at) =>
          processes[at % 2]!.call(method, url, {
            ...(as && { as }),
            payload,
            headers: key === undefined ? anyKey() : { 'idempotency-key': key },
          }),
        ),
      );
      tried(answers.length);
      for (const [at, { statusCode, body }] of answers.entries())
        if (statusCode >= 500 || statusCode === 0)
          wrong(`${calls[at]?.url}: ${statusCode} ${body.slice(0, 200)}`);
      return answers;
    }
    const same = (as: Person | null, url: string, payload: object = {}, key?: string) =>
      together(Array.from({ length: many }, () => ({ as, url, payload, ...(key !== undefined && { key }) })));
    const succeeded = (answers: { statusCode: number }[]) =>
      answers.filter(({ statusCode }) => statusCode < 300 && statusCode > 0).length;
    const once = (what: string, answers: { statusCode: number }[]) => {
      if (succeeded(answers) !== 1)
        wrong(`${what} ${succeeded(answers)} times: ${answers.map(({ statusCode }) => statusCode)}`);
    };
    const count = async (query: string, values: unknown[]) =>
      Number((await runtime.pool.query(query, values)).rows[0]?.count);

    const people = await Promise.all(Array.from({ length: 6 }, () => on.someone()));
    const { provider, serviceId } = await on.provide();
    const buyer = people[0]!;
    const admin = place.people.staff!;
    const sponsoring = sponsoringOn(server);
    let round = 0;

    async function bids(): Promise<void> {
      const { id } = await on.live({ startPrice: 1000, buyNowPrice: null });
      await together(
        people.flatMap((as, who) =>
          [1, 2, 3].map((step) => ({
            as,
            url: `/api/auctions/${id}/bids`,
            payload: { maximum: 2000 + step * 7000 + who * 1000 },
          })),
        ),
      );
      await same(people[1]!, `/api/auctions/${id}/bids`, { maximum: 90_000 }, `same ${id}`);
      await on.end(id);
      const log = await on.readLog(id);
      const counted = log.rows.filter(({ kind }) => kind === 'bid');
      if (counted.some(({ sequence }, at) => sequence !== at + 1))
        wrong(`auction ${id}: numbers of bids have gaps`);
      const problems = await on.problemsOf(log);
      if (problems.length > 0) wrong(`auction ${id}: ${problems}`);
    }
    async function lives(): Promise<void> {
      const { id } = await on.order(buyer, serviceId);
      const attempts = await same(buyer, `/api/orders/${id}/payments`);
      const begun = attempts.filter(({ statusCode }) => statusCode === 201);
      const paid = [];
      for (const attempt of begun) paid.push(await on.decide(attempt.json(), 'approve').catch(() => null));
      const confirmations = paid.flatMap((each) => (each ? [each, each, each] : []));
      await together(
        confirmations.map(({ ref, paymentKey, amount }) => ({
          as: buyer,
          url: `/api/payments/${ref}/confirm`,
          payload: { paymentKey, amount },
        })),
      );
      await on.runJobs();
      const bound = await count('select count(*) from payment where subject_id = $1 and bound', [id]);
      if (bound !== 1) wrong(`order ${id} is paid ${bound} times`);
      if (round % 2 === 0) {
        const answers = await together(
          Array.from({ length: many }, (_, at) =>
            at % 4 < 2
              ? { as: provider, url: `/api/orders/${id}/accept` }
              : { as: buyer, url: `/api/orders/${id}/cancel` },
          ),
        );
        if (succeeded(answers) === 0) wrong(`order ${id} is neither accepted nor cancelled`);
        const state = (await on.read(buyer, id)).state;
        if (!['accepted', 'cancelled', 'refunded'].includes(state)) wrong(`order ${id} is ${state}`);
        return;
      }
      once(`order ${id} accepted`, await same(provider, `/api/orders/${id}/accept`));
      once(`order ${id} begun`, await same(provider, `/api/orders/${id}/start`));
      const files = [{ uploadId: await on.upload(provider, Buffer.from('solid a\nendsolid a\n')) }];
      once(`order ${id} delivered`, await same(provider, `/api/orders/${id}/deliver`, { files }));
      once(`order ${id} confirmed`, await same(buyer, `/api/orders/${id}/confirm`));
    }
    async function payouts(): Promise<void> {
      await runtime.pool.query(`update payable set held_until = now() - interval '1 hour'`);
      await Promise.all(Array.from({ length: 4 }, () => enqueue(runtime.db, 'payments.request_payouts', {})));
      await Promise.all(Array.from({ length: 3 }, () => runDueJobs(runtime.pool, allJobs(runtime))));
      tried(4);
      const double = await count(
        `select count(*) from (select order_id from payout_part join payout on payout.id = payout_id
          where payout.state <> 'failed' group by 1 having count(*) > 1) as twice`,
        [],
      );
      if (double > 0) wrong(`${double} orders are paid out twice`);
    }
    async function sponsors(): Promise<void> {
      const { contributions } = await sponsoring.sponsor(buyer);
      const id = contributions[0]?.id ?? '';
      await same(buyer, `/api/contributions/${id}/withdraw`);
      await on.runJobs();
      const refunds = await count(
        'select count(*) from refund join payment on payment.id = payment_id where subject_id = $1',
        [id],
      );
      if (refunds !== 1) wrong(`contribution ${id} is given back ${refunds} times`);
    }
    async function names(): Promise<void> {
      const name = `racer${Date.now()}`;
      const payload = {
        fullName: '사람',
        email: `${name}@example.com`,
        username: name,
        password: 'correct horse battery',
        consents: { terms: true, privacy: true, age14: true },
      };
      once(`${name} registered`, await same(null, '/api/register', payload));
      const key = crypto.randomUUID();
      const orders = await same(
        buyer,
        '/api/orders',
        { serviceId, consent: { terms: true, customMade: true } },
        key,
      );
      const ids = new Set(
        orders.filter(({ statusCode }) => statusCode < 300).map((each) => each.json<{ id: string }>().id),
      );
      if (ids.size !== 1) wrong(`one key has made ${ids.size} orders`);
    }

    do {
      for (const race of [bids, lives, payouts, sponsors, names]) await race();
      round += 1;
    } while (Date.now() < until || round < 2);
    await on.assertSound();
    await on.assertReadable({ buyer, provider, admin });
  },
};
