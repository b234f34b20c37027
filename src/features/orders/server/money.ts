import { balanceOf, bound, post, released, reversed } from '#features/ledger/server/public.ts';
import { addPayable, decideRefund, report } from '#features/payments/server/public.ts';
import { notify } from '#features/notifications/server/public.ts';
import type { Trx } from '#platform/server/db.ts';
import { dayMs, hourMs, split, type Terms } from '../rules.ts';
import { isTerminal } from '../states.ts';
import { type OrderDeps, type Order, type Share, type LockedOrder, priceOf } from './locking.ts';
import type { At, Change, Effects } from './effects.ts';
import { inHours, setTimer, clearTimers } from './timers.ts';
import { decideProposal } from './proposals.ts';
import { openDispute } from './disputes.ts';

/** Empties the escrow: the provider's part, the fee, the authors' shares and the refund. */
export async function moveMoney(
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

type Job = { orderId: string; buyerId: string; providerId: string };

/** Returns what each author receives; in the ledger a share stands where the order of a provider stands. */
export function authorParts({ buyerId }: Order, shares: readonly Share[], amounts: readonly number[]) {
  return shares.map((share, index) => ({
    share,
    job: { orderId: share.id, buyerId, providerId: share.authorId },
    amount: amounts[index] ?? 0,
  }));
}

export async function keepShare(trx: Trx, id: string, kept: number): Promise<void> {
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

export const moneyEffects: Effects = {
  async captured({ terms }, trx, { held: { order, now }, detail, commandId }) {
    const { paymentId } = detail as { paymentId: string };
    const { id: orderId, buyerId, total } = order;
    await post(trx, { ...bound({ paymentId, buyerId, orderId }, total), commandId, orderId, paymentId }, now);
    await clearTimers(trx, orderId);
    await setTimer(trx, orderId, 'unanswered', inHours(now, terms.acceptHours));
    return { set: { paymentId, paidAt: now }, detail: { money: true } };
  },
  async deposit_reversed(deps, trx, { held, detail, commandId }) {
    const { order } = held;
    await takeMoneyBack(trx, held, { detail, commandId });
    const change: Change = { set: { paymentId: null }, detail: { money: true } };
    if (order.state === 'paid') {
      if (held.proposal) await decideProposal(trx, held.proposal.id, 'replaced', held.now);
      await clearTimers(trx, order.id);
      await setTimer(
        trx,
        order.id,
        'unpaid',
        new Date(held.now.getTime() + deps.terms.depositHours * hourMs),
      );
      return { ...change, set: { paymentId: null, paidAt: null } };
    }
    if (!isTerminal(order.state)) await openDispute(deps, trx, held, 'system');
    return change;
  },
};

/**
 * Books money that the gateway took back: from the escrow if it is there, else from the provider, else as our loss.
 */
async function takeMoneyBack(
  trx: Trx,
  held: LockedOrder,
  { detail, commandId }: Pick<At, 'detail' | 'commandId'>,
): Promise<void> {
  const { order, shares, now } = held;
  const { paymentId, amount, given } = detail as { paymentId: string; amount: number; given: number };
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
  await report(
    trx,
    { invariant: 'reversed', subject: `order:${orderId}`, detail: { amount, state: order.state } },
    now,
  );
}
