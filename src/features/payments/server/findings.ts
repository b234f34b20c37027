import type { Db } from '#platform/server/db.ts';

/** Says that a person has to look at something about money: once, until it is resolved. */
export async function report(
  trx: Db,
  finding: { invariant: string; subject: string; detail: Record<string, unknown> },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('ledgerFinding')
    .values({ ...finding, detail: JSON.stringify(finding.detail), foundAt: now, resolvedAt: null })
    .onConflict((conflict) =>
      conflict.columns(['invariant', 'subject']).where('resolvedAt', 'is', null).doNothing(),
    )
    .execute();
}
