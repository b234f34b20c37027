import { sql } from 'kysely';
import {
  byIds,
  filterNames,
  readStaffExport,
  readStaffPage,
  type StaffPage,
} from '#features/admin/server/public.ts';
import { m } from '#i18n/generated/messages.js';
import { languages } from '#i18n/languages.ts';
import type { Db } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import { momentColumn, type CsvColumn } from '#platform/shared/csv-table.ts';
import type { LotsQuery, StaffLot } from '../contract.ts';
import { closedStates } from '../states.ts';
import { kindNames, stateNames } from '../words.ts';
import { realEnd } from './cards.ts';

/** Sort keys: running lots by how soon they end, then ended ones by how recently they did. */
const orders = {
  newest: null,
  oldest: null,
  ending: sql`ends_at is null, least(ends_at, ended_at) <= clock_timestamp(), abs(extract(epoch from least(ends_at, ended_at) - clock_timestamp()))`,
  price: sql`coalesce(price, start_price) desc nulls last`,
  bids: sql`bid_count desc`,
};

const lots = { index: 'auction_index', rows: 'auction' } as const;
const lotsWanted = async (db: Db, { state, kind, language, sort, search }: LotsQuery) => ({
  search,
  named: await idsOf(db, search),
  filters: filterNames({ state, kind, language }),
  oldestFirst: sort === 'oldest',
  order: orders[sort],
});

/** Lists all published lots for staff. */
export async function listLots(db: Db, query: LotsQuery): Promise<StaffPage<StaffLot>> {
  const { page, limit } = query;
  const wanted = { ...(await lotsWanted(db, query)), page, limit };
  return readStaffPage(db, lots, wanted, (ids) => readRows(db, ids));
}

export async function exportLots(db: Db, query: LotsQuery): Promise<StaffLot[]> {
  return readStaffExport(db, lots, await lotsWanted(db, query), (ids) => readRows(db, ids));
}

/**
 * Returns the lot with this id or order id, or the lots of this seller's id; null if the search is not an id.
 */
async function idsOf(db: Db, search = ''): Promise<string[] | null> {
  if (!isUuid(search)) return null;
  const { rows } = await sql<{ id: string }>`
    select id from auction where ${search}::uuid in (id, order_id)
    union select id from auction where seller_id = ${search}`.execute(db);
  return rows.map(({ id }) => id);
}

async function readRows(db: Db, ids: readonly string[]): Promise<StaffLot[]> {
  const rows = await db
    .selectFrom('auction as a')
    .innerJoin('person as seller', 'seller.id', 'a.sellerId')
    .leftJoin('person as winner', 'winner.id', 'a.winnerId')
    .select([
      'a.id',
      'a.title',
      'a.state',
      'a.lotKind',
      'a.category',
      'a.language',
      'a.startPrice',
      'a.price',
      'a.reservePrice',
      'a.isReserveMet',
      'a.buyNowPrice',
      'a.bidCount',
      'a.bidderCount',
      'a.startsAt',
      realEnd.as('endsAt'),
      'a.publishedAt',
      'a.winnerPrice',
      'a.payBy',
      'a.orderId',
      'a.cancelReason',
      'seller.id as sellerId',
      'seller.displayUsername as sellerUsername',
      'seller.name as sellerName',
      'winner.id as winnerId',
      'winner.displayUsername as winnerUsername',
      'winner.name as winnerName',
    ])
    .where('a.id', '=', sql<string>`any (${ids}::uuid[])`)
    .execute();
  const items = rows.map((row) => {
    const isReserveOpen = (row.price !== null && row.isReserveMet) || closedStates.includes(row.state);
    return {
      id: row.id,
      title: row.title,
      state: row.state,
      lotKind: row.lotKind,
      category: row.category as StaffLot['category'],
      language: row.language,
      seller: { id: row.sellerId, username: row.sellerUsername, fullName: row.sellerName },
      startPrice: row.startPrice,
      price: row.price,
      hasReserve: row.reservePrice !== null,
      isReserveMet: row.isReserveMet,
      reservePrice: isReserveOpen ? row.reservePrice : null,
      buyNowPrice: row.buyNowPrice,
      bidCount: row.bidCount,
      bidderCount: row.bidderCount,
      startsAt: row.startsAt?.toISOString() ?? null,
      endsAt: row.endsAt?.toISOString() ?? null,
      publishedAt: row.publishedAt?.toISOString() ?? null,
      winner:
        row.winnerId === null
          ? null
          : { id: row.winnerId, username: row.winnerUsername ?? '', fullName: row.winnerName ?? '' },
      winnerPrice: row.winnerPrice,
      payBy: row.payBy?.toISOString() ?? null,
      orderId: row.orderId,
      cancelReason: row.cancelReason,
    };
  });
  return byIds(ids, items);
}

export const lotColumns: readonly CsvColumn<StaffLot>[] = [
  [m['auctions.lots.id'], (row) => row.id],
  [m['auctions.lots.lot'], (row) => row.title],
  [m['auctions.lots.seller'], (row) => row.seller.username],
  [m['auctions.lots.state'], (row) => stateNames[row.state]],
  [m['auctions.lots.kind'], (row) => kindNames[row.lotKind]],
  [m['auctions.lots.language'], (row) => languages[row.language].name],
  [m['auctions.lots.start_price'], (row) => row.startPrice],
  [m['auctions.lots.price'], (row) => row.price],
  [m['auctions.lots.bids'], (row) => row.bidCount],
  [m['auctions.lots.bidders'], (row) => row.bidderCount],
  momentColumn(m['auctions.lots.published'], (row) => row.publishedAt),
  momentColumn(m['auctions.lots.ends'], (row) => row.endsAt),
];
