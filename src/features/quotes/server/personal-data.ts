import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { listParts } from './queries.ts';
import { inBatches, whole, type PersonalData } from '#platform/server/personal-data.ts';

export function quotesPersonalData({ db }: { db: Db }): PersonalData {
  return {
    room: 'quotes',
    tables: [
      'quote',
      'quote_lowering',
      'quote_part',
      'quote_file',
      'quote_request',
      'quote_request_file',
      'quote_thread',
      'quote_offer',
      'near_wish',
    ],
    lists: {
      // With what it is made up of, and the price to which its provider has lowered it.
      quotes: inBatches(async (personId, after, limit) => {
        const rows = await db
          .selectFrom('quote')
          .leftJoin('quoteLowering as lowering', 'lowering.quoteId', 'quote.id')
          .selectAll('quote')
          .select('lowering.principal as loweredPrincipal')
          .where('personId', '=', personId)
          .where('quote.id', '>', after)
          .orderBy('quote.id')
          .limit(limit)
          .execute();
        const parts = await listParts(
          db,
          rows.map(({ id }) => id),
        );
        return rows.map((row) => ({ ...row, parts: parts.get(row.id) ?? [] }));
      }),
      requests: inBatches((personId, after, limit) =>
        db
          .selectFrom('quoteRequest')
          .select([
            'id',
            'title',
            'description',
            'material',
            'colour',
            'tolerance',
            'finish',
            'quantity',
            'dimensions',
            'replacesId',
          ])
          .select(sql<string | null>`to_char(wanted_on, 'YYYY-MM-DD')`.as('wantedOn'))
          .select(['budget', 'currency', 'state', 'createdAt', 'expiresAt'])
          .where('customerId', '=', personId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
      nearWishes: whole((personId) =>
        db.selectFrom('nearWish').selectAll().where('personId', '=', personId).orderBy('id').execute(),
      ),
      // Offers of others are part of a person's export.
      offers: whole((personId) =>
        db
          .selectFrom('quoteOffer as offer')
          .innerJoin('quoteThread as thread', 'thread.id', 'offer.threadId')
          .innerJoin('quoteRequest as request', 'request.id', 'thread.requestId')
          .selectAll('offer')
          .where((where) =>
            where.or([
              where.and([where('offer.by', '=', 'customer'), where('request.customerId', '=', personId)]),
              where.and([where('offer.by', '=', 'provider'), where('thread.providerId', '=', personId)]),
            ]),
          )
          .orderBy('offer.madeAt')
          .execute(),
      ),
    },
    /** Requests to this person are deleted too: nobody is left to be bound. */
    async erase(trx, { id }) {
      await trx.deleteFrom('nearWish').where('personId', '=', id).execute();
      await trx.deleteFrom('quote').where('personId', '=', id).execute();
      await trx.deleteFrom('quoteRequest').where('customerId', '=', id).execute();
      await trx.deleteFrom('quoteThread').where('providerId', '=', id).execute();
      return [];
    },
  };
}
