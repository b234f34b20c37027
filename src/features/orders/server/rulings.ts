import { recordAudit } from '#features/admin/server/public.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { AppError, refused } from '#platform/shared/errors.ts';
import { ordersErrors } from '../contract.ts';
import { resultOf, type Outcome } from '../states.ts';
import type { OrderDeps, LockedOrder } from './locking.ts';
import { type At, type Change, type Effects, saidWith, needReason, evidenceOf } from './effects.ts';
import { inHours, inDays, setTimer, clearTimers } from './timers.ts';
import { decideProposal } from './proposals.ts';
import { disputeTimers, setPhase } from './disputes.ts';
import { grant } from './claims.ts';

export const rulingEffects: Effects = {
  async rule(deps, trx, { held, actor, input, commandId }) {
    needReason(input);
    return rule(deps, trx, held, { actor, input, commandId });
  },
  async appeal({ terms }, trx, { held: { order, dispute, now }, input }) {
    needReason(input);
    await trx
      .updateTable('orderDispute')
      .set({ phase: 'appealed', hasAppealed: true })
      .where('id', '=', dispute!.id)
      .execute();
    await clearTimers(trx, order.id, ['ruling_final']);
    await setTimer(trx, order.id, 'ruling_due', inDays(now, terms.rulingDays));
    return { photos: evidenceOf(input) };
  },
  async ruling_final(_deps, trx, { held: { order, dispute } }) {
    const { outcome, keep, deliveryBearer } = await lastRuling(trx, dispute!.id);
    return {
      to: resultOf(outcome, order.isFree),
      outcome: { outcome, keep, bearer: deliveryBearer ?? undefined },
    };
  },
};

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
  { actor, input, commandId }: Pick<At, 'actor' | 'input' | 'commandId'>,
): Promise<Change> {
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
  if (!isAgreed) return { detail: { decided: false }, isNoteHidden: true };
  const detail = { outcome, keep, decided: true, ...(bearer && { deliveryBearer: bearer }) };
  if (!dispute) {
    const granted = await grant(trx, held, { wanted: most - keep, commandId });
    return { ...granted, detail: { ...detail, ...granted.detail } };
  }
  await clearTimers(trx, order.id, disputeTimers);
  if (round === 1) {
    // Close the open proposal, so that a party who dislikes the ruling cannot accept it instead.
    if (held.proposal) await decideProposal(trx, held.proposal.id, 'replaced', now);
    await setPhase(trx, dispute.id, 'ruled');
    await setTimer(trx, order.id, 'ruling_final', inHours(now, terms.appealHours));
    return { detail };
  }
  return { to: resultOf(outcome, order.isFree), outcome: { outcome, keep, bearer }, detail };
}

function keepOf(outcome: Outcome, keep: number | undefined, most: number): number | null {
  if (outcome === 'provider') return most;
  if (outcome === 'buyer') return 0;
  return keep !== undefined && keep > 0 && keep < most ? keep : null;
}
