import { sql } from 'kysely';
import { notifyAll } from '#features/notifications/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import type { Job } from '#platform/server/jobs.ts';
import { sweepOrphans } from '#platform/server/orphans.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { messagePath } from '../rules.ts';
import { indexMessages } from './searching.ts';

export function communityJobs({ db, storage }: { db: Db; storage: BlobStore }) {
  /** Notifies everyone in a channel: its members, or the people who have read in it; each only once. */
  const tellEveryone: Job<{ channelId: string; seq: number }> = async ({ channelId, seq }) => {
    await db.transaction().execute(async (trx) => {
      const said = await trx
        .selectFrom('channelMessage as m')
        .innerJoin('channel as c', 'c.id', 'm.channelId')
        .innerJoin('person as p', 'p.id', 'm.authorId')
        .select(['c.slug', 'c.names', 'm.authorId', 'p.name'])
        .where('m.channelId', '=', channelId)
        .where('m.seq', '=', seq)
        .where('m.state', '=', 'shown')
        .executeTakeFirst();
      if (!said) return;
      const { slug, names, authorId, name } = said;
      const path = messagePath(slug, seq);
      const { rows } = await sql<{ personId: string }>`
        select distinct person_id from (
          select person_id from channel_read where channel_id = ${channelId}
          union select person_id from channel_member where channel_id = ${channelId}) as here
        join person p on p.id = person_id
        where person_id <> ${authorId} and p.erased_at is null and p.withdraws_at is null
          and not exists (select from notification n where n.person_id = here.person_id and n.path = ${path}
            and n.what in ('channel_everyone', 'channel_mention'))
          and not exists (select from channel_sanction s where s.person_id = here.person_id and s.kind = 'ban'
            and s.lifted_at is null and (s.until is null or s.until > now())
            and (s.channel_id is null or s.channel_id = ${channelId}))
          and not exists (select from person_block b where b.blocker_id = here.person_id and b.blocked_id = ${authorId})`.execute(
        trx,
      );
      await notifyAll(
        trx,
        rows.map(({ personId }) => personId),
        { what: 'channel_everyone', path, params: { name, channel: names }, people: [authorId] },
        currentTime(),
      );
    });
  };
  const sweepPictures: Job<unknown> = async () => {
    await sweepOrphans(storage, 'channel-images', (owners) => referencedPictures(db, owners), currentTime());
  };
  return {
    'community.tell_everyone': tellEveryone,
    'community.sweep_pictures': sweepPictures,
    'community.index_messages': indexMessages({ db }),
  };
}

async function referencedPictures(db: Db, owners: string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('channelAttachment')
    .select('blobPrefix')
    .where('blobPrefix', 'in', owners)
    .execute();
  return new Set(rows.flatMap(({ blobPrefix }) => blobPrefix ?? []));
}
