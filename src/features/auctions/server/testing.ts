import { createHash, createPublicKey, verify } from 'node:crypto';
import { orderingOn } from '#features/orders/server/testing.ts';
import { placingDeps } from '#app/payments-adapter.ts';
import type { Person, TestServer } from '#app/testing.ts';
import type { AuctionDetail, AuctionLog, BidReceipt } from '../contract.ts';
import { replay, type LogProblem, type LogTools } from '../log.ts';
import { processRest, processTimes, openOrders, tellOutbid } from './clock.ts';

export { processTimes, openOrders };

/** Returns the tools to verify a log outside of a browser, with these public keys (base64url, by name). */
export function logToolsOf(keys: Record<string, string>, signedSince: string | null): LogTools {
  return {
    signedSince,
    sha256: async (text) => createHash('sha256').update(text).digest('hex'),
    verify: async ({ key, signature, text }) => {
      const x = keys[key];
      if (x === undefined) return false;
      const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
      return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64url'));
    },
  };
}

/** Helpers for tests of auctions: lots in every state, people who can bid, and simulated time. */
export function auctioningOn(server: TestServer) {
  const { runtime } = server;
  const { db, pool } = runtime;
  const orders = orderingOn(server);

  /** Signs up a person who can sell and bid. */
  async function someone(): Promise<Person> {
    const person = await server.signUp();
    await orders.verify(person);
    return person;
  }

  const lot = {
    title: '중고 3D 프린터',
    description: '두 해 쓴 기계예요. 노즐은 새것이에요.',
    category: 'machines',
    condition: 'used',
    delivery: ['ship', 'pickup'],
    shippingFee: 4000,
    startPrice: 10_000,
    durationMinutes: 60,
  };

  const write = (as: Person | undefined, fields: object = {}, headers: Record<string, string> = {}) =>
    server.call('POST', '/api/auctions', { ...(as && { as }), headers, payload: { ...lot, ...fields } });

  async function draft(as: Person, fields: object = {}): Promise<AuctionDetail> {
    const answer = await write(as, fields);
    if (answer.statusCode !== 201) throw new Error(`the draft failed: ${answer.body}`);
    return answer.json<AuctionDetail>();
  }

  const raise = (as: Person | undefined, id: string, step: string, payload: object = {}) =>
    server.call('POST', `/api/auctions/${id}/${step}`, { ...(as && { as }), payload });

  async function move(as: Person, id: string, step: string, payload: object = {}): Promise<AuctionDetail> {
    const answer = await raise(as, id, step, payload);
    if (answer.statusCode >= 300) throw new Error(`${step} failed: ${answer.body}`);
    return answer.json<AuctionDetail>();
  }

  /** Creates a lot that is open for bids. */
  async function live(fields: object = {}, seller?: Person) {
    const owner = seller ?? (await someone());
    const { id } = await draft(owner, fields);
    await move(owner, id, 'publish');
    return { seller: owner, id };
  }

  const bid = (as: Person | undefined, id: string, maximum: unknown, headers: Record<string, string> = {}) =>
    server.call('POST', `/api/auctions/${id}/bids`, {
      ...(as && { as }),
      headers,
      payload: { maximum },
    });

  async function bids(as: Person, id: string, maximum: number): Promise<BidReceipt> {
    const answer = await bid(as, id, maximum);
    if (answer.statusCode !== 201) throw new Error(`the bid failed: ${answer.body}`);
    return answer.json<BidReceipt>();
  }

  const read = async (as: Person | undefined, id: string) =>
    (await server.call('GET', `/api/auctions/${id}`, as ? { as } : {})).json<AuctionDetail>();
  const readLog = async (id: string) =>
    (await server.call('GET', `/api/auctions/${id}/log`)).json<AuctionLog>();

  /** Lots whose times were moved: their logs report a wrong end. */
  const moved = new Set<string>();

  /** Simulates time by moving all due times of this auction. */
  async function pass(id: string, minutes: number): Promise<void> {
    moved.add(id);
    await pool.query(
      `update auction set starts_at = case when state = 'scheduled' then starts_at - $2 * interval '1 minute' else starts_at end, ends_at = ends_at - $2 * interval '1 minute',
         pay_by = pay_by - $2 * interval '1 minute', offer_until = offer_until - $2 * interval '1 minute',
         decide_by = decide_by - $2 * interval '1 minute' where id = $1`,
      [id, minutes],
    );
    const { rows } = await pool.query<{ orderId: string }>(
      `select order_id as "orderId" from auction where id = $1 and order_id is not null`,
      [id],
    );
    for (const { orderId } of rows) await orders.shift(orderId, minutes / 60);
  }

  /** Runs the clock's work once. */
  async function tick(): Promise<void> {
    await processTimes(runtime);
    await openOrders(placingDeps(runtime));
    await orders.runJobs();
    await tellOutbid(runtime);
    await processRest(runtime);
  }

  const { signer } = runtime;
  async function check(log: AuctionLog) {
    const { createdAt } = await db
      .selectFrom('signingKey')
      .select('createdAt')
      .orderBy('createdAt')
      .limit(1)
      .executeTakeFirstOrThrow();
    return replay(log, logToolsOf({ [signer.key]: signer.publicKey }, createdAt.toISOString()));
  }
  /** Returns the problems of a log, without its end if `pass` has moved it. */
  async function problemsOf(log: AuctionLog): Promise<LogProblem['what'][]> {
    const { problems, isOnTime } = await check(log);
    const found = problems.map(({ what }) => what);
    if (moved.has(log.id)) return found.filter((what) => what !== 'end');
    return log.rows.some(({ kind }) => kind === 'end') && !isOnTime ? [...found, 'end'] : found;
  }

  async function end(id: string): Promise<void> {
    await pass(id, 100_000);
    await processTimes(runtime);
  }

  const newsOf = async (person: Person, id: string): Promise<string[]> => {
    const rows = await db
      .selectFrom('notification')
      .select('params')
      .where('personId', '=', person.id)
      .where('path', '=', `/auctions/${id}`)
      .orderBy('id')
      .execute();
    return rows.map(({ params }) => String((params as Record<string, unknown>)['news']));
  };

  return {
    ...orders,
    someone,
    lot,
    write,
    draft,
    raiseOn: raise,
    step: move,
    live,
    bid,
    bids,
    readAuction: read,
    readLog,
    pass,
    /** Lets hours pass for an order. */
    passHours: orders.pass,
    tick,
    end,
    newsOf,
    check,
    problemsOf,
  };
}
export type Auctioning = ReturnType<typeof auctioningOn>;
