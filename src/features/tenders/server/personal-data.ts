import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { inBatches, whole, type PersonalData } from '#platform/server/personal-data.ts';
import type { Vault } from '#platform/server/sealed.ts';
import { openBid } from './opening.ts';

export function tendersPersonalData({ db, vault }: { db: Db; vault: Vault }): PersonalData {
  return {
    room: 'tenders',
    tables: ['tender', 'tender_file', 'tender_bid'],
    lists: {
      tenders: inBatches((personId, after, limit) =>
        db
          .selectFrom('tender')
          .select(['id', 'state', 'title', 'description', 'serviceType', 'material', 'colour', 'tolerance'])
          .select(['finish', 'quantity', 'ceiling', 'delivery', 'address', 'closesAt', 'createdAt', 'reason'])
          .select(sql<string | null>`to_char(wanted_on, 'YYYY-MM-DD')`.as('wantedOn'))
          .where('customerId', '=', personId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
      // Sealed to everybody else, and theirs to take along.
      bids: whole(async (personId) => {
        const rows = await db
          .selectFrom('tenderBid')
          .select(['tenderId', 'number', 'serviceId', 'state', 'commitment', 'madeAt', 'sealed'])
          .select(['principal', 'readyInDays', 'machine', 'note', 'salt', 'detailSalt', 'rank', 'result'])
          .where('providerId', '=', personId)
          .orderBy('madeAt')
          .execute();
        return rows.map(({ sealed, ...bid }) => ({ ...bid, ...(sealed !== null && openBid(vault, sealed)) }));
      }),
    },
    /** What others bid goes with what was asked for, and so does a bid with whoever made it: nobody is left to be bound. */
    async erase(trx, { id }) {
      await trx.deleteFrom('tenderBid').where('providerId', '=', id).execute();
      await trx.deleteFrom('tender').where('customerId', '=', id).execute();
      return [];
    },
  };
}
