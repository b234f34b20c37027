import type { Db } from '#platform/server/db.ts';
import { whole, type PersonalData } from '#platform/server/personal-data.ts';

export function findingPersonalData({ db }: { db: Db }): PersonalData {
  return {
    room: 'finding',
    tables: ['saved_search'],
    lists: {
      saved_searches: whole((personId) =>
        db.selectFrom('savedSearch').selectAll().where('personId', '=', personId).orderBy('id').execute(),
      ),
    },
    async erase(trx, { id }) {
      await trx.deleteFrom('savedSearch').where('personId', '=', id).execute();
      return [];
    },
  };
}
