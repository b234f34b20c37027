import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import {
  mayEver,
  orderStates,
  personEvents,
  transitions,
  type OrderState,
  type PersonEvent,
} from '../states.ts';
import { orderingOn, type Ordering } from './testing.ts';

/** Every state × event × person over HTTP. A refused event has its own status and writes nothing. */

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

/** Takes an order to a state through the calls that people make. */
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
      await on.move(buyer(), id, 'dispute', { reason: '연락이 없어요.' });
    },
    completed: async () => {
      await steps.delivered();
      await on.complete(buyer(), id);
    },
    settled: async () => {
      await steps.delivered();
      await on.move(buyer(), id, 'dispute', { reason: '다름' });
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

/** Returns everything that an event could have written. */
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
      (select count(*) from order_arrival where order_id = $1) as arrivals,
      (select count(*) from order_photo where order_id = $1 and event_id is not null) as photos,
      (select count(*) from ledger_journal where order_id = $1) as journals,
      (select count(*) from refund where order_id = $1) as refunds,
      (select count(*) from notification where path like '%' || $1::text || '%') as notices`,
    [id],
  );
  return rows[0];
}

/** Valid input of each event. */
const inputs: Partial<Record<PersonEvent, object>> = {
  progress: { stage: 'underway' },
  inspect: { works: true },
  'propose-settlement': { keep: 10_000 },
  rework: { reason: '다시' },
  cancel: { reason: '그만' },
  dispute: { reason: '다름' },
  answer: { reason: '답' },
  refuse: { reason: '아니에요' },
  rule: { outcome: 'buyer', reason: '판정' },
  claim: { reason: '하자', knownOn: new Date(Date.now() + 9 * 3600_000).toISOString().slice(0, 10), keep: 0 },
};

/** Returns the expected refusal of a person and event. */
function refusal(who: Who, event: PersonEvent): number {
  if (who === 'guest') return 401;
  if (who !== 'buyer' && who !== 'provider' && who !== 'admin') return 404;
  return mayEver(event, who) ? 409 : 403;
}

test.each(orderStates)('%s: every other person and event is refused with its own status', async (state) => {
  const id = await orderIn(state);
  const before = await traces(id);
  const wrong: string[] = [];
  for (const event of personEvents) {
    for (const who of whos) {
      const named = transitions.some(
        (one) =>
          one.event === event && one.from.includes(state) && (one.by as readonly string[]).includes(who),
      );
      if (named) continue;
      const answer = await on.raise(people[who], id, event, inputs[event]);
      const expected = refusal(who, event);
      const { code, state: told } = answer.json<{ code: string; state?: string }>();
      const isRight =
        answer.statusCode === expected &&
        (expected !== 409 || (code === 'invalid_transition' && told === state));
      if (!isRight) wrong.push(`${event} by ${who}: ${answer.statusCode} ${answer.body}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(await traces(id)).toEqual(before);
});

/**
 * Returns whether the order is where the table says. A refusal has to match the obstacle that the page has shown to
 * the same person.
 */
async function leadsOn(
  state: OrderState,
  { event, to }: (typeof transitions)[number],
  side: Who,
): Promise<string | null> {
  const named = event as PersonEvent;
  const id = await orderIn(state);
  const as = people[side] as Person;
  const other = side === 'buyer' ? provider() : buyer();
  const answers = event === 'agree' || event === 'refuse';
  // Answers need an open proposal.
  if (answers && (state === 'working' || state === 'disputed')) {
    await on.move(other, id, 'propose-settlement', { keep: 10_000 });
  } else if (answers && state === 'delivered') {
    await on.move(other, id, 'rework', { reason: '다시' });
  } else if ((answers || event === 'rule') && (state === 'completed' || state === 'settled')) {
    await on.move(buyer(), id, 'claim', inputs.claim ?? {});
  }
  const before = await on.read(as, id);
  const files =
    event === 'deliver'
      ? [{ uploadId: await on.upload(as, new TextEncoder().encode(`${id} ${side}`), 'r.txt') }]
      : [];
  const photos = event === 'arrived' || event === 'progress' ? [await on.photo(as, id)] : [];
  const answer = await on.raise(as, id, named, { ...inputs[named], files, photos });
  const told = `${event} by ${side}: ${answer.statusCode} ${answer.body.slice(0, 200)}`;
  if (answer.statusCode !== 200) {
    const { why } = answer.json<{ why?: string }>();
    const wasTold = before.cannot.some((one) => one.event === named && one.why === why);
    return answer.statusCode === 409 && !before.can.includes(named) && wasTold ? null : told;
  }
  const after = await on.read(buyer(), id);
  const isThere = to === 'outcome' || to === 'previous' || after.state === (to === 'same' ? state : to);
  return isThere && after.version === before.version + 1 ? null : told;
}

const going = orderStates.filter((state) =>
  transitions.some(
    (one) => one.from.includes(state) && (personEvents as readonly string[]).includes(one.event),
  ),
);
test.each(going)('%s: allowed events lead to the state in the table', async (state) => {
  const wrong: (string | null)[] = [];
  for (const transition of transitions) {
    if (!transition.from.includes(state) || transition.by.includes('system')) continue;
    for (const side of transition.by) wrong.push(await leadsOn(state, transition, side as Who));
  }
  expect(wrong.filter(Boolean)).toEqual([]);
  await on.runJobs();
  await on.assertSound();
});
