import { balanceOf, post, releasedRefunded } from '#features/ledger/server/public.ts';
import { decideRefund, listUnpaidShares, refundableOf } from '#features/payments/server/public.ts';
import { payoutAccountOf } from '#features/verification/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import { lockOrder, type OrderDeps } from './locking.ts';

/** Time that a share waits for an author who cannot be paid. */
const waitDays = 365;

/** Returns a share to the buyer if its author could not be paid for a year: they left, are suspended, or have no account. */
export async function returnUnclaimedShares(deps: OrderDeps): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const waiting = await listUnpaidShares(deps.db, { days: waitDays, after });
    const last = waiting.at(-1);
    if (last === undefined) return;
    after = last;
    const shares = await deps.db
      .selectFrom('orderShare')
      .select(['id', 'orderId'])
      .where('id', 'in', waiting)
      .where('kept', '>', 0)
      .where('returnedAt', 'is', null)
      .execute();
    for (const { id, orderId } of shares) await returnShare(deps, orderId, id);
  }
}

async function returnShare({ db, vault }: OrderDeps, orderId: string, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const held = await lockOrder(trx, orderId);
    const share = held?.shares.find((each) => each.id === id);
    if (!held || !share || share.returnedAt !== null) return;
    const { order, now } = held;
    if (await canBePaid({ db: trx, vault }, share.authorId, now)) return;
    const owed = -(await balanceOf(trx, 'provider_payable', id));
    const amount =
      order.paymentId === null
        ? 0
        : Math.min(owed, await refundableOf(trx, { paymentId: order.paymentId, orderId: order.id }));
    if (order.paymentId === null || amount <= 0) return;
    const payment = { id: order.paymentId, personId: order.buyerId, currency: order.currency };
    const refundId = await decideRefund(trx, { payment, orderId, amount, reason: 'share_returned' }, now);
    const job = { orderId: id, buyerId: order.buyerId, providerId: share.authorId };
    const posting = releasedRefunded(
      { buyerId: order.buyerId, refundId },
      { parts: [{ job, amount, owed }], fee: 0, vat: 0, given: 0 },
    );
    await post(
      trx,
      { ...posting, commandId: `share:${id}:returned`, orderId, paymentId: order.paymentId },
      now,
    );
    await trx
      .updateTable('orderShare')
      .set({ kept: (share.kept ?? 0) - amount, returnedAt: now })
      .where('id', '=', id)
      .execute();
  });
}

/** A changed account only waits for some days, so its owner counts as somebody who can be paid. */
async function canBePaid(
  { db, vault }: Pick<OrderDeps, 'vault'> & { db: Db },
  personId: string,
  now: Date,
): Promise<boolean> {
  const account = await payoutAccountOf(db, vault, personId);
  if (account === null) return false;
  return account.isReady || (account.payoutsHeldUntil !== null && account.payoutsHeldUntil > now);
}
