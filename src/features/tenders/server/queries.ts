import { sql, type RawBuilder } from 'kysely';
import { avatarUrl } from '#features/accounts/server/public.ts';
import { isReal } from '#features/quotes/server/public.ts';
import { hasAll, searchByMeaning } from '#features/search/server/public.ts';
import { noWorkshop, type Workshop } from '#features/services/contract.ts';
import type { KeptRow } from '#features/uploads/server/public.ts';
import type { Locale } from '#i18n/languages.ts';
import { databaseTime, type Db } from '#platform/server/db.ts';
import { presentEach } from '#platform/server/present-each.ts';
import { isUuid } from '#platform/server/ids.ts';
import type { Vault } from '#platform/server/sealed.ts';
import { AppError } from '#platform/shared/errors.ts';
import { type FeeTerms, feeTermsFor, totalOf } from '#platform/shared/fee.ts';
import type { Role } from '#platform/shared/roles.ts';
import { foldText, likePattern } from '#platform/shared/search-text.ts';
import type { TenderTerms } from '#platform/shared/tender-terms.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { daysOff, readyOn } from '#platform/shared/working-days.ts';
import { tradeOf } from '#platform/shared/trades.ts';
import { canCancelTenders, canSeeBids, canSeeTender } from '../access.ts';
import {
  tendersErrors,
  type OfferedBid,
  type OwnBid,
  type OwnTendersQuery,
  type RecordedBid,
  type TenderCard,
  type TenderDetail,
  type TendersQuery,
} from '../contract.ts';
import type { Criterion } from '../rules.ts';
import { findDenialReason, listFitServices } from './bidding.ts';
import { bringUpToDate, detailsOf, findTender, isDue, openBid, type TenderRow } from './opening.ts';

type Viewer = { id: string; isAdmin: boolean; role: Role } | null;
export type ReadingDeps = FeeTerms & { db: Db; vault: Vault; terms: TenderTerms };
type Author = { username: string; fullName: string; avatarId: string | null };
type Result = { score: number; points: Record<Criterion, number>; rating: number | null; km: number | null };

const authorOf = (person: string) =>
  sql`json_build_object('username', ${sql.ref(`${person}.display_username`)}, 'fullName', ${sql.ref(`${person}.name`)},
    'avatarId', ${sql.ref(`${person}.avatar_id`)})`;

function presentAuthor({ avatarId, ...person }: Author) {
  return { ...person, avatarUrl: avatarUrl(avatarId) };
}

/** Current state, including changes that are due and not recorded yet. */
const stateNow = sql`case when t.state = 'open' and t.closes_at <= now() then 'closed'
  when t.state = 'closed' and t.choose_by <= now() then 'unchosen' else t.state end`;

const cardColumns = sql`t.id, t.title, left(t.description, 200) as excerpt, t.service_type, ${stateNow} as state, t.quantity,
  t.ceiling, to_char(t.wanted_on, 'YYYY-MM-DD') as wanted_on, t.delivery, t.address, t.lat, t.long, t.closes_at, t.choose_by,
  t.created_at,
  (select count(*)::integer from tender_bid b where b.tender_id = t.id and b.state = 'standing') as bid_count`;

type CardRow = Omit<
  TenderCard,
  'ceilingTotal' | 'place' | 'distance' | 'closesAt' | 'chooseBy' | 'createdAt'
> & {
  address: string;
  lat: number | null;
  long: number | null;
  closesAt: Date | null;
  chooseBy: Date | null;
  createdAt: Date;
  distance: number | null;
};

function presentCard(row: CardRow, fees: FeeTerms): TenderCard {
  const { address, lat, long, distance, closesAt, chooseBy, createdAt, ...card } = row;
  return {
    ...card,
    ceilingTotal:
      card.ceiling === null
        ? null
        : totalOf({ ...feeTermsFor(fees, tradeOf(card.serviceType)), principal: card.ceiling }),
    place: lat === null || long === null ? null : { address, lat, long },
    ...(distance !== null && { distance: Math.round(distance * 10) / 10 }),
    closesAt: closesAt?.toISOString() ?? null,
    chooseBy: chooseBy?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

type Page = { items: TenderCard[]; total: number; page: number; pageCount: number };

/** Lists one page of public tenders. */
export function listTenders(db: Db, wanted: TendersQuery, fees: FeeTerms): Promise<Page> {
  const { search = '', type, city, state, lat, long, sort } = wanted;
  const words = [...new Set(foldText(search).split(/\s+/))].filter(Boolean);
  const states = {
    open: sql`t.state = 'open' and t.closes_at > now()`,
    closed: sql`(t.state = 'open' and t.closes_at <= now() or t.state = 'closed') and t.choose_by > now()`,
    ended: sql`(t.state in ('chosen', 'unchosen', 'cancelled')
      or t.state in ('open', 'closed') and t.choose_by <= now())`,
  };
  const conditions = [
    sql`t.hidden_at is null`,
    sql`(${states[state]})`,
    sql`exists (select from person customer where customer.id = t.customer_id and ${isReal('customer')})`,
    ...(type === undefined ? [] : [sql`t.service_type = ${type}`]),
    ...(city === undefined ? [] : [sql`t.city = ${city}`]),
  ];
  const isNear = lat !== undefined && long !== undefined;
  // Spherical distance, which is precise enough for a coarse point.
  const distance = isNear
    ? sql`2 * 6371 * asin(least(1, sqrt(sin(radians(t.lat - ${lat}::float8) / 2) ^ 2
        + cos(radians(${lat}::float8)) * cos(radians(t.lat)) * sin(radians(t.long - ${long}::float8) / 2) ^ 2)))`
    : sql`null::float8`;
  const order = {
    closing: sql`t.closes_at ${sql.raw(state === 'open' ? 'asc' : 'desc')}, t.id desc`,
    newest: sql`t.published_at desc, t.id desc`,
    distance: sql`distance nulls last, t.published_at desc, t.id desc`,
  }[sort];
  return searchByMeaning(db, search, (ways) => {
    const said = sql`(t.search_text like any (${words.map(likePattern)}::text[]) or ${hasAll(sql`t.search_text`, ways)})`;
    const all = ways.length === 0 ? conditions : [...conditions, said];
    return readPage(db, { conditions: all, distance, order, ...wanted }, fees);
  });
}

/** Lists the tenders that a person has posted, drafts included, or has bid on. */
export function listOwnTenders(
  db: Db,
  personId: string,
  wanted: OwnTendersQuery,
  fees: FeeTerms,
): Promise<Page> {
  const mine =
    wanted.side === 'posted'
      ? sql`t.customer_id = ${personId}`
      : sql`exists (select from tender_bid b where b.tender_id = t.id and b.provider_id = ${personId} and b.state = 'standing')`;
  const request = { conditions: [mine], distance: sql`null::float8`, order: sql`t.id desc`, ...wanted };
  return readPage(db, request, fees);
}

async function readPage(
  db: Db,
  request: {
    conditions: RawBuilder<unknown>[];
    distance: RawBuilder<unknown>;
    order: RawBuilder<unknown>;
    page: number;
    limit: number;
  },
  fees: FeeTerms,
): Promise<Page> {
  const { distance, order, limit } = request;
  const condition = sql.join(request.conditions, sql` and `);
  const counted = await sql<{ count: number }>`
    select count(*)::integer as count from tender t where ${condition}`.execute(db);
  const total = counted.rows[0]?.count ?? 0;
  const pageCount = Math.max(1, Math.ceil(total / limit));
  const page = Math.min(request.page, pageCount);
  const { rows } = await sql<CardRow>`
    select ${cardColumns}, ${distance} as distance from tender t where ${condition}
    order by ${order} limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  return { items: presentEach('tender', rows, (row) => presentCard(row, fees)), total, page, pageCount };
}

/** Returns a tender that this viewer may see, with due changes applied. Throws `tender_not_found`. */
async function getVisible(
  { db, vault }: Pick<ReadingDeps, 'db' | 'vault'>,
  viewer: Viewer,
  id: string,
): Promise<{ tender: TenderRow; customer: Author | null; hasBid: boolean; now: Date }> {
  let tender = await findTender(db, id);
  const now = await databaseTime(db);
  if (tender && isDue(tender, now)) {
    await bringUpToDate(db, vault, id);
    tender = await findTender(db, id);
  }
  if (!tender) throw new AppError(tendersErrors.tender_not_found);
  const { rows } = await sql<{ customer: Author | null; isReal: boolean; hasBid: boolean }>`
    select case when customer.erased_at is null then ${authorOf('customer')} end as customer,
      ${isReal('customer')} as is_real,
      exists (select from tender_bid b where b.tender_id = ${id} and b.provider_id = ${viewer?.id ?? null}
        and b.state = 'standing') as has_bid
    from person customer where customer.id = ${tender.customerId}`.execute(db);
  const { customer = null, isReal: isThere = false, hasBid = false } = rows[0] ?? {};
  const isGone = !isThere && !hasBid && viewer?.id !== tender.customerId;
  if (isGone || !canSeeTender(viewer, tender, { hasBid })) throw new AppError(tendersErrors.tender_not_found);
  return { tender, customer, hasBid, now };
}

/** Returns the content and owner of a tender, for a report. Throws `tender_not_found`. */
export async function findReportedTender(
  db: Db,
  actor: { id: string; isAdmin: boolean },
  id: string,
): Promise<TenderRow> {
  const tender = await findTender(db, id);
  if (!tender || !canSeeTender(actor, tender, { hasBid: false }))
    throw new AppError(tendersErrors.tender_not_found);
  return tender;
}

/** Returns a tender as this viewer sees it: before the close, bidders see only their own bids. */
export async function getTender(
  deps: ReadingDeps,
  viewer: Viewer,
  id: string,
  locale: Locale,
): Promise<TenderDetail> {
  const { db, vault } = deps;
  const { tender, customer, hasBid, now } = await getVisible(deps, viewer, id);
  const fees = feeTermsFor(deps, tradeOf(tender.serviceType));
  const { state, ceiling, lat, long, address, formula, closesAt, chooseBy, publishedAt } = tender;
  const isMine = viewer?.id === tender.customerId;
  const rows = await readBids(db, tender.id);
  const mine = rows.find((row) => row.providerId === viewer?.id && row.state === 'standing');
  const fit = viewer && !isMine ? await listFitServices(db, viewer.id, tender.serviceType) : [];
  const obstacle =
    viewer && !isMine && state === 'open' ? await findDenialReason(db, deps, viewer.id, tender) : null;
  const isParty = isMine || mine?.isChosen === true;
  const wasReasoned = state === 'cancelled' || isMine || hasBid;
  return {
    id: tender.id,
    version: tender.version,
    state,
    title: tender.title,
    description: tender.description,
    serviceType: tender.serviceType,
    material: tender.material,
    colour: tender.colour,
    tolerance: tender.tolerance,
    finish: tender.finish,
    quantity: tender.quantity,
    ceiling,
    ceilingTotal: ceiling === null ? null : totalOf({ ...fees, principal: ceiling }),
    wantedOn: tender.wantedOn,
    delivery: tender.delivery,
    place: lat === null || long === null ? null : { address, lat, long },
    closesAt: closesAt?.toISOString() ?? null,
    chooseBy: chooseBy?.toISOString() ?? null,
    publishedAt: publishedAt?.toISOString() ?? null,
    createdAt: tender.createdAt.toISOString(),
    serverTime: now.toISOString(),
    bidCount: rows.filter((row) => row.state === 'standing').length,
    isMine,
    isHidden: tender.hiddenAt !== null,
    customer: customer && presentAuthor(customer),
    files: (await listFiles(db, id)).map(({ id: fileId, name, size }) => ({ id: fileId, name, size })),
    canReadFiles: isMine || fit.length > 0,
    ...fees,
    formula: formula ?? {
      weights: {
        price: deps.terms.priceWeight,
        time: deps.terms.timeWeight,
        rating: deps.terms.ratingWeight,
        distance: deps.terms.distanceWeight,
      },
      farKm: deps.terms.farKm,
    },
    record: rows.map((row) => presentRecorded(row, viewer)),
    bids: canSeeBids(viewer, tender)
      ? rows
          .filter((row): row is OpenRow => row.rank !== null)
          .toSorted((a, b) => a.rank - b.rank)
          .map((row) => presentOffered(row, { ...deps, ...fees }, now))
      : [],
    myBid: mine ? presentOwn(mine, vault, fees) : null,
    myServices: fit,
    obstacle: obstacle && { code: obstacle.code, message: obstacle.words(locale) },
    endedBy: tender.endedBy,
    reason: wasReasoned ? tender.reason : '',
    quote: isParty && tender.quoteId !== null ? await findQuote({ ...deps, ...fees }, tender.quoteId) : null,
    can: actionsOf({ tender, viewer, isMine, hasBid: mine !== undefined, mayBid: obstacle === null }),
  };
}

function actionsOf(of: {
  tender: TenderRow;
  viewer: Viewer;
  isMine: boolean;
  hasBid: boolean;
  mayBid: boolean;
}): TenderDetail['can'] {
  const { tender, viewer, isMine, hasBid, mayBid } = of;
  const { state } = tender;
  const goesOn = state === 'open' || state === 'closed';
  if (isMine) {
    if (state === 'draft') return ['edit', 'publish', 'remove'];
    return [...(state === 'closed' ? (['choose'] as const) : []), ...(goesOn ? (['cancel'] as const) : [])];
  }
  return [
    ...(state === 'open' && viewer && mayBid ? (['bid'] as const) : []),
    ...(state === 'open' && hasBid ? (['withdraw'] as const) : []),
    ...(goesOn && canCancelTenders(viewer) ? (['cancel_as_staff'] as const) : []),
  ];
}

type BidRow = {
  id: string;
  number: number;
  state: RecordedBid['state'];
  commitment: string;
  madeAt: Date;
  sealed: string | null;
  principal: number | null;
  readyInDays: number | null;
  machine: string | null;
  note: string | null;
  salt: string | null;
  detailSalt: string | null;
  position: number | null;
  rank: number | null;
  result: Result | null;
  isChosen: boolean;
  providerId: string;
  serviceId: string;
  service: OfferedBid['service'];
  calendar: Workshop['calendar'] | null;
  provider: Author;
  isAvailable: boolean;
};
/** Bid that was opened and counts. */
type OpenRow = BidRow & {
  [
    Name in
      | 'principal'
      | 'readyInDays'
      | 'machine'
      | 'note'
      | 'salt'
      | 'detailSalt'
      | 'position'
      | 'rank'
      | 'result'
  ]: NonNullable<BidRow[Name]>;
};

async function readBids(db: Db, tenderId: string): Promise<BidRow[]> {
  const { rows } = await sql<BidRow>`
    select b.id, b.number, b.state, b.commitment, b.made_at, b.sealed, b.principal, b.ready_in_days, b.machine, b.note, b.salt,
      b.detail_salt, b.position, b.rank, b.result, b.id = t.chosen_bid_id as is_chosen, b.provider_id, b.service_id,
      json_build_object('id', s.id, 'title', s.title, 'language', s.language, 'translations', s.translations,
        'isIndividual', s.is_individual, 'address', (select l.public_address from service_location l
          where l.service_id = s.id order by l.position limit 1)) as service,
      (select w.calendar from service_workshop w where w.service_id = s.id) as calendar,
      ${authorOf('provider')} as provider, s.state = 'active' and ${isReal('provider')} as is_available
    from tender_bid b
    join tender t on t.id = b.tender_id
    join service s on s.id = b.service_id
    join person provider on provider.id = b.provider_id
    where b.tender_id = ${tenderId} order by b.number`.execute(db);
  return rows;
}

function presentRecorded(row: BidRow, viewer: Viewer): RecordedBid {
  const { number, madeAt, commitment, state } = row;
  const opened = row.rank === null ? null : (row as OpenRow);
  return {
    number,
    madeAt: madeAt.toISOString(),
    commitment,
    state,
    opened: opened && {
      provider: opened.position,
      principal: opened.principal,
      readyInDays: opened.readyInDays,
      details: detailsOf(opened),
      salt: opened.salt,
      points: opened.result.points,
      score: opened.result.score,
      rank: opened.rank,
      isChosen: opened.isChosen === true,
      isMine: opened.providerId === viewer?.id,
    },
  };
}

function presentOffered(row: OpenRow, fees: FeeTerms, now: Date): OfferedBid {
  const { id, number, principal, readyInDays, machine, note, rank, result, isAvailable, service } = row;
  const { score, points, rating, km } = result;
  const calendar = row.calendar ?? noWorkshop.calendar;
  const today = koreanDay(now);
  const ready = readyOn(calendar, readyInDays, today);
  return {
    id,
    number,
    principal,
    total: totalOf({ ...fees, principal }),
    readyInDays,
    readyOn: ready,
    daysOff: ready === null ? null : daysOff(calendar, today, ready),
    machine,
    note,
    rating,
    km,
    points,
    score,
    rank,
    isAvailable,
    isChosen: row.isChosen === true,
    service,
    provider: presentAuthor(row.provider),
  };
}

function presentOwn(row: BidRow, vault: Vault, fees: FeeTerms): OwnBid | null {
  const { number, serviceId, madeAt, commitment, sealed } = row;
  const content =
    sealed === null ? (row.principal === null ? null : (row as OpenRow)) : openBid(vault, sealed);
  if (content === null) return null;
  const { principal, readyInDays, machine, note, salt, detailSalt } = content;
  return {
    number,
    serviceId,
    principal,
    total: totalOf({ ...fees, principal }),
    readyInDays,
    machine,
    note,
    madeAt: madeAt.toISOString(),
    commitment,
    salt,
    detailSalt,
  };
}

async function findQuote(deps: ReadingDeps, id: string): Promise<TenderDetail['quote']> {
  const { rows } = await sql<{
    serviceId: string;
    expiresAt: Date;
    isOrdered: boolean;
    isAgreed: boolean;
    principal: number;
  }>`
    select q.service_id, q.expires_at, q.ordered_at is not null as is_ordered,
      q.state = 'accepted' and q.expires_at > now() as is_agreed,
      (select o.principal from quote_offer o where o.thread_id = q.id order by o.number desc limit 1) as principal
    from quote_thread q where q.id = ${id}`.execute(deps.db);
  const row = rows[0];
  if (!row) return null;
  const { serviceId, expiresAt, isOrdered, isAgreed, principal } = row;
  const state = isOrdered ? 'ordered' : isAgreed ? 'agreed' : 'over';
  const total = totalOf({ ...deps, principal });
  return { id, serviceId, state, expiresAt: expiresAt.toISOString(), total };
}

function listFiles(db: Db, tenderId: string): Promise<KeptRow[]> {
  return db
    .selectFrom('tenderFile as file')
    .innerJoin('keptFile as kept', 'kept.id', 'file.keptFileId')
    .selectAll('kept')
    .where('file.tenderId', '=', tenderId)
    .orderBy('file.position')
    .execute();
}

/** Returns a file to the customer and to providers who could make it. Throws `tender_file_not_found`. */
export async function getTenderFile(
  deps: Pick<ReadingDeps, 'db' | 'vault'>,
  viewer: NonNullable<Viewer>,
  id: string,
  fileId: string,
): Promise<KeptRow> {
  const { tender } = await getVisible(deps, viewer, id);
  const mayRead =
    viewer.id === tender.customerId ||
    (await listFitServices(deps.db, viewer.id, tender.serviceType)).length > 0;
  const file = isUuid(fileId)
    ? (await listFiles(deps.db, tender.id)).find((each) => each.id === fileId.toLowerCase())
    : undefined;
  if (!mayRead || !file) throw new AppError(tendersErrors.tender_file_not_found);
  return file;
}

/** Returns the addresses of public tenders that take bids, for a sitemap: the newest first. */
export async function listTenderAddresses(db: Db, most: number): Promise<{ path: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from tender t join person customer on customer.id = t.customer_id
    where t.hidden_at is null and t.state = 'open' and t.closes_at > now() and ${isReal('customer')}
    order by t.published_at desc, t.id desc limit ${most}`.execute(db);
  return rows.map(({ id }) => ({ path: `/auctions/jobs/${id}` }));
}
