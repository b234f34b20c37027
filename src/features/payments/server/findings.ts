import { recordAudit } from '#features/admin/server/public.ts';
import { databaseTime, type Db, type Trx } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import { AppError } from '#platform/shared/errors.ts';
import { paymentsErrors } from '../contract.ts';
import type { FindingKind } from '../rules.ts';

/** Reports that staff have to look at something about money; once, until it is resolved. */
export async function report(
  trx: Db,
  finding: { invariant: FindingKind; subject: string; detail: Record<string, unknown> },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('ledgerFinding')
    .values({ ...finding, detail: JSON.stringify(finding.detail), foundAt: now })
    .onConflict((conflict) =>
      conflict.columns(['invariant', 'subject']).where('resolvedAt', 'is', null).doNothing(),
    )
    .execute();
}

/** Closes a finding that no longer holds, without a person who settled it. */
export async function withdrawReport(
  db: Db,
  { invariant, subject }: { invariant: string; subject: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('ledgerFinding')
    .set({ resolvedAt: now })
    .where('invariant', '=', invariant)
    .where('subject', '=', subject)
    .where('resolvedAt', 'is', null)
    .execute();
}

/** Settles a finding with a person's reason. If a check still finds it, it comes back. Throws `finding_not_found`. */
export function resolveFinding(
  db: Db,
  id: string,
  { actor, reason }: { actor: { id: string; username: string }; reason: string },
): Promise<void> {
  return db.transaction().execute(async (trx: Trx) => {
    const now = await databaseTime(trx);
    const found = isUuid(id)
      ? await trx
          .updateTable('ledgerFinding')
          .set({ resolvedAt: now, resolverId: actor.id, resolution: reason })
          .where('id', '=', id)
          .where('resolvedAt', 'is', null)
          .returning(['invariant', 'subject'])
          .executeTakeFirst()
      : undefined;
    if (!found) throw new AppError(paymentsErrors.finding_not_found);
    await recordAudit(
      trx,
      {
        actor,
        action: 'finding.resolve',
        target: { type: 'finding', id },
        reason,
        before: { ...found, open: true },
        after: { open: false },
      },
      now,
    );
  });
}
