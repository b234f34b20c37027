import { recordAudit } from '#features/admin/server/public.ts';
import { post, reverse, spent } from '#features/ledger/server/public.ts';
import { databaseTime, type Db, type Trx } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { AppError, refused } from '#platform/shared/errors.ts';
import { sponsorshipErrors, type SpendingInput } from '../contract.ts';
import type { Staff } from './commands.ts';

/** Records spending of the sponsors' money by the house. */
export async function recordSpending(
  trx: Trx,
  actor: Staff,
  { amount, spentOn, purpose, reason }: SpendingInput,
): Promise<string> {
  const now = await databaseTime(trx);
  if (spentOn > koreanDay(now)) throw refused(sponsorshipErrors.spent_in_future, 'spentOn');
  const id = uuidv7(now.getTime());
  await trx
    .insertInto('sponsorSpending')
    .values({
      id,
      amount,
      spentOn,
      purpose: JSON.stringify(purpose),
      recordedBy: actor.id,
      recordedAt: now,
      reversedAt: null,
    })
    .execute();
  await post(trx, { ...spent(amount), commandId: `spending:${id}`, reason: purpose.ko }, now);
  await recordAudit(
    trx,
    {
      actor,
      action: 'sponsor.spend',
      target: { type: 'sponsor_spending', id },
      reason,
      before: {},
      after: { amount, spentOn, purpose: purpose.ko },
    },
    now,
  );
  return id;
}

/** Reverses a wrong spending in the ledger, and removes it from the public list. */
export async function reverseSpending(
  db: Db,
  id: string,
  { actor, reason }: { actor: Staff; reason: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const now = await databaseTime(trx);
    const row = isUuid(id)
      ? await trx
          .updateTable('sponsorSpending')
          .set({ reversedAt: now })
          .where('id', '=', id)
          .where('reversedAt', 'is', null)
          .returning('amount')
          .executeTakeFirst()
      : undefined;
    if (!row) throw new AppError(sponsorshipErrors.spending_not_found);
    await reverse(trx, { of: `spending:${id}`, commandId: `spending:${id}:reversed`, reason }, now);
    await recordAudit(
      trx,
      {
        actor,
        action: 'sponsor.unspend',
        target: { type: 'sponsor_spending', id },
        reason,
        before: { amount: row.amount },
        after: { amount: 0 },
      },
      now,
    );
  });
}
