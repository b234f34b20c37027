import { sql } from 'kysely';
import { searchByMeaning } from '#features/search/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import { countUpTo } from '#platform/server/text-index.ts';
import { formatMoney } from '#platform/shared/money.ts';
import {
  maxCounted,
  maxNews,
  type FindRequest,
  type FoundThings,
  type NewsRequest,
  type NewThings,
} from '#platform/server/found.ts';
import { searchWords } from '#platform/shared/search-text.ts';
import { categories, lotKinds } from '../rules.ts';
import type { AuctionCard } from '../contract.ts';
import { isListed } from './cards.ts';

type Row = Pick<AuctionCard, 'id' | 'title' | 'language' | 'price' | 'image'>;

/** Finds lots as their list does, those that end soonest first. */
export function findLots(db: Db, { search, page: asked, limit, locale }: FindRequest): Promise<FoundThings> {
  return searchByMeaning(db, search, async (ways) => {
    const listed = isListed({ state: 'live' }, ways);
    const total = await countUpTo(db, sql`select from auction a where ${listed}`, maxCounted);
    const pageCount = Math.max(1, Math.ceil(total / Math.max(1, limit)));
    const page = Math.min(asked, pageCount);
    const { rows } = await sql<Row>`
      select a.id, a.title, a.language, coalesce(a.price, a.start_price) as price,
        (select json_build_object('id', i.id, 'alt', i.alt, 'width', i.width, 'height', i.height, 'widths', i.widths)
          from auction_image i where i.auction_id = a.id order by i.position limit 1) as image
      from auction a where ${listed} order by a.ends_at, a.id
      limit ${limit} offset ${(page - 1) * limit}`.execute(db);
    return {
      items: rows.map(({ price, image, ...row }) => ({
        ...row,
        path: `/auctions/${row.id}`,
        imageUrl: image === null ? null : `/api/auction-images/${image.id}/${image.widths[0] ?? 480}.webp`,
        detail: price === null ? '' : formatMoney(price, 'KRW', locale),
      })),
      total,
      page,
      pageCount,
    };
  });
}

/** Returns what was put up in a period and matches a saved search. */
export async function findNewLots(
  db: Db,
  { search, filters, since, until, isOfOthers }: NewsRequest,
): Promise<NewThings> {
  const category = categories.find((each) => each === filters['category']);
  const kind = lotKinds.find((each) => each === filters['kind']);
  const words = searchWords(search);
  const listed = (state: 'live' | 'scheduled') =>
    isListed({ state, category, kind }, words.length === 0 ? [] : [words]);
  const { rows } = await sql<{ title: string }>`
    select a.title from auction a where ((${listed('live')}) or (${listed('scheduled')}))
      and ${isOfOthers(sql`a.seller_id`)} and a.published_at > ${since} and a.published_at <= ${until}
    order by a.published_at desc limit ${maxNews}`.execute(db);
  return { count: rows.length, title: rows[0]?.title ?? '' };
}
