import type { FastifyRequest } from 'fastify';
import type { CurrentUser } from '#features/accounts/contract.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { answerLocale } from '#platform/server/http.ts';
import { isUuid } from '#platform/server/ids.ts';
import { AppError, isAppError, platformErrors } from '#platform/shared/errors.ts';
import { adminErrors, type ManyAnswer } from '../contract.ts';

/** What an act is undone by: what the audit log says of it, and why it is undone. */
export type UndoneEntry = {
  id: string;
  targetId: string;
  /** For the log: where nobody says why it is undone, why it was done. */
  reason: string;
  /** For people: nothing where nobody says why it is undone. Why it was done is no reason for the opposite. */
  words: string;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
};

/** An act of staff that can be undone, as its room does that; by its name in the audit log. */
export type Undoable = Record<
  string,
  {
    may(actor: CurrentUser): boolean;
    /** Whether it is undone with a proof alone, as it was done. */
    needsProof?: boolean;
    /** Acts on the same target that decide the same: after one of them it is not undone, even where all looks as it left it. */
    decidedAnewBy?: readonly string[];
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
  const entry = await trx
    .selectFrom('auditEntry')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!entry) throw new AppError(adminErrors.entry_not_found);
  const act = undoable[entry.action];
  if (!act || !isUndoable(undoable, entry)) throw new AppError(adminErrors.cannot_undo);
  if (!act.may(actor)) throw new AppError(platformErrors.forbidden);
  const undone = await trx.selectFrom('auditEntry').select('id').where('undoes', '=', id).executeTakeFirst();
  if (undone) throw new AppError(adminErrors.already_undone);
  const undoId = await act.undo(
    trx,
    actor,
    {
      id,
      targetId: entry.targetId,
      reason: reason === '' ? entry.reason : reason,
      words: reason,
      before: entry.before,
      after: entry.after,
    },
    now,
  );
  // Asked when the room holds what is decided about, so that nobody decides in between.
  if (await wasDecidedAnew(trx, entry, act.decidedAnewBy ?? []))
    throw new AppError(adminErrors.changed_since);
  return undoId;
}

/** Whether the same was decided about its target later, and still stands. */
async function wasDecidedAnew(
  trx: Trx,
  { id, targetId }: { id: string; targetId: string },
  actions: readonly string[],
): Promise<boolean> {
  if (actions.length === 0) return false;
  const later = await trx
    .selectFrom('auditEntry as later')
    .leftJoin('auditEntry as undo', 'undo.undoes', 'later.id')
    .select('later.id')
    .where('later.targetId', '=', targetId)
    .where('later.id', '>', id)
    .where('later.action', 'in', actions)
    .where('later.undoes', 'is', null)
    .where('undo.id', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}

/** Whether one of these acts is undone with a proof alone, as it was done. */
export async function undoNeedsProof(db: Db, undoable: Undoable, ids: readonly string[]): Promise<boolean> {
  const entries = await db.selectFrom('auditEntry').select('action').where('id', 'in', ids).execute();
  return entries.some(({ action }) => undoable[action]?.needsProof === true);
}

/**
 * Does one act in a transaction. What is so already stays as it is, and is answered as if it had been done: the same call may have been
 * sent twice over a bad network.
 */
export async function doToOne(db: Db, act: (trx: Trx) => Promise<unknown>): Promise<void> {
  try {
    await db.transaction().execute(act);
  } catch (error) {
    if (!isAppError(error) || error.kind !== adminErrors.nothing_changed) throw error;
  }
}

/** Does the same to each of many, one transaction after the other: what fails, however it does, does not keep the others. */
export async function doToMany(
  db: Db,
  request: FastifyRequest,
  ids: readonly string[],
  act: (trx: Trx, id: string) => Promise<string>,
): Promise<ManyAnswer> {
  const answer: ManyAnswer = { done: [], failed: [] };
  for (const id of new Set(ids.filter(isUuid))) {
    try {
      const auditId = await db.transaction().execute((trx) => act(trx, id));
      answer.done.push({ id, auditId });
    } catch (error) {
      if (!isAppError(error)) request.log.error({ err: error, id }, 'one of many could not be changed');
      const { code, words } = isAppError(error) ? error.kind : platformErrors.internal_error;
      answer.failed.push({ id, code, message: words(answerLocale(request)) });
    }
  }
  return answer;
}
