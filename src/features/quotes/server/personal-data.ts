import type { Db } from '#platform/server/db.ts';
import { inBatches, type PersonalData } from '#platform/server/personal-data.ts';

export function quotesPersonalData({ db }: { db: Db }): PersonalData {
  return {
    room: 'quotes',
    tables: ['quote'],
    lists: {
      quotes: inBatches((personId, after, limit) =>
        db
          .selectFrom('quote')
          .selectAll()
          .where('personId', '=', personId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
    },
    /** What others have asked this person for goes with the services: nobody is left whom it could bind. */
    async erase(trx, { id }) {
      await trx.deleteFrom('quote').where('personId', '=', id).execute();
      return [];
    },
  };
}
