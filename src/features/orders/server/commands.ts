import { issueReceipts, returnRights } from '#features/licensing/server/public.ts';
import { freeQuote } from '#features/quotes/server/public.ts';
import type { IncomingPicture } from '#features/resources/server/public.ts';
import { countCompleted, finishPrint } from '#features/services/server/public.ts';
import type { Trx } from '#platform/server/db.ts';
import { failpoint } from '#platform/server/failpoints.ts';
import { idempotencyKeyRequired } from '#platform/server/idempotency.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { enqueue } from '#platform/server/jobs.ts';
import { publish } from '#platform/server/realtime.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { sideOf } from '../access.ts';
import { ordersErrors, type EventInput } from '../contract.ts';
import { keepsDelivery, wasSent } from '../rules.ts';
import {
  endOf,
  isTerminal,
  guard,
  mayEver,
  type OrderEvent,
  type OrderState,
  type PersonEvent,
} from '../states.ts';
import { noteArrival } from './making.ts';
import { tell } from './notices.ts';
import { recordBuilds } from './builds.ts';
import { addUploadedPhotos } from './photos.ts';
import { type OrderDeps, type Order, topicOf, type LockedOrder, lockOrder } from './locking.ts';
import { type Dispatch, type Ending, type Change, type Effects, saidWith } from './effects.ts';
import { moveMoney, moneyEffects } from './money.ts';
import { closeDispute, disputeEffects } from './disputes.ts';
import { fulfilmentEffects } from './fulfilment.ts';
import { agreementEffects } from './agreements.ts';
import { rulingEffects } from './rulings.ts';
import { claimEffects } from './claims.ts';
import { decideProposal } from './proposals.ts';
import { attachPhotos, addResults } from './attachments.ts';
import { clearTimers } from './timers.ts';

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
  const commandId = `order:${order.id}:${order.version + 1}`;
  const eventId = uuidv7(now.getTime());
  const at = { held, actor, input, detail: raised.detail ?? {}, commandId, eventId };
  const change: Change = (await effects[event]?.(deps, trx, at)) ?? {};
  const next =
    change.to ??
    (to === 'same' || to === 'outcome' || to === 'previous' ? order.state : endOf(to, order.isFree));
  const set = { ...change.set };
  const detail: Record<string, unknown> = { ...raised.detail, ...change.detail };

  if (isTerminal(next) && !isTerminal(order.state)) {
    set.endedAt = now;
    set.endedBy = actor.side;
    set.kept = 0;
    set.deliveryKept = false;
    if (order.paymentId !== null) {
      const { keep, bearer } = change.outcome ?? defaultOutcome(next, order);
      set.kept = keep;
      set.deliveryKept = keepsDelivery(order, keep, { wasSent: wasSent(order), bearer });
      await moveMoney(deps, trx, held, { keep, isDeliveryKept: set.deliveryKept }, commandId);
      detail['money'] = true;
    }
    detail['keep'] = set.kept;
    await clearTimers(trx, order.id);
    await endRelations(trx, held);
    await endRights(deps, trx, held, next);
    if (next === 'cancelled' && order.quoteId !== null) await freeQuote(trx, order.quoteId);
  }
  if (detail['money'] === true && !hasKey) throw idempotencyKeyRequired();
  const changed = await trx
    .updateTable('orders')
    .set({ ...set, state: next, version: order.version + 1 })
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
      toState: next,
      commandId,
      detail: JSON.stringify(detail),
      at: now,
    })
    .execute();
  const text = change.isNoteHidden ? '' : saidWith(input);
  if (text !== '' && actor.id !== null) {
    await trx
      .insertInto('orderNote')
      .values({ eventId, orderId: order.id, authorId: actor.id, text })
      .execute();
  }
  // Auctions are a room above this one, so a job tells them about the order of a lot.
  if (order.auctionId !== null && next !== order.state) {
    await enqueue(trx, 'orders.lot_moved', { auctionId: order.auctionId });
  }
  if (next === 'completed' && order.state !== 'completed' && order.serviceId !== null) {
    await countCompleted(trx, order.serviceId);
    await finishPrint(trx, order.id, now);
  }
  if (change.photos) await attachPhotos(trx, order.id, actor, eventId, change.photos);
  if (change.results) await addResults(trx, held, actor, change.results, eventId);
  if (change.arrival) await noteArrival(trx, change.arrival);
  // Once photos and verdict of this step belong to the order.
  if (next === 'completed' && order.state !== 'completed' && order.serviceId !== null)
    await recordBuilds(trx, order, now);
  await tell(trx, { orderId: order.id, event, actor, detail }, now);
  // An order begins at version 1, so its first event leads to version 2.
  await publish(
    trx,
    { topic: topicOf(order.id), seq: order.version, type: event, data: { state: next } },
    now,
  );
  failpoint(`order ${event}`);
}

function defaultOutcome(to: OrderState, order: Order): Ending {
  return to === 'completed' ? { outcome: 'provider', keep: order.principal } : { outcome: 'buyer', keep: 0 };
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

async function endRelations(trx: Trx, { proposal, dispute, now }: LockedOrder): Promise<void> {
  if (proposal) await decideProposal(trx, proposal.id, 'replaced', now);
  if (dispute) await closeDispute(trx, dispute, now);
}

/**
 * Effects of events in addition to the change of state; those without one only move the order. Where the states
 * table lets an event through, the proposal, dispute or claim that it is about is there.
 */
const effects: Effects = {
  ...fulfilmentEffects,
  ...agreementEffects,
  ...disputeEffects,
  ...rulingEffects,
  ...claimEffects,
  ...moneyEffects,
};
