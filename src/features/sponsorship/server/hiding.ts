import { adminErrors } from '#features/admin/contract.ts';
import { recordAudit, type UndoneEntry } from '#features/admin/server/public.ts';
import { assertNotHeld } from '#features/moderation/server/public.ts';
import { databaseTime, type Db, type Trx } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import { AppError } from '#platform/shared/errors.ts';
import { sponsorshipErrors } from '../contract.ts';
import type { Sponsorship } from './locking.ts';
import type { Staff } from './commands.ts';

/** Hides a sponsor's words for a moderator. */
export async function hideSponsor(trx: Db, id: string, now: Date): Promise<string | null> {
  const hidden = await trx
    .updateTable('sponsorship')
    .set({ hiddenAt: now })
    .where('id', '=', id)
    .where('hiddenAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return hidden ? 'shown' : null;
}

export async function showSponsor(trx: Db, id: string): Promise<boolean> {
  const shown = await trx
    .updateTable('sponsorship')
    .set({ hiddenAt: null })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return shown !== undefined;
}

/**
 * Hides or shows a sponsor's words for staff, with a reason; a moderator's case keeps them hidden (`hidden_by_case`).
 */
export async function setHidden(
  trx: Trx,
  actor: Staff,
  id: string,
  { hidden, reason }: { hidden: boolean; reason: string },
  undoes?: string,
): Promise<string> {
  const row = isUuid(id)
    ? await trx.selectFrom('sponsorship').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    : undefined;
  if (!row) throw new AppError(sponsorshipErrors.sponsorship_not_found);
  const isHidden = row.hiddenAt !== null;
  if (undoes !== undefined && (isHidden === hidden || !(await isStillHidden(trx, row, undoes))))
    throw new AppError(adminErrors.changed_since);
  if (!hidden) await assertNotHeld(trx, 'sponsor', id);
  const now = await databaseTime(trx);
  await trx
    .updateTable('sponsorship')
    .set({ hiddenAt: hidden ? now : null })
    .where('id', '=', id)
    .execute();
  return recordAudit(
    trx,
    {
      actor,
      action: hidden ? 'sponsor.hide' : 'sponsor.show',
      target: { type: 'sponsorship', id },
      about: [row.personId],
      reason,
      before: { hidden: isHidden },
      after: { hidden },
      undoes,
    },
    now,
  );
}

/** If they were hidden again since, for example by a moderator, this entry no longer applies. */
async function isStillHidden(trx: Trx, { hiddenAt }: Sponsorship, auditId: string): Promise<boolean> {
  if (hiddenAt === null) return true;
  const { at } = await trx
    .selectFrom('auditEntry')
    .select('at')
    .where('id', '=', auditId)
    .executeTakeFirstOrThrow();
  return at.getTime() === hiddenAt.getTime();
}

/** Undoes a hiding or showing. */
export function undoHiding(
  trx: Trx,
  actor: Staff,
  { id, targetId, before, reason }: UndoneEntry,
): Promise<string> {
  return setHidden(trx, actor, targetId, { hidden: before['hidden'] === true, reason }, id);
}
