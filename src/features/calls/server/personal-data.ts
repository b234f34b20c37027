import type { Config } from '#platform/server/config.ts';
import type { Db } from '#platform/server/db.ts';
import { inBatches, type PersonalData } from '#platform/server/personal-data.ts';
import { takeOutErased } from './commands.ts';

export function callsPersonalData({ db, config }: { db: Db; config: Config }): PersonalData {
  return {
    room: 'calls',
    tables: ['call', 'call_peer', 'call_link', 'call_removal', 'call_mark', 'call_frame'],
    lists: {
      // Calls are not recorded: media goes from browser to browser.
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
      await takeOutErased(trx, config, id);
      await trx.deleteFrom('callLink').where('madeBy', '=', id).execute();
      await trx.deleteFrom('callRemoval').where('personId', '=', id).execute();
      return [];
    },
  };
}
