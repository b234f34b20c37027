import { sql } from 'kysely';
import { isArranged } from '#features/orders/server/public.ts';
import { getVisibleResource } from '#features/resources/server/public.ts';
import { getVisibleService } from '#features/services/server/public.ts';
import type { Locale } from '#i18n/languages.ts';
import { blobOfWidth } from '#platform/server/pictures.ts';
import { databaseTime, type Db } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import type { Signer } from '#platform/server/signing.ts';
import { AppError, isAppError } from '#platform/shared/errors.ts';
import type { Role } from '#platform/shared/roles.ts';
import { canModerate, canSee } from '../access.ts';
import { auctionsErrors, type AuctionDetail, type AuctionLog, type LogRow } from '../contract.ts';
import { closedStates, stepOf } from '../states.ts';
import { obstacleOf, type BidderDeps } from './bidders.ts';
import { minimumBidOf, presentEntry, publishedTerms, termsOf, type Auction } from './commands.ts';
import { nextToOffer } from './settling.ts';
import { signLog } from './signing.ts';
import { type FeeTerms, feeTermsFor, totalOf } from '#platform/shared/fee.ts';
import { lotCategoryTable } from '#platform/shared/lot-fees.ts';
import { type CardRow, cardColumns, fromAuctions, presentCard } from './cards.ts';

export type Viewer = { id: string; role: Role } | null;
/** Number of log rows on a page at first. */
const maxShown = 50;

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
