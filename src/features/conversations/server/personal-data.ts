import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { inBatches, type PersonalData } from '#platform/server/personal-data.ts';
import { nobodyWaits } from '../rules.ts';

/**
 * Runs before that of the community room, which erases messages, and with the second person the channel and the
 * conversation.
 */
export function conversationsPersonalData({ db }: { db: Db }): PersonalData {
  return {
    room: 'conversations',
    tables: ['conversation', 'conversation_response'],
    lists: {
      conversations: inBatches((personId, after, limit) =>
        db
          .selectFrom('conversation')
          .select([
            'id',
            'serviceId',
            'orderId',
            'customerId',
            'providerId',
            'resourceId',
            'subject',
            'createdAt',
          ])
          .where((where) =>
            where.or([where('customerId', '=', personId), where('providerId', '=', personId)]),
          )
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
    },
    async erase(trx, { id }) {
      // Lock first, so that a concurrent writer has finished or finds this person gone. If the other person is being
      // erased at the same time, one has to wait, or neither would see that nobody is left.
      await sql`select from channel where id in (select id from conversation where ${id} in (customer_id, provider_id))
        order by id for update`.execute(trx);
      await trx
        .updateTable('conversation')
        .set(nobodyWaits)
        .where((where) => where.or([where('customerId', '=', id), where('providerId', '=', id)]))
        .execute();
      await sql`update channel set names = '{"ko": "", "en": "", "ja": ""}' from conversation c
        where channel.id = c.id and c.provider_id = ${id}`.execute(trx);
      await trx.updateTable('conversation').set({ subject: '' }).where('providerId', '=', id).execute();
      await trx.deleteFrom('conversationResponse').where('providerId', '=', id).execute();
      return [];
    },
  };
}
