import type { Trx } from '#platform/server/db.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { hourMs } from '../rules.ts';
import { afterSilence, resultOf } from '../states.ts';
import type { OrderDeps, Dispute, LockedOrder } from './locking.ts';
import { type Change, type Effects, needReason, evidenceOf } from './effects.ts';
import { auditEnd } from './audit.ts';
import { inHours, inDays, setTimer, clearTimers, freezeTimers } from './timers.ts';
import { decideProposal } from './proposals.ts';

export async function closeDispute(trx: Trx, { id }: Dispute, now: Date): Promise<void> {
  await trx.updateTable('orderDispute').set({ phase: 'ended', endedAt: now }).where('id', '=', id).execute();
}

export const disputeEffects: Effects = {
  async dispute(deps, trx, { held, actor, input }) {
    needReason(input);
    const photos = evidenceOf(input);
    if (actor.side === 'admin') {
      await auditEnd(trx, held, { actor, input, action: 'order.dispute' });
      await openDispute(deps, trx, held, 'system');
      return { photos };
    }
    await openDispute(deps, trx, held, actor.side === 'buyer' ? 'buyer' : 'provider');
    return { photos };
  },
  async answer(deps, trx, { held, input }) {
    needReason(input);
    await beginNegotiation(deps, trx, held);
    return { photos: evidenceOf(input) };
  },
  async answer_missed({ terms }, trx, { held: { order, dispute, now } }) {
    const { id, ...facts } = dispute!;
    await clearTimers(trx, order.id, ['answer_missed']);
    if (afterSilence(facts) === 'refunded') {
      return { to: resultOf('buyer', order.isFree), outcome: { outcome: 'buyer', keep: 0 } };
    }
    await setPhase(trx, id, 'ruling');
    await setTimer(trx, order.id, 'ruling_due', inDays(now, terms.rulingDays));
    return {};
  },
  async negotiation_over({ terms }, trx, { held: { order, dispute, now } }) {
    await setPhase(trx, dispute!.id, 'ruling');
    await clearTimers(trx, order.id, ['negotiation_over']);
    await setTimer(trx, order.id, 'ruling_due', inDays(now, terms.rulingDays));
    return {};
  },
};

/** Timers of a dispute and of proposals in it. */
export const disputeTimers = [
  'answer_missed',
  'negotiation_over',
  'ruling_due',
  'ruling_final',
  'proposal_expired',
] as const;

export async function beginNegotiation(
  { terms }: OrderDeps,
  trx: Trx,
  { order, dispute, now }: LockedOrder,
): Promise<void> {
  await setPhase(trx, dispute!.id, 'negotiating');
  await clearTimers(trx, order.id, ['answer_missed']);
  await setTimer(trx, order.id, 'negotiation_over', inDays(now, terms.negotiationDays));
}

export async function openDispute(
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
export async function endDispute(
  { terms }: OrderDeps,
  trx: Trx,
  { order, dispute, proposal, now }: LockedOrder,
): Promise<Change> {
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
  return { to: dispute!.previousState };
}

export async function setPhase(trx: Trx, id: string, phase: Dispute['phase']): Promise<void> {
  await trx.updateTable('orderDispute').set({ phase }).where('id', '=', id).execute();
}
