import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { inBatches, type PersonalData } from '#platform/server/personal-data.ts';

export function callsPersonalData({ db }: { db: Db }): PersonalData {
  return {
    room: 'calls',
    tables: ['call', 'call_peer', 'call_link', 'call_removal', 'call_mark', 'call_frame'],
    lists: {
      // Calls themselves are kept nowhere: what was said and shown went from browser to browser.
      links: inBatches((personId, after, limit) =>
        db
          .selectFrom('callLink')
          .select(['id', 'channelId', 'madeAt', 'expiresAt', 'usedAt'])
          .where('madeBy', '=', personId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
    },
    async erase(trx, { id }) {
      await sql`delete from realtime_event where topic in (select 'peer:' || key from call_peer where person_id = ${id})`.execute(
        trx,
      );
      await trx.deleteFrom('callPeer').where('personId', '=', id).execute();
      await trx.deleteFrom('callLink').where('madeBy', '=', id).execute();
      await trx.deleteFrom('callRemoval').where('personId', '=', id).execute();
      return [];
    },
  };
}
