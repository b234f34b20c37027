import type { Db } from '#platform/server/db.ts';

type Entry = {
  actor: { id: string; username: string };
  action: string;
  target: { type: string; id: string };
  reason: string;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
};

/** Writes down what staff did, or a rule in the name of the house, in the transaction that did it. */
export async function recordAudit(trx: Db, entry: Entry, now: Date): Promise<void> {
  await trx
    .insertInto('auditEntry')
    .values({
      actorId: entry.actor.id,
      actor: entry.actor.username,
      action: entry.action,
      targetType: entry.target.type,
      targetId: entry.target.id,
      reason: entry.reason,
      before: JSON.stringify(entry.before),
      after: JSON.stringify(entry.after),
      at: now,
    })
    .execute();
}
