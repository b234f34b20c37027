import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { inBatches, whole, type PersonalData } from '#platform/server/personal-data.ts';
import type { Vault } from '#platform/server/sealed.ts';
import { AppError } from '#platform/shared/errors.ts';
import { m } from '#i18n/generated/messages.js';
import { tendersErrors } from '../contract.ts';
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
      // Sealed for everybody else, but part of the bidder's export.
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
    async assertMayLeave(trx, personId) {
      const { rows } = await sql<{ title: string }>`
        select title from tender t
        where state in ('open', 'closed') and choose_by > now()
          and (customer_id = ${personId} or exists (select from tender_bid b
            where b.tender_id = t.id and b.provider_id = ${personId} and b.state = 'standing'))
        order by closes_at, id`.execute(trx);
      if (rows.length === 0) return;
      const titles = rows.map(({ title }) => `‘${title}’`).join(', ');
      throw new AppError({
        ...tendersErrors.tenders_open,
        words: (locale) => m['tenders.error.tenders_open_named']({ titles }, { locale }),
      });
    },
    /** Bids of others are deleted with the tender, and a bid with its bidder: nobody is left to be bound. */
    async erase(trx, { id }) {
      await trx.deleteFrom('tenderBid').where('providerId', '=', id).execute();
      await trx.deleteFrom('tender').where('customerId', '=', id).execute();
      return [];
    },
  };
}
