import { randomInt, timingSafeEqual } from 'node:crypto';
import { sql, type Selectable, type Updateable } from 'kysely';
import { recordAudit } from '#features/admin/server/public.ts';
import {
  balanceOf,
  bound,
  post,
  released,
  releasedRefunded,
  reversed,
  vatWithin,
} from '#features/ledger/server/public.ts';
import {
  addPayable,
  decideRefund,
  holdForClaim,
  refundableOf,
  report,
} from '#features/payments/server/public.ts';
import { issueReceipts, returnRights } from '#features/licensing/server/public.ts';
import { notify } from '#features/notifications/server/public.ts';
import { freeQuote } from '#features/quotes/server/public.ts';
import type { IncomingPicture } from '#features/resources/server/public.ts';
import { countCompleted, finishPrint } from '#features/services/server/public.ts';
import { keepUploads } from '#features/uploads/server/public.ts';
import { databaseTime, onlyRow, type Db, type Trx } from '#platform/server/db.ts';
import { failpoint } from '#platform/server/failpoints.ts';
import { idempotencyKeyRequired } from '#platform/server/idempotency.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import { enqueue } from '#platform/server/jobs.ts';
import { publish } from '#platform/server/realtime.ts';
import type { Database } from '#platform/server/schema.ts';
import type { Vault } from '#platform/server/sealed.ts';
import type { Signer } from '#platform/server/signing.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { AppError, platformErrors, refused } from '#platform/shared/errors.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { noWorkshop, type Workshop } from '#features/services/contract.ts';
import { readyOn } from '#platform/shared/working-days.ts';
import { sideOf } from '../access.ts';
import { ordersErrors, type EventInput, type OrderPhoto } from '../contract.ts';
import {
  dayMs,
  hourMs,
  keepsDelivery,
  orderLimits,
  split,
  wasSent,
  type DeliveryBearer,
  type Price,
  type Terms,
} from '../rules.ts';
import {
  afterSilence,
  endOf,
  isAgreedBySilence,
  isBoundWinner,
  isTerminal,
  guard,
  mayEver,
  outcomeOf,
  proposalMs,
  resultOf,
  type Facts,
  type OrderEvent,
  type OrderState,
  type Outcome,
  type PersonEvent,
  type ProposalKind,
  type Side,
} from '../states.ts';
import {
  forgetFindings,
  listDimensions,
  machineOf,
  measure,
  noteArrival,
  noteReal,
  trackingOf,
} from './making.ts';
import { tell } from './notices.ts';
import { recordBuilds, recordGrantedClaim } from './builds.ts';
import { addUploadedPhotos } from './photos.ts';

export type OrderDeps = { db: Db; vault: Vault; storage: BlobStore; signer: Signer; terms: Terms };
export type Order = Omit<Selectable<Database['orders']>, 'feePercent'> & { feePercent: number };
type Proposal = Selectable<Database['orderProposal']>;
type Dispute = Selectable<Database['orderDispute']>;
type Claim = Selectable<Database['orderClaim']>;
type Share = Selectable<Database['orderShare']>;
type NamedDimension = Selectable<Database['orderDimension']>;

/** Topic that pages of an order subscribe to. */
export const topicOf = (id: string) => `order:${id}`;

/** Purpose under which the vault seals addresses. */
export const sealedAddress = 'delivery address';
export const sealedPickupCode = 'pickup code';

/** Order under its lock, with everything its state machine reads. */
type LockedOrder = {
  order: Order;
  proposal: Proposal | null;
  dispute: Dispute | null;
  claim: Claim | null;
  /** Shares of the authors whose files are made. */
  shares: Share[];
  /** Dimensions that matter to the buyer, in their order. */
  dimensions: NamedDimension[];
  facts: Facts;
  now: Date;
};

/** Origin of an event: a person with a name, or the system without one. */
type Actor = { side: Side; id: string | null; name: string };

export type Dispatch = {
  event: OrderEvent;
  actor: Actor;
  input?: Partial<EventInput>;
  detail?: Record<string, unknown>;
  /** True if the request carries an idempotency key. */
  hasKey?: boolean;
};

/**
 * Dispatches an event of a person. Throws `order_not_found` for strangers, `forbidden` if this side may never send
 * the event, `order_changed`, `invalid_transition` with the reason, `idempotency_key_required` if the event moves
 * money and has no key, and the errors of the event itself; nothing is written then. `pictures` are the stored
 * pictures of uploads among the photos.
 */
export async function dispatchUserEvent(
  deps: OrderDeps,
  trx: Trx,
  person: { id: string; isAdmin: boolean; username: string },
  id: string,
  event: PersonEvent,
  input: EventInput,
  { hasKey = true, pictures = [] }: { hasKey?: boolean; pictures?: readonly IncomingPicture[] } = {},
): Promise<void> {
  const held = await lockOrder(trx, id);
  const side = held && sideOf(person, held.order);
  if (!held || !side) throw new AppError(ordersErrors.order_not_found);
  const isParty = side !== 'admin' || held.shares.some(({ authorId }) => authorId === person.id);
  if (event === 'rule' && isParty && person.isAdmin) throw new AppError(ordersErrors.admin_is_party);
  if (!mayEver(event, side)) throw new AppError(platformErrors.forbidden);
  if (input.version !== undefined && input.version !== held.order.version) {
    throw new AppError(ordersErrors.order_changed);
  }
  const actor = { side, id: person.id, name: person.username };
  await addUploadedPhotos(trx, id, actor, pictures, held.now);
  await dispatch(deps, trx, held, { event, actor, input, hasKey });
}

/** Dispatches an event of the system if it is still due; returns whether it was. */
export async function dispatchSystemEvent(
  deps: OrderDeps,
  trx: Trx,
  id: string,
  event: OrderEvent,
  detail: Record<string, unknown> = {},
): Promise<boolean> {
  const held = await lockOrder(trx, id);
  if (!held || 'obstacle' in guard(event, 'system', held.facts, held.now, deps.terms)) return false;
  await dispatch(deps, trx, held, { event, actor: { side: 'system', id: null, name: '' }, detail });
  return true;
}

/** Locks an order and reads everything that belongs to it. */
export async function lockOrder(trx: Trx, id: string): Promise<LockedOrder | null> {
  const row = isUuid(id)
    ? await trx.selectFrom('orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    : undefined;
  if (!row) return null;
  const order = { ...row, feePercent: Number(row.feePercent) };
  return { order, ...(await loadRelations(trx, order)), now: await databaseTime(trx) };
}

/** Reads what the state machine needs in addition to the order. */
export async function loadRelations(
  db: Db,
  order: Order,
): Promise<Pick<LockedOrder, 'proposal' | 'dispute' | 'claim' | 'shares' | 'dimensions' | 'facts'>> {
  const proposal = await db
    .selectFrom('orderProposal')
    .selectAll()
    .where('orderId', '=', order.id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  const dispute = await db
    .selectFrom('orderDispute')
    .selectAll()
    .where('orderId', '=', order.id)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  const claim = await db
    .selectFrom('orderClaim')
    .selectAll()
    .where('orderId', '=', order.id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  const shares = await db
    .selectFrom('orderShare')
    .selectAll()
    .where('orderId', '=', order.id)
    .orderBy('id')
    .execute();
  const dimensions = await listDimensions(db, order.id);
  const found = await onlyRow(
    sql<{
      hasConsent: boolean;
      filesUnchanged: boolean;
      wasClaimRefused: boolean;
      progress: number;
      inspect: number;
    }>`
    select exists (select from order_consent where order_id = ${order.id} and kind = 'custom_made') as has_consent,
      exists (select from order_claim where order_id = ${order.id} and state = 'refused') as was_claim_refused,
      (select count(*)::integer from order_event where order_id = ${order.id} and event = 'progress') as progress,
      (select count(*)::integer from order_event where order_id = ${order.id} and event = 'inspect') as inspect,
      not exists (select from order_file file left join kept_file kept on kept.id = file.kept_file_id
        where file.order_id = ${order.id} and kept.sha256 is distinct from file.sha256) as files_unchanged`,
    db,
  );
  return {
    proposal: proposal ?? null,
    dispute: dispute ?? null,
    claim: claim ?? null,
    shares,
    dimensions,
    facts: {
      state: order.state,
      isFree: order.isFree,
      isFunded: order.paymentId !== null,
      customMade: order.customMade,
      hasConsent: found.hasConsent,
      filesUnchanged: found.filesUnchanged,
      isMade: order.auctionId === null,
      notes: { progress: found.progress, inspect: found.inspect },
      isMeasured: dimensions.every(({ providerAt }) => providerAt !== null),
      dueAt: order.dueAt,
      deliveredAt: order.deliveredAt,
      arrivedAt: order.arrivedAt,
      reworks: order.reworks,
      proposal: proposal ?? null,
      dispute: dispute ?? null,
      claim: claim ? { isAnswered: claim.answeredAt !== null } : null,
      wasClaimRefused: found.wasClaimRefused,
    },
  };
}

/** Outcome of an order, with what the provider keeps and, where a ruling said so, the side that bears the delivery. */
type Ending = { outcome: Outcome; keep: number; bearer?: DeliveryBearer | undefined };

/** Returns the agreed price of an order, with the shares of its authors in the order of `shares`. */
export function priceOf(order: Order, shares: readonly { amount: number }[]): Price {
  const { principal, feePercent, feeBearer, deliveryPrice } = order;
  return { principal, feePercent, feeBearer, deliveryPrice, shares: shares.map(({ amount }) => amount) };
}

/** Changes of a step, collected while the event is worked out and written together. */
type Step = {
  to: OrderState;
  set: Updateable<Database['orders']>;
  detail: Record<string, unknown>;
  /** Text of the actor for both parties. */
  note: string | undefined;
  /** Outcome of the order, which decides where its money goes. */
  outcome?: Ending;
  photos?: { ids: readonly string[]; kind: OrderPhoto['kind'] };
  results?: readonly { uploadId: string }[];
  /** What the buyer found, which refers to the event. */
  arrival?: { orderId: string; works: boolean; eventId: string; at: Date };
};

/** Performs one step in the caller's transaction: state, event, journal, timers, notices and jobs. */
async function dispatch(deps: OrderDeps, trx: Trx, held: LockedOrder, raised: Dispatch): Promise<void> {
  const { order, facts, now } = held;
  const { event, actor, input = {}, hasKey = true } = raised;
  const judged = guard(event, actor.side, facts, now, deps.terms);
  if ('obstacle' in judged) {
    throw new AppError(ordersErrors.invalid_transition, {
      more: () => ({ why: judged.obstacle, state: order.state }),
    });
  }
  const { to } = judged.transition;
  const step: Step = {
    to: to === 'same' || to === 'outcome' || to === 'previous' ? order.state : endOf(to, order.isFree),
    set: {},
    detail: { ...raised.detail },
    note: saidWith(input),
  };
  const commandId = `order:${order.id}:${order.version + 1}`;
  const eventId = uuidv7(now.getTime());
  await effects[event]?.(deps, trx, { held, actor, input, step, commandId, eventId });

  if (isTerminal(step.to) && !isTerminal(order.state)) {
    step.set.endedAt = now;
    step.set.endedBy = actor.side;
    step.outcome ??= defaultOutcome(step.to, order);
    step.set.kept = 0;
    step.set.deliveryKept = false;
    if (order.paymentId !== null) {
      const { keep, bearer } = step.outcome;
      step.set.kept = keep;
      step.set.deliveryKept = keepsDelivery(order, keep, { wasSent: wasSent(order), bearer });
      await moveMoney(deps, trx, held, { keep, isDeliveryKept: step.set.deliveryKept }, commandId);
    }
    step.detail = { ...step.detail, keep: step.set.kept, ...(order.paymentId !== null && { money: true }) };
    await clearTimers(trx, order.id);
    await endRelations(trx, held);
    await endRights(deps, trx, held, step.to);
    if (step.to === 'cancelled' && order.quoteId !== null) await freeQuote(trx, order.quoteId);
  }
  if (step.detail['money'] === true && !hasKey) throw idempotencyKeyRequired();
  const changed = await trx
    .updateTable('orders')
    .set({ ...step.set, state: step.to, version: order.version + 1 })
    .where('id', '=', order.id)
    .where('state', '=', order.state)
    .where('version', '=', order.version)
    .executeTakeFirst();
  if (changed.numUpdatedRows !== 1n) throw new AppError(ordersErrors.order_changed);
  await trx
    .insertInto('orderEvent')
    .values({
      id: eventId,
      orderId: order.id,
      version: order.version + 1,
      event,
      side: actor.side,
      actorId: actor.id,
      fromState: order.state,
      toState: step.to,
      commandId,
      detail: JSON.stringify(step.detail),
      at: now,
    })
    .execute();
  if (step.note && actor.id !== null) {
    await trx
      .insertInto('orderNote')
      .values({ eventId, orderId: order.id, authorId: actor.id, text: step.note })
      .execute();
  }
  // Auctions are a room above this one, so a job tells them about the order of a lot.
  if (order.auctionId !== null && step.to !== order.state) {
    await enqueue(trx, 'orders.lot_moved', { auctionId: order.auctionId });
  }
  if (step.to === 'completed' && order.state !== 'completed' && order.serviceId !== null) {
    await countCompleted(trx, order.serviceId);
    await finishPrint(trx, order.id, now);
  }
  if (step.photos) await attachPhotos(trx, order.id, actor, eventId, step.photos);
  if (step.results) await addResults(trx, held, actor, step.results, eventId);
  if (step.arrival) await noteArrival(trx, step.arrival);
  // Once photos and verdict of this step belong to the order.
  if (step.to === 'completed' && order.state !== 'completed' && order.serviceId !== null)
    await recordBuilds(trx, order, now);
  await tell(trx, { orderId: order.id, event, actor, detail: step.detail }, now);
  // An order begins at version 1, so its first event leads to version 2.
  await publish(
    trx,
    { topic: topicOf(order.id), seq: order.version, type: event, data: { state: step.to } },
    now,
  );
  failpoint(`order ${event}`);
}

function defaultOutcome(to: OrderState, order: Order): Ending {
  return to === 'completed' ? { outcome: 'provider', keep: order.principal } : { outcome: 'buyer', keep: 0 };
}

/** Empties the escrow: the provider's part, the fee, the authors' shares and the refund. */
async function moveMoney(
  { terms }: OrderDeps,
  trx: Trx,
  { order, shares, now }: LockedOrder,
  { keep, isDeliveryKept }: { keep: number; isDeliveryKept: boolean },
  commandId: string,
): Promise<void> {
  const paymentId = order.paymentId ?? '';
  const part = split(priceOf(order, shares), keep, isDeliveryKept);
  const authors = authorParts(order, shares, part.authors);
  const refundId =
    part.buyer > 0
      ? await decideRefund(
          trx,
          {
            payment: { id: paymentId, personId: order.buyerId, currency: order.currency },
            orderId: order.id,
            amount: part.buyer,
            reason: keep === 0 ? 'order_refunded' : 'order_settled',
          },
          now,
        )
      : null;
  const { id: orderId, buyerId, providerId } = order;
  await post(
    trx,
    {
      ...released({ orderId, buyerId, providerId, refundId }, { ...part, authors }),
      commandId,
      orderId,
      paymentId,
    },
    now,
  );
  const owe = async (job: Job, share?: { partOf: string; title: string }) => {
    const days = await findHoldDays(trx, job.providerId, terms);
    await addPayable(trx, {
      ...job,
      share,
      releasedAt: now,
      heldUntil: new Date(now.getTime() + days * dayMs),
    });
  };
  if (part.provider > 0) await owe({ orderId, buyerId, providerId });
  for (const { job, share, amount } of authors) {
    await keepShare(trx, share.id, amount);
    if (amount === 0) continue;
    await owe(job, { partOf: orderId, title: share.title });
    await notify(
      trx,
      share.authorId,
      {
        what: 'share_earned',
        path: '/my/transactions',
        params: { title: share.title, amount, currency: order.currency },
        people: [],
      },
      now,
    );
  }
}

/**
 * Signs the receipts of what was made, with what its authors have received so far; gives back the permissions for what
 * was not made.
 */
async function endRights(
  { signer }: OrderDeps,
  trx: Trx,
  { order: { id: orderId } }: LockedOrder,
  to: OrderState,
): Promise<void> {
  if (to !== 'completed' && to !== 'settled') return returnRights(trx, orderId);
  const shares = await trx
    .selectFrom('orderShare')
    .select(['rightId', 'kept'])
    .where('orderId', '=', orderId)
    .execute();
  await issueReceipts(trx, signer, {
    orderId,
    shares: new Map(shares.map(({ rightId, kept }) => [rightId, kept ?? 0])),
  });
}

type Job = { orderId: string; buyerId: string; providerId: string };

/** Returns what each author receives; in the ledger a share stands where the order of a provider stands. */
function authorParts({ buyerId }: Order, shares: readonly Share[], amounts: readonly number[]) {
  return shares.map((share, index) => ({
    share,
    job: { orderId: share.id, buyerId, providerId: share.authorId },
    amount: amounts[index] ?? 0,
  }));
}

async function keepShare(trx: Trx, id: string, kept: number): Promise<void> {
  await trx.updateTable('orderShare').set({ kept }).where('id', '=', id).execute();
}

/** Returns how many days a new payable is held; those of a provider's first orders are held longer. */
export async function findHoldDays(trx: Trx, providerId: string, terms: Terms): Promise<number> {
  const { before } = await trx
    .selectFrom('payable')
    .select(({ fn }) => fn.countAll<number>().as('before'))
    .where('providerId', '=', providerId)
    .executeTakeFirstOrThrow();
  return before < terms.firstOrders ? terms.firstPayoutHoldDays : terms.payoutHoldDays;
}

async function endRelations(trx: Trx, { proposal, dispute, now }: LockedOrder): Promise<void> {
  if (proposal) await decideProposal(trx, proposal.id, 'replaced', now);
  if (dispute) await closeDispute(trx, dispute, now);
}

/** Records in the audit log that staff ended the order or opened a dispute; both parties read the reason. */
async function auditEnd(
  trx: Trx,
  { order, now }: LockedOrder,
  { actor, input, action }: Pick<At, 'actor' | 'input'> & { action: 'order.cancel' | 'order.dispute' },
): Promise<void> {
  needReason(input);
  await recordAudit(
    trx,
    {
      actor: { id: actor.id ?? '', username: actor.name },
      action,
      target: { type: 'order', id: order.id },
      about: [order.buyerId, order.providerId],
      reason: saidWith(input),
      before: { state: order.state },
      after: { total: order.total },
    },
    now,
  );
}

async function closeDispute(trx: Trx, { id }: Dispute, now: Date): Promise<void> {
  await trx.updateTable('orderDispute').set({ phase: 'ended', endedAt: now }).where('id', '=', id).execute();
}

type At = {
  held: LockedOrder;
  actor: Actor;
  input: Partial<EventInput>;
  step: Step;
  commandId: string;
  eventId: string;
};
type Effect = (deps: OrderDeps, trx: Trx, at: At) => Promise<void> | void;

const inHours = (now: Date, hours: number) => new Date(now.getTime() + hours * hourMs);
const inDays = (now: Date, days: number) => inHours(now, days * 24);

/**
 * Effects of events in addition to the change of state; those without one only move the order. Where the states table lets an event through, the proposal,
 * dispute or claim that it is about is there.
 */
const effects: Partial<Record<OrderEvent, Effect>> = {
  async captured({ terms }, trx, { held: { order, now }, step, commandId }) {
    const { paymentId } = step.detail as { paymentId: string };
    const { id: orderId, buyerId, total } = order;
    await post(trx, { ...bound({ paymentId, buyerId, orderId }, total), commandId, orderId, paymentId }, now);
    step.set = { paymentId, paidAt: now };
    step.detail = { ...step.detail, money: true };
    await clearTimers(trx, orderId);
    await setTimer(trx, orderId, 'unanswered', inHours(now, terms.acceptHours));
  },
  cancel(deps, trx, { held, actor, input, step }) {
    const { order, proposal } = held;
    if (actor.side === 'admin') return auditEnd(trx, held, { actor, input, action: 'order.cancel' });
    if (order.state === 'working') return propose(deps, trx, held, actor, 'late_cancel', null, step);
    if (!isBoundWinner(order, actor.side) || input.acceptStrike === true) return;
    if (proposal !== null) {
      throw new AppError(ordersErrors.invalid_transition, {
        more: () => ({ why: 'proposal_open', state: order.state }),
      });
    }
    step.to = order.state;
    return propose(deps, trx, held, actor, 'cancel', null, step);
  },
  async accept(_deps, trx, { held: { order, now }, input, step }) {
    const { startsOn } = input;
    if (startsOn !== undefined && startsOn < koreanDay(now)) {
      throw refused(ordersErrors.starts_in_past, 'startsOn');
    }
    await clearTimers(trx, order.id, ['unanswered']);
    step.set = {
      acceptedAt: now,
      dueAt: await dueAtOf(trx, order, now),
      ...(startsOn !== undefined && { startsOn }),
      ...(await machineOf(trx, order, input)),
    };
    step.detail = { ...step.detail, ...(startsOn !== undefined && { startsOn }) };
  },
  async start(_deps, trx, { held: { order, now }, input, step }) {
    step.set = { startedAt: now, ...(await machineOf(trx, order, input)) };
  },
  async progress(_deps, trx, { held, input, step }) {
    const { order, dimensions, now } = held;
    const { stage, photos = [] } = input;
    if (stage === undefined) throw refused(ordersErrors.stage_needed, 'stage');
    if (photos.length === 0 && order.deliveryKind !== 'digital') {
      throw refused(ordersErrors.photo_needed, 'photos');
    }
    if (photos.length > orderLimits.notePhotos) throw refused(ordersErrors.too_many_photos, 'photos');
    step.photos = { ids: photos, kind: stage };
    step.detail = { ...step.detail, stage };
    if (stage === 'finished' && dimensions.length > 0) {
      step.detail['measured'] = await measure(trx, dimensions, input, { side: 'provider', now });
    }
  },
  async deliver(deps, trx, { held, input, step }) {
    const { order, now } = held;
    const photos = input.photos ?? [];
    if (photos.length === 0 && order.deliveryKind !== 'digital') {
      throw refused(ordersErrors.photo_needed, 'photos');
    }
    const files = input.files ?? [];
    const isSent = input.trackingNumber !== undefined;
    const isFetched = input.pickup === true || input.pickupCode !== undefined;
    if (!isSent && !isFetched && files.length > 0 && order.deliveryKind !== 'digital') {
      throw refused(ordersErrors.files_alone, 'trackingNumber');
    }
    if (!isSent && !isFetched && files.length === 0) {
      throw refused(ordersErrors.proof_of_sending_needed, 'trackingNumber');
    }
    if (photos.length === 0 && files.length === 0) throw refused(ordersErrors.photo_needed, 'photos');
    step.results = files;
    const code = input.pickupCode ?? String(randomInt(1_000_000)).padStart(6, '0');
    step.set = {
      deliveredAt: now,
      tracking: isSent ? JSON.stringify(trackingOf(input.carrier ?? '', input.trackingNumber ?? '')) : null,
      sealedPickupCode: isFetched ? deps.vault.seal(sealedPickupCode, code) : null,
      providerKnowsCode: input.pickupCode !== undefined,
      arrivedAt: null,
    };
    step.photos = { ids: photos, kind: 'pre_ship' };
    const { printed } = input;
    if (order.quoteId !== null && printed) {
      await noteReal(trx, { ...order, quoteId: order.quoteId }, printed, now);
    }
    // For rooms above, such as passports.
    await enqueue(trx, 'orders.delivered', { orderId: order.id });
    // Files are delivered at once.
    if (order.deliveryKind === 'digital' && !isSent && !isFetched) {
      await arrive(deps, trx, held, step);
    }
  },
  async arrived(deps, trx, { held, actor, input, step }) {
    const { order } = held;
    const photos = input.photos ?? [];
    if (actor.side === 'provider') {
      const code = order.sealedPickupCode;
      const isFetched =
        code !== null &&
        !order.providerKnowsCode &&
        input.pickupCode !== undefined &&
        isSame(deps.vault.open(sealedPickupCode, code), input.pickupCode);
      if (input.pickupCode !== undefined && !isFetched) {
        throw refused(ordersErrors.wrong_pickup_code, 'pickupCode');
      }
      if (!isFetched && photos.length === 0) throw refused(ordersErrors.photo_needed, 'photos');
    }
    step.photos = { ids: photos, kind: 'arrival' };
    await arrive(deps, trx, held, step);
  },
  async inspect(_deps, trx, { held: { order, dimensions, now }, input, step, eventId }) {
    const { works } = input;
    const { photos = [] } = input;
    if (works === undefined) throw refused(ordersErrors.works_needed, 'works');
    if (photos.length > orderLimits.notePhotos) throw refused(ordersErrors.too_many_photos, 'photos');
    step.photos = { ids: photos, kind: 'arrival' };
    step.detail = { ...step.detail, works };
    if (dimensions.length > 0 && input.measured !== undefined) {
      step.detail['measured'] = await measure(trx, dimensions, input, { side: 'buyer', now });
    }
    step.arrival = { orderId: order.id, works, eventId, at: now };
  },
  confirm(_deps, _trx, { held: { order, now }, step, input }) {
    step.photos = { ids: input.photos ?? [], kind: 'arrival' };
    if (order.arrivedAt === null) step.set = { arrivedAt: now };
  },
  async 'propose-settlement'(deps, trx, { held, actor, input, step }) {
    const { order, dispute } = held;
    const keep = input.keep;
    // In a dispute, both parties may also agree on everything or nothing.
    const [least, most] = order.state === 'disputed' ? [0, order.principal] : [1, order.principal - 1];
    if (keep === undefined || keep < least || keep > most) {
      throw refused(ordersErrors.keep_out_of_range, 'keep');
    }
    await propose(deps, trx, held, actor, 'settlement', keep, step);
    // A proposal counts as an answer to the dispute.
    if (dispute?.phase === 'answering' && dispute.openedBy !== actor.side) {
      await beginNegotiation(deps, trx, held);
    }
  },
  rework(deps, trx, { held, actor, input, step }) {
    needReason(input);
    step.photos = evidenceOf(input);
    return propose(deps, trx, held, actor, 'rework', null, step);
  },
  async agree(_deps, trx, { held, step, commandId }) {
    if (held.claim && isTerminal(held.order.state)) {
      return grant(trx, held, { wanted: held.claim.amount, step, commandId });
    }
    await takeProposal(trx, held, held.proposal!, step);
  },
  async refuse(_deps, trx, { held, input, step }) {
    const { order, proposal, claim, now } = held;
    if (claim && isTerminal(order.state)) {
      needReason(input);
      await trx.updateTable('orderClaim').set({ answeredAt: now }).where('id', '=', claim.id).execute();
      return;
    }
    const { id, kind } = proposal!;
    await decideProposal(trx, id, 'refused', now);
    step.detail = { ...step.detail, proposal: kind };
    await clearTimers(trx, order.id, ['proposal_expired']);
    await postponeCompletion(trx, order, inHours(now, 24));
  },
  async proposal_expired(_deps, trx, { held, step }) {
    const { order, proposal, now } = held;
    if (!proposal) return;
    step.detail = { ...step.detail, proposal: proposal.kind };
    if (isAgreedBySilence(proposal.kind)) return takeProposal(trx, held, proposal, step);
    await decideProposal(trx, proposal.id, 'lapsed', now);
    await clearTimers(trx, order.id, ['proposal_expired']);
    await postponeCompletion(trx, order, inHours(now, 24));
  },
  withdraw(deps, trx, { held, actor, step }) {
    if (held.order.state === 'disputed') return endDispute(deps, trx, held, step);
    return propose(deps, trx, held, actor, 'return', null, step);
  },
  async dispute(deps, trx, { held, actor, input, step }) {
    needReason(input);
    step.photos = evidenceOf(input);
    if (actor.side === 'admin') {
      await auditEnd(trx, held, { actor, input, action: 'order.dispute' });
      return openDispute(deps, trx, held, 'system');
    }
    await openDispute(deps, trx, held, actor.side === 'buyer' ? 'buyer' : 'provider');
  },
  async answer(deps, trx, { held, input, step }) {
    needReason(input);
    step.photos = evidenceOf(input);
    await beginNegotiation(deps, trx, held);
  },
  async answer_missed({ terms }, trx, { held: { order, dispute, now }, step }) {
    const { id, ...facts } = dispute!;
    await clearTimers(trx, order.id, ['answer_missed']);
    if (afterSilence(facts) === 'refunded') {
      step.to = resultOf('buyer', order.isFree);
      step.outcome = { outcome: 'buyer', keep: 0 };
      return;
    }
    await setPhase(trx, id, 'ruling');
    await setTimer(trx, order.id, 'ruling_due', inDays(now, terms.rulingDays));
  },
  async negotiation_over({ terms }, trx, { held: { order, dispute, now } }) {
    await setPhase(trx, dispute!.id, 'ruling');
    await clearTimers(trx, order.id, ['negotiation_over']);
    await setTimer(trx, order.id, 'ruling_due', inDays(now, terms.rulingDays));
  },
  async rule(deps, trx, { held, actor, input, step, commandId }) {
    needReason(input);
    await rule(deps, trx, held, { actor, input, step, commandId });
  },
  async appeal({ terms }, trx, { held: { order, dispute, now }, input, step }) {
    needReason(input);
    step.photos = evidenceOf(input);
    await trx
      .updateTable('orderDispute')
      .set({ phase: 'appealed', hasAppealed: true })
      .where('id', '=', dispute!.id)
      .execute();
    await clearTimers(trx, order.id, ['ruling_final']);
    await setTimer(trx, order.id, 'ruling_due', inDays(now, terms.rulingDays));
  },
  async ruling_final(_deps, trx, { held: { order, dispute }, step }) {
    const { outcome, keep, deliveryBearer } = await lastRuling(trx, dispute!.id);
    step.to = resultOf(outcome, order.isFree);
    step.outcome = { outcome, keep, bearer: deliveryBearer ?? undefined };
  },
  async deposit_reversed(deps, trx, { held, step, commandId }) {
    const { order } = held;
    await takeMoneyBack(trx, held, step, commandId);
    step.set = { ...step.set, paymentId: null };
    if (order.state === 'paid') {
      step.set.paidAt = null;
      if (held.proposal) await decideProposal(trx, held.proposal.id, 'replaced', held.now);
      await clearTimers(trx, order.id);
      await setTimer(
        trx,
        order.id,
        'unpaid',
        new Date(held.now.getTime() + deps.terms.depositHours * hourMs),
      );
    } else if (!isTerminal(order.state)) {
      await openDispute(deps, trx, held, 'system');
    }
  },
  async claim(deps, trx, { held, input, step }) {
    const { order, now } = held;
    needReason(input);
    const today = koreanDay(now);
    const { knownOn = today } = input;
    if (knownOn > today) throw refused(ordersErrors.known_too_long, 'knownOn');
    if (Date.parse(today) - Date.parse(knownOn) > deps.terms.claimKnownDays * dayMs) {
      throw refused(ordersErrors.known_too_long, 'knownOn');
    }
    const left = order.kept ?? 0;
    // For a claim, `keep` is the amount the provider would keep if it were granted.
    const amount = left - (input.keep ?? 0);
    if (amount <= 0 || amount > left) throw refused(ordersErrors.keep_out_of_range, 'keep');
    await trx
      .insertInto('orderClaim')
      .values({
        id: uuidv7(now.getTime()),
        orderId: order.id,
        state: 'open',
        knownOn,
        amount,
        granted: null,
        createdAt: now,
        answerBy: inHours(now, deps.terms.claimAnswerHours),
        answeredAt: null,
        decidedAt: null,
      })
      .execute();
    await holdForClaim(trx, order.id, true);
    await setTimer(trx, order.id, 'claim_due', inHours(now, deps.terms.claimAnswerHours));
    step.photos = evidenceOf(input);
    step.detail = { ...step.detail, amount };
  },
};

/** Returns the text that both parties read. */
function saidWith({ reason = '', text = '', note = '' }: Partial<EventInput>): string {
  return [reason, text, note].filter((words) => words !== '').join('\n\n');
}

function needReason({ reason, text }: Partial<EventInput>): void {
  if (!reason && !text) throw refused(ordersErrors.reason_needed, 'reason');
}

const evidenceOf = ({ photos = [], evidence = [] }: Partial<EventInput>) => ({
  ids: [...new Set([...photos, ...evidence])],
  kind: 'evidence' as const,
});

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Returns the end of the promised day, in Korea's time zone. */
export async function dueAtOf(trx: Db, order: Order, now: Date): Promise<Date | null> {
  if (order.leadTimeDays === null) return null;
  const calendar =
    order.serviceId === null
      ? undefined
      : await trx
          .selectFrom('serviceWorkshop')
          .select('calendar')
          .where('serviceId', '=', order.serviceId)
          .executeTakeFirst();
  // The same calendar as in estimates and quotes, so that the day is the same everywhere.
  const plan = (calendar?.calendar as Workshop['calendar'] | undefined) ?? noWorkshop.calendar;
  const day = readyOn(plan, order.leadTimeDays, koreanDay(now));
  return day === null ? null : new Date(`${day}T23:59:59.999+09:00`);
}

/** Records the arrival, which starts the buyer's time for inspection. */
async function arrive(
  { terms }: OrderDeps,
  trx: Trx,
  { order, now }: LockedOrder,
  step: Step,
): Promise<void> {
  step.set = { ...step.set, arrivedAt: now };
  await setTimer(trx, order.id, 'auto_complete', inDays(now, terms.autoCompleteDays));
  for (const days of [3, 1]) {
    if (days < terms.autoCompleteDays) {
      await setTimer(trx, order.id, `remind_${days}d`, inDays(now, terms.autoCompleteDays - days));
    }
  }
}

/** Postpones the completion, so that a request is answered before the order completes by itself. */
async function postponeCompletion(trx: Trx, order: Order, least: Date): Promise<void> {
  const timer = await trx
    .selectFrom('orderTimer')
    .select(['at', 'leftMs'])
    .where('orderId', '=', order.id)
    .where('kind', '=', 'auto_complete')
    .executeTakeFirst();
  if (timer && timer.leftMs === null && timer.at < least)
    await setTimer(trx, order.id, 'auto_complete', least);
}

async function propose(
  { terms }: OrderDeps,
  trx: Trx,
  { order, now }: LockedOrder,
  actor: Actor,
  kind: ProposalKind,
  keep: number | null,
  step: Step,
): Promise<void> {
  const expiresAt = new Date(now.getTime() + proposalMs(kind, terms));
  await trx
    .insertInto('orderProposal')
    .values({
      id: uuidv7(now.getTime()),
      orderId: order.id,
      kind,
      side: actor.side as 'buyer' | 'provider',
      keep,
      state: 'open',
      createdAt: now,
      expiresAt,
      decidedAt: null,
    })
    .execute();
  await setTimer(trx, order.id, 'proposal_expired', expiresAt);
  if (order.state === 'delivered')
    await postponeCompletion(trx, order, new Date(expiresAt.getTime() + dayMs));
  step.detail = { ...step.detail, proposal: kind, ...(keep !== null && { keep }) };
}

async function decideProposal(
  trx: Trx,
  id: string,
  state: 'agreed' | 'refused' | 'lapsed' | 'replaced',
  now: Date,
): Promise<void> {
  await trx.updateTable('orderProposal').set({ state, decidedAt: now }).where('id', '=', id).execute();
}

/** Carries out an agreed proposal. */
async function takeProposal(
  trx: Trx,
  { order, now }: LockedOrder,
  proposal: Proposal,
  step: Step,
): Promise<void> {
  await decideProposal(trx, proposal.id, 'agreed', now);
  await clearTimers(trx, order.id, ['proposal_expired']);
  step.detail = { ...step.detail, proposal: proposal.kind };
  if (proposal.kind === 'rework') {
    step.to = 'working';
    step.set = { reworks: order.reworks + 1, deliveredAt: null, arrivedAt: null, tracking: null };
    await forgetFindings(trx, order.id);
    await clearTimers(trx, order.id, ['auto_complete', 'remind_3d', 'remind_1d']);
    return;
  }
  const keep = proposal.kind === 'settlement' ? (proposal.keep ?? 0) : 0;
  const outcome = proposal.kind === 'settlement' ? outcomeOf(keep, order.principal) : 'buyer';
  step.to = resultOf(outcome, order.isFree);
  step.outcome = { outcome, keep };
}

/** Timers of a dispute and of proposals in it. */
const disputeTimers = [
  'answer_missed',
  'negotiation_over',
  'ruling_due',
  'ruling_final',
  'proposal_expired',
] as const;

async function beginNegotiation(
  { terms }: OrderDeps,
  trx: Trx,
  { order, dispute, now }: LockedOrder,
): Promise<void> {
  await setPhase(trx, dispute!.id, 'negotiating');
  await clearTimers(trx, order.id, ['answer_missed']);
  await setTimer(trx, order.id, 'negotiation_over', inDays(now, terms.negotiationDays));
}

async function openDispute(
  { terms }: OrderDeps,
  trx: Trx,
  { order, proposal, dispute, now }: LockedOrder,
  openedBy: 'buyer' | 'provider' | 'system',
): Promise<void> {
  // A dispute replaces the open proposal. A chargeback replaces the proposal of an earlier dispute, which was about
  // money that is gone.
  if (proposal) await decideProposal(trx, proposal.id, 'replaced', now);
  if (dispute) await closeDispute(trx, dispute, now);
  await clearTimers(trx, order.id, disputeTimers);
  await freezeTimers(trx, order.id, now);
  await trx
    .insertInto('orderDispute')
    .values({
      id: uuidv7(now.getTime()),
      orderId: order.id,
      openedBy,
      previousState: dispute?.previousState ?? (order.state as Dispute['previousState']),
      // A chargeback needs no answer.
      phase: openedBy === 'system' ? 'ruling' : 'answering',
      openedAt: now,
      endedAt: null,
    })
    .execute();
  if (openedBy === 'system') await setTimer(trx, order.id, 'ruling_due', inDays(now, terms.rulingDays));
  else await setTimer(trx, order.id, 'answer_missed', inHours(now, terms.disputeAnswerHours));
}

/** Returns to the state before the dispute, with a minimum of time left on every timer. */
async function endDispute(
  { terms }: OrderDeps,
  trx: Trx,
  { order, dispute, proposal, now }: LockedOrder,
  step: Step,
): Promise<void> {
  step.to = dispute!.previousState;
  if (proposal) await decideProposal(trx, proposal.id, 'replaced', now);
  await clearTimers(trx, order.id, disputeTimers);
  await closeDispute(trx, dispute!, now);
  const frozen = await trx
    .selectFrom('orderTimer')
    .select(['kind', 'leftMs'])
    .where('orderId', '=', order.id)
    .where('leftMs', 'is not', null)
    .execute();
  for (const { kind, leftMs } of frozen) {
    const left = Math.max(leftMs ?? 0, terms.minLeftHours * hourMs);
    await setTimer(trx, order.id, kind, new Date(now.getTime() + left));
  }
}

async function setPhase(trx: Trx, id: string, phase: Dispute['phase']): Promise<void> {
  await trx.updateTable('orderDispute').set({ phase }).where('id', '=', id).execute();
}

async function lastRuling(trx: Db, disputeId: string) {
  return trx
    .selectFrom('orderRuling')
    .selectAll()
    .where('disputeId', '=', disputeId)
    .where('decided', '=', true)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
}

/**
 * Applies an admin's ruling on a dispute or a claim. Above a certain sum two admins have to decide the same, and the
 * second ruling takes effect; an appeal is decided by another admin than the first.
 */
async function rule(
  deps: OrderDeps,
  trx: Trx,
  held: LockedOrder,
  { actor, input, step, commandId }: Omit<At, 'held' | 'eventId'>,
): Promise<void> {
  const { order, dispute, claim, now } = held;
  const { terms } = deps;
  const adminId = actor.id ?? '';
  const most = dispute ? order.principal : claim!.amount;
  const outcome = input.outcome ?? 'split';
  const keep = keepOf(outcome, input.keep, most);
  if (keep === null) throw refused(ordersErrors.keep_out_of_range, 'keep');
  // Without money there is nothing for the provider to keep.
  if (dispute && !order.isFree && order.paymentId === null && outcome !== 'buyer') {
    throw refused(ordersErrors.keep_out_of_range, 'keep');
  }
  const before = await trx
    .selectFrom('orderRuling')
    .selectAll()
    .where(dispute ? 'disputeId' : 'claimId', '=', dispute ? dispute.id : claim!.id)
    .orderBy('id', 'desc')
    .execute();
  const round = dispute?.hasAppealed ? 2 : 1;
  const earlierRound = before.filter((one) => one.round < round);
  if (earlierRound.some((one) => one.adminId === adminId)) {
    throw new AppError(ordersErrors.second_admin_needed);
  }
  const first = before.find((one) => one.round === round);
  const needsTwo = order.total > terms.secondAdminAbove;
  if (needsTwo && first?.adminId === adminId) throw new AppError(ordersErrors.second_admin_needed);
  // It only matters in a split of an order whose delivery has a price.
  const bearer = outcome === 'split' && dispute ? input.deliveryBearer : undefined;
  const isAgreed =
    !needsTwo ||
    (first?.outcome === outcome && first.keep === keep && first.deliveryBearer === (bearer ?? null));
  await trx
    .insertInto('orderRuling')
    .values({
      id: uuidv7(now.getTime()),
      disputeId: dispute?.id ?? null,
      claimId: dispute ? null : claim!.id,
      orderId: order.id,
      adminId,
      outcome,
      keep,
      deliveryBearer: bearer ?? null,
      reason: saidWith(input),
      round,
      decided: isAgreed,
      at: now,
    })
    .execute();
  await recordAudit(
    trx,
    {
      actor: { id: adminId, username: actor.name },
      action: dispute ? 'order.rule' : 'order.rule_claim',
      target: { type: 'order', id: order.id },
      about: [order.buyerId, order.providerId],
      reason: saidWith(input),
      before: { state: order.state },
      after: { outcome, keep, ...(bearer && { deliveryBearer: bearer }) },
    },
    now,
  );
  if (!isAgreed) {
    step.detail = { ...step.detail, decided: false };
    step.note = undefined;
    return;
  }
  step.detail = { ...step.detail, outcome, keep, decided: true, ...(bearer && { deliveryBearer: bearer }) };
  if (!dispute) {
    await grant(trx, held, { wanted: most - keep, step, commandId });
    return;
  }
  await clearTimers(trx, order.id, disputeTimers);
  if (round === 1) {
    // Close the open proposal, so that a party who dislikes the ruling cannot accept it instead.
    if (held.proposal) await decideProposal(trx, held.proposal.id, 'replaced', now);
    await setPhase(trx, dispute.id, 'ruled');
    await setTimer(trx, order.id, 'ruling_final', inHours(now, terms.appealHours));
    return;
  }
  step.to = resultOf(outcome, order.isFree);
  step.outcome = { outcome, keep, bearer };
}

function keepOf(outcome: Outcome, keep: number | undefined, most: number): number | null {
  if (outcome === 'provider') return most;
  if (outcome === 'buyer') return 0;
  return keep !== undefined && keep > 0 && keep < most ? keep : null;
}

/** Grants a claim: refunds released money, as far as the provider is still owed it. */
async function grant(
  trx: Trx,
  { order, shares, claim, now }: LockedOrder,
  { wanted, step, commandId }: { wanted: number; step: Step; commandId: string },
): Promise<void> {
  // Money that a chargeback took back cannot be refunded again.
  const amount = order.paymentId === null ? 0 : wanted;
  await trx
    .updateTable('orderClaim')
    .set({ state: amount > 0 ? 'accepted' : 'refused', granted: amount, decidedAt: now, answeredAt: now })
    .where('id', '=', claim!.id)
    .execute();
  await holdForClaim(trx, order.id, false);
  await clearTimers(trx, order.id, ['claim_due']);
  step.detail = { ...step.detail, granted: amount, keep: order.kept };
  const { paymentId } = order;
  if (amount === 0 || paymentId === null) return;
  await recordGrantedClaim(trx, order.id);
  const kept = order.kept ?? 0;
  const price = priceOf(order, shares);
  const isDeliveryKept = order.deliveryKept === true && kept > amount;
  const before = split(price, kept, order.deliveryKept === true);
  const after = split(price, kept - amount, isDeliveryKept);
  const provider = before.provider - after.provider;
  const fee = before.fee - after.fee;
  const authors = authorParts(
    order,
    shares,
    // A share that was returned is not refunded again.
    shares.map(({ kept: has }, index) => Math.max(0, (has ?? 0) - (after.authors[index] ?? 0))),
  );
  const whole = provider + fee + authors.reduce((sum, author) => sum + author.amount, 0);
  // Goodwill that was already paid is not refunded again.
  const back = Math.min(whole, await refundableOf(trx, { paymentId, orderId: order.id }));
  const refundId =
    back === 0
      ? null
      : await decideRefund(
          trx,
          {
            payment: { id: paymentId, personId: order.buyerId, currency: order.currency },
            orderId: order.id,
            amount: back,
            reason: 'claim',
          },
          now,
        );
  const { id: orderId, buyerId, providerId } = order;
  const owed = async (id: string) => -(await balanceOf(trx, 'provider_payable', id));
  const parts = [];
  for (const { job, amount: part } of [
    { job: { orderId, buyerId, providerId }, amount: provider },
    ...authors,
  ])
    parts.push({ job, amount: part, owed: await owed(job.orderId) });
  await post(
    trx,
    {
      ...releasedRefunded(
        { buyerId, refundId },
        { parts, fee, vat: vatWithin(before.fee) - vatWithin(after.fee), given: whole - back },
      ),
      commandId,
      orderId,
      paymentId: order.paymentId,
    },
    now,
  );
  for (const { share, amount: part } of authors) await keepShare(trx, share.id, (share.kept ?? 0) - part);
  step.set = { ...step.set, kept: kept - amount, deliveryKept: isDeliveryKept };
  step.detail = { ...step.detail, keep: kept - amount, money: true };
}

/**
 * Books money that the gateway took back: from the escrow if it is there, else from the provider, else as our loss.
 */
async function takeMoneyBack(trx: Trx, held: LockedOrder, step: Step, commandId: string): Promise<void> {
  const { order, shares, now } = held;
  const { paymentId, amount, given } = step.detail as { paymentId: string; amount: number; given: number };
  const inEscrow = -(await balanceOf(trx, 'escrow', order.id));
  const fromEscrow = Math.min(amount, inEscrow);
  const { id: orderId, buyerId, providerId } = order;
  const part = split(priceOf(order, shares), order.kept ?? 0, order.deliveryKept === true);
  const received = [
    { job: { orderId, buyerId, providerId }, amount: part.provider },
    ...authorParts(
      order,
      shares,
      shares.map((share) => share.kept ?? 0),
    ),
  ];
  // Goodwill returns to the house, as far as the provider and the authors were paid for the order.
  let left = amount + given - fromEscrow;
  const debts = [];
  for (const { job, amount: most } of isTerminal(order.state) ? received : []) {
    debts.push({ job, amount: Math.min(left, most) });
    left -= Math.min(left, most);
  }
  await post(
    trx,
    {
      ...reversed(
        { paymentId, buyerId, orderId },
        { clearing: 0, escrow: fromEscrow, debts, loss: left - given },
      ),
      commandId,
      orderId,
      paymentId,
    },
    now,
  );
  step.detail = { ...step.detail, money: true };
  await report(
    trx,
    { invariant: 'reversed', subject: `order:${orderId}`, detail: { amount, state: order.state } },
    now,
  );
}

async function attachPhotos(
  trx: Trx,
  orderId: string,
  actor: Actor,
  eventId: string,
  { ids, kind }: NonNullable<Step['photos']>,
): Promise<void> {
  if (ids.length === 0) return;
  const attached = await trx
    .updateTable('orderPhoto')
    .set({ eventId, kind })
    .where('orderId', '=', orderId)
    .where('authorId', '=', actor.id)
    .where('eventId', 'is', null)
    .where('id', 'in', [...ids])
    .executeTakeFirst();
  if (Number(attached.numUpdatedRows) !== new Set(ids).size) {
    throw refused(ordersErrors.unknown_photo, 'photos');
  }
}

async function addResults(
  trx: Trx,
  { order, now }: LockedOrder,
  actor: Actor,
  files: readonly { uploadId: string }[],
  eventId: string,
): Promise<void> {
  const kept = await keepUploads(
    trx,
    { id: actor.id ?? '' },
    files.map(({ uploadId }) => uploadId),
    now,
  );
  for (const file of kept) {
    await trx
      .insertInto('orderFile')
      .values({
        id: uuidv7(),
        orderId: order.id,
        kind: 'result',
        keptFileId: file.id,
        name: file.name,
        sha256: file.sha256,
        eventId,
      })
      .execute();
  }
}

/** Sets a timer on the database's clock. A job runs at that time, and checks again whether the event is still due. */
export async function setTimer(trx: Trx, orderId: string, kind: string, at: Date): Promise<void> {
  await trx
    .insertInto('orderTimer')
    .values({ orderId, kind, at, leftMs: null })
    .onConflict((conflict) => conflict.columns(['orderId', 'kind']).doUpdateSet({ at, leftMs: null }))
    .execute();
  await enqueue(
    trx,
    'orders.timer',
    { orderId, kind },
    { key: `orders.timer ${orderId} ${kind}`, runAt: at },
  );
}

/** Extends the payment deadline to the deposit's deadline plus one hour. */
export async function awaitDeposit({ terms }: OrderDeps, trx: Trx, id: string): Promise<void> {
  const held = await lockOrder(trx, id);
  if (held?.order.state !== 'created') return;
  const before = await trx
    .selectFrom('orderTimer')
    .select('at')
    .where('orderId', '=', id)
    .where('kind', '=', 'unpaid')
    .executeTakeFirst();
  const at = inHours(held.now, terms.depositHours);
  // A won lot may have a later payment deadline than the deposit.
  await setTimer(trx, id, 'unpaid', before && before.at > at ? before.at : at);
}

/** State of a winner's order, as auctions see it. */
export type LotOrderState = {
  state: OrderState;
  /** Payment deadline. */
  unpaidAt: Date | null;
  /** True if the buyer’s money is here, or was until we refunded it; false after a chargeback. */
  isFunded: boolean;
  wasDelivered: boolean;
  /** True if the buyer left without the seller’s agreement. */
  isBroken: boolean;
  isEndedByStaff: boolean;
};

/** Locks an order and returns its state. */
export async function findOrderState(trx: Trx, id: string): Promise<LotOrderState | null> {
  const held = await lockOrder(trx, id);
  if (!held) return null;
  const timer = await trx
    .selectFrom('orderTimer')
    .select('at')
    .where('orderId', '=', id)
    .where('kind', '=', 'unpaid')
    .executeTakeFirst();
  const { state, paymentId } = held.order;
  const events = await trx
    .selectFrom('orderEvent')
    .select(['event', 'side', 'fromState', 'toState'])
    .where('orderId', '=', id)
    .execute();
  return {
    state,
    unpaidAt: timer?.at ?? null,
    isFunded: paymentId !== null,
    // A rework clears the delivery of the order, but not its events.
    wasDelivered: events.some(({ event }) => event === 'deliver'),
    isBroken: events.some(
      ({ event, side, fromState, toState }) =>
        event === 'cancel' && side === 'buyer' && fromState !== 'created' && toState === 'refunded',
    ),
    isEndedByStaff: events.some(({ event, side }) => event === 'cancel' && side === 'admin'),
  };
}

async function clearTimers(trx: Trx, orderId: string, kinds?: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('orderTimer')
    .where('orderId', '=', orderId)
    .$if(kinds !== undefined, (query) => query.where('kind', 'in', [...(kinds ?? [])]))
    .execute();
}

async function freezeTimers(trx: Trx, orderId: string, now: Date): Promise<void> {
  await sql`update order_timer set left_ms = greatest(0, extract(epoch from at - ${now}::timestamptz) * 1000)::bigint
    where order_id = ${orderId} and left_ms is null`.execute(trx);
}
