import { recordAudit } from '#features/admin/server/public.ts';
import type { Trx } from '#platform/server/db.ts';
import type { LockedOrder } from './locking.ts';
import { type At, saidWith, needReason } from './effects.ts';

/** Records in the audit log that staff ended the order or opened a dispute; both parties read the reason. */
export async function auditEnd(
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
