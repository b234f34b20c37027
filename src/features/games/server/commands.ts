import type { Db } from '#platform/server/db.ts';
import { AppError } from '#platform/shared/errors.ts';
import { gamesErrors, type Saves } from '../contract.ts';

/** Stores all slots of a person's game. Throws `save_conflict` if they were saved elsewhere since `revision`. */
export async function keepSaves(
  db: Db,
  who: { personId: string; resourceId: string },
  { slots, revision }: Saves,
  now: Date,
): Promise<Saves> {
  const row = { slots: JSON.stringify(slots), revision: revision + 1, updatedAt: now };
  const { numInsertedOrUpdatedRows: inserted } =
    revision === 0
      ? await db
          .insertInto('gameSave')
          .values({ ...who, ...row })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow()
      : { numInsertedOrUpdatedRows: 0n };
  if (inserted === 1n) return { slots, revision: row.revision };
  const { numUpdatedRows } = await db
    .updateTable('gameSave')
    .set(row)
    .where('personId', '=', who.personId)
    .where('resourceId', '=', who.resourceId)
    .where('revision', '=', revision)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new AppError(gamesErrors.save_conflict);
  return { slots, revision: row.revision };
}
