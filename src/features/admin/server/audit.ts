import { isDeepStrictEqual } from 'node:util';
import type { Db } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import { AppError } from '#platform/shared/errors.ts';
import { adminErrors } from '../contract.ts';

type Entry = {
  actor: { id: string; username: string };
  action: string;
  target: { type: string; id: string };
  /** People that the entry's texts are about: the texts are removed when one of them is erased. */
  about?: readonly (string | null)[];
  reason: string;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  /** Entry of the act that this one undoes. */
  undoes?: string | undefined;
};

/**
 * Adds an audit entry in the transaction of the act. Returns the entry's id. Throws `nothing_changed` if the
 * values before and after are equal, which rolls back all that the transaction would have recorded.
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

/**
 * Compares the values as the log stores them. An act without values before it, such as a beginning, counts as
 * a change.
 */
function isSame(before: object, after: object): boolean {
  const kept = (state: object): unknown => JSON.parse(JSON.stringify(state));
  return Object.keys(before).length > 0 && isDeepStrictEqual(kept(before), kept(after));
}

/**
 * Logs an export of data: the query and the number of rows. A search term is left out unless it is an id: it
 * may be someone's name or address, which would survive their erasure in the log.
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
