import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { inBatches, whole, type PersonalData } from '#platform/server/personal-data.ts';
import { pictureKeys } from '#platform/server/pictures.ts';
import { AppError } from '#platform/shared/errors.ts';
import { m } from '#i18n/generated/messages.js';
import { auctionsErrors } from '../contract.ts';

/** Placeholder for the title of an erased seller's lot, which stays in the lists of its bidders. */
const noTitle = '—';

/**
 * Sales are kept like orders, without the name of a person who left. Drafts, watched lots, and texts and
 * pictures of unsold lots are deleted; other people's bids on these stay.
 */
export function auctionsPersonalData({ db }: { db: Db }): PersonalData {
  return {
    room: 'auctions',
    tables: [
      'auction',
      'auction_index',
      'auction_image',
      'auction_bidder',
      'auction_entry',
      'auction_event',
      'auction_watch',
      'auction_strike',
      'household',
    ],
    lists: {
      lots: inBatches((personId, after, limit) =>
        db
          .selectFrom('auction')
          .select([
            'id',
            'state',
            'lotKind',
            'title',
            'description',
            'conditionNote',
            'licenceTerms',
            'handover',
            'cancelReason',
            'startPrice',
            'reservePrice',
            'buyNowPrice',
          ])
          .select(['price', 'startsAt', 'endsAt', 'createdAt'])
          .where('sellerId', '=', personId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
      bids: whole((personId) =>
        db
          .selectFrom('auctionEntry')
          .select(['auctionId', 'seq', 'kind', 'maximum', 'at'])
          .where('bidderId', '=', personId)
          .orderBy('at')
          .execute(),
      ),
      watched: whole((personId) =>
        db
          .selectFrom('auctionWatch')
          .select(['auctionId', 'createdAt'])
          .where('personId', '=', personId)
          .execute(),
      ),
      strikes: whole((personId) =>
        db
          .selectFrom('auctionStrike')
          .select(['auctionId', 'cause', 'at', 'liftedAt'])
          .where('personId', '=', personId)
          .execute(),
      ),
    },
    async assertMayLeave(trx, personId) {
      const { rows } = await sql<{ title: string }>`
        select title from auction
        where (seller_id = ${personId} and state in ('scheduled', 'live', 'ended', 'awaiting_payment', 'second_offer'))
          or (leader_id = ${personId} and state = 'live') or (winner_id = ${personId} and state = 'awaiting_payment')
        order by ends_at, id`.execute(trx);
      if (rows.length === 0) return;
      const titles = rows.map(({ title }) => `‘${title}’`).join(', ');
      throw new AppError({
        ...auctionsErrors.auctions_open,
        words: (locale) => m['auctions.error.auctions_open_named']({ titles }, { locale }),
      });
    },
    async erase(trx, { id }) {
      await trx.deleteFrom('auctionWatch').where('personId', '=', id).execute();
      await trx.deleteFrom('household').where('personId', '=', id).execute();
      const images = await trx
        .selectFrom('auctionImage as image')
        .innerJoin('auction', 'auction.id', 'image.auctionId')
        .select(['image.id', 'image.blobPrefix', 'image.widths'])
        .where('auction.sellerId', '=', id)
        .where('auction.state', 'in', ['draft', 'unsold', 'cancelled'])
        .execute();
      await sql`delete from auction_image where id = any(${images.map((image) => image.id)}::uuid[])`.execute(
        trx,
      );
      await trx.deleteFrom('auction').where('sellerId', '=', id).where('state', '=', 'draft').execute();
      const unsold = trx
        .selectFrom('auction')
        .select('id')
        .where('sellerId', '=', id)
        .where('state', 'in', ['unsold', 'cancelled']);
      await trx
        .updateTable('auctionEntry')
        .set({ reason: null })
        .where('kind', '=', 'cancel')
        .where('auctionId', 'in', unsold)
        .execute();
      await trx.updateTable('auctionEvent').set({ detail: '{}' }).where('auctionId', 'in', unsold).execute();
      await trx
        .updateTable('auction')
        .set({
          title: noTitle,
          description: '',
          conditionNote: '',
          licenceTerms: '',
          handover: '',
          cancelReason: null,
          capacity: null,
          serviceId: null,
          resourceId: null,
          searchText: '',
        })
        .where('id', 'in', unsold)
        .execute();
      return images.flatMap(pictureKeys);
    },
  };
}
