import type { Db } from '#platform/server/db.ts';
import { whole, type PersonalData } from '#platform/server/personal-data.ts';

/** Former usernames. All other profile data belongs to the accounts room. */
export function peoplePersonalData({ db }: { db: Db }): PersonalData {
  return {
    room: 'people',
    tables: ['former_username'],
    lists: {
      former_usernames: whole((personId) =>
        db
          .selectFrom('formerUsername')
          .select(['username', 'heldUntil'])
          .where('personId', '=', personId)
          .execute(),
      ),
    },
    async erase(trx, { id }) {
      await trx.deleteFrom('formerUsername').where('personId', '=', id).execute();
      return [];
    },
  };
}
