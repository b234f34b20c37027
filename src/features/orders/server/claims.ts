import { balanceOf, post, releasedRefunded, vatWithin } from '#features/ledger/server/public.ts';
import { decideRefund, holdForClaim, refundableOf } from '#features/payments/server/public.ts';
import type { Trx } from '#platform/server/db.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { refused } from '#platform/shared/errors.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { ordersErrors } from '../contract.ts';
import { dayMs, split } from '../rules.ts';
import { recordGrantedClaim } from './builds.ts';
import { type LockedOrder, priceOf } from './locking.ts';
import { type Change, type Effects, needReason, evidenceOf } from './effects.ts';
import { authorParts, keepShare } from './money.ts';
import { inHours, setTimer, clearTimers } from './timers.ts';

export const claimEffects: Effects = {
  async claim(deps, trx, { held, input }) {
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
    return { photos: evidenceOf(input), detail: { amount } };
  },
};

/** Grants a claim: refunds released money, as far as the provider is still owed it. */
export async function grant(
  trx: Trx,
  { order, shares, claim, now }: LockedOrder,
  { wanted, commandId }: { wanted: number; commandId: string },
): Promise<Change> {
  // Money that a chargeback took back cannot be refunded again.
  const amount = order.paymentId === null ? 0 : wanted;
  await trx
    .updateTable('orderClaim')
    .set({ state: amount > 0 ? 'accepted' : 'refused', granted: amount, decidedAt: now, answeredAt: now })
    .where('id', '=', claim!.id)
    .execute();
  await holdForClaim(trx, order.id, false);
  await clearTimers(trx, order.id, ['claim_due']);
  const { paymentId } = order;
  if (amount === 0 || paymentId === null) return { detail: { granted: amount, keep: order.kept } };
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
  return {
    set: { kept: kept - amount, deliveryKept: isDeliveryKept },
    detail: { granted: amount, keep: kept - amount, money: true },
  };
}
