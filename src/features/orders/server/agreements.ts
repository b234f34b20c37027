import { AppError, refused } from '#platform/shared/errors.ts';
import { ordersErrors } from '../contract.ts';
import { isAgreedBySilence, isBoundWinner, isTerminal } from '../states.ts';
import { auditEnd } from './audit.ts';
import { type Effects, needReason, evidenceOf } from './effects.ts';
import { inHours, postponeCompletion, clearTimers } from './timers.ts';
import { propose, decideProposal, takeProposal } from './proposals.ts';
import { beginNegotiation, endDispute } from './disputes.ts';
import { grant } from './claims.ts';

export const agreementEffects: Effects = {
  async cancel(deps, trx, { held, actor, input }) {
    const { order, proposal } = held;
    if (actor.side === 'admin') {
      await auditEnd(trx, held, { actor, input, action: 'order.cancel' });
      return {};
    }
    if (order.state === 'working') return propose(deps, trx, held, actor, 'late_cancel', null);
    if (!isBoundWinner(order, actor.side) || input.acceptStrike === true) return {};
    if (proposal !== null) {
      throw new AppError(ordersErrors.invalid_transition, {
        more: () => ({ why: 'proposal_open', state: order.state }),
      });
    }
    return { to: order.state, ...(await propose(deps, trx, held, actor, 'cancel', null)) };
  },
  async 'propose-settlement'(deps, trx, { held, actor, input }) {
    const { order, dispute } = held;
    const keep = input.keep;
    // In a dispute, both parties may also agree on everything or nothing.
    const [least, most] = order.state === 'disputed' ? [0, order.principal] : [1, order.principal - 1];
    if (keep === undefined || keep < least || keep > most) {
      throw refused(ordersErrors.keep_out_of_range, 'keep');
    }
    const change = await propose(deps, trx, held, actor, 'settlement', keep);
    // A proposal counts as an answer to the dispute.
    if (dispute?.phase === 'answering' && dispute.openedBy !== actor.side) {
      await beginNegotiation(deps, trx, held);
    }
    return change;
  },
  async rework(deps, trx, { held, actor, input }) {
    needReason(input);
    const change = await propose(deps, trx, held, actor, 'rework', null);
    return { ...change, photos: evidenceOf(input) };
  },
  async agree(_deps, trx, { held, commandId }) {
    if (held.claim && isTerminal(held.order.state)) {
      return grant(trx, held, { wanted: held.claim.amount, commandId });
    }
    return takeProposal(trx, held, held.proposal!);
  },
  async refuse(_deps, trx, { held, input }) {
    const { order, proposal, claim, now } = held;
    if (claim && isTerminal(order.state)) {
      needReason(input);
      await trx.updateTable('orderClaim').set({ answeredAt: now }).where('id', '=', claim.id).execute();
      return {};
    }
    const { id, kind } = proposal!;
    await decideProposal(trx, id, 'refused', now);
    await clearTimers(trx, order.id, ['proposal_expired']);
    await postponeCompletion(trx, order, inHours(now, 24));
    return { detail: { proposal: kind } };
  },
  async proposal_expired(_deps, trx, { held }) {
    const { order, proposal, now } = held;
    if (!proposal) return {};
    if (isAgreedBySilence(proposal.kind)) return takeProposal(trx, held, proposal);
    await decideProposal(trx, proposal.id, 'lapsed', now);
    await clearTimers(trx, order.id, ['proposal_expired']);
    await postponeCompletion(trx, order, inHours(now, 24));
    return { detail: { proposal: proposal.kind } };
  },
  withdraw(deps, trx, { held, actor }) {
    if (held.order.state === 'disputed') return endDispute(deps, trx, held);
    return propose(deps, trx, held, actor, 'return', null);
  },
};
