import { sql, type RawBuilder } from 'kysely';
import { avatarUrl } from '#features/accounts/server/public.ts';
import type { Between } from '#features/conversations/server/public.ts';
import { noWorkshop, type Workshop } from '#features/services/contract.ts';
import { presentKeptFile, type KeptRow } from '#features/uploads/server/public.ts';
import { databaseTime, type Db } from '#platform/server/db.ts';
import { presentEach } from '#platform/server/present-each.ts';
import { isUuid } from '#platform/server/ids.ts';
import type { Dimension } from '#platform/shared/dimensions.ts';
import { AppError } from '#platform/shared/errors.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { daysOff, readyOn } from '#platform/shared/working-days.ts';
import { canDo, canReadFiles, canTalk, sideOf } from '../access.ts';
import {
  quotesErrors,
  type Offer,
  type RequestCounts,
  type RequestDetail,
  type RequestFile,
  type RequestsQuery,
  type RequestSummary,
  type Thread,
} from '../contract.ts';
import { liveStates, statesWaitingFor, type Side, type ThreadState } from '../negotiation.ts';
import { type FeeTerms, feeTermsFor } from '#platform/shared/fee.ts';
import { tradeOf } from '#platform/shared/trades.ts';

type Author = { username: string; fullName: string; avatarId: string | null };

/** Condition: neither suspended nor leaving nor gone. */
export const isReal = (person: string) =>
  sql`((${sql.ref(`${person}.suspended_at`)} is null or coalesce(${sql.ref(`${person}.suspended_until`)} <= now(), false))
    and ${sql.ref(`${person}.withdraws_at`)} is null and ${sql.ref(`${person}.erased_at`)} is null)`;

/** Condition for a thread `t` that is open or was ordered. */
const isLive = sql`(t.state = any(${liveStates}::text[]) and (t.expires_at > now() or t.ordered_at is not null))`;

type ThreadRow = {
  id: string;
  requestId: string;
  state: ThreadState;
  version: number;
  counters: number;
  voidThrough: number;
  endedBy: Thread['endedBy'];
  expiresAt: Date;
  orderedAt: Date | null;
  customerId: string;
  providerId: string;
  serviceId: string;
  title: string;
  language: Thread['service']['language'];
  translations: Thread['service']['translations'];
  serviceType: string;
  isIndividual: boolean;
  isActive: boolean;
  rating: number | null;
  address: string | null;
  lat: number | null;
  long: number | null;
  calendar: Workshop['calendar'] | null;
  provider: Author | null;
  isAnyGone: boolean;
  conversation: Thread['conversation'];
};

function selectThreads(personId: string, condition: RawBuilder<unknown>): RawBuilder<ThreadRow> {
  return sql<ThreadRow>`
    select t.id, t.request_id, t.state, t.version, t.counters, t.void_through, t.ended_by, t.expires_at, t.ordered_at,
      r.customer_id, t.provider_id, s.id as service_id, s.title, s.language, s.translations, s.service_type, s.is_individual,
      s.state = 'active' as is_active, s.rating::float8 as rating, place.public_address as address,
      place.public_lat as lat, place.public_long as long, w.calendar,
      case when provider.erased_at is null then json_build_object('username', provider.display_username,
        'fullName', provider.name, 'avatarId', provider.avatar_id) end as provider,
      not (${isReal('provider')} and ${isReal('customer')}) as is_any_gone,
      (select json_build_object('id', c.id, 'unread', (select count(*)::integer from channel_message said
          where said.channel_id = c.id and said.author_id <> ${personId}::uuid and said.state = 'shown' and said.seq >
            coalesce((select max(seq) from channel_read read where read.channel_id = c.id and read.person_id = ${personId}::uuid), 0)))
        from conversation c where c.service_id = t.service_id and c.customer_id = r.customer_id) as conversation
    from quote_thread t
    join quote_request r on r.id = t.request_id
    join service s on s.id = t.service_id
    join person provider on provider.id = t.provider_id
    join person customer on customer.id = r.customer_id
    left join service_workshop w on w.service_id = s.id
    left join lateral (select l.public_address, l.public_lat, l.public_long from service_location l
      where l.service_id = s.id order by l.position limit 1) place on true
    where ${condition}
    order by t.request_id desc, t.position`;
}

type OfferRow = {
  threadId: string;
  number: number;
  by: Side;
  principal: number;
  fee: number;
  readyInDays: number;
  note: string;
  madeAt: Date;
  validUntil: Date;
};

/** Reads negotiations from one person's point of view. `lastOnly` skips the history. */
async function readThreads(
  db: Db,
  personId: string,
  condition: RawBuilder<unknown>,
  { lastOnly }: { lastOnly: boolean },
): Promise<Thread[]> {
  const { rows } = await selectThreads(personId, condition).execute(db);
  const offers = await sql<OfferRow>`
    select ${lastOnly ? sql`distinct on (thread_id)` : sql``} thread_id, number, by, principal, fee, ready_in_days,
      note, made_at, valid_until
    from quote_offer where thread_id = any(${rows.map(({ id }) => id)}::uuid[])
    order by thread_id, number ${lastOnly ? sql`desc` : sql``}`.execute(db);
  const now = await databaseTime(db);
  const byThread = Map.groupBy(offers.rows, ({ threadId }) => threadId);
  return presentEach('negotiation', rows, (row) =>
    presentThread(row, byThread.get(row.id) ?? [], { personId, now }),
  );
}

function presentThread(
  row: ThreadRow,
  offers: OfferRow[],
  { personId, now }: { personId: string; now: Date },
): Thread {
  const { id, requestId, version, counters, endedBy, expiresAt, orderedAt } = row;
  const {
    serviceId,
    title,
    language,
    translations,
    serviceType,
    isIndividual,
    isActive,
    rating,
    address,
    lat,
    long,
    provider,
    conversation,
  } = row;
  const isExpired = expiresAt <= now && orderedAt === null && liveStates.includes(row.state);
  const state = { state: row.state, counters, isExpired, isOrdered: orderedAt !== null };
  const side = sideOf({ id: personId }, row);
  return {
    id,
    requestId,
    // The negotiation may have expired before the job has recorded it.
    state: isExpired ? 'expired' : row.state,
    version,
    counters,
    endedBy,
    expiresAt: expiresAt.toISOString(),
    orderedAt: orderedAt?.toISOString() ?? null,
    service: {
      id: serviceId,
      title,
      language,
      translations,
      serviceType,
      isIndividual,
      isActive,
      rating,
      location: address === null || lat === null || long === null ? null : { address, lat, long },
    },
    provider: provider && presentAuthor(provider),
    offers: offers.map((offer) => presentOffer(offer, row, now)),
    conversation,
    can: side === null ? [] : canDo(state, side, row),
  };
}

function presentOffer(offer: OfferRow, row: ThreadRow, now: Date): Offer {
  const { number, by, principal, fee, readyInDays, note, madeAt, validUntil } = offer;
  const calendar = row.calendar ?? noWorkshop.calendar;
  const today = koreanDay(now);
  const ready = readyOn(calendar, readyInDays, today);
  return {
    number,
    by,
    principal,
    fee,
    total: principal + fee,
    readyInDays,
    readyOn: ready,
    daysOff: ready === null ? null : daysOff(calendar, today, ready),
    note,
    madeAt: madeAt.toISOString(),
    validUntil: validUntil.toISOString(),
    isVoid: number <= row.voidThrough,
  };
}

function presentAuthor({ avatarId, ...person }: Author) {
  return { ...person, avatarUrl: avatarUrl(avatarId) };
}

type RequestRow = {
  id: string;
  customerId: string;
  title: string;
  description: string;
  material: string;
  colour: string;
  tolerance: string;
  finish: string;
  quantity: number;
  wantedOn: string | null;
  budget: number | null;
  dimensions: Dimension[];
  replacesId: string | null;
  currency: string;
  state: 'open' | 'closed';
  version: number;
  createdAt: Date;
  expiresAt: Date;
  customer: Author | null;
};

const requestColumns = sql`
  r.id, r.customer_id, r.title, r.description, r.material, r.colour, r.tolerance, r.finish, r.quantity,
  to_char(r.wanted_on, 'YYYY-MM-DD') as wanted_on, r.budget, r.dimensions, r.replaces_id, r.currency, r.state, r.version, r.created_at, r.expires_at,
  (select json_build_object('username', c.display_username, 'fullName', c.name, 'avatarId', c.avatar_id)
    from person c where c.id = r.customer_id and c.erased_at is null) as customer`;

function presentRequest(row: RequestRow, personId: string): Omit<RequestSummary, 'threads'> {
  const { id, title, quantity, wantedOn, budget, currency, state, version, createdAt, expiresAt } = row;
  return {
    id,
    role: row.customerId === personId ? 'customer' : 'provider',
    title,
    quantity,
    wantedOn,
    budget,
    currency,
    state,
    version,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    customer: row.customer && presentAuthor(row.customer),
  };
}

/**
 * Returns a request: complete for the customer, with their own negotiation only for a provider. Throws
 * `request_not_found`.
 */
export async function getRequest(
  db: Db,
  personId: string,
  id: string,
  fees: FeeTerms,
): Promise<RequestDetail> {
  const { rows } = isUuid(id)
    ? await sql<RequestRow>`select ${requestColumns} from quote_request r where r.id = ${id}
        and (r.customer_id = ${personId}
          or exists (select from quote_thread t where t.request_id = r.id and t.provider_id = ${personId}))`.execute(
        db,
      )
    : { rows: [] };
  const row = rows[0];
  if (!row) throw new AppError(quotesErrors.request_not_found);
  const request = presentRequest(row, personId);
  const threads = await readThreads(
    db,
    personId,
    sql`t.request_id = ${id} ${request.role === 'provider' ? sql`and t.provider_id = ${personId}` : sql``}`,
    { lastOnly: false },
  );
  const mayReadFiles = threads.some(({ state }) => canReadFiles(request.role, state));
  const { description, material, colour, tolerance, finish, dimensions } = row;
  const isOpen = request.role === 'customer' && row.state === 'open';
  return {
    ...request,
    description,
    material,
    colour,
    tolerance,
    finish,
    dimensions,
    replaces: request.role === 'customer' ? row.replacesId : null,
    ...feesOf(threads, fees),
    files: mayReadFiles || request.role === 'customer' ? await listFiles(db, id) : [],
    threads,
    can: { close: isOpen, changeFiles: isOpen },
  };
}

/** Terms of the one trade that is asked; those of the marketplace where a customer has asked several. */
function feesOf(threads: readonly Thread[], fees: FeeTerms): FeeTerms {
  const [first, ...others] = new Set(threads.map(({ service }) => service.serviceType));
  return first === undefined || others.length > 0 ? fees : feeTermsFor(fees, tradeOf(first));
}

async function listFiles(db: Db, requestId: string): Promise<RequestFile[]> {
  const rows = await db
    .selectFrom('quoteRequestFile as file')
    .innerJoin('keptFile as kept', 'kept.id', 'file.keptFileId')
    .select(['kept.id', 'kept.name', 'kept.size', 'kept.sha256', 'kept.mediaType'])
    .select(['file.figures', 'file.problem'])
    .where('file.requestId', '=', requestId)
    .orderBy('file.position')
    .execute();
  return rows.map(({ figures, problem, ...file }) => ({
    ...presentKeptFile(file),
    figures: figures && {
      sizeMm: figures.sizeMm,
      volumeMm3: figures.volumeMm3,
      triangles: figures.triangles,
      watertight: figures.watertight,
    },
    problem,
  }));
}

/** Lists requests of one side, latest activity first, with the latest offer of each negotiation. */
export async function listRequests(
  db: Db,
  personId: string,
  wanted: RequestsQuery,
): Promise<{ items: RequestSummary[]; total: number; page: number; pageCount: number }> {
  const mine =
    wanted.side === 'asked'
      ? sql`r.customer_id = ${personId}`
      : sql`r.id in (select t.request_id from quote_thread t where t.provider_id = ${personId})`;
  const condition = sql.join([mine, ...stateConditions(personId, wanted)], sql` and `);
  const counted = await sql<{ count: number }>`
    select count(*)::integer as count from quote_request r where ${condition}`.execute(db);
  const total = counted.rows[0]?.count ?? 0;
  const pageCount = Math.max(1, Math.ceil(total / wanted.limit));
  const page = Math.min(wanted.page, pageCount);
  const { rows } = await sql<RequestRow>`
    select ${requestColumns} from quote_request r where ${condition}
    order by r.id desc limit ${wanted.limit} offset ${(page - 1) * wanted.limit}`.execute(db);
  const threads = await readThreads(
    db,
    personId,
    sql`t.request_id = any(${rows.map(({ id }) => id)}::uuid[])
      ${wanted.side === 'received' ? sql`and t.provider_id = ${personId}` : sql``}`,
    { lastOnly: true },
  );
  const byRequest = Map.groupBy(threads, ({ requestId }) => requestId);
  return {
    items: presentEach('quote request', rows, (row) => ({
      ...presentRequest(row, personId),
      threads: byRequest.get(row.id) ?? [],
    })),
    total,
    page,
    pageCount,
  };
}

/** Counts open requests of each side, and those that wait for this person. */
export async function countRequests(db: Db, personId: string): Promise<RequestCounts> {
  const { rows } = await sql<{ side: 'asked' | 'received'; open: number; waiting: number }>`
    select side, count(distinct request_id)::integer as open,
      (count(distinct request_id) filter (where is_waiting))::integer as waiting
    from (
      select 'asked' as side, t.request_id, t.state = any(${statesWaitingFor('customer')}::text[]) as is_waiting
      from quote_request r join quote_thread t on t.request_id = r.id
      where r.customer_id = ${personId} and ${isLive} and t.ordered_at is null
      union all
      select 'received', t.request_id, t.state = any(${statesWaitingFor('provider')}::text[])
      from quote_thread t where t.provider_id = ${personId} and ${isLive} and t.ordered_at is null
    ) mine
    group by side`.execute(db);
  const of = (side: 'asked' | 'received') => {
    const { open = 0, waiting = 0 } = rows.find((row) => row.side === side) ?? {};
    return { open, waiting };
  };
  return { asked: of('asked'), received: of('received') };
}

/** For a provider, a request is open while their own negotiation is. */
function stateConditions(personId: string, { side, state }: RequestsQuery): RawBuilder<unknown>[] {
  if (state === undefined) return [];
  if (side === 'asked') return [sql`r.state = ${state}`];
  const live = sql`exists (select from quote_thread t where t.request_id = r.id and t.provider_id = ${personId}
    and ${isLive} and t.ordered_at is null)`;
  return [state === 'open' ? live : sql`not ${live}`];
}

/** Returns one negotiation from one side's point of view. Throws `request_not_found`. */
export async function getThread(db: Db, personId: string, id: string): Promise<Thread> {
  const [found] = isUuid(id)
    ? await readThreads(
        db,
        personId,
        sql`t.id = ${id} and (t.provider_id = ${personId} or r.customer_id = ${personId})`,
        { lastOnly: false },
      )
    : [];
  if (!found) throw new AppError(quotesErrors.request_not_found);
  return found;
}

/**
 * Returns the parties of a negotiation's conversation: while it is open, or if they have written before. Throws
 * `request_not_found` and `request_closed`.
 */
export async function getTalkable(db: Db, personId: string, id: string): Promise<Between> {
  const found = await getThread(db, personId, id);
  const row = await db
    .selectFrom('quoteThread as thread')
    .innerJoin('quoteRequest as request', 'request.id', 'thread.requestId')
    .innerJoin('service', 'service.id', 'thread.serviceId')
    .select(['request.customerId', 'service.id', 'service.ownerId', 'service.title'])
    .where('thread.id', '=', found.id)
    .executeTakeFirstOrThrow();
  if (!canTalk(found)) throw new AppError(quotesErrors.request_closed);
  const { customerId, id: serviceId, ownerId: providerId, title: subject } = row;
  return { customerId, providerId, subject, serviceId };
}

/** Returns a file of a request to its customer and to providers with an open negotiation. Throws `file_not_found`. */
export async function getRequestFile(
  db: Db,
  personId: string,
  requestId: string,
  fileId: string,
): Promise<KeptRow> {
  const { rows } =
    isUuid(requestId) && isUuid(fileId)
      ? await sql<KeptRow>`
          select kept.* from kept_file kept
          join quote_request_file file on file.kept_file_id = kept.id
          join quote_request r on r.id = file.request_id
          where kept.id = ${fileId} and r.id = ${requestId} and (r.customer_id = ${personId}
            or exists (select from quote_thread t
              where t.request_id = r.id and t.provider_id = ${personId} and ${isLive}))`.execute(db)
      : { rows: [] };
  const file = rows[0];
  if (!file) throw new AppError(quotesErrors.file_not_found);
  return file;
}
