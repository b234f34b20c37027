import type { Trx } from '#platform/server/db.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { dayMs } from '../rules.ts';
import { outcomeOf, proposalMs, resultOf, type ProposalKind } from '../states.ts';
import { forgetFindings } from './making.ts';
import type { OrderDeps, Proposal, LockedOrder } from './locking.ts';
import type { Actor, Change } from './effects.ts';
import { postponeCompletion, setTimer, clearTimers } from './timers.ts';

export async function propose(
  { terms }: OrderDeps,
  trx: Trx,
  { order, now }: LockedOrder,
  actor: Actor,
  kind: ProposalKind,
  keep: number | null,
): Promise<Change> {
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
  return { detail: { proposal: kind, ...(keep !== null && { keep }) } };
}

export async function decideProposal(
  trx: Trx,
  id: string,
  state: 'agreed' | 'refused' | 'lapsed' | 'replaced',
  now: Date,
): Promise<void> {
  await trx.updateTable('orderProposal').set({ state, decidedAt: now }).where('id', '=', id).execute();
}

/** Carries out an agreed proposal. */
export async function takeProposal(
  trx: Trx,
  { order, now }: LockedOrder,
  proposal: Proposal,
): Promise<Change> {
  await decideProposal(trx, proposal.id, 'agreed', now);
  await clearTimers(trx, order.id, ['proposal_expired']);
  const detail = { proposal: proposal.kind };
  if (proposal.kind === 'rework') {
    await forgetFindings(trx, order.id);
    await clearTimers(trx, order.id, ['auto_complete', 'remind_3d', 'remind_1d']);
    const set = { reworks: order.reworks + 1, deliveredAt: null, arrivedAt: null, tracking: null };
    return { to: 'working', set, detail };
  }
  const keep = proposal.kind === 'settlement' ? (proposal.keep ?? 0) : 0;
  const outcome = proposal.kind === 'settlement' ? outcomeOf(keep, order.principal) : 'buyer';
  return { to: resultOf(outcome, order.isFree), outcome: { outcome, keep }, detail };
}
