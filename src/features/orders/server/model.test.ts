import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paymentDeps } from '#app/payments-adapter.ts';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import type { PaymentDeps } from '#features/payments/server/public.ts';
import {
  addAttempt,
  beginAttempt,
  confirmAttempt,
  memoryGateway,
  query,
  requestPayout,
  submitPayout,
  submitRefund,
  type Luck,
  type MemoryGateway,
} from '#features/payments/server/testing.ts';
import { maxAmount, maxTotal } from '#platform/shared/amounts.ts';
import { feeOf } from '#platform/shared/fee.ts';
import { standardTerms } from '#platform/shared/order-terms.ts';
import { isAppError } from '#platform/shared/errors.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { randomRuns } from '#platform/shared/testing.ts';
import { eventInput, orderInput, type EventInput } from '../contract.ts';
import { isTerminal, type OrderState, type PersonEvent } from '../states.ts';
import { checkMoney } from './checks.ts';
import { lockOrder } from './locking.ts';
import { dispatchUserEvent } from './commands.ts';
import { runTimer } from './jobs.ts';
import { getArrivalVerdict } from './making.ts';
import { orderPaymentTarget } from './paying.ts';
import { placeLotOrder } from './lot-orders.ts';
import { placeOrder } from './placing.ts';
import { orderingOn, type Ordering } from './testing.ts';

/**
 * Compares thousands of random lives of orders on real PostgreSQL with a model of docs/product.md, "Orders and
 * escrow": the same answers, the same state, and books that are right to the won, with a gateway that loses calls.
 * `npm run nightly` runs more of them; TEST_SEED and TEST_PATH, as printed by a failing run, repeat one.
 */

const tries = randomRuns(100);
const sequences = tries.numRuns;

let server: TestServer;
let on: Ordering;
let gateway: MemoryGateway;
let paying: PaymentDeps;
const people = {} as Record<Who, Person & { isAdmin: boolean; fullName: string }>;
let services: { paid: string; free: string; hourly: string };

type Who = 'buyer' | 'provider' | 'admin' | 'stranger' | 'author';
type What = 'paid' | 'free' | 'hourly' | 'lot';

beforeAll(async () => {
  // Ten thousand lives upload more files than the rate limit of one person allows.
  server = await startTestServer({ RATE_LIMIT_WRITES: '1000000' });
  on = orderingOn(server);
  gateway = memoryGateway();
  const { provider, serviceId } = await on.provide({ price: 33_333 });
  const free = await on.offerService(provider, { isFreeService: true });
  const hourly = await on.offerService(provider, { serviceType: 'engineer', hourlyRate: 40_001 });
  services = { paid: serviceId, free, hourly };
  const known = async (person: Promise<Person> | Person, isAdmin = false) => ({
    ...(await person),
    isAdmin,
    fullName: '사람',
  });
  people.provider = await known(provider);
  people.buyer = await known(server.signUp());
  people.admin = await known(server.signUp({ isAdmin: true }), true);
  people.stranger = await known(server.signUp());
  people.author = await known(server.signUp());
  await on.verify(people.author);
  const deps = orderDeps();
  paying = {
    ...server.runtime,
    gateway,
    publicOrigin: 'http://gongbang.test',
    subjects: { ...paymentDeps(server.runtime).subjects, order: orderPaymentTarget(deps) },
  };
});
afterAll(() => server.close());

const orderDeps = () => ({
  ...server.runtime,
  terms: standardTerms,
  feePercent: 10,
  feeBearer: 'buyer' as const,
});

// Commands as data that a failing run prints.
type Command =
  | { do: 'raise'; event: PersonEvent; by: Who; share: number }
  | { do: 'pay'; luck: Luck }
  | { do: 'ask' }
  | { do: 'time'; kind: string };

const commands: fc.Arbitrary<Command>[] = [
  fc.record({
    do: fc.constant('raise' as const),
    event: fc.constantFrom<PersonEvent>(
      'accept',
      'decline',
      'start',
      'progress',
      'deliver',
      'arrived',
      'inspect',
      'confirm',
      'cancel',
      'propose-settlement',
      'rework',
      'agree',
      'refuse',
      'dispute',
      'answer',
      'withdraw',
      'appeal',
      'rule',
      'claim',
    ),
    by: fc.constantFrom<Who>('buyer', 'provider', 'buyer', 'provider', 'admin', 'stranger'),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  fc.record({
    do: fc.constant('pay' as const),
    luck: fc.constantFrom<Luck>('fine', 'fine', 'refused', 'lost_before', 'lost_after'),
  }),
  fc.constant({ do: 'ask' as const }),
  fc.record({
    do: fc.constant('time' as const),
    kind: fc.constantFrom(
      'unpaid',
      'unanswered',
      'auto_complete',
      'proposal_expired',
      'answer_missed',
      'negotiation_over',
      'ruling_final',
    ),
  }),
];
/** Likely next commands, because chance alone seldom takes an order far. */
const usual: Command[] = [
  { do: 'pay', luck: 'fine' },
  { do: 'raise', event: 'accept', by: 'provider', share: 0.5 },
  { do: 'raise', event: 'start', by: 'provider', share: 0.5 },
  { do: 'raise', event: 'deliver', by: 'provider', share: 0.5 },
];
/** Sometimes the ceiling of an order, or a little more. */
const prices = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(33_333, 40_001) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: maxAmount }) },
  { weight: 1, arbitrary: fc.integer({ min: maxAmount - 10, max: maxAmount }) },
);
const lives = fc.record({
  what: fc.constantFrom<What>('paid', 'paid', 'hourly', 'free', 'lot', 'lot'),
  price: prices,
  quantity: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 100_000 })),
  feePercent: fc.constantFrom(10, 10, 0, 3, 12.5, 100),
  deliveryPrice: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 20_000 })),
  shares: fc.array(fc.integer({ min: 1, max: 50_000 }), { maxLength: 3 }),
  head: fc.integer({ min: 0, max: usual.length }).map((steps) => usual.slice(0, steps)),
  tail: fc.array(fc.oneof(...commands), { maxLength: 24 }),
});

/** The rules, written independently of the code: what an order's next step depends on. */
type Model = {
  what: What;
  feePercent: number;
  principal: number;
  deliveryPrice: number;
  shares: readonly number[];
  total: number;
  state: OrderState;
  /** True if there is money in escrow. */
  funded: boolean;
  /** Payment whose outcome is unknown. */
  asking: boolean;
  open: { kind: 'settlement' | 'rework' | 'return' | 'cancel'; by: Who; keep: number } | null;
  dispute: {
    by: Who;
    from: 'working' | 'delivered';
    phase: string;
    appealed: boolean;
    keep: number;
    /** True if the first of two rulings was made. */
    half: boolean;
  } | null;
  claim: { amount: number; answered: boolean; half: boolean } | null;
  arrived: boolean;
  /** What the buyer said about what arrived. */
  works: boolean | null;
  /** Notes about the making and the arrival, which are limited. */
  notes: { progress: number; inspect: number };
  reworks: number;
  keep: number | null;
};

type Expected = 'refused' | 'absent' | Partial<Model>;

const disputed = (from: 'working' | 'delivered', by: Who, phase: string): Model['dispute'] => ({
  by,
  from,
  phase,
  appealed: false,
  keep: 0,
  half: false,
});

const takesStrike = (share: number) => share < 0.3;

function keepOf(model: Model, share: number): number {
  return Math.floor(model.principal * share);
}

function expectedOf(model: Model, { event, by, share }: Extract<Command, { do: 'raise' }>): Expected {
  if (by === 'stranger') return 'absent';
  const { state, open, dispute, claim, what } = model;
  const free = what === 'free';
  const end = (keep: number, to?: OrderState): Partial<Model> => ({
    state:
      to ??
      (free
        ? keep > 0
          ? 'completed'
          : 'cancelled'
        : keep === 0
          ? 'refunded'
          : keep === model.principal
            ? 'completed'
            : 'settled'),
    keep: free ? 0 : keep,
    funded: false,
    open: null,
    dispute: null,
  });
  if (by === 'admin') {
    if (event === 'cancel')
      return ['created', 'paid', 'accepted'].includes(state)
        ? end(0, state === 'created' ? 'cancelled' : undefined)
        : 'refused';
    if (event === 'dispute')
      return state === 'working' || state === 'delivered'
        ? { state: 'disputed', open: null, dispute: disputed(state, 'admin', 'ruling') }
        : 'refused';
    if (event !== 'rule') return 'refused';
    const needsTwo = model.total > standardTerms.secondAdminAbove;
    if (claim) {
      const keep = Math.floor(claim.amount * share);
      if (keep === 0 || keep === claim.amount || claim.half) return 'refused';
      if (needsTwo) return { claim: { ...claim, half: true } };
      return { claim: null, keep: (model.keep ?? 0) - (claim.amount - keep) };
    }
    if (!dispute || dispute.phase === 'ruled') return 'refused';
    if (free) return 'refused';
    const keep = keepOf(model, share);
    if (keep === 0 || keep === model.principal) return 'refused';
    // An admin does not decide an appeal against their own ruling.
    if (dispute.appealed || dispute.half) return 'refused';
    if (needsTwo) return { dispute: { ...dispute, half: true } };
    return { dispute: { ...dispute, phase: 'ruled', keep }, open: null };
  }
  if (event === 'rule') return 'refused';
  switch (`${state} ${event} ${by}`) {
    case 'created cancel buyer':
      return end(0, 'cancelled');
    case 'created accept provider':
      return free ? { state: 'accepted' } : 'refused';
    case 'created decline provider':
      return free ? end(0) : 'refused';
    case 'paid accept provider':
      return { state: 'accepted' };
    case 'paid decline provider':
    case 'accepted cancel provider':
      return end(0);
    case 'paid cancel buyer':
    case 'accepted cancel buyer':
      // The seller lets the winner go, or the winner accepts a strike.
      if (what !== 'lot' || takesStrike(share)) return end(0);
      return open ? 'refused' : { open: { kind: 'cancel', by, keep: 0 } };
    case 'accepted start provider':
      return open ? 'refused' : { state: 'working' };
    case 'working progress provider':
      if (what === 'lot' || model.notes.progress >= 12) return 'refused';
      return { notes: { ...model.notes, progress: model.notes.progress + 1 } };
    case 'delivered inspect buyer':
      if (model.notes.inspect >= 12) return 'refused';
      return { works: share > 0.5, notes: { ...model.notes, inspect: model.notes.inspect + 1 } };
    case 'working deliver provider':
      // Files arrive at once.
      return open ? 'refused' : { state: 'delivered', arrived: true };
    case 'working propose-settlement buyer':
    case 'working propose-settlement provider':
    case 'delivered propose-settlement buyer':
    case 'delivered propose-settlement provider': {
      const keep = keepOf(model, share);
      if (free || open || keep === 0 || keep === model.principal) return 'refused';
      return { open: { kind: 'settlement', by, keep } };
    }
    case 'disputed propose-settlement buyer':
    case 'disputed propose-settlement provider':
      if (free || open) return 'refused';
      return {
        open: { kind: 'settlement', by, keep: keepOf(model, share) },
        // A proposal counts as an answer.
        dispute:
          dispute?.phase === 'answering' && dispute.by !== by
            ? { ...dispute, phase: 'negotiating' }
            : dispute,
      };
    case 'delivered rework buyer':
    case 'delivered rework provider':
      return open || model.reworks >= 2 ? 'refused' : { open: { kind: 'rework', by, keep: 0 } };
    case 'delivered withdraw buyer':
      return open || (what !== 'hourly' && what !== 'lot')
        ? 'refused'
        : { open: { kind: 'return', by, keep: 0 } };
    case 'delivered confirm buyer':
      return end(free ? 1 : model.principal);
    case 'paid agree buyer':
    case 'paid agree provider':
    case 'accepted agree buyer':
    case 'accepted agree provider':
    case 'working agree buyer':
    case 'working agree provider':
    case 'delivered agree buyer':
    case 'delivered agree provider':
    case 'disputed agree buyer':
    case 'disputed agree provider':
      if (!open || open.by === by) return 'refused';
      if (open.kind === 'rework')
        return { state: 'working', reworks: model.reworks + 1, open: null, arrived: false, works: null };
      return end(open.keep);
    case 'paid refuse buyer':
    case 'paid refuse provider':
    case 'accepted refuse buyer':
    case 'accepted refuse provider':
    case 'working refuse buyer':
    case 'working refuse provider':
    case 'delivered refuse buyer':
    case 'delivered refuse provider':
    case 'disputed refuse buyer':
    case 'disputed refuse provider':
      return !open || open.by === by ? 'refused' : { open: null };
    case 'working dispute buyer':
    case 'working dispute provider':
    case 'delivered dispute buyer':
    case 'delivered dispute provider':
      return {
        state: 'disputed',
        open: null,
        dispute: disputed(state as 'working', by, 'answering'),
      };
    case 'disputed answer buyer':
    case 'disputed answer provider':
      return !dispute || dispute.phase !== 'answering' || dispute.by === by
        ? 'refused'
        : { dispute: { ...dispute, phase: 'negotiating' } };
    case 'disputed withdraw buyer':
    case 'disputed withdraw provider':
      return !dispute || dispute.by !== by || dispute.phase === 'ruled' || dispute.phase === 'appealed'
        ? 'refused'
        : { state: dispute.from, dispute: null, open: null };
    case 'disputed appeal buyer':
    case 'disputed appeal provider':
      return dispute?.phase === 'ruled' && !dispute.appealed
        ? { dispute: { ...dispute, phase: 'appealed', appealed: true } }
        : 'refused';
    case 'completed claim buyer':
    case 'settled claim buyer': {
      const amount = (model.keep ?? 0) - Math.floor((model.keep ?? 0) * share);
      return free || claim || amount <= 0 || !model.arrived
        ? 'refused'
        : { claim: { amount, answered: false, half: false } };
    }
    case 'completed agree provider':
    case 'settled agree provider':
      return claim ? { claim: null, keep: (model.keep ?? 0) - claim.amount } : 'refused';
    case 'completed refuse provider':
    case 'settled refuse provider':
      return claim && !claim.answered ? { claim: { ...claim, answered: true } } : 'refused';
    default:
      return 'refused';
  }
}

/** Models the effect of a timer. */
function afterTime(model: Model, kind: string): Partial<Model> {
  const { state, open, dispute, what } = model;
  const free = what === 'free';
  const refunded: Partial<Model> = {
    state: free ? 'cancelled' : 'refunded',
    keep: 0,
    funded: false,
    open: null,
    dispute: null,
  };
  switch (`${state} ${kind}`) {
    case 'created unpaid':
      return free ? {} : { ...refunded, state: 'cancelled' };
    case 'created unanswered':
      return free ? refunded : {};
    case 'paid unanswered':
      return refunded;
    case 'delivered auto_complete':
      return model.arrived && !open
        ? { state: 'completed', keep: free ? 0 : model.principal, funded: false }
        : {};
    case 'paid proposal_expired':
    case 'accepted proposal_expired':
    case 'working proposal_expired':
    case 'delivered proposal_expired':
    case 'disputed proposal_expired':
      if (!open) return {};
      return open.kind === 'return' ? refunded : { open: null };
    case 'disputed answer_missed':
      if (dispute?.phase !== 'answering') return {};
      return dispute.by === 'buyer' && dispute.from === 'working'
        ? refunded
        : { dispute: { ...dispute, phase: 'ruling' } };
    case 'disputed negotiation_over':
      return dispute?.phase === 'negotiating' ? { dispute: { ...dispute, phase: 'ruling' } } : {};
    case 'disputed ruling_final':
      return dispute?.phase === 'ruled'
        ? { state: 'settled', keep: dispute.keep, funded: false, open: null, dispute: null }
        : {};
    default:
      return {};
  }
}

const hits = new Set<string>();
let uploads = 0;

/** Adds a delivery and shares, as an order of designs has them: where they come from is tested in shares.test.ts. */
async function addExtras(
  orderId: string,
  { deliveryPrice, shares, total }: { deliveryPrice: number; shares: readonly number[]; total: number },
): Promise<void> {
  const { db } = server.runtime;
  await db.updateTable('orders').set({ deliveryPrice, total }).where('id', '=', orderId).execute();
  for (const amount of shares) {
    await db
      .insertInto('orderShare')
      .values({
        id: uuidv7(),
        orderId,
        authorId: people.author.id,
        resourceId: null,
        rightId: uuidv7(),
        title: '자료',
        pieces: 1,
        amount,
        kept: null,
        returnedAt: null,
      })
      .execute();
  }
}

type Life = typeof lives extends fc.Arbitrary<infer Value> ? Value : never;

async function live(life: Life): Promise<void> {
  const { db } = server.runtime;
  const { what, price, feePercent } = life;
  const deps = { ...orderDeps(), feePercent };
  // Clear what an earlier, failed life left there.
  gateway.payments.clear();
  gateway.luck = 'fine';
  const quantity = what === 'lot' ? 1 : life.quantity;
  const shippingFee = what === 'lot' ? life.quantity : 0;
  const principal = what === 'free' ? 0 : price * quantity;
  const withFee = principal + feeOf(principal, feePercent);
  const extras = life.deliveryPrice + life.shares.reduce((sum, share) => sum + share, 0);
  // Free orders have neither, and the ceiling is of all together.
  const hasExtras = what !== 'free' && withFee + extras <= maxTotal;
  const [deliveryPrice, shares] = hasExtras ? [life.deliveryPrice, life.shares] : [0, []];
  const total = hasExtras ? withFee + extras : withFee;
  const placed = db.transaction().execute(async (trx) => {
    if (what === 'lot') {
      const sold = {
        category: 'tools',
        auctionId: crypto.randomUUID(),
        sellerId: people.provider.id,
        title: '낙찰',
        price,
        shippingFee,
      };
      return placeLotOrder(
        deps,
        trx,
        people.buyer,
        { ...sold, payBy: new Date(Date.now() + 3600_000) },
        'digital',
      );
    }
    if (what !== 'free') {
      const column = what === 'hourly' ? 'hourlyRate' : 'price';
      await trx
        .updateTable('service')
        .set({ [column]: price })
        .where('id', '=', services[what])
        .execute();
    }
    const input = orderInput.parse({
      serviceId: services[what],
      quantity,
      consent: { terms: true, customMade: what === 'paid' },
    });
    return placeOrder(deps, trx, people.buyer, input, 'ko', () => Promise.resolve([]));
  });
  const orderId = await placed.catch((error: unknown) => {
    if (isAppError(error) && error.kind.code === 'amount_too_large') return null;
    throw error;
  });
  expect(orderId === null).toBe(total > maxTotal);
  if (orderId === null) return;
  const id = orderId;
  await addExtras(id, { deliveryPrice, shares, total });
  let model: Model = {
    what,
    feePercent,
    principal,
    deliveryPrice,
    shares,
    total,
    state: 'created',
    funded: false,
    asking: false,
    open: null,
    dispute: null,
    claim: null,
    arrived: false,
    works: null,
    notes: { progress: 0, inspect: 0 },
    reworks: 0,
    keep: null,
  };
  const read = () => db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  async function raise(command: Extract<Command, { do: 'raise' }>): Promise<void> {
    const { event, by, share } = command;
    hits.add(`${model.state} ${event} ${by}`);
    const expected = expectedOf(model, command);
    const before = await read();
    const most =
      event === 'rule' && model.claim
        ? model.claim.amount
        : event === 'claim'
          ? (model.keep ?? 0)
          : model.principal;
    const input: EventInput = eventInput.parse({
      reason: '이유',
      keep: Math.floor(most * share),
      acceptStrike: takesStrike(share),
      stage: share > 0.5 ? 'finished' : 'underway',
      works: share > 0.5,
      knownOn: new Date(Date.now() + 9 * 3600_000).toISOString().slice(0, 10),
      ...(event === 'deliver' &&
        by === 'provider' &&
        model.state === 'working' && {
          files: [
            {
              uploadId: await on.upload(
                people.provider,
                new TextEncoder().encode(`${++uploads}`),
                'result.txt',
              ),
            },
          ],
        }),
    });
    let answer: 'done' | 'refused' | 'absent';
    try {
      await db.transaction().execute((trx) => dispatchUserEvent(deps, trx, people[by], id, event, input));
      answer = 'done';
    } catch (error) {
      if (!isAppError(error)) throw error;
      answer = error.kind.code === 'order_not_found' ? 'absent' : 'refused';
    }
    const wanted = typeof expected === 'string' ? expected : 'done';
    // An admin who is no party is told only that the event is forbidden.
    expect(answer, `${model.state} ${event} ${by}`).toBe(wanted);
    const after = await read();
    if (typeof expected === 'string') expect(after).toEqual(before);
    else model = { ...model, ...expected };
  }

  async function pay(luck: Luck): Promise<void> {
    const held = await db.transaction().execute((trx) => lockOrder(trx, id));
    if (model.state !== 'created' || model.what === 'free' || model.asking || !held) return;
    const paymentId = await db.transaction().execute((trx) =>
      addAttempt(
        trx,
        paying,
        {
          subjectKind: 'order',
          subjectId: id,
          personId: people.buyer.id,
          amount: model.total,
          currency: 'KRW',
          orderName: '출력',
          method: null,
          parts: [{ orderId: id, amount: model.total }],
        },
        new Date(),
      ),
    );
    const begun = await beginAttempt(paying, paymentId, people.buyer, {
      locale: 'ko',
      prefix: '',
      depositHours: 24,
    });
    if (begun.kind !== 'redirect') throw new Error(begun.kind);
    const { ref } = await db
      .selectFrom('payment')
      .select('ref')
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow();
    gateway.luck = luck;
    await confirmAttempt(paying, people.buyer.id, {
      id: ref,
      paymentKey: begun.paymentKey,
      amount: model.total,
    });
    gateway.luck = 'fine';
    if (luck === 'fine') model = { ...model, state: 'paid', funded: true };
    else if (luck !== 'refused') model = { ...model, asking: true };
  }

  /** Resolves all unknown outcomes, and sends what was decided. */
  async function ask(): Promise<void> {
    const payments = await db
      .selectFrom('payment')
      .select('id')
      .where('subjectId', '=', id)
      .where('state', 'in', ['confirming', 'unknown'])
      .execute();
    for (const payment of payments) await query(paying, payment.id);
    if (model.asking) {
      model = { ...model, asking: false, ...(model.state === 'created' && { state: 'paid', funded: true }) };
    }
    const refunds = await db
      .selectFrom('refund')
      .select('id')
      .where('orderId', '=', id)
      .where('state', '<>', 'confirmed')
      .orderBy('id')
      .execute();
    for (const refund of refunds) await submitRefund(paying, refund.id);
  }

  for (const command of [...life.head, ...life.tail]) {
    if (command.do === 'raise') await raise(command);
    else if (command.do === 'pay') await pay(command.luck);
    else if (command.do === 'ask') await ask();
    else {
      const { kind } = command;
      const timer = await db
        .updateTable('orderTimer')
        .set({ at: new Date(Date.now() - 1000) })
        .where('orderId', '=', id)
        .where('kind', '=', kind)
        .where('leftMs', 'is', null)
        .executeTakeFirst();
      if (timer.numUpdatedRows === 0n) continue;
      await runTimer(deps, id, kind);
      model = { ...model, ...afterTime(model, kind) };
    }
    const order = await read();
    expect([order.state, order.kept]).toEqual([model.state, model.keep]);
    expect(await getArrivalVerdict(db, id)).toBe(model.works);
    expect(await on.owed('escrow', id)).toBe(model.funded ? model.total : 0);
  }

  // In the end every outcome is known, and every won is accounted for.
  gateway.luck = 'fine';
  await ask();
  await ask();
  const paid = [...gateway.payments.values()].reduce((sum, { balanceAmount }) => sum + balanceAmount, 0);
  const keep = model.keep ?? 0;
  const held = model.funded ? model.total : 0;
  const wasSent = await db
    .selectFrom('orderEvent')
    .select('id')
    .where('orderId', '=', id)
    .where('event', '=', 'deliver')
    .executeTakeFirst();
  const isDeliveryKept = keep > 0 && (keep === principal || wasSent !== undefined);
  const kept =
    keep +
    feeOf(keep, feePercent) +
    (isDeliveryKept ? deliveryPrice : 0) +
    shares.reduce((sum, share) => sum + (keep === 0 ? 0 : Math.floor((share * keep) / principal)), 0);
  expect(paid).toBe(isTerminal(model.state) ? kept : held);
}

test(
  `${sequences} lives of orders match the model`,
  async () => {
    let lived = 0;
    await fc.assert(
      fc.asyncProperty(lives, async (life) => {
        await live(life);
        lived += 1;
        if (lived % 100 === 0) {
          await on.assertSound();
          await on.assertReadable(people);
        }
      }),
      tries,
    );
    expect(await checkMoney(server.runtime.db)).toEqual([]);
    // Everything owed is paid out in the end, with or without lost answers.
    await server.runtime.pool.query(`update payable set held_until = now() - interval '1 hour'`);
    await server.runtime.pool.query(`update order_claim set state = 'refused' where state = 'open'`);
    await server.runtime.pool.query('update payable set claim_open = false');
    for (const luck of ['lost_before', 'lost_after', 'fine'] as const) {
      gateway.luck = luck;
      await requestPayout(paying, people.provider.id);
      await requestPayout(paying, people.author.id);
      const open = await server.runtime.db
        .selectFrom('payout')
        .select('id')
        .where('state', 'in', ['requested', 'unknown'])
        .execute();
      for (const { id } of open) await submitPayout(paying, id);
    }
    const left = await server.runtime.db
      .selectFrom('payout')
      .select('state')
      .where('state', '<>', 'completed')
      .execute();
    expect(left).toEqual([]);
    expect(await checkMoney(server.runtime.db)).toEqual([]);
    const [sent, booked] = await Promise.all([
      [...gateway.sent.values()].reduce((sum, { amount }) => sum + amount, 0),
      server.runtime.db
        .selectFrom('payout')
        .select(({ fn }) => fn.sum<string>('amount').as('sum'))
        .executeTakeFirstOrThrow(),
    ]);
    expect(sent).toBe(Number(booked.sum ?? 0));
    // The random lives cover nearly every state, event and side.
    expect(hits.size).toBeGreaterThan(Math.min(300, sequences / 5));
  },
  60 * 60_000,
);
