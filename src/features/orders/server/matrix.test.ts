import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { orderStates, personEvents, transitions, type OrderState, type PersonEvent } from '../states.ts';
import { orderingOn, type Ordering } from './testing.ts';

/** Every state × event × person over HTTP. What is refused is so with its own status, and writes nothing at all. */

let server: TestServer;
let on: Ordering;
const people = {} as Record<Who, Person | undefined>;
let service: { provider: Person; serviceId: string };

const whos = ['guest', 'stranger', 'otherProvider', 'support', 'buyer', 'provider', 'admin'] as const;
type Who = (typeof whos)[number];

beforeAll(async () => {
  const many = { RATE_LIMIT_ORDERS: '10000', RATE_LIMIT_PAYMENTS: '10000', RATE_LIMIT_WRITES: '100000' };
  server = await startTestServer(many);
  on = orderingOn(server);
  service = await on.provide();
  people.provider = service.provider;
  people.buyer = await server.signUp();
  people.stranger = await server.signUp();
  people.otherProvider = (await on.provide()).provider;
  people.support = await server.signUp({ role: 'support' });
  people.admin = await server.signUp({ isAdmin: true });
  people.guest = undefined;
});
afterAll(() => server.close());

const buyer = () => people.buyer as Person;
const provider = () => people.provider as Person;

/** An order that has come so far, by the calls that people make. */
async function orderIn(state: OrderState): Promise<string> {
  const { id } = await on.order(buyer(), service.serviceId);
  const steps: Record<OrderState, () => Promise<unknown>> = {
    created: () => Promise.resolve(),
    cancelled: () => on.move(buyer(), id, 'cancel'),
    paid: () => on.pay(buyer(), id),
    refunded: async () => {
      await steps.paid();
      await on.move(buyer(), id, 'cancel');
    },
    accepted: async () => {
      await steps.paid();
      await on.move(provider(), id, 'accept');
    },
    working: async () => {
      await steps.accepted();
      await on.move(provider(), id, 'start');
    },
    delivered: async () => {
      await steps.working();
      await deliver(id);
    },
    disputed: async () => {
      await steps.working();
      await on.move(buyer(), id, 'dispute', { note: '연락이 없어요.' });
    },
    completed: async () => {
      await steps.delivered();
      await on.move(buyer(), id, 'confirm');
    },
    settled: async () => {
      await steps.delivered();
      await on.move(buyer(), id, 'dispute', { note: '다름' });
      await on.move(provider(), id, 'propose-settlement', { keep: 10_000 });
      await on.move(buyer(), id, 'agree');
    },
  };
  await steps[state]();
  return id;
}

async function deliver(id: string) {
  const uploadId = await on.upload(provider(), new TextEncoder().encode(id), 'result.txt');
  return on.move(provider(), id, 'deliver', { files: [{ uploadId }] });
}

/** Everything that an event could have written. */
async function traces(id: string): Promise<unknown> {
  const { rows } = await server.runtime.pool.query(
    `select (select version from orders where id = $1) as version,
      (select state from orders where id = $1) as state,
      (select count(*) from order_event where order_id = $1) as events,
      (select count(*) from order_note where order_id = $1) as notes,
      (select string_agg(kind || at, ',' order by kind) from order_timer where order_id = $1) as timers,
      (select count(*) from order_proposal where order_id = $1) as proposals,
      (select count(*) from order_dispute where order_id = $1) as disputes,
      (select count(*) from order_claim where order_id = $1) as claims,
      (select count(*) from order_ruling where order_id = $1) as rulings,
      (select count(*) from order_photo where order_id = $1 and event_id is not null) as photos,
      (select count(*) from ledger_journal where order_id = $1) as journals,
      (select count(*) from refund where order_id = $1) as refunds,
      (select count(*) from notification where path like '%' || $1::text || '%') as notices`,
    [id],
  );
  return rows[0];
}

/** What an event needs to be taken. */
const inputs: Partial<Record<PersonEvent, object>> = {
  'propose-settlement': { keep: 10_000 },
  rework: { note: '다시' },
  dispute: { note: '다름' },
  answer: { note: '답' },
  refuse: { note: '아니에요' },
  rule: { outcome: 'buyer', note: '판정' },
  claim: { note: '하자', knownOn: new Date(Date.now() + 9 * 3600_000).toISOString().slice(0, 10), keep: 0 },
};

describe.each(orderStates)('%s', (state) => {
  test('what is refused, to whom, with what', async () => {
    const id = await orderIn(state);
    const before = await traces(id);
    for (const event of personEvents) {
      for (const who of whos) {
        const named = transitions.some(
          (one) =>
            one.event === event && one.from.includes(state) && (one.by as readonly string[]).includes(who),
        );
        if (named) continue;
        const answer = await on.raise(people[who], id, event, inputs[event]);
        const isParty = who === 'buyer' || who === 'provider';
        const expected =
          who === 'guest'
            ? 401
            : who === 'stranger' ||
                who === 'otherProvider' ||
                who === 'support' ||
                (isParty && event === 'rule')
              ? 404
              : 409;
        expect(answer.statusCode, `${event} by ${who}: ${answer.body}`).toBe(expected);
        if (expected === 409) expect(answer.json()).toMatchObject({ code: 'invalid_transition', state });
      }
    }
    expect(await traces(id)).toEqual(before);
  });

  const allowed = transitions.filter(
    (one) => one.from.includes(state) && (personEvents as readonly string[]).includes(one.event),
  );
  if (allowed.length > 0) {
    test('what is allowed leads where the table says', async () => {
      for (const { event, by, to } of allowed) {
        for (const side of by) {
          const id = await orderIn(state);
          const as = people[side as Who] as Person;
          const other = side === 'buyer' ? provider() : buyer();
          // What answers something needs something to answer.
          if ((event === 'agree' || event === 'refuse') && ['working', 'disputed'].includes(state)) {
            await on.move(other, id, 'propose-settlement', { keep: 10_000 });
          } else if ((event === 'agree' || event === 'refuse') && state === 'delivered') {
            await on.move(other, id, 'rework', { note: '다시' });
          } else if (
            ['agree', 'refuse', 'rule'].includes(event) &&
            ['completed', 'settled'].includes(state)
          ) {
            await on.move(buyer(), id, 'claim', inputs.claim ?? {});
          }
          const before = await on.read(as, id);
          const files =
            event === 'deliver'
              ? {
                  files: [
                    { uploadId: await on.upload(as, new TextEncoder().encode(`${id} ${side}`), 'r.txt') },
                  ],
                }
              : {};
          const photos = event === 'arrived' ? { photos: [await on.photo(as, id)] } : {};
          const answer = await on.raise(as, id, event as PersonEvent, {
            ...inputs[event as PersonEvent],
            ...files,
            ...photos,
          });
          const why = answer.json<{ why?: string }>().why;
          if (answer.statusCode === 200) {
            const after = await on.read(buyer(), id);
            expect(after.version).toBe(before.version + 1);
            if (to !== 'outcome' && to !== 'previous') expect(after.state).toBe(to === 'same' ? state : to);
          } else {
            // A guard, which the page tells the same person of beforehand.
            expect(
              [answer.statusCode, before.can.includes(event as PersonEvent)],
              `${event} by ${side}: ${answer.body}`,
            ).toEqual([409, false]);
            expect(before.cannot.map((one) => [one.event, one.why])).toContainEqual([event, why]);
          }
        }
      }
      await on.runJobs();
      await on.assertSound();
    });
  }
});
