import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { inBatches, type PersonalData } from '#platform/server/personal-data.ts';
import { nobodyWaits } from '../rules.ts';

export function conversationsPersonalData({ db }: { db: Db }): PersonalData {
  return {
    room: 'conversations',
    tables: ['conversation', 'conversation_message'],
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
            'subject',
            'createdAt',
            'lastMessageAt',
          ])
          .where((where) =>
            where.or([where('customerId', '=', personId), where('providerId', '=', personId)]),
          )
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
      // What others wrote is theirs to take along.
      messages: inBatches((personId, after, limit) =>
        db
          .selectFrom('conversationMessage')
          .select(['id', 'conversationId', 'text', 'sentAt'])
          .where('authorId', '=', personId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
    },
    async erase(trx, { id }) {
      // First, so that whoever writes at this moment has finished, or finds them gone; the other one too, who may be erased
      // at this moment.
      await trx
        .updateTable('conversation')
        .set(nobodyWaits)
        .where((where) => where.or([where('customerId', '=', id), where('providerId', '=', id)]))
        .execute();
      // The other one keeps what they wrote themselves, beside empty places; with the second of the two, all of it goes.
      await sql`delete from conversation c
        using person other
        where (c.customer_id = ${id} and other.id = c.provider_id or c.provider_id = ${id} and other.id = c.customer_id)
          and other.erased_at is not null`.execute(trx);
      await trx
        .updateTable('conversationMessage')
        .set({ text: '', clientId: sql<string>`id::text` })
        .where('authorId', '=', id)
        .execute();
      await trx.updateTable('conversation').set({ subject: '' }).where('providerId', '=', id).execute();
      return [];
    },
  };
}
