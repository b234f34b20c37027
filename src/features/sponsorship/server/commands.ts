import { notify } from '#features/notifications/server/public.ts';
import { databaseTime, type Db, type Trx } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import type { Settings } from '#platform/shared/settings.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { AppError, refused } from '#platform/shared/errors.ts';
import { sponsorshipErrors, type sponsorChange, type sponsorInput } from '../contract.ts';
import { dayOfMonth, nextDueOn, sponsorshipTerms, tierOf } from '../rules.ts';
import type { z } from 'zod';
import { hourMs, dayMs, later, holdSponsorship, payPath, ownPath, end } from './locking.ts';
import { type Target, isTarget, canReceive } from './targets.ts';
import { addContribution } from './contributions.ts';

export type Staff = { id: string; username: string };

/** Creates a sponsorship with its first contribution, which is still to be paid. Returns the contribution's id. */
export async function promise(
  trx: Trx,
  settings: Settings,
  { personId, target, feePercent }: { personId: string; target: Target; feePercent: number },
  input: z.output<typeof sponsorInput>,
): Promise<string> {
  if (settings.sponsorship === 'closed') throw new AppError(sponsorshipErrors.sponsorship_closed);
  const tier = tierOf(input.amount, settings.sponsorTiers);
  if (tier === null) throw refused(sponsorshipErrors.amount_too_small, 'amount');
  const now = await databaseTime(trx);
  const id = uuidv7(now.getTime());
  await trx
    .insertInto('sponsorship')
    .values({
      id,
      personId,
      cadence: input.cadence,
      amount: input.amount,
      tier,
      ...target,
      isAnonymous: input.isAnonymous,
      message: input.message,
      state: 'pending',
      anchorDay: input.cadence === 'monthly' ? dayOfMonth(koreanDay(now)) : null,
      nextDueOn: null,
      hiddenAt: null,
      createdAt: now,
      endedAt: null,
    })
    .execute();
  const { recipientId } = target;
  const expiresAt = later(now, sponsorshipTerms.payHours * hourMs);
  return addContribution(
    trx,
    { id, personId, recipientId, amount: input.amount },
    { feePercent, expiresAt, now },
  );
}

/** Asks a sponsor for the next month's payment, or tells them why the sponsorship has ended. */
export async function ask(trx: Trx, id: string, feePercent: number, now: Date): Promise<boolean> {
  const row = await holdSponsorship(trx, id);
  const today = koreanDay(now);
  if (row?.state !== 'active' || row.nextDueOn === null || row.anchorDay === null || row.nextDueOn > today)
    return false;
  if (!(await isTarget(trx, row))) {
    await end(trx, row, now);
    await notify(trx, row.personId, { what: 'sponsor_target_gone', path: ownPath(id) }, now);
    return true;
  }
  const open = await trx
    .selectFrom('contribution')
    .select('id')
    .where('sponsorshipId', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  // Asked once, however late; the next time is on the usual day.
  await trx
    .updateTable('sponsorship')
    .set({ nextDueOn: nextDueOn(row.anchorDay, today) })
    .where('id', '=', id)
    .execute();
  if (open) return false;
  // Sponsors are not asked while the recipient is suspended or leaving; the sponsorship continues when they are back.
  if (row.recipientId !== null && !(await canReceive(trx, row.recipientId))) return false;
  const expiresAt = later(now, sponsorshipTerms.renewDays * dayMs);
  const contributionId = await addContribution(trx, row, { feePercent, expiresAt, now });
  await notify(
    trx,
    row.personId,
    {
      what: 'sponsor_due',
      path: payPath(contributionId),
      params: { amount: row.amount, currency: 'KRW', until: expiresAt.toISOString() },
      // After the payment or the end of the sponsorship no mail is sent.
      mailAt: now,
    },
    now,
  );
  return true;
}

/** Ends a sponsorship for its sponsor; open contributions need not be paid. Throws `sponsorship_over`. */
export async function cancel(trx: Trx, { id, personId }: { id: string; personId: string }): Promise<void> {
  const row = await holdSponsorship(trx, id);
  if (row?.personId !== personId) throw new AppError(sponsorshipErrors.sponsorship_not_found);
  const now = await databaseTime(trx);
  if (!(await end(trx, row, now))) throw new AppError(sponsorshipErrors.sponsorship_over);
}

/** Changes how a sponsor is shown on the wall. */
export async function change(
  db: Db,
  { id, personId }: { id: string; personId: string },
  { isAnonymous, message }: z.output<typeof sponsorChange>,
): Promise<void> {
  const changed = isUuid(id)
    ? await db
        .updateTable('sponsorship')
        .set({ isAnonymous, message })
        .where('id', '=', id)
        .where('personId', '=', personId)
        .returning('id')
        .executeTakeFirst()
    : undefined;
  if (!changed) throw new AppError(sponsorshipErrors.sponsorship_not_found);
}

/**
 * Marks the benefit as used, after which earlier payments cannot be withdrawn. Waits for a concurrent withdrawal;
 * returns whether any payment is left.
 */
export async function markUsed(trx: Trx, sponsorshipId: string, now: Date): Promise<boolean> {
  const paid = await trx
    .selectFrom('contribution')
    .select('id')
    .where('sponsorshipId', '=', sponsorshipId)
    .where('state', 'in', ['paid', 'kept'])
    .orderBy('id')
    .forUpdate()
    .execute();
  if (paid.length === 0) return false;
  await trx
    .updateTable('contribution')
    .set({ usedAt: now })
    .where('sponsorshipId', '=', sponsorshipId)
    .where('state', '=', 'paid')
    .where('usedAt', 'is', null)
    .execute();
  return true;
}
