import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { inBatches, type PersonalData } from '#platform/server/personal-data.ts';
import { nobodyWaits } from '../rules.ts';

/** Before the community's: messages are erased there, and with the second of the two the channel, and so the conversation. */
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
      // First, so that whoever writes at this moment has finished, or finds them gone; the other one too, who may be erased
      // at this moment, must come after, or neither would see that nobody is left.
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
