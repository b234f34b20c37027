import type { Db } from '#platform/server/db.ts';
import { uuidv7 } from '#platform/server/ids.ts';

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

/** Writes down what staff did, or a rule in the name of the house, in the transaction that did it. Gives the entry's id. */
export async function recordAudit(trx: Db, entry: Entry, now: Date): Promise<string> {
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

/** Data that leaves the house is written down too: what was asked for, and how much it was. */
export function recordExport(
  db: Db,
  actor: Entry['actor'],
  { table, asked, rows }: { table: string; asked: object; rows: number },
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
      after: { ...asked, rows },
    },
    now,
  );
}
