import { AppError, refused } from '#platform/shared/errors.ts';
import { ordersErrors } from '../contract.ts';
import { isAgreedBySilence, isBoundWinner, isTerminal } from '../states.ts';
import { auditEnd } from './audit.ts';
import { type Effects, needReason, evidenceOf } from './step.ts';
import { inHours, postponeCompletion, clearTimers } from './timers.ts';
import { propose, decideProposal, takeProposal } from './proposals.ts';
import { beginNegotiation, endDispute } from './disputes.ts';
import { grant } from './claims.ts';

export const agreementEffects: Effects = {
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
};
