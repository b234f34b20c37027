import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { inBatches, whole, type PersonalData } from '#platform/server/personal-data.ts';
import { pictureKeys } from '#platform/server/pictures.ts';
import { takeFromEvents } from './commands.ts';

/** Messages of an erased person become empty places; replies of others stay. */
export function communityPersonalData({ db }: { db: Db }): PersonalData {
  return {
    room: 'community',
    tables: [
      'channel_member',
      'channel_message',
      'channel_message_edit',
      'channel_mention',
      'channel_attachment',
      'channel_reaction',
      'channel_pin',
      'channel_read',
      'channel_sanction',
      'message_search',
      // Machine translations are deleted with their messages and contain no other data.
      'channel_translation',
      'person_block',
    ],
    lists: {
      messages: inBatches((personId, after, limit) =>
        db
          .selectFrom('channelMessage as m')
          .innerJoin('channel as c', 'c.id', 'm.channelId')
          .select(['m.id', 'c.slug as channel', 'm.seq', 'm.title', 'm.tags', 'm.text', 'm.state'])
          .select(['m.createdAt', 'm.editedAt'])
          .where('m.authorId', '=', personId)
          .where('m.id', '>', after)
          .orderBy('m.id')
          .limit(limit)
          .execute(),
      ),
      edits: whole((personId) =>
        db
          .selectFrom('channelMessageEdit as e')
          .innerJoin('channelMessage as m', (join) =>
            join.onRef('m.channelId', '=', 'e.channelId').onRef('m.seq', '=', 'e.seq'),
          )
          .select(['m.id as messageId', 'e.text', 'e.title', 'e.at'])
          .where('m.authorId', '=', personId)
          .orderBy('e.at')
          .execute(),
      ),
      reactions: whole((personId) =>
        db
          .selectFrom('channelReaction')
          .select(['channelId', 'seq', 'emoji', 'at'])
          .where('personId', '=', personId)
          .orderBy('at')
          .execute(),
      ),
      read: whole((personId) =>
        db
          .selectFrom('channelRead')
          .select(['channelId', 'device', 'seq', 'at'])
          .where('personId', '=', personId)
          .execute(),
      ),
      private_channels: whole((personId) =>
        db
          .selectFrom('channelMember')
          .select(['channelId', 'joinedAt'])
          .where('personId', '=', personId)
          .execute(),
      ),
      sanctions: whole((personId) =>
        db
          .selectFrom('channelSanction')
          .select(['channelId', 'kind', 'until', 'reason', 'createdAt', 'liftedAt'])
          .where('personId', '=', personId)
          .orderBy('createdAt')
          .execute(),
      ),
      blocked: whole((personId) =>
        db
          .selectFrom('personBlock as b')
          .innerJoin('person as p', 'p.id', 'b.blockedId')
          .select(['p.displayUsername as username', 'b.at'])
          .where('b.blockerId', '=', personId)
          .execute(),
      ),
    },
    async erase(trx, { id }) {
      const images = await trx
        .selectFrom('channelAttachment as a')
        .innerJoin('channelMessage as m', (join) =>
          join.onRef('m.channelId', '=', 'a.channelId').onRef('m.seq', '=', 'a.seq'),
        )
        .select(['a.blobPrefix', 'a.widths'])
        .where('m.authorId', '=', id)
        .execute();
      for (const table of [
        'channel_attachment',
        'channel_message_edit',
        'channel_mention',
        'channel_pin',
        'channel_translation',
        'message_search',
      ]) {
        await sql`delete from ${sql.table(table)} gone using channel_message m
          where m.channel_id = gone.channel_id and m.seq = gone.seq and m.author_id = ${id}`.execute(trx);
      }
      await takeFromEvents(trx, sql`m.author_id = ${id}`);
      await sql`update channel_message root set replies = greatest(0, root.replies - gone.count),
          accepted_id = case when root.accepted_id = any(gone.ids) then null else root.accepted_id end
        from (select thread_id, array_agg(id) as ids, (count(*) filter (where state = 'shown'))::integer as count
          from channel_message where author_id = ${id} and thread_id is not null group by thread_id) as gone
        where root.id = gone.thread_id`.execute(trx);
      await sql`update channel_message set text = '', search_text = '', has_tokens = true, tags = '{}', client_id = id::text, input_hash = '',
          mentions_everyone = false, title = case when title is null then null else '' end, edited_at = null,
          state = case when state = 'shown' then 'deleted' else state end
        where author_id = ${id}`.execute(trx);
      await trx.deleteFrom('channelMention').where('personId', '=', id).execute();
      await trx.deleteFrom('channelReaction').where('personId', '=', id).execute();
      await trx.deleteFrom('channelRead').where('personId', '=', id).execute();
      await trx.deleteFrom('channelSanction').where('personId', '=', id).execute();
      await trx.deleteFrom('channelMember').where('personId', '=', id).execute();
      // Channels without remaining members.
      await sql`delete from channel c where kind in ('inquiry', 'support')
        and not exists (select from channel_member m where m.channel_id = c.id)`.execute(trx);
      await trx
        .deleteFrom('personBlock')
        .where((where) => where.or([where('blockerId', '=', id), where('blockedId', '=', id)]))
        .execute();
      return images.flatMap(({ blobPrefix, widths }) =>
        blobPrefix !== null && widths !== null ? pictureKeys({ blobPrefix, widths }) : [],
      );
    },
  };
}
