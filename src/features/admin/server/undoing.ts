import type { CurrentUser } from '#features/accounts/contract.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import { AppError, isAppError, platformErrors } from '#platform/shared/errors.ts';
import type { Locale } from '#i18n/languages.ts';
import { adminErrors, type ManyAnswer } from '../contract.ts';

/** What an act is undone by: what the audit log says of it, and why it is undone. */
export type UndoneEntry = {
  id: string;
  targetId: string;
  reason: string;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
};

/** An act of staff that can be undone, as its room does that; by its name in the audit log. */
export type Undoable = Record<
  string,
  {
    may(actor: CurrentUser): boolean;
    needsProof: boolean;
    /** Throws `changed_since` where something else has happened meanwhile. Gives the new entry's id. */
    undo(trx: Trx, actor: CurrentUser, entry: UndoneEntry, now: Date): Promise<string>;
  }
>;

/** An undo is none of them, nor is what was said of somebody who has been erased. */
export function isUndoable(
  undoable: Undoable,
  entry: { action: string; undoes: string | null; before: object },
): boolean {
  return entry.action in undoable && entry.undoes === null && Object.keys(entry.before).length > 0;
}

/** Undoes one act; whoever comes second is told so. */
export async function undoEntry(
  trx: Trx,
  undoable: Undoable,
  actor: CurrentUser,
  { id, reason }: { id: string; reason: string },
  now: Date,
): Promise<string> {
  const entry = await trx.selectFrom('auditEntry').selectAll().where('id', '=', id).executeTakeFirst();
  if (!entry) throw new AppError(adminErrors.entry_not_found);
  const act = undoable[entry.action];
  if (!act || !isUndoable(undoable, entry)) throw new AppError(adminErrors.cannot_undo);
  if (!act.may(actor)) throw new AppError(platformErrors.forbidden);
  const undone = await trx.selectFrom('auditEntry').select('id').where('undoes', '=', id).executeTakeFirst();
  if (undone) throw new AppError(adminErrors.already_undone);
  return act.undo(
    trx,
    actor,
    {
      id,
      targetId: entry.targetId,
      reason: reason === '' ? entry.reason : reason,
      before: entry.before,
      after: entry.after,
    },
    now,
  );
}

/** Whether one of these acts is undone with a proof alone, as it was done. */
export async function undoNeedsProof(db: Db, undoable: Undoable, ids: readonly string[]): Promise<boolean> {
  const entries = await db.selectFrom('auditEntry').select('action').where('id', 'in', ids).execute();
  return entries.some(({ action }) => undoable[action]?.needsProof);
}

/** Does the same to each of many, one transaction after the other: what fails does not keep the others. */
export async function doToMany(
  db: Db,
  ids: readonly string[],
  locale: Locale,
  act: (trx: Trx, id: string) => Promise<string>,
): Promise<ManyAnswer> {
  const answer: ManyAnswer = { done: [], failed: [] };
  for (const id of new Set(ids.filter(isUuid))) {
    try {
      const auditId = await db.transaction().execute((trx) => act(trx, id));
      answer.done.push({ id, auditId });
    } catch (error) {
      if (!isAppError(error)) throw error;
      answer.failed.push({ id, code: error.kind.code, message: error.kind.words(locale) });
    }
  }
  return answer;
}
