import { isDeepStrictEqual } from 'node:util';
import type { Db } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import { AppError } from '#platform/shared/errors.ts';
import { adminErrors } from '../contract.ts';

type Entry = {
  actor: { id: string; username: string };
  action: string;
  target: { type: string; id: string };
  /** Whose the target is, and whom else the words may be about: they go when one of these is erased. */
  about?: readonly (string | null)[];
  reason: string;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  /** The entry of what this undoes. */
  undoes?: string | undefined;
};

/**
 * Writes down what staff did, or a rule in the name of the house, in the transaction that did it. Gives the entry's id. Throws
 * `nothing_changed` where all is as it was before: that is no act, and takes with it whatever else the transaction would have said of it.
 */
export async function recordAudit(trx: Db, entry: Entry, now: Date): Promise<string> {
  if (isSame(entry.before, entry.after)) throw new AppError(adminErrors.nothing_changed);
  const { id } = await trx
    .insertInto('auditEntry')
    .values({
      actorId: entry.actor.id,
      actor: entry.actor.username,
      action: entry.action,
      targetType: entry.target.type,
      targetId: entry.target.id,
      about: entry.about?.filter((each) => each !== null) ?? [],
      reason: entry.reason,
      before: JSON.stringify(entry.before),
      after: JSON.stringify(entry.after),
      at: now,
      undoes: entry.undoes ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** As the log would have it; an act that has nothing before it, such as a beginning, is one. */
function isSame(before: object, after: object): boolean {
  const kept = (state: object): unknown => JSON.parse(JSON.stringify(state));
  return Object.keys(before).length > 0 && isDeepStrictEqual(kept(before), kept(after));
}

/**
 * Data that leaves the house is written down too: what was asked for, and how much it was. Of a search only that there was one, unless
 * it was an id: it may be somebody's name or address, and who is erased would stand in the log for good.
 */
export function recordExport(
  db: Db,
  actor: Entry['actor'],
  {
    table,
    asked: { search, ...asked },
    rows,
  }: { table: string; asked: { search?: string | undefined }; rows: number },
  now: Date,
): Promise<string> {
  return recordAudit(
    db,
    {
      actor,
      action: 'table.export',
      target: { type: table, id: uuidv7(now.getTime()) },
      reason: '',
      before: {},
      after: { ...asked, ...(search && { search: isUuid(search) ? search : '…' }), rows },
    },
    now,
  );
}
