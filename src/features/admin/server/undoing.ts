import type { FastifyRequest } from 'fastify';
import type { CurrentUser } from '#features/accounts/contract.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { answerLocale } from '#platform/server/http.ts';
import { isUuid } from '#platform/server/ids.ts';
import { AppError, isAppError, platformErrors } from '#platform/shared/errors.ts';
import { adminErrors, type ManyAnswer } from '../contract.ts';

/** Audit entry to be undone, with the reason of the undo. */
export type UndoneEntry = {
  id: string;
  targetId: string;
  /** Reason for the log: that of the undo, or else that of the act. */
  reason: string;
  /** Reason for people: that of the undo, or empty. The reason of the act does not justify its opposite. */
  words: string;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
};

/** Handlers of the acts that can be undone, by action; each belongs to the feature of the act. */
export type Undoable = Record<
  string,
  {
    may(actor: CurrentUser): boolean;
    /** True if the undo needs a proof, as the act did. */
    needsProof?: boolean;
    /**
     * Actions that decide the same about a target: after one of them the act cannot be undone, even if the
     * state looks the same.
     */
    decidedAnewBy?: readonly string[];
    /** Throws `changed_since` if the target has changed meanwhile. Returns the new entry's id. */
    undo(trx: Trx, actor: CurrentUser, entry: UndoneEntry, now: Date): Promise<string>;
  }
>;

/** Undos cannot be undone, and neither can acts on an erased person. */
export function isUndoable(
  undoable: Undoable,
  entry: { action: string; undoes: string | null; before: object },
): boolean {
  return entry.action in undoable && entry.undoes === null && Object.keys(entry.before).length > 0;
}

/** Undoes one act; of concurrent calls, the later one gets an error. */
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
  // Check after the handler has locked the target, so that no decision can come in between.
  if (await wasRedecided(trx, entry, act.decidedAnewBy ?? [])) throw new AppError(adminErrors.changed_since);
  return undoId;
}

/** Returns true if a later decision about the target is still in force. */
async function wasRedecided(
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

/** Returns true if one of these acts needs a proof to be undone. */
export async function undoNeedsProof(db: Db, undoable: Undoable, ids: readonly string[]): Promise<boolean> {
  const entries = await db.selectFrom('auditEntry').select('action').where('id', 'in', ids).execute();
  return entries.some(({ action }) => undoable[action]?.needsProof === true);
}

/**
 * Runs one act in a transaction. If the state is already as requested, it counts as a success: the same
 * request may have been repeated on a bad network.
 */
export async function doToOne(db: Db, act: (trx: Trx) => Promise<unknown>): Promise<void> {
  try {
    await db.transaction().execute(act);
  } catch (error) {
    if (!isAppError(error) || error.kind !== adminErrors.nothing_changed) throw error;
  }
}

/**
 * Runs an act for each of many rows, in consecutive transactions: a failure of any kind does not stop the
 * others.
 */
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
