import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { inBatches, whole, type PersonalData } from '#platform/server/personal-data.ts';

export function notificationsPersonalData({ db }: { db: Db }): PersonalData {
  return {
    room: 'notifications',
    tables: ['notification', 'notification_mute'],
    lists: {
      notifications: inBatches((personId, after, limit) =>
        db
          .selectFrom('notification')
          .select(['id', 'kind', 'what', 'params', 'path', 'createdAt', 'readAt'])
          .where('personId', '=', personId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
      not_by_mail: whole((personId) =>
        db.selectFrom('notificationMute').select('kind').where('personId', '=', personId).execute(),
      ),
    },
    async erase(trx, { id }) {
      await trx.deleteFrom('notification').where('personId', '=', id).execute();
      await sql`delete from notification
        where params ? 'people' and params -> 'people' @> to_jsonb(${id}::text)`.execute(trx);
      await trx.deleteFrom('notificationMute').where('personId', '=', id).execute();
      return [];
    },
  };
}
