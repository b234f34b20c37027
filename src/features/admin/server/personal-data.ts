import { sql, type SqlBool } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { inBatches, type PersonalData } from '#platform/server/personal-data.ts';

const isAbout = (personId: string) => sql<SqlBool>`about @> array[${personId}::uuid]`;

/** Acts of staff on a person, and acts of a person as staff. */
export function adminPersonalData({ db }: { db: Db }): PersonalData {
  return {
    room: 'audit',
    tables: ['audit_entry', 'audit_index'],
    lists: {
      about_me: inBatches((personId, after, limit) =>
        db
          .selectFrom('auditEntry')
          .select(['id', 'action', 'reason', 'before', 'after', 'at'])
          .where('targetId', '=', personId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
      by_me: inBatches((personId, after, limit) =>
        db
          .selectFrom('auditEntry')
          .select(['id', 'action', 'targetType', 'targetId', 'reason', 'at'])
          .where('actorId', '=', personId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
    },
    async archive(trx, { id }) {
      const entries = await trx
        .selectFrom('auditEntry')
        .selectAll()
        .where((where) => where.or([where('targetId', '=', id), where('actorId', '=', id), isAbout(id)]))
        .execute();
      return entries.map((record) => ({ kind: 'staff', at: record.at, record }));
    },
    // Entries stay, with their action and time; their texts are removed, also those about the person's
    // things.
    async erase(trx, { id }) {
      await trx
        .updateTable('auditEntry')
        .set({ reason: '', before: '{}', after: '{}' })
        .where((where) => where.or([where('targetId', '=', id), isAbout(id)]))
        .execute();
      await trx.updateTable('auditEntry').set({ actor: '', reason: '' }).where('actorId', '=', id).execute();
      return [];
    },
  };
}
