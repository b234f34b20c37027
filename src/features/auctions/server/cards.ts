import { isReal } from '#features/quotes/server/public.ts';
import { sql, type RawBuilder } from 'kysely';
import { searchByMeaning } from '#features/search/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import { presentEach } from '#platform/server/present-each.ts';
import { pageOfRows, type Page } from '#platform/server/pages.ts';
import { hasOneOf } from '#platform/server/text-index.ts';
import {
  type AuctionCard,
  ownRoles,
  type ListQuery,
  type OwnAuctionCard,
  type OwnRole,
} from '../contract.ts';
import { type FeeTerms, feeTermsFor, totalOf } from '#platform/shared/fee.ts';
import { lotCategoryTable } from '#platform/shared/lot-fees.ts';
import type { Viewer } from './queries.ts';

export type CardRow = Omit<AuctionCard, 'total' | 'startsAt' | 'endsAt' | 'seller' | 'image' | 'hasBids'> & {
  image: AuctionCard['image'];
  startPrice: number | null;
  startsAt: Date | null;
  endsAt: Date | null;
  username: string;
  fullName: string;
  maximum: number | null;
  payBy: Date | null;
  orderId: string | null;
};

/**
 * SQL of the actual end of auction `a`: buying or cancelling ends it early, and the clock handles an end a
 * moment late.
 */
export const realEnd = sql<Date | null>`least(a.ends_at, a.ended_at)`;

/**
 * SQL columns of a card of auction `a` for one viewer. A passed end counts, even before the clock has handled
 * it.
 */
export function cardColumns(viewer: Viewer): RawBuilder<unknown> {
  const id = viewer?.id ?? null;
  return sql`a.id, a.lot_kind, a.category, a.title, a.language, a.price, a.start_price, a.bid_count, a.bidder_count, a.buy_now_price, a.starts_at, ${realEnd} as ends_at,
    case when a.state = 'scheduled' and a.starts_at <= clock_timestamp() then 'live'
      when a.state = 'live' and a.ends_at <= clock_timestamp() then 'ended' else a.state end as state,
    a.is_reserve_met, a.reserve_price is not null as has_reserve, a.published_at, a.updated_at,
    (select json_build_object('id', i.id, 'alt', i.alt, 'width', i.width, 'height', i.height, 'widths', i.widths)
      from auction_image i where i.auction_id = a.id order by i.position limit 1) as image,
    seller.display_username as username, seller.name as full_name,
    case when a.seller_id = ${id}::uuid then 'seller' when a.offered_to = ${id}::uuid then 'offered' when a.winner_id = ${id}::uuid then 'winner'
      when a.leader_id = ${id}::uuid and a.state = 'live' then 'leading'
      when mine.person_id is not null and exists (select from auction_event ev where ev.auction_id = a.id
        and ev.event in ('unpaid', 'refunded') and ev.detail ->> 'to' = ${id}::text) then 'fell_through'
      when mine.person_id is not null then 'outbid' end as mine,
    watch.person_id is not null as is_watched,
    (select max(maximum) from auction_entry e where e.bidder_id = ${id}::uuid and e.auction_id = a.id) as maximum,
    case when a.winner_id = ${id}::uuid then a.pay_by end as pay_by,
    case when ${id}::uuid in (a.winner_id, a.seller_id) then a.order_id end as order_id`;
}

export function fromAuctions(viewer: Viewer): RawBuilder<unknown> {
  const id = viewer?.id ?? null;
  return sql`from auction a join person seller on seller.id = a.seller_id
    left join auction_bidder mine on mine.auction_id = a.id and mine.person_id = ${id}::uuid
    left join auction_watch watch on watch.auction_id = a.id and watch.person_id = ${id}::uuid`;
}

export function presentCard(fees: FeeTerms, row: CardRow): AuctionCard {
  const { startPrice, username, fullName, maximum: _m, payBy: _p, orderId: _o, ...card } = row;
  const price = card.price ?? startPrice;
  return {
    ...pick(card),
    price,
    total:
      price === null
        ? null
        : totalOf({ principal: price, ...feeTermsFor(fees, lotCategoryTable[card.category]) }),
    hasBids: card.bidCount > 0,
    startsAt: card.startsAt?.toISOString() ?? null,
    endsAt: card.endsAt?.toISOString() ?? null,
    seller: { username, fullName },
  };
}

/** Copies columns explicitly, so that none leaks by accident. */
function pick(row: Omit<CardRow, 'startPrice' | 'username' | 'fullName' | 'maximum' | 'payBy' | 'orderId'>) {
  const {
    id,
    state,
    lotKind,
    category,
    title,
    language,
    image,
    bidCount,
    bidderCount,
    isReserveMet,
    hasReserve,
  } = row;
  const { buyNowPrice, mine, isWatched } = row;
  return {
    id,
    state,
    lotKind,
    category,
    title,
    language,
    image,
    bidCount,
    bidderCount,
    isReserveMet,
    hasReserve,
    buyNowPrice,
    mine,
    isWatched,
  };
}

const orders: Record<ListQuery['sort'], RawBuilder<unknown>> = {
  ending: sql`ends_at, id`,
  newest: sql`published_at desc, id desc`,
  lowPrice: sql`coalesce(price, start_price), ends_at, id`,
  highPrice: sql`coalesce(price, start_price) desc, ends_at, id`,
  bids: sql`bid_count desc, ends_at, id`,
};

export async function listAuctions(
  db: Db,
  fees: FeeTerms,
  viewer: Viewer,
  query: ListQuery,
): Promise<Page<AuctionCard>> {
  const { search = '' } = query;
  const order =
    query.state === 'ended' && query.sort === 'ending' ? sql`ends_at desc, id desc` : orders[query.sort];
  const found = await searchByMeaning(db, search, (ways) =>
    pageOfRows<CardRow>(
      db,
      sql`select ${cardColumns(viewer)} ${fromAuctions(viewer)} where ${isListed(query, ways)}`,
      order,
      query,
    ),
  );
  return { ...found, items: presentEach('auction', found.items, (row) => presentCard(fees, row)) };
}

/** Condition: auction `a` belongs to this list, with all words of one of these forms of the search. */
export function isListed(
  { state: listed, category, kind }: Pick<ListQuery, 'state' | 'category' | 'kind'>,
  ways: readonly string[][],
): RawBuilder<boolean> {
  const over = sql`(a.state = 'live' and a.ends_at <= clock_timestamp() or a.state in ('ended', 'awaiting_payment', 'second_offer', 'sold', 'unsold'))`;
  const states: Partial<Record<ListQuery['state'], RawBuilder<unknown>>> = {
    live: sql`(a.state = 'live' and a.ends_at > clock_timestamp() or a.state = 'scheduled' and a.starts_at <= clock_timestamp())`,
    scheduled: sql`a.state = 'scheduled' and a.starts_at > clock_timestamp()`,
    ended: over,
    all: sql`a.state not in ('draft', 'cancelled')`,
  };
  return sql<boolean>`${states[listed] ?? sql`a.state = ${listed}`}
    ${category === undefined ? sql`` : sql`and a.category = ${category}`} ${kind === undefined ? sql`` : sql`and a.lot_kind = ${kind}`}
    and ${ways.length === 0 ? sql`true` : hasOneOf(sql`a.search_text`, ways)}`;
}

/** Lists auctions that a person sells, bids on, has won or watches; those that need action come first. */
export async function listOwnAuctions(
  db: Db,
  fees: FeeTerms,
  viewer: NonNullable<Viewer>,
  { role, ...query }: { role?: OwnRole | undefined; page: number; limit: number },
): Promise<Page<OwnAuctionCard>> {
  const { id } = viewer;
  const isOf: Record<OwnRole, RawBuilder<unknown>> = {
    seller: sql`a.seller_id = ${id}`,
    winner: sql`${id}::uuid in (a.winner_id, a.offered_to)`,
    bidder: sql`mine.person_id is not null and (a.winner_id is distinct from ${id}::uuid)`,
    watcher: sql`watch.person_id is not null and a.state <> 'draft'`,
  };
  const which = role
    ? isOf[role]
    : sql.join(
        ownRoles.map((each) => sql`(${isOf[each]})`),
        sql` or `,
      );
  const cases = sql.join(
    ownRoles.map((each) => sql`when ${isOf[each]} then ${sql.lit(each)}`),
    sql` `,
  );
  const found = await pageOfRows<CardRow & { role: OwnRole }>(
    db,
    sql`select ${cardColumns(viewer)}, case ${cases} end as role ${fromAuctions(viewer)} where ${which}`,
    sql`state in ('sold', 'unsold', 'cancelled'), updated_at desc, id desc`,
    query,
  );
  return {
    ...found,
    items: presentEach('auction', found.items, (row) => ({
      ...presentCard(fees, row),
      role: role ?? row.role,
      maximum: row.maximum,
      payBy: row.payBy?.toISOString() ?? null,
      orderId: row.orderId,
    })),
  };
}

/** Returns the addresses of public auctions that can still be bid on, for a sitemap: the last to end first. */
export async function listLotAddresses(db: Db, most: number): Promise<{ path: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from auction a join person seller on seller.id = a.seller_id
    where a.state in ('scheduled', 'live') and a.ends_at > clock_timestamp() and ${isReal('seller')}
    order by a.ends_at desc, a.id limit ${most}`.execute(db);
  return rows.map(({ id }) => ({ path: `/auctions/${id}` }));
}
