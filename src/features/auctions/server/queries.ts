import { sql, type RawBuilder } from 'kysely';
import { isArranged } from '#features/orders/server/public.ts';
import { getVisibleResource } from '#features/resources/server/public.ts';
import { hasAll, searchByMeaning } from '#features/search/server/public.ts';
import { getVisibleService } from '#features/services/server/public.ts';
import type { Locale } from '#i18n/languages.ts';
import { blobOfWidth } from '#platform/server/pictures.ts';
import { databaseTime, type Db } from '#platform/server/db.ts';
import { presentEach } from '#platform/server/present-each.ts';
import { isUuid } from '#platform/server/ids.ts';
import { pageOfRows, type Page } from '#platform/server/pages.ts';
import type { Signer } from '#platform/server/signing.ts';
import { AppError, isAppError } from '#platform/shared/errors.ts';
import type { Role } from '#platform/shared/roles.ts';
import { canModerate, canSee } from '../access.ts';
import {
  auctionsErrors,
  type AuctionCard,
  type AuctionDetail,
  type AuctionLog,
  ownRoles,
  type ListQuery,
  type LogRow,
  type OwnAuctionCard,
  type OwnRole,
} from '../contract.ts';
import { closedStates, stepOf } from '../states.ts';
import { obstacleOf, type BidderDeps } from './bidders.ts';
import { minimumBidOf, presentEntry, publishedTerms, termsOf, type Auction } from './commands.ts';
import { nextToOffer } from './settling.ts';
import { signLog } from './signing.ts';
import { type FeeTerms, feeTermsFor, totalOf } from '#platform/shared/fee.ts';
import { lotCategoryTable } from '#platform/shared/lot-fees.ts';

export type Viewer = { id: string; role: Role } | null;
/** Number of log rows on a page at first. */
const maxShown = 50;

type CardRow = Omit<AuctionCard, 'total' | 'startsAt' | 'endsAt' | 'seller' | 'image' | 'hasBids'> & {
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
function cardColumns(viewer: Viewer): RawBuilder<unknown> {
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

function fromAuctions(viewer: Viewer): RawBuilder<unknown> {
  const id = viewer?.id ?? null;
  return sql`from auction a join person seller on seller.id = a.seller_id
    left join auction_bidder mine on mine.auction_id = a.id and mine.person_id = ${id}::uuid
    left join auction_watch watch on watch.auction_id = a.id and watch.person_id = ${id}::uuid`;
}

function presentCard(fees: FeeTerms, row: CardRow): AuctionCard {
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
  const { search = '', category = null, kind = null } = query;
  const over = sql`(a.state = 'live' and a.ends_at <= clock_timestamp() or a.state in ('ended', 'awaiting_payment', 'second_offer', 'sold', 'unsold'))`;
  const states: Partial<Record<ListQuery['state'], RawBuilder<unknown>>> = {
    live: sql`(a.state = 'live' and a.ends_at > clock_timestamp() or a.state = 'scheduled' and a.starts_at <= clock_timestamp())`,
    scheduled: sql`a.state = 'scheduled' and a.starts_at > clock_timestamp()`,
    ended: over,
    all: sql`a.state not in ('draft', 'cancelled')`,
  };
  const state = states[query.state] ?? sql`a.state = ${query.state}`;
  const order =
    query.state === 'ended' && query.sort === 'ending' ? sql`ends_at desc, id desc` : orders[query.sort];
  const found = await searchByMeaning(db, search, (ways) =>
    pageOfRows<CardRow>(
      db,
      sql`select ${cardColumns(viewer)} ${fromAuctions(viewer)}
        where ${state} and (${category}::text is null or a.category = ${category})
          and (${kind}::text is null or a.lot_kind = ${kind})
          and ${ways.length === 0 ? sql`true` : hasAll(sql`a.search_text`, ways)}`,
      order,
      query,
    ),
  );
  return { ...found, items: presentEach('auction', found.items, (row) => presentCard(fees, row)) };
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

/** Returns a visible auction. Throws `auction_not_found`. */
export async function getVisibleAuction(db: Db, viewer: { id: string } | null, id: string): Promise<Auction> {
  const auction = isUuid(id)
    ? await db.selectFrom('auction').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined;
  if (!auction || !canSee(viewer, auction)) throw new AppError(auctionsErrors.auction_not_found);
  return auction;
}

/** Returns true if a person can subscribe to the auction. */
export async function isAuctionVisible(db: Db, viewer: Viewer, id: string): Promise<boolean> {
  const auction = isUuid(id)
    ? await db.selectFrom('auction').select(['sellerId', 'state']).where('id', '=', id).executeTakeFirst()
    : undefined;
  return auction !== undefined && canSee(viewer, auction);
}

export type DetailDeps = BidderDeps &
  FeeTerms & { softCloseMinutes: number; payHours: number; increments: AuctionDetail['increments'] };

export async function getAuction(
  deps: DetailDeps,
  viewer: Viewer,
  id: string,
  locale: Locale,
): Promise<AuctionDetail> {
  const { db } = deps;
  const auction = await getVisibleAuction(db, viewer, id);
  const [{ rows }, images, log, now, service, resource] = await Promise.all([
    sql<CardRow>`select ${cardColumns(viewer)} ${fromAuctions(viewer)} where a.id = ${id}`.execute(db),
    db
      .selectFrom('auctionImage')
      .select(['id', 'alt', 'width', 'height', 'widths'])
      .where('auctionId', '=', id)
      .orderBy('position')
      .execute(),
    listRows(db, id, maxShown),
    databaseTime(db),
    auction.serviceId === null
      ? undefined
      : findShown(getVisibleService(db, actorOf(viewer), auction.serviceId)),
    auction.resourceId === null
      ? undefined
      : findShown(getVisibleResource(db, actorOf(viewer), auction.resourceId)),
  ]);
  const [row] = rows;
  if (!row) throw new AppError(auctionsErrors.auction_not_found);
  const numbers = await numbersOf(db, id, [auction.leaderId, auction.winnerId]);
  const { image: _image, ...card } = presentCard(deps, row);
  const isSeller = viewer?.id === auction.sellerId;
  return {
    ...card,
    version: auction.version,
    description: auction.description,
    condition: auction.condition,
    conditionNote: auction.conditionNote,
    service: service ?? null,
    resource: resource ?? null,
    capacity: auction.capacity,
    licenceTerms: auction.licenceTerms,
    delivery: auction.deliveryKinds,
    shippingFee: auction.shippingFee,
    handover: auction.handover,
    images,
    startPrice: auction.startPrice,
    reservePrice: isSeller || (auction.price !== null && auction.isReserveMet) ? auction.reservePrice : null,
    publishedEnd: auction.publishedEnd?.toISOString() ?? null,
    durationMinutes: auction.durationMinutes,
    softCloseMinutes: auction.terms === null ? deps.softCloseMinutes : termsOf(auction).softCloseMinutes,
    payHours: auction.terms === null ? deps.payHours : termsOf(auction).payHours,
    increments: auction.terms === null ? deps.increments : [...termsOf(auction).increments],
    minimumBid: auction.terms === null ? null : minimumBidOf(auction, viewer?.id ?? null),
    ...feeTermsFor(deps, lotCategoryTable[auction.category]),
    leader:
      viewer !== null && viewer.id === auction.leaderId
        ? 'you'
        : (numbers.get(auction.leaderId ?? '') ?? null),
    winner: numbers.get(auction.winnerId ?? '') ?? null,
    winnerPrice: auction.winnerPrice,
    cancelReason: auction.cancelReason,
    relistedFrom: auction.relistedFrom,
    log,
    eventSeq: auction.eventSeq,
    serverTime: now.toISOString(),
    me: viewer && (await presentMe(deps, viewer, { auction, row }, locale)),
  };
}

/** Omits the name of a resource or service that the viewer cannot see any more. */
async function findShown(
  thing: Promise<{ id: string; title: string }>,
): Promise<{ id: string; title: string } | null> {
  try {
    const { id, title } = await thing;
    return { id, title };
  } catch (error) {
    if (isAppError(error) && error.kind.status === 404) return null;
    throw error;
  }
}

const actorOf = (viewer: Viewer) => viewer && { id: viewer.id, isAdmin: viewer.role === 'admin' };

async function numbersOf(
  db: Db,
  auctionId: string,
  people: readonly (string | null)[],
): Promise<Map<string, number>> {
  const ids = people.filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('auctionBidder')
    .select(['personId', 'number'])
    .where('auctionId', '=', auctionId)
    .where('personId', 'in', ids)
    .execute();
  return new Map(rows.map(({ personId, number }) => [personId, number]));
}

type Can = NonNullable<AuctionDetail['me']>['can'][number];

async function presentMe(
  deps: DetailDeps,
  viewer: NonNullable<Viewer>,
  { auction, row }: { auction: Auction; row: CardRow },
  locale: Locale,
): Promise<NonNullable<AuctionDetail['me']>> {
  const { db } = deps;
  const { state } = row;
  const isSeller = viewer.id === auction.sellerId;
  const isLive = state === 'live';
  const number = (await numbersOf(db, auction.id, [viewer.id])).get(viewer.id) ?? null;
  const obstacle =
    isSeller || !['live', 'scheduled'].includes(state) ? null : await obstacleOf(deps, viewer, auction);
  const nextOffer = isSeller && auction.state === 'ended' ? await nextToOffer(db, auction) : null;
  const order =
    auction.winnerId === viewer.id && auction.orderId !== null
      ? await db.selectFrom('orders').select('state').where('id', '=', auction.orderId).executeTakeFirst()
      : undefined;
  const strike = await db
    .selectFrom('auctionStrike')
    .select('id')
    .where('auctionId', '=', auction.id)
    .where('personId', '=', viewer.id)
    .where('liftedAt', 'is', null)
    .executeTakeFirst();
  const hasArranged = auction.orderId !== null && (await isArranged(db, auction.orderId));
  const mayPay = auction.winnerId === viewer.id && auction.state === 'awaiting_payment';
  const can: Can[] = [];
  const add = (action: Can, may: boolean) => void (may && can.push(action));
  const mayStep = (event: Parameters<typeof stepOf>[1], side: Parameters<typeof stepOf>[2]) =>
    stepOf(state, event, side) !== null;
  add('edit', isSeller && state === 'draft');
  add('publish', isSeller && mayStep('publish', 'seller'));
  add('withdraw', isSeller && mayStep('withdraw', 'seller'));
  add(
    'cancel',
    isSeller
      ? mayStep('cancel', 'seller') && auction.bidderCount === 0
      : canModerate(viewer) && number === null && mayStep('cancel', 'admin'),
  );
  add('bid', isLive && !isSeller && obstacle === null);
  add(
    'buy',
    isLive && !isSeller && obstacle === null && auction.buyNowPrice !== null && auction.bidderCount === 0,
  );
  add('pay', mayPay && (order === undefined || order.state === 'cancelled' || order.state === 'created'));
  add('offer', isSeller && nextOffer !== null);
  add('give_up', isSeller && auction.state === 'ended');
  add('consent', auction.offeredTo === viewer.id);
  add('refuse_offer', auction.offeredTo === viewer.id);
  add('relist', isSeller && ['unsold', 'cancelled', 'ended'].includes(auction.state));
  add('void', isLive && canModerate(viewer) && !isSeller && number === null);
  const { offeredTo, offerPrice, offerUntil } = auction;
  return {
    number,
    maximum: row.maximum,
    can,
    obstacle: obstacle && {
      code: obstacle.kind.code,
      message: obstacle.kind.words(locale),
      path: obstacle.path,
    },
    payBy: row.payBy?.toISOString() ?? null,
    orderId: order?.state === 'cancelled' ? null : row.orderId,
    decideBy: isSeller && auction.state === 'ended' ? (auction.decideBy?.toISOString() ?? null) : null,
    isArranged: hasArranged,
    hasStrike: strike !== undefined,
    offer:
      offeredTo === viewer.id && offerPrice !== null && offerUntil !== null
        ? {
            price: offerPrice,
            total: totalOf({
              principal: offerPrice,
              ...feeTermsFor(deps, lotCategoryTable[auction.category]),
            }),
            until: offerUntil.toISOString(),
          }
        : null,
    nextOffer: nextOffer && { bidder: nextOffer.number, price: nextOffer.price },
  };
}

/** Returns the newest public rows of a running auction's log. */
async function listRows(db: Db, auctionId: string, most: number): Promise<LogRow[]> {
  const rows = await db
    .selectFrom('auctionEntry')
    .select([
      'seq',
      'at',
      'kind',
      'bidderNumber',
      'commitment',
      'voidedSeq',
      'reason',
      'price',
      'leaderNumber',
    ])
    .select(['isReserveMet', 'endsAt', 'hash'])
    .where('auctionId', '=', auctionId)
    .orderBy('seq', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ hash, ...row }) => ({ ...presentEntry(row), hash: hash.toString('hex') }));
}

/** Returns the complete log after the end, with all maxima except the winner's. Throws `log_not_yet`. */
export async function getLog(
  { db, signer }: { db: Db; signer: Signer },
  viewer: Viewer,
  id: string,
): Promise<AuctionLog> {
  const log = await readLog(db, viewer, id);
  if (log.isWhole) return log.log;
  // A step was added a moment ago.
  await signLog(db, signer, id);
  return (await readLog(db, viewer, id)).log;
}

/** Reads the log, and checks that all of it is signed. */
async function readLog(db: Db, viewer: Viewer, id: string): Promise<{ log: AuctionLog; isWhole: boolean }> {
  const auction = await getVisibleAuction(db, viewer, id);
  if (!closedStates.includes(auction.state)) throw new AppError(auctionsErrors.log_not_yet);
  const rows = await db
    .selectFrom('auctionEntry as entry')
    .leftJoin('auctionSignature as signed', (join) =>
      join.onRef('signed.auctionId', '=', 'entry.auctionId').onRef('signed.seq', '=', 'entry.seq'),
    )
    .selectAll('entry')
    .select(['signed.keyId', 'signed.signature'])
    .where('entry.auctionId', '=', id)
    // Rows that were added after the auction was read belong to a later state.
    .where('entry.seq', '<=', auction.entryCount)
    .orderBy('entry.seq')
    .execute();
  // The final leader's maxima stay sealed, paid or not. The leader alone sees them and can verify what was
  // bid for them.
  const sealed = auction.leaderId === viewer?.id ? null : auction.leaderId;
  const { reservePrice, reserveSalt } = auction;
  const numbers = await numbersOf(db, id, [auction.winnerId]);
  const log: AuctionLog = {
    id,
    title: auction.title,
    state: auction.state,
    terms: { ...publishedTerms(auction), reservePrice, reserveSalt: reserveSalt?.toString('hex') ?? null },
    rows: rows.map((row) => ({
      ...presentEntry(row),
      hash: row.hash.toString('hex'),
      ...(row.bidderId !== null && row.bidderId === sealed
        ? { maximum: null, salt: null }
        : { maximum: row.maximum, salt: row.salt?.toString('hex') ?? null }),
      signature:
        row.keyId === null || row.signature === null
          ? null
          : { key: row.keyId, value: row.signature.toString('base64url') },
    })),
    winner: numbers.get(auction.winnerId ?? '') ?? null,
    winnerPrice: auction.winnerPrice,
  };
  return { log, isWhole: auction.logVersion === 1 || log.rows.at(-1)?.signature != null };
}

export async function findAuctionPicture(
  db: Db,
  viewer: Viewer,
  id: string,
  width: number,
): Promise<{ name: string; source: string; isPublic: boolean } | null> {
  if (!isUuid(id)) return null;
  const image = await db
    .selectFrom('auctionImage as image')
    .innerJoin('auction', 'auction.id', 'image.auctionId')
    .select(['image.blobPrefix', 'image.widths', 'auction.state', 'auction.sellerId'])
    .where('image.id', '=', id)
    .executeTakeFirst();
  if (!image || !canSee(viewer, image)) return null;
  return { ...blobOfWidth(image, width), isPublic: image.state !== 'draft' };
}
