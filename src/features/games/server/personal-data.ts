import type { Db } from '#platform/server/db.ts';
import { whole, type PersonalData } from '#platform/server/personal-data.ts';

export function gamesPersonalData({ db }: { db: Db }): PersonalData {
  return {
    room: 'games',
    tables: ['game_save'],
    lists: {
      saves: whole((personId) =>
        db
          .selectFrom('gameSave')
          .select(['resourceId', 'slots', 'revision', 'updatedAt'])
          .where('personId', '=', personId)
          .execute(),
      ),
    },
    async erase(trx, { id }) {
      await trx.deleteFrom('gameSave').where('personId', '=', id).execute();
      return [];
    },
  };
}
