import type { Db } from '#platform/server/db.ts';
import { inBatches, type PersonalData } from '#platform/server/personal-data.ts';

export function buildsPersonalData({ db }: { db: Db }): PersonalData {
  return {
    room: 'builds',
    tables: ['build'],
    lists: {
      builds: inBatches((personId, after, limit) =>
        db
          .selectFrom('build')
          .select([
            'id',
            'source',
            'sourceId',
            'resourceId',
            'fileHashes',
            'serviceId',
            'machine',
            'material',
          ])
          .select(['settings', 'worked', 'builtAt'])
          .where((where) => where.or([where('makerId', '=', personId), where('forId', '=', personId)]))
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
    },
    /** That something was made and worked stays, without the person. */
    async erase(trx, { id }) {
      await trx.updateTable('build').set({ makerId: null, settings: '' }).where('makerId', '=', id).execute();
      await trx.updateTable('build').set({ forId: null }).where('forId', '=', id).execute();
      await trx.updateTable('build').set({ ownerId: null }).where('ownerId', '=', id).execute();
      return [];
    },
  };
}
