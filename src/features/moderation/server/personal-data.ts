import type { Db } from '#platform/server/db.ts';
import { inBatches, type PersonalData } from '#platform/server/personal-data.ts';

/** Reports by somebody. Those about them are their writers', and an export would tell who complained. */
export function moderationPersonalData({ db }: { db: Db }): PersonalData {
  return {
    room: 'moderation',
    tables: ['report'],
    lists: {
      reports: inBatches((personId, after, limit) =>
        db
          .selectFrom('report')
          .select(['id', 'kind', 'targetId', 'reason', 'text', 'state', 'createdAt', 'resolvedAt'])
          .where('reporterId', '=', personId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
    },
    // What was decided stays in the audit log.
    async erase(trx, { id }) {
      await trx
        .deleteFrom('report')
        .where((where) => where.or([where('reporterId', '=', id), where('aboutId', '=', id)]))
        .execute();
      await trx
        .updateTable('report')
        .set({ resolverId: null, resolution: '' })
        .where('resolverId', '=', id)
        .execute();
      return [];
    },
  };
}
